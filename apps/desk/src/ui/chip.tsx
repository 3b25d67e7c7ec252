import { cx } from '@haat/ui/cx'
import type { LucideIcon } from 'lucide-react'

/** Whose turn it is: the shop's, somebody else's, the courier's, nobody's; or something is wrong. */
export type Turn = 'ours' | 'theirs' | 'moving' | 'done' | 'trouble' | 'off'

const TURNS: Record<Turn, string> = {
  ours: 'border-peacock/30 bg-peacock-tint text-peacock',
  theirs: 'border-transparent bg-marigold-tint text-ink',
  moving: 'border-transparent bg-paper-deep text-ink',
  done: 'border-transparent bg-leaf-tint text-leaf',
  trouble: 'border-transparent bg-brick-tint text-brick',
  off: 'border-line-strong text-ink-soft',
}

export interface Look {
  label: string
  turn: Turn
  icon: LucideIcon
}

/** A state: icon, word, and the colour that says whose turn it is. */
export function Chip({ turn, icon: Icon, label }: Look) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full border px-2.5 text-xs font-bold whitespace-nowrap',
        TURNS[turn],
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {label}
    </span>
  )
}
