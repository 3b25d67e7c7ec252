/**
 * What lines cost with a coupon in a checkout. Only `lineTotal` multiplies a price by a quantity, and only `priceOrder`
 * adds up an order: the cart page, the checkout, the coupon reply, the order and the demo data call them. All amounts
 * are integer paise.
 */
import { type Checkout, type DeliveryRule, linePrice, shipsFree } from './rules.ts'

export interface PricedLine {
  product_id: number
  category_id: number
  /** Unit price now. */
  price: number
  quantity: number
  /** Whether `price` is that of a running deal. */
  is_deal: boolean
}

/** How a coupon reduces the price. Its dates and use limits are checked elsewhere. */
export interface CouponRule {
  level: 'order' | 'item'
  kind: 'percent' | 'flat'
  /** Percent (1–100), or paise. */
  value: number
  min_amount: number | null
  max_discount: number | null
  /** The scope: only lines of these categories and this product count; null means all. */
  category_ids: readonly number[] | null
  product_id: number | null
}

/** Why a valid coupon gives no discount. `missing` is in paise. */
export type CouponShortfall = { reason: 'no_eligible_items' } | { reason: 'below_minimum'; missing: number }

export interface Totals {
  items_total: number
  total_shipping_price: number
  total_items_discount: number
  total_amount: number
}

export interface Priced extends Totals {
  /** Discount of each line, in the order of the lines; adds up to `total_items_discount`. */
  line_discounts: number[]
  /** Null if there is a discount, or no coupon. */
  shortfall: CouponShortfall | null
}

/** What a line costs before any discount. */
export const lineTotal = (line: Pick<PricedLine, 'price' | 'quantity'>): number => line.price * line.quantity

/** A line of a cart, with the price that the customer pays for a piece. */
export const pricedLine = <Line extends { price: number; deal_price: number | null }>(line: Line) => ({
  ...line,
  price: linePrice(line),
  is_deal: line.deal_price !== null,
})

/** What lines cost less than by their MRP, before any discount. */
export const savingOnMrp = (
  lines: readonly (Pick<PricedLine, 'price' | 'quantity'> & { mrp: number | null })[],
): number =>
  lines.reduce(
    (sum, { price, mrp, quantity }) =>
      sum + lineTotal({ price: Math.max(0, (mrp ?? price) - price), quantity }),
    0,
  )

/** A coupon rule that gives a fixed discount in paise, for screens that know the amount but not the coupon's rule. */
export const fixedDiscount = (amount: number): CouponRule => ({
  level: 'order',
  kind: 'flat',
  value: amount,
  min_amount: null,
  max_discount: null,
  category_ids: null,
  product_id: null,
})

/** Whether a coupon's scope covers a line. */
export const isEligible = (coupon: CouponRule, line: PricedLine): boolean =>
  (coupon.category_ids?.includes(line.category_id) ?? true) &&
  (coupon.product_id === null || coupon.product_id === line.product_id)

/**
 * Prices an order. Without lines it costs nothing, not even delivery; nor does delivery of lines that all ship free.
 *
 * @param lines may repeat a variant: splitting or reordering lines changes no total
 * @param coupon null for none
 */
export function priceOrder(
  lines: readonly PricedLine[],
  coupon: CouponRule | null,
  delivery: DeliveryRule,
  checkout: Checkout | 'cart-page',
): Priced {
  const items_total = lines.reduce((sum, line) => sum + lineTotal(line), 0)
  const bases = lines.map((line) => (coupon && isEligible(coupon, line) ? lineTotal(line) : 0))
  const base = bases.reduce((sum, amount) => sum + amount, 0)
  const shortfall = coupon ? couponShortfall(coupon, base) : null
  const total_items_discount = coupon && !shortfall ? couponDiscount(coupon, base) : 0
  const allShipFree = lines.every((line) => shipsFree(delivery, line))
  const total_shipping_price = allShipFree ? 0 : deliveryCharge(delivery, items_total, checkout)
  return {
    items_total,
    total_shipping_price,
    total_items_discount,
    total_amount: items_total + total_shipping_price - total_items_discount,
    line_discounts: splitByLargestRemainder(total_items_discount, bases),
    shortfall,
  }
}

/** @param itemsTotal before any discount */
function deliveryCharge(rule: DeliveryRule, itemsTotal: number, checkout: Checkout | 'cart-page'): number {
  if (checkout === 'cart' && rule.waivedOnCartCheckout) return 0
  return itemsTotal > rule.free_above ? 0 : rule.charge
}

/** What is added to a total, or taken off, so that whole rupees are collected; half a rupee is rounded up. */
export const roundOff = (order: { total_amount: number; rounds_cash: boolean }): number =>
  order.rounds_cash ? Math.round(order.total_amount / 100) * 100 - order.total_amount : 0

/** What the customer hands over, or pays online. */
export const payableOf = (
  order: { total_amount: number } & ({ rounds_cash: boolean } | { round_off: number }),
): number => order.total_amount + ('round_off' in order ? order.round_off : roundOff(order))

function couponShortfall(coupon: CouponRule, base: number): CouponShortfall | null {
  if (base === 0) return { reason: 'no_eligible_items' }
  const missing = (coupon.min_amount ?? 0) - base
  return missing > 0 ? { reason: 'below_minimum', missing } : null
}

function couponDiscount(coupon: CouponRule, base: number): number {
  const uncapped = coupon.kind === 'percent' ? Math.floor((base * coupon.value + 50) / 100) : coupon.value
  return Math.min(uncapped, coupon.max_discount ?? uncapped, base)
}

/**
 * Splits `amount` in proportion to `weights`. Each share is rounded down to the paisa, and the remaining paise go, one
 * each, to the shares with the largest remainders (the earlier share on a tie).
 */
export function splitByLargestRemainder(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 1) return [weights[0] === 0 ? 0 : amount]
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map(() => 0)
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = products.map((product) => Number(product / total))
  const left = amount - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % total }))
    .sort(
      (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
    )
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/**
 * The part of a line's amount that falls on `quantity` of its pieces, after `before` others. The parts of all pieces add
 * up to the amount, in whatever steps they are taken.
 */
export function amountOfPieces(
  amount: number,
  pieces: { before: number; quantity: number; of: number },
): number {
  const { before, quantity, of } = pieces
  return Math.round((amount * (before + quantity)) / of) - Math.round((amount * before) / of)
}
