/** Restores what an import changed in existing products. What was ordered or changed since stays. */
import type { Reader, Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { digestOfVariant, type ImportChange, type ValueChanges } from './import-changes.ts'
import * as record from './import-changes.store.ts'
import type { ChangeRow } from './import-changes.store.ts'
import * as store from './importing.store.ts'

/** What an undo writes for a batch of changed products. */
interface Restoration {
  products: store.RowUpdate<store.NewProduct>[]
  variants: store.RowUpdate<store.NewVariant>[]
  media: store.RowUpdate<store.NewMedia>[]
  deletedVariants: number[]
  deletedMedia: number[]
  /** Ids of products of which something is restored. */
  restored: number[]
  /** Ids of the changes of which nothing is left to undo. */
  done: number[]
  /** How many new variants stay because they were changed since. */
  changedVariants: number
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

/** @param tx null in a dry run */
export async function restoreBatch(
  source: Reader,
  tx: Tx | null,
  rows: ChangeRow[],
  { now, force }: { now: Date; force: boolean },
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
    done: [],
    changedVariants: 0,
    kept: [],
  }
  for (const { id, product_id, change } of rows) {
    const keptBefore = restoration.changedVariants
    const product = current.products.get(product_id ?? 0)
    if (product) restoreProduct(restoration, current, product, force ? { ...change, digests: {} } : change)
    else restoration.kept.push(`product ${product_id} was deleted since`)
    if (restoration.changedVariants === keptBefore) restoration.done.push(id)
  }
  if (tx) await writeRestoration(tx, restoration, now)
  return restoration
}

async function writeRestoration(tx: Tx, restoration: Restoration, now: Date): Promise<void> {
  await record.deleteMedia(tx, restoration.deletedMedia)
  await record.deleteVariants(tx, restoration.deletedVariants)
  await store.updateProducts(tx, restoration.products, now)
  await store.updateRows(tx, 'variants', restoration.variants)
  await store.updateRows(tx, 'media', restoration.media)
  await refreshListings(tx, restoration.restored, now)
  await indexProducts(tx, restoration.restored)
  await record.deleteChanges(tx, restoration.done)
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
    const row = variants.get(id)
    const digest = change.digests?.variants?.[id]
    if (ordered.has(id)) kept.push(`variant ${id} of ${name} was ordered since`)
    else if (row && digest !== undefined && digest !== digestOfVariant(row)) {
      kept.push(`variant ${id} of ${name} was changed since and stays`)
      restoration.changedVariants += 1
    } else if (row) isRestored = restoration.deletedVariants.push(id) > 0
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
 * @param onKept called with each column that has neither the imported nor the old value
 */
function oldValues<Row extends object>(
  row: Row,
  changes: ValueChanges,
  onKept: (column: string) => void,
): Partial<Row> {
  const set: Record<string, unknown> = {}
  for (const [column, [before, after]] of Object.entries(changes)) {
    if (row[column as keyof Row] === after) set[column] = before
    else if (row[column as keyof Row] !== before) onKept(column)
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
