import { cx } from '@haat/ui/cx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface LinkRowProps {
  /** Where it leads; nowhere without. */
  to: string | undefined
  className?: string
  children: ReactNode
}

/** A row of a card that may lead somewhere. */
export function LinkRow({ to, className, children }: LinkRowProps) {
  const look = cx('flex min-h-11 gap-3 rounded-md px-2', className)
  if (to === undefined) return <div className={look}>{children}</div>
  return (
    <Link to={to} className={cx(look, 'hover:bg-paper-deep')}>
      {children}
      <ChevronRight aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
    </Link>
  )
}

/** A link within a row; its text alone where it leads nowhere. */
export function RowLink({ to, children }: Omit<LinkRowProps, 'className'>) {
  if (to === undefined) return <span className="font-semibold">{children}</span>
  return (
    <Link
      to={to}
      className="inline-flex min-h-8 items-center font-semibold text-peacock underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}
