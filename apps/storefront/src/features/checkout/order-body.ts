import type { PlaceOrder } from '@haat/contract/orders'
import type { Totals } from '@haat/contract/pricing'
import { fixedDiscount, lineTotal, priceOrder } from '@haat/contract/pricing'
import type { Address } from '@haat/contract/profile'
import { type Checkout, type DeliveryRule, type PaymentMethod, shippingOf } from '@haat/contract/rules'
import type { CheckoutItem } from './checkout-item.ts'
import type { AppliedCoupon } from './coupon.tsx'

/**
 * The totals of a checkout in paise.
 *
 * @param discount the coupon's discount in paise, as the server computed it
 */
export const totalsOf = (
  items: readonly CheckoutItem[],
  delivery: DeliveryRule,
  checkout: Checkout | 'cart-page',
  discount: number,
): Totals => priceOrder(items, fixedDiscount(discount), delivery, checkout)

/** The input for an order. Amounts in paise. */
export interface OrderDraft {
  checkout: Checkout
  address: Address
  method: PaymentMethod
  items: readonly CheckoutItem[]
  totals: Totals
  coupon: AppliedCoupon | null
  profile: { name: string; phone: string } | undefined
  defaults: { default_country: string; placeholder_phone: string }
}

/** The body of the request that places the order. */
export function orderBody(draft: OrderDraft): PlaceOrder {
  const { address, method, items, totals, coupon } = draft
  return {
    address_id: address.id,
    payment_method: method,
    checkout: draft.checkout,
    shipping_details: shippingOf(address, draft.profile, draft.defaults),
    items: items.map(({ product_id, variant_id, quantity, price }) => ({
      product_id,
      variant_id,
      quantity,
      price,
      sub_total: lineTotal({ price, quantity }),
      per_item_discount: 0,
      per_item_coupon_code: null,
      shipping_price: 0,
      shipping_message: '',
      per_item_coupon_id: null,
    })),
    total_amount: totals.total_amount,
    total_shipping_price: totals.total_shipping_price,
    total_items_discount: totals.total_items_discount,
    order_coupon_id: coupon?.level === 'order' ? coupon.order_coupon_id : null,
  }
}

function itemProblem({ name, product_id, quantity, price }: CheckoutItem): string | null {
  if (!(Number.isInteger(product_id) && product_id > 0)) return `Invalid product ID for item: ${name}`
  if (!(quantity > 0)) return `Invalid quantity for item: ${name}`
  return price > 0 ? null : `Invalid price for item: ${name}`
}

/** The first reason why the order cannot be placed, as a text for the shopper; null when there is none. */
export function orderProblem(order: {
  address: Address | null
  method: PaymentMethod | null
  items: readonly CheckoutItem[]
}): string | null {
  if (!order.address) return 'Please select a delivery address'
  if (!order.method) return 'Please select a payment method!'
  if (order.items.length === 0) return 'No items in cart'
  const problems = order.items.map(itemProblem)
  const allBad = problems.length > 1 && problems.every((problem) => problem !== null)
  return allBad ? 'No valid items found in cart' : (problems.find((problem) => problem !== null) ?? null)
}
