/** How far the payment and the refund of an order are, in words. */
import { formatRupees } from '@haat/contract/money'
import type { Order } from '@haat/contract/orders'
import { isSold } from '@haat/contract/rules'
import { longDate, shortDate, timeOfDay } from '../../lib/format.ts'

/** ` until 4:32 pm`; with its date on another day. @param today as `shortDate` has it */
const until = ({ hold_expires_at: end }: Order, today: string): string =>
  end === null ? '' : ` until ${shortDate(end) === today ? timeOfDay(end) : longDate(end)}`

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
  const kept = order.hold_expires_at ? ` Its items are kept for you${until(order, today)}.` : ''
  if (order.payment_told)
    return `Thank you for the UTR of your UPI payment of ${amount}. We compare it with our bank, and mail you when your order is confirmed.${kept}`
  if (order.processing)
    return `Your bank is still processing your payment of ${amount}: please do not pay again. This page shows its result by itself.${kept}`
  if (lastTry(order) === 'payment_not_found')
    return `Our bank does not have your UPI payment of ${amount} under the number that you told us. Please check the number${order.can_pay ? ', or pay again' : ''}.${kept}`
  if (waitsForUtr(order))
    return `Your order is not confirmed yet: we are waiting for your UPI payment of ${amount}. If you have paid, type the UTR that your app shows: without it we cannot find your payment.${kept}`
  return `Your order is not confirmed yet: we are waiting for your payment of ${amount}. If you have paid, this page shows it by itself.${kept}`
}

/** How far an online payment is; null for an order that is paid in cash, or in exchange. */
export function paymentState(order: Order, today: string): string | null {
  const { order_status: status, payment_method } = order
  if (payment_method !== 'ONLINE' || order.exchange_of) return null
  const hasMoney = cameOf(order) > 0
  if (isSold(status)) return 'Paid'
  if (order.processing && !order.payment_told) return 'Your bank is processing your payment'
  if (order.payment_told) return 'We compare your UPI payment with our bank'
  if (hasMoney && isShort(order)) return 'Paid too little'
  if (status === 'PAYMENT_FAILED') return hasMoney ? 'Paid too late' : 'Payment failed'
  if (status === 'CANCELLED') return hasMoney ? 'Paid' : 'Not paid'
  if (waitsForUtr(order)) return `Waiting for your UPI payment and its UTR${until(order, today)}`
  return `Waiting for your payment${until(order, today)}`
}

/** What is due to the customer, and what was paid back. */
export function refundStates(order: Order): string[] {
  const { refund_due_amount: due, refunded_amount: paid, refund_reference: reference } = order
  const last = lastKind(order, 'refund_due', 'refund_sent', 'refund_failed')?.kind
  const how = last === 'refund_sent' ? ' on its way' : ' due'
  const at = lastKind(order, 'refunded')?.created_at
  return [
    ...(due > 0 ? [`${formatRupees(due)}${how}`] : []),
    ...(paid > 0
      ? [
          `${formatRupees(paid)} paid${at ? ` on ${shortDate(at)}` : ''}${reference ? `, reference ${reference}` : ''}`,
        ]
      : []),
  ]
}
