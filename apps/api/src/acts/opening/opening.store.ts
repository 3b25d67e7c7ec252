import { canCancel, ORDER_STATUSES } from '@haat/contract/rules'
import { and, count, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

export async function countProductsOnSale(reader: Reader): Promise<number> {
  const { products } = reader.tables
  const [row] = await reader
    .select({ products: count() })
    .from(products)
    .where(and(eq(products.is_published, true), eq(products.in_stock, true)))
  return row?.products ?? 0
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
