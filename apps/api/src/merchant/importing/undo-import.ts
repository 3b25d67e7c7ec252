/**
 * Takes back the last import that changed something: deletes what it created and restores what it changed. What was
 * ordered or changed since stays. It can be stopped and run again.
 */
import { ID_MAX } from '@haat/contract/wire'
import type { Database, Reader, Tx } from '../../db/database.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { digestOfProduct, digestOfVariant } from './import-changes.ts'
import * as record from './import-changes.store.ts'
import * as store from './importing.store.ts'
import { restoreBatch } from './restore-changes.ts'
import { UserError } from '../user-error.ts'

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
export async function undoImport(
  { db, now }: { db: Database; now: () => Date },
  { dryRun = false, force = false, onProgress }: UndoOptions = {},
): Promise<UndoResult> {
  const recorded = await record.findRecordedImport(db)
  if (!recorded)
    throw new UserError('There is no import to undo: only the last import can be undone, and only once.')
  const created = await record.findCreatedProducts(db)
  const changedTotal = await record.countChanges(db)
  const result: UndoResult = {
    file: recorded.file,
    at: recorded.at,
    deleted: 0,
    hidden: 0,
    restored: 0,
    categories: 0,
    kept: 0,
    changed_since: 0,
    kept_examples: [],
    dry_run: dryRun,
  }
  const run = <T>(work: (source: Tx | Reader, tx: Tx | null) => Promise<T>): Promise<T> =>
    dryRun ? work(db, null) : db.transaction((tx) => work(tx, tx))
  const progress = { done: 0, total: created.length + changedTotal }
  const note = (part: Partial<UndoResult>, kept: string[], done: number): void => {
    result.deleted += part.deleted ?? 0
    result.hidden += part.hidden ?? 0
    result.changed_since += part.changed_since ?? 0
    result.kept += kept.length
    result.kept_examples = [...result.kept_examples, ...kept].slice(0, KEPT_SHOWN)
    progress.done += done
    onProgress?.(progress)
  }
  const isCreated = new Set(created)
  const restored = new Set<number>()
  /** The old category of products that return to it, by product; null for deleted products. */
  const moved = new Map<number, number | null>()
  for (let before = ID_MAX; ;) {
    const rows = await record.findChanges(db, before, BATCH)
    if (rows.length === 0) break
    const relevant = rows.filter(({ product_id }) => !isCreated.has(product_id ?? 0))
    const part = await run((source, tx) => restoreBatch(source, tx, relevant, { now: now(), force }))
    for (const id of part.restored) restored.add(id)
    for (const { id, set } of part.products) if (set.category_id) moved.set(id, set.category_id)
    note({ changed_since: part.changedVariants }, part.kept, rows.length)
    before = rows.at(-1)?.id ?? 0
  }
  result.restored = restored.size
  for (let start = 0; start < created.length; start += BATCH) {
    const ids = created.slice(start, start + BATCH)
    const part = await run((source, tx) => removeBatch(source, tx, ids, force))
    for (const id of part.deleted) moved.set(id, null)
    const counts = {
      deleted: part.deleted.length,
      hidden: part.hidden.length,
      changed_since: part.changed.length,
    }
    note(counts, part.kept, ids.length)
  }
  result.categories = await run(async (source, tx) => {
    const empty = await emptyCategories(source, moved)
    if (!tx) return empty.length
    await record.deleteCategories(tx, empty)
    // What stays because it was changed since can still be deleted by force.
    if (result.changed_since === 0) await record.deleteRecord(tx)
    await store.deleteProgress(tx, recorded.import_id)
    return empty.length
  })
  return result
}

/** The new categories that nothing uses any more, deepest first. */
async function emptyCategories(source: Reader, moved: ReadonlyMap<number, number | null>): Promise<number[]> {
  const uses = await record.countCategoryUses(source, moved)
  const parents = new Map((await store.findAllCategories(source)).map((row) => [row.id, row.parent_id]))
  return (await record.findCreatedCategories(source)).toReversed().filter((id) => {
    if (!parents.has(id) || (uses.get(id) ?? 0) > 0) return false
    const parent = parents.get(id) ?? 0
    uses.set(parent, (uses.get(parent) ?? 0) - 1)
    return true
  })
}

/** Deletes new products. Those that orders or coupons name are hidden instead; those changed since stay. */
async function removeBatch(source: Reader, tx: Tx | null, ids: number[], force: boolean) {
  const rows = await store.findProductsById(source, ids)
  const variants = await store.findVariantsOf(source, ids)
  const ordered = await record.findOrderedVariants(
    source,
    variants.map((row) => row.id),
  )
  const inCoupons = await record.findProductsOfCoupons(source, ids)
  const inOrders = new Set(variants.filter((row) => ordered.has(row.id)).map((row) => row.product_id))
  const hidden = rows.filter(({ id }) => inOrders.has(id) || inCoupons.has(id))
  const hiddenIds = hidden.map((row) => row.id)
  const free = rows.filter(({ id }) => !hiddenIds.includes(id))
  const changed = force ? [] : await changedProducts(source, free, variants)
  const deleted = free.filter((row) => !changed.includes(row)).map((row) => row.id)
  const kept = [
    ...hidden.map(
      ({ id, name }) =>
        `product ${id} "${name}" is in ${inOrders.has(id) ? 'an order' : 'a coupon'} and is hidden instead of deleted`,
    ),
    ...changed.map(({ id, name }) => `product ${id} "${name}" was changed since and stays`),
  ]
  if (tx) {
    await record.deleteProducts(tx, deleted)
    await store.updateRows(
      tx,
      'products',
      hiddenIds.map((id) => ({ id, set: { is_published: false } })),
    )
    await indexProducts(tx, ids)
    const done = ids.filter((id) => !changed.some((row) => row.id === id))
    await record.deleteChangesOf(tx, done)
  }
  return { deleted, hidden: hiddenIds, changed, kept }
}

/** The new products that somebody has changed since, or has made a deal for. */
async function changedProducts(
  source: Reader,
  rows: store.ProductRow[],
  variants: store.VariantRow[],
): Promise<store.ProductRow[]> {
  const ids = rows.map((row) => row.id)
  const written = await record.findDigests(source, ids)
  const deals = await record.findProductsWithDeals(source, ids)
  const variantsOf = Map.groupBy(variants, (row) => row.product_id)
  const mediaOf = Map.groupBy(await store.findMediaOf(source, ids), (row) => row.product_id)
  return rows.filter((row) => {
    const digests = written.get(row.id)
    if (deals.has(row.id)) return true
    // Older versions recorded no digests.
    if (!digests) return false
    const current = variantsOf.get(row.id) ?? []
    return (
      digests.product !== digestOfProduct(row, mediaOf.get(row.id)?.length ?? 0) ||
      Object.keys(digests.variants ?? {}).length !== current.length ||
      current.some((variant) => digests.variants?.[variant.id] !== digestOfVariant(variant))
    )
  })
}
