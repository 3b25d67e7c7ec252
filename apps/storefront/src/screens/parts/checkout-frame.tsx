import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { PageHeading } from '../../ui/page.tsx'

interface CheckoutFrameProps {
  title: string
  back: { label: string; to: string }
  children: ReactNode
}

/** What stands around a checkout: its name and the way back. */
export function CheckoutFrame({ title, back, children }: CheckoutFrameProps) {
  useFreshAfterBank()
  return (
    <div className="shop-width pt-6 sm:pt-10">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 sm:mb-8">
        <PageHeading>{title}</PageHeading>
        <Link
          to={back.to}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-peacock underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden className="size-5" />
          {back.label}
        </Link>
      </div>
      {children}
    </div>
  )
}

/** The browser's Back from the bank may bring this page as it was left, in the middle of paying: loads it anew. */
function useFreshAfterBank(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}
