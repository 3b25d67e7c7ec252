import type { CartItem } from '@haat/contract/cart'
import type { DeliveryRule } from '@haat/contract/rules'
import { deliveryCharge, linePrice } from '@haat/contract/rules'

/** What the chosen lines cost, in paise. */
export interface CartTotals {
  subtotal: number
  shipping: number
  tax: number
  finalTotal: number
}

/** Prices include all taxes. */
const TAX = 0

/** A line that is sold out cannot be bought. */
export const canBuy = (line: CartItem): boolean => line.stock > 0

/**
 * The lines that will be bought: all, but for those the shopper has unticked and those that are sold out.
 *
 * @param unticked variant ids
 */
export const chosenLines = (cart: readonly CartItem[], unticked: ReadonlySet<number>): CartItem[] =>
  cart.filter((line) => canBuy(line) && !unticked.has(line.variant_id))

/** Totals of the chosen lines; nothing chosen costs nothing. */
export function cartTotals(lines: readonly CartItem[], rule: DeliveryRule): CartTotals {
  const subtotal = lines.reduce((sum, line) => sum + linePrice(line) * line.quantity, 0)
  const shipping = lines.length === 0 ? 0 : deliveryCharge(rule, subtotal, 'cart-page')
  return { subtotal, shipping, tax: TAX, finalTotal: subtotal + shipping + TAX }
}

/** A line as the checkout reads it from its navigation state. Amounts in paise. */
export const checkoutItem = (line: CartItem) => ({
  id: line.cart_item_id,
  product_id: line.product_id,
  variant_id: line.variant_id,
  category_id: line.category_id,
  name: line.product_name,
  description: line.description,
  price: linePrice(line),
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

/** What the cart hands to the checkout. */
export const checkoutState = (lines: readonly CartItem[], totals: CartTotals) => ({
  cartItems: lines.map(checkoutItem),
  totals,
})
