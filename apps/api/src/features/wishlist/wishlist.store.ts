import { LIMITS } from '@haat/contract/rules'
import { and, desc, eq } from 'drizzle-orm'
import { deleteRows, type Reader, type Tx } from '../../db/database.ts'
import { isShown } from '../catalog/product-list.store.ts'

/** Returns the ids of the published products on the customer's wishlist, latest first. */
export async function findWishlist(reader: Reader, customerId: number): Promise<number[]> {
  const { wishlist_items: items, products } = reader.tables
  const rows = await reader
    .select({ product_id: items.product_id })
    .from(items)
    .innerJoin(products, eq(products.id, items.product_id))
    .where(and(eq(items.user_id, customerId), isShown(reader)))
    .orderBy(desc(items.created_at), desc(items.product_id))
    // Products that are published again may exceed the limit.
    .limit(LIMITS.wishlist)
  return rows.map((row) => row.product_id)
}

/** @returns false when it was on the list already */
export async function addToWishlist(tx: Tx, customerId: number, product_id: number, created_at: Date) {
  const { wishlist_items: items } = tx.tables
  const rows = await tx
    .insert(items)
    .values({ user_id: customerId, product_id, created_at })
    .onConflictDoNothing({ target: [items.user_id, items.product_id] })
    .returning()
  return rows.length > 0
}

/** @returns false when it was not on the list */
export async function removeFromWishlist(tx: Tx, customerId: number, productId: number): Promise<boolean> {
  const { wishlist_items: items } = tx.tables
  const isIt = and(eq(items.user_id, customerId), eq(items.product_id, productId))
  return (await deleteRows(tx, items, isIt)) > 0
}
