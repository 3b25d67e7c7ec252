/** The mails about an order: their kinds and texts. */
import { randomUUID } from 'node:crypto'
import { namedDayOf } from '@haat/contract/delivery'
import { formatShortRupees } from '@haat/contract/money'
import { payableOf, roundOff } from '@haat/contract/pricing'
import { holdsStock, isCashOnDelivery, itemName, SHIPS_FREE_NOTE } from '@haat/contract/rules'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { formatDay } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import {
  button,
  INK,
  LINE,
  mailPage,
  type MailShop,
  mailShop,
  type MailText,
  paragraph,
  SOFT,
  textFooter,
  type,
} from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { TEST_BANK } from '../payments/payments.ts'
import { confirmationLink, needsConfirmation } from './confirm-cash.ts'
import { findMailedOrder, type MailedOrder } from './orders.store.ts'

export const ORDER_MAILS = [
  'confirmed',
  'payment_failed',
  'payment_not_found',
  'payment_unconfirmed',
  'refund_due',
  'shipped',
  'tracking_corrected',
  'delivered',
  'returned',
  'exchanged',
  'refunded_in_part',
  'lost',
  'cancelled',
  'refunded',
  'paid_again',
  'paid_short',
  'changed',
] as const
export type OrderMailKind = (typeof ORDER_MAILS)[number]

export const orderMails = mailKind({
  kind: 'order',
  payload: z.object({ order_id: z.int(), mail: z.enum(ORDER_MAILS) }),
  async compose(shop, { order_id, mail }) {
    const order = await findMailedOrder(shop.db, order_id)
    const to = order?.customer.email
    if (!order || !to) return null
    const asks = mail === 'confirmed' && needsConfirmation(order)
    const confirmation = asks ? confirmationLink(shop, order_id) : null
    return { to, ...orderMail(await mailShop(shop), mail, order, confirmation) }
  },
})

/** The mails that an order may have several of. */
const REPEATED: readonly OrderMailKind[] = [
  'tracking_corrected',
  'returned',
  'exchanged',
  'refunded_in_part',
  'refunded',
  'paid_again',
  'paid_short',
  'payment_not_found',
  'payment_unconfirmed',
  'changed',
]

/** Mails the customer about an order: once per order and kind, but for those that may repeat. */
export const enqueueOrderMail = (tx: Tx, order_id: number, mail: OrderMailKind): Promise<void> => {
  const occasion = REPEATED.includes(mail) ? `:${randomUUID()}` : ''
  return orderMails.enqueue(tx, { order_id, mail }, `order:${order_id}:${mail}${occasion}`)
}

const CONFIRM_CASH = 'Please confirm that you will take the parcel: we send it once you have.'

/** Said in every mail about an order of the test bank. */
const NO_MONEY = 'This order uses the test bank: no money moves.'

/** @param confirmation where the customer confirms an order in cash; null where nobody is asked */
export const orderMail = (
  shop: MailShop,
  kind: OrderMailKind,
  order: MailedOrder,
  confirmation: string | null = null,
): MailText => mailAbout(shop, INTRODUCTIONS[kind](order), order, confirmation)

/** The text of a mail: what happened, then the lines, amounts and address of the order. */
export function mailAbout(
  shop: MailShop,
  { subject, heading, lines: introduction }: Introduction,
  order: MailedOrder,
  confirmation: string | null = null,
): MailText {
  const asked = confirmation === null ? [] : [CONFIRM_CASH]
  const lines = [...introduction, ...asked, ...(order.payment_provider === TEST_BANK ? [NO_MONEY] : [])]
  const link = `${shop.url}/order-confirmation/${order.id}`
  const placed = `Order #${order.order_number}, placed on ${formatDay(order.created_at)}`
  return {
    subject: `${subject} · ${shop.shop_name}`,
    text: [
      `Hello ${order.customer.name},`,
      lines.join('\n'),
      placed,
      order.items.map(itemText).join('\n'),
      amounts(order)
        .map(([label, amount]) => `${label}: ${amount}`)
        .join('\n'),
      `Deliver to:\n${addressLines(order).join('\n')}`,
      ...(confirmation === null ? [] : [`Confirm your order: ${confirmation}`]),
      `See your order: ${link}`,
      textFooter(shop),
    ].join('\n\n'),
    html: mailPage({
      shop,
      preview: `${placed}, ${formatShortRupees(order.total_amount)}`,
      heading,
      body: [
        paragraph(`Hello ${order.customer.name},`),
        ...lines.map((line) => paragraph(line)),
        ...(confirmation === null ? [] : [button('Confirm your order', confirmation)]),
        button('See your order', link),
        paragraph(placed, type(14, SOFT)),
        linesTable(order),
        addressBlock(order),
      ],
    }),
  }
}

type Item = MailedOrder['items'][number]

const priceText = ({ quantity, price }: Item): string => `${quantity} × ${formatShortRupees(price)}`

const itemText = (item: Item): string =>
  `- ${itemName(item)}, ${priceText(item)} = ${formatShortRupees(item.subtotal)}${item.ships_free ? `. ${SHIPS_FREE_NOTE}` : ''}`

/** The rows under the lines: label and amount. */
function amounts(order: MailedOrder): [string, string][] {
  const discount = order.coupon_code === null ? 'Discount' : `Discount (${order.coupon_code})`
  return [
    ['Subtotal', formatShortRupees(order.items_total)],
    ['Delivery', order.total_shipping_price === 0 ? 'Free' : formatShortRupees(order.total_shipping_price)],
    ...(order.total_discount_amount > 0
      ? ([[discount, `−${formatShortRupees(order.total_discount_amount)}`]] as [string, string][])
      : []),
    ...(order.cod_fee > 0
      ? ([['Cash on delivery fee', formatShortRupees(order.cod_fee)]] as [string, string][])
      : []),
    ['Total', formatShortRupees(order.total_amount)],
    ...(roundOff(order) === 0 ? [] : ([['To pay in cash', total(order)]] as [string, string][])),
  ]
}

function linesTable(order: MailedOrder): Html {
  const cell = `padding:10px 0;border-top:1px solid ${LINE};`
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
    ${order.items.map(
      (item) =>
        html`<tr>
          <td style="${cell}${type(15)}">
            ${itemName(item)}<br /><span style="${type(13, SOFT)}"
              >${priceText(item)}${item.ships_free && ` · ${SHIPS_FREE_NOTE}`}</span
            >
          </td>
          <td align="right" valign="top" style="${cell}white-space:nowrap;${type(15)}">
            ${formatShortRupees(item.subtotal)}
          </td>
        </tr>`,
    )}${amounts(order).map(([label, amount], index, rows) => amountRow(label, amount, index, rows.length))}
  </table>`
}

function amountRow(label: string, amount: string, index: number, count: number): Html {
  const last = index === count - 1
  const style = `padding:${last || index === 0 ? 10 : 4}px 0 ${last ? 10 : 4}px;${index === 0 || last ? `border-top:1px solid ${LINE};` : ''}${
    last ? type(17, INK, 700) : type(15, SOFT)
  }`
  return html`<tr>
    <td style="${style}">${label}</td>
    <td align="right" style="white-space:nowrap;${style}">${amount}</td>
  </tr>`
}

const addressLines = (order: MailedOrder): string[] => [
  order.shipping_name,
  order.shipping_street,
  `${order.shipping_city}, ${order.shipping_state} ${order.shipping_zip}`,
  order.shipping_country,
  order.shipping_phone,
]

const addressBlock = (order: MailedOrder): Html =>
  html`<p style="margin:0 0 4px;${type(13, SOFT, 600)}">Deliver to</p>
    <p style="margin:0 0 16px;${type(15)}">
      ${addressLines(order).map((line, index) => html`${index > 0 && html`<br />`}${line}`)}
    </p>`

const total = (order: MailedOrder): string => formatShortRupees(payableOf(order))

const trackingLines = ({ courier, tracking_number }: MailedOrder): string[] => [
  `Courier: ${courier ?? 'not known'}`,
  ...(tracking_number === null ? [] : [`Tracking number: ${tracking_number}`]),
]

const arrivalLines = ({ arrives_to: day }: MailedOrder): string[] =>
  day === null ? [] : [`It should arrive by ${namedDayOf(day)}.`]

const refundLines = ({ refund_due_amount, refund_by_hand, refund_upi }: MailedOrder): string[] => {
  const due = `Your refund of ${formatShortRupees(refund_due_amount)} is due`
  if (refund_due_amount === 0) return []
  if (!refund_by_hand) return [`${due}; you get it the way you paid.`]
  return refund_upi
    ? [`${due}; it goes by UPI to ${refund_upi}.`]
    : [`${due}. Please open your order and give us the UPI id that it goes to.`]
}

export interface Introduction {
  subject: string
  heading: string
  lines: string[]
}

const INTRODUCTIONS: Record<OrderMailKind, (order: MailedOrder) => Introduction> = {
  confirmed: (order) => ({
    subject: `Order #${order.order_number} confirmed`,
    heading: 'Order confirmed',
    lines: [
      'Thank you for your order. We are getting it ready.',
      payableOf(order) === 0
        ? 'There is nothing to pay.'
        : isCashOnDelivery(order.payment_method, order.status)
          ? `Please keep ${total(order)} ready for the courier.`
          : `We have received your payment of ${total(order)}.`,
      ...arrivalLines(order),
    ],
  }),
  payment_failed: (order) => ({
    subject: `Payment for order #${order.order_number} failed`,
    heading: 'Payment failed',
    lines: [
      `The payment of ${total(order)} did not go through, so this order was not placed.`,
      'Should money have left your account, your bank returns it. You can order again at any time.',
    ],
  }),
  payment_not_found: (order) => ({
    subject: `We did not find your payment for order #${order.order_number}`,
    heading: 'We did not find your payment',
    lines: [
      `Our bank does not have the transfer of ${total(order)} that you told us about.`,
      'Please open your order, check the UTR in your UPI app and tell it again, or pay again.',
    ],
  }),
  payment_unconfirmed: (order) => ({
    subject: `We did not confirm your payment for order #${order.order_number} in time`,
    heading: 'We did not confirm your payment in time',
    lines: [
      `You told us of a UPI payment of ${total(order)}. We did not compare it with our bank in time, so this order has ended.`,
      'If the money left your account, it is with us. We check it, and then send your order if its items are still there, or pay your money back.',
      'Please do not pay again. To ask about it, use the contact details below.',
    ],
  }),
  refund_due: (order) => ({
    subject: `Refund for order #${order.order_number}`,
    heading: 'We are refunding your payment',
    lines: [
      `Your payment of ${total(order)} reached us, but the order could not be kept.`,
      'We are refunding it in full.',
      ...refundLines(order),
    ],
  }),
  tracking_corrected: (order) => ({
    subject: `New tracking number of order #${order.order_number}`,
    heading: 'Your tracking number was corrected',
    lines: [
      'The tracking details we sent you were wrong. These are the right ones:',
      ...trackingLines(order),
    ],
  }),
  shipped: (order) => ({
    subject: `Order #${order.order_number} is on its way`,
    heading: 'On its way to you',
    lines: [
      `Your order was handed to ${order.courier ?? 'the courier'}.`,
      ...trackingLines(order).slice(1),
      ...arrivalLines(order),
      ...(isCashOnDelivery(order.payment_method, order.status)
        ? [`Please keep ${total(order)} ready for the courier.`]
        : []),
    ],
  }),
  delivered: (order) => ({
    subject: `Order #${order.order_number} was delivered`,
    heading: 'Delivered',
    lines: ['Your order has arrived. We hope you like it.'],
  }),
  returned: (order) => ({
    subject: `Your return of order #${order.order_number}`,
    heading: 'Your return arrived',
    lines: ['What you sent back, or did not accept, has reached us.', ...refundLines(order)],
  }),
  exchanged: (order) => ({
    subject: `Your exchange of order #${order.order_number}`,
    heading: 'Your return arrived',
    lines: [
      'What you sent back has reached us. What you get for it is an order of its own, with nothing to pay; it has a mail of its own.',
    ],
  }),
  refunded_in_part: (order) => ({
    subject: `Part of order #${order.order_number} is refunded`,
    heading: 'We give back part of the price',
    lines: ['You keep what you have, and we give back part of its price.', ...refundLines(order)],
  }),
  lost: (order) => ({
    subject: `Order #${order.order_number} was lost`,
    heading: 'Your parcel was lost',
    lines: ['We are sorry: your parcel was lost on its way and will not arrive.', ...refundLines(order)],
  }),
  refunded: (order) => ({
    subject: `Refund for order #${order.order_number} paid`,
    heading: 'We have refunded you',
    lines: [
      order.refunded_amount === 0
        ? 'We have paid back what came for this order in another currency.'
        : `We have paid back ${formatShortRupees(order.refunded_amount)} for this order so far.`,
      'Banks take some days until you see it.',
    ],
  }),
  paid_again: (order) => ({
    subject: `Second payment for order #${order.order_number}`,
    heading: 'You paid more than once',
    lines: ['Another payment for this order reached us.', ...refundLines(order)],
  }),
  paid_short: (order) => ({
    subject: `Your payment for order #${order.order_number} was too little`,
    heading: 'You paid less than the order costs',
    lines: [
      `A payment reached us that is less than the ${total(order)} that this order costs: the order is not paid.`,
      ...refundLines(order),
      ...(holdsStock(order.status) || order.status === 'PAYMENT_FAILED'
        ? [`To get what you ordered, please open your order and pay ${total(order)} in full.`]
        : []),
    ],
  }),
  changed: (order) => ({
    subject: `Order #${order.order_number} was changed`,
    heading: 'Your order was changed',
    lines: [
      `Please check the items and the address below. The total is ${total(order)}.`,
      ...refundLines(order),
    ],
  }),
  cancelled: (order) => ({
    subject: `Order #${order.order_number} was cancelled`,
    heading: 'Order cancelled',
    lines: ['Your order was cancelled and will not be sent.', ...refundLines(order)],
  }),
}
