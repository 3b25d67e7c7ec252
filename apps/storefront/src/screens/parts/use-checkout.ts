import type { Checkout } from '@haat/contract/rules'
import type { ShopSettings } from '@haat/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readSession } from '../../api/session.ts'
import { addressesQuery } from '../../features/addresses/addresses.queries.ts'
import type { CheckoutItem } from '../../features/checkout/checkout-item.ts'
import { isShort } from '../../features/checkout/checkout-item.ts'
import { readReturn } from '../../features/checkout/checkout-state.ts'
import { orderBody, orderProblem } from '../../features/checkout/order-body.ts'
import type { PaymentChoice } from '../../features/checkout/payment-options.tsx'
import { methodOf } from '../../features/checkout/payment-options.tsx'
import { orderWords } from '../../features/checkout/refusal.ts'
import { totalsOf } from '../../features/checkout/totals.ts'
import { useCoupon } from '../../features/checkout/use-coupon.ts'
import { usePlaceOrder } from '../../features/checkout/use-place-order.ts'
import type { Step } from '../../features/checkout/use-steps.ts'
import { useSteps } from '../../features/checkout/use-steps.ts'
import { profileQuery } from '../../features/profile/profile.queries.ts'
import { toast } from '../../ui/toast.ts'
import { useRefusals } from './use-refusals.ts'

const SHORT = 'Some items are not available in this quantity. Please change or remove them.'

interface CheckoutParts {
  checkout: Checkout
  items: readonly CheckoutItem[]
  settings: ShopSettings
  /** Loads the items anew; gives them as they are now. */
  refresh: () => Promise<readonly CheckoutItem[]>
  onPlaced: () => void
}

const say = (message: string): void => toast('error', message, 'checkout')

/** The saved addresses and the chosen one: the shopper's choice, else the default. */
function useAddressChoice(addressId: number) {
  const addresses = useQuery(addressesQuery())
  const known = addresses.data ?? []
  const chosen = known.find(({ id }) => id === addressId) ?? known.find(({ is_default }) => is_default)
  return { addresses, chosen: chosen ?? null }
}

/** What a checkout knows and does, from the first step to the placed order. */
export function useCheckout({ checkout, items, settings, refresh, onPlaced }: CheckoutParts) {
  const steps = useSteps()
  const { addresses, chosen } = useAddressChoice(steps.addressId)
  const { data: profile } = useQuery(profileQuery())
  const coupon = useCoupon(readReturn(useLocation().state).coupon ?? '')
  const [choice, setChoice] = useState<PaymentChoice | null>(null)
  const totals = totalsOf(items, settings.delivery, checkout, coupon.applied?.discount ?? 0)
  const refusals = useRefusals({
    coupon,
    total: totals.total_amount,
    refresh,
    toSummary: () => steps.goTo(2),
  })
  const { place, busy } = usePlaceOrder({
    onRefused: (refusal) => void refusals.refused(refusal),
    onPlaced,
  })
  const isMissing = items.some(isShort)

  const goTo = (target: Step) => {
    if (!chosen) return say('Please select a delivery address')
    const stays = target === 3 && isMissing
    if (target !== 2) refusals.setStockNews(stays ? SHORT : null)
    return stays ? say(SHORT) : steps.goTo(target)
  }

  const placeOrder = () => {
    const method = methodOf(choice)
    const problem = orderProblem({ address: chosen, method, items })
    if (problem !== null) return say(problem)
    if (!chosen || !method) return
    if (!readSession()) return say(orderWords(method).login)
    const order = { checkout, address: chosen, method, items, totals, coupon: coupon.applied }
    return place(orderBody({ ...order, profile, defaults: settings }))
  }

  return {
    addresses,
    chosen,
    chooseAddress: steps.choose,
    step: chosen ? steps.step : (1 as Step),
    goTo,
    coupon,
    totals,
    choice,
    setChoice,
    stockNews: isMissing ? refusals.stockNews : null,
    priceChange: refusals.priceChange,
    review: () => {
      refusals.closePriceChange()
      steps.goTo(2)
    },
    placeOrder,
    busy,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>
