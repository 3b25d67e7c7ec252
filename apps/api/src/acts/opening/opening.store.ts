import { canCancel, ORDER_STATUSES } from '@haat/contract/rules'
import { and, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

export function countProductsOnSale(reader: Reader): Promise<number> {
  const { products } = reader.tables
  return reader.$count(products, and(eq(products.is_published, true), eq(products.in_stock, true)))
}

/** Whether a product came from a file. */
export async function hasImported(reader: Reader): Promise<boolean> {
  const { products } = reader.tables
  const isFromFile = isNotNull(products.external_key)
  return (await reader.select({ id: products.id }).from(products).where(isFromFile).limit(1)).length > 0
}

/** @param since whether there was an order since then */
export async function hasOrders(reader: Reader, since = new Date(0)): Promise<boolean> {
  const { orders } = reader.tables
  const isSince = gte(orders.created_at, since)
  return (await reader.select({ id: orders.id }).from(orders).where(isSince).limit(1)).length > 0
}

/** Open orders when the shop opens: only previews could place them. */
export async function findTestOrders(reader: Reader): Promise<number[]> {
  const { orders } = reader.tables
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.status, ORDER_STATUSES.filter(canCancel)))
  return rows.map(({ id }) => id)
}

export async function hasSecondFactor(reader: Reader, staffId: number): Promise<boolean> {
  const { staff } = reader.tables
  const rows = await reader
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, staffId), isNotNull(staff.totp_confirmed_at)))
  return rows.length > 0
}
