/** What has happened to an order, in sentences for the staff: who did what. The storefront has its own for customers. */
import type { OrderEventKind } from '@haat/contract/rules'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { utrText } from '../../lib/format.ts'

type Event = StaffOrder['events'][number]

/** What somebody of the staff did; `otherwise` where it is not known who. */
const staff =
  (did: string, otherwise: string) =>
  ({ by }: Event): string =>
    by === null ? otherwise : `${by} ${did}`

const utrOf = ({ reference }: Event): string => (reference === null ? '' : `UTR ${utrText(reference)}`)

const LATE = {
  PAYMENT_FAILED: 'Payment came after the items were gone: a refund is due',
  CANCELLED: 'Payment came after the end of the order: a refund is due',
}

interface EventText {
  text: string | ((event: Event) => string)
  /** Whether what the customer reads about it says more. */
  hasNote?: boolean
}

const TEXTS: Record<OrderEventKind, EventText> = {
  placed: { text: staff('entered the order', 'Order placed'), hasNote: true },
  paid: { text: (event) => (event.by === null ? 'Payment came' : `${event.by} confirmed ${utrOf(event)}`) },
  payment_processing: { text: 'Payment is at the bank' },
  payment_stated: { text: (event) => `Customer gave ${utrOf(event) || 'the UTR'}` },
  payment_not_found: {
    text: (event) => staff(`did not find ${utrOf(event)}`, 'Payment not found')(event),
    hasNote: true,
  },
  payment_mismatch: {
    text: (event) => staff(`found another amount under ${utrOf(event)}`, 'Another amount came')(event),
    hasNote: true,
  },
  payment_retried: { text: 'Customer pays again' },
  payment_failed: { text: 'Payment failed' },
  payment_expired: { text: 'The time ended without a confirmed payment', hasNote: true },
  abandoned: { text: 'Customer went back to the checkout' },
  ordered_again: { text: 'Customer ordered the same again' },
  cash_confirmed: { text: staff('confirmed it with the customer', 'Customer confirmed the order') },
  preparing: { text: staff('began to pack', 'Packing began') },
  shipped: { text: staff('shipped the order', 'Shipped'), hasNote: true },
  tracking_corrected: { text: staff('corrected the tracking', 'Tracking corrected'), hasNote: true },
  out_for_delivery: { text: 'Out for delivery', hasNote: true },
  delivered: { text: 'Delivered', hasNote: true },
  refused: { text: 'Customer refused the parcel', hasNote: true },
  lost: { text: staff('recorded the parcel as lost', 'Parcel lost'), hasNote: true },
  returned: { text: staff('took goods back', 'Goods came back'), hasNote: true },
  exchanged: { text: staff('took goods back in exchange', 'Goods exchanged'), hasNote: true },
  refunded_in_part: { text: staff('gave back part of the price', 'Part given back'), hasNote: true },
  cancelled: { text: staff('cancelled the order', 'Order cancelled'), hasNote: true },
  changed: { text: staff('changed the order', 'Order changed'), hasNote: true },
  refund_due: {
    text: ({ status }) =>
      status === 'PAYMENT_FAILED' || status === 'CANCELLED'
        ? LATE[status]
        : 'A second payment came: a refund is due',
  },
  refund_sent: { text: 'Refund is on its way' },
  refund_failed: { text: 'Refund failed: pay it another way' },
  refunded: { text: staff('paid the refund', 'Refund paid'), hasNote: true },
}

/** @returns the sentence, and what the customer reads where that says more */
export function eventText(event: Event): { text: string; note: string | null } {
  const { text, hasNote = false } = TEXTS[event.kind]
  return { text: typeof text === 'string' ? text : text(event), note: hasNote ? event.note : null }
}
