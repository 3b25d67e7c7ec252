import { cx } from '@haat/ui/cx'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useMe } from '../api/queries.ts'

interface ScreenHeadProps {
  title: string
  badge?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  /** The list that this belongs to. */
  back?: { label: string; path: string }
}

/** A screen's title, which gets the focus when the screen opens, and its buttons. */
export function ScreenHead({ title, badge, text, actions, back }: ScreenHeadProps) {
  const { shop_name } = useMe()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // No effect may return what this does: a promise, in new browsers.
    window.scrollTo(0, 0)
  }, [])
  return (
    <header className="desk-margin flex flex-wrap items-start gap-x-4 gap-y-2 pt-4 pb-2 lg:pt-6">
      <title>{`${title} · ${shop_name}`}</title>
      {back && (
        <div className="max-sm:flex-1 sm:basis-full">
          <Link
            to={back.path}
            className="-ml-1 inline-flex min-h-9 items-center gap-1 text-sm font-semibold text-peacock underline-offset-4 hover:underline"
          >
            <ChevronLeft aria-hidden className="size-4" />
            {back.label}
          </Link>
        </div>
      )}
      {/* On phones the title of a row has a line of its own, below the link back and the buttons; so has every text. */}
      <div className="min-w-0 flex-1 max-sm:contents">
        <div
          className={cx(
            'flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:flex-auto',
            back && 'max-sm:order-1 max-sm:basis-full',
          )}
        >
          <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold">
            {title}
          </h1>
          {badge}
        </div>
        {text && (
          <p className="text-sm text-ink-soft max-sm:order-1 max-sm:-mt-1.5 max-sm:basis-full">{text}</p>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

interface ScreenProps extends ScreenHeadProps {
  /** How its parts are laid out; in one column without. */
  className?: string
  children: ReactNode
}

/** A screen: its title, and its parts below. */
export function Screen({ className = 'grid grid-cols-1 gap-4 py-3', children, ...head }: ScreenProps) {
  return (
    <>
      <ScreenHead {...head} />
      <div className={cx('desk-margin', className)}>{children}</div>
    </>
  )
}
