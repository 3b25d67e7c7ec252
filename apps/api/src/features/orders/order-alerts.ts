/** What the merchant is told of an order: that it came or goes, that money is to be paid back, or that a payment does not match. */
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { isCashOnDelivery, itemName, PATTERNS, tenDigits } from '@haat/contract/rules'
import { providerLabel } from '@haat/contract/staff/payments'
import * as z from 'zod/mini'
import { alertMail, type AlertText } from '../alerts/alerts.ts'
import { mailKind } from '../mail/outbox.ts'
import { testBankMark } from '../payments/payments.ts'
import { sumOwed } from '../payments/refunds.store.ts'
import { findMailedOrder, type MailedOrder } from './order-mail.store.ts'

const details = ({ order_number }: MailedOrder): string => `Details: haat orders show ${order_number}`

/** By alert. `owed` is all that the merchant is to pay back of the order. */
const TEXTS = {
  new_order: (order) => {
    const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
    const isCash = isCashOnDelivery(order.payment_method, order.status)
    const method = isCash ? 'cash on delivery' : 'paid online'
    return {
      subject: `New order ${order.order_number}: ${formatShortRupees(payableOf(order))}, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}, ${method}${testBankMark(order)}`,
      lines: [...parcelLines(order), details(order)],
    }
  },
  payment_stated: (order, amount) => ({
    subject: `${amount} by UPI for order ${order.order_number}: please compare with your bank`,
    lines: [
      `The customer says that ${amount} was paid to your UPI id. Nothing is sent before you confirm it.`,
      'The number of the transfer (UTR) is on the desk, under Payments.',
      `When your bank has it: haat payments confirm ${order.order_number}`,
    ],
  }),
  payment_unconfirmed: (order, amount) => ({
    subject: `Order ${order.order_number} has ended: ${amount} by UPI was not compared in time`,
    lines: [
      'The customer says that it is paid, and is told that you check it and send the order or the money back.',
      `When your bank has it: haat payments confirm ${order.order_number}. The order goes on if its items are still there; otherwise a refund is due.`,
      `When it does not: haat payments not-found ${order.order_number}`,
    ],
  }),
  refund_failed: (order, amount) => ({
    subject: `A refund of ${amount} for order ${order.order_number} did not go through`,
    lines: [
      `${providerLabel(order.payment_provider ?? 'The payment provider')} did not pay back ${amount}. Please pay it another way.`,
      `When you have: haat orders refund ${order.order_number} --reference …`,
      details(order),
    ],
  }),
  cancelled: (order) => ({
    subject: `Order ${order.order_number} was cancelled by its customer${testBankMark(order)}`,
    lines: ['Do not send it: its pieces are back in the stock.', ...parcelLines(order), details(order)],
  }),
  return_requested: (order) => ({
    subject: `Return requested for order ${order.order_number}${testBankMark(order)}`,
    lines: [
      `${order.customer.name} wants to send back something of order ${order.order_number}.`,
      'To see it and decide: the screen Returns of the desk, or haat returns list --state REQUESTED',
    ],
  }),
  refund_due: (order, amount, owed) => ({
    subject: `Refund due for order ${order.order_number}: ${amount}${testBankMark(order)}`,
    lines: [
      `${amount} for order ${order.order_number} must be paid back.`,
      `In all, ${owed} is due. When you have paid all of it: haat orders refund ${order.order_number}`,
      details(order),
    ],
  }),
  other_currency: (order) => ({
    subject: `A payment for order ${order.order_number} is not in rupees${testBankMark(order)}`,
    lines: [
      'The order is not paid by it. Pay it back at your payment provider: the desk has it under Payments, Refunds.',
      'The same list: haat payments refunds',
      `When you have paid it back: haat orders refund ${order.order_number} --reference …`,
      details(order),
    ],
  }),
  amount_mismatch: (order, amount) =>
    mismatch(
      order,
      amount,
      'The order did not change. Compare it with the records of your payment provider.',
    ),
  paid_too_much: (order, amount) =>
    mismatch(order, amount, 'It pays the order. What came too much goes back to the customer.'),
  sent_back: (order, amount) =>
    mismatch(order, amount, 'It does not pay the order. All of it goes back to the customer.'),
} satisfies Record<string, (order: MailedOrder, amount: string, owed: string) => AlertText>

const ALERTS = Object.keys(TEXTS) as (keyof typeof TEXTS)[]

const OrderAlert = z.object({
  alert: z.enum(ALERTS),
  order_id: z.int(),
  /** Paise: of the refund, or of the payment; else 0. */
  amount: z.int(),
})
type OrderAlert = z.output<typeof OrderAlert>

export const orderAlerts = mailKind({
  kind: 'order_alert',
  payload: OrderAlert,
  async compose(shop, { amount, ...about }) {
    const order = await findMailedOrder(shop.db, about.order_id)
    if (!order) return null
    const owed = formatShortRupees(await sumOwed(shop.db, about.order_id))
    return alertMail(shop, about, TEXTS[about.alert](order, formatShortRupees(amount), owed))
  },
})

const mismatch = (order: MailedOrder, amount: string, result: string): AlertText => ({
  subject: `Payment of ${amount} for order ${order.order_number} does not match${testBankMark(order)}`,
  lines: [
    `The payment provider reports ${amount}, but order ${order.order_number} costs ${formatShortRupees(payableOf(order))}. ${result}`,
    details(order),
  ],
})

/** What is in the parcel, and whom to call: enough to work from on a phone. */
function parcelLines(order: MailedOrder): string[] {
  const { shipping_name, shipping_street, shipping_city, shipping_state, shipping_zip, shipping_phone } =
    order
  const digits = tenDigits(shipping_phone)
  return [
    ...order.items.map((item) => `${item.quantity} × ${itemName(item)}${item.sku ? ` (${item.sku})` : ''}`),
    `Deliver to ${shipping_name}, ${shipping_street}, ${shipping_city}, ${shipping_state} ${shipping_zip}.`,
    `Phone ${shipping_phone}${PATTERNS.phone.test(digits) ? `, WhatsApp https://wa.me/91${digits}` : ''}`,
  ]
}
