import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TONES = {
  offer: 'bg-marigold text-ink',
  brand: 'bg-peacock text-paper',
  good: 'bg-leaf-tint text-leaf',
  wait: 'bg-marigold-tint text-ink',
  bad: 'bg-brick-tint text-brick',
  plain: 'bg-paper-deep text-ink',
}

interface BadgeProps {
  tone?: keyof typeof TONES
  className?: string
  children: ReactNode
}

/** A short label, coloured by its meaning. */
export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-sm px-2 py-0.5 text-xs font-bold whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
