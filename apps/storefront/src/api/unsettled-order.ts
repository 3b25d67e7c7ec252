/** Orders that a checkout has left open: without a reply to the request, or without a payment. */
import type { Order } from '@haat/contract/orders'
import { store, stored } from '../lib/device-storage.ts'
import { ApiError, call, contract } from './client.ts'
import { clearPendingOrder, PLACED_REQUEST, readPendingOrder } from './pending-order.ts'
import { readSession } from './session.ts'

/** A request to place an order: its reply has not arrived, or its order waits for the payment. */
export interface PlacedRequest {
  user_id: number
  /** The idempotency key. */
  key: string
  /** The body as JSON. */
  body: string
}

/**
 * Stored before the request is sent, removed when nothing is left to know: without an order, or with its result. An
 * order that waits for its payment keeps it, also through a logout, which removes the pending order.
 */
export const storeRequest = (order: PlacedRequest | null): void =>
  store(PLACED_REQUEST, order && JSON.stringify(order))

/** The customer's own request without an answer, or null. */
export function readRequest(): PlacedRequest | null {
  try {
    const order: PlacedRequest | null = JSON.parse(stored(PLACED_REQUEST) ?? 'null')
    const isOwn = order !== null && order.user_id === readSession()?.user.id
    return isOwn && typeof order.key === 'string' ? order : null
  } catch {
    return null
  }
}

export type UnsettledOrder = { key: string } | { orderId: number }

/** What the customer's checkouts on this device have left open. */
export function readUnsettled(): UnsettledOrder[] {
  const unanswered = readRequest()
  const pending = readPendingOrder()
  return [
    ...(unanswered ? [{ key: unanswered.key }] : []),
    ...(pending ? [{ orderId: pending.order_id }] : []),
  ]
}

/**
 * Asks the server what became of an order, and cancels it if it waits for its payment: its items and coupon are free
 * again, and it can no longer be paid. One that is paid or placed stays.
 *
 * @returns the order; null when there is none, in which case the request may still arrive
 * @throws ApiError when the answer stays unknown
 */
export async function settle(unsettled: UnsettledOrder): Promise<Order | null> {
  const id = 'key' in unsettled ? await findByKey(unsettled.key) : unsettled.orderId
  const order = id === undefined ? null : await abandon(id)
  if (order || 'orderId' in unsettled) clearPendingOrder()
  return order
}

const findByKey = async (idempotency_key: string): Promise<number | undefined> =>
  (await call(contract.orders.list, { query: { idempotency_key } })).orders[0]?.id

async function abandon(id: number): Promise<Order | null> {
  try {
    return (await call(contract.orders.abandon, { params: { id } })).order
  } catch (error) {
    // Another customer's.
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
