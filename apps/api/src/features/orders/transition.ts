/**
 * Where an order can go: one table. Whatever changes an order's status asks `transition`; what the table
 * does not name cannot happen.
 */
import type { OrderStatus } from '@haat/contract/rules'

export type OrderEventName =
  /** Ordered, to be paid to the courier. */
  | 'place_cod'
  /** Ordered, the payment is open. */
  | 'place_online'
  /** The provider has the money. */
  | 'pay'
  | 'payment_failed'
  | 'hold_expired'
  | 'process'
  | 'ship'
  | 'out_for_delivery'
  | 'deliver'
  | 'cancel'
  /** The merchant has paid back what was due. */
  | 'refund'

/** What goes with a step, in the order in which it is done. */
export type Effect =
  /** Take stock and coupon use again; where that fails, `otherwise` is the step. */
  | 'hold_again'
  /** Give stock and coupon use back. */
  | 'give_back'
  | 'paid'
  | 'refund_due'
  /** Money that came in has to go back. */
  | 'refund_if_paid'
  | 'refunded'
  /** The ordered quantities leave the cart. */
  | 'empty_cart'
  | 'mail_confirmed'
  | 'mail_payment_failed'
  | 'mail_shipped'
  | 'mail_delivered'

export interface Step {
  to: OrderStatus
  effects: readonly Effect[]
  /** What the timeline says; null lets the status speak for itself. */
  note: string | null
  otherwise?: Step
}

/** What of an order decides where it can go. `status` is null before it is placed. */
export interface OrderState {
  status: OrderStatus | null
  /** Whether money came in, whatever became of it. */
  paid: boolean
  refund_due: boolean
}

const step = (to: OrderStatus, effects: readonly Effect[] = [], note: string | null = null): Step => ({
  to,
  effects,
  note,
})

const CONFIRM = ['paid', 'empty_cart', 'mail_confirmed'] as const
const PAID_IN_VAIN = 'Your payment arrived after the items were gone. You will be refunded.'
const PAID_LATE = 'Your payment arrived late; the items were still there.'

const STEPS: Record<OrderStatus | 'NEW', Partial<Record<OrderEventName, Step>>> = {
  NEW: {
    place_cod: step('CONFIRMED', ['empty_cart', 'mail_confirmed']),
    place_online: step('PENDING'),
  },
  PENDING: {
    pay: step('CONFIRMED', CONFIRM),
    payment_failed: step('PAYMENT_FAILED', ['give_back', 'mail_payment_failed'], 'The payment failed.'),
    hold_expired: step('PAYMENT_FAILED', ['give_back', 'mail_payment_failed'], 'No payment arrived in time.'),
    cancel: step('CANCELLED', ['give_back']),
  },
  PAYMENT_FAILED: {
    pay: {
      ...step('CONFIRMED', ['hold_again', ...CONFIRM], PAID_LATE),
      otherwise: step('PAYMENT_FAILED', ['paid', 'refund_due'], PAID_IN_VAIN),
    },
  },
  CONFIRMED: {
    process: step('PROCESSING', [], 'Your order is being prepared'),
    cancel: step('CANCELLED', ['give_back', 'refund_if_paid']),
  },
  PROCESSING: {
    ship: step('SHIPPED', ['mail_shipped']),
    cancel: step('CANCELLED', ['give_back', 'refund_if_paid']),
  },
  SHIPPED: { out_for_delivery: step('OUT_FOR_DELIVERY') },
  OUT_FOR_DELIVERY: { deliver: step('DELIVERED', ['paid', 'mail_delivered']) },
  DELIVERED: {},
  CANCELLED: { pay: step('CANCELLED', ['paid', 'refund_due'], PAID_IN_VAIN) },
}

/**
 * The step an event takes an order, or null when it changes nothing: the event comes too late, again, or
 * out of turn. Money that is in stays in: no later word of the provider undoes it.
 */
export function transition(order: OrderState, event: OrderEventName): Step | null {
  if (event === 'refund') {
    return order.status !== null && order.refund_due ? step(order.status, ['refunded'], 'Refunded.') : null
  }
  if (event === 'pay' && order.paid) return null
  return STEPS[order.status ?? 'NEW'][event] ?? null
}
