import type { Checkout } from '@haat/contract/rules'
import type { ShopSettings } from '@haat/contract/settings'
import { PaymentOptions } from '../../features/checkout/payment-options.tsx'
import { StepActions } from '../../features/checkout/step-actions.tsx'
import { StepHeading } from '../../features/checkout/step-heading.tsx'
import type { CheckoutState } from './use-checkout.ts'

interface PaymentStepProps {
  state: CheckoutState
  checkout: Checkout
  settings: ShopSettings & { test_bank: boolean }
}

/** Step 3: how it is paid, and the order itself. */
export function PaymentStep({ state, checkout, settings }: PaymentStepProps) {
  const { choice, setChoice, busy, placeOrder, goTo, totals } = state
  const onDelivery = choice === 'cod'
  const label = onDelivery ? 'Place Order (COD)' : 'Proceed to Payment'
  const busyLabel = onDelivery ? 'Placing Order...' : 'Processing Payment...'
  return (
    <section aria-label="Payment">
      <StepHeading step={3}>Payment</StepHeading>
      <PaymentOptions checkout={checkout} settings={settings} choice={choice} onChoose={setChoice} />
      <StepActions
        total={totals.total_amount}
        label={busy ? busyLabel : label}
        busy={busy}
        onNext={placeOrder}
        onBack={() => goTo(2)}
      />
    </section>
  )
}
