import type { ReactNode } from 'react'
import { rupees } from '../../lib/format.ts'

interface StepActionsProps {
  /** Paise; shown beside the buttons on a phone, where the price panel is out of sight. */
  total: number
  children: ReactNode
}

/** The buttons of a step: at the foot of the screen on a phone, under the step on wider ones. */
export function StepActions({ total, children }: StepActionsProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-[clamp(1rem,4vw,2.5rem)] mt-6 border-t border-line bg-paper px-[clamp(1rem,4vw,2.5rem)] py-3 lg:static lg:mx-0 lg:border-0 lg:px-0 lg:py-0">
      <p className="mb-2 flex items-baseline justify-between lg:hidden">
        <span className="text-sm text-ink-soft">Total</span>
        <span className="figures text-lg font-bold">{rupees(total)}</span>
      </p>
      <div className="flex gap-3 *:grow lg:justify-end lg:*:grow-0">{children}</div>
    </div>
  )
}
