/** Places an order, whole or not at all, in one transaction. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { findState, stateProblem } from '@haat/contract/indian-states'
import { formatShortRupees } from '@haat/contract/money'
import type { PlaceOrder } from '@haat/contract/orders'
import { lineTotal, type Priced } from '@haat/contract/pricing'
import {
  type Checkout,
  type DeliveryRule,
  LIMITS,
  ORDERED_AGAIN_NOTE,
  shippingOf,
  shipsFree,
  streetOf,
  variantLabel,
} from '@haat/contract/rules'
import { pipelined, type Tx } from '../../db/database.ts'
import { badRequest, conflict, conflictWith, keyReused, notFound, unauthorized } from '../../http/failure.ts'
import { refuseBlocked } from '../auth/auth.ts'
import { lockCustomer, toCustomer } from '../auth/customer.store.ts'
import { findLines } from '../cart/cart.store.ts'
import { endedBy, findUnpaidLines, type UnpaidLine } from '../cart/unpaid-orders.store.ts'
import { type CouponClaim, findItemVariants, quote, type QuoteLine } from '../coupons/quote.ts'
import { findAddress } from '../profile/address.store.ts'
import { NO_ORDERS, offeredPayments } from '../settings/offered-payments.ts'
import { readSettings } from '../settings/settings.store.ts'
import { moveOrder, startOrder } from './move-order.ts'
import { addressKey, refuseCod, refuseLargeLines, refuseOnline, refuseUnverified } from './order-limits.ts'
import { paymentProcessing } from './order-payment.ts'
import { findDuplicate, findOrderByKey, type NewOrderItem, type OrderRow } from './orders.store.ts'

/** Within this time the same request without a key means the same order. */
const DUPLICATE_SECONDS = 10

/** Identifies a request, so that its repetition is recognised. */
export interface RequestFingerprint {
  /** The client's Idempotency-Key. */
  key: string | undefined
  /** Of the body. */
  hash: string
}

export const fingerprintOf = (body: PlaceOrder, key: string | undefined): RequestFingerprint => ({
  key,
  hash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
})

/**
 * Ends the customer's own unpaid orders with any of its variants, and can have what they reserve: who orders the same
 * items again, in another browser or after it has forgotten the first order, means one order. So it is in the cart's
 * checkout, and in buy-now where the client names it; a client that does not may mean two. Money that still comes for an
 * ended order is refunded. Orders to be paid on delivery stay. While a provider processes the payment of one of them,
 * the new order is refused.
 *
 * @param network the caller's network, as a digest
 * @returns the new order, or the one that the same request placed before
 * @throws Failure 400, 404, 409 or 422, with nothing written
 */
export async function placeOrder(
  tx: Tx,
  customerId: number,
  body: PlaceOrder,
  fingerprint: RequestFingerprint,
  { now, hasOnlinePayment, network }: { now: Date; hasOnlinePayment: boolean; network: string },
): Promise<OrderRow> {
  const [customer, earlier, settings, address, cart, unpaid, variants] = await pipelined(tx, [
    // First: the others read what is there once the customer is locked.
    () => lockCustomer(tx, customerId),
    () => findEarlier(tx, customerId, fingerprint, now),
    () => readSettings(tx),
    () => findAddress(tx, customerId, body.address_id),
    () => findLines(tx, customerId, 'cart_items'),
    () => findUnpaidLines(tx, customerId),
    () => findItemVariants(tx, body.items, now),
  ])
  if (!customer) throw unauthorized()
  refuseBlocked(customer)
  if (earlier && fingerprint.key !== undefined && earlier.request_hash !== fingerprint.hash) throw keyReused()
  if (earlier) return earlier
  const offered = offeredPayments(settings, hasOnlinePayment)
  const online = body.payment_method === 'ONLINE'
  refuseMethod(offered, online)
  refuseUnverified(customer, settings.limits)
  if (!address) throw notFound('Address')
  refuseWrongState(address)
  const request = {
    items: body.items,
    variants,
    unpaid,
    coupon: couponClaim(body),
    delivery: settings.delivery,
  }
  const { lines, coupon, priced: quoted } = await quote(tx, customerId, request, now)
  refuseLargeLines(lines, settings.limits)
  const checkout = checkoutOf(body, lines, cart, quoted.cart.total_shipping_price)
  const priced = quoted[checkout]
  refuseOtherAmounts(body, lines, priced)
  // The stored address: nothing of it comes from the client.
  const { name, phone_number } = toCustomer(customer)
  const shipping = {
    ...shippingOf(address, { name, phone: phone_number }, settings),
    shipping_state: findState(address.state)?.name ?? address.state,
    address_key: addressKey(streetOf(address), address.pincode),
  }
  const { total_amount } = priced
  const ended = checkout === 'cart' || body.checkout === 'buy-now' ? endedBy(unpaid, lines) : []
  refuseWhileProcessing(ended)
  const order = { ...shipping, total_amount, lines, network, created_at: now, unpaid, ended }
  if (online) await refuseOnline(tx, customer, order, settings.limits, offered.cod)
  else await refuseCod(tx, customer, order, settings.limits, offered.online)
  const details = {
    user_id: customerId,
    checkout,
    payment_method: body.payment_method,
    ...shipping,
    items_total: priced.items_total,
    total_shipping_price: priced.total_shipping_price,
    total_discount_amount: priced.total_items_discount,
    total_amount,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    idempotency_key: fingerprint.key === undefined ? `auto:${randomUUID()}` : `key:${fingerprint.key}`,
    request_hash: fingerprint.hash,
    created_at: now,
    ...(online && paymentReferences(now)),
  }
  await endOrders(tx, ended, lines, now)
  return startOrder(
    tx,
    online ? 'place_online' : 'place_cod',
    details,
    orderItems(lines, priced, settings.delivery),
  )
}

/** @throws Failure 409 PAYMENT_PROCESSING */
function refuseWhileProcessing(ended: readonly UnpaidLine[]): void {
  const line = ended.find(({ is_processing }) => is_processing)
  if (line) throw paymentProcessing({ id: line.order_id, order_number: line.order_number })
}

/** @param lines of the order that takes stock after this */
async function endOrders(
  tx: Tx,
  ended: readonly UnpaidLine[],
  lines: readonly QuoteLine[],
  now: Date,
): Promise<void> {
  if (ended.length === 0) return
  // All at once: stock is given back and then taken, each in ascending order.
  await tx.lockRows(
    'variants',
    [...ended, ...lines].flatMap(({ variant_id }) => variant_id ?? []),
  )
  for (const id of new Set(ended.map(({ order_id }) => order_id)))
    await moveOrder(tx, id, 'abandon', { now, note: ORDERED_AGAIN_NOTE })
}

/**
 * An address may be older than the rules on states, and its state decides the tax.
 *
 * @throws Failure 409 ADDRESS_INVALID
 */
function refuseWrongState(address: { state: string; pincode: string }): void {
  const problem = stateProblem(address)
  if (problem === null) return
  throw conflict(`Please correct your delivery address. ${problem.message}`, { code: 'ADDRESS_INVALID' })
}

/** @throws Failure 400 when the shop does not offer this way to pay */
function refuseMethod(offered: ReturnType<typeof offeredPayments>, online: boolean): void {
  if (!offered.cod && !offered.online) throw badRequest(NO_ORDERS)
  if (!(online ? offered.online : offered.cod))
    throw badRequest(`${online ? 'Online payment' : 'Cash on delivery'} is not available.`)
}

async function findEarlier(tx: Tx, customerId: number, { key, hash }: RequestFingerprint, now: Date) {
  if (key === undefined) return findDuplicate(tx, customerId, hash, now, DUPLICATE_SECONDS)
  return findOrderByKey(tx, customerId, `key:${key}`)
}

/**
 * An order-level coupon is named by the id of its application; an item-level one is the one applied last, when the
 * order claims a discount.
 */
function couponClaim(body: PlaceOrder): CouponClaim | null {
  if (body.order_coupon_id != null) return { application_id: body.order_coupon_id }
  return (body.total_items_discount ?? 0) === 0 ? null : { application_id: 'last item-level' }
}

const CART_CHANGED =
  'Your cart has changed since you opened this page. Please review it; what you have ordered is under My Orders.'

/**
 * The checkout that the client names. Without one, the cart's if the cart holds at least the order's lines and the
 * client claims the delivery charge of a cart checkout, else buy-now.
 *
 * @param cartDelivery delivery charge of a cart checkout, in paise
 * @throws Failure 409 CART_CHANGED when the client names the cart's and the cart does not hold the lines: it may be
 * ordered already, in another tab
 */
function checkoutOf(
  body: PlaceOrder,
  lines: readonly QuoteLine[],
  cart: readonly { variant_id: number; quantity: number }[],
  cartDelivery: number,
): Checkout {
  const inCart = lines.every((line) =>
    cart.some((item) => item.variant_id === line.variant_id && item.quantity >= line.quantity),
  )
  if (!inCart && body.checkout === 'cart') throw conflict(CART_CHANGED, { code: 'CART_CHANGED' })
  if (body.checkout !== undefined) return body.checkout
  if (!inCart) return 'buy-now'
  return (body.total_shipping_price ?? cartDelivery) === cartDelivery ? 'cart' : 'buy-now'
}

/** @throws Failure 409 PRICE_CHANGED when any amount the client sent differs from the server's */
function refuseOtherAmounts(body: PlaceOrder, lines: readonly QuoteLine[], priced: Priced): void {
  const differs = (claimed: number | undefined, amount: number): boolean =>
    claimed !== undefined && claimed !== amount
  const linesDiffer = body.items.some((item) => {
    const price = lines.find((line) => isLineOf(line, item))?.price ?? 0
    return (
      differs(item.price, price) || differs(item.sub_total, lineTotal({ price, quantity: item.quantity }))
    )
  })
  // An order-level coupon discounts no item, so the client may send 0 as well.
  const namesCoupon = body.order_coupon_id != null
  const discountDiffers =
    differs(body.total_items_discount, priced.total_items_discount) &&
    !(namesCoupon && body.total_items_discount === 0)
  const totalsDiffer =
    differs(body.total_amount, priced.total_amount) ||
    differs(body.total_shipping_price, priced.total_shipping_price)
  if (!linesDiffer && !discountDiffers && !totalsDiffer) return
  const total = formatShortRupees(priced.total_amount)
  const message = `Prices have changed. The total is now ${total}. Please review your order.`
  throw conflictWith('PRICE_CHANGED', message, { totals: priced })
}

const isLineOf = (line: QuoteLine, item: PlaceOrder['items'][number]): boolean =>
  line.product_id === item.product_id &&
  (item.variant_id === undefined ? line.variant.is_default : line.variant_id === item.variant_id)

/** Copies the lines into the order: later changes of name, price or picture do not affect it. */
const orderItems = (lines: readonly QuoteLine[], priced: Priced, delivery: DeliveryRule): NewOrderItem[] =>
  lines.map(({ variant, price, quantity, is_deal }, index) => ({
    product_id: variant.product_id,
    variant_id: variant.variant_id,
    product_name: variant.product_name,
    variant_name: variantLabel(variant),
    variant_image: variant.media_url,
    sku: variant.sku,
    hsn: variant.hsn,
    gst_rate: variant.gst_rate,
    price,
    mrp: variant.mrp,
    quantity,
    subtotal: lineTotal({ price, quantity }),
    discount_amount: priced.line_discounts[index] ?? 0,
    ships_free: shipsFree(delivery, { is_deal }),
  }))

const reference = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`

const paymentReferences = (now: Date) => ({
  merchant_order_id: reference('order'),
  transaction_id: reference('txn'),
  hold_expires_at: new Date(now.getTime() + LIMITS.payment_hold_minutes * 60_000),
})
