import type { Totals } from '@haat/contract/pricing'
import type { Checkout } from '@haat/contract/rules'
import type { ShopSettings } from '@haat/contract/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readSession } from '../../api/session.ts'
import { settingsQuery } from '../../api/settings.queries.ts'
import { addressesQuery } from '../../features/addresses/addresses.queries.ts'
import type { CheckoutItem } from '../../features/checkout/checkout-item.ts'
import { isShort } from '../../features/checkout/checkout-item.ts'
import { readReturn } from '../../features/checkout/checkout-state.ts'
import { orderBody, orderProblem } from '../../features/checkout/order-body.ts'
import type { PaymentChoice } from '../../features/checkout/payment-options.tsx'
import { methodOf } from '../../features/checkout/payment-options.tsx'
import type { Refusal } from '../../features/checkout/refusal.ts'
import { orderWords } from '../../features/checkout/refusal.ts'
import { totalsOf } from '../../features/checkout/totals.ts'
import { useCoupon } from '../../features/checkout/use-coupon.ts'
import { usePlaceOrder } from '../../features/checkout/use-place-order.ts'
import type { Step } from '../../features/checkout/use-steps.ts'
import { useSteps } from '../../features/checkout/use-steps.ts'
import { profileQuery } from '../../features/profile/profile.queries.ts'
import { toast } from '../../ui/toast.ts'

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

/** What a checkout knows and does, from the first step to the placed order. */
export function useCheckout({ checkout, items, settings, refresh, onPlaced }: CheckoutParts) {
  const client = useQueryClient()
  const addresses = useQuery(addressesQuery())
  const { data: profile } = useQuery(profileQuery())
  const steps = useSteps()
  const coupon = useCoupon(readReturn(useLocation().state).coupon ?? '')
  const [choice, setChoice] = useState<PaymentChoice | null>(null)
  const [priceChange, setPriceChange] = useState<{ before: number; totals: Totals; known: boolean } | null>(
    null,
  )
  const [stockNews, setStockNews] = useState<string | null>(null)

  const chosen =
    addresses.data?.find(({ id }) => id === steps.addressId) ??
    addresses.data?.find(({ is_default }) => is_default) ??
    null
  const step: Step = chosen ? steps.step : 1
  const totals = totalsOf(items, settings.delivery, checkout, coupon.applied?.discount ?? 0)
  const method = methodOf(choice)

  const { place, busy } = usePlaceOrder({ onRefused: (refusal) => void refused(refusal), onPlaced })

  async function refused(refusal: Refusal): Promise<void> {
    if (refusal.kind !== 'price') say(refusal.message)
    if (refusal.kind === 'other') return
    setPriceChange(
      refusal.kind === 'price' ? { before: totals.total_amount, totals: refusal.totals, known: false } : null,
    )
    if (refusal.kind === 'stock') setStockNews(refusal.message)
    if (refusal.kind === 'coupon') coupon.drop(refusal.message)
    if (refusal.kind !== 'price') steps.goTo(2)
    const [fresh] = await Promise.all([refresh(), client.invalidateQueries(settingsQuery())])
    if (refusal.kind !== 'coupon') await coupon.reapply(fresh)
    setPriceChange((change) => change && { ...change, known: true })
  }

  const placeOrder = () => {
    const problem = orderProblem({ address: chosen, method, items })
    if (problem !== null || !chosen || !method) return say(problem ?? '')
    if (!readSession()) return say(orderWords(method).login)
    return place(
      orderBody({
        checkout,
        address: chosen,
        method,
        items,
        totals,
        coupon: coupon.applied,
        profile,
        defaults: settings,
      }),
    )
  }

  return {
    addresses,
    chosen,
    chooseAddress: steps.choose,
    step,
    goTo: (target: Step) => {
      if (!chosen) return say('Please select a delivery address')
      if (target === 3 && items.some(isShort)) {
        setStockNews(SHORT)
        return say(SHORT)
      }
      if (target !== 2) setStockNews(null)
      return steps.goTo(target)
    },
    coupon,
    totals,
    choice,
    setChoice,
    stockNews: items.some(isShort) ? stockNews : null,
    priceChange,
    review: () => {
      setPriceChange(null)
      steps.goTo(2)
    },
    placeOrder,
    busy,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>
