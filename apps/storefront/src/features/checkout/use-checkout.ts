import { stateProblem } from '@haat/contract/indian-states'
import type { PlaceOrder } from '@haat/contract/orders'
import type { Checkout, PaymentMethod } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readSession } from '../../api/session.ts'
import type { StorefrontSettings } from '../../api/settings.queries.ts'
import { useSearchOnce } from '../../lib/use-once.ts'
import { toast } from '../../ui/toast.ts'
import { addressesQuery } from '../addresses/addresses.queries.ts'
import { profileQuery } from '../profile/profile.queries.ts'
import type { CheckoutItem } from './checkout-item.ts'
import { stockProblem } from './checkout-item.ts'
import { unreachedText, useCoupon } from './coupon.tsx'
import { orderBody, orderProblem, totalsOf } from './order-body.ts'
import { orderTexts, usePlaceOrder, useRefusals } from './place-order.ts'

export type Step = 1 | 2 | 3

const stepOf = (text: string | null): Step => (text === '2' ? 2 : text === '3' ? 3 : 1)

/**
 * The step, the selected address and the payment method, kept in the URL so that a reload, the browser's Back and a login
 * keep them. Only a step forward adds a history entry.
 */
function useSteps() {
  const [search, setSearch] = useSearchOnce()
  const step = stepOf(search.get('step'))
  const change = (changes: Record<string, string>, replace: boolean) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    setSearch(next, { replace })
  }
  return {
    step,
    /** Id of the selected address; 0 before a selection. */
    addressId: Number(search.get('address') ?? 0),
    goTo: (target: Step) => change({ step: String(target) }, target < step),
    select: (addressId: number) => change({ address: String(addressId) }, true),
    /** As the address has it; any text. */
    payment: search.get('payment'),
    choosePayment: (choice: PaymentChoice) => change({ payment: choice }, true),
  }
}

/** The payment methods, under the names that the specification gives them on screen. */
export type PaymentChoice = 'upi' | 'online' | 'cod'

/** The payment methods that the shop offers. */
export const choicesOf = (
  checkout: Checkout,
  { online_payment, payments }: Pick<StorefrontSettings, 'online_payment' | 'payments'>,
): PaymentChoice[] => [
  ...(online_payment ? [checkout === 'cart' ? ('upi' as const) : ('online' as const)] : []),
  ...(payments.cod ? ['cod' as const] : []),
]

const methodOf = (choice: PaymentChoice | null): PaymentMethod | null =>
  choice === null ? null : choice === 'cod' ? 'COD' : 'ONLINE'

const SHORT_OF_STOCK = 'Some items are not available in this quantity. Please change or remove them.'

interface CheckoutOptions {
  checkout: Checkout
  items: readonly CheckoutItem[]
  settings: StorefrontSettings
  /** Reloads the items and returns them. */
  refresh: () => Promise<readonly CheckoutItem[]>
  onPlaced: () => void
}

/** The saved addresses and the selected one, at first the default. */
function useAddressSelection(addressId: number) {
  const addresses = useQuery(addressesQuery())
  const all = addresses.data ?? []
  const selected = all.find(({ id }) => id === addressId) ?? all.find(({ is_default }) => is_default)
  return { addresses, selected: selected ?? null }
}

/** The state and the actions of a checkout, from the first step to the placed order. */
export function useCheckout({ checkout, items, settings, refresh, onPlaced }: CheckoutOptions) {
  const steps = useSteps()
  const { addresses, selected } = useAddressSelection(steps.addressId)
  const { data: profile } = useQuery(profileQuery())
  const price = (lines: readonly CheckoutItem[], discount = 0) =>
    totalsOf(lines, settings.delivery, checkout, discount)
  const available = items.filter((item) => stockProblem(item) === null)
  const coupon = useCoupon({
    isOffered: checkout === 'cart',
    items: available,
    itemsTotalOf: (lines) => price(lines).items_total,
  })
  const choices = choicesOf(checkout, settings)
  const [first = null] = choices
  // The only one needs no choice.
  const choice = choices.length === 1 ? first : (choices.find((each) => each === steps.payment) ?? null)
  const totals = price(available, coupon.applied?.discount)
  const onCartPage = checkout === 'cart' ? totalsOf(available, settings.delivery, 'cart-page', 0) : totals
  const refusals = useRefusals({
    coupon,
    total: totals.total_amount,
    refresh,
    toSummary: () => steps.goTo(2),
  })
  const hasRenewed = useRef(false)
  const { place, busy } = usePlaceOrder({
    onRefused: (refusal, body) => {
      const isRenewable = refusal.kind === 'coupon' && coupon.applied !== null && !hasRenewed.current
      return isRenewable ? placeWithRenewed(body) : void refusals.refused(refusal)
    },
    onPlaced,
  })
  /** Once per press. The body is the same but for the coupon, unless the discount is another one now. */
  const placeWithRenewed = async (body: PlaceOrder): Promise<unknown> => {
    hasRenewed.current = true
    const renewed = await coupon.renew()
    if ('problem' in renewed) {
      const { problem, message } = renewed
      return refusals.refused({ kind: problem === 'refused' ? 'coupon' : 'other', message })
    }
    if (renewed.discount !== coupon.applied?.discount)
      return refusals.refused({ kind: 'price', totals: price(available, renewed.discount) })
    return place({ ...body, order_coupon_id: renewed.level === 'order' ? renewed.order_coupon_id : null })
  }
  const isShortOfStock = available.length < items.length
  const [correcting, setCorrecting] = useState(false)
  const fail = (message: string) => {
    refusals.setFailure({ message })
    toast('error', message, 'checkout')
  }

  const goTo = (target: Step) => {
    refusals.setFailure(null)
    if (!selected) return fail('Please select a delivery address')
    if (target !== 1 && stateProblem(selected)) return setCorrecting(true)
    const isBlocked = target === 3 && isShortOfStock
    if (target !== 2) refusals.setStockMessage(isBlocked ? SHORT_OF_STOCK : null)
    return isBlocked ? toast('error', SHORT_OF_STOCK, 'checkout') : steps.goTo(target)
  }

  const continueToPayment = async () => {
    if (!coupon.busy || (await coupon.whenApplied())) goTo(3)
  }

  const placeOrder = () => {
    refusals.setFailure(null)
    hasRenewed.current = false
    const method = methodOf(choice)
    const problem = orderProblem({ address: selected, method, items })
    if (problem !== null) return fail(problem)
    if (!selected || !method) return
    if (stateProblem(selected)) return setCorrecting(true)
    if (isShortOfStock) return refusals.refused({ kind: 'stock', message: SHORT_OF_STOCK })
    if (!readSession()) return fail(orderTexts(method).login)
    if (coupon.unreached !== null) {
      return toast('error', unreachedText(coupon.unreached), 'checkout')
    }
    const order = { checkout, address: selected, method, items, totals, coupon: coupon.applied }
    return place(orderBody({ ...order, profile, defaults: settings }))
  }

  return {
    addresses,
    selected,
    selectAddress: (id: number) => {
      refusals.setFailure(null)
      steps.select(id)
    },
    step: selected ? steps.step : (1 as Step),
    goTo,
    /** Waits for a coupon that is being applied; one that is refused is shown where it is. */
    continueToPayment,
    /** Whether the selected address is shown to be corrected: its state does not fit its PIN code. */
    correcting,
    closeCorrection: () => setCorrecting(false),
    coupon,
    totals,
    waived: onCartPage.total_shipping_price - totals.total_shipping_price,
    choice,
    setChoice: (next: PaymentChoice) => {
      refusals.setFailure(null)
      steps.choosePayment(next)
    },
    /** The items that can be bought as they are: the totals are theirs. */
    available,
    /** Why the last act failed, until the next one. */
    failure: refusals.failure,
    stockMessage: isShortOfStock ? refusals.stockMessage : null,
    priceChange: refusals.priceChange,
    review: () => {
      refusals.closePriceChange()
      steps.goTo(2)
    },
    /** Shows the dialog that verifies the e-mail address. */
    verifying: refusals.verifying,
    email: profile?.email,
    closeVerification: refusals.closeVerification,
    placeOrder,
    busy,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>
