import { and, eq, gte, isNotNull } from 'drizzle-orm'
import { hasRow, type Reader } from '../../db/database.ts'

export function countProductsOnSale(reader: Reader): Promise<number> {
  const { products } = reader.tables
  return reader.$count(products, and(eq(products.is_published, true), eq(products.in_stock, true)))
}

/** Whether a product came from a file. */
export const hasImported = (reader: Reader): Promise<boolean> =>
  hasRow(reader, reader.tables.products, isNotNull(reader.tables.products.external_key))

/** @param since whether there was an order since then */
export const hasOrders = (reader: Reader, since = new Date(0)): Promise<boolean> =>
  hasRow(reader, reader.tables.orders, gte(reader.tables.orders.created_at, since))

export function hasSecondFactor(reader: Reader, staffId: number): Promise<boolean> {
  const { staff } = reader.tables
  return hasRow(reader, staff, and(eq(staff.id, staffId), isNotNull(staff.totp_confirmed_at)))
}
