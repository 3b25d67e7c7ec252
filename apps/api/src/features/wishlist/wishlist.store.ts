import { and, count, desc, eq, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '../../db/database.ts'

const wished = prepared((reader) => {
  const { wishlist_items: items } = reader.tables
  return reader
    .select({ product_id: items.product_id })
    .from(items)
    .where(eq(items.user_id, sql.placeholder('customerId')))
    .orderBy(desc(items.created_at), desc(items.product_id))
    .prepare('wishlist')
})

/** Ids of the customer's wished-for products, the latest first. */
export async function findWished(reader: Reader, customerId: number): Promise<number[]> {
  const rows = await wished(reader).execute({ customerId })
  return rows.map((row) => row.product_id)
}

export async function countWished(reader: Reader, customerId: number): Promise<number> {
  const { wishlist_items: items } = reader.tables
  const [row] = await reader.select({ total: count() }).from(items).where(eq(items.user_id, customerId))
  return row?.total ?? 0
}

/** @returns whether it was not there before */
export async function addWish(tx: Tx, customerId: number, product_id: number, created_at: Date) {
  const rows = await tx
    .insert(tx.tables.wishlist_items)
    .values({ user_id: customerId, product_id, created_at })
    .onConflictDoNothing()
    .returning()
  return rows.length > 0
}

/** @returns whether it was there */
export async function removeWish(tx: Tx, customerId: number, productId: number): Promise<boolean> {
  const { wishlist_items: items } = tx.tables
  const rows = await tx
    .delete(items)
    .where(and(eq(items.user_id, customerId), eq(items.product_id, productId)))
    .returning()
  return rows.length > 0
}
