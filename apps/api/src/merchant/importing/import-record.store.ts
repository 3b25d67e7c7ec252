/** The record of what the last import changed, for its undo. Each import replaces that of the one before. */
import { ID_MAX } from '@haat/contract/wire'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { deleteSetting, findSetting, storeSetting } from '../../features/settings/settings.store.ts'
import type { CatalogueTable } from '../../acts/catalogue/catalogue-rows.store.ts'
import { isChange, type ProductChange, type RowChange, rowsOf } from './product-changes.ts'

const KEY = 'import:last'
const PAGE = 500

/** The import whose changes are recorded. */
export interface RecordedImport {
  /** Of one run. */
  run: string
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

/** A row that the import wrote: of the changed columns, the values before and after. */
export interface RecordedRow {
  table: CatalogueTable
  id: number
  product_id: number
  /** Null for a new row. */
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

function recordedRow({ table, id, before, set }: RowChange): Omit<RecordedRow, 'product_id'> {
  if (before === null) return { table, id, before, after: {} }
  const old = Object.keys(set).map((column) => [column, before[column as never]])
  return { table, id, before: Object.fromEntries(old), after: set }
}

/** @param categories ids of new ones, parents first */
export async function recordChanges(tx: Tx, changes: ProductChange[], categories: number[]): Promise<void> {
  const rows = changes.filter(isChange).map((change) => ({
    product_id: change.product.id as number | null,
    change: JSON.stringify(rowsOf(change).map(recordedRow)),
  }))
  if (categories.length > 0) rows.push({ product_id: null, change: JSON.stringify(categories) })
  await tx.insertMany('import_changes', rows)
}

/** What the import wrote, in pages, the last first. */
export async function* recordedChanges(reader: Reader): AsyncGenerator<RecordedRow[]> {
  const { import_changes } = reader.tables
  for (let last = ID_MAX; ;) {
    const parts = await reader
      .select()
      .from(import_changes)
      .where(and(lt(import_changes.id, last), isNotNull(import_changes.product_id)))
      .orderBy(desc(import_changes.id))
      .limit(PAGE)
    if (parts.length === 0) return
    yield parts.flatMap(({ product_id, change }) =>
      (JSON.parse(change) as RecordedRow[]).toReversed().map((row) => ({ ...row, product_id: product_id! })),
    )
    last = parts.at(-1)!.id
  }
}

/** Deletes the new categories that nothing uses any more. @returns how many */
export async function deleteEmptyCategories(tx: Tx): Promise<number> {
  const { categories, coupons, import_changes, products } = tx.tables
  const rows = await tx
    .select({ change: import_changes.change })
    .from(import_changes)
    .where(isNull(import_changes.product_id))
    .orderBy(asc(import_changes.id))
  const usedBy = (table: typeof products | typeof coupons) =>
    tx.select({ id: table.id }).from(table).where(eq(table.category_id, categories.id))
  const children = sql`(select 1 from ${categories} as child where child.parent_id = ${categories.id})`
  const isUnused = and(notExists(usedBy(products)), notExists(usedBy(coupons)), notExists(children))
  let deleted = 0
  // A parent is empty once its children are deleted.
  for (const id of rows.flatMap(({ change }) => JSON.parse(change) as number[]).toReversed()) {
    const empty = and(eq(categories.id, id), isUnused)
    deleted += (await tx.delete(categories).where(empty).returning({ id: categories.id })).length
  }
  return deleted
}

/** What keeps rows of these products from being deleted: `ordered` variants, and what uses each product, in words. */
export async function findUses(reader: Reader, productIds: number[]) {
  const { coupons, deals, order_items, variants } = reader.tables
  const ordered = await reader
    .selectDistinct({ id: variants.id, product_id: variants.product_id })
    .from(order_items)
    .innerJoin(variants, eq(variants.id, order_items.variant_id))
    .where(inArray(variants.product_id, productIds))
  const users = new Map<number, string>()
  for (const table of [coupons, deals])
    for (const { id } of await reader
      .select({ id: table.product_id })
      .from(table)
      .where(inArray(table.product_id, productIds)))
      users.set(id ?? 0, 'a coupon or deal')
  for (const { product_id } of ordered) users.set(product_id, 'an order')
  return { ordered: new Set(ordered.map(({ id }) => id)), users }
}
