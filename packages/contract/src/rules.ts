/**
 * Figures and pure rules that both sides need. Money is in paise, time is a Date.
 */

/** Limits of the shop, each once. */
export const LIMITS = {
  addresses: 5,
  cart_lines: 50,
  saved_lines: 200,
  line_quantity: 999,
  order_lines: 50,
  otp_digits: 6,
  otp_minutes: 10,
  otp_tries: 5,
  password_max: 128,
  /** Signup and reset. */
  password_min: 6,
  /** Change password. */
  password_change_min: 8,
  phone_digits: 10,
  page_size: 12,
  page_size_max: 100,
  page_max: 10_000,
  /** Brands that one filter may name. */
  filter_brands: 100,
  wishlist: 200,
  search_length: 100,
  related_products: 8,
  session_hours: 24,
  /** A session this close to its end is over. */
  session_threshold_minutes: 5,
  payment_hold_minutes: 15,
  unpaid_orders: 3,
  return_days: 7,
} as const

/** Patterns of the spec's validation rules. */
export const PATTERNS = {
  phone: /^\d{10}$/,
  pincode: /^[1-9][0-9]{5}$/,
  otp: /^\d{6}$/,
  email:
    /^[^\s\p{Cc}\p{Cf}\p{Cs}@"<>(),:;\\[\]]+@[^\s\p{Cc}\p{Cf}\p{Cs}@"<>(),:;\\[\]]+\.[^\s\p{Cc}\p{Cf}\p{Cs}@"<>(),:;\\[\].]+$/u,
} as const

/** Widths in CSS pixels in which the server hands out a picture (`?w=`). */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const

export const SORTS = ['price_asc', 'price_desc', 'discount_desc', 'newest'] as const
export type Sort = (typeof SORTS)[number]

export const PAYMENT_METHODS = ['COD', 'ONLINE'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const ORDER_STATUSES = [
  'PENDING',
  'CONFIRMED',
  'PAYMENT_FAILED',
  'PROCESSING',
  'SHIPPED',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'CANCELLED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * Percent off, a whole number.
 *
 * @param mrp paise, or null when the product has none
 * @param price paise
 */
export function discountPercent(mrp: number | null, price: number): number {
  return mrp === null || mrp <= price ? 0 : Math.round(((mrp - price) / mrp) * 100)
}

export type DealState = 'not_started' | 'active' | 'expired'

/** Where `now` lies in the deal's window. It starts at `start_date` and is over at `end_date`. */
export function dealState(deal: { start_date: Date; end_date: Date }, now: Date): DealState {
  if (now < deal.start_date) return 'not_started'
  return now < deal.end_date ? 'active' : 'expired'
}

/** The shop's one delivery rule; amounts in paise. */
export interface DeliveryRule {
  charge: number
  /** Orders above this are free; exactly this much pays. */
  free_above: number
  waivedOnCartCheckout: boolean
}

/** Where an order comes from: decides whether the delivery waiver applies. */
export const CHECKOUTS = ['cart', 'buy-now'] as const
export type Checkout = (typeof CHECKOUTS)[number]

/**
 * Delivery charge in paise, as the cart page and buy-now show it. A cart checkout may waive it.
 *
 * @param subtotal items total in paise, before any coupon
 */
export function deliveryCharge(
  rule: DeliveryRule,
  subtotal: number,
  checkout: Checkout | 'cart-page',
): number {
  if (checkout === 'cart' && rule.waivedOnCartCheckout) return 0
  return subtotal > rule.free_above ? 0 : rule.charge
}

/** The price a customer pays for a cart line: the deal's while it runs, else the variant's. Paise. */
export const linePrice = (line: { price: number; deal_price: number | null }): number =>
  line.deal_price ?? line.price
