/** Issues invoices: numbers them, computes what they state, and draws them in a worker thread. */
import type { Contract } from '@haat/contract'
import { stateTaxOf, type Supply, type TaxedOrder, taxOfParts, taxOrder } from '@haat/contract/gst'
import { findState, stateOfCode } from '@haat/contract/indian-states'
import { lineTotal, roundOff } from '@haat/contract/pricing'
import { DELIVERY_PATH } from '@haat/contract/rules'
import type { ShopSettings } from '@haat/contract/settings'
import PQueue from 'p-queue'
import { t } from '#say'
import type { Tx } from '../../db/database.ts'
import { formatSortable } from '../../format.ts'
import { noSuch, unavailable } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { PROGRAMS } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import {
  type DocumentRow,
  findDocuments,
  findInvoice,
  invoiceKindOf,
  issueInvoices,
  type Seller,
  sellerOf,
  voidInvoice,
} from '../orders/documents.store.ts'
import {
  findOrder,
  findWholeOrders,
  lockOrder,
  type OrderItemRow,
  type OrderRow,
  type WholeOrder,
} from '../orders/orders.store.ts'
import { paidBack, type ReturnRow, returnedPieces } from '../orders/returns.store.ts'
import { readSettings } from '../settings/settings.store.ts'
import type { PdfLook } from './pdf-document.ts'
import { pdfLook } from './pdf-look.ts'

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
export function createDrawer({ worker = PROGRAMS.invoiceWorker, within = DRAW_WITHIN_MS } = {}) {
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
  async get({ params, query, customerId }, shop) {
    const found = await findOrder(shop.db, customerId, params.id)
    const settings = await readSettings(shop.db)
    const invoice = found && toDocument(found, settings, query.number)
    if (!invoice) throw noSuch(t`Invoice not found`)
    const look = await pdfLook(shop, settings.brand)
    return { name: fileName(invoice), bytes: await draw({ ...invoice, look }, shop.log) }
  },
}

/** `IN-26-27-0000001.pdf`. */
export const fileName = ({ number }: Pick<Invoice, 'number'>): string => `${number.replaceAll('/', '-')}.pdf`

/**
 * The document that a customer asks for: the invoice of an order, a summary while it has none, or one of its credit
 * notes.
 *
 * @param number of a document; without it, the invoice or the summary
 * @returns null when the order has no such document
 */
function toDocument(
  found: WholeOrder,
  settings: Pick<ShopSettings, 'shop_name' | 'seller'>,
  number?: string,
): Invoice | null {
  const { order, items, documents } = found
  const wanted = number ?? order.invoice_number
  const document = documents.find((row) => row.number === wanted && row.voided_at === null)
  if (document) return toInvoice(document, found)
  if (number !== undefined || !isStanding(order)) return null
  const seller = sellerOf(settings)
  const tax = invoiceTax(order, items, seller)
  const { order_number, created_at: issued_at } = order
  const head = { ...tax, number: order_number, issued_at, seller, order, items }
  return { ...head, paper: 'summary', round_off: roundOff(order), corrects: null }
}

/** Whether an order is sold and not all of it has come back. */
const isStanding = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  DELIVERY_PATH.some((other) => other === status)

/**
 * Returns the order's invoice: the one it has, or a new one when it has none and the sale stands.
 *
 * @returns null when there is no such order, or it has no invoice and gets none
 */
export async function issueInvoice(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
): Promise<Invoice | null> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.invoice_number === null && isStanding(order))
      await issueInvoices(tx, [{ order_id: orderId, at: now() }])
  })
  const [found] = await findWholeOrders(db, [orderId])
  if (!found) return null
  const invoice = found.documents.find(({ number }) => number === found.order.invoice_number)
  return invoice ? toInvoice(invoice, found) : null
}

/** Why an invoice cannot be replaced. */
export type ReissueRefusal = 'month over' | 'credited'

/**
 * Makes an order's invoice void and issues it anew, with the seller, address and items of today; an order without one
 * stays without. The customer must be locked.
 *
 * @returns a refusal, with nothing written: the month of the invoice is over and may be reported, or a credit note
 * refers to it
 */
export async function reissueInvoice(tx: Tx, orderId: number, now: Date): Promise<ReissueRefusal | null> {
  const invoice = await findInvoice(tx, orderId)
  if (!invoice) return null
  const monthOf = (moment: Date): string => formatSortable(moment).slice(0, 7)
  if (monthOf(invoice.issued_at) !== monthOf(now)) return 'month over'
  const documents = await findDocuments(tx, [orderId])
  if (documents.some(({ invoice_id }) => invoice_id === invoice.id)) return 'credited'
  await voidInvoice(tx, invoice, now)
  await issueInvoices(tx, [{ order_id: orderId, at: now }])
  return null
}

interface InvoiceTax {
  kind: ReturnType<typeof invoiceKindOf>
  /** Name of the state the goods go to. */
  destination: string
  /** Its GST code; null when it is not a state of India. */
  state_code: string | null
  supply: Supply
  state_tax: 'SGST' | 'UTGST'
  taxed: TaxedOrder
}

/** The columns that decide the tax. */
type TaxedRow = Pick<
  OrderRow,
  'id' | 'shipping_state' | 'shipping_country' | 'total_shipping_price' | 'cod_fee'
>

/** What a document states, computed from its order. */
export interface Invoice extends InvoiceTax {
  paper: 'invoice' | 'credit_note' | 'summary'
  number: string
  issued_at: Date
  seller: Seller
  order: OrderRow
  /** Those of a credit note have the quantities and discounts that it takes back: 0 pieces where only the price is reduced. */
  items: OrderItemRow[]
  /** Added to the total, or taken off, so that whole rupees are collected; a credit note has that of a whole invoice. */
  round_off: number
  /** That of the shop when it is drawn, for the first document of a file. */
  look?: PdfLook
  /** The invoice that a credit note reduces. */
  corrects: { number: string; issued_at: Date } | null
}

/** What an invoice or a credit note states. */
export function toInvoice(
  document: DocumentRow,
  { order, items, returns, documents }: Pick<WholeOrder, 'order' | 'items' | 'returns' | 'documents'>,
): Invoice {
  const { number, issued_at, invoice_id } = document
  const invoice = documents.find(({ id }) => id === (invoice_id ?? document.id))!
  const seller = JSON.parse(invoice.seller) as Seller
  const tax = invoiceTax(order, items, seller)
  const head = { ...tax, number, issued_at, seller, order }
  const round_off = roundOff(order)
  if (invoice_id === null) return { ...head, paper: 'invoice', items, round_off, corrects: null }
  const credits = items.map((item) => creditOf(item, document, order, returns))
  const withDelivery =
    order.status === 'CANCELLED' ||
    returns.some((row) => row.credit_note_id === document.id && row.order_item_id === null)
  const taxed = taxOfParts(
    tax.taxed,
    credits.map(({ part }) => part),
    withDelivery,
  )
  const credited = items.map((item, index) => {
    const { quantity } = credits[index]!
    const subtotal = lineTotal({ price: item.price, quantity })
    return {
      ...item,
      quantity,
      subtotal,
      discount_amount: Math.max(0, subtotal - taxed.lines[index]!.amount),
    }
  })
  const isWhole = taxed.total.amount === tax.taxed.total.amount
  const reduced = { items: credited, taxed, round_off: isWhole ? round_off : 0 }
  return { ...head, ...reduced, paper: 'credit_note', corrects: invoice }
}

/** How many pieces of an item a credit note takes back, and which part of its amount: that of a cancelled order, all. */
function creditOf(
  { id, quantity, subtotal, discount_amount }: OrderItemRow,
  note: DocumentRow,
  { status }: OrderRow,
  returns: readonly ReturnRow[],
) {
  const of = subtotal - discount_amount || 1
  if (status === 'CANCELLED') return { quantity, part: { before: 0, quantity: of, of } }
  const its = returns.filter(({ credit_note_id }) => credit_note_id === note.id)
  const earlier = returns.filter((row) => row.id < Math.min(...its.map((one) => one.id)))
  const part = { before: paidBack(earlier, id), quantity: paidBack(its, id), of }
  return { quantity: returnedPieces(its, id), part }
}

/** The tax of an order: what its invoice states, or would state if `seller` issued it now. */
export const orderTax = (
  order: OrderRow,
  items: OrderItemRow[],
  seller: Omit<Seller, 'shop_name'>,
): InvoiceTax =>
  invoiceTax(
    order,
    items,
    order.invoice_seller === null ? seller : (JSON.parse(order.invoice_seller) as Seller),
  )

function invoiceTax(order: TaxedRow, items: OrderItemRow[], seller: Omit<Seller, 'shop_name'>): InvoiceTax {
  const kind = invoiceKindOf(seller)
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
    taxed: taxOrder(goods, order.total_shipping_price + order.cod_fee, supply),
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
