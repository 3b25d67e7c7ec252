/** What providers report of payments, by callbacks and answers, and what becomes of the orders. */
import type { PaymentProviderName } from '@haat/contract/rules'
import type { Contract } from '@haat/contract'
import type { CallbackRequest, PaymentEvent, PaymentProvider } from '../../adapters/payment-provider.ts'
import type { Tx } from '../../db/database.ts'
import { badRequest, conflict, noSuch, unavailable } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { findProvider, TEST_BANK } from '../payments/payments.ts'
import {
  advancePayment,
  findPaymentByReference,
  findPaymentEvent,
  findPayments,
  hasMismatch,
  type PaymentRow,
  storePaymentEvent,
  updatePayment,
} from '../payments/payments.store.ts'
import { insertRefund, updateRefund } from '../payments/refunds.store.ts'
import { moveOrder } from './move-order.ts'
import { orderAlerts } from './order-alerts.ts'
import { addPayment, overpaidNote, shortNote } from './order-payment.ts'
import { findWholeOrders, lockOrder } from './orders.store.ts'
import { applyRefundReport } from './send-refunds.ts'

export const payments: Handlers<Contract['payments']> = {
  async callback(request, shop) {
    const outcome = await receiveCallback(shop, TEST_BANK, request)
    if (outcome === 'unknown') throw noSuch('Payment not found')
    if (outcome === 'amount_mismatch' || outcome === 'order_mismatch')
      throw conflict('The payment does not fit its order', { code: 'PAYMENT_MISMATCH' })
    return { message: outcome === 'applied' ? 'Applied' : 'Nothing to do' }
  },

  // Whatever a genuine report says is answered with 200: a gateway repeats what is refused, and gives up on the shop.
  async providerCallback({ params, ...request }, shop) {
    const outcome = await receiveCallback(shop, params.provider, request)
    return { message: outcome === 'applied' ? 'Applied' : 'Nothing to do' }
  },
}

/** The result of an event; `unknown` when no order has this payment. */
export type PaymentEventOutcome =
  | 'applied'
  | 'ignored'
  | 'duplicate'
  | 'amount_mismatch'
  | 'order_mismatch'
  | 'unknown'

/** A gateway waits five seconds, and reports again then; ms. */
const CALLBACK_WITHIN_MS = 4_500

/** @throws Failure 404 for a provider without callbacks; 400 for what is not genuine; 503 where it cannot be checked */
async function receiveCallback(
  shop: Shop,
  name: PaymentProviderName,
  request: CallbackRequest,
): Promise<PaymentEventOutcome> {
  const provider = findProvider(shop.pay, name)
  if (!provider?.parseCallback) throw noSuch('Payment not found')
  const signal = AbortSignal.timeout(CALLBACK_WITHIN_MS)
  const found = await provider.parseCallback(request, shop.now(), signal).catch((error: unknown) => {
    shop.log.error({ err: error, provider: name }, 'a callback could not be checked')
    throw unavailable()
  })
  if (found === undefined) throw badRequest('Invalid request')
  if (found === null) {
    shop.log.info({ provider: name }, 'a callback is about nothing that the shop knows')
    return 'ignored'
  }
  if ('payment' in found) return applyPaymentEvent(shop, provider, found.payment)
  return (await applyRefundReport(shop, found.refund)) ? 'applied' : 'ignored'
}

/** Applies what a provider reports of a payment, to its order. */
export async function applyPaymentEvent(
  { db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>,
  provider: PaymentProvider,
  event: PaymentEvent,
): Promise<PaymentEventOutcome> {
  const outcome = await db.transaction(async (tx) => {
    const applied = await applyEvent(tx, provider, event, now())
    if (event.further && applied !== 'order_mismatch') await bookFurther(tx, event, now())
    return applied
  })
  if (outcome === 'amount_mismatch' || outcome === 'order_mismatch' || outcome === 'unknown') {
    const { merchantOrderId, state, amount } = event
    const told = { provider: provider.name, merchantOrderId, state, amount, outcome }
    log.error(told, 'a genuine payment does not match an order')
  }
  return outcome
}

async function applyEvent(
  tx: Tx,
  provider: PaymentProvider,
  event: PaymentEvent,
  now: Date,
): Promise<PaymentEventOutcome> {
  const { event_id, state, amount } = event
  const found = await findPaymentByReference(tx, event)
  if (!found) return 'unknown'
  const order_id = found.order_id
  await lockOrder(tx, order_id)
  // As it is now that nobody else changes it.
  const payment = (await findPaymentByReference(tx, event))!
  const earlier = await findPaymentEvent(tx, event_id)
  const matches =
    payment.provider === provider.name &&
    payment.merchant_order_id === event.merchantOrderId &&
    (event.transactionId ?? payment.transaction_id) === payment.transaction_id &&
    (!earlier || earlier.payment_id === payment.id)
  if (!matches) return 'order_mismatch'
  const { problem } = event
  if (problem !== undefined && problem !== payment.problem && payment.paid_at === null)
    await updatePayment(tx, payment.id, { problem })
  if (earlier && earlier.outcome !== 'amount_mismatch') return 'duplicate'
  const outcome =
    amount === payment.amount ? await moveByEvent(tx, payment, provider, event, now) : 'amount_mismatch'
  // A provider may report it by several callbacks, and each time it is asked.
  if (outcome === 'amount_mismatch' && !(await hasMismatch(tx, payment.id, amount))) {
    const alert = await bookMismatch(tx, payment, provider, event, now)
    await orderAlerts.enqueue(tx, { alert, order_id, amount }, `${outcome}:${event_id}`)
  }
  await storePaymentEvent(tx, { event_id, payment_id: payment.id, state, amount, outcome, at: now })
  return outcome
}

/** What does not match its payment. @returns what the merchant is told of it */
async function bookMismatch(
  tx: Tx,
  payment: PaymentRow,
  provider: PaymentProvider,
  event: PaymentEvent,
  now: Date,
): Promise<'other_currency' | 'amount_mismatch' | 'paid_too_much' | 'sent_back'> {
  if (event.foreign !== undefined) {
    await bookForeignMoney(tx, payment, provider, event.foreign, now)
    return 'other_currency'
  }
  // The test bank has no money: there the order stays as it is.
  if (provider.status && event.state === 'COMPLETED' && event.amount > 0)
    return bookOtherAmount(tx, payment, event, now)
  await moveOrder(tx, payment.order_id, 'payment_mismatch', { now })
  return 'amount_mismatch'
}

/** Money in another currency pays nothing, and no amount of rupees is owed for it: the merchant pays it back by hand. */
async function bookForeignMoney(
  tx: Tx,
  { id: payment_id, order_id }: PaymentRow,
  { label }: PaymentProvider,
  money: string,
  now: Date,
): Promise<void> {
  const { id: refund } = await insertRefund(tx, { order_id, payment_id, amount: 0, due_at: now })
  const problem = `${money} came, and not rupees: pay it back at ${label}, then record it here.`
  await updateRefund(tx, refund, { next_check_at: null, problem })
  const note = `A payment of ${money} arrived, and this shop takes rupees only. You get it back.`
  await moveOrder(tx, order_id, 'pay_short', { now, note })
}

/** Money of another amount than was asked for: more pays the order, and the rest is owed; less is owed. */
async function bookOtherAmount(
  tx: Tx,
  payment: PaymentRow,
  { amount, providerPaymentId: provider_payment_id, fee }: PaymentEvent,
  now: Date,
): Promise<'amount_mismatch' | 'paid_too_much' | 'sent_back'> {
  const { id, order_id } = payment
  const others = (await findPayments(tx, order_id)).filter((one) => one.id !== id)
  const isPaid = others.some(({ state }) => state === 'PAID')
  const isEnough = amount > payment.amount && !isPaid
  const booked = { id, amount }
  const money = { provider_payment_id, fee, amount }
  if (!(await advancePayment(tx, payment, isEnough ? 'PAID' : 'PAID_AGAIN', now, money)))
    return 'amount_mismatch'
  if (isEnough) {
    const came = overpaidNote(amount, payment.amount)
    await moveOrder(tx, order_id, 'payment_mismatch', { now, note: came })
    await moveOrder(tx, order_id, 'pay', { now, came, paid_too_much: amount - payment.amount })
  } else if (isPaid) await moveOrder(tx, order_id, 'pay_again', { now, second_payment: booked })
  else {
    const note = shortNote(amount, payment.amount)
    await moveOrder(tx, order_id, 'pay_short', { now, second_payment: booked, note })
  }
  return isEnough ? 'paid_too_much' : 'sent_back'
}

/** The customer paid the same payment again at its provider: each of that money is a payment of its own, and goes back. */
async function bookFurther(tx: Tx, event: PaymentEvent, now: Date): Promise<void> {
  const first = await findPaymentByReference(tx, event)
  if (first?.state !== 'PAID' && first?.state !== 'PAID_AGAIN') return
  const { id, order_id, provider: name, simulated, provider_reference } = first
  if (first.provider_payment_id === null)
    await updatePayment(tx, id, { provider_payment_id: event.providerPaymentId })
  for (const { providerPaymentId: provider_payment_id, amount } of [event, ...(event.further ?? [])]) {
    const known = await findPayments(tx, order_id)
    if (known.some((one) => one.provider_payment_id === provider_payment_id)) continue
    await addPayment(tx, { id: order_id, total_amount: amount }, { name, simulated }, now)
    const second = (await findPayments(tx, order_id)).at(-1)!
    await updatePayment(tx, second.id, { provider_reference })
    await advancePayment(tx, second, 'PAID_AGAIN', now, { provider_payment_id, fee: null })
    // It is paid back under the name that the provider knows.
    await moveOrder(tx, order_id, 'pay_again', { now, second_payment: { id, amount } })
  }
}

/** The customer came back from a provider that has not decided: it is told once, and binds nobody. */
export async function tellPending(tx: Tx, { id, order_id }: PaymentRow, now: Date): Promise<void> {
  await lockOrder(tx, order_id)
  const isOpen = (await findPayments(tx, order_id)).some((one) => one.id === id && one.state === 'STARTED')
  const [order] = await findWholeOrders(tx, [order_id])
  const isTold = order?.events.at(-1)?.kind === 'payment_processing'
  if (isOpen && !isTold) await moveOrder(tx, order_id, 'payment_processing', { now })
}

const MOVES = {
  COMPLETED: ['PAID', 'pay'],
  FAILED: ['FAILED', 'payment_failed'],
  PENDING: ['PROCESSING', 'payment_processing'],
} as const

async function moveByEvent(
  tx: Tx,
  payment: PaymentRow,
  provider: PaymentProvider,
  { state: reported, isUnderWay, providerPaymentId: provider_payment_id, fee }: PaymentEvent,
  now: Date,
): Promise<'applied' | 'ignored'> {
  // A provider that can be asked is asked before the order ends: until then the customer may go another way.
  if (reported === 'PENDING' && provider.status) {
    if (isUnderWay) await tellPending(tx, payment, now)
    return 'ignored'
  }
  const [state, event] = MOVES[reported]
  const others = (await findPayments(tx, payment.order_id)).filter(({ id }) => id !== payment.id)
  if (state === 'PAID' && others.some((other) => other.state === 'PAID')) {
    if (!(await advancePayment(tx, payment, 'PAID_AGAIN', now, { provider_payment_id, fee })))
      return 'ignored'
    await moveOrder(tx, payment.order_id, 'pay_again', { now, second_payment: payment })
    return 'applied'
  }
  if (!(await advancePayment(tx, payment, state, now, { provider_payment_id, fee }))) return 'ignored'
  // Another try of the customer may still succeed.
  if (state === 'FAILED' && others.some((other) => other.id > payment.id)) return 'applied'
  return (await moveOrder(tx, payment.order_id, event, { now })) ? 'applied' : 'ignored'
}
