/** The record of what the last import changed. Each import replaces that of the one before. */
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { deleteSetting, findSetting, storeSetting } from '../../features/settings/settings.store.ts'
import type { ProductPlan } from './import-batch.ts'
import type { Digests, ImportChange } from './import-changes.ts'

const KEY = 'import:last'

/** The import whose changes are recorded. */
export interface RecordedImport {
  /** Of one run; a resumed import keeps it. */
  run: string
  /** Identifies file and options, see importId(). */
  import_id: string
  /** Name of the file. */
  file: string
  /** ISO time. */
  at: string
}

export async function findRecordedImport(reader: Reader): Promise<RecordedImport | null> {
  const text = await findSetting(reader, KEY)
  return text === undefined ? null : (JSON.parse(text) as RecordedImport)
}

/** Forgets the changes of the import before. */
export async function beginRecord(tx: Tx, recorded: RecordedImport): Promise<void> {
  await tx.delete(tx.tables.import_changes)
  await storeSetting(tx, KEY, JSON.stringify(recorded))
}

export async function deleteRecord(tx: Tx): Promise<void> {
  await tx.delete(tx.tables.import_changes)
  await deleteSetting(tx, KEY)
}

export async function recordChanges(
  tx: Tx,
  products: ProductPlan[],
  categories: { id: number }[],
): Promise<void> {
  const rows = products
    .filter(({ outcome }) => outcome === 'created' || outcome === 'changed')
    .map(({ id, outcome, change }) => ({
      product_id: id,
      is_new: outcome === 'created',
      change: JSON.stringify(change),
    }))
  if (categories.length > 0) {
    const change: ImportChange = { categories: categories.map(({ id }) => id) }
    rows.push({ product_id: null, is_new: true, change: JSON.stringify(change) })
  }
  await tx.insertMany('import_changes', rows)
}

/** One recorded row: the changes of a product, or new categories. */
export interface ChangeRow {
  id: number
  product_id: number | null
  change: ImportChange
}

/** Ids of the products that the import created. */
export async function findCreatedProducts(reader: Reader): Promise<number[]> {
  const { id, product_id, is_new } = reader.tables.import_changes
  const rows = await reader
    .select({ product_id })
    .from(reader.tables.import_changes)
    .where(and(eq(is_new, true), isNotNull(product_id)))
    .orderBy(asc(id))
  return rows.map((row) => row.product_id ?? 0)
}

/** What the import wrote last of each of these products and of their variants. */
export async function findDigests(reader: Reader, productIds: number[]): Promise<Map<number, Digests>> {
  const { id, product_id, change } = reader.tables.import_changes
  const rows = await reader
    .select({ product_id, change })
    .from(reader.tables.import_changes)
    .where(inArray(product_id, productIds))
    .orderBy(asc(id))
  const found = new Map<number, Digests>()
  for (const row of rows) {
    const { digests } = JSON.parse(row.change) as ImportChange
    const before = found.get(row.product_id ?? 0)
    const variants = { ...before?.variants, ...digests?.variants }
    if (digests) found.set(row.product_id ?? 0, { ...before, ...digests, variants })
  }
  return found
}

/** The products among these that have deals. */
export async function findProductsWithDeals(reader: Reader, productIds: number[]): Promise<Set<number>> {
  const { product_id } = reader.tables.deals
  const rows = await reader
    .selectDistinct({ product_id })
    .from(reader.tables.deals)
    .where(inArray(product_id, productIds))
  return new Set(rows.map((row) => row.product_id))
}

/** Changes of existing products, the last ones first. */
export async function findChanges(reader: Reader, before: number, limit: number): Promise<ChangeRow[]> {
  const { import_changes } = reader.tables
  const rows = await reader
    .select()
    .from(import_changes)
    .where(and(eq(import_changes.is_new, false), lt(import_changes.id, before)))
    .orderBy(desc(import_changes.id))
    .limit(limit)
  return rows.map(({ id, product_id, change }) => ({
    id,
    product_id,
    change: JSON.parse(change) as ImportChange,
  }))
}

/** Ids of the categories that the import created, parents first. */
export async function findCreatedCategories(reader: Reader): Promise<number[]> {
  const { import_changes } = reader.tables
  const rows = await reader
    .select({ change: import_changes.change })
    .from(import_changes)
    .where(isNull(import_changes.product_id))
    .orderBy(asc(import_changes.id))
  return rows.flatMap(({ change }) => (JSON.parse(change) as ImportChange).categories ?? [])
}

export async function deleteChanges(tx: Tx, ids: number[]): Promise<void> {
  const { import_changes } = tx.tables
  await tx.delete(import_changes).where(inArray(import_changes.id, ids))
}

export async function deleteChangesOf(tx: Tx, productIds: number[]): Promise<void> {
  const { import_changes } = tx.tables
  await tx.delete(import_changes).where(inArray(import_changes.product_id, productIds))
}

/** The variants among these that are in orders. */
export async function findOrderedVariants(reader: Reader, variantIds: number[]): Promise<Set<number>> {
  if (variantIds.length === 0) return new Set()
  const { variant_id } = reader.tables.order_items
  const rows = await reader
    .selectDistinct({ variant_id })
    .from(reader.tables.order_items)
    .where(inArray(variant_id, variantIds))
  return new Set(rows.map((row) => row.variant_id ?? 0))
}

/** The products among these that a coupon names. */
export async function findProductsOfCoupons(reader: Reader, productIds: number[]): Promise<Set<number>> {
  const { product_id } = reader.tables.coupons
  const rows = await reader
    .selectDistinct({ product_id })
    .from(reader.tables.coupons)
    .where(inArray(product_id, productIds))
  return new Set(rows.map((row) => row.product_id ?? 0))
}

/** Deletes products with their variants, pictures, deals, and places in carts and wishlists. */
export async function deleteProducts(tx: Tx, ids: number[]): Promise<void> {
  const { products } = tx.tables
  if (ids.length > 0) await tx.delete(products).where(inArray(products.id, ids))
}

export async function deleteVariants(tx: Tx, ids: number[]): Promise<void> {
  const { variants } = tx.tables
  if (ids.length > 0) await tx.delete(variants).where(inArray(variants.id, ids))
}

export async function deleteMedia(tx: Tx, ids: number[]): Promise<void> {
  const { media } = tx.tables
  if (ids.length > 0) await tx.delete(media).where(inArray(media.id, ids))
}

/**
 * How many products, categories and coupons name each category.
 *
 * @param moved the category of products that are about to move, by id; null for those about to be deleted
 */
export async function countCategoryUses(
  reader: Reader,
  moved: ReadonlyMap<number, number | null>,
): Promise<Map<number, number>> {
  const { categories, coupons, products } = reader.tables
  const holding = await reader.select({ id: products.id, category: products.category_id }).from(products)
  const rows = [
    ...holding.map(({ id, category }) => ({ category: moved.has(id) ? (moved.get(id) ?? null) : category })),
    ...(await reader.select({ category: coupons.category_id }).from(coupons)),
    ...(await reader.select({ category: categories.parent_id }).from(categories)),
  ]
  const uses = new Map<number, number>()
  for (const { category } of rows) if (category !== null) uses.set(category, (uses.get(category) ?? 0) + 1)
  return uses
}

export async function deleteCategories(tx: Tx, ids: number[]): Promise<void> {
  const { categories } = tx.tables
  if (ids.length > 0) await tx.delete(categories).where(inArray(categories.id, ids))
}

/** The number of recorded changes of existing products. */
export async function countChanges(reader: Reader): Promise<number> {
  const { import_changes } = reader.tables
  const [row] = await reader
    .select({ total: count() })
    .from(import_changes)
    .where(eq(import_changes.is_new, false))
  return row?.total ?? 0
}
