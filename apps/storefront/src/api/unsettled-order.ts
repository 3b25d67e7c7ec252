/** Orders that a checkout has left open: without a reply to the request, or without a result of the payment. */
import type { Order, OrderItem, PlaceOrder } from '@haat/contract/orders'
import { isSold } from '@haat/contract/rules'
import { parseJson, store, stored } from '../lib/device-storage.ts'
import { randomKey } from '../lib/random-key.ts'
import { ApiError, call, contract, isNotFound } from './client.ts'
import { forgetPendingOrder, readPendingOrder } from './pending-order.ts'
import { readSession } from './session.ts'

/** A request to place an order: its reply has not arrived, or its order waits for the payment. */
interface PlacedRequest {
  /** The idempotency key. */
  key: string
  /** Null until the reply has arrived. */
  order_id: number | null
  /** Whether the bank's redirect has said that the order is paid. The server may know it later. */
  claims_paid: boolean
}

const requestKey = (): string => `placedRequest.${readSession()?.user.id}`

/**
 * Stored before the request is sent, removed when nothing is left to know: without an order, or with its result. An
 * order that waits for its payment keeps it, also through a logout, which removes the pending order.
 */
export const storeRequest = (request: Partial<PlacedRequest> | null): void =>
  store(requestKey(), request && JSON.stringify(request))

/** The customer's own request without a result, or null. */
function readRequest(): PlacedRequest | null {
  const request = parseJson(stored(requestKey())) as Partial<PlacedRequest> | null
  if (typeof request?.key !== 'string') return null
  return { key: request.key, order_id: request.order_id ?? null, claims_paid: request.claims_paid ?? false }
}

/** Notes that the bank's redirect says that this order is paid. */
export function storeClaim(orderId: number): void {
  const request = readRequest()
  if (request?.order_id === orderId) storeRequest({ ...request, claims_paid: true })
}

/** Forgets the customer's order on this device: its result is known. */
export function forgetOrder(orderId: number): void {
  if (readRequest()?.order_id === orderId) storeRequest(null)
  forgetPendingOrder(orderId)
}

export const hasUnsettled = (): boolean => readRequest() !== null || readPendingOrder() !== null

/** Whether a payment is open, and not only the reply to an order missing. */
export const hasOpenPayment = (): boolean =>
  readPendingOrder() !== null || (readRequest()?.order_id ?? null) !== null

/** What a checkout is about to order. */
export type WantedLine = Pick<PlaceOrder['items'][number], 'variant_id' | 'quantity'>

export interface Settled {
  /**
   * - `placed`: it is what this checkout orders
   * - `earlier`: placed, with other items
   * - `processing`: the bank has the payment, and its result is not known yet
   * - `untold`: it can be paid, or was, by UPI, which the customer alone knows
   * - `ended`: nothing was ordered
   */
  kind: 'placed' | 'earlier' | 'processing' | 'untold' | 'ended'
  order: Order
}

const isWanted = (lines: readonly WantedLine[], item: OrderItem): boolean =>
  lines.some(({ variant_id }) => variant_id === item.variant_id)

/** A checkout without lines is of a cart that the order has emptied. */
const isSame = ({ order_items }: Order, lines: readonly WantedLine[]): boolean =>
  lines.length === 0 ||
  (lines.length === order_items.length &&
    order_items.every(({ variant_id, quantity }) =>
      lines.some((line) => line.variant_id === variant_id && line.quantity === quantity),
    ))

/** @returns `waiting` for an order that can still be paid */
function kindOf(order: Order, lines: readonly WantedLine[]): Settled['kind'] | 'waiting' {
  if (isSold(order.order_status)) return isSame(order, lines) ? 'placed' : 'earlier'
  if (order.order_status !== 'PENDING') return 'ended'
  const request = readRequest()
  const isClaimed = request?.order_id === order.id && request.claims_paid
  return isClaimed || order.processing ? 'processing' : 'waiting'
}

/**
 * Asks the server what became of the open orders, and cancels those that wait for their payment if this checkout has all
 * of their items: they and the coupon are free again. One with other items stays until this checkout's order is placed,
 * and so does one whose payment the bank is processing, or that may be paid by UPI.
 *
 * @param lines of the checkout
 * @returns what there is to tell. An order that was not found may still arrive
 * @throws ApiError when the answer stays unknown
 */
export async function settleAll(lines: readonly WantedLine[]): Promise<Settled[]> {
  const pending = readPendingOrder()
  const isOther = pending !== null && pending.order_id !== readRequest()?.order_id
  const found = await Promise.all([findRequested(), isOther ? findOrder(pending.order_id) : null])
  const settled: Settled[] = []
  for (const order of found) {
    const one = order && (await settle(order, lines))
    if (one) settled.push(one)
  }
  return settled
}

async function settle(found: Order, lines: readonly WantedLine[]): Promise<Settled | null> {
  const isLeft =
    kindOf(found, lines) === 'waiting' && found.order_items.every((item) => isWanted(lines, item))
  const isUntold = found.upi_payment !== null
  const order = isLeft && !isUntold ? await abandon(found) : found
  const kind = kindOf(order, lines)
  if (kind === 'waiting') return isLeft ? { kind: isUntold ? 'untold' : 'processing', order } : null
  if (kind !== 'processing') forgetOrder(order.id)
  // Its page says what becomes of the money.
  if (kind === 'ended' && (order.payment_told || order.processing)) return null
  return { kind: kind === 'ended' && isUntold ? 'untold' : kind, order }
}

/**
 * What the customer's request without a result means for another one.
 *
 * @returns the idempotency key for the new request, or why there is none. It stays the same while the first one may
 * still arrive: the server takes one body for a key
 * @throws ApiError when the answer stays unknown
 */
export async function settleRequest(lines: readonly WantedLine[]): Promise<Settled | { key: string }> {
  const order = await findRequested()
  if (!order) return { key: readRequest()?.key ?? randomKey() }
  const kind = kindOf(order, lines)
  const isOther = kind === 'processing' && !order.order_items.some((item) => isWanted(lines, item))
  if (kind === 'waiting' || kind === 'ended' || isOther) return { key: randomKey() }
  if (kind !== 'processing') storeRequest(null)
  return { kind, order }
}

/** The order that the customer's request without a result has placed, if it has. */
async function findRequested(): Promise<Order | null> {
  const request = readRequest()
  if (!request) return null
  const query = { idempotency_key: request.key }
  const order = (await call(contract.orders.list, { query })).orders[0] ?? null
  if (order) storeRequest({ ...request, order_id: order.id })
  return order
}

async function findOrder(id: number): Promise<Order | null> {
  try {
    return (await call(contract.orders.get, { params: { id } })).order
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** @returns the order as it is then; unchanged when the bank is processing its payment */
async function abandon(order: Order): Promise<Order> {
  try {
    return (await call(contract.orders.abandon, { params: { id: order.id } })).order
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PAYMENT_PROCESSING') return order
    throw error
  }
}
