/** Limits and pure rules that server and storefront share. Money is in paise, time is a Date. */

/** The time zone of every date that a customer reads, on screens, in mails and on invoices. */
export const SHOP_TIME_ZONE = 'Asia/Kolkata'
/** India's distance from UTC, the same all year, as ISO 8601 writes it. */
export const SHOP_UTC_OFFSET = '+05:30'

/** First segments of the server's paths. All other paths belong to the storefront. */
export const SERVER_PATHS = [
  'api',
  'media',
  'desk',
  'pay',
  'docs',
  'dev',
  'healthz',
  'readyz',
  'robots.txt',
  'sitemap.xml',
  'sitemaps',
  'manifest.webmanifest',
] as const

/** Limits of the shop. */
export const LIMITS = {
  addresses: 5,
  cart_lines: 50,
  saved_lines: 200,
  line_quantity: 999,
  order_lines: 50,
  order_note: 250,
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
  /** Products of one search, over all its pages. */
  search_results: 5000,
  /** Brands that one filter may name. */
  filter_brands: 100,
  /** Products that one filter may name. */
  filter_ids: 50,
  wishlist: 200,
  notices: 100,
  search_length: 100,
  /** Products, and categories, and brands of one suggestion. */
  suggestions_max: 10,
  related_products: 8,
  best_sellers: 8,
  /** Products that the device remembers. */
  recently_viewed: 12,
  compared: 4,
  session_hours: 24,
  /** A session this close to its end is over. */
  session_threshold_minutes: 5,
  payment_hold_minutes: 15,
  /** Hours in which the merchant confirms a payment to the shop's own UPI id. */
  upi_confirm_hours: 24,
  unpaid_orders: 3,
  return_days: 7,
  return_photos: 4,
  /** Reviews of one page. */
  review_page: 10,
  review_length: 2000,
  review_photos: 4,
  question_length: 500,
  /** Questions of one customer that wait for an answer. */
  open_questions: 5,
  /** Answered questions on a product's page. */
  shown_questions: 20,
} as const

/** The digits of India's scripts, each at the same place in its block of 128 characters. */
const INDIAN_DIGIT = /(?=\p{Nd})[\u0966-\u0d6f]/gu

/** An Indian phone number in any usual spelling as its ten digits; any other text unchanged. */
export function tenDigits(phone: string): string {
  const latin = phone.replace(INDIAN_DIGIT, (digit) => String((digit.charCodeAt(0) & 127) - 0x66))
  return /^(?:\+?91|0091|0)?(\d{10})$/.exec(latin.replace(/[\s().-]/g, ''))?.[1] ?? phone
}

/** Patterns of the spec's validation rules. */
export const PATTERNS = {
  phone: /^\d{10}$/,
  pincode: /^[1-9][0-9]{5}$/,
  otp: /^\d{6}$/,
  printable: /[\p{L}\p{N}]/u,
  upi_id: /^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/,
  /** A path of the shop, or an address on the web. Not `javascript:`, which a browser would run. */
  link: /^(?:\/(?:[^\s\\/][^\s\\]*)?|https?:\/\/[^\s\\]+)$/,
  email:
    /^[^\s\p{Cc}\p{Cf}\p{Cs}@"<>(),:;\\[\]]+@[^\s\p{Cc}\p{Cf}\p{Cs}@"<>(),:;\\[\]]+\.[^\s\p{Cc}\p{Cf}\p{Cs}@"<>(),:;\\[\].]+$/u,
} as const

/** Widths in CSS pixels in which the server hands out a picture (`?w=`). */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const

/**
 * Where the bands of prices that filters count begin, in paise, in a shop whose middle price is ₹500 to ₹5,000; the least
 * stars and percents that they count.
 */
export const FACET_PRICES = [0, 500_00, 1000_00, 2000_00, 5000_00, 10_000_00] as const
export const FACET_RATINGS = [4, 3, 2] as const
export const FACET_DISCOUNTS = [10, 25, 50] as const

export const SORTS = ['price_asc', 'price_desc', 'discount_desc', 'newest'] as const
export type Sort = (typeof SORTS)[number]
export const REVIEW_SORTS = ['helpful', 'newest', 'highest', 'lowest'] as const

export const PAYMENT_METHODS = ['COD', 'ONLINE'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The providers of online payment, as shoppers see them one after another. */
export const PAYMENT_PROVIDERS = ['upi', 'phonepe', 'razorpay', 'test-bank'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

export const ORDER_STATUSES = [
  'PENDING',
  'CONFIRMED',
  'PAYMENT_FAILED',
  'PROCESSING',
  'SHIPPED',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  /** The parcel came back: the customer did not take it, or has returned all of it. */
  'RETURNED',
  /** The parcel was lost on its way. */
  'LOST',
  'CANCELLED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** What can happen to an order: the kinds of the entries of its timeline. */
export const ORDER_EVENT_KINDS = [
  'placed',
  'paid',
  'payment_processing',
  /** The customer has told the number of the bank transfer. */
  'payment_stated',
  /** The merchant did not find that transfer. */
  'payment_not_found',
  /** A genuine report named another amount than the order's. */
  'payment_mismatch',
  /** The customer pays an order again whose payment had failed. */
  'payment_retried',
  'payment_failed',
  'payment_expired',
  /** The customer went back to the checkout without a result of the payment. */
  'abandoned',
  /** The customer ordered the same items again before paying. */
  'ordered_again',
  /** It was confirmed that a parcel to be paid in cash will be taken. */
  'cash_confirmed',
  'preparing',
  'shipped',
  'tracking_corrected',
  'out_for_delivery',
  'delivered',
  /** The customer did not take the parcel, and it is back. */
  'refused',
  'lost',
  /** All of it, or some pieces. */
  'returned',
  /** Pieces came back, and others are sent instead. */
  'exchanged',
  /** Part of the money goes back, and the goods stay. */
  'refunded_in_part',
  'cancelled',
  /** The merchant changed the address or the items. */
  'changed',
  /** The payment came too late for the order to be kept, or the order was paid before. */
  'refund_due',
  /** The payment provider pays it back. */
  'refund_sent',
  /** The payment provider could not pay it back. */
  'refund_failed',
  'refunded',
] as const
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]

/** How an order ends whose customer left it before paying. */
export const LEFT_UNPAID: readonly OrderEventKind[] = ['abandoned', 'ordered_again']

/** The statuses of a successful order after its confirmation, in sequence. */
export const DELIVERY_PATH = [
  'CONFIRMED',
  'PROCESSING',
  'SHIPPED',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
] as const satisfies readonly OrderStatus[]

/** Confirmed and not yet delivered. */
export const UNDELIVERED_STATUSES = DELIVERY_PATH.slice(0, -1)

/** Confirmed, and the parcel is still in the shop. */
export const UNSHIPPED_STATUSES: readonly OrderStatus[] = DELIVERY_PATH.slice(
  0,
  DELIVERY_PATH.indexOf('SHIPPED'),
)

/** The order has failed: its stock and its coupon use are released. */
export const VOID_STATUSES = ['PAYMENT_FAILED', 'CANCELLED'] as const satisfies readonly OrderStatus[]

/** How a customer looks for orders. One that has failed, and can still be paid, is shown among the open ones. */
export const ORDER_GROUPS = {
  open: ['PENDING', ...UNDELIVERED_STATUSES],
  delivered: ['DELIVERED'],
  ended: ['RETURNED', 'LOST', ...VOID_STATUSES],
} as const satisfies Record<string, readonly OrderStatus[]>
export type OrderGroup = keyof typeof ORDER_GROUPS

/** Confirmed and not cancelled: sales. What came back of them, or was lost, is taken off by its returns. */
export const SOLD_STATUSES = [...DELIVERY_PATH, 'RETURNED', 'LOST'] as const satisfies readonly OrderStatus[]

const SHIPPED_STATUSES: readonly OrderStatus[] = SOLD_STATUSES.slice(SOLD_STATUSES.indexOf('SHIPPED'))
const CANCELLABLE_STATUSES: readonly OrderStatus[] = ['PENDING', 'CONFIRMED', 'PROCESSING']

/** Whether an order is confirmed and not cancelled. */
export const isSold = (status: OrderStatus): boolean => SOLD_STATUSES.some((other) => other === status)

/** Whether an order in this status keeps its stock, but for what was returned, and its coupon use. */
export const holdsStock = (status: OrderStatus): boolean => !VOID_STATUSES.some((other) => other === status)

/** Whether the parcel has left the shop. */
export const isShipped = (status: OrderStatus): boolean => SHIPPED_STATUSES.includes(status)

export const isUnshipped = (status: OrderStatus): boolean => UNSHIPPED_STATUSES.includes(status)

/** The note of the timeline's step `PROCESSING`. */
export const PROCESSING_NOTE = /*i18n*/ 'Your order is being prepared'

/** Tells the customer why an unpaid order neither ends nor makes room for another one of its items. */
export const paymentProcessingText = (orderNumber: string): string =>
  `Your payment for order #${orderNumber} is still being processed. Its items are kept for you.`

/** The note of the step that ends an unpaid order because of a new one. */
export const ORDERED_AGAIN_NOTE = /*i18n*/ 'You ordered the same items again before paying for this order.'

/** Whether the order is paid in cash on delivery. Old orders have no method: those that are `CONFIRMED` are. */
export const isCashOnDelivery = (method: PaymentMethod | null, status: OrderStatus): boolean =>
  method === null ? status === 'CONFIRMED' : method === 'COD'

export const canCancel = (status: OrderStatus): boolean => CANCELLABLE_STATUSES.includes(status)

/**
 * Whether the customer can still cancel: the shop has not begun to pack, and it is no order in exchange. One that waits
 * for money of which nobody can tell whether it left the customer ends by itself.
 */
export const canCustomerCancel = (order: {
  order_status: OrderStatus
  total_amount: number
  payment_told: boolean
  processing: boolean
  upi_payment: object | null
}): boolean =>
  (order.order_status === 'CONFIRMED' && order.total_amount > 0) ||
  (order.order_status === 'PENDING' &&
    (order.payment_told || (order.upi_payment === null && !order.processing)))

/**
 * The discount in percent, rounded.
 *
 * @param mrp paise, or null when the product has none
 * @param price paise
 */
export function discountPercent(mrp: number | null, price: number): number {
  return mrp === null || mrp <= price ? 0 : Math.round(((mrp - price) / mrp) * 100)
}

export type DealState = 'not_started' | 'active' | 'expired'

/** A deal is active from `start_date` until just before `end_date`. */
export function dealState(deal: { start_date: Date; end_date: Date }, now: Date): DealState {
  if (now < deal.start_date) return 'not_started'
  return now < deal.end_date ? 'active' : 'expired'
}

/** What delivery costs; amounts in paise. */
export interface DeliveryRule {
  charge: number
  /** Orders above this amount are delivered free; an order of exactly this amount is not. */
  free_above: number
  waivedOnCartCheckout: boolean
  /** Whether a line at a running deal's price adds no delivery charge. */
  deals_ship_free: boolean
}

/** The note of a line that adds no delivery charge. */
export const SHIPS_FREE_NOTE = /*i18n*/ 'Free shipping on this item'

/** Whether a line adds no delivery charge, in any checkout. */
export const shipsFree = (rule: Pick<DeliveryRule, 'deals_ship_free'>, line: { is_deal: boolean }): boolean =>
  rule.deals_ship_free && line.is_deal

/** Where an order comes from. The cart's checkout may waive delivery; the cart page itself shows the charge. */
export const CHECKOUTS = ['cart', 'buy-now'] as const
export type Checkout = (typeof CHECKOUTS)[number]

/** The price a customer pays for a cart line: the deal's while it runs, else the variant's. Paise. */
export const linePrice = (line: { price: number; deal_price: number | null }): number =>
  line.deal_price ?? line.price

/** The brand of an imported product without one. Cards do not show it. */
export const UNBRANDED = 'Unbranded'

/** Whether a text has letters that are not Latin. */
const isIndic = (text: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(text)

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/**
 * A product's name where its brand does not stand beside it: `Lux Soap` for `Soap`, but for a name that begins as the brand does,
 * or has all of its words. A name in another script than the brand is a translation, and stays.
 */
export function brandedName({ name, brand }: { name: string; brand: string }): string {
  const [words, own] = [wordsIn(name), wordsIn(brand)]
  const isTold = words[0] === own[0] || own.every((word) => words.includes(word))
  return brand === UNBRANDED || isTold || isIndic(name) !== isIndic(brand) ? name : `${brand} ${name}`
}

/**
 * Labels a variant: its colour, its size, then its name (`Blue, UK 8`). A colour or a size that the name repeats
 * (`Blue / UK 8`) is left out.
 *
 * @returns null for a variant without any of them
 */
export function variantLabel(variant: {
  variant_name: string | null
  color: string | null
  size: string | null
}): string | null {
  const name = variant.variant_name ?? ''
  const parts = name.split(/[,/]/).map((part) => part.trim().toLowerCase())
  const options = [variant.color, variant.size].filter(
    (option) => !parts.includes(option?.toLowerCase() ?? ''),
  )
  return [...options, name].filter(Boolean).join(', ') || null
}

/** An ordered item in one line: `Running Shoe (Blue, UK 8)`. */
export const itemName = (item: { product_name: string; variant_name: string | null }): string =>
  item.variant_name ? `${item.product_name} (${item.variant_name})` : item.product_name
