/** What the commands of orders print. */
import { formatShortRupees } from '@haat/contract/money'
import { isCashOnDelivery, itemName } from '@haat/contract/rules'
import { returnedPieces } from '../../features/orders/returns.store.ts'
import { testBankMark } from '../../features/payments/payments.ts'
import { formatDay, formatMoment } from '../../format.ts'
import { amount, textTable } from '../../merchant/columns.ts'
import type { CancelledOrder } from './orders.ts'
import type { MerchantOrder, OrderSummary } from './orders.store.ts'

export const addressText = (order: MerchantOrder['order']): string =>
  `${order.shipping_name}, ${order.shipping_street}, ${order.shipping_city}, ${order.shipping_state} ${order.shipping_zip}, ${order.shipping_phone}`

/** A line per order, and their sum. */
export function cancelledText(rows: CancelledOrder[], dryRun: boolean): string {
  if (rows.length === 0) return 'The customer has no orders to cancel.'
  const lines = rows.map(({ id, order_number, status, total_amount, refund_due }) => {
    const refund = refund_due ? `, refund due: haat orders refund ${id}` : ''
    return `Order ${id} (${order_number}), ${formatShortRupees(total_amount)}: ${status}${refund}`
  })
  const counted = dryRun ? rows : rows.filter(({ status }) => status === 'CANCELLED')
  const sum = formatShortRupees(counted.reduce((total, { total_amount }) => total + total_amount, 0))
  const orders = `${counted.length} order${counted.length === 1 ? '' : 's'} of ${sum}`
  return [...lines, dryRun ? `${orders} would be cancelled.` : `${orders} cancelled.`].join('\n')
}

export function orderTable(rows: OrderSummary[]): string {
  if (rows.length === 0) return 'There are no such orders.'
  return textTable(
    ['Id', 'Order', 'Placed', 'Status', 'Customer', 'City', 'Items', 'Total', 'Payment'],
    rows.map((row) => [
      String(row.id),
      row.order_number,
      formatMoment(row.created_at),
      row.refund_due ? `${row.status}, refund due` : row.status,
      row.customer,
      row.city,
      row.lines,
      amount(row.total_amount),
      paymentText(row),
    ]),
  )
}

const paymentText = ({
  payment_method,
  payment_provider,
  status,
}: Pick<OrderSummary, 'payment_method' | 'payment_provider' | 'status'>): string =>
  `${isCashOnDelivery(payment_method, status) ? 'COD' : 'ONLINE'}${testBankMark({ payment_provider })}`

export function statusText({ order, refunds }: MerchantOrder): string {
  const last = refunds.at(-1)
  const refund = order.refund_due
    ? ` Pay ${formatShortRupees(order.refund_due_amount)} back, then run: haat orders refund ${order.id}`
    : last
      ? ` ${refundText(last)}.`
      : ''
  return `Order ${order.id} (${order.order_number}) is ${order.status}.${refund}`
}

const refundText = ({ amount, paid_at, reference }: MerchantOrder['refunds'][number]): string =>
  paid_at
    ? `Refunded ${formatShortRupees(amount)} on ${formatMoment(paid_at)}${reference ? `, reference ${reference}` : ''}`
    : `Refund of ${formatShortRupees(amount)} due`

export function orderText({
  order,
  items,
  returns,
  documents,
  events,
  customer,
  refunds,
}: MerchantOrder): string {
  const lines = items.map((item, index) => [
    String(index + 1),
    itemName(item),
    item.sku ?? '',
    item.quantity,
    returnedPieces(returns, item.id) || '',
    amount(item.price),
    amount(item.subtotal),
  ])
  const { courier, tracking_number } = order
  return [
    `Order ${order.id} (${order.order_number}): ${order.status}${order.refund_due ? ', refund due' : ''}`,
    `Placed ${formatMoment(order.created_at)} by ${customer.name} (${[customer.email, customer.phone_number].filter(Boolean).join(', ')})`,
    `Deliver to ${addressText(order)}`,
    '',
    textTable(['#', 'Item', 'SKU', 'Quantity', 'Returned', 'Price', 'Amount'], lines),
    '',
    `Delivery ${formatShortRupees(order.total_shipping_price)}, discount ${formatShortRupees(order.total_discount_amount)}${order.coupon_code ? ` (${order.coupon_code})` : ''}`,
    `Total ${formatShortRupees(order.total_amount)}, ${paymentText(order)}, ${order.paid_at ? `paid ${formatMoment(order.paid_at)}` : 'not paid'}`,
    ...refunds.map(refundText),
    ...(courier ? [`Courier ${courier}${tracking_number ? `, ${tracking_number}` : ''}`] : []),
    ...documents.map(documentText),
    '',
    ...events.map(({ at, status, note }) => `${formatMoment(at)}  ${status}${note ? `: ${note}` : ''}`),
  ].join('\n')
}

const documentText = ({ kind, number, issued_at, voided_at }: MerchantOrder['documents'][number]): string =>
  `${kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${number} of ${formatDay(issued_at)}${voided_at ? ', void' : ''}`

/** An order as JSON, without internal fields. */
export function orderJson({ order, payments, ...rest }: MerchantOrder) {
  const { request_hash: _hash, idempotency_key: _key, ...fields } = order
  return { ...fields, ...rest, payments: payments.map(({ payment_url: _url, ...payment }) => payment) }
}
