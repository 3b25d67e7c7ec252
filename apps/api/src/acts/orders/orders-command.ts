/** `haat orders`. */
import { writeFile } from 'node:fs/promises'
import { formatShortRupees } from '@haat/contract/money'
import { INDIAN_STATES } from '@haat/contract/indian-states'
import { ORDER_STATUSES, tenDigits } from '@haat/contract/rules'
import type { Command } from 'commander'
import type { Shop } from '../../shop.ts'
import { line, whole } from '../../merchant/arguments.ts'
import { addCommand } from '../../merchant/command.ts'
import { dayOf } from '../reports/report-command.ts'
import { UserError } from '../../merchant/user-error.ts'
import { changeAddress, hasUnknownState, removeItems } from './change-order.ts'
import { addressText, cancelledText, orderJson, orderTable, orderText, statusText } from './order-texts.ts'
import { findAnyOrders, type MerchantOrder } from './orders.store.ts'
import {
  cancelOrdersOf,
  type ChangeDetails,
  changeOrder,
  changeOrders,
  creditNotePdfs,
  correctTracking,
  findOrderId,
  getOrder,
  invoicePdf,
  packingSlipPdf,
  type PdfFile,
  returnItems,
  type MerchantAction,
} from './orders.ts'

const NAMED = 'number or id of the order'
const ORDER = { '<order>': NAMED }
const ORDERS = { '<order...>': 'numbers or ids of the orders' }
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
  addStep(orders, 'process', 'start preparing orders')
  addShip(orders)
  addTracking(orders)
  addAddress(orders)
  addRemove(orders)
  addStep(orders, 'out-for-delivery', 'mark orders as out for delivery')
  addStep(orders, 'deliver', 'mark orders as delivered; cash on delivery counts as paid')
  addRefuse(orders)
  addStep(orders, 'lose', 'record that parcels were lost on their way; their pieces are written off')
  addReturn(orders)
  addCancel(orders)
  addRefund(orders)
  addDocument(orders, 'invoice', 'write the GST invoice (without a GSTIN: a bill of supply)', invoicePdf)
  addDocument(
    orders,
    'reissue',
    "make an invoice of this month void and write a new one, with today's seller and address",
    (shop, id) => invoicePdf(shop, id, true),
  )
  addDocument(
    orders,
    'credit-note',
    'write the credit notes for what came back or was cancelled',
    creditNotePdfs,
  )
  addDocument(orders, 'packing-slip', 'write the packing slip for the parcel', packingSlipPdf)
}

function addList(orders: Command): void {
  addCommand(orders, {
    name: 'list',
    description: 'list orders, newest first',
    options: {
      '--status <status>': { text: 'only orders in this status', choices: ORDER_STATUSES },
      '--refund-due': 'only orders waiting for a refund',
      '--search <text>':
        'only orders whose number, or the name, phone number or e-mail address on it, contains this',
      '--from <day>': 'only orders placed on this day, such as 2026-11-01, or later',
      '--to <day>': 'only orders placed on this day or earlier',
      '--unknown-state': 'only orders whose state is none of India: their tax is wrong',
      '--limit <number>': { text: 'maximum number of orders', parse: whole(1, 100_000), preset: 50 },
    },
    help: 'Examples:\n  haat orders list --status CONFIRMED\n  haat orders list --search latha --from 2026-11-01\n  haat orders list --refund-due --json',
    run: async ({ db }, { status, refundDue, search, from, to, unknownState, limit }) => {
      const rows = await findAnyOrders(db, {
        status,
        refund_due: refundDue,
        search: search && tenDigits(search.trim()),
        from: from === undefined ? undefined : dayOf(from, '--from'),
        to: to === undefined ? undefined : new Date(dayOf(to, '--to').getTime() + 86_400_000),
        states: unknownState && INDIAN_STATES.map(({ name }) => name),
        limit,
      })
      return unknownState ? rows.filter(hasUnknownState) : rows
    },
    text: orderTable,
    json: true,
  })
}

const change = (
  shop: Shop,
  orders: readonly string[],
  action: MerchantAction,
  details: ChangeDetails,
): Promise<MerchantOrder[]> =>
  changeOrders(shop, orders, (id) => changeOrder(shop, id, action, details), statusText)

/** How a command prints the orders that it changed: one as it is, several as a list. */
const CHANGED = {
  text: (changed: MerchantOrder[]) => changed.map(statusText).join('\n'),
  json: (changed: MerchantOrder[]) =>
    changed.length === 1 ? orderJson(changed[0]!) : changed.map(orderJson),
}

const WRITE_OFF = 'the pieces cannot be sold again: they do not go back to the stock'

function addStep(orders: Command, name: MerchantAction, description: string): void {
  addCommand(orders, {
    name,
    description,
    args: ORDERS,
    options: { '--note <text>': NOTE },
    help: `Examples:\n  haat orders ${name} 42\n  haat orders ${name} 42 43 44`,
    run: (shop, { note }, ...named) => change(shop, named, name, { note }),
    ...CHANGED,
  })
}

function addRefuse(orders: Command): void {
  addCommand(orders, {
    name: 'refuse',
    description:
      'record that parcels came back undelivered; the pieces return to the stock, and what was paid is to be refunded',
    args: ORDERS,
    options: { '--write-off': WRITE_OFF, '--note <text>': NOTE },
    help: 'Example:\n  haat orders refuse 42 --note "Nobody was at home"',
    run: (shop, { writeOff, note }, ...named) =>
      change(shop, named, 'refuse', { note, ...(writeOff && { returned: { restock: false } }) }),
    ...CHANGED,
  })
}

function addReturn(orders: Command): void {
  addCommand(orders, {
    name: 'return',
    description:
      'take back a delivered order or some of its pieces; they return to the stock, and their price is to be refunded',
    args: ORDER,
    options: {
      '--item <line>': {
        text: 'a line of `haat orders show` or a SKU, with =pieces for some of it; can be given several times (default: everything)',
        repeated: true,
      },
      '--write-off': WRITE_OFF,
      '--with-delivery': 'refund the delivery charge too',
      '--note <text>': NOTE,
    },
    help: 'Examples:\n  haat orders return 42\n  haat orders return 42 --item 1=2 --item 3 --write-off',
    run: async (shop, { item = [], writeOff = false, withDelivery = false, note }, order) =>
      returnItems(shop, await findOrderId(shop, order), item, {
        note,
        restock: !writeOff,
        with_delivery: withDelivery,
      }),
    text: statusText,
    json: orderJson,
  })
}

function addRefund(orders: Command): void {
  addCommand(orders, {
    name: 'refund',
    description: 'record that you have paid the money back; the customer gets an e-mail',
    args: ORDERS,
    options: {
      '--reference <text>': { text: 'what the bank calls the transfer, such as its UTR', parse: line(100) },
      '--note <text>': NOTE,
    },
    help: 'Example:\n  haat orders refund 42 --reference 412345678901',
    run: (shop, { reference, note }, ...named) => {
      const text = reference && `Refunded, reference ${reference}.`
      return change(shop, named, 'refund', { reference, note: note ?? text })
    },
    ...CHANGED,
  })
}

function addAddress(orders: Command): void {
  addCommand(orders, {
    name: 'address',
    description:
      'change where an order goes, until it is shipped; afterwards, only a state that is none. The customer gets an e-mail',
    args: ORDER,
    options: {
      '--name <name>': { text: 'who receives the parcel', parse: line(100) },
      '--phone <number>': { text: 'phone number of 10 digits', parse: line(20) },
      '--street <street>': { text: 'house and street', parse: line(400) },
      '--city <city>': { text: 'city', parse: line(100) },
      '--state <state>': { text: 'state or union territory', parse: line(100) },
      '--pin <code>': { text: 'PIN code', parse: line(6) },
    },
    help: 'Example:\n  haat orders address 42 --street "7, MG Road" --pin 560001',
    run: async (shop, { name, phone, street, city, state, pin }, order) =>
      changeAddress(shop, await findOrderId(shop, order), {
        shipping_name: name,
        shipping_phone: phone,
        shipping_street: street,
        shipping_city: city,
        shipping_state: state,
        shipping_zip: pin,
      }),
    text: ({ order }) => `Order ${order.id} (${order.order_number}) goes to ${addressText(order)}.`,
    json: orderJson,
  })
}

function addRemove(orders: Command): void {
  addCommand(orders, {
    name: 'remove',
    description:
      'take pieces out of an order before it is shipped; what was paid for them is to be refunded. The customer gets an e-mail',
    args: ORDER,
    options: {
      '--item <line>': {
        text: 'a line of `haat orders show` or a SKU, with =pieces for some of it; can be given several times',
        repeated: true,
        required: true,
      },
      '--write-off': 'the pieces are not there: they do not go back to the stock',
    },
    help: 'Example:\n  haat orders remove 42 --item 2=1 --write-off',
    run: async (shop, { item, writeOff = false }, order) =>
      removeItems(shop, await findOrderId(shop, order), item, { restock: !writeOff }),
    text: (changed) =>
      `${statusText(changed)} It costs ${formatShortRupees(changed.order.total_amount)} now.`,
    json: orderJson,
  })
}

function addShip(orders: Command): void {
  addCommand(orders, {
    name: 'ship',
    description: 'mark orders as handed to a courier; the customers get an e-mail',
    args: ORDERS,
    options: {
      '--courier <name>': { ...COURIER, required: true },
      '--tracking <number>': TRACKING,
      '--note <text>': NOTE,
    },
    help: 'Examples:\n  haat orders ship 42 --courier "Blue Dart" --tracking BD123\n  haat orders ship 42 43 44 --courier "Blue Dart"',
    run: (shop, { courier, tracking, note }, ...named) => {
      if (tracking !== undefined && named.length > 1)
        throw new UserError('--tracking is the number of one parcel: ship these orders one by one.')
      return change(shop, named, 'ship', { courier, tracking_number: tracking, note })
    },
    ...CHANGED,
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
      'cancel orders, or all open orders of a customer; their stock is released, and paid orders are marked for refund',
    args: { '[order...]': 'numbers or ids of the orders' },
    options: {
      '--customer <customer>': 'cancel all open orders of this e-mail address or phone number',
      '--dry-run': 'with --customer: only list the orders',
      '--note <text>': { ...NOTE, text: 'note for the timeline of each order' },
    },
    help: 'Examples:\n  haat orders cancel 42 --note "Out of stock after all"\n  haat orders cancel --customer asha@example.com',
    run: async (shop, { customer, dryRun = false, note }, ...named) => {
      if (named.length > 0 && customer === undefined) {
        if (dryRun) throw new UserError('--dry-run works with --customer only.')
        return change(shop, named, 'cancel', { note })
      }
      if (named.length > 0 || customer === undefined)
        throw new UserError('Name either orders or, with --customer, a customer.')
      return { dryRun, rows: await cancelOrdersOf(shop, customer, { dryRun, details: { note } }) }
    },
    text: (done) => ('rows' in done ? cancelledText(done.rows, done.dryRun) : CHANGED.text(done)),
    json: (done) => ('rows' in done ? done.rows : CHANGED.json(done)),
  })
}

function addDocument(
  orders: Command,
  name: string,
  description: string,
  draw: (shop: Shop, id: number) => Promise<PdfFile[]>,
): void {
  addCommand(orders, {
    name,
    description: `${description}, as a PDF`,
    args: ORDERS,
    options: { '--out <file>': 'file to write, for one document (default: its name, in this folder)' },
    help: `Examples:\n  haat orders ${name} 42 --out ${name}.pdf\n  haat orders ${name} 42 43 44`,
    run: async (shop, { out }, ...named) => {
      const files: PdfFile[] = []
      for (const order of named) files.push(...(await draw(shop, await findOrderId(shop, order))))
      if (out !== undefined && files.length > 1)
        throw new UserError(`--out is for one file, and these are ${files.length}.`)
      for (const { name: own, bytes } of files) await writePdf(out ?? own, bytes)
      return files.map((file) => out ?? file.name)
    },
    text: (files) => files.map((file) => `Wrote ${file}.`).join('\n'),
    json: (files) => (files.length === 1 ? { file: files[0] } : files.map((file) => ({ file }))),
  })
}

async function writePdf(file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(file, bytes).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error ? new UserError(`${file} cannot be written.`) : error
  })
}
