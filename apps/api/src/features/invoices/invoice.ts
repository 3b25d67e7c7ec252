/** What an invoice says, computed from its order, and how invoices are numbered. */
import type { ShopSettings } from '@haat/contract/settings'
import type { OrderItemRow, OrderRow } from '../orders/orders.store.ts'
import { findState, stateOfCode, stateTaxOf } from './gst.ts'
import { type Supply, type TaxedOrder, taxOrder } from './tax.ts'

/** A shop without a GSTIN may not charge tax: it issues bills of supply. */
export type InvoiceKind = 'tax_invoice' | 'bill_of_supply'

/** The seller as the invoice names it. */
export type Seller = Pick<ShopSettings['seller'], 'legal_name' | 'address' | 'state' | 'gstin'> & {
  shop_name: string
}

export interface Invoice {
  kind: InvoiceKind
  number: string
  issued_at: Date
  seller: Seller
  order: OrderRow
  items: OrderItemRow[]
  /** The state the goods go to, with its GST code where it has one. */
  place_of_supply: string
  supply: Supply
  state_tax: 'SGST' | 'UTGST'
  taxed: TaxedOrder
}

/** @throws Error unless the order has an invoice number */
export function toInvoice(order: OrderRow, items: OrderItemRow[]): Invoice {
  const { invoice_number, invoiced_at, invoice_seller } = order
  if (invoice_number === null || invoiced_at === null || invoice_seller === null)
    throw new Error(`Order ${order.id} has no invoice number.`)
  const seller = JSON.parse(invoice_seller) as Seller
  const kind = kindOfNumber(invoice_number)
  const destination = findState(order.shipping_state)
  const supply = isIntraState(order, seller) ? 'intra' : 'inter'
  const goods = items.map((item) => ({
    gst_rate: kind === 'tax_invoice' ? item.gst_rate : 0,
    amount: item.subtotal - item.discount_amount,
  }))
  return {
    kind,
    number: invoice_number,
    issued_at: invoiced_at,
    seller,
    order,
    items,
    place_of_supply: destination ? `${destination.name} (${destination.gst_code})` : order.shipping_state,
    supply,
    state_tax: stateTaxOf(destination),
    taxed: taxOrder(goods, order.total_shipping_price, supply),
  }
}

/** Whether the goods stay in the seller's state; compared by name when one of them is no state of India. */
function isIntraState(order: OrderRow, seller: Seller): boolean {
  const country = order.shipping_country.trim()
  if (country !== '' && !/^(india|bharat|in)$/i.test(country)) return false
  const home = seller.gstin ? stateOfCode(seller.gstin.slice(0, 2)) : findState(seller.state)
  const destination = findState(order.shipping_state)
  if (destination && home) return destination === home
  return order.shipping_state.trim().toLowerCase() === seller.state.trim().toLowerCase()
}

/** How far India's clocks are ahead of UTC, in ms; the same all year. */
const INDIA_MS = 5.5 * 3_600_000
const APRIL = 3
const PREFIXES: Record<InvoiceKind, string> = { tax_invoice: 'IN', bill_of_supply: 'BS' }
const DIGITS = 7

/** India's financial year of a moment, April to March in India's time: `25-26`. */
export function financialYear(moment: Date): string {
  const there = new Date(moment.getTime() + INDIA_MS)
  const first = there.getUTCFullYear() - (there.getUTCMonth() < APRIL ? 1 : 0)
  const short = (year: number): string => String(year % 100).padStart(2, '0')
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
