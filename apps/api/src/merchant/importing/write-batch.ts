/** Writes a planned batch within the caller's transaction, and records it for an undo. */
import type { Tx } from '../../db/database.ts'
import { liveDealPrices, listingOf } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { touchCatalogue } from '../../db/catalogue-revision.ts'
import { type BatchPlan, type Categories, differences } from './import-batch.ts'
import { recordChanges } from './import-changes.store.ts'
import * as store from './importing.store.ts'

export async function writeBatch(
  tx: Tx,
  plan: BatchPlan,
  { categories, now }: { categories: Categories; now: Date },
): Promise<void> {
  await store.insertAll(tx, plan.newRows)
  await store.updateRows(tx, 'products', await changedProducts(tx, plan, now))
  await store.updateRows(tx, 'variants', plan.changedVariants)
  await store.updateRows(tx, 'media', plan.changedMedia)
  if (plan.indexed.length > 0) await indexProducts(tx, plan.indexed)
  if (plan.products.some(({ outcome }) => outcome === 'changed')) await touchCatalogue(tx)
  await recordChanges(tx, plan.products, categories.created)
}

/** One update for each product: the planned columns and the listing columns that differ. */
async function changedProducts(
  tx: Tx,
  { changedProducts: planned, listed }: BatchPlan,
  now: Date,
): Promise<store.RowUpdate<store.NewProduct>[]> {
  const sets = new Map(planned.map(({ id, set }) => [id, set]))
  const dealPrices = await liveDealPrices(
    tx,
    listed.map(({ row }) => row.id),
    now,
  )
  for (const { row, variants, media } of listed) {
    const listing = listingOf(
      variants.toSorted((a, b) => Number(b.is_default) - Number(a.is_default)),
      media.filter(({ media_type }) => media_type === 'image').map(withVariant),
      dealPrices.get(row.id),
    )
    sets.set(row.id, { ...sets.get(row.id), ...differences<store.ProductRow>(row, listing) })
  }
  return [...sets].map(([id, set]) => ({ id, set }))
}

const withVariant = ({ variant_id = null, media_url }: store.MediaRow | store.NewMedia) => ({
  variant_id,
  media_url,
})
