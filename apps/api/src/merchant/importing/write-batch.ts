/** Writes a planned batch within the caller's transaction, and records it for an undo. */
import { pipelined, type Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexNewProducts, indexProducts } from '../../features/search/search-index.store.ts'
import { touchCatalogue } from '../../db/catalogue-revision.ts'
import type { BatchPlan, Categories } from './import-batch.ts'
import { recordChanges } from './import-changes.store.ts'
import * as store from './importing.store.ts'

/** Variants before products, as orders do. */
export async function writeBatch(
  tx: Tx,
  plan: BatchPlan,
  { categories, now }: { categories: Categories; now: Date },
): Promise<void> {
  const { products, variants } = plan.newRows
  await pipelined(tx, [
    () => store.insertAll(tx, plan.newRows),
    () => recordChanges(tx, plan.products, categories.created),
    () => indexNewProducts(tx, products, variants),
  ])
  await store.updateRows(tx, 'variants', plan.changedVariants)
  await store.updateRows(tx, 'media', plan.changedMedia)
  const changes = new Map(plan.changedProducts.map(({ id, set }) => [id, set]))
  const shown = [...changes.keys(), ...plan.listed]
  if (shown.length > 0) await refreshListings(tx, shown, now, changes)
  if (plan.indexed.length > 0) await indexProducts(tx, plan.indexed)
  if (plan.products.some(({ outcome }) => outcome === 'changed')) await touchCatalogue(tx)
}
