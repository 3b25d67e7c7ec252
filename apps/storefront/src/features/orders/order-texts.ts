import { namedDayOf } from '@haat/contract/arrival-text'
import { formatRupees } from '@haat/contract/money'
import type { Order, OrderEvent } from '@haat/contract/orders'
import { payableOf } from '@haat/contract/pricing'
import { CircleCheck, CircleX, Clock, type LucideIcon, PackageCheck, PackageX, Truck } from 'lucide-react'
import { shortDate } from '../../lib/format.ts'
import {
  DELIVERY_PATH,
  holdsStock,
  isCashOnDelivery,
  isSold,
  ORDERED_AGAIN_NOTE,
  type OrderEventKind,
  type OrderStatus,
  PROCESSING_NOTE,
  UNDELIVERED_STATUSES,
} from '@haat/contract/rules'
import { cameOf, isShort, lastKind, waitingMessage } from './payment-texts.ts'

type Tone = 'good' | 'bad' | 'plain' | 'wait'

interface StatusLook {
  /** The heading of the order's page. */
  heading: string
  /** The step on the timeline. */
  step: string
  /** Of the badge. */
  tone: Tone
  icon: LucideIcon
}

export const STATUSES: Record<OrderStatus, StatusLook> = {
  PENDING: { heading: 'Payment Pending', step: 'Waiting for Payment', tone: 'wait', icon: Clock },
  CONFIRMED: { heading: 'Order Confirmed', step: 'Order Confirmed', tone: 'good', icon: CircleCheck },
  PAYMENT_FAILED: { heading: 'Payment Failed', step: 'Payment Failed', tone: 'bad', icon: CircleX },
  PROCESSING: { heading: 'Order Confirmed', step: 'Processing', tone: 'good', icon: CircleCheck },
  SHIPPED: { heading: 'Order Shipped', step: 'Shipped', tone: 'good', icon: Truck },
  OUT_FOR_DELIVERY: { heading: 'Out for Delivery', step: 'Out for Delivery', tone: 'good', icon: Truck },
  DELIVERED: { heading: 'Order Delivered', step: 'Delivered', tone: 'plain', icon: PackageCheck },
  RETURNED: { heading: 'Order Returned', step: 'Returned', tone: 'wait', icon: PackageX },
  LOST: { heading: 'Parcel Lost', step: 'Parcel Lost', tone: 'bad', icon: PackageX },
  CANCELLED: { heading: 'Order Cancelled', step: 'Order Cancelled', tone: 'bad', icon: CircleX },
}

const UNCONFIRMED: StatusLook = {
  heading: 'Payment Not Confirmed Yet',
  step: 'Payment Not Confirmed in Time',
  tone: 'wait',
  icon: Clock,
}

const UNACCEPTED: StatusLook = {
  heading: 'Please Confirm Your Order',
  step: 'Order Placed',
  tone: 'wait',
  icon: Clock,
}

/** Whether money may be on its way to an order that did not get it in time. */
export const mayBePaid = ({
  payment_told,
  processing,
}: Pick<Order, 'payment_told' | 'processing'>): boolean => payment_told || processing

type Looking = Pick<Order, 'order_status' | 'payment_told' | 'processing' | 'needs_confirmation'>

/** How an order looks: one that waits for its customer, or has ended before its payment was decided, in its own way. */
export const lookOf = (order: Looking): StatusLook =>
  order.needs_confirmation
    ? UNACCEPTED
    : mayBePaid(order) && order.order_status === 'PAYMENT_FAILED'
      ? UNCONFIRMED
      : STATUSES[order.order_status]

/** The status as the server returned it, with spaces for underscores. */
export const statusText = (status: OrderStatus): string => status.replaceAll('_', ' ')

/** Whether the order ended unpaid because the customer ordered its items again, perhaps in another browser. */
export const isOrderedAgain = ({ events }: Pick<Order, 'events'>): boolean =>
  events.some(({ kind }) => kind === 'ordered_again')

function arrivalSentence({ arrives }: Order, today: string): string {
  if (!arrives) return ''
  // A promise that was not kept is said to be one.
  const isLate = Date.parse(`${today} UTC`) > Date.parse(arrives.to)
  return isLate
    ? ` It is later than ${namedDayOf(arrives.to)}, which we told you: we are sorry.`
    : ` It should arrive by ${namedDayOf(arrives.to)}.`
}

/**
 * One sentence or two on what the status means for the customer.
 *
 * @param today as `shortDate` has it
 */
export function statusMessage(order: Order, today: string): string {
  const refund = order.refund_due
    ? ` Your refund of ${formatRupees(order.refund_due_amount)} is ${order.refund_by_hand ? 'due' : 'on its way'}.`
    : ''
  if (order.refund_due && !isSold(order.order_status)) {
    const came = formatRupees(cameOf(order))
    const isCancelled = order.order_status === 'CANCELLED'
    if (isCancelled && lastKind(order, 'cancelled', 'refund_due')?.kind === 'cancelled')
      return `This order has been cancelled.${refund}`
    if (!isShort(order))
      return isCancelled
        ? `Your payment of ${came} reached us after this order was cancelled.${refund}`
        : `Your payment of ${came} reached us, but this order could not be kept. You will be refunded in full.`
    const more = order.can_pay ? ' To get what you ordered, please pay it in full.' : ''
    return `${came} reached us, and this order costs ${formatRupees(order.total_amount)}: it is not paid. You get back what came.${more}`
  }
  if (order.payment_told && !isSold(order.order_status) && order.order_status !== 'PENDING')
    return toldTooLate(order)
  const cash = isCashOnDelivery(order.payment_method, order.order_status)
    ? ` Please keep ${formatRupees(payableOf(order))} ready for the courier.`
    : ''
  const arrival = arrivalSentence(order, today)
  switch (order.order_status) {
    case 'PENDING':
      return waitingMessage(order, today)
    case 'PAYMENT_FAILED': {
      if (order.processing)
        return `Your bank is still processing your payment of ${formatRupees(order.total_amount)}: please do not pay again. If it comes through, we send your order if its items are still there, or you get your money back.`
      const again = order.can_pay ? ' You can still pay for it while its items last.' : ''
      return `Your order was not placed, because the payment did not come through.${again} Should the money leave your account all the same, we send your order if its items are still there, or you get it back.`
    }
    case 'CANCELLED':
      return isOrderedAgain(order)
        ? `${ORDERED_AGAIN_NOTE} Only the newer one counts: it is under My Orders.`
        : 'This order has been cancelled.'
    case 'CONFIRMED':
    case 'PROCESSING':
      if (order.exchange_of)
        return `We are getting it ready, in exchange for what came back of order #${order.exchange_of.order_number}: there is nothing to pay.${arrival}${refund}`
      if (order.needs_confirmation)
        return `Thank you for your order! It waits for you: confirm that you will take the parcel, and we send it.${arrival}${cash}`
      return `Thank you for your order! We are getting it ready, and mail you when it is on its way.${arrival}${cash}${refund}`
    case 'SHIPPED':
      return `Your order is on its way.${arrival}${cash}`
    case 'OUT_FOR_DELIVERY': {
      const left = order.events.findLast(({ kind }) => kind === 'out_for_delivery')
      const isToday = left && shortDate(left.created_at) === today
      return `Your order ${isToday ? 'arrives today' : 'is out for delivery'}.${cash}`
    }
    case 'DELIVERED':
      return `Your order has arrived. We hope it serves you well.${refund}`
    case 'RETURNED':
      return `Your order came back to us.${refund}`
    case 'LOST':
      return `We are sorry: your parcel was lost on its way.${refund}`
  }
}

/** A transfer that the customer told, of an order that has ended. */
function toldTooLate({ order_status, total_amount }: Order): string {
  const isOver = order_status === 'CANCELLED'
  const then = isOver
    ? 'then pay your money back'
    : 'then send your order if its items are still there, or pay your money back'
  const why = isOver ? '' : ', and we did not compare it with our bank in time'
  return `You told us of a UPI payment of ${formatRupees(total_amount)}${why}. If it left your account, the money is with us: we check it, and ${then}. Please do not pay again; write to us or call us to ask about it.`
}

/** Whether the parcel came, or will never come. */
export const hasArrived = ({ order_status }: Pick<Order, 'order_status'>): boolean =>
  !UNDELIVERED_STATUSES.some((status) => status === order_status)

export const paymentText = ({ payment_method, order_status }: Order): string =>
  isCashOnDelivery(payment_method, order_status) ? 'Cash on Delivery' : 'Online Payment'

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
const OWN_STEPS: Partial<Record<OrderEventKind, { title: string; mark: TimelineStep['kind'] }>> = {
  payment_processing: { title: 'Payment at Your Bank', mark: 'wait' },
  payment_stated: { title: 'Comparing With Our Bank', mark: 'wait' },
  payment_not_found: { title: 'Payment Not Found', mark: 'bad' },
  payment_mismatch: { title: 'Another Amount Came', mark: 'wait' },
  refund_due: { title: 'Refund Due', mark: 'wait' },
  refund_sent: { title: 'Refund on Its Way', mark: 'wait' },
  refund_failed: { title: 'Refund Delayed', mark: 'wait' },
  refunded: { title: 'Refunded', mark: 'done' },
  cash_confirmed: { title: 'Delivery Confirmed by You', mark: 'done' },
}

function kindOf(status: OrderStatus, isLast: boolean): TimelineStep['kind'] {
  if (status === 'PENDING') return isLast ? 'wait' : 'done'
  return holdsStock(status) && status !== 'LOST' ? 'done' : 'bad'
}

function pastStepOf(event: OrderEvent, index: number, events: readonly OrderEvent[]): TimelineStep {
  const { kind, status, created_at: at } = event
  const isLast = index === events.length - 1
  const note = event.note ?? (status === 'PROCESSING' ? PROCESSING_NOTE : null)
  const key = `${status}-${index}`
  const own = OWN_STEPS[kind]
  if (own) {
    const mark = isLast || own.mark === 'bad' ? own.mark : 'done'
    return { key, kind: mark, title: own.title, note: note === `${own.title}.` ? null : note, at }
  }
  const repeats = events[index - 1]?.status === status
  return {
    key,
    kind: kindOf(status, isLast),
    title: repeats && note ? note : STATUSES[status].step,
    note: repeats ? null : note,
    at,
  }
}

/** The past steps of an order, and the remaining ones of a delivery without trouble. */
export function timelineOf(
  order: Pick<Order, 'events' | 'order_status' | 'created_at'> & Partial<Pick<Order, 'needs_confirmation'>>,
): TimelineStep[] {
  const { order_status, created_at, needs_confirmation = false } = order
  const events =
    order.events.length > 0
      ? order.events
      : [{ kind: 'placed' as const, status: order_status, note: null, created_at }]
  const reached = DELIVERY_PATH.findIndex((status) => status === order_status)
  const remaining = reached === -1 && order_status !== 'PENDING' ? [] : DELIVERY_PATH.slice(reached + 1)
  return [
    ...events
      .map(pastStepOf)
      .map((step) =>
        needs_confirmation && step.title === STATUSES.CONFIRMED.step
          ? { ...step, kind: 'wait' as const, title: UNACCEPTED.step }
          : step,
      ),
    ...remaining.map((status) => ({
      key: status,
      kind: 'future' as const,
      title: STATUSES[status].step,
      note: status === 'PROCESSING' ? PROCESSING_NOTE : null,
      at: null,
    })),
  ]
}
