import { CircleAlert, Clock, Info } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Stall } from './stall.tsx'
import { TextsContext } from './texts.tsx'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** A link or a button. */
  action?: ReactNode
  /** Without the picture. */
  isPlain?: boolean
}

/** Shown in place of a list with no entries. */
export function EmptyState({ title, text, action, isPlain = false }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-lg border border-line bg-card px-6 py-5 text-center sm:py-7">
      {!isPlain && <Stall className="mb-3 w-11 sm:w-16" />}
      <p role="status" className="text-xl font-bold">
        {title}
      </p>
      {text && <div className="mt-1 max-w-prose text-ink-soft">{text}</div>}
      {action && <div className="mt-4 max-w-full">{action}</div>}
    </div>
  )
}

const TONES = {
  info: { box: 'bg-peacock-tint', icon: Info, ink: 'text-peacock' },
  wait: { box: 'bg-marigold-tint', icon: Clock, ink: 'text-ink' },
  bad: { box: 'bg-brick-tint', icon: CircleAlert, ink: 'text-brick' },
}

interface NoticeProps {
  tone?: keyof typeof TONES
  /** A button or link at the end. */
  action?: ReactNode
  /** Adds a Try again button. */
  onRetry?: () => unknown
  className?: string
  children: ReactNode
}

/** A message within the page. Screen readers announce `bad` ones at once. */
export function Notice({ tone = 'info', action, onRetry, className, children }: NoticeProps) {
  const { box, icon: Icon, ink } = TONES[tone]
  const { tryAgain } = use(TextsContext)
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-4 py-3', box, className)}
    >
      <Icon aria-hidden className={cx('size-5 shrink-0', ink)} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          {tryAgain}
        </Button>
      )}
    </div>
  )
}

/** A grey placeholder for content that is loading; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('shimmer rounded-sm', className)} />
}
