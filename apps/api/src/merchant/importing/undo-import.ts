/**
 * Takes back the last import that changed something: deletes what it created and restores what it changed. What was
 * ordered or changed since stays. It can be stopped and run again.
 */
import type { Database, Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { isAboveMrp, isEmpty } from '../catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { type ImportedShop, onShopOrCopy } from './dry-run.ts'
import * as record from './import-record.store.ts'
import * as store from './importing.store.ts'
import type { CatalogueTable } from './importing.store.ts'

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
    const batches: UndoneBatch[] = []
    for (let start = 0; start < changes.length; start += BATCH) {
      const some = changes.slice(start, start + BATCH)
      batches.push(await db.transaction((tx) => undoBatch(tx, some, { force, now: shop.now() })))
      onProgress?.({ done: start + some.length, total: changes.length })
    }
    const total = (number: (batch: UndoneBatch) => number): number =>
      batches.reduce((sum, batch) => sum + number(batch), 0)
    const changed_since = total((batch) => batch.changedSince)
    const kept = batches.flatMap((batch) => batch.kept)
    return {
      file: recorded.file,
      at: recorded.at,
      deleted: total((batch) => batch.deleted.length),
      hidden: total((batch) => batch.hidden.length),
      restored: total((batch) => batch.restored.length),
      categories: await endUndo(db, changed_since),
      kept: kept.length,
      changed_since,
      kept_examples: kept.slice(0, KEPT_SHOWN),
      dry_run: dryRun,
    }
  })
}

/** What stays because it was changed since can still be deleted by force. @returns the number of deleted categories */
const endUndo = (db: Database, changedSince: number): Promise<number> =>
  db.transaction(async (tx) => {
    const deleted = await record.deleteEmptyCategories(tx)
    if (changedSince === 0) await record.deleteRecord(tx)
    return deleted
  })

type Row = { id: number } & Record<string, unknown>
/** A product with its variants and media, as they are now. */
type Current = Record<CatalogueTable, Row[]>

/** What a batch writes, and what it leaves as it is. */
class UndoneBatch {
  /** Ids of products. */
  readonly deleted: number[] = []
  readonly hidden: number[] = []
  readonly restored: number[] = []
  readonly kept: string[] = []
  changedSince = 0
  readonly deletions: Record<CatalogueTable, number[]> = { products: [], variants: [], media: [] }
  readonly updates: Record<CatalogueTable, { id: number; set: Record<string, unknown> }[]> = {
    products: [],
    variants: [],
    media: [],
  }
}

interface Circumstances extends record.Uses {
  categories: Set<number>
  force: boolean
}

async function undoBatch(
  tx: Tx,
  changes: [productId: number, change: record.RecordedChange][],
  { force, now }: { force: boolean; now: Date },
): Promise<UndoneBatch> {
  const ids = changes.map(([id]) => id)
  const products = await store.findProductsById(tx, ids)
  const variants = await store.findVariantsOf(tx, ids)
  const media = await store.findMediaOf(tx, ids)
  const categories = new Set((await store.findAllCategories(tx)).map(({ id }) => id))
  const circumstances = { ...(await record.findUses(tx, ids)), categories, force }
  const undone = new UndoneBatch()
  const done: number[] = []
  for (const [id, change] of changes) {
    const changedBefore = undone.changedSince
    const current: Current = {
      products: products.filter((row) => row.id === id),
      variants: variants.filter((row) => row.product_id === id),
      media: media.filter((row) => row.product_id === id),
    }
    if (change.products.some(({ is_new }) => is_new)) removeProduct(undone, current, change, circumstances)
    else if (current.products.length > 0) restoreProduct(undone, current, change, circumstances)
    else undone.kept.push(`product ${id} was deleted since`)
    if (undone.changedSince === changedBefore) done.push(id)
  }
  await writeUndone(tx, undone, now)
  await record.deleteRecorded(tx, done)
  return undone
}

async function writeUndone(tx: Tx, undone: UndoneBatch, now: Date): Promise<void> {
  for (const table of ['media', 'variants', 'products'] as const) {
    await store.deleteRows(tx, table, undone.deletions[table])
    await store.updateRows(tx, table, undone.updates[table])
  }
  const shown = [...undone.hidden, ...undone.restored]
  const changed = shown.map((id) => ({ id, set: { updated_at: now } }))
  await store.updateRows(tx, 'products', changed)
  await refreshListings(tx, shown, now)
  await indexProducts(tx, [...shown, ...undone.deleted])
}

const nameOf = ({ products: [product] }: Current): string =>
  `product ${product?.id} "${String(product?.['name'])}"`

/** Deletes a new product. One that orders or coupons name is hidden instead; one changed since stays. */
function removeProduct(
  undone: UndoneBatch,
  current: Current,
  change: record.RecordedChange,
  { ordered, inCoupons, inDeals, force }: Circumstances,
): void {
  const [product] = current.products
  if (!product) return
  const { id } = product
  const isOrdered = current.variants.some((row) => ordered.has(row.id))
  if (isOrdered || inCoupons.has(id)) {
    undone.hidden.push(id)
    undone.updates.products.push({ id, set: { is_published: false } })
    const where = isOrdered ? 'an order' : 'a coupon'
    undone.kept.push(`${nameOf(current)} is in ${where} and is hidden instead of deleted`)
  } else if (!force && (inDeals.has(id) || TABLES.some((table) => differs(table, current, change)))) {
    undone.changedSince += 1
    undone.kept.push(`${nameOf(current)} was changed since and stays`)
  } else {
    undone.deletions.products.push(id)
    undone.deleted.push(id)
  }
}

const TABLES = ['products', 'variants', 'media'] as const

/** Whether a new product has other rows than the import left. */
function differs(table: CatalogueTable, current: Current, change: record.RecordedChange): boolean {
  const digests = new Map(change[table].map(({ id, digest }) => [id, digest]))
  return (
    current[table].length !== digests.size ||
    current[table].some((row) => digests.get(row.id) !== record.digestOf(table, row))
  )
}

/** Restores the old values of a product and its rows, and deletes its new rows. */
function restoreProduct(
  undone: UndoneBatch,
  current: Current,
  change: record.RecordedChange,
  { ordered, categories, force }: Circumstances,
): void {
  const [name, keep] = [nameOf(current), (text: string) => void undone.kept.push(text)]
  let isRestored = false
  const restore = (table: CatalogueTable, recorded: record.RecordedRow): void => {
    const { id, is_new, set, digest } = recorded
    const row = current[table].find((other) => other.id === id)
    if (!row) {
      if (!is_new && table === 'variants') keep(`a variant of ${name} was deleted since`)
    } else if (!is_new) {
      const old = oldValues(row, set, name, keep)
      if (table === 'variants') keepPriceBelowMrp(row, old, name, keep)
      if (typeof old['category_id'] === 'number' && !categories.has(old['category_id'])) {
        delete old['category_id']
        keep(`the category of ${name}: the old one was deleted since`)
      }
      if (!isEmpty(old)) isRestored = undone.updates[table].push({ id, set: old }) > 0
    } else if (table === 'variants' && ordered.has(id)) {
      keep(`variant ${id} of ${name} was ordered since`)
    } else if (!force && digest !== record.digestOf(table, row)) {
      keep(`variant ${id} of ${name} was changed since and stays`)
      undone.changedSince += 1
    } else isRestored = undone.deletions[table].push(id) > 0
  }
  for (const table of TABLES) for (const row of change[table]) restore(table, row)
  if (isRestored) undone.restored.push(current.products[0]?.id ?? 0)
}

type Keep = (text: string) => void

/** The old values of the columns that have the imported value still. */
function oldValues(
  row: Row,
  changes: record.ValueChanges,
  name: string,
  keep: Keep,
): Record<string, unknown> {
  const set: Record<string, unknown> = {}
  for (const [column, [before, after]] of Object.entries(changes)) {
    if (row[column] === after) set[column] = before
    else if (row[column] !== before) keep(`${column} of ${name} was changed since`)
  }
  return set
}

/** Price and MRP stay together if one alone would put the price above the MRP. */
function keepPriceBelowMrp(row: Row, set: Record<string, unknown>, name: string, keep: Keep): void {
  const { price, mrp } = { ...row, ...set } as unknown as { price: number; mrp: number | null }
  if (!isAboveMrp({ price, mrp })) return
  delete set['price']
  delete set['mrp']
  keep(`the price of ${name} was changed since`)
}
