import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import './bottom-bar.css'

/** What must always be within reach: fixed to the bottom of a phone's screen, in the flow of a larger one. */
export function BottomBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className={cx(
        'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-card',
        'max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  )
}
