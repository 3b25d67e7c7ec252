import { t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import { ArrowLeft, Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '@haat/ui/cx'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { BottomBar } from '../../ui/page.tsx'
import { OrderLink } from '../orders/order-notices.tsx'
import type { CheckoutState, Step } from './use-checkout.ts'

const STEPS = [
  { step: 1, label: () => t`Delivery Address` },
  { step: 2, label: () => t`Order Summary` },
  { step: 3, label: () => t`Payment` },
] as const

/** The three steps. Finished ones are buttons that lead back. */
export function StepIndicator({ current, onBack }: { current: Step; onBack: (step: Step) => void }) {
  return (
    <nav aria-label={t`Checkout steps`}>
      <ol className="@container flex items-start">
        {STEPS.map(({ step, label }) => {
          const isDone = step < current
          const isFuture = step > current
          const Tag = isDone ? 'button' : 'span'
          return (
            <li
              key={step}
              aria-current={step === current ? 'step' : undefined}
              className={cx(
                'relative flex flex-1 justify-center text-center',
                step > 1 &&
                  'before:absolute before:top-4.5 before:right-[calc(50%+1.5rem)] before:left-[calc(-50%+1.5rem)] before:h-0.5',
                isFuture ? 'before:bg-line' : 'before:bg-peacock',
              )}
            >
              <Tag
                {...(isDone && { type: 'button', onClick: () => onBack(step) })}
                className="group flex flex-col items-center gap-1.5 rounded-md px-1"
              >
                <span
                  className={cx(
                    'figures flex size-9 items-center justify-center rounded-full border-2 font-bold',
                    isDone && 'border-peacock bg-peacock text-paper',
                    step === current && 'border-peacock bg-marigold text-ink',
                    isFuture && 'border-line-strong bg-card text-ink-soft',
                  )}
                >
                  {isDone ? <Check aria-hidden className="size-5" /> : step}
                </span>
                <span
                  className={cx(
                    'text-xs sm:text-sm',
                    isFuture ? 'text-ink-soft' : 'font-semibold',
                    isDone && 'underline-offset-4 group-hover:underline',
                    // Large letters leave no room for them.
                    step !== current && '@max-[17rem]:sr-only',
                  )}
                >
                  {label()}
                  {isDone && <span className="sr-only"> {t`(done)`}</span>}
                </span>
              </Tag>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Why the step's button did nothing. Its toast lasts three seconds, this until the shopper does something. */
export function Failure({ state, className = 'mt-4' }: { state: CheckoutState; className?: string }) {
  const { failure } = state
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [failure])
  if (failure === null) return null
  const { message, orderId } = failure
  return (
    // Above the toast that says it too, on a phone.
    <div ref={place} className={cx('scroll-mb-24', className)}>
      <Notice tone="bad" action={orderId !== undefined && <OrderLink id={orderId} />}>
        {message}
      </Notice>
    </div>
  )
}

/** Focuses the heading of a new step, at the top, but for the one that the screen opens with. @param step null while it is unknown */
export function useStepFocus(step: Step | null): void {
  const previous = useRef<Step | null>(1)
  useEffect(() => {
    if (step === null || previous.current === step) return
    previous.current = step
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('[data-step-heading]')?.focus({ preventScroll: true })
  }, [step])
  useEffect(() => {
    // The browser would scroll to where the shopper left the step, after Back and after a reload.
    history.scrollRestoration = 'manual'
    return () => void (history.scrollRestoration = 'auto')
  }, [])
}

interface StepFrameProps {
  title: string
  state: CheckoutState
  /** Of the button that leads on. */
  label: string
  busy?: boolean
  /** The id of the text that says why the button leads nowhere. */
  blockedBy?: string | undefined
  onNext: () => unknown
  /** Absent on the first step. */
  onBack?: () => void
  children: ReactNode
}

/** A step between its heading and its buttons; on a phone these stay at the bottom of the screen. */
export function StepFrame(props: StepFrameProps) {
  const { title, state, label, busy = false, onNext, onBack, children, blockedBy } = props
  return (
    <section aria-label={title}>
      {/* On a phone the step above says it. */}
      <h2 tabIndex={-1} data-page-heading data-step-heading className="mb-4 text-xl font-bold max-sm:sr-only">
        {title}
      </h2>
      {children}
      <div
        className={cx(
          'mt-2 flex flex-col gap-3 sm:mt-8 sm:flex-row sm:justify-end sm:bg-paper sm:py-4',
          // What scrolls below it fades into it; not where it leads nowhere yet.
          state.selected &&
            'sm:sticky sm:bottom-0 sm:z-10 sm:before:pointer-events-none sm:before:absolute sm:before:inset-x-0 sm:before:bottom-full sm:before:h-5 sm:before:bg-linear-to-t sm:before:from-paper',
        )}
      >
        {onBack && (
          <Button
            variant="quiet"
            icon={ArrowLeft}
            disabled={busy}
            onClick={onBack}
            className="max-sm:-ml-4 max-sm:self-start max-sm:px-4 sm:min-h-13"
          >
            {t`Back`}
          </Button>
        )}
        <BottomBar className="flex items-center gap-4">
          {state.available.length > 0 && (
            <p className="figures text-lg leading-none font-bold sm:hidden">
              <span className="sr-only">{t`Total`} </span>
              {formatRupees(state.totals.total_amount)}
            </p>
          )}
          <Button
            size="lg"
            variant={state.selected ? 'primary' : 'outline'}
            {...{ blockedBy, busy }}
            onClick={onNext}
            className="max-sm:min-h-12 max-sm:grow max-sm:px-2 max-sm:py-1 max-sm:text-base"
          >
            {label}
          </Button>
        </BottomBar>
      </div>
    </section>
  )
}
