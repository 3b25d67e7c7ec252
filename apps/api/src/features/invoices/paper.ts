/** What stands on an order's invoice, worked out once and then drawn. */
import type { ShopSettings } from '@haat/contract/settings'
import type { OrderItemRow, OrderRow } from '../orders/orders.store.ts'
import { kindOfNumber, type PaperKind } from './financial-year.ts'
import { findState, stateOfCode } from './gst-states.ts'
import { type Supply, type TaxedOrder, taxOrder } from './tax.ts'

/** The seller as an invoice names it. */
export type Seller = Pick<ShopSettings['seller'], 'legal_name' | 'address' | 'state' | 'gstin'> & {
  shop_name: string
}

export interface Paper {
  kind: PaperKind
  number: string
  issued_at: Date
  seller: Seller
  order: OrderRow
  items: OrderItemRow[]
  /** Name of the state the goods go to, with its GST number where it has one. */
  place_of_supply: string
  supply: Supply
  /** What the state's half of the tax is called there. */
  state_tax: 'SGST' | 'UTGST'
  taxed: TaxedOrder
}

/** @throws Error unless the order has its number */
export function paperOf(order: OrderRow, items: OrderItemRow[]): Paper {
  const { invoice_number, invoiced_at, invoice_seller } = order
  if (invoice_number === null || invoiced_at === null || invoice_seller === null)
    throw new Error(`Order ${order.id} has no invoice number.`)
  const seller = JSON.parse(invoice_seller) as Seller
  const kind = kindOfNumber(invoice_number)
  const home = seller.gstin ? stateOfCode(seller.gstin.slice(0, 2)) : findState(seller.state)
  const there = findState(order.shipping_state)
  const supply = isAtHome(order, seller, home?.code) ? 'intra' : 'inter'
  const goods = items.map((item) => ({
    gst_rate: kind === 'tax_invoice' ? item.gst_rate : 0,
    amount: item.subtotal - item.discount_amount,
  }))
  return {
    ...{ kind, seller, order, items, supply },
    number: invoice_number,
    issued_at: invoiced_at,
    place_of_supply: there ? `${there.name} (${there.code})` : order.shipping_state,
    state_tax: there?.isTerritory ? 'UTGST' : 'SGST',
    taxed: taxOrder(goods, order.total_shipping_price, supply),
  }
}

/** Whether the goods stay in the seller's state; judged by name where GST knows neither. */
function isAtHome(order: OrderRow, seller: Seller, home: string | undefined): boolean {
  const abroad = order.shipping_country !== '' && !/^(india|bharat|in)$/i.test(order.shipping_country.trim())
  if (abroad) return false
  const there = findState(order.shipping_state)
  if (there && home !== undefined) return there.code === home
  return order.shipping_state.trim().toLowerCase() === seller.state.trim().toLowerCase()
}
