/**
 * Payments to the merchant's own UPI id. Nobody reports them: the customer tells the number of the transfer (UTR), and the
 * merchant compares it with the bank.
 */
import { formatShortRupees } from '@haat/contract/money'
import { t } from '#say'
import { lockName, type Reader, type Tx } from '../../db/database.ts'
import { badRequest, conflict, Failure, noSuch } from '../../http/failure.ts'
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
import { keepOwed, sumOwed } from '../payments/refunds.store.ts'
import { readSettings } from '../settings/settings.store.ts'
import { moveOrder } from './move-order.ts'
import { orderAlerts } from './order-alerts.ts'
import { addPayment, holdUntil, overpaidNote, shortNote } from './order-payment.ts'
import { lockOrder, type OrderRow } from './orders.store.ts'

/** @returns the twelve digits of a UTR @throws Failure 400 */
export function parseUtr(text: string): string {
  const utr = text.replaceAll(/[\s-]/g, '')
  if (!/^(?!0+$)\d{12}$/.test(utr))
    throw badRequest(t`The UTR has 12 digits: your app shows it with the payment, as UTR, UPI or RRN number.`)
  return utr
}

const utrUsed = () => t`This UTR was given for another payment. Please check its digits.`

/** Why a UTR is refused for a payment, or null. */
export async function utrProblem(reader: Reader, { id }: PaymentRow, text: string): Promise<string | null> {
  try {
    const used = await findPaymentByUtr(reader, parseUtr(text))
    return used && used.id !== id ? utrUsed() : null
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

/** @throws Failure 409 when another payment has this UTR */
async function refuseUsed(tx: Tx, utr: string, { id }: PaymentRow): Promise<void> {
  // Another customer may tell it at this moment.
  await lockName(tx, `utr ${utr}`)
  const used = await findPaymentByUtr(tx, utr)
  if (used && used.id !== id) throw conflict(utrUsed(), { code: 'UTR_USED' })
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
    if (isPaid(current)) throw conflict(t`This payment is confirmed already.`)
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

/** @throws Failure when the order has no payment to the merchant's UPI id; 409 for one of several without its UTR */
async function findUpiPayment(
  tx: Tx,
  orderId: number,
  { id, utr }: { id?: number; utr?: string | undefined } = {},
): Promise<PaymentRow> {
  const found = (await findPayments(tx, orderId)).filter(
    (payment) => payment.provider === UPI && (id === undefined || payment.id === id),
  )
  // The one with this UTR, else the one that the customer told about, else the latest.
  const told = found.filter(({ state }) => state === 'PROCESSING')
  const known = found.find((one) => utr !== undefined && one.utr === utr)
  if (!known && told.length > 1)
    throw conflict(
      `Several transfers of this order wait for you. Say which one, by its UTR: ${told.map((one) => one.utr).join(', ')}.`,
    )
  const payment = known ?? told[0] ?? found.at(-1)
  if (!payment) throw noSuch('This order was not to be paid to your UPI id.')
  return payment
}

/** More than so many times the order's amount is a slip of the hand. */
const AT_MOST = 10

/**
 * The merchant found a transfer at the bank. The order is paid once what came and was not given back reaches its total;
 * what came too much is to be refunded.
 *
 * @param found `received` in paise; the order's total where it is left out. `pay_back`: too little came, and goes back
 * @throws Failure 400, 409
 */
export async function confirmUpi(
  tx: Tx,
  order: OrderRow,
  found: { utr?: string | undefined; received?: number | undefined; pay_back?: boolean },
  now: Date,
): Promise<void> {
  const { id, total_amount: total, paid_at } = order
  // Without it, the whole price would be booked.
  if (found.pay_back && found.received === undefined)
    throw badRequest('How much came? Give the amount that your bank shows.', { field: 'received' })
  const amount = found.received ?? total
  if (amount <= 0)
    throw badRequest('Give the amount that your bank shows: more than ₹0.', { field: 'received' })
  if (amount > AT_MOST * total)
    throw badRequest(
      `${formatShortRupees(amount)} is more than ten times the ${formatShortRupees(total)} of the order. Please check the amount.`,
      { field: 'received' },
    )
  const { payment, utr } = await findTransfer(tx, order, found.utr, now)
  const before = paid_at === null ? await sumOwed(tx, id) : 0
  const isShort = paid_at === null && before + amount < total
  if (found.pay_back && paid_at === null && !isShort)
    throw badRequest(
      `${formatShortRupees(amount)} is not less than the order costs: confirm it without paying it back.`,
      { field: 'received' },
    )
  // Nobody is asked for the rest of a cancelled order.
  if (isShort && !found.pay_back && order.status !== 'CANCELLED')
    throw tooLittle(order, total - before - amount)
  await updatePayment(tx, payment.id, { utr })
  const transfer = { id: payment.id, amount }
  const isSecond = isShort || paid_at !== null
  const money = { provider_payment_id: utr, fee: null, amount }
  if (!(await advancePayment(tx, payment, isSecond ? 'PAID_AGAIN' : 'PAID', now, money)))
    throw conflict('This payment is confirmed already.')
  const details = { now, reference: utr }
  if (isShort)
    await moveOrder(tx, id, 'pay_short', {
      ...details,
      second_payment: transfer,
      note: shortNote(amount, total),
    })
  else if (isSecond) await moveOrder(tx, id, 'pay_again', { ...details, second_payment: transfer })
  else await payWith(tx, order, { amount, before }, details)
}

const NO_UTR =
  'No UTR of this order waits for you: the customer told none, or somebody said Not found. Give the UTR as your bank shows it.'

/** @throws Failure 400, 409 */
async function findTransfer(
  tx: Tx,
  order: OrderRow,
  text: string | undefined,
  now: Date,
): Promise<{ payment: PaymentRow; utr: string }> {
  const given = text === undefined ? undefined : parseUtr(text)
  const told = await findUpiPayment(tx, order.id, { utr: given })
  // Another transfer of a customer whose first one was found.
  const isMore = given !== undefined && told.utr !== given && isPaid(told)
  const payment = isMore ? await addTransfer(tx, order, now) : told
  const utr = given ?? payment.utr
  if (utr === null) throw badRequest(NO_UTR, { field: 'utr' })
  if (isPaid(payment)) throw conflict('This payment is confirmed already.')
  await refuseUsed(tx, utr, payment)
  return { payment, utr }
}

const tooLittle = ({ id, total_amount }: OrderRow, missing: number): Failure =>
  conflict(
    `The order costs ${formatShortRupees(total_amount)}: ${formatShortRupees(missing)} is missing. Ask the customer for the rest, or pay back what came.`,
    { remedy: `When you pay it back: haat payments confirm ${id} --received … --pay-back` },
  )

/** The transfer pays the order, with what came before and was not given back. */
async function payWith(
  tx: Tx,
  { id, total_amount: total }: OrderRow,
  { amount, before }: { amount: number; before: number },
  details: { now: Date; reference: string },
): Promise<void> {
  const kept = Math.max(0, total - amount)
  const paid_too_much = Math.max(0, amount - total)
  if (kept > 0) await keepOwed(tx, id, kept)
  const came = kept > 0 ? keptNote(kept, before) : paid_too_much > 0 ? overpaidNote(amount, total) : undefined
  if (came) await moveOrder(tx, id, 'payment_mismatch', { ...details, note: came })
  await moveOrder(tx, id, 'pay', { ...details, came, paid_too_much })
}

/** What the customer reads of money that was to go back, and pays the order now. Paise. */
const keptNote = (kept: number, before: number): string =>
  `With ${formatShortRupees(kept)} of the ${formatShortRupees(before)} that came before, this order is paid.${
    before > kept ? ` You get the other ${formatShortRupees(before - kept)} back.` : ''
  }`

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
export async function refuseUpi(
  tx: Tx,
  order: OrderRow,
  { utr: text, note }: { utr?: string | undefined; note?: string | undefined },
  now: Date,
): Promise<void> {
  const utr = text === undefined ? undefined : parseUtr(text)
  const payment = await findUpiPayment(tx, order.id, { utr })
  if (payment.state !== 'PROCESSING' || (utr !== undefined && payment.utr !== utr))
    throw conflict('No payment of this order waits for you.')
  await forgetUtr(tx, payment.id)
  const { payments } = await readSettings(tx)
  const hold_expires_at = holdUntil(now, payments.upi.confirm_hours * 60)
  const reference = payment.utr ?? undefined
  await moveOrder(tx, order.id, 'payment_not_found', { now, hold_expires_at, note, reference })
}
