import type { PlaceOrder } from '@haat/contract/orders'
import type { Totals } from '@haat/contract/pricing'
import type { Address } from '@haat/contract/profile'
import type { Checkout, PaymentMethod } from '@haat/contract/rules'
import type { CheckoutItem } from './checkout-item.ts'
import type { AppliedCoupon } from './coupon.ts'

/** Everything an order is made of. Amounts in paise. */
export interface Attempt {
  checkout: Checkout
  address: Address
  method: PaymentMethod
  items: readonly CheckoutItem[]
  totals: Totals
  coupon: AppliedCoupon | null
  profile: { name: string; phone: string } | undefined
  defaults: { default_country: string; placeholder_phone: string }
}

/** The order as it goes to the server. */
export function orderBody(attempt: Attempt): PlaceOrder {
  const { address, method, items, totals, coupon } = attempt
  return {
    address_id: address.id,
    payment_method: method,
    checkout: attempt.checkout,
    shipping_details: shippingDetails(attempt),
    items: items.map(({ product_id, variant_id, quantity, price }) => ({
      product_id,
      variant_id,
      quantity,
      price,
      sub_total: price * quantity,
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

function shippingDetails({ address, profile, defaults }: Attempt): PlaceOrder['shipping_details'] {
  return {
    shipping_name: address.full_name || profile?.name || 'Customer',
    shipping_phone: address.phone || profile?.phone || defaults.placeholder_phone,
    shipping_street: [address.address_line1, address.address_line2].filter(Boolean).join(', '),
    shipping_city: address.city,
    shipping_state: address.state,
    shipping_zip: address.pincode,
    shipping_country: address.country || defaults.default_country,
  }
}

function itemProblem({ name, product_id, quantity, price }: CheckoutItem): string | null {
  if (!(Number.isInteger(product_id) && product_id > 0)) return `Invalid product ID for item: ${name}`
  if (!(quantity > 0)) return `Invalid quantity for item: ${name}`
  return price > 0 ? null : `Invalid price for item: ${name}`
}

/** What keeps an order from being placed, in words for the shopper; null when nothing does. */
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
