/**
 * Takes back the last import that changed something: deletes what it created and restores what it changed. What was
 * ordered or changed since stays. It can be stopped and run again.
 */
import { ID_MAX } from '@haat/contract/wire'
import type { Database, Reader, Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import type { ImportChange, ValueChanges } from './import-changes.ts'
import * as record from './import-changes.store.ts'
import type { ChangeRow } from './import-changes.store.ts'
import * as store from './importing.store.ts'
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
  /** Descriptions of the first of them. */
  kept_examples: string[]
  dry_run: boolean
}

export interface UndoOptions {
  /** Writes nothing and only reports what the undo would do. */
  dryRun?: boolean
  /** Called after each batch. */
  onProgress?: (progress: { done: number; total: number }) => void
}

/** @throws UserError when no import is recorded */
export async function undoImport(
  { db, now }: { db: Database; now: () => Date },
  { dryRun = false, onProgress }: UndoOptions = {},
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
    kept_examples: [],
    dry_run: dryRun,
  }
  const run = <T>(work: (source: Tx | Reader, tx: Tx | null) => Promise<T>): Promise<T> =>
    dryRun ? work(db, null) : db.transaction((tx) => work(tx, tx))
  const progress = { done: 0, total: created.length + changedTotal }
  const note = (part: Partial<UndoResult>, kept: string[], done: number): void => {
    result.deleted += part.deleted ?? 0
    result.hidden += part.hidden ?? 0
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
    const part = await run((source, tx) => restoreBatch(source, tx, relevant, now()))
    for (const id of part.restored) restored.add(id)
    for (const { id, set } of part.products) if (set.category_id) moved.set(id, set.category_id)
    note({}, part.kept, rows.length)
    before = rows.at(-1)?.id ?? 0
  }
  result.restored = restored.size
  for (let start = 0; start < created.length; start += BATCH) {
    const ids = created.slice(start, start + BATCH)
    const part = await run((source, tx) => removeBatch(source, tx, ids))
    for (const id of part.deleted) moved.set(id, null)
    note({ deleted: part.deleted.length, hidden: part.hidden.length }, part.kept, ids.length)
  }
  result.categories = await run(async (source, tx) => {
    const empty = await emptyCategories(source, moved)
    if (!tx) return empty.length
    await record.deleteCategories(tx, empty)
    await record.deleteRecord(tx)
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

/** Deletes new products. Those that orders or coupons name are hidden instead. */
async function removeBatch(source: Reader, tx: Tx | null, ids: number[]) {
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
  const deleted = rows.map((row) => row.id).filter((id) => !hiddenIds.includes(id))
  const kept = hidden.map(
    ({ id, name }) =>
      `product ${id} "${name}" is in ${inOrders.has(id) ? 'an order' : 'a coupon'} and is hidden instead of deleted`,
  )
  if (tx) {
    await record.deleteProducts(tx, deleted)
    await store.updateRows(
      tx,
      'products',
      hiddenIds.map((id) => ({ id, set: { is_published: false } })),
    )
    await indexProducts(tx, ids)
    await record.deleteChangesOf(tx, ids)
  }
  return { deleted, hidden: hiddenIds, kept }
}

/** What an undo writes for a batch of changed products. */
interface Restoration {
  products: store.RowUpdate<store.NewProduct>[]
  variants: store.RowUpdate<store.NewVariant>[]
  media: store.RowUpdate<store.NewMedia>[]
  deletedVariants: number[]
  deletedMedia: number[]
  /** Ids of products of which something is restored. */
  restored: number[]
  /** What stays as it is, in words. */
  kept: string[]
}

/** The rows that changes refer to. */
interface Current {
  products: Map<number, store.ProductRow>
  variants: Map<number, store.VariantRow>
  media: store.MediaRow[]
  ordered: Set<number>
  categories: Set<number>
}

async function restoreBatch(
  source: Reader,
  tx: Tx | null,
  rows: ChangeRow[],
  now: Date,
): Promise<Restoration> {
  const ids = rows.flatMap(({ product_id }) => product_id ?? [])
  const variants = await store.findVariantsOf(source, ids)
  const current: Current = {
    products: new Map((await store.findProductsById(source, ids)).map((row) => [row.id, row])),
    variants: new Map(variants.map((row) => [row.id, row])),
    media: await store.findMediaOf(source, ids),
    ordered: await record.findOrderedVariants(
      source,
      rows.flatMap(({ change }) => change.new_variants ?? []),
    ),
    categories: new Set((await store.findAllCategories(source)).map((row) => row.id)),
  }
  const restoration: Restoration = {
    products: [],
    variants: [],
    media: [],
    deletedVariants: [],
    deletedMedia: [],
    restored: [],
    kept: [],
  }
  for (const { product_id, change } of rows) {
    const product = current.products.get(product_id ?? 0)
    if (product) restoreProduct(restoration, current, product, change)
    else restoration.kept.push(`product ${product_id} was deleted since`)
  }
  if (tx) await writeRestoration(tx, restoration, rows, now)
  return restoration
}

async function writeRestoration(
  tx: Tx,
  restoration: Restoration,
  rows: ChangeRow[],
  now: Date,
): Promise<void> {
  await record.deleteMedia(tx, restoration.deletedMedia)
  await record.deleteVariants(tx, restoration.deletedVariants)
  await store.updateRows(tx, 'products', restoration.products)
  await store.updateRows(tx, 'variants', restoration.variants)
  await store.updateRows(tx, 'media', restoration.media)
  await refreshListings(tx, restoration.restored, now)
  await indexProducts(tx, restoration.restored)
  await record.deleteChanges(
    tx,
    rows.map((row) => row.id),
  )
}

function restoreProduct(
  restoration: Restoration,
  { variants, media, ordered, categories }: Current,
  product: store.ProductRow,
  change: ImportChange,
): void {
  const { kept } = restoration
  const name = `product ${product.id} "${product.name}"`
  let isRestored = false
  const set = oldValues(product, change.product ?? {}, (column) =>
    kept.push(`${column} of ${name} was changed since`),
  )
  if (typeof set.category_id === 'number' && !categories.has(set.category_id)) {
    delete set.category_id
    kept.push(`the category of ${name}: the old one was deleted since`)
  }
  if (Object.keys(set).length > 0) isRestored = restoration.products.push({ id: product.id, set }) > 0
  for (const changed of change.variants ?? []) {
    const row = variants.get(changed.id)
    if (!row) kept.push(`a variant of ${name} was deleted since`)
    const old =
      row &&
      restorableVariant(row, changed.set, (column) => kept.push(`${column} of ${name} was changed since`))
    if (old && Object.keys(old).length > 0)
      isRestored = restoration.variants.push({ id: changed.id, set: old }) > 0
  }
  for (const id of change.new_variants ?? []) {
    if (ordered.has(id)) kept.push(`variant ${id} of ${name} was ordered since`)
    else if (variants.has(id)) isRestored = restoration.deletedVariants.push(id) > 0
  }
  for (const { variant_id, media_url } of change.media ?? []) {
    const row = media.find(
      (other) =>
        other.product_id === product.id && other.variant_id === variant_id && other.media_url === media_url,
    )
    if (row) isRestored = restoration.deletedMedia.push(row.id) > 0
  }
  for (const alt of change.alts ?? []) {
    const row = media.find((other) => other.id === alt.id)
    const old =
      row && oldValues(row, alt.set, () => kept.push(`a picture's text of ${name} was changed since`))
    if (old && Object.keys(old).length > 0) isRestored = restoration.media.push({ id: alt.id, set: old }) > 0
  }
  if (isRestored) restoration.restored.push(product.id)
}

/**
 * The old values of the columns that have the imported value still.
 *
 * @param onKept called with each other column
 */
function oldValues<Row extends object>(
  row: Row,
  changes: ValueChanges,
  onKept: (column: string) => void,
): Partial<Row> {
  const set: Record<string, unknown> = {}
  for (const [column, [before, after]] of Object.entries(changes)) {
    if (row[column as keyof Row] === after) set[column] = before
    else onKept(column)
  }
  return set as Partial<Row>
}

/** Price and MRP stay together if one alone would put the price above the MRP. */
function restorableVariant(
  row: store.VariantRow,
  changes: ValueChanges,
  onKept: (column: string) => void,
): Partial<store.VariantRow> {
  const set = oldValues(row, changes, onKept)
  const { price, mrp } = { ...row, ...set }
  if (mrp === null || mrp >= price) return set
  const { price: _price, mrp: _mrp, ...others } = set
  onKept('the price')
  return others
}
