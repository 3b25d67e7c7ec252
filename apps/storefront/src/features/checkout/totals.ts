import type { Totals } from '@haat/contract/pricing'
import { priceOrder } from '@haat/contract/pricing'
import type { Checkout, DeliveryRule } from '@haat/contract/rules'
import type { CheckoutItem } from './checkout-item.ts'

/**
 * What a checkout comes to, in paise.
 *
 * @param discount of the coupon, as the server reckoned it
 */
export function totalsOf(
  items: readonly CheckoutItem[],
  delivery: DeliveryRule,
  checkout: Checkout,
  discount: number,
): Totals {
  const { items_total, total_shipping_price } = priceOrder(items, null, delivery, checkout)
  const total_items_discount = Math.min(discount, items_total)
  return {
    items_total,
    total_shipping_price,
    total_items_discount,
    total_amount: items_total + total_shipping_price - total_items_discount,
  }
}
