/** Reads and writes the catalogue in bulk: one statement for many rows, with ids reserved beforehand. */
import { asc, desc, sql } from 'drizzle-orm'
import { isOneOf, type Reader, type Tx } from '../../db/database.ts'
import type { ProductRow, Tables } from '../../db/schema.ts'
import { findCategoryPaths } from '../../features/search/search-index.store.ts'

export type CatalogueTable = 'products' | 'variants' | 'media'
export type NewProduct = Tables['products']['$inferInsert']
export type NewVariant = Tables['variants']['$inferInsert']
export type NewMedia = Tables['media']['$inferInsert']

export const findProductsById = (reader: Reader, ids: number[]): Promise<ProductRow[]> =>
  reader
    .select()
    .from(reader.tables.products)
    .where(isOneOf(reader, reader.tables.products.id, ids))

type RowOf<Name extends CatalogueTable> = Tables[Name]['$inferSelect']

/** The rows of products in display order, the default variant first, by product id. */
export async function findRowsOf<Name extends 'variants' | 'media'>(
  reader: Reader,
  name: Name,
  productIds: number[],
): Promise<Map<number, RowOf<Name>[]>> {
  const table: Tables['variants'] | Tables['media'] = reader.tables[name]
  const { id, position, product_id } = table
  const first = 'is_default' in table ? [desc(table.is_default)] : []
  const rows = await reader
    .select()
    .from(table as Tables['variants'])
    .where(isOneOf(reader, product_id, productIds))
    .orderBy(asc(product_id), ...first, asc(position), asc(id))
  return Map.groupBy(rows as RowOf<Name>[], (row) => row.product_id)
}

/** Products with the names of their categories, top level first, their variants and their media. */
export async function findWholeProducts(reader: Reader, products: ProductRow[]) {
  const ids = products.map(({ id }) => id)
  const paths = await findCategoryPaths(reader)
  const variants = await findRowsOf(reader, 'variants', ids)
  const media = await findRowsOf(reader, 'media', ids)
  return products.map((product) => ({
    product,
    category: paths.get(product.category_id) ?? [],
    variants: variants.get(product.id) ?? [],
    media: media.get(product.id) ?? [],
  }))
}

/**
 * Allocates ids, so that rows that refer to each other can be inserted in bulk. SQLite has one writer at a
 * time, and PostgreSQL's sequence gives no number twice.
 */
export async function allocateIds(
  tx: Tx,
  table: CatalogueTable | 'users' | 'orders' | 'audit_entries',
  count: number,
): Promise<number[]> {
  if (count === 0) return []
  if (tx.engine === 'sqlite') {
    const [row] = await tx
      .select({ last: sql<number>`seq` })
      .from(sql`sqlite_sequence`)
      .where(sql`name = ${table}`)
    const last = row?.last ?? 0
    return Array.from({ length: count }, (_, n) => last + 1 + n)
  }
  // In a query of its own, which runs once: finding the sequence takes longer than its next number.
  const sequence = sql`(select pg_get_serial_sequence(${table}, 'id')::regclass)`
  const rows = await tx
    .select({ id: sql<number>`nextval(${sequence})` })
    .from(sql`generate_series(1, ${count})`)
  return rows.map((row) => row.id)
}

/** Inserts products with their variants and media. */
export async function insertAll(
  tx: Tx,
  { products, variants, media }: { products: NewProduct[]; variants: NewVariant[]; media: NewMedia[] },
): Promise<void> {
  await tx.insertMany('products', products)
  await tx.insertMany('variants', variants)
  await tx.insertMany('media', media)
}
