/** The state machine of an order: which events are possible in which status, and their effects. */
import {
  DELIVERY_PATH,
  isShipped,
  type OrderEventKind,
  type OrderStatus,
  ORDERED_AGAIN_NOTE,
  PROCESSING_NOTE,
} from '@haat/contract/rules'
import type { OrderMoment } from './order-mail.ts'

export type OrderEventName =
  /** Placed, to be paid on delivery. */
  | 'place_cod'
  /** Placed, and waiting for the payment. */
  | 'place_online'
  /** Placed in exchange for what came back: nothing is to be paid. */
  | 'place_exchange'
  /** The payment arrived. */
  | 'pay'
  /** Another payment arrived for an order that was paid before. */
  | 'pay_again'
  /** The provider has the payment and will report its result later. */
  | 'payment_processing'
  | 'payment_failed'
  /** The customer tells the number of the bank transfer, and the merchant does not find it. */
  | 'payment_stated'
  | 'payment_not_found'
  /** A genuine report names another amount. */
  | 'payment_mismatch'
  /** Less came than the order costs, or money in another currency, and goes back. */
  | 'pay_short'
  /** The customer pays after all: stock and coupon are taken again. */
  | 'retry'
  | 'hold_expired'
  /** The provider has not decided in time about a payment that the customer made. */
  | 'bank_expired'
  /** The merchant has not compared in time a transfer that the customer told. */
  | 'confirm_expired'
  /** The customer came back to the checkout without a result of the payment. */
  | 'abandon'
  /** The customer orders some of its items again. */
  | 'order_again'
  | 'process'
  | 'ship'
  /** The merchant corrects the courier or tracking number. */
  | 'correct_tracking'
  | 'out_for_delivery'
  | 'deliver'
  /** The customer did not take the parcel, and it is back. */
  | 'refuse'
  /** The parcel will not arrive. */
  | 'lose'
  /** All that the customer still had came back. */
  | 'return'
  /** Some of it came back. */
  | 'return_items'
  /** Some of it came back, and an order of its own replaces it. */
  | 'exchange'
  /** Part of the money goes back, and the goods stay. */
  | 'refund_part'
  /** Of what was exchanged, the customer keeps nothing: it is paid back after all. */
  | 'refund_exchanged'
  /** As before, and the customer keeps nothing of the order. */
  | 'refund_all_exchanged'
  | 'cancel'
  /** Address or items are changed before the order is shipped. */
  | 'change'
  /** The state of the address, which decides the tax, is corrected. */
  | 'correct_state'
  /** What was due is paid back. */
  | 'refund'
  /** The provider is asked to pay it back, and could not. */
  | 'refund_sent'
  | 'refund_failed'
  /** The customer, or the staff after a call, confirms that a parcel to be paid in cash will be taken. */
  | 'confirm_cash'

/** What else a step does, in this order. */
export type Effect =
  /** Take stock and coupon use. If they are not available, the step is `otherwise`; without one the event is refused. */
  | 'reserve'
  /** Return stock and coupon use. */
  | 'release'
  | 'paid'
  /** Issue the invoice, unless the order has one. */
  | 'invoice'
  /** Issue a credit note, if the order has an invoice. */
  | 'credit'
  /**
   * Record what came back, with a credit note; put it back to the stock or write it off, and owe the customer what was
   * paid for it. An exchange leaves the money as it is, and a refund in part the goods.
   */
  | 'take_back'
  /** What was written off as lost is sold again. */
  | 'put_back'
  /** The shop owes the customer the money. */
  | 'refund_due'
  /** The shop owes the customer the second payment. */
  | 'refund_second'
  /** As `refund_due`, if the order is paid. */
  | 'refund_if_paid'
  | 'refunded'
  /** The ordered quantities leave the cart. */
  | 'empty_cart'

export interface Step {
  to: OrderStatus
  /** Of its entry in the timeline. */
  kind: OrderEventKind
  effects: readonly Effect[]
  /** Shown on the timeline under the status. */
  note?: string
  /** The mail or text message that the customer gets. */
  mail?: OrderMoment
  otherwise?: Step
}

/** What decides which events can happen to an order. `status` is null before it is placed. */
export interface OrderState {
  status: OrderStatus | null
  /** Whether the payment ever arrived, even if it was refunded since. */
  paid: boolean
  refund_due: boolean
}

const step = (
  to: OrderStatus,
  kind: OrderEventKind,
  effects: readonly Effect[] = [],
  texts: Pick<Step, 'note' | 'mail'> = {},
): Step => ({ to, kind, effects, ...texts })

const FAILED = ['release'] as const
const CONFIRMED = ['paid', 'empty_cart'] as const
const CANCELLED = ['release', 'refund_if_paid', 'credit'] as const
const TOO_LATE = {
  note: /*i18n*/ 'Your payment arrived after the items were gone. You will be refunded.',
  mail: 'refund_due',
} as const

const CANCEL = step('CANCELLED', 'cancelled', CANCELLED, { mail: 'cancelled' })

/** What can happen to a parcel on its way, besides being delivered. */
const ON_ITS_WAY = {
  refuse: step('RETURNED', 'refused', ['take_back'], {
    note: /*i18n*/ 'The parcel was not accepted and came back to us.',
    mail: 'refused',
  }),
  lose: step('LOST', 'lost', ['take_back'], {
    note: /*i18n*/ 'The parcel was lost on its way.',
    mail: 'lost',
  }),
}

const change = (status: OrderStatus): Step =>
  step(status, 'changed', [], { note: /*i18n*/ 'Your order was changed.', mail: 'changed' })

const correctTracking = (status: OrderStatus): Step =>
  step(status, 'tracking_corrected', [], {
    note: /*i18n*/ 'The tracking number was corrected.',
    mail: 'tracking_corrected',
  })

const STEPS: Record<OrderStatus | 'NEW', Partial<Record<OrderEventName, Step>>> = {
  NEW: {
    place_cod: step('CONFIRMED', 'placed', ['reserve', 'empty_cart'], { mail: 'confirmed' }),
    place_online: step('PENDING', 'placed', ['reserve']),
    place_exchange: step('CONFIRMED', 'placed', ['reserve', 'paid'], { mail: 'exchange_placed' }),
  },
  PENDING: {
    pay: step('CONFIRMED', 'paid', CONFIRMED, { mail: 'confirmed' }),
    payment_processing: step('PENDING', 'payment_processing', [], {
      note: /*i18n*/ 'Your bank is processing your payment.',
    }),
    payment_failed: step('PAYMENT_FAILED', 'payment_failed', FAILED, {
      note: /*i18n*/ 'The payment failed.',
      mail: 'payment_failed',
    }),
    hold_expired: step('PAYMENT_FAILED', 'payment_expired', FAILED, {
      note: /*i18n*/ 'No payment arrived in time.',
      mail: 'payment_failed',
    }),
    bank_expired: step('PAYMENT_FAILED', 'payment_expired', FAILED, {
      note: /*i18n*/ 'Your bank did not decide about your payment in time. If it comes through, we send your order or your money back.',
      mail: 'payment_undecided',
    }),
    confirm_expired: step('PAYMENT_FAILED', 'payment_expired', FAILED, {
      note: /*i18n*/ 'We did not compare your payment with our bank in time. We still do, and then send your order or your money back.',
      mail: 'payment_unconfirmed',
    }),
    abandon: step('CANCELLED', 'abandoned', FAILED, {
      note: /*i18n*/ 'You went back to the checkout without paying.',
    }),
    order_again: step('CANCELLED', 'ordered_again', FAILED, { note: ORDERED_AGAIN_NOTE }),
    cancel: step('CANCELLED', 'cancelled', FAILED, { mail: 'cancelled' }),
  },
  PAYMENT_FAILED: {
    pay: {
      ...step('CONFIRMED', 'paid', ['reserve', ...CONFIRMED], {
        note: /*i18n*/ 'Your payment arrived late; the items were still there.',
        mail: 'confirmed',
      }),
      otherwise: step('PAYMENT_FAILED', 'refund_due', ['paid', 'refund_due'], TOO_LATE),
    },
    order_again: step('CANCELLED', 'ordered_again', [], { note: ORDERED_AGAIN_NOTE }),
    retry: step('PENDING', 'payment_retried', ['reserve'], { note: /*i18n*/ 'You chose to pay again.' }),
  },
  CONFIRMED: {
    process: step('PROCESSING', 'preparing', [], { note: PROCESSING_NOTE }),
    change: change('CONFIRMED'),
    confirm_cash: step('CONFIRMED', 'cash_confirmed', [], { note: /*i18n*/ 'You confirmed your order.' }),
    cancel: CANCEL,
  },
  PROCESSING: {
    change: change('PROCESSING'),
    ship: step('SHIPPED', 'shipped', ['invoice'], { mail: 'shipped' }),
    cancel: CANCEL,
  },
  SHIPPED: {
    out_for_delivery: step('OUT_FOR_DELIVERY', 'out_for_delivery', [], { mail: 'out_for_delivery' }),
    correct_tracking: correctTracking('SHIPPED'),
    ...ON_ITS_WAY,
  },
  OUT_FOR_DELIVERY: {
    deliver: step('DELIVERED', 'delivered', ['paid'], { mail: 'delivered' }),
    correct_tracking: correctTracking('OUT_FOR_DELIVERY'),
    ...ON_ITS_WAY,
  },
  DELIVERED: {
    return: step('RETURNED', 'returned', ['take_back'], {
      note: /*i18n*/ 'Everything came back to us.',
      mail: 'returned',
    }),
    return_items: step('DELIVERED', 'returned', ['take_back'], { mail: 'returned' }),
    exchange: step('DELIVERED', 'exchanged', ['take_back']),
    refund_all_exchanged: step('RETURNED', 'refunded_in_part', ['take_back'], { mail: 'exchange_refunded' }),
  },
  RETURNED: {},
  LOST: {
    return: step('RETURNED', 'returned', ['put_back'], {
      note: /*i18n*/ 'The parcel was found and came back to us.',
    }),
  },
  CANCELLED: {
    pay: step('CANCELLED', 'refund_due', ['paid', 'refund_due'], {
      note: /*i18n*/ 'Your payment arrived after the order was cancelled. You will be refunded.',
      mail: 'refund_due',
    }),
  },
}

/** What is only told on the timeline, in any status. */
const TOLD: Partial<Record<OrderEventName, Omit<Step, 'to'>>> = {
  // The items stay in the cart until the merchant has found the money: what a customer tells is no payment yet.
  payment_stated: {
    kind: 'payment_stated',
    effects: [],
    note: /*i18n*/ 'You told us the number of your transfer. We compare it with our bank.',
  },
  payment_not_found: {
    kind: 'payment_not_found',
    effects: [],
    note: /*i18n*/ 'We did not find your transfer. Please check its number.',
    mail: 'payment_not_found',
  },
  payment_mismatch: {
    kind: 'payment_mismatch',
    effects: [],
    note: /*i18n*/ 'A payment of another amount was reported. We look into it.',
  },
  pay_short: { kind: 'payment_mismatch', effects: ['refund_second'], mail: 'paid_short' },
  pay_again: {
    kind: 'refund_due',
    effects: ['refund_second'],
    note: /*i18n*/ 'A second payment arrived. You will be refunded.',
    mail: 'paid_again',
  },
  correct_state: { kind: 'changed', effects: [], note: /*i18n*/ 'The state of the address was corrected.' },
  refund_sent: { kind: 'refund_sent', effects: [], note: /*i18n*/ 'Your refund is on its way.' },
  refund_failed: {
    kind: 'refund_failed',
    effects: [],
    note: /*i18n*/ 'Your refund did not go through. We pay it another way.',
  },
}

/** The event that takes an order from this status to the next one of `DELIVERY_PATH`; null when there is none. */
export function nextDeliveryEvent(status: OrderStatus): OrderEventName | null {
  const at = DELIVERY_PATH.findIndex((other) => other === status)
  const next = at === -1 ? undefined : DELIVERY_PATH[at + 1]
  const events = Object.keys(STEPS[status]) as OrderEventName[]
  return events.find((event) => next !== undefined && STEPS[status][event]?.to === next) ?? null
}

/**
 * The step that an event takes an order through, or null when it changes nothing: the event is late, repeated or out
 * of order. A paid order stays paid, whatever the provider reports later.
 */
export function transition(order: OrderState, event: OrderEventName): Step | null {
  if (event === 'refund') {
    return order.status !== null && order.refund_due
      ? step(order.status, 'refunded', ['refunded'], { mail: 'refunded' })
      : null
  }
  const told = TOLD[event]
  if (told) return order.status === null ? null : { to: order.status, ...told }
  if (event === 'refund_part' && order.paid && order.status !== null && isShipped(order.status))
    return step(order.status, 'refunded_in_part', ['take_back'], { mail: 'refunded_in_part' })
  if (event === 'refund_exchanged' && order.paid && order.status !== null && isShipped(order.status))
    return step(order.status, 'refunded_in_part', ['take_back'], { mail: 'exchange_refunded' })
  if ((event === 'pay' || event === 'order_again') && order.paid) return null
  return STEPS[order.status ?? 'NEW'][event] ?? null
}
