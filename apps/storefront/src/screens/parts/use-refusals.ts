import type { Totals } from '@haat/contract/pricing'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '../../api/settings.queries.ts'
import type { CheckoutItem } from '../../features/checkout/checkout-item.ts'
import type { Refusal } from '../../features/checkout/refusal.ts'
import type { CouponState } from '../../features/checkout/use-coupon.ts'
import { toast } from '../../ui/toast.ts'

interface PriceChange {
  /** Paise: what the shopper agreed to. */
  before: number
  totals: Totals
  /** The lines have their new prices. */
  known: boolean
}

interface RefusalParts {
  coupon: CouponState
  /** Paise. */
  total: number
  /** Loads the items anew; gives them as they are now. */
  refresh: () => Promise<readonly CheckoutItem[]>
  /** Shows the order with its items again. */
  toSummary: () => void
}

/** What a refused order leaves on the screen, and brings prices, stock and coupon up to date. */
export function useRefusals({ coupon, total, refresh, toSummary }: RefusalParts) {
  const client = useQueryClient()
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null)
  const [stockNews, setStockNews] = useState<string | null>(null)

  async function update(keepCoupon: boolean): Promise<void> {
    const [fresh] = await Promise.all([refresh(), client.invalidateQueries(settingsQuery())])
    if (keepCoupon) await coupon.reapply(fresh)
  }

  async function refused(refusal: Refusal): Promise<void> {
    setPriceChange(null)
    if (refusal.kind === 'price') {
      setPriceChange({ before: total, totals: refusal.totals, known: false })
      await update(true)
      return setPriceChange((change) => change && { ...change, known: true })
    }
    toast('error', refusal.message, 'checkout')
    if (refusal.kind === 'other') return
    if (refusal.kind === 'stock') setStockNews(refusal.message)
    if (refusal.kind === 'coupon') coupon.drop(refusal.message)
    toSummary()
    return update(refusal.kind !== 'coupon')
  }

  return { priceChange, closePriceChange: () => setPriceChange(null), stockNews, setStockNews, refused }
}
