import type { ReactNode } from 'react'
import { AddressText } from '../../features/addresses/address-picker.tsx'
import type { CheckoutItem } from '../../features/checkout/checkout-item.ts'
import { CouponBox } from '../../features/checkout/coupon-box.tsx'
import { StepActions } from '../../features/checkout/step-actions.tsx'
import { StepHeading } from '../../features/checkout/step-heading.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import type { CheckoutState } from './use-checkout.ts'

interface SummaryStepProps {
  state: CheckoutState
  items: readonly CheckoutItem[]
  itemList?: ReactNode
  withCoupon?: boolean
}

/** Step 2: what is ordered, where it goes, and the coupon. */
export function SummaryStep({ state, items, itemList, withCoupon }: SummaryStepProps) {
  const { chosen, coupon, stockNews, goTo, totals } = state
  return (
    <section aria-label="Order Summary">
      <StepHeading step={2}>Order Summary</StepHeading>
      {stockNews && (
        <Notice tone="bad" className="mb-4">
          {stockNews}
        </Notice>
      )}
      {chosen && (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 rounded-md border border-line bg-card p-4">
          <div className="min-w-0 flex-1 basis-56">
            <p className="mb-1 text-sm font-semibold text-ink-soft">Deliver to</p>
            <AddressText address={chosen} />
          </div>
          <Button variant="quiet" size="sm" className="-mr-2 max-sm:-ml-3" onClick={() => goTo(1)}>
            Change Address
          </Button>
        </div>
      )}
      {itemList}
      {withCoupon && <CouponBox coupon={coupon} items={items} />}
      <StepActions
        total={totals.total_amount}
        label="Continue to Payment"
        onNext={() => goTo(3)}
        onBack={() => goTo(1)}
      />
    </section>
  )
}
