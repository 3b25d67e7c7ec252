/** Places an order, whole or not at all, in one transaction. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { PlaceOrder } from '@haat/contract/orders'
import { priceOrder } from '@haat/contract/pricing'
import { type Checkout, LIMITS } from '@haat/contract/rules'
import { ID_MAX } from '@haat/contract/wire'
import type { Tx } from '../../db/database.ts'
import { conflict, keyReused, notFound, unauthorized } from '../../http/failure.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { findLines } from '../cart/cart.store.ts'
import { findPurchasableVariants } from '../catalog/purchasable-variants.store.ts'
import type { Coupon } from '../coupons/coupons.store.ts'
import { couponOfOrder, refuseShortfall, takeCoupon } from '../coupons/order-coupon.ts'
import { readSettings } from '../settings/settings.store.ts'
import { type BoughtLine, boughtLines, checkoutOf, outOfStock, refuseOtherAmounts } from './checkout.ts'
import {
  countUnpaid,
  findDefaultVariants,
  findOrderByKey,
  findShippingAddress,
  findTwin,
  insertOrder,
  type NewOrder,
  type OrderRow,
} from './orders.store.ts'
import { tellOf } from './move-order.ts'
import { itemsOf, shippingOf } from './snapshot.ts'
import { takeStock } from './stock.store.ts'
import { type Step, transition } from './transition.ts'

/** How long the same request without a key means the same order. */
const TWIN_SECONDS = 10

/** Tells a request from its repetition. */
export interface Sameness {
  /** The client's Idempotency-Key. */
  key: string | undefined
  hash: string
}

export const samenessOf = (body: PlaceOrder, key: string | undefined): Sameness => ({
  key,
  hash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
})

/**
 * @returns the new order, or the one that the same request has made before
 * @throws Failure 400, 404, 409 or 422, with nothing written
 */
export async function placeOrder(
  tx: Tx,
  customerId: number,
  body: PlaceOrder,
  sameness: Sameness,
  now: Date,
): Promise<OrderRow> {
  const customer = await lockCustomer(tx, customerId)
  if (!customer) throw unauthorized()
  const earlier = await findEarlier(tx, customerId, sameness, now)
  if (earlier) return earlier
  const address = await findShippingAddress(tx, customerId, body.address_id)
  if (!address) throw notFound('Address')
  const lines = await findBought(tx, body, now)
  const settings = await readSettings(tx)
  const cart = await findLines(tx, customerId, 'cart_items')
  const checkout = checkoutOf(body, lines, cart, settings.delivery)
  const coupon = await couponOfOrder(tx, customerId, body, now)
  const priced = priceOrder(lines, coupon, settings.delivery, checkout)
  if (coupon) refuseShortfall(coupon, priced.shortfall)
  refuseOtherAmounts(body, lines, priced)
  await refuseUnpaid(tx, customerId, body, now)
  await hold(tx, customerId, lines, coupon)
  const { items_total, total_shipping_price, total_items_discount, total_amount } = priced
  return write(tx, body, {
    user_id: customerId,
    checkout,
    ...shippingOf(address, customer, settings),
    items_total,
    total_shipping_price,
    total_discount_amount: total_items_discount,
    total_amount,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    ...identity(sameness),
    created_at: now,
    items: itemsOf(lines, priced),
  })
}

async function findEarlier(tx: Tx, customerId: number, { key, hash }: Sameness, now: Date) {
  if (key === undefined) return findTwin(tx, customerId, hash, new Date(now.getTime() - TWIN_SECONDS * 1000))
  const earlier = await findOrderByKey(tx, customerId, `key:${key}`)
  if (earlier && earlier.request_hash !== hash) throw keyReused()
  return earlier
}

const identity = ({ key, hash }: Sameness) => ({
  idempotency_key: key === undefined ? `auto:${randomUUID()}` : `key:${key}`,
  request_hash: hash,
})

const isId = (id: number | undefined): id is number =>
  id !== undefined && Number.isInteger(id) && id > 0 && id <= ID_MAX

async function findBought(tx: Tx, { items }: PlaceOrder, now: Date): Promise<BoughtLine[]> {
  const unnamed = items.flatMap((item) => (item.variant_id === undefined ? [item.product_id] : []))
  const defaults = await findDefaultVariants(tx, unnamed.filter(isId))
  const ids = [...items.map((item) => item.variant_id), ...defaults.values()].filter(isId)
  return boughtLines(items, await findPurchasableVariants(tx, [...new Set(ids)], now), defaults)
}

async function refuseUnpaid(tx: Tx, customerId: number, body: PlaceOrder, now: Date): Promise<void> {
  if (body.payment_method !== 'ONLINE') return
  if ((await countUnpaid(tx, customerId, now)) < LIMITS.unpaid_orders) return
  const wait = `Please pay for one, or wait ${LIMITS.payment_hold_minutes} minutes.`
  throw conflict(`You have ${LIMITS.unpaid_orders} orders waiting for payment. ${wait}`, {
    code: 'TOO_MANY_UNPAID',
  })
}

/** Takes stock, then the coupon's use: the order in which everybody takes them. */
async function hold(tx: Tx, customerId: number, lines: BoughtLine[], coupon: Coupon | null): Promise<void> {
  const missing = await takeStock(tx, lines)
  if (missing.length > 0) throw outOfStock(missing, lines)
  if (coupon) await takeCoupon(tx, coupon, customerId)
}

type Draft = Omit<NewOrder, 'status' | 'payment_method' | 'holds_stock'> & {
  checkout: Checkout
  created_at: Date
  items: ReturnType<typeof itemsOf>
}

async function write(tx: Tx, body: PlaceOrder, draft: Draft): Promise<OrderRow> {
  const { items, ...order } = draft
  const online = body.payment_method === 'ONLINE'
  const step = firstStep(online)
  const row = await insertOrder(
    tx,
    {
      ...order,
      status: step.to,
      payment_method: body.payment_method,
      holds_stock: true,
      ...(online && openPayment(order.created_at)),
    },
    items,
  )
  await tellOf(tx, row, step, items, { now: order.created_at })
  return row
}

function firstStep(online: boolean): Step {
  const step = transition(
    { status: null, paid: false, refund_due: false },
    online ? 'place_online' : 'place_cod',
  )
  if (!step) throw new Error('A new order has a first step.')
  return step
}

const reference = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`

const openPayment = (now: Date) => ({
  merchant_order_id: reference('order'),
  transaction_id: reference('txn'),
  hold_expires_at: new Date(now.getTime() + LIMITS.payment_hold_minutes * 60_000),
})
