/** `haat orders`: look after orders. Every step goes the way the API's own steps go. */
import { toRupees } from '@haat/contract/money'
import { itemName, ORDER_STATUSES } from '@haat/contract/rules'
import { type Command, Option } from 'commander'
import { advanceOrder, type MerchantMove } from '../../features/orders/advance-order.ts'
import { findAnyOrder, findAnyOrders, type MerchantOrder, type OrderSummary } from './orders.store.ts'
import { formatMoment, formatRupees } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { registerOrderPapers } from './order-papers.ts'
import { parseId, parseWhole, print, table, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Json {
  json?: boolean
}
interface MoveOptions extends Json {
  courier?: string
  tracking?: string
  note?: string
}

export function registerOrders(program: Command): void {
  const orders = program.command('orders').description('list orders and take them to the door')
  orders
    .command('list')
    .description('newest first')
    .addOption(new Option('--status <status>', 'only these').choices(ORDER_STATUSES))
    .option('--refund-due', 'only those whose money has to go back')
    .option('--limit <number>', 'so many at most', '50')
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText(
      'after',
      '\nExamples:\n  haat orders list --status CONFIRMED\n  haat orders list --refund-due --json',
    )
    .action(listOrders)
  orders
    .command('show')
    .argument('<order>', 'its number')
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText('after', '\nExample:\n  haat orders show 42')
    .action((order: string, { json }: Json) =>
      withShop(async ({ db }) => {
        const found = await findAnyOrder(db, parseId(order, 'order'))
        if (!found) throw new UserError(`There is no order ${order}.`)
        print(found, json, orderText, orderJson)
      }),
    )
  registerMoves(orders)
  registerOrderPapers(orders)
}

function registerMoves(orders: Command): void {
  const move = (name: MerchantMove, description: string, example: string) =>
    orders
      .command(name)
      .description(description)
      .argument('<order>', 'its number')
      .option('--note <text>', 'what the timeline says of it')
      .option('--json', 'print the order as JSON')
      .addHelpText('after', `\nExample:\n  haat orders ${example}`)
      .action((order: string, options: MoveOptions) => moveTo(order, name, options))
  move('process', 'start to prepare it', 'process 42')
  move(
    'ship',
    'hand it to the courier; the customer gets a mail',
    'ship 42 --courier "Blue Dart" --tracking BD123',
  )
    .requiredOption('--courier <name>', 'who carries it')
    .option('--tracking <number>', "the courier's number for it")
  move('out-for-delivery', 'it is on its last way', 'out-for-delivery 42')
  move('deliver', 'it has arrived; cash on delivery is paid', 'deliver 42')
  move(
    'cancel',
    'stock goes back; a paid order becomes a refund to make',
    'cancel 42 --note "Out of stock after all"',
  )
  move('refund', 'the money that was owed has been paid back', 'refund 42')
}

async function listOrders(
  options: Json & { status?: OrderSummary['status']; refundDue?: boolean; limit: string },
) {
  const limit = parseWhole(options.limit, '--limit', 1, 100_000)
  const { status, refundDue } = options
  const question = { limit, ...(status && { status }), ...(refundDue && { refund_due: true }) }
  const found = await withShop(({ db }) => findAnyOrders(db, question))
  print(found, options.json, listText, (rows) =>
    rows.map((row) => ({ ...row, total_amount: toRupees(row.total_amount) })),
  )
}

const listText = (rows: OrderSummary[]): string =>
  rows.length === 0
    ? 'No orders.'
    : table(
        ['Order', 'Placed', 'Status', 'Customer', 'City', 'Lines', 'Total', 'Paid by'],
        rows.map((row) => [
          String(row.id),
          formatMoment(row.created_at),
          row.refund_due ? `${row.status}, refund due` : row.status,
          row.customer,
          row.city,
          String(row.lines),
          formatRupees(row.total_amount),
          row.payment_method ?? '',
        ]),
        [5, 6],
      )

async function moveTo(text: string, move: MerchantMove, { courier, tracking, note, json }: MoveOptions) {
  const id = parseId(text, 'order')
  const details = {
    ...(note !== undefined && { note: lineOf(note, '--note', 500) }),
    ...(courier !== undefined && { courier: lineOf(courier, '--courier', 100) }),
    ...(tracking !== undefined && { tracking_number: lineOf(tracking, '--tracking', 100) }),
  }
  await withShop(async (shop) => {
    if (!(await advanceOrder(shop, id, move, details))) throw await refusal(shop, id, move)
    print((await findAnyOrder(shop.db, id))!, json, moveText, orderJson)
  })
}

function lineOf(text: string, option: string, max: number): string {
  const line = text.trim()
  if (line === '' || line.length > max || /\p{Cc}/u.test(line))
    throw new UserError(`${option} must be one line of 1 to ${max} characters.`)
  return line
}

async function refusal({ db }: Shop, id: number, move: MerchantMove): Promise<UserError> {
  const found = await findAnyOrder(db, id)
  if (!found) return new UserError(`There is no order ${id}.`)
  const { status, refund_due } = found.order
  if (move === 'refund') return new UserError(`Nothing has to be paid back for order ${id}.`)
  const owed = refund_due ? ', and a refund is due' : ''
  return new UserError(`Order ${id} is ${status}${owed}: "${move}" cannot happen to it now.`)
}

function moveText({ order }: MerchantOrder): string {
  const owed = order.refund_due
    ? ` Pay ${formatRupees(order.total_amount)} back, then: haat orders refund ${order.id}`
    : ''
  return `Order ${order.id} is ${order.status}.${owed}`
}

function orderText({ order, items, events, customer }: MerchantOrder): string {
  const lines = items.map((item) => [
    itemName(item),
    item.sku ?? '',
    String(item.quantity),
    formatRupees(item.price),
    formatRupees(item.subtotal),
  ])
  const { courier, tracking_number, invoice_number } = order
  return [
    `Order ${order.id}: ${order.status}${order.refund_due ? ', refund due' : ''}`,
    `Placed ${formatMoment(order.created_at)} by ${customer.name} (${customer.email}, ${customer.phone_number})`,
    `Deliver to ${order.shipping_name}, ${order.shipping_street}, ${order.shipping_city}, ${order.shipping_state} ${order.shipping_zip}, ${order.shipping_phone}`,
    '',
    table(['Item', 'SKU', 'Pieces', 'Price', 'Amount'], lines, [2, 3, 4]),
    '',
    `Delivery ${formatRupees(order.total_shipping_price)}, discount ${formatRupees(order.total_discount_amount)}${order.coupon_code ? ` (${order.coupon_code})` : ''}`,
    `Total ${formatRupees(order.total_amount)}, ${order.payment_method ?? 'no payment method'}, ${order.paid_at ? `paid ${formatMoment(order.paid_at)}` : 'not paid'}`,
    ...(courier ? [`Courier ${courier}${tracking_number ? `, ${tracking_number}` : ''}`] : []),
    ...(invoice_number ? [`Invoice ${invoice_number}`] : []),
    '',
    ...events.map(({ at, status, note }) => `${formatMoment(at)}  ${status}${note ? `: ${note}` : ''}`),
  ].join('\n')
}

const rupees = (paise: number | null): number | null => (paise === null ? null : toRupees(paise))

/** As scripts read it: amounts in rupees, without what is only the program's. */
function orderJson({ order, items, events, customer }: MerchantOrder) {
  const { request_hash: _hash, idempotency_key: _key, payment_url: _url, ...shown } = order
  return {
    ...shown,
    items_total: rupees(order.items_total),
    total_shipping_price: rupees(order.total_shipping_price),
    total_discount_amount: rupees(order.total_discount_amount),
    total_amount: rupees(order.total_amount),
    customer,
    items: items.map((item) => ({
      ...item,
      price: rupees(item.price),
      mrp: rupees(item.mrp),
      subtotal: rupees(item.subtotal),
      discount_amount: rupees(item.discount_amount),
    })),
    events,
  }
}
