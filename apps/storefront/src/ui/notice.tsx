import { CircleAlert, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

const TONES = {
  info: { box: 'bg-peacock-tint', icon: Info, ink: 'text-peacock' },
  wait: { box: 'bg-marigold-tint', icon: Clock, ink: 'text-ink' },
  bad: { box: 'bg-brick-tint', icon: CircleAlert, ink: 'text-brick' },
}

interface NoticeProps {
  tone?: keyof typeof TONES
  /** A button or link at its end. */
  action?: ReactNode
  className?: string
  children: ReactNode
}

/** A sentence or two that matter now, in their place on the page. Bad ones are read out at once. */
export function Notice({ tone = 'info', action, className, children }: NoticeProps) {
  const { box, icon: Icon, ink } = TONES[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-4 py-3', box, className)}
    >
      <Icon aria-hidden className={cx('size-5 shrink-0', ink)} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  )
}
