import { Check } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import type { Step } from './use-steps.ts'

const STEPS = [
  { step: 1, label: 'Delivery Address' },
  { step: 2, label: 'Order Summary' },
  { step: 3, label: 'Payment' },
] as const

/** Where the shopper is on the way to an order; steps that are done lead back. */
export function StepIndicator({ current, onBack }: { current: Step; onBack: (step: Step) => void }) {
  return (
    <nav aria-label="Checkout steps">
      <ol className="flex items-start">
        {STEPS.map(({ step, label }) => (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            className={cx(
              'relative flex flex-1 justify-center text-center',
              step > 1 &&
                'before:absolute before:top-4.5 before:right-[calc(50%+1.5rem)] before:left-[calc(-50%+1.5rem)] before:h-0.5',
              step <= current ? 'before:bg-peacock' : 'before:bg-line',
            )}
          >
            {step < current ? (
              <button type="button" onClick={() => onBack(step)} className="group rounded-md px-1">
                <Mark step={step} label={label} state="done" />
              </button>
            ) : (
              <span className="px-1">
                <Mark step={step} label={label} state={step === current ? 'current' : 'coming'} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const CIRCLES = {
  done: 'border-peacock bg-peacock text-paper',
  current: 'border-peacock bg-marigold text-ink',
  coming: 'border-line-strong bg-card text-ink-soft',
}

function Mark({ step, label, state }: { step: Step; label: string; state: keyof typeof CIRCLES }) {
  return (
    <span className="flex flex-col items-center gap-1.5">
      <span
        className={cx(
          'figures flex size-9 items-center justify-center rounded-full border-2 font-bold',
          CIRCLES[state],
        )}
      >
        {state === 'done' ? <Check aria-hidden className="size-5" /> : step}
      </span>
      <span
        className={cx(
          'text-xs sm:text-sm',
          state === 'coming' ? 'text-ink-soft' : 'font-semibold',
          state === 'done' && 'underline-offset-4 group-hover:underline',
        )}
      >
        {label}
        {state === 'done' && <span className="sr-only"> (done)</span>}
      </span>
    </span>
  )
}
