import type { Order, OrderEvent } from '@haat/contract/orders'
import { DELIVERY_PATH, holdsStock, type OrderStatus } from '@haat/contract/rules'

/** The heading of an order's page: what is true of the order now. */
export const HEADINGS: Record<OrderStatus, string> = {
  PENDING: 'Payment Pending',
  CONFIRMED: 'Order Confirmed',
  PAYMENT_FAILED: 'Payment Failed',
  PROCESSING: 'Order Confirmed',
  SHIPPED: 'Order Shipped',
  OUT_FOR_DELIVERY: 'Out for Delivery',
  DELIVERED: 'Order Delivered',
  CANCELLED: 'Order Cancelled',
}

/** Steps on the timeline. */
export const STEPS: Record<OrderStatus, string> = {
  PENDING: 'Waiting for Payment',
  CONFIRMED: 'Order Confirmed',
  PAYMENT_FAILED: 'Payment Failed',
  PROCESSING: 'Processing',
  SHIPPED: 'Shipped',
  OUT_FOR_DELIVERY: 'Out for Delivery',
  DELIVERED: 'Delivered',
  CANCELLED: 'Order Cancelled',
}

/** A status as the server returned it, without the marks between its words. */
export const statusText = (status: OrderStatus): string => status.replaceAll('_', ' ')

const TONES: Partial<Record<OrderStatus, 'good' | 'bad' | 'plain' | 'wait'>> = {
  PENDING: 'wait',
  PAYMENT_FAILED: 'bad',
  CANCELLED: 'bad',
  DELIVERED: 'plain',
}

export const toneOf = (status: OrderStatus): 'good' | 'bad' | 'plain' | 'wait' => TONES[status] ?? 'good'

/** How an order is paid. Old orders without a method were paid on delivery where they stand confirmed. */
export function paymentText({ payment_method, order_status }: Order): string {
  const onDelivery = payment_method === null ? order_status === 'CONFIRMED' : payment_method === 'COD'
  return onDelivery ? 'Cash on Delivery' : 'Online Payment'
}

/** A step of the timeline; `at` is null for one that is still to come. */
export interface TimelineStep {
  key: string
  /** `wait`: it has begun and is not over. */
  kind: 'done' | 'wait' | 'bad' | 'coming'
  title: string
  note: string | null
  at: Date | null
}

function kindOf(status: OrderStatus, isLast: boolean): TimelineStep['kind'] {
  if (status === 'PENDING') return isLast ? 'wait' : 'done'
  return holdsStock(status) ? 'done' : 'bad'
}

const PREPARED = 'Your order is being prepared'

function pastStep(event: OrderEvent, index: number, events: readonly OrderEvent[]): TimelineStep {
  const repeats = events[index - 1]?.status === event.status
  const note = event.note ?? (event.status === 'PROCESSING' ? PREPARED : null)
  return {
    key: `${event.status}-${index}`,
    kind: kindOf(event.status, index === events.length - 1),
    title: repeats && note ? note : STEPS[event.status],
    note: repeats ? null : note,
    at: event.created_at,
  }
}

/** What has happened to an order, and what is to come while all goes well. */
export function timelineOf(order: Pick<Order, 'events' | 'order_status' | 'created_at'>): TimelineStep[] {
  const { order_status, created_at } = order
  const events = order.events.length > 0 ? order.events : [{ status: order_status, note: null, created_at }]
  const reached = DELIVERY_PATH.findIndex((status) => status === order_status)
  const coming = reached === -1 && order_status !== 'PENDING' ? [] : DELIVERY_PATH.slice(reached + 1)
  return [
    ...events.map(pastStep),
    ...coming.map((status) => ({
      key: status,
      kind: 'coming' as const,
      title: STEPS[status],
      note: status === 'PROCESSING' ? PREPARED : null,
      at: null,
    })),
  ]
}
