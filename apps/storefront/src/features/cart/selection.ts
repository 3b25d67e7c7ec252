import type { CartItem } from '@haat/contract/cart'
import type { DeliveryRule } from '@haat/contract/rules'
import { priceOrder } from '@haat/contract/pricing'
import { linePrice } from '@haat/contract/rules'

/** The cost of the selected lines, in paise. */
export interface CartTotals {
  subtotal: number
  shipping: number
  tax: number
  finalTotal: number
}

/** Prices include all taxes. */
const TAX = 0

/** Whether a line can be selected. */
export const canBuy = (line: CartItem): boolean => line.stock > 0

/**
 * The lines to buy: all except the deselected and the sold-out ones.
 *
 * @param deselected variant ids
 */
export const selectedLines = (cart: readonly CartItem[], deselected: ReadonlySet<number>): CartItem[] =>
  cart.filter((line) => canBuy(line) && !deselected.has(line.variant_id))

export function cartTotals(lines: readonly CartItem[], rule: DeliveryRule): CartTotals {
  const priced = lines.map((line) => ({ ...line, price: linePrice(line), is_deal: line.deal_price !== null }))
  const { items_total, total_shipping_price, total_amount } = priceOrder(priced, null, rule, 'cart-page')
  return { subtotal: items_total, shipping: total_shipping_price, tax: TAX, finalTotal: total_amount + TAX }
}

/** A line in the checkout's navigation state, with the fields of the specification. Amounts in paise. */
const checkoutItem = (line: CartItem) => ({
  id: line.cart_item_id,
  product_id: line.product_id,
  variant_id: line.variant_id,
  category_id: line.category_id,
  name: line.product_name,
  description: line.description,
  price: linePrice(line),
  deal_price: line.deal_price,
  originalPrice: line.mrp ?? line.price,
  quantity: line.quantity,
  image: line.media_url,
  variant_name: line.variant_name,
  color: line.color,
  size: line.size,
  weight: line.weight,
  dimensions: { length: line.length, breadth: line.breadth, height: line.height },
  declared_value: linePrice(line),
})

/** The navigation state for the checkout. */
export const checkoutState = (lines: readonly CartItem[], totals: CartTotals) => ({
  cartItems: lines.map(checkoutItem),
  totals,
})
