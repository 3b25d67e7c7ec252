import { formatRupees } from '@haat/contract/money'
import type { Checkout } from '@haat/contract/rules'
import { streetOf } from '@haat/contract/rules'
import { ArrowLeft, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../api/client.ts'
import type { StorefrontSettings } from '../../api/settings.queries.ts'
import { cx } from '../../lib/cx.ts'
import type { ButtonVariant } from '../../ui/button.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { BottomBar } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { AddressPicker, AddressText } from '../addresses/address-picker.tsx'
import { OrderLink } from '../orders/order-notices.tsx'
import type { CheckoutItem } from './checkout-item.ts'
import { stockProblem } from './checkout-item.ts'
import { CouponBox, UnreachedCoupon } from './coupon.tsx'
import { PaymentOptions } from './payment-options.tsx'
import type { StepFailure } from './place-order.ts'
import type { CheckoutState, Step } from './use-checkout.ts'

const STEPS = [
  { step: 1, label: 'Delivery Address' },
  { step: 2, label: 'Order Summary' },
  { step: 3, label: 'Payment' },
] as const

/** The three steps. Finished ones are buttons that lead back. */
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
                <Mark step={step} label={label} state={step === current ? 'current' : 'future'} />
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
  future: 'border-line-strong bg-card text-ink-soft',
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
          state === 'future' ? 'text-ink-soft' : 'font-semibold',
          state === 'done' && 'underline-offset-4 group-hover:underline',
        )}
      >
        {label}
        {state === 'done' && <span className="sr-only"> (done)</span>}
      </span>
    </span>
  )
}

interface AddressStepProps {
  state: CheckoutState
  /** The items of step 2. */
  items: readonly CheckoutItem[]
  onAdd: () => void
}

/** Step 1: the delivery address. Names the items that have to be changed or removed in step 2. */
export function AddressStep({ state, items, onAdd }: AddressStepProps) {
  const { addresses, selected, selectAddress, goTo } = state
  const failure =
    addresses.error && messageOf(addresses.error, 'Failed to load addresses', 'Error loading addresses')
  useEffect(() => {
    if (failure) toast('error', failure, 'checkout')
  }, [failure])
  return (
    <section aria-label="Delivery Address">
      <StepHeading>Delivery Address</StepHeading>
      {items.some(stockProblem) && (
        <Notice tone="bad" className="mb-4">
          {items.filter(stockProblem).map((item) => (
            <p key={item.variant_id} className="mb-1 wrap-anywhere">
              <b>{item.name}:</b> {stockProblem(item)}
            </p>
          ))}
          <p className="text-sm">You can change or remove it in the order summary.</p>
        </Notice>
      )}
      {failure && !addresses.data ? (
        <Notice tone="bad" onRetry={() => addresses.refetch()}>
          {failure}
        </Notice>
      ) : (
        <AddressPicker
          addresses={addresses.data ?? []}
          chosen={selected}
          onChoose={({ id }) => selectAddress(id)}
          onDeliver={() => goTo(2)}
          onAdd={onAdd}
        />
      )}
      <Failure failure={state.failure} />
      <StepActions
        total={state.totals.total_amount}
        label="Continue"
        variant={selected ? 'primary' : 'outline'}
        onNext={() => goTo(2)}
      />
    </section>
  )
}

interface SummaryStepProps {
  state: CheckoutState
  itemList?: ReactNode
  withCoupon?: boolean
}

/** Step 2: items, address and coupon. */
export function SummaryStep({ state, itemList, withCoupon }: SummaryStepProps) {
  const { selected, coupon, stockMessage, goTo, totals } = state
  return (
    <section aria-label="Order Summary">
      <StepHeading>Order Summary</StepHeading>
      {stockMessage && (
        <Notice tone="bad" className="mb-4">
          {stockMessage}
        </Notice>
      )}
      {selected && (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 rounded-md border border-line bg-card p-4">
          <div className="min-w-0 flex-1 basis-56">
            <p className="mb-1 text-sm font-semibold text-ink-soft">Deliver to</p>
            <AddressText address={selected} />
          </div>
          <Button variant="quiet" size="sm" className="-mr-2 max-sm:-ml-3" onClick={() => goTo(1)}>
            Change Address
          </Button>
        </div>
      )}
      {itemList}
      <UnreachedCoupon coupon={coupon} />
      {withCoupon && <CouponBox coupon={coupon} items={state.available} />}
      <StepActions
        total={totals.total_amount}
        label="Continue to Payment"
        onNext={state.continueToPayment}
        onBack={() => goTo(1)}
      />
    </section>
  )
}

interface PaymentStepProps {
  state: CheckoutState
  checkout: Checkout
  settings: StorefrontSettings
}

/** Step 3: the payment method and the button that places the order. */
export function PaymentStep({ state, checkout, settings }: PaymentStepProps) {
  const { choice, setChoice, coupon, busy, placeOrder, goTo, totals } = state
  const onDelivery = choice === 'cod'
  const label = onDelivery ? 'Place Order (COD)' : 'Proceed to Payment'
  const busyLabel = onDelivery ? 'Placing Order...' : 'Processing Payment...'
  return (
    <section aria-label="Payment">
      <StepHeading>Payment</StepHeading>
      {state.selected && (
        <p className="-mt-2 mb-4 text-sm wrap-anywhere text-ink-soft">
          To {state.selected.full_name}, {streetOf(state.selected)}, {state.selected.city}{' '}
          {state.selected.pincode}
        </p>
      )}
      <UnreachedCoupon coupon={state.coupon} />
      <PaymentOptions checkout={checkout} settings={settings} choice={choice} onChange={setChoice} />
      <Failure failure={state.failure} />
      <StepActions
        total={totals.total_amount}
        label={busy ? busyLabel : label}
        busy={busy || coupon.isChanging}
        onNext={placeOrder}
        onBack={() => goTo(2)}
      />
    </section>
  )
}

/** Why the step's button did nothing. Its toast lasts three seconds, this until the shopper does something. */
function Failure({ failure }: { failure: StepFailure | null }) {
  if (failure === null) return null
  const { message, orderId } = failure
  return (
    <Notice tone="bad" className="mt-4" action={orderId !== undefined && <OrderLink id={orderId} />}>
      {message}
    </Notice>
  )
}

/**
 * Focuses the heading of a new step and scrolls to the top. A screen that opens with the first step keeps the focus on its
 * own heading.
 *
 * @param step null while the step is unknown
 */
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

function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h2 tabIndex={-1} data-page-heading data-step-heading className="mb-4 text-xl font-bold">
      {children}
    </h2>
  )
}

interface StepActionsProps {
  /** Paise; shown beside the button on a phone, where the price panel is not visible. */
  total: number
  label: string
  variant?: ButtonVariant
  busy?: boolean
  onNext: () => unknown
  /** Absent on the first step. */
  onBack?: () => void
}

/** The buttons of a step; on a phone they stay at the bottom of the screen. */
function StepActions({ total, label, variant, busy = false, onNext, onBack }: StepActionsProps) {
  return (
    <div className="mt-6 flex flex-col gap-3 sm:sticky sm:bottom-0 sm:z-10 sm:flex-row sm:justify-end sm:border-t sm:border-line sm:bg-paper sm:py-4">
      {onBack && (
        <Button
          variant="quiet"
          disabled={busy}
          onClick={onBack}
          className="max-sm:-ml-4 max-sm:self-start max-sm:px-4 sm:min-h-13"
        >
          <ArrowLeft aria-hidden className="size-5" />
          Back
        </Button>
      )}
      <BottomBar className="flex items-center gap-4">
        <p className="figures text-lg leading-none font-bold sm:hidden">
          <span className="sr-only">Total </span>
          {formatRupees(total)}
        </p>
        <Button
          size="lg"
          variant={variant}
          busy={busy}
          onClick={onNext}
          className="max-sm:min-h-12 max-sm:grow max-sm:px-3"
        >
          {label}
        </Button>
      </BottomBar>
    </div>
  )
}
