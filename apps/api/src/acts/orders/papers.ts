/** The documents of orders as PDFs: those of several orders are pages of one file. All functions throw Failures. */
import { namedDayOf } from '@haat/contract/arrival-text'
import { formatShortRupees } from '@haat/contract/money'
import { itemName } from '@haat/contract/rules'
import type { Permission } from '@haat/contract/staff/permissions'
import { statusText } from '@haat/contract/staff/orders'
import { lockCustomer } from '../../features/auth/customer.store.ts'
import {
  fileName,
  type Invoice,
  issueInvoice,
  reissueInvoice,
  type ReissueRefusal,
  toInvoice,
} from '../../features/invoices/invoices.ts'
import { pdfLook } from '../../features/invoices/pdf-look.ts'
import type { PdfDocument } from '../../features/invoices/pdf-document.ts'
import { isOpen, readSettings } from '../../features/settings/settings.store.ts'
import { formatDay } from '../../format.ts'
import { conflict } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { may, type Who } from '../act-table.ts'
import { cashOf, refuseTests } from './orders.ts'
import type { MerchantOrder } from './orders.store.ts'

export interface PdfFile {
  name: string
  content: Uint8Array
}

/** `invoice-42.pdf`, or `invoices.pdf` for several orders. */
export const nameFor = (kind: string, [first, ...others]: readonly MerchantOrder[]): string =>
  others.length === 0 ? `${kind}-${first!.order.id}.pdf` : `${kind}s.pdf`

/**
 * The GST invoices of orders, or their bills of supply. They are issued now if the orders have none.
 *
 * @param reissue make the invoices void and issue them anew
 */
export async function invoicePdf(
  shop: Shop,
  orders: readonly MerchantOrder[],
  reissue = false,
): Promise<PdfFile> {
  await refuseTests(shop)
  const invoices: Invoice[] = []
  for (const { order } of orders) {
    const { id } = order
    if (reissue && order.invoice_number !== null)
      await shop.db.transaction(async (tx) => {
        await lockCustomer(tx, order.user_id)
        refuseReissue(id, await reissueInvoice(tx, id, shop.now()))
      })
    const invoice = await issueInvoice(shop, id)
    if (!invoice) throw conflict(`Order ${id} has no invoice: it is ${statusText(order.status)}.`)
    invoices.push(invoice)
  }
  return { name: nameFor('invoice', orders), content: await draw(shop, invoices) }
}

/** Whoever may do one of these may give an order its invoice. */
const ISSUERS: readonly Permission[] = ['orders.pack', 'orders.ship', 'invoices.write']
export const mayIssueInvoices = (who: Who): boolean => ISSUERS.some((one) => may(who, one))

/** @throws Failure when an order has no invoice yet, and who asks may read but not issue one: its number stays */
export function refuseNewInvoices(orders: readonly MerchantOrder[], who: Who): void {
  const other = orders.find(({ order }) => order.invoice_number === null)
  if (other && !mayIssueInvoices(who))
    throw conflict(`Order ${other.order.id} has no invoice yet. It gets one from those who pack and ship.`)
}

/** @throws Failure when the invoice of an order could not be issued anew */
export function refuseReissue(id: number, refusal: ReissueRefusal | null): void {
  if (refusal === 'month over')
    throw conflict(`The invoice of order ${id} is of a month that is over: it cannot be changed.`)
  if (refusal === 'credited')
    throw conflict(`The invoice of order ${id} has a credit note: it cannot be changed.`)
}

export async function creditNotePdf(shop: Shop, orders: readonly MerchantOrder[]): Promise<PdfFile> {
  const all = orders.flatMap((found) => {
    const notes = found.documents.filter(({ kind }) => kind === 'credit_note')
    if (notes.length === 0)
      throw conflict(`Order ${found.order.id} has no credit note: nothing came back after its invoice.`)
    return notes.map((note) => toInvoice(note, found))
  })
  return {
    name: all.length === 1 ? fileName(all[0]!) : nameFor('credit-note', orders),
    content: await draw(shop, all),
  }
}

/** The PDF library is loaded on demand: only documents need it. */
async function draw(shop: Shop, invoices: readonly Invoice[]): Promise<Uint8Array> {
  const look = await pdfLook(shop, (await readSettings(shop.db)).brand)
  const { drawInvoice } = await import('../../features/invoices/draw-invoice.ts')
  const [first, ...others] = invoices
  return drawInvoice({ ...first!, look }, ...others)
}

/** The packing slips of orders: address, contents, what to collect, unless it is a gift, the customer's note and the promised day. */
export async function packingSlipPdf(shop: Shop, orders: readonly MerchantOrder[]): Promise<PdfFile> {
  const { shop_name, contact, brand } = await readSettings(shop.db)
  const title = (await isOpen(shop.db, shop.config)) ? 'Packing slip' : 'Packing slip of a test'
  const { PdfDocument } = await import('../../features/invoices/pdf-document.ts')
  const [phone] = contact.phones
  const sender = [
    'If undelivered, return to',
    shop_name,
    contact.address,
    ...(phone ? [`Phone ${phone}`] : []),
  ]
  const pdf = new PdfDocument(
    `Packing slip of order ${orders.map(({ order }) => order.id).join(', ')}`,
    orders[0]!.order.created_at,
    await pdfLook(shop, brand),
  )
  for (const [at, order] of orders.entries()) {
    if (at > 0) pdf.next(shop_name)
    drawPackingSlip(pdf, order, sender, title)
  }
  return { name: nameFor('packing-slip', orders), content: await pdf.end(shop_name) }
}

function drawPackingSlip(
  pdf: PdfDocument,
  { order, items, customer }: MerchantOrder,
  sender: string[],
  title: string,
): void {
  pdf.heading(sender[1]!, title, `Order #${order.order_number} of ${formatDay(order.created_at)}`)
  const recipient = [
    order.shipping_name,
    order.shipping_street,
    `${order.shipping_city}, ${order.shipping_state}`,
    `${order.shipping_zip}, ${order.shipping_country}`,
    `Phone ${order.shipping_phone}`,
  ]
  pdf.columns([recipient, sender], [{ bold: true, size: 13 }, { bold: true }])
  pdf.gap(12)
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  pdf.table(
    [
      { title: 'Packed', share: 8 },
      { title: 'Item', share: 52 },
      { title: 'SKU', share: 25 },
      { title: 'Pieces', share: 15, align: 'right', noWrap: true },
    ],
    [
      ...items.map((item) => ['[   ]', itemName(item), item.sku ?? '', String(item.quantity)]),
      ['', 'Total', '', String(pieces)],
    ],
    1,
  )
  pdf.gap(14)
  const cash = cashOf({ order })
  const why = order.exchange_of_number ? `In exchange for order #${order.exchange_of_number}` : 'Paid'
  const collect = cash > 0 ? `Collect ${formatShortRupees(cash)} in cash` : `${why}: nothing to collect`
  if (!order.is_gift) pdf.text(collect, { size: 13, bold: true })
  if (order.customer_note) pdf.text(`Note from ${customer.name}: ${order.customer_note}`)
  const { courier, tracking_number, arrives_to } = order
  if (arrives_to) pdf.text(`Promised by ${namedDayOf(arrives_to)}`)
  if (courier) pdf.text(`Courier: ${courier}${tracking_number ? `, ${tracking_number}` : ''}`)
}
