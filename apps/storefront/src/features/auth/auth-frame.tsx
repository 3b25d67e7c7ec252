import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { PageHeading } from '../../ui/page-heading.tsx'

interface AuthFrameProps {
  heading: string
  text: string
  logo: ReactNode
  /** The way to the other view. */
  foot: ReactNode
  children: ReactNode
}

/** The stall's front on one side, the form on the other; on a phone the awning only. */
export function AuthFrame({ heading, text, logo, foot, children }: AuthFrameProps) {
  const settings = useSettings()
  return (
    <div className="grid min-h-dvh lg:grid-cols-[5fr_6fr]">
      <aside className="flex flex-col justify-end bg-peacock-deep text-paper max-lg:hidden">
        <Stall />
        <p className="max-w-md px-12 pt-6 pb-14 text-4xl font-extrabold tracking-tight text-balance">
          {settings?.tagline}
        </p>
      </aside>
      <div className="flex flex-col">
        <div aria-hidden className="awning lg:hidden" />
        <div className="mx-auto flex w-full max-w-md grow flex-col px-4 py-6 sm:py-10">
          <div>{logo}</div>
          <div className="my-auto py-8">
            <PageHeading key={heading}>{heading}</PageHeading>
            <p className="mt-2 mb-7 text-ink-soft">{text}</p>
            {children}
            <div className="mt-7 border-t border-line pt-5">{foot}</div>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The market stall of the sign, drawn large. */
function Stall() {
  return (
    <svg aria-hidden viewBox="0 0 480 300" className="mt-auto w-full max-w-xl px-12">
      <path d="M72 118v176M408 118v176M72 214h336" className="fill-none stroke-paper" strokeWidth="6" />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((stripe) => (
        <path
          key={stripe}
          d={`M${48 + stripe * 48} 20h48v78a24 24 0 0 1-48 0z`}
          className={stripe % 2 === 0 ? 'fill-marigold' : 'fill-paper'}
        />
      ))}
      <path
        d="M104 214v-34h52v34zm72 0v-58h40v58zm58 0v-22h64v22zm82 0v-46h48v46z"
        className="fill-peacock stroke-paper"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="M48 294h384" className="stroke-paper" strokeWidth="6" strokeLinecap="round" />
    </svg>
  )
}
