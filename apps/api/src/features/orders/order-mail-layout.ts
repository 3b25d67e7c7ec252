/** How a mail about an order is laid out: what happened, then items and amounts. */
import { formatShortRupees } from '@haat/contract/money'
import { payableOf, roundOff } from '@haat/contract/pricing'
import { itemName, SHIPS_FREE_NOTE } from '@haat/contract/rules'
import { t, translated } from '#say'
import { formatDay } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import {
  button,
  INK,
  LINE,
  mailPage,
  type MailShop,
  type MailText,
  paragraph,
  SOFT,
  textFooter,
  type,
} from '../mail/mail-layout.ts'
import { TEST_BANK } from '../payments/payments.ts'
import { placeName } from '../../state-names.ts'
import type { MailedOrder } from './order-mail.store.ts'

export interface Introduction {
  subject: string
  heading: string
  lines: string[]
  /** Whether it asks to pay the order, which its page lets do. */
  pays?: boolean | undefined
}

/** A line of what a mail lists; empty is what it does not tell. */
export interface Listed {
  name: string
  detail: string
  amount: string
  /** After the amount. */
  note?: string
}

export interface About {
  /** Where the customer confirms an order in cash; null where nobody is asked. */
  confirmation?: string | null
  /** Where anybody sees the order who has the link; null for the page that asks for a login. */
  tracking?: string | null
  /** What of the order the mail is about; without it, all of it with its amounts and address. */
  part?: readonly Listed[]
}

/** The text of a mail: what happened, then the items that it is about. */
export function mailAbout(
  shop: MailShop,
  { subject, heading, lines: introduction, pays }: Introduction,
  order: MailedOrder,
  { confirmation = null, tracking = null, part }: About = {},
): MailText {
  const lines = [
    ...introduction,
    ...(confirmation === null
      ? []
      : [t`Please confirm that you will take the parcel: we send it once you have.`]),
    ...(order.payment_provider === TEST_BANK ? [t`This order uses the test bank: no money moves.`] : []),
  ]
  const link = tracking ?? `${shop.url}/order-confirmation/${order.id}`
  const label = tracking ? t`Track your order` : pays ? t`Pay now` : t`See your order`
  const { order_number: number, customer_note: note, customer } = order
  const day = formatDay(order.created_at)
  const placed = t`Order #${number} of ${day}`
  const yourNote = note ? [t`Your note: ${note}`] : []
  const { name } = customer
  const hello = t`Hello ${name},`
  const listed = part ?? order.items.map(lineOf)
  const sums = part ? [] : amounts(order)
  const isDelivered = !part && order.status !== 'CANCELLED'
  return {
    subject: `${subject} · ${shop.shop_name}`,
    text: [
      hello,
      lines.join('\n'),
      placed,
      ...(listed.length > 0 ? [listed.map(lineText).join('\n')] : []),
      ...(part
        ? []
        : [
            sums.map(([label, amount]) => `${label}: ${amount}`).join('\n'),
            ...(isDelivered ? [`${t`Deliver to`}:\n${addressLines(order).join('\n')}`] : []),
            ...yourNote,
          ]),
      ...(confirmation === null ? [] : [`${t`Confirm your order`}: ${confirmation}`]),
      `${label}: ${link}`,
      textFooter(shop),
    ].join('\n\n'),
    html: mailPage({
      shop,
      preview: part ? lines.join(' ') : `${placed}, ${formatShortRupees(order.total_amount)}`,
      heading,
      body: [
        paragraph(hello),
        ...lines.map((line) => paragraph(line)),
        ...(confirmation === null
          ? [button(label, link)]
          : [button(t`Confirm your order`, confirmation), paragraph(html`<a href="${link}">${label}</a>`)]),
        paragraph(placed, type(14, SOFT)),
        linesTable(listed, sums),
        ...(isDelivered ? [addressBlock(order)] : []),
        ...(part ? [] : yourNote.map((line) => paragraph(line))),
      ],
    }),
  }
}

type Item = MailedOrder['items'][number]

const lineOf = (item: Item): Listed => ({
  name: itemName(item),
  detail: `${item.quantity} × ${formatShortRupees(item.price)}`,
  amount: formatShortRupees(item.subtotal),
  note: item.ships_free ? ` · ${translated(SHIPS_FREE_NOTE)}` : '',
})

const lineText = ({ name, detail, amount, note = '' }: Listed): string =>
  `- ${name}${detail ? `, ${detail}` : ''}${amount ? ` = ${amount}` : ''}${note}`

function discountLabel({ coupon_code, exchange_of_number }: MailedOrder): string {
  if (coupon_code !== null) return t`Discount (${coupon_code})`
  return exchange_of_number ? t`Paid with order #${exchange_of_number}` : t`Discount`
}

/** The rows under the lines: label and amount. */
function amounts(order: MailedOrder): [string, string][] {
  const discount = discountLabel(order)
  return [
    [t`Subtotal`, formatShortRupees(order.items_total)],
    [t`Delivery`, order.total_shipping_price === 0 ? t`Free` : formatShortRupees(order.total_shipping_price)],
    ...(order.total_discount_amount > 0
      ? ([[discount, `−${formatShortRupees(order.total_discount_amount)}`]] as [string, string][])
      : []),
    ...(order.cod_fee > 0
      ? ([[t`Cash on delivery fee`, formatShortRupees(order.cod_fee)]] as [string, string][])
      : []),
    [t`Total`, formatShortRupees(order.total_amount)],
    ...(roundOff(order) === 0
      ? []
      : ([[t`To pay in cash`, formatShortRupees(payableOf(order))]] as [string, string][])),
  ]
}

function linesTable(listed: readonly Listed[], sums: readonly [string, string][]): Html {
  const cell = `padding:10px 0;border-top:1px solid ${LINE};`
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
    ${listed.map(
      ({ name, detail, amount, note = '' }) =>
        html`<tr>
          <td style="${cell}${type(15)}">
            ${name}${detail && html`<br /><span style="${type(13, SOFT)}">${detail}${note}</span>`}
          </td>
          <td align="right" valign="top" style="${cell}padding-left:12px;white-space:nowrap;${type(15)}">
            ${amount}
          </td>
        </tr>`,
    )}${sums.map(([label, amount], index, rows) => amountRow(label, amount, index, rows.length))}
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
  `${order.shipping_city}, ${placeName(order.shipping_state)} ${order.shipping_zip}`,
  placeName(order.shipping_country),
  order.shipping_phone,
]

const addressBlock = (order: MailedOrder): Html =>
  html`<p style="margin:0 0 4px;${type(13, SOFT, 600)}">${t`Deliver to`}</p>
    <p style="margin:0 0 16px;${type(15)}">
      ${addressLines(order).map((line, index) => html`${index > 0 && html`<br />`}${line}`)}
    </p>`
