import { t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import type { Order, OrderEvent } from '@haat/contract/orders'
import { payableOf } from '@haat/contract/pricing'
import { CircleCheck, CircleX, Clock, type LucideIcon, PackageCheck, PackageX, Truck } from 'lucide-react'
import {
  DELIVERY_PATH,
  holdsStock,
  isCashOnDelivery,
  isSold,
  LEFT_UNPAID,
  ORDER_GROUPS,
  type OrderEventKind,
  type OrderStatus,
  UNDELIVERED_STATUSES,
} from '@haat/contract/rules'
import { REFUND_DAYS } from '@haat/contract/return-rules'
import { longDate } from '../../lib/format.ts'
import { languageNow } from '../../lib/i18n.ts'
import { dayText } from '../delivery/arrival-text.ts'
import { cameOf, dayOf, isSent, isShort, lastKind, waitingMessage } from './payment-texts.ts'

type Tone = 'good' | 'bad' | 'plain' | 'wait'

interface StatusLook {
  tone: Tone
  icon: LucideIcon
  /** The heading of the order's page. */
  heading: () => string
  /** The step on the timeline. */
  step: () => string
}

/** @param texts the heading, and the step where it is another text */
const look = (tone: Tone, icon: LucideIcon, texts: () => readonly [string, string?]): StatusLook => ({
  ...{ tone, icon },
  heading: () => texts()[0],
  step: () => texts()[1] ?? texts()[0],
})

export const STATUSES: Record<OrderStatus, StatusLook> = {
  PENDING: look('wait', Clock, () => [t`Payment Pending`, t`Waiting for Payment`]),
  CONFIRMED: look('good', CircleCheck, () => [t`Order Confirmed`]),
  PAYMENT_FAILED: look('bad', CircleX, () => [t`Payment Failed`]),
  PROCESSING: look('good', CircleCheck, () => [t`Order Confirmed`, t`Processing`]),
  SHIPPED: look('good', Truck, () => [t`Order Shipped`, t`Shipped`]),
  OUT_FOR_DELIVERY: look('good', Truck, () => [t`Out for Delivery`]),
  DELIVERED: look('good', PackageCheck, () => [t`Order Delivered`, t`Delivered`]),
  RETURNED: look('wait', PackageX, () => [t`Order Returned`, t`Returned`]),
  LOST: look('bad', PackageX, () => [t`Parcel Lost`]),
  CANCELLED: look('bad', CircleX, () => [t`Order Cancelled`]),
}

const UNCONFIRMED = look('wait', Clock, () => [t`Payment Not Confirmed Yet`])
const LEFT = look('plain', CircleX, () => [t`Payment Not Finished`])
const UNACCEPTED = look('wait', Clock, () => [t`Please Confirm Your Order`, t`Order Placed`])

/** Whether money may be on its way to an order that did not get it in time. */
export const mayBePaid = ({ payment_told, processing }: Order): boolean => payment_told || processing

/** How an order looks: one that waits for its customer, or has ended before its payment was decided, in its own way. */
export const lookOf = (order: Order): StatusLook =>
  returnNote(order)
    ? look(order.returning?.state === 'REFUSED' ? 'bad' : 'wait', PackageX, () => [returnNote(order)])
    : order.needs_confirmation
      ? UNACCEPTED
      : mayBePaid(order) && order.order_status === 'PAYMENT_FAILED'
        ? UNCONFIRMED
        : isLeftUnpaid(order)
          ? LEFT
          : STATUSES[order.order_status]

/** The status as the server returned it, with spaces for underscores. */
export const statusText = (order: Order): string =>
  languageNow() === 'en'
    ? order.order_status.replaceAll('_', ' ')
    : (isLeftUnpaid(order) ? LEFT : STATUSES[order.order_status]).step()

/** What the customer sends back, or has sent back, of an order that came; empty where its status says it. */
export function returnNote(order: Order): string {
  const { order_status, order_items, returning } = order
  const isExchange = returning?.wish === 'exchange'
  const sent = returning?.replacement?.order_status
  const isExchanged = sent && ORDER_GROUPS.ended.every((status) => status !== sent)
  const exchanged = !isExchanged ? '' : cameOf(order) > 0 ? t`Exchange and refund` : t`Exchanged`
  if (order_status !== 'DELIVERED') return exchanged
  if (returning?.state === 'REQUESTED') return isExchange ? t`Exchange requested` : t`Return requested`
  if (returning?.state === 'ACCEPTED') return isExchange ? t`Exchange accepted` : t`Return accepted`
  if (returning?.state === 'REFUSED') return isExchange ? t`Exchange not accepted` : t`Return not accepted`
  if (exchanged || order_items.every(({ returned }) => returned === 0)) return exchanged
  return order_items.every(({ returned, quantity }) => returned === quantity)
    ? t`Returned`
    : t`Returned in part`
}

/** Whether the customer left it before paying, to order its items again or not, and nothing came for it. */
export const isLeftUnpaid = (order: Order): boolean =>
  order.order_status === 'CANCELLED' &&
  !mayBePaid(order) &&
  cameOf(order) === 0 &&
  order.events.some(({ kind }) => LEFT_UNPAID.includes(kind))

/** Without the sentences that are not to be said. */
const inARow = (...sentences: string[]): string => sentences.filter(Boolean).join(' ')

/** @param today as `dayOf` has it */
export const isLate = (order: Order, today: string): boolean =>
  order.arrives !== null && today > order.arrives.to && !hasArrived(order)

/** When an order came, or by when it should come, or that it is late; empty where nothing comes. @param today as `dayOf` has it */
export function arrivalNote(order: Order, today: string): string {
  const delivery = order.order_status === 'DELIVERED' && lastKind(order, 'delivered')
  if (delivery) {
    const day = dayText(dayOf(delivery.created_at))
    return t`Delivered on ${day}`
  }
  const left = order.order_status === 'OUT_FOR_DELIVERY' && lastKind(order, 'out_for_delivery')
  if (left && [dayOf(left.created_at), order.arrives?.to].includes(today)) return t`Arrives today`
  if (!order.arrives || hasArrived(order)) return ''
  const day = dayText(order.arrives.to)
  return isLate(order, today) ? t`Running late: it was due ${day}. We are sorry.` : t`Arrives by ${day}`
}

/** What was paid back and when, and what is due, where and within how many days; empty without either. */
export function refundSentence(order: Order): string {
  if (!order.refunded_amount) return dueSentence(order)
  const at = lastKind(order, 'refunded')?.created_at
  const [day, back, upi] = [at ? longDate(at) : '', formatRupees(order.refunded_amount), order.refunded_to]
  const on = upi ? t`We paid back ${back} to ${upi} on ${day}.` : t`We paid back ${back} on ${day}.`
  return inARow(at ? on : t`We paid back ${back}.`, dueSentence(order))
}

function dueSentence(order: Order): string {
  if (!order.refund_due) return ''
  const [amount, upi] = [formatRupees(order.refund_due_amount), order.refund_by_hand && order.refund_upi]
  if (isSent(order))
    return t`Your refund of ${amount} is on its way: banks take up to ${REFUND_DAYS} working days.`
  return upi
    ? t`Your refund of ${amount} to ${upi} is due: it reaches you within ${REFUND_DAYS} working days.`
    : t`Your refund of ${amount} is due: it reaches you within ${REFUND_DAYS} working days.`
}

const notPaid = (): string => t`The payment did not come through, so nothing was ordered.`

/** When it was cancelled, and what becomes of the money. */
function cancelledText(order: Order): string {
  const isLeft = isLeftUnpaid(order)
  const end = isLeft ? notPaid() : t`This order has been cancelled.`
  const at = lastKind(order, 'cancelled')?.created_at
  const day = at ? longDate(at) : ''
  return inARow(
    at ? t`It was cancelled on ${day}.` : end,
    refundSentence(order),
    cameOf(order) > 0 || mayBePaid(order) || order.exchange_of ? '' : t`You paid nothing.`,
  )
}

/** One sentence or two on what the status means for the customer. @param today as `dayOf` has it */
export function statusMessage(order: Order, today: string): string {
  const refund = refundSentence(order)
  const total = formatRupees(order.total_amount)
  if (order.refund_due && !isSold(order.order_status)) {
    const came = formatRupees(cameOf(order))
    const isCancelled = order.order_status === 'CANCELLED'
    if (isCancelled && lastKind(order, 'cancelled', 'refund_due')?.kind === 'cancelled')
      return cancelledText(order)
    if (!isShort(order))
      return isCancelled
        ? inARow(t`Your payment of ${came} reached us after this order was cancelled.`, refund)
        : t`Your payment of ${came} reached us, but this order could not be kept. You will be refunded in full.`
    return inARow(
      t`${came} reached us, and this order costs ${total}: it is not paid. You get back what came.`,
      order.can_pay ? t`To get what you ordered, please pay it in full.` : '',
    )
  }
  if (order.payment_told && !isSold(order.order_status) && order.order_status !== 'PENDING')
    return toldTooLate(order)
  const payable = formatRupees(payableOf(order))
  const exchanged = order.exchange_of?.order_number ?? ''
  const cash = isCashOnDelivery(order.payment_method, order.order_status)
    ? t`Please keep ${payable} ready for the courier.`
    : exchanged && t`It comes in exchange for order #${exchanged}: there is nothing to pay.`
  switch (order.order_status) {
    case 'PENDING':
      return waitingMessage(order, today)
    case 'PAYMENT_FAILED':
      if (order.processing)
        return t`Your bank is still processing your payment of ${total}: please do not pay again. If it comes through, we send your order if its items are still there, or you get your money back.`
      return inARow(
        notPaid(),
        order.can_pay ? t`You can still pay for it while its items last.` : '',
        t`If money left your account, you get your order, or the money back: banks take some days for that.`,
      )
    case 'CANCELLED':
      return cancelledText(order)
    case 'CONFIRMED':
    case 'PROCESSING':
      return inARow(readySentence(order), cash, refund)
    case 'SHIPPED':
      return inARow(t`Your order is on its way.`, cash)
    case 'OUT_FOR_DELIVERY':
      return inARow(t`Your order is out for delivery.`, cash)
    case 'DELIVERED':
      return inARow(
        returnNote(order)
          ? t`We have what you sent back.`
          : t`Your order has arrived. We hope it serves you well.`,
        refund,
      )
    case 'RETURNED':
      return inARow(
        t`Your order came back to us.`,
        refund || (cameOf(order) > 0 || order.exchange_of ? '' : t`You paid nothing.`),
      )
    case 'LOST':
      return inARow(t`We are sorry: your parcel was lost on its way.`, refund)
  }
}

function readySentence({ exchange_of, needs_confirmation }: Order): string {
  if (exchange_of) return t`We are getting it ready.`
  if (needs_confirmation)
    return t`Thank you for your order! It waits for you: confirm that you will take the parcel, and we send it.`
  return t`Thank you for your order! We are getting it ready, and tell you when it is on its way.`
}

/** A transfer that the customer told, of an order that has ended. */
function toldTooLate({ order_status, total_amount }: Order): string {
  const [amount, isCancelled] = [formatRupees(total_amount), order_status === 'CANCELLED']
  return inARow(
    isCancelled
      ? t`You told us of a UPI payment of ${amount}.`
      : t`You told us of a UPI payment of ${amount}, and we did not compare it with our bank in time.`,
    isCancelled
      ? t`If it left your account, the money is with us: we check it, and then pay your money back.`
      : t`If it left your account, the money is with us: we check it, and then send your order if its items are still there, or pay your money back.`,
    t`Please do not pay again; write to us or call us to ask about it.`,
  )
}

/** Whether the parcel came, or will never come. */
const hasArrived = ({ order_status }: Order): boolean =>
  !UNDELIVERED_STATUSES.some((status) => status === order_status)

export const paymentText = ({ payment_method, order_status }: Order): string =>
  isCashOnDelivery(payment_method, order_status) ? t`Cash on Delivery` : t`Online Payment`

/** A step of the timeline; `at` is null for a future one. */
export interface TimelineStep {
  key: string
  /** `wait`: begun and not finished. */
  kind: 'done' | 'wait' | 'bad' | 'future'
  title: string
  note: string | null
  at: Date | null
}

/** Steps that have a title of their own, whatever the order's status; `mark` is theirs while they are the last. */
const OWN_STEPS: Partial<Record<OrderEventKind, { title: () => string; mark: TimelineStep['kind'] }>> = {
  payment_processing: { title: () => t`Payment at Your Bank`, mark: 'wait' },
  payment_stated: { title: () => t`Comparing With Our Bank`, mark: 'wait' },
  payment_not_found: { title: () => t`Payment Not Found`, mark: 'bad' },
  payment_mismatch: { title: () => t`Another Amount Came`, mark: 'wait' },
  refund_due: { title: () => t`Refund Due`, mark: 'wait' },
  refund_sent: { title: () => t`Refund on Its Way`, mark: 'wait' },
  refund_failed: { title: () => t`Refund Delayed`, mark: 'wait' },
  refunded: { title: () => t`Refunded`, mark: 'done' },
  returned: { title: () => t`Returned`, mark: 'done' },
  exchanged: { title: () => t`Exchanged`, mark: 'done' },
  refunded_in_part: { title: () => t`Refunded in Part`, mark: 'done' },
  abandoned: { title: LEFT.step, mark: 'done' },
  ordered_again: { title: () => t`Ordered Again`, mark: 'done' },
  cash_confirmed: { title: () => t`Delivery Confirmed by You`, mark: 'done' },
}

function kindOf(status: OrderStatus, isLast: boolean): TimelineStep['kind'] {
  if (status === 'PENDING') return isLast ? 'wait' : 'done'
  return holdsStock(status) && status !== 'LOST' ? 'done' : 'bad'
}

function pastStepOf(event: OrderEvent, index: number, events: readonly OrderEvent[]): TimelineStep {
  const { kind, status, created_at: at } = event
  const isLast = index === events.length - 1
  const note = event.note ?? (status === 'PROCESSING' ? t`Your order is being prepared` : null)
  const key = `${status}-${index}`
  const own = OWN_STEPS[kind]
  if (own) {
    const mark = isLast || own.mark === 'bad' ? own.mark : 'done'
    return { key, kind: mark, title: own.title(), note: note === `${own.title()}.` ? null : note, at }
  }
  const repeats = events[index - 1]?.status === status
  const isOrdered = events.some((one) => one.status !== 'PENDING' && one.status !== 'PAYMENT_FAILED')
  return {
    key,
    kind: kindOf(status, isLast),
    // What was waited for has come or ended.
    title:
      repeats && note
        ? note
        : status === 'PENDING' && !isLast && isOrdered
          ? UNACCEPTED.step()
          : STATUSES[status].step(),
    note: repeats ? null : note,
    at,
  }
}

/** The past steps of an order, and the remaining ones of a delivery without trouble. */
export function timelineOf({ events, order_status, needs_confirmation }: Order): TimelineStep[] {
  const reached = DELIVERY_PATH.findIndex((status) => status === order_status)
  const remaining = reached === -1 && order_status !== 'PENDING' ? [] : DELIVERY_PATH.slice(reached + 1)
  return [
    ...events
      // What changed without a new status is told by its note, which the page for everybody leaves out.
      .filter(({ kind, status, note }, at) => note ?? OWN_STEPS[kind] ?? events[at - 1]?.status !== status)
      .map(pastStepOf)
      .map((step) =>
        needs_confirmation && step.title === STATUSES.CONFIRMED.step()
          ? { ...step, kind: 'wait' as const, title: UNACCEPTED.step() }
          : step,
      ),
    ...remaining.map((status) => ({
      key: status,
      kind: 'future' as const,
      title: STATUSES[status].step(),
      note: status === 'PROCESSING' ? t`Your order is being prepared` : null,
      at: null,
    })),
  ]
}
