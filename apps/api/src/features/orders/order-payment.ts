/** The online payment of an order: opened when the order is placed, decided by the provider's callback alone. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Contract } from '@haat/contract'
import { holdsStock, paymentProcessingText } from '@haat/contract/rules'
import type { PaymentEvent, PaymentProvider } from '../../adapters/payment-provider.ts'
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
import { requireProvider, startPayment } from '../payments/payments.ts'
import {
  advancePayment,
  findPayment,
  findPaymentByReference,
  findPaymentEvent,
  findPayments,
  insertPayment,
  type PaymentRow,
  setPaymentUrl,
  storePaymentEvent,
} from '../payments/payments.store.ts'
import { moveOrder } from './move-order.ts'
import { orderAlerts } from './order-alerts.ts'
import { lockOrder, type OrderRow, type StoredOrder, updateOrder } from './orders.store.ts'

/** An id that nobody guesses, of characters that every provider takes. */
const reference = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`

/** Adds a try to pay an order, which the provider has not opened yet. */
export const addPayment = (
  tx: Tx,
  { id: order_id, total_amount: amount, created_at: started_at }: StoredOrder,
  { name: provider }: PaymentProvider,
): Promise<void> =>
  insertPayment(tx, {
    order_id,
    provider,
    merchant_order_id: reference('order'),
    transaction_id: reference('txn'),
    amount,
    started_at,
  })

/**
 * Opens the payment of an order that is to be paid online, unless it is open.
 *
 * @returns the payment; null for an order without one
 * @throws Failure 503 when the payment cannot be started: the order has then failed, and a retry makes a new one; 409
 * ORDER_ENDED when the customer has ended it meanwhile, in another browser
 */
export async function openPayment(shop: Shop, orderId: number): Promise<PaymentRow | null> {
  const payment = await findPayment(shop.db, orderId)
  if (!payment || payment.payment_url !== null) return payment ?? null
  const { merchant_order_id: merchantOrderId, transaction_id: transactionId, amount } = payment
  const pay = requireProvider(shop.pay)
  let failure = unavailable()
  const url = await startPayment({ pay, log: shop.log }, { merchantOrderId, transactionId, amount }).catch(
    (error: Failure) => {
      failure = error
      return null
    },
  )
  const { stored, status } = await shop.db.transaction((tx) => storeOpened(tx, payment, url, shop.now()))
  if (stored.payment_url !== null) return stored
  throw status === 'CANCELLED' ? conflict(ENDED, { code: 'ORDER_ENDED' }) : failure
}

const ENDED =
  'This order was ended before its payment could start: you have ordered again somewhere else. Please look under My Orders.'

/** 409: the order must stay while the provider decides about its payment. */
export const paymentProcessing = ({ id, order_number }: Pick<OrderRow, 'id' | 'order_number'>): Failure =>
  conflictWith('PAYMENT_PROCESSING', paymentProcessingText(order_number), { order_id: id, order_number })

/**
 * Stores where the customer pays, or fails the order, which frees its idempotency key. If a concurrent duplicate has
 * opened the payment first, that address stays.
 *
 * @param url null when the payment could not be started
 */
async function storeOpened(tx: Tx, { order_id }: PaymentRow, url: string | null, now: Date) {
  const order = (await lockOrder(tx, order_id))!
  const payment = (await findPayment(tx, order_id))!
  if (payment.payment_url === null && url !== null && holdsStock(order.status))
    await setPaymentUrl(tx, payment.id, url)
  else if (payment.payment_url === null) {
    await moveOrder(tx, order_id, 'payment_failed', { now, note: 'The payment could not be started.' })
    await advancePayment(tx, payment, 'FAILED', now)
    await updateOrder(tx, order_id, { idempotency_key: `void:${randomUUID()}` })
  }
  return { stored: (await findPayment(tx, order_id))!, status: order.status }
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
  const { event_id, state, amount } = event
  const found = await findPaymentByReference(tx, event)
  if (!found) return 'unknown'
  const order_id = found.order_id
  await lockOrder(tx, order_id)
  // As it is now that nobody else changes it.
  const payment = (await findPaymentByReference(tx, event))!
  const earlier = await findPaymentEvent(tx, event_id)
  const matches =
    payment.merchant_order_id === event.merchantOrderId &&
    payment.transaction_id === event.transactionId &&
    (!earlier || earlier.payment_id === payment.id)
  if (!matches) return 'order_mismatch'
  if (earlier && earlier.outcome !== 'amount_mismatch') return 'duplicate'
  const outcome = amount === payment.amount ? await moveByEvent(tx, payment, state, now) : 'amount_mismatch'
  if (outcome === 'amount_mismatch')
    await orderAlerts.enqueue(tx, { alert: outcome, order_id, amount }, `${outcome}:${event_id}`)
  await storePaymentEvent(tx, { event_id, payment_id: payment.id, state, amount, outcome, at: now })
  return outcome
}

const MOVES = {
  COMPLETED: ['PAID', 'pay'],
  FAILED: ['FAILED', 'payment_failed'],
  PENDING: ['PROCESSING', 'payment_processing'],
} as const

async function moveByEvent(
  tx: Tx,
  payment: PaymentRow,
  reported: PaymentEvent['state'],
  now: Date,
): Promise<'applied' | 'ignored'> {
  const [state, event] = MOVES[reported]
  const others = (await findPayments(tx, payment.order_id)).filter(({ id }) => id !== payment.id)
  if (state === 'PAID' && others.some((other) => other.state === 'PAID')) {
    if (!(await advancePayment(tx, payment, 'PAID_AGAIN', now))) return 'ignored'
    await moveOrder(tx, payment.order_id, 'pay_again', { now, second_payment: payment })
    return 'applied'
  }
  if (!(await advancePayment(tx, payment, state, now))) return 'ignored'
  return (await moveOrder(tx, payment.order_id, event, { now })) ? 'applied' : 'ignored'
}
