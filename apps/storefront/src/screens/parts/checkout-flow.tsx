import type { Checkout } from '@haat/contract/rules'
import type { ShopSettings } from '@haat/contract/settings'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { AddressDialog } from '../../features/addresses/address-dialog.tsx'
import type { CheckoutItem } from '../../features/checkout/checkout-item.ts'
import { readReturn } from '../../features/checkout/checkout-state.ts'
import { CheckoutLoading } from '../../features/checkout/checkout-loading.tsx'
import { PriceChangedDialog } from '../../features/checkout/price-changed-dialog.tsx'
import { PricePanel } from '../../features/checkout/price-panel.tsx'
import { StepIndicator } from '../../features/checkout/step-indicator.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { AddressStep } from './address-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { SummaryStep } from './summary-step.tsx'
import { useCheckout } from './use-checkout.ts'

const ADD_WORDS = {
  failed: 'Failed to add address',
  network: 'Something went wrong',
  place: 'checkout',
} as const

interface CheckoutFlowProps {
  checkout: Checkout
  items: readonly CheckoutItem[]
  settings: ShopSettings & { test_bank: boolean }
  /** Loads the items anew; gives them as they are now. */
  refresh: () => Promise<readonly CheckoutItem[]>
  /** The order stands. */
  onPlaced?: () => void
  panelTitle: string
  /** Stands above every step. */
  intro?: ReactNode
  /** The items of the summary; absent where `intro` shows them. */
  itemList?: ReactNode
  withCoupon?: boolean
}

/** What became of the attempt that the shopper comes back from. */
function FailedPayment() {
  const { failedOrder } = readReturn(useLocation().state)
  if (failedOrder === null) return null
  return (
    <Notice tone="bad" className="mt-6">
      The payment for order #{failedOrder} did not come through, so nothing was ordered. You can try again.
    </Notice>
  )
}

/** The three steps of both checkouts: address, summary, payment. */
export function CheckoutFlow(props: CheckoutFlowProps) {
  const {
    checkout,
    items,
    settings,
    refresh,
    onPlaced = () => undefined,
    panelTitle,
    intro,
    itemList,
  } = props
  const state = useCheckout({ checkout, items, settings, refresh, onPlaced })
  const [adding, setAdding] = useState(false)
  const { step, addresses, priceChange } = state
  if (addresses.isPending) return <CheckoutLoading />
  return (
    <>
      <StepIndicator current={step} onBack={state.goTo} />
      <FailedPayment />
      <div className="mt-8 grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_23rem]">
        <div>
          {intro}
          {step === 1 && <AddressStep state={state} onAdd={() => setAdding(true)} />}
          {step === 2 && (
            <SummaryStep state={state} items={items} itemList={itemList} withCoupon={props.withCoupon} />
          )}
          {step === 3 && <PaymentStep state={state} checkout={checkout} settings={settings} />}
        </div>
        <aside aria-label="Price" className="lg:sticky lg:top-36">
          <PricePanel
            title={panelTitle}
            lines={items.length}
            totals={state.totals}
            seller={settings.seller_label}
          />
        </aside>
      </div>
      {adding && (
        <AddressDialog
          address={null}
          words={ADD_WORDS}
          checked
          onClose={() => setAdding(false)}
          onSaved={({ id }) => state.chooseAddress(id)}
        />
      )}
      {priceChange && (
        <PriceChangedDialog
          {...priceChange}
          busy={state.busy || !priceChange.known}
          onConfirm={state.placeOrder}
          onReview={state.review}
        />
      )}
    </>
  )
}
