/** The categories of the merchant, with their products, hidden ones included. */
import { asc, count, eq, inArray, lt, max, sql } from 'drizzle-orm'
import { changeRows, findIds, insertRow, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

/** The position of "Uncategorised", below all categories that are added before or after it. */
export const LAST_POSITION = 1_000_000

export type CategoryRow = Tables['categories']['$inferSelect']

/** All categories in display order, with the number of products directly in each. */
export async function findCategoryRows(reader: Reader): Promise<(CategoryRow & { products: number })[]> {
  const { categories, products } = reader.tables
  const counts = await reader
    .select({ category_id: products.category_id, products: count() })
    .from(products)
    .groupBy(products.category_id)
  const byId = new Map(counts.map((row) => [row.category_id, row.products]))
  const rows = await reader.select().from(categories).orderBy(asc(categories.position), asc(categories.id))
  return rows.map((row) => ({ ...row, products: byId.get(row.id) ?? 0 }))
}

/** Adds a category, after all others but "Uncategorised" unless its position is given. @returns its id */
export async function insertCategory(
  tx: Tx,
  row: Pick<CategoryRow, 'name' | 'slug' | 'parent_id'> & Partial<CategoryRow>,
): Promise<number> {
  const { categories } = tx.tables
  const [last] = await tx
    .select({ position: max(categories.position) })
    .from(categories)
    .where(lt(categories.position, LAST_POSITION))
  const position = (last?.position ?? -1) + 1
  return (await insertRow(tx, categories, { position, ...row })).id
}

export const updateCategory = (tx: Tx, id: number, set: Partial<CategoryRow>): Promise<number> =>
  changeRows(tx, tx.tables.categories, set, eq(tx.tables.categories.id, id))

/** Moves all products of a category to another one. @returns their ids */
export async function moveProducts(tx: Tx, from: number, to: number): Promise<number[]> {
  const { products } = tx.tables
  const moved = await tx
    .update(products)
    .set({ category_id: to })
    .where(eq(products.category_id, from))
    .returning({ id: products.id })
  return moved.map(({ id }) => id)
}

/** Deletes an empty category. Its coupons, which must have ended, stay ended and lose it. */
export async function deleteCategoryRow(tx: Tx, id: number, now: Date): Promise<void> {
  const { categories, coupons } = tx.tables
  await tx
    .update(coupons)
    .set({
      category_id: null,
      is_active: false,
      ends_at: sql`coalesce(${coupons.ends_at}, ${sql.param(now, coupons.ends_at)})`,
    })
    .where(eq(coupons.category_id, id))
  await tx.delete(categories).where(eq(categories.id, id))
}

/** Ids of the products in these categories, ascending. */
export function findProductIdsIn(reader: Reader, categoryIds: number[]): Promise<number[]> {
  const { products } = reader.tables
  return findIds(reader, products, inArray(products.category_id, categoryIds), asc(products.id))
}
