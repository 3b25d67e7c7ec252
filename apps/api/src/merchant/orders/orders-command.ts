/** `haat orders`. */
import { writeFile } from 'node:fs/promises'
import { formatShortRupees } from '@haat/contract/money'
import { isCashOnDelivery, itemName, ORDER_STATUSES } from '@haat/contract/rules'
import type { Command } from 'commander'
import { testBankMark } from '../../features/payments/payments.ts'
import { formatMoment } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { line, whole } from '../arguments.ts'
import { addCommand, table } from '../command.ts'
import { UserError } from '../user-error.ts'
import { findAnyOrders, type MerchantOrder, type OrderSummary } from './orders.store.ts'
import {
  type CancelledOrder,
  cancelOrdersOf,
  type ChangeDetails,
  changeOrder,
  correctTracking,
  findOrderId,
  getOrder,
  invoicePdf,
  packingSlipPdf,
  type MerchantAction,
} from './orders.ts'

const NAMED = 'number or id of the order'
const ORDER = { '<order>': NAMED }
const NOTE = { text: "note for the order's timeline", parse: line(500) }
const COURIER = { text: 'name of the courier', parse: line(100) }
const TRACKING = { text: 'tracking number', parse: line(100) }

export function registerOrders(program: Command): void {
  const orders = program.command('orders').description('list orders and process them up to delivery')
  addList(orders)
  addCommand(orders, {
    name: 'show',
    description: 'show an order with its items and timeline',
    args: ORDER,
    help: 'Example:\n  haat orders show 42',
    run: async (shop, _, order) => getOrder(shop, await findOrderId(shop, order)),
    text: orderText,
    json: orderJson,
  })
  addStep(orders, 'process', 'start preparing an order')
  addShip(orders)
  addTracking(orders)
  addStep(orders, 'out-for-delivery', 'mark an order as out for delivery')
  addStep(orders, 'deliver', 'mark an order as delivered; cash on delivery counts as paid')
  addCancel(orders)
  addStep(orders, 'refund', 'record that you have paid the money back')
  addDocument(orders, 'invoice', 'write the GST invoice (without a GSTIN: a bill of supply)', invoicePdf)
  addDocument(orders, 'packing-slip', 'write the packing slip for the parcel', packingSlipPdf)
}

function addList(orders: Command): void {
  addCommand(orders, {
    name: 'list',
    description: 'list orders, newest first',
    options: {
      '--status <status>': { text: 'only orders in this status', choices: ORDER_STATUSES },
      '--refund-due': 'only orders waiting for a refund',
      '--limit <number>': { text: 'maximum number of orders', parse: whole(1, 100_000), preset: 50 },
    },
    help: 'Examples:\n  haat orders list --status CONFIRMED\n  haat orders list --refund-due --json',
    run: ({ db }, { status, refundDue, limit }) =>
      findAnyOrders(db, { status, refund_due: refundDue, limit }),
    text: orderTable,
  })
}

const change = async (
  shop: Shop,
  order: string,
  action: MerchantAction,
  details: ChangeDetails,
): Promise<MerchantOrder> => changeOrder(shop, await findOrderId(shop, order), action, details)

function addStep(orders: Command, name: MerchantAction, description: string): void {
  addCommand(orders, {
    name,
    description,
    args: ORDER,
    options: { '--note <text>': NOTE },
    help: `Example:\n  haat orders ${name} 42`,
    run: (shop, { note }, order) => change(shop, order, name, { note }),
    text: statusText,
    json: orderJson,
  })
}

function addShip(orders: Command): void {
  addCommand(orders, {
    name: 'ship',
    description: 'mark an order as handed to a courier; the customer gets an e-mail',
    args: ORDER,
    options: {
      '--courier <name>': { ...COURIER, required: true },
      '--tracking <number>': TRACKING,
      '--note <text>': NOTE,
    },
    help: 'Example:\n  haat orders ship 42 --courier "Blue Dart" --tracking BD123',
    run: (shop, { courier, tracking, note }, order) =>
      change(shop, order, 'ship', { courier, tracking_number: tracking, note }),
    text: statusText,
    json: orderJson,
  })
}

function addTracking(orders: Command): void {
  addCommand(orders, {
    name: 'tracking',
    description: 'correct the courier or tracking number of an order on its way; the customer gets an e-mail',
    args: ORDER,
    options: { '--courier <name>': COURIER, '--number <number>': TRACKING },
    help: 'Example:\n  haat orders tracking 42 --courier "Blue Dart" --number BD124',
    run: async (shop, { courier, number }, order) => {
      if (courier === undefined && number === undefined)
        throw new UserError('Give --courier, --number or both.')
      return correctTracking(shop, await findOrderId(shop, order), { courier, tracking_number: number })
    },
    text: ({ order: { id, order_number, courier, tracking_number } }) => {
      const parcel = [courier, tracking_number].filter(Boolean).join(', ')
      return `Order ${id} (${order_number}) is tracked as ${parcel}. The customer gets a mail.`
    },
    json: orderJson,
  })
}

function addCancel(orders: Command): void {
  addCommand(orders, {
    name: 'cancel',
    description:
      'cancel an order, or all open orders of a customer; their stock is released, and paid orders are marked for refund',
    args: { '[order]': NAMED },
    options: {
      '--customer <customer>': 'cancel all open orders of this e-mail address or phone number',
      '--dry-run': 'with --customer: only list the orders',
      '--note <text>': { ...NOTE, text: 'note for the timeline of each order' },
    },
    help: 'Examples:\n  haat orders cancel 42 --note "Out of stock after all"\n  haat orders cancel --customer asha@example.com',
    run: async (shop, { customer, dryRun = false, note }, order?: string) => {
      if (order !== undefined && customer === undefined) {
        if (dryRun) throw new UserError('--dry-run works with --customer only.')
        return change(shop, order, 'cancel', { note })
      }
      if (order !== undefined || customer === undefined)
        throw new UserError('Name either an order or, with --customer, a customer.')
      return { dryRun, rows: await cancelOrdersOf(shop, customer, { dryRun, details: { note } }) }
    },
    text: (done) => ('rows' in done ? cancelledText(done.rows, done.dryRun) : statusText(done)),
    json: (done) => ('rows' in done ? done.rows : orderJson(done)),
  })
}

function addDocument(
  orders: Command,
  name: string,
  description: string,
  draw: (shop: Shop, id: number) => Promise<Uint8Array>,
): void {
  addCommand(orders, {
    name,
    description: `${description}, as a PDF`,
    args: ORDER,
    options: { '--out <file>': `file to write (default: ${name}-<order>.pdf in this folder)` },
    help: `Example:\n  haat orders ${name} 42 --out ${name}-42.pdf`,
    run: async (shop, { out }, order) => {
      const id = await findOrderId(shop, order)
      const pdf = await draw(shop, id)
      const file = out ?? `${name}-${id}.pdf`
      await writeFile(file, pdf).catch((error: unknown) => {
        throw error instanceof Error && 'code' in error ? new UserError(`${file} cannot be written.`) : error
      })
      return { file }
    },
    text: ({ file }) => `Wrote ${file}.`,
  })
}

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
  return table(
    ['Id', 'Order', 'Placed', 'Status', 'Customer', 'City', 'Items', 'Total', 'Payment'],
    rows.map((row) => [
      String(row.id),
      row.order_number,
      formatMoment(row.created_at),
      row.refund_due ? `${row.status}, refund due` : row.status,
      row.customer,
      row.city,
      String(row.lines),
      formatShortRupees(row.total_amount),
      paymentText(row),
    ]),
    [6, 7],
  )
}

const paymentText = ({
  payment_method,
  payment_provider,
  status,
}: Pick<OrderSummary, 'payment_method' | 'payment_provider' | 'status'>): string =>
  `${isCashOnDelivery(payment_method, status) ? 'COD' : 'ONLINE'}${testBankMark({ payment_provider })}`

function statusText({ order, refunds }: MerchantOrder): string {
  const last = refunds.at(-1)
  const refund = order.refund_due
    ? ` Pay ${formatShortRupees(order.total_amount)} back, then run: haat orders refund ${order.id}`
    : last
      ? ` ${refundText(last)}.`
      : ''
  return `Order ${order.id} (${order.order_number}) is ${order.status}.${refund}`
}

const refundText = ({ amount, paid_at }: MerchantOrder['refunds'][number]): string =>
  paid_at
    ? `Refunded ${formatShortRupees(amount)} on ${formatMoment(paid_at)}`
    : `Refund of ${formatShortRupees(amount)} due`

export function orderText({ order, items, events, customer, refunds }: MerchantOrder): string {
  const lines = items.map((item) => [
    itemName(item),
    item.sku ?? '',
    String(item.quantity),
    formatShortRupees(item.price),
    formatShortRupees(item.subtotal),
  ])
  const { courier, tracking_number, invoice_number } = order
  return [
    `Order ${order.id} (${order.order_number}): ${order.status}${order.refund_due ? ', refund due' : ''}`,
    `Placed ${formatMoment(order.created_at)} by ${customer.name} (${[customer.email, customer.phone_number].filter(Boolean).join(', ')})`,
    `Deliver to ${order.shipping_name}, ${order.shipping_street}, ${order.shipping_city}, ${order.shipping_state} ${order.shipping_zip}, ${order.shipping_phone}`,
    '',
    table(['Item', 'SKU', 'Quantity', 'Price', 'Amount'], lines, [2, 3, 4]),
    '',
    `Delivery ${formatShortRupees(order.total_shipping_price)}, discount ${formatShortRupees(order.total_discount_amount)}${order.coupon_code ? ` (${order.coupon_code})` : ''}`,
    `Total ${formatShortRupees(order.total_amount)}, ${paymentText(order)}, ${order.paid_at ? `paid ${formatMoment(order.paid_at)}` : 'not paid'}`,
    ...refunds.map(refundText),
    ...(courier ? [`Courier ${courier}${tracking_number ? `, ${tracking_number}` : ''}`] : []),
    ...(invoice_number ? [`Invoice ${invoice_number}`] : []),
    '',
    ...events.map(({ at, status, note }) => `${formatMoment(at)}  ${status}${note ? `: ${note}` : ''}`),
  ].join('\n')
}

/** An order as JSON, without internal fields. */
function orderJson({ order, payments, ...rest }: MerchantOrder) {
  const { request_hash: _hash, idempotency_key: _key, ...fields } = order
  return { ...fields, ...rest, payments: payments.map(({ payment_url: _url, ...payment }) => payment) }
}
