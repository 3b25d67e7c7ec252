/**
 * Asks providers about payments that they have not decided: with growing pauses until their own limit, and before an order
 * may end. What they approved is found even if every callback was lost.
 */
import type { PaymentProvider, PaymentReport } from '../../adapters/payment-provider.ts'
import type { Tx } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import { findUnpaidLines } from '../cart/unpaid-orders.store.ts'
import { ANSWER_WITHIN_MS, findProvider, nextQuestion, startedPayment } from '../payments/payments.ts'
import {
  findPayments,
  findPaymentsToCheck,
  type PaymentRow,
  updatePayment,
} from '../payments/payments.store.ts'
import { moveOrder } from './move-order.ts'
import { applyPaymentEvent } from './payment-events.ts'
import { orderAlerts } from './order-alerts.ts'
import { isAtBank } from './order-payment.ts'
import { findOverdue, findWholeOrders, lockOrder } from './orders.store.ts'
import { checkRefunds } from './send-refunds.ts'

type Asking = Pick<Shop, 'db' | 'now' | 'log' | 'pay'>

/** The shortest pause between two questions about a payment; ms. */
const PAUSE_MS = 5_000
/** How long a payment may change, where its provider does not say; hours. */
const SETTLES_WITHIN = 24

/**
 * Asks the provider about a payment and applies its answer.
 *
 * @returns what the provider reports; null when it does not answer, or cannot be asked
 */
export async function checkPayment(shop: Asking, payment: PaymentRow): Promise<PaymentReport | null> {
  const at = shop.now()
  const next_check_at = isSettled(shop, payment, at) ? null : nextQuestion(payment.started_at, at, PAUSE_MS)
  await shop.db.transaction((tx) => updatePayment(tx, payment.id, { next_check_at }))
  return askStatus(shop, payment)
}

const isSettled = ({ pay }: Asking, { provider, started_at }: PaymentRow, at: Date): boolean => {
  const hours = findProvider(pay, provider)?.settlesWithinHours ?? SETTLES_WITHIN
  return at.getTime() - started_at.getTime() > hours * 3_600_000
}

async function askStatus(shop: Asking, payment: PaymentRow): Promise<PaymentReport | null> {
  const provider = findProvider(shop.pay, payment.provider)
  if (!provider?.status) return null
  const report = await provider
    .status(startedPayment(payment), AbortSignal.timeout(ANSWER_WITHIN_MS))
    .catch((error: unknown) => {
      shop.log.warn({ err: error, provider: provider.name, payment: payment.id }, 'a payment is not known')
      return null
    })
  if (report) await applyReport(shop, provider, payment, report)
  return report
}

/** Applies what a provider answered: the same answer is one event, however often it is given. */
export const applyReport = (
  shop: Asking,
  provider: PaymentProvider,
  { id, transaction_id }: PaymentRow,
  report: PaymentReport,
) =>
  applyPaymentEvent(shop, provider, {
    ...report,
    event_id: `${provider.name}:${id}:${report.state}:${report.amount}${report.isUnderWay ? ':under-way' : ''}`,
    transactionId: transaction_id,
  })

/** The tries of an order that may still bring money. */
export async function checkOrder(shop: Asking, orderId: number): Promise<void> {
  const open = (await findPayments(shop.db, orderId)).filter(
    ({ state, provider }) =>
      (state === 'STARTED' || state === 'PROCESSING') && findProvider(shop.pay, provider)?.status,
  )
  await Promise.all(open.map((payment) => checkPayment(shop, payment)))
}

/** Asks about every unpaid order of a customer, before one of them may end. */
export async function checkUnpaidOrders(shop: Asking, customerId: number): Promise<void> {
  if (!shop.pay.all.some(({ status }) => status)) return
  const orders = new Set((await findUnpaidLines(shop.db, customerId)).map(({ order_id }) => order_id))
  await Promise.all([...orders].map((id) => checkOrder(shop, id)))
}

/** The shortest pause between two questions about a payment that is paid, and how long they are asked; ms. */
const PAID_PAUSE_MS = 86_400_000
const REFUNDED_WITHIN_MS = 30 * 86_400_000

/** A customer may pay it once more at its provider, and the merchant pay it back there; and callbacks get lost. */
async function checkPaid(shop: Asking, payment: PaymentRow): Promise<void> {
  const [since, at] = [payment.paid_at!, shop.now()]
  const hasRefunds =
    findProvider(shop.pay, payment.provider)?.refunds && at.getTime() - since.getTime() <= REFUNDED_WITHIN_MS
  const isOver = isSettled(shop, payment, at) && !hasRefunds
  const next_check_at = isOver ? null : nextQuestion(since, at, PAID_PAUSE_MS)
  await shop.db.transaction((tx) => updatePayment(tx, payment.id, { next_check_at }))
  await askStatus(shop, payment)
  await checkRefunds(shop, payment)
}

/** How many payments or orders are read, and asked about, at a time. */
const BATCH = 50

/** Asks about the payments whose turn it is. */
export async function checkPayments(shop: Asking): Promise<void> {
  // All at once: a provider that does not answer must not delay the others.
  const payments = await findPaymentsToCheck(shop.db, shop.now(), BATCH)
  await Promise.all(payments.map((payment) => (payment.paid_at ? checkPaid : checkPayment)(shop, payment)))
}

/** An order whose customer has told a transfer ends by the merchant's silence: he is told, and compares it all the same. */
async function expire(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!order?.payment_told) {
    const [whole] = await findWholeOrders(tx, [orderId])
    return moveOrder(tx, orderId, whole && isAtBank(whole) ? 'bank_expired' : 'hold_expired', { now })
  }
  const moved = await moveOrder(tx, orderId, 'confirm_expired', { now })
  const about = { alert: 'payment_unconfirmed', order_id: orderId, amount: order.total_amount } as const
  if (moved) await orderAlerts.enqueue(tx, about, `payment_unconfirmed:${orderId}:${now.getTime()}`)
  return moved
}

/**
 * Fails the online orders whose payment did not arrive in time, which releases their stock and coupon uses, once their
 * provider was asked. An order that cannot be failed is logged and left for the next run.
 *
 * @returns how many orders failed
 */
export async function expireUnpaidOrders(shop: Asking, stopping?: AbortSignal): Promise<number> {
  const { db, now, log } = shop
  const at = now()
  let expired = 0
  let skipped = 0
  for (;;) {
    const overdue = stopping?.aborted ? [] : await findOverdue(db, at, { limit: BATCH, offset: skipped })
    if (overdue.length === 0) return expired
    await Promise.all(overdue.map((id) => checkOrder(shop, id)))
    for (const orderId of overdue) {
      const moved = await db
        .transaction((tx) => expire(tx, orderId, at))
        .catch((error: unknown) => {
          log.error({ err: error, orderId }, 'an unpaid order could not be expired')
          return false
        })
      if (moved) expired += 1
      else skipped += 1
    }
  }
}
