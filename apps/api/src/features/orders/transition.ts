/**
 * Where an order can go: one table. Whatever changes an order's status asks `transition`; what the table
 * does not name cannot happen.
 */
import type { OrderStatus } from '@haat/contract/rules'
import type { OrderMailKind } from './order-mail.ts'

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

export interface Step {
  to: OrderStatus
  effects: readonly Effect[]
  /** What the timeline says; without it the status speaks for itself. */
  note?: string
  /** What the customer is told by mail. */
  mail?: OrderMailKind
  otherwise?: Step
}

/** What of an order decides where it can go. `status` is null before it is placed. */
export interface OrderState {
  status: OrderStatus | null
  /** Whether money came in, whatever became of it. */
  paid: boolean
  refund_due: boolean
}

const step = (
  to: OrderStatus,
  effects: readonly Effect[] = [],
  told: Pick<Step, 'note' | 'mail'> = {},
): Step => ({
  to,
  effects,
  ...told,
})

const FAILED = ['give_back'] as const
const CONFIRMED = ['paid', 'empty_cart'] as const
const CANCELLED = ['give_back', 'refund_if_paid'] as const
const TOO_LATE = {
  note: 'Your payment arrived after the items were gone. You will be refunded.',
  mail: 'refund_due',
} as const

const STEPS: Record<OrderStatus | 'NEW', Partial<Record<OrderEventName, Step>>> = {
  NEW: {
    place_cod: step('CONFIRMED', ['empty_cart'], { mail: 'confirmed' }),
    place_online: step('PENDING'),
  },
  PENDING: {
    pay: step('CONFIRMED', CONFIRMED, { mail: 'confirmed' }),
    payment_failed: step('PAYMENT_FAILED', FAILED, { note: 'The payment failed.', mail: 'payment_failed' }),
    hold_expired: step('PAYMENT_FAILED', FAILED, {
      note: 'No payment arrived in time.',
      mail: 'payment_failed',
    }),
    cancel: step('CANCELLED', FAILED, { mail: 'cancelled' }),
  },
  PAYMENT_FAILED: {
    pay: {
      ...step('CONFIRMED', ['hold_again', ...CONFIRMED], {
        note: 'Your payment arrived late; the items were still there.',
        mail: 'confirmed',
      }),
      otherwise: step('PAYMENT_FAILED', ['paid', 'refund_due'], TOO_LATE),
    },
  },
  CONFIRMED: {
    process: step('PROCESSING', [], { note: 'Your order is being prepared' }),
    cancel: step('CANCELLED', CANCELLED, { mail: 'cancelled' }),
  },
  PROCESSING: {
    ship: step('SHIPPED', [], { mail: 'shipped' }),
    cancel: step('CANCELLED', CANCELLED, { mail: 'cancelled' }),
  },
  SHIPPED: { out_for_delivery: step('OUT_FOR_DELIVERY') },
  OUT_FOR_DELIVERY: { deliver: step('DELIVERED', ['paid'], { mail: 'delivered' }) },
  DELIVERED: {},
  CANCELLED: { pay: step('CANCELLED', ['paid', 'refund_due'], TOO_LATE) },
}

/**
 * The step an event takes an order, or null when it changes nothing: the event comes too late, again, or
 * out of turn. Money that is in stays in: no later word of the provider undoes it.
 */
export function transition(order: OrderState, event: OrderEventName): Step | null {
  if (event === 'refund') {
    return order.status !== null && order.refund_due
      ? step(order.status, ['refunded'], { note: 'Refunded.' })
      : null
  }
  if (event === 'pay' && order.paid) return null
  return STEPS[order.status ?? 'NEW'][event] ?? null
}
