/** What the payment provider tells the shop. Only this changes what has been paid; no browser does. */
import type { Contract } from '@haat/contract'
import type { Tx } from '../../db/database.ts'
import { badRequest, conflict, notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import type { PaymentEvent } from './provider.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { moveOrder } from '../orders/move-order.ts'
import { findPaidOrder, findPaymentEvent, storePaymentEvent } from './payments.store.ts'

type Outcome = 'applied' | 'ignored' | 'repeated' | 'amount_mismatch' | 'unknown' | 'mixed_up'

export const payments: Handlers<Contract['payments']> = {
  async callback({ body, headers, rawBody }, { db, now, pay, log }) {
    const signed = { timestamp: headers['x-haat-timestamp'], signature: headers['x-haat-signature'] }
    if (!pay.verify(rawBody, signed, now())) throw badRequest('Invalid request')
    const outcome = await db.transaction((tx) => settle(tx, body, now()))
    if (outcome === 'unknown') throw notFound('Payment')
    if (outcome === 'amount_mismatch' || outcome === 'mixed_up') {
      log.error({ payment: body, outcome }, 'a genuine payment does not fit its order')
      throw conflict('The payment does not fit its order', { code: 'PAYMENT_MISMATCH' })
    }
    return { message: outcome === 'applied' ? 'Applied' : 'Nothing to do' }
  },
}

async function settle(tx: Tx, event: PaymentEvent, now: Date): Promise<Outcome> {
  const named = await findPaidOrder(tx, event)
  if (!named) return 'unknown'
  await lockCustomer(tx, named.user_id)
  const earlier = await findPaymentEvent(tx, event.event_id)
  const belongs =
    named.merchant_order_id === event.merchantOrderId &&
    named.transaction_id === event.transactionId &&
    (!earlier || earlier.order_id === named.id)
  if (!belongs) return 'mixed_up'
  if (earlier && earlier.outcome !== 'amount_mismatch') return 'repeated'
  const outcome =
    event.amount === named.total_amount ? await apply(tx, named.id, event, now) : 'amount_mismatch'
  const { event_id, state, amount } = event
  await storePaymentEvent(tx, { event_id, order_id: named.id, state, amount, outcome, at: now })
  return outcome
}

const EVENTS = { COMPLETED: 'pay', FAILED: 'payment_failed' } as const

async function apply(
  tx: Tx,
  orderId: number,
  { state }: PaymentEvent,
  now: Date,
): Promise<'applied' | 'ignored'> {
  if (state === 'PENDING') return 'ignored'
  return (await moveOrder(tx, orderId, EVENTS[state], { now })) ? 'applied' : 'ignored'
}
