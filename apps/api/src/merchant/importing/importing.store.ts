/** Reads and writes the catalogue in bulk: one statement for many rows, with ids reserved beforehand. */
import { asc, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import { isOneOf, type Reader, type Tx } from '../../db/database.ts'

export type Tables = Reader['tables']
export type CatalogueTable = 'products' | 'variants' | 'media'
export type ProductRow = Tables['products']['$inferSelect']
export type VariantRow = Tables['variants']['$inferSelect']
export type MediaRow = Tables['media']['$inferSelect']
export type NewProduct = Tables['products']['$inferInsert']
export type NewVariant = Tables['variants']['$inferInsert']
export type NewMedia = Tables['media']['$inferInsert']

const findProductsBy = (reader: Reader, column: SQLWrapper, values: (string | number)[]) =>
  reader
    .select()
    .from(reader.tables.products)
    .where(isOneOf(reader, column, values))

export const findProductsBySlug = (reader: Reader, slugs: string[]): Promise<ProductRow[]> =>
  findProductsBy(reader, reader.tables.products.slug, slugs)

export const findProductsById = (reader: Reader, ids: number[]): Promise<ProductRow[]> =>
  findProductsBy(reader, reader.tables.products.id, ids)

/** @param names in lower case */
export const findProductsByName = async (reader: Reader, names: string[]): Promise<ProductRow[]> =>
  names.length === 0 ? [] : findProductsBy(reader, sql`lower(${reader.tables.products.name})`, names)

/** Products by their external key, or by their slug if they have no external key. */
export async function findProductsByKey(reader: Reader, keys: string[]): Promise<Map<string, ProductRow>> {
  const byKey = await findProductsBy(reader, reader.tables.products.external_key, keys)
  const found = new Map(byKey.map((row) => [row.external_key ?? '', row]))
  const others = keys.filter((key) => !found.has(key))
  for (const row of await findProductsBySlug(reader, others))
    if (row.external_key === null) found.set(row.slug, row)
  return found
}

export async function findVariantsOf(reader: Reader, productIds: number[]): Promise<VariantRow[]> {
  const { variants } = reader.tables
  return reader
    .select()
    .from(variants)
    .where(isOneOf(reader, variants.product_id, productIds))
    .orderBy(asc(variants.product_id), asc(variants.position), asc(variants.id))
}

export async function findMediaOf(reader: Reader, productIds: number[]): Promise<MediaRow[]> {
  const { media } = reader.tables
  return reader
    .select()
    .from(media)
    .where(isOneOf(reader, media.product_id, productIds))
    .orderBy(asc(media.product_id), asc(media.position), asc(media.id))
}

/** The product id of each of these SKUs. */
export async function findSkuOwners(reader: Reader, skus: string[]): Promise<Map<string, number>> {
  const { sku, product_id } = reader.tables.variants
  const rows = await reader
    .select({ sku, product_id })
    .from(reader.tables.variants)
    .where(isOneOf(reader, sku, skus))
  return new Map(rows.map((row) => [row.sku ?? '', row.product_id]))
}

/**
 * Allocates ids, so that rows that refer to each other can be inserted in bulk. SQLite has one writer at a
 * time, and PostgreSQL's sequence gives no number twice.
 */
export async function allocateIds(
  tx: Tx,
  table: CatalogueTable | 'users' | 'orders',
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

/** Updates rows, one statement for those that change the same columns. */
export async function updateRows<Name extends CatalogueTable>(
  tx: Tx,
  name: Name,
  updates: { id: number; set: Partial<Tables[Name]['$inferInsert']> }[],
): Promise<void> {
  for (const sameColumns of Map.groupBy(updates, ({ set }) => Object.keys(set).join()).values())
    await tx.updateMany(name, sameColumns)
}

/** Deletes rows. With a product go its variants, media, deals, and places in carts and wishlists. */
export async function deleteRows(tx: Tx, table: CatalogueTable, ids: number[]): Promise<void> {
  const { id } = tx.tables[table]
  if (ids.length > 0) await tx.delete(tx.tables[table]).where(inArray(id, ids))
}

export async function findAllCategories(reader: Reader) {
  const { id, name, slug, parent_id } = reader.tables.categories
  return reader.select({ id, name, slug, parent_id }).from(reader.tables.categories)
}

/** @returns the id of the new category */
export async function insertCategory(
  tx: Tx,
  row: { name: string; slug: string; parent_id: number | null; position: number },
): Promise<number> {
  const { categories } = tx.tables
  const [created] = await tx.insert(categories).values(row).returning({ id: categories.id })
  return created?.id ?? 0
}
