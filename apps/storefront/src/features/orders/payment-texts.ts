/** How far the payment and the refund of an order are, in words. */
import { t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import type { Order } from '@haat/contract/orders'
import { isSold, SHOP_TIME_ZONE } from '@haat/contract/rules'
import { longDate, shortDate, timeOfDay } from '../../lib/format.ts'
import { useNowAs } from '../../lib/use-now.ts'

/** The shop's day as `2026-11-21`, in every language: days are compared by it. */
export const dayOf = (date: Date): string => date.toLocaleDateString('en-CA', { timeZone: SHOP_TIME_ZONE })

export const useToday = (): string => useNowAs((time) => dayOf(new Date(time)))

/** `4:32 pm`; with its date on another day. @param today as `dayOf` has it */
const timeText = (end: Date, today: string): string => (dayOf(end) === today ? timeOfDay(end) : longDate(end))

/** The latest step of these kinds. */
export const lastKind = ({ events }: Order, ...kinds: Order['events'][number]['kind'][]) =>
  events.findLast(({ kind }) => kinds.includes(kind))

/** Whether the last way to pay that the customer chose is one that nobody reports. */
const waitsForUtr = ({ by_upi_id, upi_payment }: Order): boolean => by_upi_id && upi_payment !== null

/** Of the tries to pay, the latest thing that is known. */
const lastTry = (order: Order) =>
  lastKind(order, 'payment_stated', 'payment_not_found', 'payment_processing', 'payment_retried')?.kind

/** What came for an order that is not sold, and is or was to go back. Paise. */
export const cameOf = ({ refund_due_amount, refunded_amount }: Order): number =>
  refund_due_amount + refunded_amount

/** Whether only less came than the order costs. */
export const isShort = (order: Order): boolean => cameOf(order) < order.total_amount

/** What an order that waits for its payment waits for, what is to be done, and until when. */
export function waitingMessage(order: Order, today: string): string {
  const amount = formatRupees(order.total_amount)
  const told = waitingSentence(order, amount)
  if (!order.hold_expires_at) return told
  const end = timeText(order.hold_expires_at, today)
  return `${told} ${t`We keep your items until ${end}.`}`
}

function waitingSentence(order: Order, amount: string): string {
  if (order.payment_told)
    return t`Thank you for the UTR of your UPI payment of ${amount}. We compare it with our bank, and tell you when your order is confirmed.`
  if (order.processing)
    return t`Your bank is still processing your payment of ${amount}: please do not pay again. This page shows its result by itself.`
  if (lastTry(order) === 'payment_not_found')
    return order.can_pay
      ? t`Our bank does not have your UPI payment of ${amount} under the number that you told us. Please check the number, or pay again.`
      : t`Our bank does not have your UPI payment of ${amount} under the number that you told us. Please check the number.`
  if (waitsForUtr(order))
    return t`Your order is not confirmed yet: we are waiting for your UPI payment of ${amount}. If you have paid, type the UTR that your app shows: without it we cannot find your payment.`
  return t`Your order is not confirmed yet: we are waiting for your payment of ${amount}. If you have paid, this page shows it by itself.`
}

/** How far an online payment is; null for an order that is paid in cash, or in exchange. */
export function paymentState(order: Order, today: string): string | null {
  const { order_status: status, payment_method } = order
  if (payment_method !== 'ONLINE' || order.exchange_of) return null
  const hasMoney = cameOf(order) > 0
  if (isSold(status)) return t`Paid`
  if (order.processing && !order.payment_told) return t`Your bank is processing your payment`
  if (order.payment_told) return t`We compare your UPI payment with our bank`
  if (hasMoney && isShort(order)) return t`Paid too little`
  if (status === 'PAYMENT_FAILED') return hasMoney ? t`Paid too late` : t`Payment failed`
  if (status === 'CANCELLED') return hasMoney ? t`Paid` : t`Not paid`
  const end = order.hold_expires_at && timeText(order.hold_expires_at, today)
  if (waitsForUtr(order))
    return end
      ? t`Waiting for your UPI payment and its UTR until ${end}`
      : t`Waiting for your UPI payment and its UTR`
  return end ? t`Waiting for your payment until ${end}` : t`Waiting for your payment`
}

/** Whether a refund that is due is on its way. */
export const isSent = (order: Order): boolean =>
  lastKind(order, 'refund_due', 'refund_sent', 'refund_failed')?.kind === 'refund_sent'

/** What is due to the customer, and what was paid back. */
export function refundStates(order: Order): string[] {
  const { refund_due_amount: due, refunded_amount: paid, refund_reference: reference } = order
  const upi = order.refunded_to
  const at = lastKind(order, 'refunded')?.created_at
  const [owed, back, day] = [formatRupees(due), formatRupees(paid), at ? shortDate(at) : '']
  const told = !day ? t`${back} paid` : upi ? t`${back} paid to ${upi} on ${day}` : t`${back} paid on ${day}`
  return [
    ...(due > 0 ? [isSent(order) ? t`${owed} on its way` : t`${owed} due`] : []),
    ...(paid > 0 ? [reference ? t`${told}, reference ${reference}` : told] : []),
  ]
}
