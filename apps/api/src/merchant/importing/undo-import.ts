/**
 * Takes back the last import that changed something: deletes what it created and restores what it changed. What was
 * ordered or changed since stays. It can be stopped and run again.
 */
import type { Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { isAboveMrp, isEmpty } from '../catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { type ImportedShop, onShopOrCopy } from './dry-run.ts'
import * as record from './import-record.store.ts'
import * as store from './importing.store.ts'
import type { CatalogueTable, VariantRow } from './importing.store.ts'

const BATCH = 500
const KEPT_SHOWN = 20

export interface UndoResult {
  /** Name of the imported file, and when it was imported (ISO). */
  file: string
  at: string
  /** New products. */
  deleted: number
  /** New products that are in orders or coupons: they are hidden. */
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
  dryRun?: boolean
  /** Deletes new products and variants also if they were changed since. */
  force?: boolean
  /** Called after each batch. */
  onProgress?: (progress: { done: number; total: number }) => void
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
    const changes = [...(await record.findRecordedChanges(db))]
    const total = { deleted: 0, hidden: 0, restored: 0, changed_since: 0 }
    const kept: string[] = []
    for (let start = 0; start < changes.length; start += BATCH) {
      const some = changes.slice(start, start + BATCH)
      const undone = await db.transaction((tx) => undoBatch(tx, some, { force, now: shop.now() }))
      total.deleted += undone.deleted.length
      total.hidden += undone.hidden.length
      total.restored += undone.restored.length
      total.changed_since += undone.changedSince
      kept.push(...undone.kept)
      onProgress?.({ done: start + some.length, total: changes.length })
    }
    const categories = await db.transaction(async (tx) => {
      const deleted = await record.deleteEmptyCategories(tx)
      // What stays because it was changed since can still be deleted by force.
      if (total.changed_since === 0) await record.deleteRecord(tx)
      return deleted
    })
    const { file, at } = recorded
    const kept_examples = kept.slice(0, KEPT_SHOWN)
    return { file, at, ...total, categories, kept: kept.length, kept_examples, dry_run: dryRun }
  })
}

type Row = { id: number } & Record<string, unknown>

/** A recorded product, with its rows as they are now. */
interface UndoneProduct {
  id: number
  name: string
  recorded: record.RecordedRow[]
  current: Record<CatalogueTable, Row[]>
}

/** What a batch writes, and what it leaves as it is. */
class UndoneBatch {
  /** Ids of products. */
  readonly deleted: number[] = []
  readonly hidden: number[] = []
  readonly restored: number[] = []
  readonly kept: string[] = []
  changedSince = 0
  /** Rows to update, or to delete if nothing is set. */
  readonly writes: { table: CatalogueTable; id: number; set: Record<string, unknown> | null }[] = []
}

type Uses = Awaited<ReturnType<typeof record.findUses>>

interface Circumstances extends Uses {
  categories: Set<number>
  force: boolean
}

async function undoBatch(
  tx: Tx,
  changes: [productId: number, recorded: record.RecordedRow[]][],
  { force, now }: { force: boolean; now: Date },
): Promise<UndoneBatch> {
  const ids = changes.map(([id]) => id)
  const products = new Map((await store.findProductsById(tx, ids)).map((row) => [row.id, row]))
  const variants = Map.groupBy(await store.findVariantsOf(tx, ids), (row) => row.product_id)
  const media = Map.groupBy(await store.findMediaOf(tx, ids), (row) => row.product_id)
  const categories = new Set((await store.findAllCategories(tx)).map(({ id }) => id))
  const circumstances = { ...(await record.findUses(tx, ids)), categories, force }
  const undone = new UndoneBatch()
  const done: number[] = []
  for (const [id, recorded] of changes) {
    const product = products.get(id)
    const isNew = recorded.some((row) => row.table === 'products' && row.is_new)
    const changedBefore = undone.changedSince
    if (product) {
      const current = { products: [product], variants: variants.get(id) ?? [], media: media.get(id) ?? [] }
      const undo = isNew ? removeProduct : restoreProduct
      undo(undone, { id, name: `product ${id} "${product.name}"`, recorded, current }, circumstances)
    } else if (!isNew) undone.kept.push(`product ${id} was deleted since`)
    if (undone.changedSince === changedBefore) done.push(id)
  }
  await writeUndone(tx, undone, now)
  await record.deleteRecorded(tx, done)
  return undone
}

async function writeUndone(tx: Tx, undone: UndoneBatch, now: Date): Promise<void> {
  for (const table of ['media', 'variants', 'products'] as const) {
    const writes = undone.writes.filter((write) => write.table === table)
    const deleted = writes.filter(({ set }) => set === null).map(({ id }) => id)
    await store.deleteRows(tx, table, deleted)
    await store.updateRows(
      tx,
      table,
      writes.flatMap(({ id, set }) => (set === null ? [] : [{ id, set }])),
    )
  }
  const shown = [...undone.hidden, ...undone.restored]
  // Their pages change, whatever their rows in lists do.
  await refreshListings(tx, shown, now, new Map(shown.map((id) => [id, {}])))
  await indexProducts(tx, [...shown, ...undone.deleted])
}

/** Deletes a new product. One that orders or coupons name is hidden instead; one changed since stays. */
function removeProduct(
  undone: UndoneBatch,
  product: UndoneProduct,
  { ordered, inCoupons, inDeals, force }: Circumstances,
): void {
  const { id, name, current } = product
  const isOrdered = current.variants.some((row) => ordered.has(row.id))
  if (isOrdered || inCoupons.has(id)) {
    undone.hidden.push(id)
    undone.writes.push({ table: 'products', id, set: { is_published: false } })
    undone.kept.push(`${name} is in ${isOrdered ? 'an order' : 'a coupon'} and is hidden instead of deleted`)
  } else if (!force && (inDeals.has(id) || isChanged(product))) {
    undone.changedSince += 1
    undone.kept.push(`${name} was changed since and stays`)
  } else {
    undone.writes.push({ table: 'products', id, set: null })
    undone.deleted.push(id)
  }
}

/** Whether a new product has other rows than the import left. */
function isChanged({ recorded, current }: UndoneProduct): boolean {
  const rows = Object.values(current).flat()
  return (
    rows.length !== recorded.length ||
    recorded.some(({ table, id, digest }) => {
      const row = current[table].find((other) => other.id === id)
      return !row || record.digestOf(table, row) !== digest
    })
  )
}

/** Restores the old values of a product and its rows, and deletes its new rows. */
function restoreProduct(
  undone: UndoneBatch,
  { id: productId, name, recorded, current }: UndoneProduct,
  { ordered, categories, force }: Circumstances,
): void {
  const keep = (text: string): void => void undone.kept.push(text)
  const before = undone.writes.length
  for (const { table, id, is_new, set, digest } of recorded) {
    const row = current[table].find((other) => other.id === id)
    if (!row) {
      if (!is_new && table === 'variants') keep(`a variant of ${name} was deleted since`)
    } else if (!is_new) {
      const old = oldValues(row, set, name, keep)
      if (typeof old['category_id'] === 'number' && !categories.has(old['category_id'])) {
        delete old['category_id']
        keep(`the category of ${name}: the old one was deleted since`)
      }
      if (!isEmpty(old)) undone.writes.push({ table, id, set: old })
    } else if (table === 'variants' && ordered.has(id)) {
      keep(`variant ${id} of ${name} was ordered since`)
    } else if (!force && digest !== record.digestOf(table, row)) {
      keep(`variant ${id} of ${name} was changed since and stays`)
      undone.changedSince += 1
    } else undone.writes.push({ table, id, set: null })
  }
  if (undone.writes.length > before) undone.restored.push(productId)
}

/** The old values of the columns that have the imported value still. Price and MRP stay if one alone would be above. */
function oldValues(
  row: Row,
  changes: record.ValueChanges,
  name: string,
  keep: (text: string) => void,
): Record<string, unknown> {
  const set: Record<string, unknown> = {}
  for (const [column, [before, after]] of Object.entries(changes)) {
    if (row[column] === after) set[column] = before
    else if (row[column] !== before) keep(`${column} of ${name} was changed since`)
  }
  if (isAboveMrp({ ...row, ...set } as unknown as VariantRow)) {
    delete set['price']
    delete set['mrp']
    keep(`the price of ${name} was changed since`)
  }
  return set
}
