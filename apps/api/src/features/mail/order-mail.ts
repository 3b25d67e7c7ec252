import { formatDay, formatRupees } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import type { OrderMailKind } from './enqueue.ts'
import { button, INK, LINE, mailPage, paragraph, SOFT, textFooter, type } from './mail-layout.ts'
import type { MailShop, MailText } from './mail-shop.ts'
import type { MailedOrder } from './order-mail.store.ts'
import { orderWords } from './order-words.ts'

/** A mail about an order: what happened, its lines, amounts and address. */
export function orderMail(shop: MailShop, kind: OrderMailKind, order: MailedOrder): MailText {
  const { subject, heading, lines } = orderWords(kind, order)
  const link = `${shop.url}/order-confirmation/${order.id}`
  const placed = `Order #${order.id}, placed on ${formatDay(order.created_at)}`
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
      `See your order: ${link}`,
      textFooter(shop),
    ].join('\n\n'),
    html: mailPage({
      shop,
      preview: `${placed}, ${formatRupees(order.total_amount)}`,
      heading,
      body: [
        paragraph(`Hello ${order.customer.name},`),
        ...lines.map((line) => paragraph(line)),
        button('See your order', link),
        paragraph(placed, type(14, SOFT)),
        linesTable(order),
        addressBlock(order),
      ],
    }),
  }
}

type Item = MailedOrder['items'][number]

const nameOf = ({ product_name, variant_name }: Item): string =>
  variant_name ? `${product_name} (${variant_name})` : product_name

const itemText = (item: Item): string =>
  `- ${nameOf(item)}, ${item.quantity} × ${formatRupees(item.price)} = ${formatRupees(item.subtotal)}`

/** Rows below the lines: label and amount. */
function amounts(order: MailedOrder): [string, string][] {
  const discount = order.coupon_code === null ? 'Discount' : `Discount (${order.coupon_code})`
  return [
    ['Subtotal', formatRupees(order.items_total)],
    ['Delivery', order.total_shipping_price === 0 ? 'Free' : formatRupees(order.total_shipping_price)],
    ...(order.total_discount_amount > 0
      ? ([[discount, `−${formatRupees(order.total_discount_amount)}`]] as [string, string][])
      : []),
    ['Total', formatRupees(order.total_amount)],
  ]
}

function linesTable(order: MailedOrder): Html {
  const cell = `padding:10px 0;border-top:1px solid ${LINE};`
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
    ${order.items.map(
      (item) =>
        html`<tr>
          <td style="${cell}${type(15)}">
            ${nameOf(item)}<br /><span style="${type(13, SOFT)}"
              >${item.quantity} × ${formatRupees(item.price)}</span
            >
          </td>
          <td align="right" valign="top" style="${cell}white-space:nowrap;${type(15)}">
            ${formatRupees(item.subtotal)}
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
