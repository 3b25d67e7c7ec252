/** Gives an order its invoice number: once, in the series of the year, in one transaction. */
import { isSold } from '@haat/contract/rules'
import type { Tx } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { findItems, findOrderRow, type OrderRow } from '../orders/orders.store.ts'
import { readSettings } from '../settings/shop-settings.ts'
import { numberIn, seriesOf } from './financial-year.ts'
import { nextCount, storeInvoice } from './invoices.store.ts'
import { type Paper, paperOf, type Seller } from './paper.ts'

/**
 * The order's invoice: the one it has, or a new one where the order stands and has none. Without a GSTIN the
 * shop may not charge tax, and issues a bill of supply.
 *
 * @param customerId null for the merchant, who may see every order
 * @returns null when there is no such order, it is another's, or nothing was sold by it
 */
export async function issueInvoice(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
  customerId: number | null,
): Promise<Paper | null> {
  const seen = await findOrderRow(db, orderId)
  if (!seen || (customerId !== null && seen.user_id !== customerId)) return null
  if (seen.invoice_number !== null) return paperOf(seen, await findItems(db, orderId))
  if (!isSold(seen.status)) return null
  const order = await db.transaction((tx) => numbered(tx, seen, now()))
  return order && paperOf(order, await findItems(db, orderId))
}

async function numbered(tx: Tx, { id, user_id }: OrderRow, now: Date): Promise<OrderRow | null> {
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
