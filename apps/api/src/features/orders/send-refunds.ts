/** Refunds of online payments: the provider that has the money is asked to pay it back, and until when it has. */
import { randomBytes } from 'node:crypto'
import { type PaymentProvider, ProviderRefused, type RefundReport } from '../../adapters/payment-provider.ts'
import type { Tx } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import { ANSWER_WITHIN_MS, findProvider, nextQuestion, startedPayment } from '../payments/payments.ts'
import { moneyLeft } from '../payments/ledger.store.ts'
import { findPayments, findRefunded, type PaymentRow } from '../payments/payments.store.ts'
import {
  deleteRefund,
  findRefund,
  findRefunds,
  findRefundsToCheck,
  insertRefund,
  LEAST_SENT,
  type RefundRow,
  updateRefund,
} from '../payments/refunds.store.ts'
import { moveOrder } from './move-order.ts'
import { orderAlerts } from './order-alerts.ts'
import { enqueueOrderMail } from './order-mail.ts'
import { lockOrder } from './orders.store.ts'
import { costKept } from './returns.store.ts'

type Paying = Pick<Shop, 'db' | 'now' | 'log' | 'pay'>

/** The shortest pause between two questions about a refund, in ms: days pass until a bank has paid. */
const PAUSE_MS = 60_000

/** Sends the refunds that are due to providers, and asks about those that were sent. */
export async function sendRefunds(shop: Paying, stopping?: AbortSignal): Promise<void> {
  for (const { id, order_id } of await findRefundsToCheck(shop.db, shop.now(), 100)) {
    if (stopping?.aborted) return
    const taken = await shop.db.transaction((tx) => takeRefund(tx, id, order_id, shop))
    if (taken) await sendRefund(shop, taken)
  }
}

interface TakenRefund {
  refund: RefundRow & { merchant_refund_id: string }
  payment: PaymentRow
  provider: PaymentProvider
  /** Whether it was sent before: the provider may have it. */
  isSent: boolean
}

/** Asks what the merchant has paid back of a payment at the provider itself: callbacks get lost. */
export async function checkRefunds(shop: Paying, payment: PaymentRow): Promise<void> {
  const provider = findProvider(shop.pay, payment.provider)
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const reports = await provider?.refunds?.(startedPayment(payment), signal).catch((error: unknown) => {
    shop.log.warn({ err: error, provider: provider.name, payment: payment.id }, 'refunds are not known')
    return []
  })
  for (const report of reports ?? []) await applyRefundReport(shop, report)
}

/** Its name at the provider is stored before anything is sent, so that it is asked for under one name only. */
async function takeRefund(
  tx: Tx,
  id: number,
  orderId: number,
  { pay, now }: Pick<Shop, 'pay' | 'now'>,
): Promise<TakenRefund | null> {
  await lockOrder(tx, orderId)
  const refund = await findRefund(tx, { id })
  if (!refund || refund.state === 'PAID') return null
  const payment = (await findPayments(tx, orderId)).find((one) => one.id === refund.payment_id)
  const provider = payment && findProvider(pay, payment.provider)
  const at = now()
  const later = nextQuestion(refund.due_at, at, PAUSE_MS)
  const isSent = refund.state === 'SENT'
  if (!payment || !provider?.refund || (!isSent && refund.amount < LEAST_SENT)) {
    // The provider that has it may come back: its keys may be typed anew.
    await updateRefund(tx, id, { next_check_at: isSent ? later : null })
    const { amount, order_id } = refund
    if (!isSent) await orderAlerts.enqueue(tx, { alert: 'refund_due', order_id, amount }, `refund_due:${id}`)
    return null
  }
  const merchant_refund_id = refund.merchant_refund_id ?? `refund_${randomBytes(12).toString('base64url')}`
  await updateRefund(tx, id, { merchant_refund_id, state: 'SENT', next_check_at: later })
  if (!isSent) await moveOrder(tx, orderId, 'refund_sent', { now: at })
  return { refund: { ...refund, merchant_refund_id }, payment, provider, isSent }
}

/** Nobody knows what happened when the provider does not answer: the refund stays sent, and is asked about later. */
async function sendRefund(shop: Paying, { refund, payment, provider, isSent }: TakenRefund): Promise<void> {
  const { merchant_refund_id: merchantRefundId, amount, provider_refund_id: providerRefundId } = refund
  const asked = { merchantRefundId, amount, payment: startedPayment(payment) }
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  try {
    const known = isSent && (await provider.refundStatus?.({ ...asked, providerRefundId }, signal))
    const report = known || (await provider.refund!(asked, signal))
    await applyRefundReport(shop, report)
  } catch (error) {
    shop.log.error({ err: error, provider: provider.name, refund: refund.id }, 'a refund was not paid')
    if (!(error instanceof ProviderRefused)) return
    const report = {
      merchantRefundId,
      amount,
      providerRefundId,
      of: {},
      reference: null,
      problem: error.message,
    }
    await applyRefundReport(shop, { ...report, state: 'FAILED' })
  }
}

/**
 * A refund that the merchant made at the provider, not here: it pays what is due of this payment.
 *
 * @returns false for one that is known, that is not paid yet, or of money that is not the shop's
 */
async function bookForeign(tx: Tx, report: RefundReport, now: Date): Promise<boolean> {
  const { state, amount, of } = report
  const provider_refund_id = report.providerRefundId ?? report.merchantRefundId
  const payment = state === 'COMPLETED' && amount > 0 && (await findRefunded(tx, of))
  if (!payment) return false
  const { id: payment_id, order_id } = payment
  await lockOrder(tx, order_id)
  const refunds = (await findRefunds(tx, order_id)).filter((one) => one.payment_id === payment_id)
  if (refunds.some((one) => one.provider_refund_id === provider_refund_id)) return false
  const paid = await coverDue(tx, refunds, amount)
  const rest = amount - paid.reduce((sum, one) => sum + one.amount, 0)
  const ids = paid.map(({ id }) => id)
  if (rest > 0) ids.push((await insertRefund(tx, { order_id, payment_id, amount: rest, due_at: now })).id)
  const told = {
    now,
    note: 'It was paid at the payment provider.',
    reference: report.reference ?? provider_refund_id,
  }
  for (const refund_id of ids) {
    await updateRefund(tx, refund_id, { provider_refund_id, next_check_at: null })
    await moveOrder(tx, order_id, 'refund', { ...told, refund_id })
  }
  return true
}

/** Takes an amount off what is due, the same amount first. @returns the refunds that it covers */
async function coverDue(tx: Tx, refunds: readonly RefundRow[], amount: number): Promise<RefundRow[]> {
  const isSame = (one: RefundRow) => Number(one.amount === amount)
  const due = refunds.filter(({ state }) => state === 'DUE').toSorted((a, b) => isSame(b) - isSame(a))
  const covered: RefundRow[] = []
  let rest = amount
  for (const refund of due) {
    if (rest < refund.amount) {
      await updateRefund(tx, refund.id, { amount: refund.amount - rest })
      break
    }
    rest -= refund.amount
    covered.push(refund)
  }
  return covered
}

/**
 * Applies what a provider reports of a refund.
 *
 * @returns whether it changed something: a report may come again, or be of no refund of the shop
 */
export function applyRefundReport(
  { db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>,
  report: RefundReport,
): Promise<boolean> {
  const { merchantRefundId: merchant_refund_id, state, amount, providerRefundId, problem } = report
  return db.transaction(async (tx) => {
    const found = await findRefund(tx, { merchant_refund_id })
    if (!found) return bookForeign(tx, report, now())
    const { id, order_id } = found
    const order = (await lockOrder(tx, order_id))!
    const refund = (await findRefund(tx, { id }))!
    if (refund.state !== 'SENT') return false
    if (amount !== refund.amount) {
      log.error({ refund: id, amount }, 'a provider reports another amount of a refund')
      return false
    }
    const provider_refund_id = providerRefundId ?? refund.provider_refund_id
    if (state === 'PENDING') {
      await updateRefund(tx, id, { provider_refund_id })
      return false
    }
    if (state === 'COMPLETED') {
      await updateRefund(tx, id, { provider_refund_id })
      const reference = report.reference ?? provider_refund_id ?? merchant_refund_id
      return moveOrder(tx, order_id, 'refund', { now: now(), refund_id: id, reference })
    }
    const failed = {
      state: 'DUE',
      problem: problem ?? 'The provider gave no reason.',
      next_check_at: null,
    } as const
    // What the merchant has paid back at the provider meanwhile is not owed any more.
    const left = await moneyLeft(tx, order_id, { kept: await costKept(tx, order) })
    const owed = amount + Math.min(0, left ?? 0)
    if (owed <= 0) {
      await deleteRefund(tx, id)
      return false
    }
    await updateRefund(tx, id, { ...failed, amount: owed, provider_refund_id })
    const alert = { alert: 'refund_failed', order_id, amount: owed } as const
    await orderAlerts.enqueue(tx, alert, `refund_failed:${merchant_refund_id}`)
    await enqueueOrderMail(tx, order_id, 'refund_failed', { back: [], amount: owed, by_hand: owed })
    return moveOrder(tx, order_id, 'refund_failed', { now: now() })
  })
}
