/** Reads and writes the catalogue in bulk: one statement for many rows, with ids reserved beforehand. */
import { and, asc, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { isOneOf, listParameter, pipelined, prepared, type Reader, type Tx } from '../../db/database.ts'

export type Tables = Reader['tables']
export type CatalogueTable = 'products' | 'variants' | 'media'
export type ProductRow = Tables['products']['$inferSelect']
export type VariantRow = Tables['variants']['$inferSelect']
export type MediaRow = Tables['media']['$inferSelect']
export type NewProduct = Tables['products']['$inferInsert']
export type NewVariant = Tables['variants']['$inferInsert']
export type NewMedia = Tables['media']['$inferInsert']

type Flag = 'is_new_arrival' | 'is_featured' | 'is_on_sale' | 'is_published' | 'in_stock'
/** SQLite keeps flags and moments as numbers. */
type StoredProduct = Omit<ProductRow, Flag | 'created_at' | 'updated_at'> &
  Record<Flag, boolean | number> & { created_at: Date | number; updated_at: Date | number | null }
type StoredVariant = Omit<VariantRow, 'is_default'> & { is_default: boolean | number }

const list = sql.placeholder('list')

type Lookup<Row> = (values: (string | number)[]) => Promise<Row[]>

/** Compiled look-ups of any number of values: of thousands of rows, the builders take longer than the database. */
const lookups = prepared((reader) => {
  const { products, variants, media } = reader.tables
  const lookup = <Row>(name: string, query: Parameters<Reader['compile']>[0]): Lookup<Row> => {
    const run = reader.compile<Row>(query, name)
    return async (values) => (values.length === 0 ? [] : run({ list: listParameter(reader, values) }))
  }
  const productsBy = (name: string, condition: SQL | undefined): Lookup<ProductRow> => {
    const find = lookup<StoredProduct>(name, reader.select().from(products).where(condition))
    return async (values) => (await find(values)).map(decodedProduct)
  }
  const variantsBy = (name: string, condition: SQL): Lookup<VariantRow> => {
    const { product_id, position, id } = variants
    const query = reader.select().from(variants).where(condition)
    const find = lookup<StoredVariant>(name, query.orderBy(asc(product_id), asc(position), asc(id)))
    return async (values) => (await find(values)).map(decodedVariant)
  }
  const ofSlug = isOneOf(reader, products.slug, list)
  const ofSku = isOneOf(reader, variants.sku, list)
  return {
    byKey: productsBy('import_by_key', isOneOf(reader, products.external_key, list)),
    byId: productsBy('import_by_id', isOneOf(reader, products.id, list)),
    bySlug: productsBy('import_by_slug', and(ofSlug, isNull(products.external_key))),
    byAnySlug: productsBy('import_by_any_slug', ofSlug),
    variants: variantsBy('import_variants', isOneOf(reader, variants.product_id, list)),
    media: lookup<MediaRow>(
      'import_media',
      reader
        .select()
        .from(media)
        .where(isOneOf(reader, media.product_id, list))
        .orderBy(asc(media.product_id), asc(media.position), asc(media.id)),
    ),
    skus: lookup<{ sku: string; product_id: number }>(
      'import_skus',
      reader.select({ sku: variants.sku, product_id: variants.product_id }).from(variants).where(ofSku),
    ),
    slugs: lookup<{ slug: string }>(
      'import_slugs',
      reader.select({ slug: products.slug }).from(products).where(ofSlug),
    ),
  }
})

/** A row of the driver as the builders would give it. */
const decodedProduct = (row: StoredProduct): ProductRow =>
  Object.assign(row, {
    is_new_arrival: Boolean(row.is_new_arrival),
    is_featured: Boolean(row.is_featured),
    is_on_sale: Boolean(row.is_on_sale),
    is_published: Boolean(row.is_published),
    in_stock: Boolean(row.in_stock),
    created_at: new Date(row.created_at),
    updated_at: row.updated_at === null ? null : new Date(row.updated_at),
  })

const decodedVariant = (row: StoredVariant): VariantRow =>
  Object.assign(row, { is_default: Boolean(row.is_default) })

/** Products by their external key, or by their slug if they have no external key. */
export async function findProductsByKey(reader: Reader, keys: string[]): Promise<Map<string, ProductRow>> {
  const { byKey, bySlug } = lookups(reader)
  const found = new Map((await byKey(keys)).map((row) => [row.external_key ?? '', row]))
  const others = keys.filter((key) => !found.has(key))
  for (const row of await bySlug(others)) found.set(row.slug, row)
  return found
}

export const findProductsBySlug = (reader: Reader, slugs: string[]): Promise<ProductRow[]> =>
  lookups(reader).byAnySlug(slugs)

export const findProductsById = (reader: Reader, ids: number[]): Promise<ProductRow[]> =>
  lookups(reader).byId(ids)

export const findVariantsOf = (reader: Reader, productIds: number[]): Promise<VariantRow[]> =>
  lookups(reader).variants(productIds)

export const findMediaOf = (reader: Reader, productIds: number[]): Promise<MediaRow[]> =>
  lookups(reader).media(productIds)

/** The product id of each of these SKUs. */
export async function findSkuOwners(reader: Reader, skus: string[]): Promise<Map<string, number>> {
  const rows = await lookups(reader).skus(skus)
  return new Map(rows.map((row) => [row.sku, row.product_id]))
}

/** The slugs among these that products have. */
export async function findTakenSlugs(reader: Reader, slugs: string[]): Promise<Set<string>> {
  const rows = await lookups(reader).slugs(slugs)
  return new Set(rows.map((row) => row.slug))
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
  await pipelined(tx, [
    () => tx.insertMany('products', products),
    () => tx.insertMany('variants', variants),
    () => tx.insertMany('media', media),
  ])
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
  const [created] = await insertCategoryRow(tx).execute(row)
  return created?.id ?? 0
}

const insertCategoryRow = prepared((tx: Tx) => {
  const { categories } = tx.tables
  const [name, slug] = [sql.placeholder('name'), sql.placeholder('slug')]
  const [parent_id, position] = [sql.placeholder('parent_id'), sql.placeholder('position')]
  return tx
    .insert(categories)
    .values({ name, slug, parent_id, position })
    .returning({ id: categories.id })
    .prepare('insert_category')
})
