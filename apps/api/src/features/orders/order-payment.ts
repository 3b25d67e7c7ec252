/** The online payment of an order: opened when the order is placed, decided by the provider's callback alone. */
import { randomUUID } from 'node:crypto'
import type { Contract } from '@haat/contract'
import { holdsStock, paymentProcessingText } from '@haat/contract/rules'
import type { Tx } from '../../db/database.ts'
import {
  badRequest,
  conflict,
  conflictWith,
  type Failure,
  notFound,
  unavailable,
} from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { enqueueAlert } from '../alerts/alerts.store.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import type { PaymentEvent } from '../../adapters/payment-provider.ts'
import { requireProvider, startPayment } from '../payments/payments.ts'
import {
  findOrderOfPayment,
  findPaymentEvent,
  isPaymentProcessing,
  storePaymentEvent,
} from '../payments/payments.store.ts'
import { moveOrder } from './move-order.ts'
import { findOrderRow, type OrderRow, updateOrder } from './orders.store.ts'

/**
 * Opens the payment of an order that is to be paid online and has none yet.
 *
 * @throws Failure 503 when the payment cannot be started: the order has then failed, and a retry makes a new one; 409
 * ORDER_ENDED when the customer has ended it meanwhile, in another browser
 */
export async function openPayment(shop: Shop, order: OrderRow): Promise<OrderRow> {
  const { merchant_order_id, transaction_id, total_amount } = order
  if (merchant_order_id === null || transaction_id === null || order.payment_url !== null) return order
  const request = { merchantOrderId: merchant_order_id, transactionId: transaction_id, amount: total_amount }
  const pay = requireProvider(shop.pay)
  let failure = unavailable()
  const payment_url = await startPayment({ pay, log: shop.log }, request).catch((error: Failure) => {
    failure = error
    return null
  })
  const stored = await shop.db.transaction((tx) => storePayment(tx, order, payment_url, pay.name, shop.now()))
  if (stored.payment_url !== null) return stored
  throw stored.status === 'CANCELLED' ? conflict(ENDED, { code: 'ORDER_ENDED' }) : failure
}

const ENDED =
  'This order was ended before its payment could start: you have ordered again somewhere else. Please look under My Orders.'

/** 409: the order must stay while the provider decides about its payment. */
export const paymentProcessing = ({ id, order_number }: Pick<OrderRow, 'id' | 'order_number'>): Failure =>
  conflictWith('PAYMENT_PROCESSING', paymentProcessingText(order_number), { order_id: id, order_number })

/**
 * Stores the payment that was opened for an order, or fails the order, which frees its idempotency key. If a
 * concurrent duplicate has opened a payment first, the order keeps that one.
 *
 * @param payment_url null when the payment could not be started
 * @returns the order, with its payment unless it has failed or ended
 */
async function storePayment(
  tx: Tx,
  { id, user_id }: OrderRow,
  payment_url: string | null,
  payment_provider: string,
  now: Date,
): Promise<OrderRow> {
  await lockCustomer(tx, user_id)
  const current = await findOrderRow(tx, id)
  if (current && current.payment_url !== null) return current
  if (payment_url !== null && current && holdsStock(current.status))
    return updateOrder(tx, id, { payment_url, payment_provider })
  await moveOrder(tx, id, 'payment_failed', { now, note: 'The payment could not be started.' })
  return updateOrder(tx, id, { idempotency_key: `void:${randomUUID()}` })
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
  const outcome: 'applied' | 'ignored' | 'amount_mismatch' =
    event.amount === order.total_amount ? await moveByEvent(tx, order.id, event, now) : 'amount_mismatch'
  const { event_id, state, amount } = event
  if (outcome === 'amount_mismatch') {
    const key = `${outcome}:${event_id}`
    await enqueueAlert(tx, { kind: outcome, order_id: order.id, dedupe_key: key, at: now }, { amount })
  }
  await storePaymentEvent(tx, { event_id, order_id: order.id, state, amount, outcome, at: now })
  return outcome
}

const ORDER_EVENTS = { COMPLETED: 'pay', FAILED: 'payment_failed', PENDING: 'payment_processing' } as const

async function moveByEvent(
  tx: Tx,
  orderId: number,
  { state }: PaymentEvent,
  now: Date,
): Promise<'applied' | 'ignored'> {
  if (state === 'PENDING' && (await isPaymentProcessing(tx, orderId))) return 'ignored'
  return (await moveOrder(tx, orderId, ORDER_EVENTS[state], { now })) ? 'applied' : 'ignored'
}
