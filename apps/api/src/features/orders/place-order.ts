/** Places an order, whole or not at all, in one transaction. */
import { createHash, randomUUID } from 'node:crypto'
import { cleanGstin, faultOfBuyerGstin } from '@haat/contract/gstin'
import { findState } from '@haat/contract/indian-states'
import type { PlaceOrder } from '@haat/contract/orders'
import { lineTotal, type Priced } from '@haat/contract/pricing'
import {
  type Checkout,
  type PaymentMethod,
  type PaymentProviderName,
  shipsFree,
  variantLabel,
} from '@haat/contract/rules'
import { shippingOf } from '@haat/contract/shipping-address'
import type { AllSettings } from '@haat/contract/settings'
import { languageNow, t } from '#say'
import { pipelined, type Reader, type Tx } from '../../db/database.ts'
import { badRequest, conflict, keyReused, noSuch } from '../../http/failure.ts'
import { refuseBlocked } from '../auth/auth.ts'
import { type Customer, keepLanguage, lockCustomer, toCustomer } from '../auth/customer.store.ts'
import { findLines } from '../cart/cart.store.ts'
import { findUnpaidLines } from '../cart/unpaid-orders.store.ts'
import { type CouponClaim, priceLines, type QuoteLine, quoteLines } from '../coupons/quote.ts'
import { arrivalOf, type DeliveryTerms, deliveryTerms } from '../delivery/delivery.ts'
import { requireProvider } from '../payments/payments.ts'
import { type AddressRow, findAddress } from '../profile/address.store.ts'
import { whyClosed } from '../settings/closed.ts'
import { NO_ORDERS, offeredPayments } from '../settings/offered-payments.ts'
import { readSettings } from '../settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { stateFault } from '../../state-names.ts'
import { moveOrder, startOrder } from './move-order.ts'
import { checkoutOf, couponClaim, refuseOtherAmounts } from './order-claims.ts'
import {
  type LimitedOrder,
  refuseBeyondLimits,
  refuseCodBlocked,
  refuseCodFor,
  refuseCodTo,
  refuseUnverified,
} from './order-limits.ts'
import { addPayment, holdUntil, minutesToPay, paymentProcessing } from './order-payment.ts'
import {
  findDuplicate,
  findOrderByKey,
  type NewOrder,
  type NewOrderItem,
  type StoredOrder,
} from './orders.store.ts'

/** Within this time the same request without a key means the same order. */
const DUPLICATE_SECONDS = 10

/** Identifies a request, so that its repetition is recognised. */
export interface RequestFingerprint {
  /** The client's Idempotency-Key. */
  key: string | undefined
  /** Of the body. */
  hash: string
}

export const fingerprintOf = (body: object, key: string | undefined): RequestFingerprint => ({
  key,
  hash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
})

/**
 * Places an order: whether the customer may order, what the items cost, whether the client saw the same amounts, the
 * limits, then the order with its stock. All is refused or kept together, the end of unpaid orders included.
 *
 * @returns the new order, or the one that the same request placed before
 * @throws Failure 400, 404, 409 or 422, with nothing written
 */
export async function placeOrder(
  tx: Tx,
  customerId: number,
  body: PlaceOrder,
  fingerprint: RequestFingerprint,
  { now, pay }: Pick<Shop, 'pay'> & { now: Date },
): Promise<StoredOrder> {
  const [customer, earlier, settings, cart] = await pipelined(tx, [
    // First: the others read what is there once the customer is locked.
    () => lockCustomer(tx, customerId),
    () => findEarlier(tx, customerId, fingerprint, now),
    () => readSettings(tx),
    () => findLines(tx, customerId, 'cart_items'),
  ])
  refuseBlocked(customer)
  if (earlier && fingerprint.key !== undefined && earlier.request_hash !== fingerprint.hash) throw keyReused()
  if (earlier) return earlier
  await keepLanguage(tx, customer)
  const closed = whyClosed(settings, now)
  if (closed !== null) throw conflict(closed, { code: 'SHOP_CLOSED' })
  const { payment_method, address_id, items } = body
  const offered = offeredPayments(settings, pay)
  refuseUnverified(customer, settings.limits)
  const address = await findAddress(tx, customerId, address_id)
  const { shipping, delivery } = await shippingTo(tx, address, customer, settings)
  const lines = await quoteLines(tx, customerId, items, now)
  const checkout = checkoutOf(body, lines, cart, settings.delivery)
  return storeOrder(
    tx,
    {
      ...{ customer, shipping, delivery, lines, checkout, payment_method, fingerprint },
      payment_provider: body.payment_provider,
      claim: couponClaim(body),
      wishes: wishesOf(body, shipping),
      // Without a name, a buy-now may be another purchase.
      endsUnpaid: checkout === 'cart' || body.checkout !== undefined,
      async check(priced, order) {
        refuseOtherAmounts(body, lines, priced)
        await refuseBeyondLimits(tx, customer, { ...order, lines }, settings.limits, offered.online)
      },
    },
    settings,
    { now, pay },
  )
}

/** Whom the invoice names, what the parcel needs, and the language of the mails. */
type OrderWishes = Partial<
  Pick<NewOrder, 'buyer_gstin' | 'buyer_company' | 'customer_note' | 'is_gift' | 'language'>
>

/** An order before it has a price. */
interface AskedOrder {
  /** Locked. */
  customer: Customer
  shipping: Shipping
  /** To that address. */
  delivery: DeliveryTerms
  lines: readonly QuoteLine[]
  checkout: Checkout
  payment_method: PaymentMethod
  claim: CouponClaim | null
  wishes: OrderWishes
  fingerprint: RequestFingerprint
  /** Whether it ends the customer's unpaid orders of the same items. */
  endsUnpaid: boolean
  /** Of those that the shop offers; the first one if absent. */
  payment_provider?: PaymentProviderName | undefined
  /** How long it waits for an online payment; the usual minutes if absent. */
  hold_minutes?: number
  /** On the timeline, instead of the step's own note. */
  note?: string
  /** @throws Failure where this price or order is refused */
  check?: (priced: Priced, order: Omit<LimitedOrder, 'lines'>) => void | Promise<void>
}

/**
 * Prices an order and keeps it with its stock and coupon use: a shopper's, and one that the staff take.
 *
 * @throws Failure; the caller's transaction must then roll back
 */
export async function storeOrder(
  tx: Tx,
  { customer, shipping, delivery, lines, checkout, payment_method, check, ...asked }: AskedOrder,
  settings: AllSettings,
  { now, pay }: Pick<Shop, 'pay'> & { now: Date },
): Promise<StoredOrder> {
  const offered = offeredPayments(settings, pay)
  refuseMethod(offered, payment_method)
  if (payment_method === 'COD') {
    refuseCodTo(shipping.shipping_zip, delivery)
    refuseCodFor(lines)
    await refuseCodBlocked(tx, customer, shipping.shipping_phone)
  }
  if (asked.endsUnpaid) await endUnpaidOrders(tx, customer.id, lines, now)
  const provider =
    payment_method === 'ONLINE' ? requireProvider(offered.providers, asked.payment_provider) : null
  const terms = { checkout, delivery: { ...settings.delivery, charge: delivery.charge }, now }
  const { coupon, priced } = await priceLines(tx, customer.id, lines, asked.claim, terms)
  const isCash = payment_method === 'COD'
  const { cod_fee: fee, cod_confirm, round_cash } = settings.payments
  const cod_fee = isCash ? fee : 0
  const total_amount = priced.total_amount + cod_fee
  const order = { ...shipping, payment_method, total_amount, created_at: now }
  await check?.({ ...priced, total_amount }, order)
  const { key, hash } = asked.fingerprint
  const { from: arrives_from, to: arrives_to } = arrivalOf(delivery, settings, now)
  const details = {
    ...order,
    ...{ arrives_from, arrives_to },
    user_id: customer.id,
    rounds_cash: isCash && round_cash,
    asks_confirmation: isCash && cod_confirm,
    cod_fee,
    ...asked.wishes,
    checkout,
    items_total: priced.items_total,
    total_shipping_price: priced.total_shipping_price,
    total_discount_amount: priced.total_items_discount,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    idempotency_key: key === undefined ? `auto:${randomUUID()}` : `key:${key}`,
    request_hash: hash,
  }
  const orderItems = toOrderItems(lines, priced, settings)
  if (!provider) return startOrder(tx, 'place_cod', details, orderItems, asked.note)
  const hold_expires_at = holdUntil(now, asked.hold_minutes ?? minutesToPay(provider, settings))
  const placed = await startOrder(tx, 'place_online', { ...details, hold_expires_at }, orderItems, asked.note)
  await addPayment(tx, placed, provider, now)
  return placed
}

/**
 * Ends the customer's unpaid orders with any of these variants: who orders the same items again, in another browser or
 * after it has forgotten the first order, means one order. What they reserve, stock and coupon, is free then. An order
 * whose payment failed ends too: it can be paid again, and its payment may come late. Money that still comes for an ended
 * order is refunded.
 *
 * @throws Failure 409 PAYMENT_PROCESSING while a provider processes the payment of one of them
 */
async function endUnpaidOrders(
  tx: Tx,
  customerId: number,
  lines: readonly { variant_id: number }[],
  now: Date,
): Promise<void> {
  const unpaid = await findUnpaidLines(tx, customerId, ['PENDING', 'PAYMENT_FAILED'])
  const shared = unpaid.filter(({ variant_id }) => lines.some((line) => line.variant_id === variant_id))
  const ids = new Set(shared.map(({ order_id }) => order_id))
  const processing = shared.find((line) => line.processing)
  if (processing) throw paymentProcessing({ id: processing.order_id, order_number: processing.order_number })
  if (ids.size === 0) return
  // All at once: stock is given back and then taken, each in ascending order.
  const ended = unpaid.filter(({ order_id }) => ids.has(order_id))
  await tx.lockRows(
    'variants',
    [...ended, ...lines].flatMap(({ variant_id }) => variant_id ?? []),
  )
  for (const id of ids) await moveOrder(tx, id, 'order_again', { now })
}

type Shipping = ReturnType<typeof shippingOf>

/**
 * Where the order goes, and what holds for delivery there: nothing of it comes from the client.
 *
 * @throws Failure 404; 409 ADDRESS_INVALID, since an address may be older than the rules on states, and its state decides
 * the tax; 409 NOT_DELIVERED
 */
export async function shippingTo(
  reader: Reader,
  address: Omit<AddressRow, 'id' | 'user_id' | 'is_default'> | undefined,
  customer: Customer,
  settings: AllSettings,
): Promise<{ shipping: Shipping; delivery: DeliveryTerms }> {
  if (!address) throw noSuch(t`Address not found`)
  const problem = stateFault(address)
  if (problem !== null)
    throw conflict(`${t`Please correct your delivery address.`} ${problem.message}`, {
      code: 'ADDRESS_INVALID',
    })
  const delivery = await deliveryTerms(reader, settings, address)
  if (delivery.problem !== null) throw conflict(delivery.problem, { code: 'NOT_DELIVERED' })
  const { name, phone_number: phone } = toCustomer(customer)
  const shipping = shippingOf(address, { name, phone }, settings)
  return {
    delivery,
    shipping: { ...shipping, shipping_state: findState(address.state)?.name ?? address.state },
  }
}

/** @throws Failure 400 when the GSTIN is mistyped, or of another state than the one to which the order goes */
function wishesOf(body: PlaceOrder, { shipping_state }: { shipping_state: string }): OrderWishes {
  const gstin = cleanGstin(body.buyer_gstin ?? '')
  const fault = gstin === '' ? null : faultOfBuyerGstin(gstin, shipping_state)
  if (fault !== null) throw badRequest(fault)
  return {
    buyer_gstin: gstin || null,
    buyer_company: (gstin && body.buyer_company) || null,
    customer_note: body.customer_note || null,
    is_gift: body.is_gift ?? false,
    language: languageNow(),
  }
}

/** @throws Failure 400 when the shop does not offer this way to pay */
function refuseMethod(offered: ReturnType<typeof offeredPayments>, method: PaymentMethod): void {
  if (!offered.cod && !offered.online) throw badRequest(NO_ORDERS)
  const online = method === 'ONLINE'
  if (!(online ? offered.online : offered.cod))
    throw badRequest(online ? t`Online payment is not available.` : t`Cash on delivery is not available.`)
}

export async function findEarlier(tx: Tx, customerId: number, { key, hash }: RequestFingerprint, now: Date) {
  if (key === undefined) return findDuplicate(tx, customerId, hash, now, DUPLICATE_SECONDS)
  return findOrderByKey(tx, customerId, `key:${key}`)
}

/** Copies the lines into the order: later changes of name, price, picture or days to return do not affect it. */
const toOrderItems = (
  lines: readonly QuoteLine[],
  priced: Priced,
  { delivery, return_days }: AllSettings,
): NewOrderItem[] =>
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
    return_days: variant.return_days ?? return_days,
  }))
