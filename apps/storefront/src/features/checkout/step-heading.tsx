import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { Step } from './use-steps.ts'

/** A step's heading. It takes the focus when the shopper comes from another step, not when the screen opens. */
export function StepHeading({ step, children }: { step: Step; children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo(0, 0)
    ref.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <h2 ref={ref} tabIndex={-1} data-page-heading className="mb-4 text-xl font-bold">
      {children}
    </h2>
  )
}
