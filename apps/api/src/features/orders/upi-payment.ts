/**
 * Payments to the merchant's own UPI id. Nobody reports them: the customer tells the number of the transfer (UTR), and the
 * merchant compares it with the bank.
 */
import { formatShortRupees } from '@haat/contract/money'
import { lockName, type Tx } from '../../db/database.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { UPI } from '../payments/payments.ts'
import {
  advancePayment,
  findPaymentByUtr,
  findPayments,
  forgetUtr,
  type PaymentRow,
  updatePayment,
} from '../payments/payments.store.ts'
import { readSettings } from '../settings/settings.store.ts'
import { moveOrder } from './move-order.ts'
import { orderAlerts } from './order-alerts.ts'
import { addPayment, holdUntil } from './order-payment.ts'
import { lockOrder, type OrderRow } from './orders.store.ts'

/** @returns the twelve digits of a UTR @throws Failure 400 */
export function parseUtr(text: string): string {
  const utr = text.replaceAll(/[\s-]/g, '')
  if (!/^(?!0+$)\d{12}$/.test(utr))
    throw badRequest('The UTR has 12 digits: your app shows it with the payment, as UTR, UPI or RRN number.')
  return utr
}

/** @throws Failure 409 when another payment has this UTR */
async function refuseUsed(tx: Tx, utr: string, { id }: PaymentRow): Promise<void> {
  // Another customer may tell it at this moment.
  await lockName(tx, `utr ${utr}`)
  const used = await findPaymentByUtr(tx, utr)
  if (used && used.id !== id)
    throw conflict('This UTR was given for another payment. Please check its digits.', { code: 'UTR_USED' })
}

/**
 * Stores the number of the transfer that a customer tells. The order then waits for the merchant; one that has ended is
 * kept if the merchant finds the money and its items are still there.
 *
 * @throws Failure 400; 409 UTR_USED, or when the payment is decided
 */
export async function stateUtr(shop: Shop, payment: PaymentRow, text: string): Promise<void> {
  const utr = parseUtr(text)
  await shop.db.transaction(async (tx) => {
    const now = shop.now()
    const { payments } = await readSettings(tx)
    await lockOrder(tx, payment.order_id)
    const current = await findUpiPayment(tx, payment.order_id, { id: payment.id })
    if (current.utr === utr) return
    if (isPaid(current)) throw conflict('This payment is confirmed already.')
    await refuseUsed(tx, utr, current)
    await updatePayment(tx, current.id, { utr })
    await advancePayment(tx, current, 'PROCESSING', now)
    // Another number does not begin the time anew.
    const hold_expires_at = holdUntil(now, payments.upi.confirm_hours * 60)
    const isFirst = current.state !== 'PROCESSING'
    await moveOrder(tx, current.order_id, 'payment_stated', {
      now,
      reference: utr,
      ...(isFirst && { hold_expires_at }),
    })
    const alert = { alert: 'payment_stated', order_id: current.order_id, amount: current.amount } as const
    await orderAlerts.enqueue(tx, alert, `payment_stated:${current.id}:${utr}`)
  })
}

/** @throws Failure when the order has no payment to the merchant's UPI id */
async function findUpiPayment(
  tx: Tx,
  orderId: number,
  { id, utr }: { id?: number; utr?: string | undefined } = {},
): Promise<PaymentRow> {
  const found = (await findPayments(tx, orderId)).filter(
    (payment) => payment.provider === UPI && (id === undefined || payment.id === id),
  )
  // The one with this UTR, else the one that the customer told about, else the latest.
  const payment =
    found.find((one) => utr !== undefined && one.utr === utr) ??
    found.findLast(({ state }) => state === 'PROCESSING') ??
    found.at(-1)
  if (!payment) throw noSuch('This order was not to be paid to your UPI id.')
  return payment
}

/**
 * The merchant found the transfer at the bank: the order is paid. What came too much is to be refunded.
 *
 * @param found `received` in paise; the order's amount where it is left out. `pay_back`: less than that is to be refunded
 * @throws Failure 400, 409
 */
export async function confirmUpi(
  tx: Tx,
  order: OrderRow,
  found: { utr?: string | undefined; received?: number | undefined; pay_back?: boolean },
  now: Date,
): Promise<void> {
  const given = found.utr === undefined ? undefined : parseUtr(found.utr)
  const told = await findUpiPayment(tx, order.id, { utr: given })
  // Another transfer of a customer who has paid.
  const isMore = given !== undefined && told.utr !== given && isPaid(told)
  const payment = isMore ? await addTransfer(tx, order, now) : told
  const utr = given ?? payment.utr
  if (utr === null) throw badRequest("Give the transfer's UTR as your bank shows it.")
  await refuseUsed(tx, utr, payment)
  const tooMuch = (found.received ?? payment.amount) - payment.amount
  const isShort = tooMuch < 0 && !isMore
  if (isShort && !found.pay_back)
    throw conflict(
      `The order costs ${formatShortRupees(payment.amount)}. Ask the customer for the rest, or pay back what came.`,
      { remedy: `When you pay it back: haat payments confirm ${order.id} --received … --pay-back` },
    )
  await updatePayment(tx, payment.id, { utr, amount: payment.amount + tooMuch })
  const others = (await findPayments(tx, order.id)).filter(({ id }) => id !== payment.id)
  const isSecond = isShort || others.some(({ state }) => state === 'PAID')
  const money = { provider_payment_id: utr, fee: null }
  const paid = { ...payment, amount: payment.amount + tooMuch }
  if (!(await advancePayment(tx, paid, isSecond ? 'PAID_AGAIN' : 'PAID', now, money)))
    throw conflict('This payment is confirmed already.')
  const details = isSecond ? { second_payment: paid } : { paid_too_much: tooMuch }
  const event = isShort ? 'payment_mismatch' : isSecond ? 'pay_again' : 'pay'
  const note = isShort ? 'Your payment was less than the order costs. You get it back.' : undefined
  await moveOrder(tx, order.id, event, { now, note, reference: utr, ...details })
}

const isPaid = ({ state }: PaymentRow): boolean => state === 'PAID' || state === 'PAID_AGAIN'

/** A transfer that came besides the one that is known. */
async function addTransfer(tx: Tx, order: OrderRow, now: Date): Promise<PaymentRow> {
  await addPayment(tx, order, { name: UPI, simulated: false }, now)
  return (await findPayments(tx, order.id)).at(-1)!
}

/**
 * The bank does not have the transfer: the customer is asked to check its number, or to pay again.
 *
 * @throws Failure 409
 */
export async function refuseUpi(tx: Tx, order: OrderRow, note: string | undefined, now: Date): Promise<void> {
  const payment = await findUpiPayment(tx, order.id)
  if (payment.state !== 'PROCESSING') throw conflict('No payment of this order waits for you.')
  await forgetUtr(tx, payment.id)
  const { payments } = await readSettings(tx)
  const hold_expires_at = holdUntil(now, payments.upi.confirm_hours * 60)
  const reference = payment.utr ?? undefined
  await moveOrder(tx, order.id, 'payment_not_found', { now, hold_expires_at, note, reference })
}
