import type { CartItem } from '@haat/contract/cart'
import { fixedDiscount, pricedLine, priceOrder, type Totals } from '@haat/contract/pricing'
import { type Checkout, type DeliveryRule, linePrice } from '@haat/contract/rules'

/** Whether a line can be selected. */
export const canBuy = (line: CartItem): boolean => line.stock > 0

/** The lines to buy: all except the deselected and the sold-out ones. @param deselected variant ids */
export const selectedLines = (cart: readonly CartItem[], deselected: ReadonlySet<number>): CartItem[] =>
  cart.filter((line) => canBuy(line) && !deselected.has(line.variant_id))

/** What lines cost on the cart page, or in its checkout, in paise. */
export const cartTotals = (
  lines: readonly CartItem[],
  rule: DeliveryRule,
  where: Checkout | 'cart-page' = 'cart-page',
  discount = 0,
): Totals => priceOrder(lines.map(pricedLine), fixedDiscount(discount), rule, where)

/** A line in the checkout's navigation state, with the fields of the specification. Amounts in paise. */
const checkoutItem = (line: CartItem) => ({
  id: line.cart_item_id,
  product_id: line.product_id,
  variant_id: line.variant_id,
  name: line.product_name,
  description: line.description,
  price: linePrice(line),
  originalPrice: line.mrp ?? line.price,
  quantity: line.quantity,
  image: line.media_url,
  dimensions: { length: line.length, breadth: line.breadth, height: line.height },
  declared_value: linePrice(line),
})

/** The navigation state for the checkout. Prices include all taxes. */
export const checkoutState = (lines: readonly CartItem[], totals: Totals) => ({
  cartItems: lines.map(checkoutItem),
  totals: {
    subtotal: totals.items_total,
    shipping: totals.total_shipping_price,
    tax: 0,
    finalTotal: totals.total_amount,
  },
})
