import { formatRupees } from '../../format.ts'
import type { OrderMailKind } from './enqueue.ts'
import type { MailedOrder } from './order-mail.store.ts'

interface Words {
  subject: string
  heading: string
  lines: string[]
}

/** What each kind of mail says of an order, before its lines. */
export function orderWords(kind: OrderMailKind, order: MailedOrder): Words {
  return WORDS[kind](order)
}

const number = ({ id }: MailedOrder): string => `#${id}`
const total = ({ total_amount }: MailedOrder): string => formatRupees(total_amount)

const WORDS: Record<OrderMailKind, (order: MailedOrder) => Words> = {
  confirmed: (order) => ({
    subject: `Order ${number(order)} confirmed`,
    heading: 'Order confirmed',
    lines: [
      'Thank you for your order. We are getting it ready.',
      order.payment_method === 'COD'
        ? `Please keep ${total(order)} ready for the courier.`
        : `We have received your payment of ${total(order)}.`,
    ],
  }),
  payment_failed: (order) => ({
    subject: `Payment for order ${number(order)} failed`,
    heading: 'Payment failed',
    lines: [
      `The payment of ${total(order)} did not go through, so this order was not placed.`,
      'Should money have left your account, your bank returns it. You can order again at any time.',
    ],
  }),
  refund_due: (order) => ({
    subject: `Refund for order ${number(order)}`,
    heading: 'Your money is coming back',
    lines: [
      `Your payment of ${total(order)} reached us, but the order could not be kept.`,
      'We are refunding it in full, the way it came. You need not do anything.',
    ],
  }),
  shipped: (order) => ({
    subject: `Order ${number(order)} is on its way`,
    heading: 'On its way to you',
    lines: [
      `Your order was handed to ${order.courier ?? 'the courier'}.`,
      ...(order.tracking_number === null ? [] : [`Tracking number: ${order.tracking_number}`]),
      ...(order.payment_method === 'COD' ? [`Please keep ${total(order)} ready for the courier.`] : []),
    ],
  }),
  delivered: (order) => ({
    subject: `Order ${number(order)} was delivered`,
    heading: 'Delivered',
    lines: ['Your order has arrived. We hope you like it.'],
  }),
  cancelled: (order) => ({
    subject: `Order ${number(order)} was cancelled`,
    heading: 'Order cancelled',
    lines: [
      'Your order was cancelled and will not be sent.',
      ...(order.paid_at === null
        ? []
        : [`Your payment of ${total(order)} will be refunded, the way it came.`]),
    ],
  }),
}
