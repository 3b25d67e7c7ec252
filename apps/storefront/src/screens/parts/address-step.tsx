import { useEffect } from 'react'
import { messageOf } from '../../api/client.ts'
import { AddressPicker } from '../../features/addresses/address-picker.tsx'
import { StepActions } from '../../features/checkout/step-actions.tsx'
import { StepHeading } from '../../features/checkout/step-heading.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.ts'
import type { CheckoutState } from './use-checkout.ts'

/** Step 1: where the order goes. */
export function AddressStep({ state, onAdd }: { state: CheckoutState; onAdd: () => void }) {
  const { addresses, chosen, chooseAddress, goTo } = state
  const failure =
    addresses.error && messageOf(addresses.error, 'Failed to load addresses', 'Error loading addresses')
  useEffect(() => {
    if (failure) toast('error', failure, 'checkout')
  }, [failure])
  return (
    <section aria-label="Delivery Address">
      <StepHeading step={1}>Delivery Address</StepHeading>
      {failure && !addresses.data ? (
        <Notice
          tone="bad"
          action={
            <Button variant="outline" size="sm" onClick={() => void addresses.refetch()}>
              Try again
            </Button>
          }
        >
          {failure}
        </Notice>
      ) : (
        <AddressPicker
          addresses={addresses.data ?? []}
          chosen={chosen}
          onChoose={({ id }) => chooseAddress(id)}
          onDeliver={() => goTo(2)}
          onAdd={onAdd}
        />
      )}
      <StepActions total={state.totals.total_amount} label="Continue" onNext={() => goTo(2)} />
    </section>
  )
}
