/** Issues invoices: numbers them, computes what they state, and draws them in a worker thread. */
import type { Contract } from '@haat/contract'
import { findState, stateOfCode } from '@haat/contract/indian-states'
import { isSold, SHOP_UTC_OFFSET } from '@haat/contract/rules'
import type { ShopSettings } from '@haat/contract/settings'
import PQueue from 'p-queue'
import type { Tx } from '../../db/database.ts'
import { formatYear } from '../../format.ts'
import { notFound, unavailable } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { INVOICE_WORKER } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { findItems, findOrderRow, type OrderItemRow, type OrderRow } from '../orders/orders.store.ts'
import { readSettings } from '../settings/settings.store.ts'
import { stateTaxOf } from './gst.ts'
import { nextCount, storeInvoice } from './invoices.store.ts'
import { type Supply, type TaxedOrder, taxOrder } from './tax.ts'

/** How long drawing one invoice may take, in ms, and how many may wait. */
const DRAW_WITHIN_MS = 20_000
const WAITING_MAX = 100
/** The thread ends after as many ms without work, which frees the memory of its fonts. */
const IDLE_MS = 10_000
/** A small young generation: what Node lets it grow to stays with the process when the thread ends. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }

/**
 * Draws invoices one at a time in a worker thread, because drawing would delay other requests.
 *
 * @param options.within ms that drawing one may take; its thread is then ended, and the next one gets a new thread
 */
export function createDrawer({ worker = INVOICE_WORKER, within = DRAW_WITHIN_MS } = {}) {
  const open = async () =>
    new (await import('piscina')).Piscina<Invoice, Uint8Array>({
      filename: worker,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: RESOURCE_LIMITS,
    })
  const queue = new PQueue({ concurrency: 1, timeout: within })
  let pool: ReturnType<typeof open> | undefined
  /** @throws Failure 503 when too many invoices are waiting, or this one cannot be drawn */
  return async (invoice: Invoice, log: Pick<Shop['log'], 'error'>): Promise<Uint8Array> => {
    if (queue.size >= WAITING_MAX) throw unavailable()
    try {
      return await queue.add(async ({ signal }) => (await (pool ??= open())).run(invoice, { signal }))
    } catch (error) {
      log.error({ err: error, invoice: invoice.number }, 'an invoice was not drawn')
      throw unavailable()
    }
  }
}

const draw = createDrawer()

export const invoices: Handlers<Contract['invoices']> = {
  async get({ params, customerId }, shop) {
    const invoice = await issueInvoice(shop, params.id, customerId)
    if (!invoice) throw notFound('Invoice')
    return { name: `invoice-${params.id}.pdf`, bytes: await draw(invoice, shop.log) }
  },
}

/**
 * Returns the order's invoice: the one it has, or a new one when the order is sold and has none.
 *
 * @param customerId null for the merchant, who may see every order
 * @returns null when there is no such order, it is another customer's, or it is not sold
 */
export async function issueInvoice(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
  customerId: number | null,
): Promise<Invoice | null> {
  const found = await findOrderRow(db, orderId)
  if (!found || (customerId !== null && found.user_id !== customerId)) return null
  if (found.invoice_number !== null) return toInvoice(found, await findItems(db, orderId))
  if (!isSold(found.status)) return null
  const order = await db.transaction((tx) => giveNumber(tx, found, now()))
  return order && toInvoice(order, await findItems(db, orderId))
}

/** Numbers an order's invoice once, in the series of the financial year. */
async function giveNumber(tx: Tx, { id, user_id }: OrderRow, now: Date): Promise<OrderRow | null> {
  await lockCustomer(tx, user_id)
  const order = await findOrderRow(tx, id)
  if (!order || order.invoice_number !== null) return order ?? null
  if (!isSold(order.status)) return null
  const { shop_name, seller } = await readSettings(tx)
  const { legal_name, address, state, gstin } = seller
  const series = seriesOf(gstin ? 'tax_invoice' : 'bill_of_supply', now)
  const issued = {
    invoice_number: numberIn(series, await nextCount(tx, series)),
    invoiced_at: now,
    invoice_seller: JSON.stringify({ shop_name, legal_name, address, state, gstin } satisfies Seller),
  }
  await storeInvoice(tx, id, issued)
  return { ...order, ...issued }
}

/** A shop without a GSTIN may not charge tax: it issues bills of supply. */
type InvoiceKind = 'tax_invoice' | 'bill_of_supply'

/** The seller as the invoice names it. */
export type Seller = Pick<ShopSettings['seller'], 'legal_name' | 'address' | 'state' | 'gstin'> & {
  shop_name: string
}

/** The tax that an invoice states. */
interface InvoiceTax {
  kind: InvoiceKind
  /** Name of the state the goods go to. */
  destination: string
  /** Its GST code; null when it is not a state of India. */
  state_code: string | null
  supply: Supply
  state_tax: 'SGST' | 'UTGST'
  taxed: TaxedOrder
}

/** The columns that decide the tax. */
type TaxedRow = Pick<OrderRow, 'id' | 'shipping_state' | 'shipping_country' | 'total_shipping_price'>
type TaxedItem = Pick<OrderItemRow, 'gst_rate' | 'subtotal' | 'discount_amount' | 'ships_free'>
type InvoicedRow = TaxedRow & Pick<OrderRow, 'invoice_number' | 'invoiced_at' | 'invoice_seller'>

/** Number, date, seller and tax of an invoice. */
export interface InvoiceHead extends InvoiceTax {
  number: string
  issued_at: Date
  seller: Seller
}

/** What an invoice states, computed from its order. */
export interface Invoice extends InvoiceHead {
  order: OrderRow
  items: OrderItemRow[]
}

/** @throws Error unless the order has an invoice number */
const toInvoice = (order: OrderRow, items: OrderItemRow[]): Invoice => ({
  ...invoiceHead(order, items),
  order,
  items,
})

/** @throws Error unless the order has an invoice number */
export function invoiceHead(order: InvoicedRow, items: TaxedItem[]): InvoiceHead {
  const { invoice_number, invoiced_at, invoice_seller } = order
  if (invoice_number === null || invoiced_at === null || invoice_seller === null)
    throw new Error(`Order ${order.id} has no invoice number.`)
  const seller = JSON.parse(invoice_seller) as Seller
  const tax = invoiceTax(order, items, seller, kindOfNumber(invoice_number))
  return { number: invoice_number, issued_at: invoiced_at, seller, ...tax }
}

/** The tax of an order: what its invoice states, or would state if `seller` issued it now. */
export const orderTax = (
  order: OrderRow,
  items: OrderItemRow[],
  seller: Omit<Seller, 'shop_name'>,
): InvoiceTax =>
  order.invoice_number === null
    ? invoiceTax(order, items, seller, seller.gstin ? 'tax_invoice' : 'bill_of_supply')
    : invoiceHead(order, items)

function invoiceTax(
  order: TaxedRow,
  items: TaxedItem[],
  seller: Omit<Seller, 'shop_name'>,
  kind: InvoiceKind,
): InvoiceTax {
  const state = findState(order.shipping_state)
  const supply = isIntraState(order, seller) ? 'intra' : 'inter'
  const goods = items.map((item) => ({
    gst_rate: kind === 'tax_invoice' ? item.gst_rate : 0,
    amount: item.subtotal - item.discount_amount,
    ships_free: item.ships_free,
  }))
  return {
    kind,
    destination: state?.name ?? order.shipping_state,
    state_code: state?.gst_code ?? null,
    supply,
    state_tax: stateTaxOf(state),
    taxed: taxOrder(goods, order.total_shipping_price, supply),
  }
}

/** Whether the goods stay in the seller's state; compared by name when one of them is not a state of India. */
function isIntraState(order: TaxedRow, seller: Omit<Seller, 'shop_name'>): boolean {
  const country = order.shipping_country.trim()
  if (country !== '' && !/^(india|bharat|in)$/i.test(country)) return false
  const home = seller.gstin ? stateOfCode(seller.gstin.slice(0, 2)) : findState(seller.state)
  const destination = findState(order.shipping_state)
  if (destination && home) return destination === home
  return order.shipping_state.trim().toLowerCase() === seller.state.trim().toLowerCase()
}

const PREFIXES: Record<InvoiceKind, string> = { tax_invoice: 'IN', bill_of_supply: 'BS' }
const DIGITS = 7

/** India's financial year of a moment, April to March in India's time: `25-26`. */
export function financialYear(moment: Date): string {
  const year = Number(formatYear(moment))
  const first = moment < new Date(`${year}-04-01T00:00${SHOP_UTC_OFFSET}`) ? year - 1 : year
  const short = (number: number): string => String(number % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

/** The number series of a kind in the financial year of a moment: `IN/25-26`. */
export const seriesOf = (kind: InvoiceKind, moment: Date): string =>
  `${PREFIXES[kind]}/${financialYear(moment)}`

/**
 * A number of a series: `IN/25-26/0000001`. The law allows 16 characters.
 *
 * @throws RangeError past ten million in one year
 */
export function numberIn(series: string, count: number): string {
  if (count < 1 || count >= 10 ** DIGITS) throw new RangeError(`${series} has no number ${count}`)
  return `${series}/${String(count).padStart(DIGITS, '0')}`
}

const kindOfNumber = (number: string): InvoiceKind =>
  number.startsWith(`${PREFIXES.bill_of_supply}/`) ? 'bill_of_supply' : 'tax_invoice'
