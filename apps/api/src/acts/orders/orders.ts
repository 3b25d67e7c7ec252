/** The merchant's work on orders: status changes, invoices and packing slips. All functions throw UserError. */
import { formatShortRupees } from '@haat/contract/money'
import {
  isCashOnDelivery,
  isShipped,
  itemName,
  type OrderStatus,
  UNSHIPPED_STATUSES,
} from '@haat/contract/rules'
import { lockCustomer } from '../../features/auth/customer.store.ts'
import {
  fileName,
  issueInvoice,
  reissueInvoice,
  type ReissueRefusal,
  toInvoice,
} from '../../features/invoices/invoices.ts'
import { moveOrder } from '../../features/orders/move-order.ts'
import { type Returned, returnedPieces } from '../../features/orders/returns.store.ts'
import type { OrderEventName, StepDetails } from '../../features/orders/transition.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatDay } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { parseId } from '../../merchant/arguments.ts'
import { findCustomerByLogin } from '../customers/customers.ts'
import { UserError } from '../../merchant/user-error.ts'
import { findAnyOrder, findCancellable, findIdOfNumber, type MerchantOrder } from './orders.store.ts'

/** @param text an order number, or an id */
export async function findOrderId({ db }: Pick<Shop, 'db'>, text: string): Promise<number> {
  const number = text.replace(/^#/, '').toUpperCase()
  if (!/^[A-Z][A-Z0-9]{9}$/.test(number)) {
    if (!/\d/.test(text))
      throw new UserError(
        `"${text}" is not an order number. To find one: haat orders list --search "${text}"`,
      )
    return parseId(text, 'order')
  }
  const id = await findIdOfNumber(db, number)
  if (id === undefined) throw new UserError(`There is no order ${number}.`)
  return id
}

export async function getOrder({ db }: Pick<Shop, 'db'>, id: number): Promise<MerchantOrder> {
  const found = await findAnyOrder(db, id)
  if (!found) throw new UserError(`There is no order ${id}.`)
  return found
}

export type ChangeDetails = Omit<StepDetails, 'now'>

/** Changes the status of an order, with timeline and mails. @returns the changed order */
export async function changeOrder(
  shop: Shop,
  id: number,
  move: MerchantAction,
  details: ChangeDetails,
): Promise<MerchantOrder> {
  if (await advanceOrder(shop, id, move, details)) return getOrder(shop, id)
  const { status, refund_due } = (await getOrder(shop, id)).order
  if (move === 'refund') throw new UserError(`Order ${id} has no refund due.`)
  const due = refund_due ? ' and has a refund due' : ''
  const cure = cureOf(move, status, id)
  throw new UserError(`Order ${id} is ${status}${due}: "${move}" is not possible now.${cure}`)
}

/** What to do instead. */
function cureOf(move: MerchantAction, status: OrderStatus, id: number): string {
  const isUnshipped = UNSHIPPED_STATUSES.some((other) => other === status)
  if (status === 'DELIVERED' && ['cancel', 'refuse', 'lose'].includes(move))
    return ` When it comes back: haat orders return ${id}`
  if (status !== 'RETURNED' && status !== 'LOST' && isShipped(status)) {
    if (move === 'ship')
      return ` To correct the courier or the tracking number, run: haat orders tracking ${id} --number …`
    if (move === 'cancel' || move === 'return')
      return ` If the parcel comes back: haat orders refuse ${id}; if it is lost: haat orders lose ${id}; once it is delivered: haat orders return ${id}`
  }
  if (isUnshipped && move === 'return') return ` To cancel it: haat orders cancel ${id}`
  if (isUnshipped && !['process', 'ship', 'cancel'].includes(move))
    return ` Ship it first: haat orders ship ${id} --courier …`
  return ''
}

/**
 * Changes several orders, each on its own.
 *
 * @throws UserError that lists what was changed and what was not, when one of several orders could not be
 */
export async function changeOrders(
  shop: Shop,
  names: readonly string[],
  change: (id: number) => Promise<MerchantOrder>,
  text: (changed: MerchantOrder) => string,
): Promise<MerchantOrder[]> {
  const changed: MerchantOrder[] = []
  const refused: string[] = []
  for (const name of new Set(names))
    try {
      changed.push(await change(await findOrderId(shop, name)))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      refused.push(error.message)
    }
  if (refused.length > 0) throw new UserError([...changed.map(text), ...refused].join('\n'))
  return changed
}

/**
 * Takes back what a customer returned.
 *
 * @param asked `2=1` is one piece of line 2 of the order, `RICE-5=1` of the line with this SKU, `2` all of the line;
 * none is everything
 */
export async function returnItems(
  shop: Shop,
  id: number,
  asked: readonly string[],
  { note, ...how }: Pick<ChangeDetails, 'note'> & Returned,
): Promise<MerchantOrder> {
  const found = await getOrder(shop, id)
  const pieces = asked.length > 0 ? piecesOf(found, asked) : undefined
  const text = pieces ? `Returned: ${piecesText(found, pieces)}` : undefined
  return changeOrder(shop, id, 'return', { note: note ?? text, returned: { ...how, pieces } })
}

/** Pieces of an order by the id of their item. */
export function piecesOf(
  { order, items, returns }: MerchantOrder,
  asked: readonly string[],
): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const text of asked) {
    const [, name = '', count] = /^(.+?)(?:=(\d{1,4}))?$/.exec(text) ?? []
    const item =
      items.find(({ sku }) => sku === name) ?? (/^\d+$/.test(name) ? items[Number(name) - 1] : undefined)
    if (!item)
      throw new UserError(
        `Order ${order.id} has no line "${name}": haat orders show ${order.id} numbers them.`,
      )
    const left = item.quantity - returnedPieces(returns, item.id) - (pieces.get(item.id) ?? 0)
    const quantity = count === undefined ? left : Number(count)
    if (quantity < 1 || quantity > left)
      throw new UserError(
        `Of ${itemName(item)}, order ${order.id} has ${left} ${left === 1 ? 'piece' : 'pieces'} left.`,
      )
    pieces.set(item.id, (pieces.get(item.id) ?? 0) + quantity)
  }
  return pieces
}

/** `1 × Rice 5 kg, 2 × Shirt (Blue)`. */
export const piecesText = ({ items }: MerchantOrder, pieces: ReadonlyMap<number, number>): string =>
  items
    .flatMap((item) => (pieces.has(item.id) ? [`${pieces.get(item.id)} × ${itemName(item)}`] : []))
    .join(', ')

/**
 * Corrects the courier or the tracking number of an order on its way, and mails both to the customer.
 *
 * @param parcel what is not given stays
 */
export async function correctTracking(
  shop: Shop,
  id: number,
  parcel: Pick<ChangeDetails, 'courier' | 'tracking_number'>,
): Promise<MerchantOrder> {
  const { order } = await getOrder(shop, id)
  const { courier = order.courier, tracking_number = order.tracking_number } = parcel
  if (courier === order.courier && tracking_number === order.tracking_number)
    throw new UserError(`Order ${id} already has this courier and tracking number.`)
  const note = `Tracking corrected: ${[courier, tracking_number].filter(Boolean).join(', ')}`
  if (await advanceOrder(shop, id, 'tracking', { ...parcel, note })) return getOrder(shop, id)
  throw new UserError(`Order ${id} is ${order.status}: only an order on its way has a tracking number.`)
}

/** The merchant's actions with their events: those before the last happen where they still can. */
const MERCHANT_ACTIONS = {
  process: ['process'],
  ship: ['process', 'ship'],
  tracking: ['correct_tracking'],
  'out-for-delivery': ['out_for_delivery'],
  deliver: ['out_for_delivery', 'deliver'],
  refuse: ['refuse'],
  lose: ['lose'],
  return: ['return'],
  cancel: ['cancel'],
  refund: ['refund'],
} as const satisfies Record<string, readonly OrderEventName[]>

export type MerchantAction = keyof typeof MERCHANT_ACTIONS

/**
 * Applies a merchant's action to an order, with timeline and mails; all of it or nothing.
 *
 * @returns false, with nothing written, when there is no such order or this cannot happen to it now
 */
export async function advanceOrder(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
  action: MerchantAction,
  details: ChangeDetails = {},
): Promise<boolean> {
  const events: readonly OrderEventName[] = MERCHANT_ACTIONS[action]
  const at = now()
  class Refused extends Error {}
  try {
    await db.transaction(async (tx) => {
      for (const event of events.slice(0, -1)) await moveOrder(tx, orderId, event, { now: at })
      // Thrown, so that the steps before it are rolled back.
      if (!(await moveOrder(tx, orderId, events.at(-1)!, { ...details, now: at }))) throw new Refused()
    })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** An order that was to be cancelled; paise. */
export type CancelledOrder = Pick<
  MerchantOrder['order'],
  'id' | 'order_number' | 'status' | 'total_amount' | 'refund_due'
>

/**
 * Cancels all open orders of a customer, each in its own transaction. An order that is shipped meanwhile stays.
 *
 * @param login e-mail address or phone number
 * @returns the orders as they are afterwards
 */
export async function cancelOrdersOf(
  shop: Shop,
  login: string,
  { dryRun, details }: { dryRun: boolean; details: ChangeDetails },
): Promise<CancelledOrder[]> {
  const customer = await findCustomerByLogin(shop.db, login)
  const rows: CancelledOrder[] = []
  for (const orderId of await findCancellable(shop.db, customer.id)) {
    if (!dryRun) await advanceOrder(shop, orderId, 'cancel', details)
    const { id, order_number, status, total_amount, refund_due } = (await getOrder(shop, orderId)).order
    rows.push({ id, order_number, status, total_amount, refund_due })
  }
  return rows
}

/** A file to write. */
export interface PdfFile {
  name: string
  bytes: Uint8Array
}

/**
 * The GST invoice of an order, or its bill of supply, as a PDF. It is issued now if the order has none.
 *
 * @param reissue make the invoice void and issue it anew
 */
export async function invoicePdf(shop: Shop, id: number, reissue = false): Promise<PdfFile[]> {
  const { order } = await getOrder(shop, id)
  if (reissue && order.invoice_number !== null)
    await shop.db.transaction(async (tx) => {
      await lockCustomer(tx, order.user_id)
      refuseReissue(id, await reissueInvoice(tx, id, shop.now()))
    })
  const invoice = await issueInvoice(shop, id)
  if (!invoice) throw new UserError(`Order ${id} has no invoice: it is ${order.status}.`)
  const { drawInvoice } = await import('../../features/invoices/draw-invoice.ts')
  return [{ name: `invoice-${id}.pdf`, bytes: await drawInvoice(invoice) }]
}

/** @throws UserError when the invoice of an order could not be issued anew */
export function refuseReissue(id: number, refusal: ReissueRefusal | null): void {
  if (refusal === 'month over')
    throw new UserError(`The invoice of order ${id} is of a month that is over: it cannot be changed.`)
  if (refusal === 'credited')
    throw new UserError(`The invoice of order ${id} has a credit note: it cannot be changed.`)
}

/** The credit notes of an order, as PDFs. */
export async function creditNotePdfs(shop: Shop, id: number): Promise<PdfFile[]> {
  const found = await getOrder(shop, id)
  const notes = found.documents.filter(({ kind }) => kind === 'credit_note')
  if (notes.length === 0)
    throw new UserError(`Order ${id} has no credit note: nothing came back after its invoice.`)
  const { drawInvoice } = await import('../../features/invoices/draw-invoice.ts')
  const files: PdfFile[] = []
  for (const note of notes)
    files.push({ name: fileName(note), bytes: await drawInvoice(toInvoice(note, found)) })
  return files
}

/** The packing slip of an order as a PDF: address, contents, and the cash to collect. */
export async function packingSlipPdf(shop: Shop, id: number): Promise<PdfFile[]> {
  const { order, items } = await getOrder(shop, id)
  const { shop_name, contact } = await readSettings(shop.db)
  // Loaded on demand: only documents need the PDF library.
  const { PdfDocument } = await import('../../features/invoices/pdf-document.ts')
  const pdf = new PdfDocument(`Packing slip of order ${id}`, order.created_at)
  pdf.heading(shop_name, 'Packing slip', `Order #${order.order_number} of ${formatDay(order.created_at)}`)
  const [phone] = contact.phones
  const sender = [
    'If undelivered, return to',
    shop_name,
    contact.address,
    ...(phone ? [`Phone ${phone}`] : []),
  ]
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
  const isCashDue = isCashOnDelivery(order.payment_method, order.status) && order.paid_at === null
  const payment = isCashDue
    ? `Collect ${formatShortRupees(order.total_amount)} in cash`
    : 'Paid: nothing to collect'
  pdf.text(payment, { size: 13, bold: true })
  const { courier, tracking_number } = order
  if (courier) pdf.text(`Courier: ${courier}${tracking_number ? `, ${tracking_number}` : ''}`)
  return [{ name: `packing-slip-${id}.pdf`, bytes: await pdf.end(shop_name) }]
}
