/**
 * Takes back the last import that changed something: deletes what it created and restores what it changed. What was
 * ordered or changed since stays. It can be stopped and run again.
 */
import type { Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { isAboveMrp, isEmpty } from '../../acts/catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { type ImportedShop, onShopOrCopy } from './dry-run.ts'
import * as record from './import-record.store.ts'
import * as store from './importing.store.ts'
import type { CatalogueTable, ProductRow, VariantRow } from './importing.store.ts'

const BATCH = 500
const KEPT_SHOWN = 20

export interface UndoResult {
  /** Name of the imported file, and when it was imported (ISO). */
  file: string
  at: string
  /** New products. */
  deleted: number
  /** New products that are in orders, coupons or deals: they are hidden. */
  hidden: number
  /** Products that have their old values again, but for those in `kept`. */
  restored: number
  /** New categories that are empty. */
  categories: number
  /** Values, variants and products that stay as they are. */
  kept: number
  /** New products and variants among them that were changed since: another undo, with `force`, deletes these. */
  changed_since: number
  /** Descriptions of the first of them. */
  kept_examples: string[]
  dry_run: boolean
}

export interface UndoOptions {
  /** Writes nothing and only reports what the undo would do. */
  dryRun?: boolean | undefined
  /** Deletes new products and variants also if they were changed since. */
  force?: boolean | undefined
  /** Called after each batch. */
  onProgress?: (done: number, total: number) => void
}

/** @throws UserError when no import is recorded */
export function undoImport(
  shop: ImportedShop,
  { dryRun = false, force = false, onProgress }: UndoOptions = {},
): Promise<UndoResult> {
  return onShopOrCopy(shop, dryRun, async (db) => {
    const recorded = await record.findRecordedImport(db)
    if (!recorded)
      throw new UserError('There is no import to undo: only the last import can be undone, and only once.')
    const ids = await record.findRecordedProducts(db)
    const undone: UndoneProduct[] = []
    for (let start = 0; start < ids.length; start += BATCH) {
      const some = ids.slice(start, start + BATCH)
      undone.push(...(await db.transaction((tx) => undoBatch(tx, some, force, shop.now()))))
      onProgress?.(start + some.length, ids.length)
    }
    const changedSince = undone.flatMap((product) => product.changedSince)
    const categories = await db.transaction(async (tx) => {
      const deleted = await record.deleteEmptyCategories(tx)
      // What stays because it was changed since can still be deleted by force.
      if (changedSince.length === 0) await record.deleteRecord(tx)
      return deleted
    })
    const count = (outcome: UndoneProduct['outcome']): number =>
      undone.filter((product) => product.outcome === outcome).length
    const kept = [...changedSince, ...undone.flatMap((product) => product.kept)]
    return {
      file: recorded.file,
      at: recorded.at,
      deleted: count('deleted'),
      hidden: count('hidden'),
      restored: count('restored'),
      categories,
      kept: kept.length,
      changed_since: changedSince.length,
      kept_examples: kept.slice(0, KEPT_SHOWN),
      dry_run: dryRun,
    }
  })
}

type Row = { id: number } & Record<string, unknown>
type Rows = Record<CatalogueTable, Row[]>

interface UndoneProduct {
  id: number
  outcome: 'deleted' | 'hidden' | 'restored' | 'kept'
  /** Rows to update, or to delete if nothing is set. */
  writes: { table: CatalogueTable; id: number; set: Record<string, unknown> | null }[]
  /** What stays as it is, and what of it `force` deletes. */
  kept: string[]
  changedSince: string[]
}

interface Circumstances extends Awaited<ReturnType<typeof record.findUses>> {
  categories: Set<unknown>
  force: boolean
}

async function undoBatch(tx: Tx, ids: number[], force: boolean, now: Date): Promise<UndoneProduct[]> {
  const recorded = await record.findRecorded(tx, ids)
  const products = await store.findProductsById(tx, ids)
  const variants = Map.groupBy(await store.findVariantsOf(tx, ids), (row) => row.product_id)
  const media = Map.groupBy(await store.findMediaOf(tx, ids), (row) => row.product_id)
  const categories = new Set((await store.findAllCategories(tx)).map(({ id }) => id))
  const circumstances = { ...(await record.findUses(tx, ids)), categories, force }
  const undone = products
    .toSorted((a, b) => a.id - b.id)
    .map((product) => {
      const { id } = product
      const rows = { products: [product], variants: variants.get(id) ?? [], media: media.get(id) ?? [] }
      return undoProduct(product, recorded.get(id) ?? [], rows, circumstances)
    })
  await writeUndone(tx, undone, now)
  const kept = new Set(undone.filter(({ changedSince }) => changedSince.length > 0).map(({ id }) => id))
  await record.deleteRecorded(
    tx,
    ids.filter((id) => !kept.has(id)),
  )
  return undone
}

async function writeUndone(tx: Tx, undone: UndoneProduct[], now: Date): Promise<void> {
  const writes = undone.flatMap((product) => product.writes)
  for (const table of ['media', 'variants', 'products'] as const) {
    const own = writes.filter((write) => write.table === table)
    await store.deleteRows(
      tx,
      table,
      own.flatMap(({ id, set }) => (set === null ? id : [])),
    )
    await store.updateRows(
      tx,
      table,
      own.flatMap(({ id, set }) => (set === null ? [] : { id, set })),
    )
  }
  const shown = undone.flatMap(({ id, outcome }) => (['hidden', 'restored'].includes(outcome) ? id : []))
  // Their pages change, whatever their rows in lists do.
  await refreshListings(tx, shown, now, new Map(shown.map((id) => [id, {}])))
  await indexProducts(
    tx,
    undone.map(({ id }) => id),
  )
}

/**
 * Restores the old values of a product and its rows, and deletes new ones. A new product that orders, coupons or deals
 * name is hidden instead, and one changed since stays.
 */
function undoProduct(
  { id: productId, name: shownName }: ProductRow,
  recorded: record.RecordedRow[],
  rows: Rows,
  { ordered, promoted, categories, force }: Circumstances,
): UndoneProduct {
  const name = `product ${productId} "${shownName}"`
  const undone: UndoneProduct = { id: productId, outcome: 'restored', writes: [], kept: [], changedSince: [] }
  const { writes, kept, changedSince } = undone
  for (const { table, id, before, after } of recorded) {
    const row = rows[table].find((other) => other.id === id)
    if (!row) continue
    if (before) {
      const set = oldValues(row, before, after, categories)
      const stays = Object.keys(before).filter((column) => !(column in set) && row[column] !== before[column])
      kept.push(...stays.map((column) => `${column} of ${name} was changed since`))
      if (!isEmpty(set)) writes.push({ table, id, set })
    } else if (table === 'variants' && ordered.has(id))
      kept.push(`variant ${id} of ${name} was ordered since`)
    else if (force || hasValues(row, after)) writes.push({ table, id, set: null })
    else changedSince.push(`variant ${id} of ${name} was changed since and stays`)
  }
  if (recorded[0]?.before) return { ...undone, outcome: writes.length > 0 ? 'restored' : 'kept' }
  const isOrdered = rows.variants.some(({ id }) => ordered.has(id))
  if (isOrdered || promoted.has(productId)) {
    const use = isOrdered ? 'an order' : 'a coupon or deal'
    return {
      ...undone,
      outcome: 'hidden',
      writes: [{ table: 'products', id: productId, set: { is_published: false } }],
      kept: [`${name} is in ${use} and is hidden instead of deleted`],
      changedSince: [],
    }
  }
  const hasOtherRows = Object.values(rows).flat().length !== recorded.length
  if (changedSince.length > 0 || (hasOtherRows && !force))
    return { ...undone, outcome: 'kept', writes: [], changedSince: [`${name} was changed since and stays`] }
  return { ...undone, outcome: 'deleted', writes: [{ table: 'products', id: productId, set: null }] }
}

const hasValues = (row: Row, values: Record<string, unknown>): boolean =>
  Object.entries(values).every(([column, value]) => row[column] === value)

/** The old values of the columns that have the imported value still. Price and MRP stay if one alone would be above. */
function oldValues(
  row: Row,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  categories: Set<unknown>,
): Record<string, unknown> {
  const same = Object.keys(before).filter((column) => row[column] === after[column])
  const set = Object.fromEntries(same.map((column) => [column, before[column]]))
  if ('category_id' in set && !categories.has(set['category_id'])) delete set['category_id']
  if (isAboveMrp({ ...row, ...set } as unknown as VariantRow)) {
    delete set['price']
    delete set['mrp']
  }
  return set
}
