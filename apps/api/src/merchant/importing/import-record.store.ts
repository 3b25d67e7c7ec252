/** The record of what the last import changed, for its undo. Each import replaces that of the one before. */
import { hash } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { deleteSetting, findSetting, storeSetting } from '../../features/settings/settings.store.ts'
import { PRODUCT_COLUMNS, VARIANT_COLUMNS } from '../catalogue/product-values.ts'
import type { CatalogueTable } from './importing.store.ts'
import { outcomeOf, type ProductChange, type RowChange } from './product-changes.ts'

const KEY = 'import:last'

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

/** The old and the new value of each changed column. */
export type ValueChanges = Record<string, [unknown, unknown]>

/** A row that the import wrote. */
export interface RecordedRow {
  table: CatalogueTable
  id: number
  is_new: boolean
  /** Empty for a new row. */
  set: ValueChanges
  /** Of the row as the import left it. */
  digest: string
}

const COMPARED = {
  products: [...PRODUCT_COLUMNS, 'category_id', 'is_published'],
  variants: VARIANT_COLUMNS,
  media: [],
} as const

/** A digest of the columns that tell whether a row was changed */
export function digestOf(table: CatalogueTable, row: object): string {
  const values = COMPARED[table].map((column) => row[column as never])
  return hash('sha256', JSON.stringify(values), 'base64').slice(0, 12)
}

function toRecorded(table: CatalogueTable, { id, before, set }: RowChange<CatalogueTable>): RecordedRow {
  const old = before as Record<string, unknown> | null
  const changes = old === null ? [] : Object.entries(set).map(([name, value]) => [name, [old[name], value]])
  return {
    table,
    id,
    is_new: old === null,
    set: Object.fromEntries(changes),
    digest: digestOf(table, { ...old, ...set }),
  }
}

/** @param categories ids of new ones, parents first */
export async function recordChanges(tx: Tx, changes: ProductChange[], categories: number[]): Promise<void> {
  const written = changes.filter((change) => outcomeOf(change) !== 'unchanged')
  const rows = written.map(({ products, variants, media }) => {
    const [{ id, before }] = products
    const recorded = [
      ...products.map((row) => toRecorded('products', row)),
      ...variants.map((row) => toRecorded('variants', row)),
      ...media.map((row) => toRecorded('media', row)),
    ]
    return { product_id: id as number | null, is_new: before === null, change: JSON.stringify(recorded) }
  })
  if (categories.length > 0) rows.push({ product_id: null, is_new: true, change: JSON.stringify(categories) })
  await tx.insertMany('import_changes', rows)
}

/** The rows that the import wrote of each product, in all of its batches. */
export async function findRecordedChanges(reader: Reader): Promise<Map<number, RecordedRow[]>> {
  const { id, product_id, change } = reader.tables.import_changes
  const rows = await reader
    .select({ product_id, change })
    .from(reader.tables.import_changes)
    .where(isNotNull(product_id))
    .orderBy(asc(product_id), asc(id))
  const byProduct = Map.groupBy(rows, (row) => row.product_id ?? 0)
  return new Map(
    [...byProduct].map(([product, parts]) => {
      const recorded = parts.flatMap((part) => JSON.parse(part.change) as RecordedRow[])
      return [product, mergeRows(recorded)]
    }),
  )
}

/** One record for each row: the oldest of its old values, the newest of its new ones. */
function mergeRows(recorded: RecordedRow[]): RecordedRow[] {
  const byRow = Map.groupBy(recorded, ({ table, id }) => `${table} ${id}`)
  return [...byRow.values()].map((parts) =>
    parts.reduce((first, next) => {
      const set = { ...first.set }
      for (const [column, [before, after]] of Object.entries(next.set))
        set[column] = [(set[column] ?? [before])[0], after]
      return { ...first, set, digest: next.digest }
    }),
  )
}

export async function deleteRecorded(tx: Tx, productIds: number[]): Promise<void> {
  const { import_changes } = tx.tables
  await tx.delete(import_changes).where(inArray(import_changes.product_id, productIds))
}

/** Deletes the new categories that nothing uses any more. @returns how many */
export async function deleteEmptyCategories(tx: Tx): Promise<number> {
  const { categories, coupons, import_changes, products } = tx.tables
  const rows = await tx
    .select({ change: import_changes.change })
    .from(import_changes)
    .where(isNull(import_changes.product_id))
    .orderBy(asc(import_changes.id))
  const created = rows.flatMap(({ change }) => JSON.parse(change) as number[])
  const usedBy = (table: typeof products | typeof coupons) =>
    tx.select({ id: table.id }).from(table).where(eq(table.category_id, categories.id))
  const children = sql`select 1 from ${categories} as child where child.parent_id = ${categories.id}`
  let deleted = 0
  // A parent is empty once its children are deleted.
  for (const id of created.toReversed()) {
    const unused = and(notExists(usedBy(products)), notExists(usedBy(coupons)), notExists(sql`(${children})`))
    const gone = await tx
      .delete(categories)
      .where(and(eq(categories.id, id), unused))
      .returning({ id: categories.id })
    deleted += gone.length
  }
  return deleted
}

/** What keeps rows of these products from being deleted: variants that were ordered, products of coupons and deals. */
export async function findUses(reader: Reader, productIds: number[]) {
  const { coupons, deals, order_items, variants } = reader.tables
  const ordered = await reader
    .selectDistinct({ id: order_items.variant_id })
    .from(order_items)
    .innerJoin(variants, eq(variants.id, order_items.variant_id))
    .where(inArray(variants.product_id, productIds))
  const inCoupons = await reader
    .selectDistinct({ id: coupons.product_id })
    .from(coupons)
    .where(inArray(coupons.product_id, productIds))
  const inDeals = await reader
    .selectDistinct({ id: deals.product_id })
    .from(deals)
    .where(inArray(deals.product_id, productIds))
  const idsOf = (rows: { id: number | null }[]) => new Set(rows.map(({ id }) => id))
  return { ordered: idsOf(ordered), inCoupons: idsOf(inCoupons), inDeals: idsOf(inDeals) }
}
