/** The online payment of an order: opened when the order is placed, decided by the provider's callback alone. */
import { randomUUID } from 'node:crypto'
import type { Contract } from '@haat/contract'
import type { Tx } from '../../db/database.ts'
import { badRequest, conflict, notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { type PaymentEvent, requireProvider, startPayment } from '../payments/payments.ts'
import { findOrderOfPayment, findPaymentEvent, storePaymentEvent } from '../payments/payments.store.ts'
import { moveOrder } from './move-order.ts'
import { findOrderRow, type OrderRow, updateOrder } from './orders.store.ts'

/**
 * Opens the payment of an order that is to be paid online and has none yet.
 *
 * @throws Failure 503 when the payment cannot be started: the order has then failed, and a retry makes a new one
 */
export async function openPayment(shop: Shop, order: OrderRow): Promise<OrderRow> {
  const { merchant_order_id, transaction_id, total_amount } = order
  if (merchant_order_id === null || transaction_id === null || order.payment_url !== null) return order
  const request = { merchantOrderId: merchant_order_id, transactionId: transaction_id, amount: total_amount }
  const pay = requireProvider(shop.pay)
  const payment_url = await startPayment({ pay, log: shop.log }, request).catch(async (error: unknown) => {
    await failOrder(shop, order)
    throw error
  })
  return shop.db.transaction(async (tx) => {
    const current = await findOrderRow(tx, order.id)
    // A concurrent duplicate may have opened a payment first: the order keeps that one.
    if (current?.payment_url != null) return current
    const payment = { payment_url, payment_provider: pay.name }
    await updateOrder(tx, order.id, payment)
    return { ...order, ...payment }
  })
}

/** Fails an order whose payment could not be started, and frees its idempotency key. */
async function failOrder(shop: Shop, order: OrderRow): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const note = 'The payment could not be started.'
    await moveOrder(tx, order.id, 'payment_failed', { now: shop.now(), note })
    await updateOrder(tx, order.id, { idempotency_key: `void:${randomUUID()}` })
  })
}

export const payments: Handlers<Contract['payments']> = {
  async callback({ headers, rawBody }, { db, now, pay, log }) {
    if (pay === null) throw notFound('Payment')
    const event = await pay.parseCallback({ headers, rawBody }, now())
    if (!event) throw badRequest('Invalid request')
    const outcome = await db.transaction((tx) => applyPaymentEvent(tx, event, now()))
    if (outcome === 'unknown') throw notFound('Payment')
    if (outcome === 'amount_mismatch' || outcome === 'order_mismatch') {
      log.error({ payment: event, outcome }, 'a genuine payment does not match its order')
      throw conflict('The payment does not fit its order', { code: 'PAYMENT_MISMATCH' })
    }
    return { message: outcome === 'applied' ? 'Applied' : 'Nothing to do' }
  },
}

/** The result of an event; `unknown` when no order has this payment. */
type PaymentEventOutcome =
  | 'applied'
  | 'ignored'
  | 'duplicate'
  | 'amount_mismatch'
  | 'order_mismatch'
  | 'unknown'

async function applyPaymentEvent(tx: Tx, event: PaymentEvent, now: Date): Promise<PaymentEventOutcome> {
  const order = await findOrderOfPayment(tx, event)
  if (!order) return 'unknown'
  await lockCustomer(tx, order.user_id)
  const earlier = await findPaymentEvent(tx, event.event_id)
  const matches =
    order.merchant_order_id === event.merchantOrderId &&
    order.transaction_id === event.transactionId &&
    (!earlier || earlier.order_id === order.id)
  if (!matches) return 'order_mismatch'
  if (earlier && earlier.outcome !== 'amount_mismatch') return 'duplicate'
  const outcome =
    event.amount === order.total_amount ? await moveByEvent(tx, order.id, event, now) : 'amount_mismatch'
  const { event_id, state, amount } = event
  await storePaymentEvent(tx, { event_id, order_id: order.id, state, amount, outcome, at: now })
  return outcome
}

const ORDER_EVENTS = { COMPLETED: 'pay', FAILED: 'payment_failed' } as const

async function moveByEvent(
  tx: Tx,
  orderId: number,
  { state }: PaymentEvent,
  now: Date,
): Promise<'applied' | 'ignored'> {
  if (state === 'PENDING') return 'ignored'
  return (await moveOrder(tx, orderId, ORDER_EVENTS[state], { now })) ? 'applied' : 'ignored'
}
