/** `haat orders`. */
import { writeFile } from 'node:fs/promises'
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { isCashOnDelivery, itemName, ORDER_STATUSES } from '@haat/contract/rules'
import { type Command, Option } from 'commander'
import { formatMoment } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { testBankMark } from '../../features/payments/payments.ts'
import { parseWhole } from '../arguments.ts'
import { print, table, withShop } from '../command.ts'
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

/** How commands name an order. */
const ORDER = 'number or id of the order'

interface JsonOption {
  json?: boolean
}

interface ListOptions extends JsonOption {
  status?: OrderSummary['status']
  refundDue?: boolean
  limit: string
}

export function registerOrders(program: Command): void {
  const orders = program.command('orders').description('list orders and process them up to delivery')
  orders
    .command('list')
    .description('list orders, newest first')
    .addOption(new Option('--status <status>', 'only orders in this status').choices(ORDER_STATUSES))
    .option('--refund-due', 'only orders waiting for a refund')
    .option('--limit <number>', 'maximum number of orders', '50')
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText(
      'after',
      '\nExamples:\n  haat orders list --status CONFIRMED\n  haat orders list --refund-due --json',
    )
    .action(async ({ status, refundDue, limit, json }: ListOptions) => {
      const filter = {
        limit: parseWhole(limit, '--limit', 1, 100_000),
        ...(status && { status }),
        ...(refundDue && { refund_due: true }),
      }
      const found = await withShop(({ db }) => findAnyOrders(db, filter))
      print(found, json, orderTable, (rows) => rows.map((row) => inRupees(row, 'total_amount')))
    })
  orders
    .command('show')
    .description('show an order with its items and timeline')
    .argument('<order>', ORDER)
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText('after', '\nExample:\n  haat orders show 42')
    .action(async (order: string, { json }: JsonOption) => {
      const found = await withShop(async (shop) => getOrder(shop, await findOrderId(shop, order)))
      print(found, json, orderText, orderJson)
    })
  registerMoves(orders)
  registerDocument(orders, 'invoice', 'write the GST invoice (without a GSTIN: a bill of supply)', invoicePdf)
  registerDocument(orders, 'packing-slip', 'write the packing slip for the parcel', packingSlipPdf)
}

interface MoveOptions extends JsonOption {
  courier?: string
  tracking?: string
  note?: string
}

function registerMoves(orders: Command): void {
  const register = (move: MerchantAction, description: string, example: string): Command =>
    orders
      .command(move)
      .description(description)
      .argument('<order>', ORDER)
      .option('--note <text>', "note for the order's timeline")
      .option('--json', 'print the order as JSON')
      .addHelpText('after', `\nExample:\n  haat orders ${example}`)
      .action(async (order: string, options: MoveOptions) => changeStatus(order, move, options))
  register('process', 'start preparing an order', 'process 42')
  register(
    'ship',
    'mark an order as handed to a courier; the customer gets an e-mail',
    'ship 42 --courier "Blue Dart" --tracking BD123',
  )
    .requiredOption('--courier <name>', 'name of the courier')
    .option('--tracking <number>', 'tracking number')
  registerTracking(orders)
  register('out-for-delivery', 'mark an order as out for delivery', 'out-for-delivery 42')
  register('deliver', 'mark an order as delivered; cash on delivery counts as paid', 'deliver 42')
  registerCancel(orders)
  register('refund', 'record that you have paid the money back', 'refund 42')
}

function registerTracking(orders: Command): void {
  orders
    .command('tracking')
    .description('correct the courier or tracking number of an order on its way; the customer gets an e-mail')
    .argument('<order>', ORDER)
    .option('--courier <name>', 'name of the courier')
    .option('--number <number>', 'tracking number')
    .option('--json', 'print the order as JSON')
    .addHelpText('after', '\nExample:\n  haat orders tracking 42 --courier "Blue Dart" --number BD124')
    .action(async (order: string, options: { courier?: string; number?: string } & JsonOption) => {
      const { courier, number, json } = options
      if (courier === undefined && number === undefined)
        throw new UserError('Give --courier, --number or both.')
      const changed = await withShop(async (shop) =>
        correctTracking(shop, await findOrderId(shop, order), {
          ...(courier !== undefined && { courier: parseLine(courier, '--courier', 100) }),
          ...(number !== undefined && { tracking_number: parseLine(number, '--number', 100) }),
        }),
      )
      print(
        changed,
        json,
        ({ order: { id, order_number, courier: by, tracking_number } }) => {
          const parcel = [by, tracking_number].filter(Boolean).join(', ')
          return `Order ${id} (${order_number}) is tracked as ${parcel}. The customer gets a mail.`
        },
        orderJson,
      )
    })
}

async function changeStatus(order: string, move: MerchantAction, options: MoveOptions): Promise<void> {
  const changed = await withShop(async (shop) =>
    changeOrder(shop, await findOrderId(shop, order), move, detailsOf(options)),
  )
  print(changed, options.json, statusText, orderJson)
}

const detailsOf = ({ courier, tracking, note }: MoveOptions): ChangeDetails => ({
  ...(note !== undefined && { note: parseLine(note, '--note', 500) }),
  ...(courier !== undefined && { courier: parseLine(courier, '--courier', 100) }),
  ...(tracking !== undefined && { tracking_number: parseLine(tracking, '--tracking', 100) }),
})

interface CancelOptions extends MoveOptions {
  customer?: string
  dryRun?: boolean
}

function registerCancel(orders: Command): void {
  orders
    .command('cancel')
    .description(
      'cancel an order, or all open orders of a customer; their stock is released, and paid orders are marked for refund',
    )
    .argument('[order]', ORDER)
    .option('--customer <customer>', 'cancel all open orders of this e-mail address or phone number')
    .option('--dry-run', 'with --customer: only list the orders')
    .option('--note <text>', 'note for the timeline of each order')
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText(
      'after',
      '\nExamples:\n  haat orders cancel 42 --note "Out of stock after all"\n  haat orders cancel --customer asha@example.com',
    )
    .action(async (order: string | undefined, options: CancelOptions) => {
      const { customer, dryRun = false, json } = options
      if ((order === undefined) === (customer === undefined))
        throw new UserError('Name either an order or, with --customer, a customer.')
      if (customer === undefined) {
        if (dryRun) throw new UserError('--dry-run works with --customer only.')
        return changeStatus(order!, 'cancel', options)
      }
      const work = { dryRun, details: detailsOf(options) }
      const cancelled = await withShop((shop) => cancelOrdersOf(shop, customer, work))
      return print(
        cancelled,
        json,
        (rows) => cancelledText(rows, dryRun),
        (rows) => rows.map((row) => inRupees(row, 'total_amount')),
      )
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

function registerDocument(
  orders: Command,
  name: string,
  description: string,
  draw: (shop: Shop, id: number) => Promise<Uint8Array>,
): void {
  orders
    .command(name)
    .description(`${description}, as a PDF`)
    .argument('<order>', ORDER)
    .option('--out <file>', `file to write (default: ${name}-<order>.pdf in this folder)`)
    .addHelpText('after', `\nExample:\n  haat orders ${name} 42 --out ${name}-42.pdf`)
    .action(async (order: string, { out }: { out?: string }) => {
      const { file, pdf } = await withShop(async (shop) => {
        const id = await findOrderId(shop, order)
        return { file: out ?? `${name}-${id}.pdf`, pdf: await draw(shop, id) }
      })
      await writeFile(file, pdf).catch((error: unknown) => {
        throw isFileError(error) ? new UserError(`${file} cannot be written.`) : error
      })
      console.log(`Wrote ${file}.`)
    })
}

const isFileError = (error: unknown): boolean =>
  ['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS', 'ENOTDIR'].includes(
    (error as { code?: string }).code ?? '',
  )

function parseLine(text: string, option: string, max: number): string {
  const line = text.trim()
  if (line === '' || line.length > max || /\p{Cc}/u.test(line))
    throw new UserError(`${option} must be one line of 1 to ${max} characters.`)
  return line
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

function statusText({ order }: MerchantOrder): string {
  const refund = order.refund_due
    ? ` Pay ${formatShortRupees(order.total_amount)} back, then run: haat orders refund ${order.id}`
    : ''
  return `Order ${order.id} (${order.order_number}) is ${order.status}.${refund}`
}

export function orderText({ order, items, events, customer }: MerchantOrder): string {
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
    ...(courier ? [`Courier ${courier}${tracking_number ? `, ${tracking_number}` : ''}`] : []),
    ...(invoice_number ? [`Invoice ${invoice_number}`] : []),
    '',
    ...events.map(({ at, status, note }) => `${formatMoment(at)}  ${status}${note ? `: ${note}` : ''}`),
  ].join('\n')
}

/** A row for JSON, with these of its amounts in rupees. */
const inRupees = <Row extends object>(row: Row, ...amounts: (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(
    amounts.map((name) => [name, row[name] === null ? null : toRupees(Number(row[name]))]),
  ),
})

/** An order as JSON: amounts in rupees, without internal fields. */
function orderJson({ order, items, events, payments, refunds, customer }: MerchantOrder) {
  const { request_hash: _hash, idempotency_key: _key, ...fields } = order
  return {
    ...inRupees(fields, 'items_total', 'total_shipping_price', 'total_discount_amount', 'total_amount'),
    customer,
    items: items.map((item) => inRupees(item, 'price', 'mrp', 'subtotal', 'discount_amount')),
    events,
    payments: payments.map(({ payment_url: _url, ...payment }) => inRupees(payment, 'amount')),
    refunds: refunds.map((refund) => inRupees(refund, 'amount')),
  }
}
