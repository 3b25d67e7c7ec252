/** Brings one batch of products into the shop, inside the caller's transaction. */
import type { Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { touchCatalogue } from '../../db/catalogue-revision.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import type { BatchContext, Ids, Known, Prepared, Sheets, Written } from './batch.ts'
import { changeProduct } from './change-product.ts'
import { createProduct, slugOf } from './create-product.ts'
import type { ProductDraft } from './draft.ts'
import * as store from './importing.store.ts'
import { matchVariant } from './merge.ts'

/** Every product of the batch is new, changed, unchanged or refused; keys are distinct within a batch. */
export async function writeBatch(tx: Tx, batch: Prepared[], context: BatchContext): Promise<Written> {
  const known = await readKnown(tx, batch)
  const sheets: Sheets = { products: [], variants: [], media: [], changed: [] }
  const written: Written = { outcomes: [], refusals: [], bare: [] }
  const ids = await idsFor(tx, batch, known)
  for (const prepared of batch) {
    const product = known.products.get(prepared.draft.key)
    const work = { tx, prepared, known, sheets, context, ids, refusals: written.refusals }
    const outcome = product ? await changeProduct(work, product) : await createProduct(work)
    written.outcomes.push(outcome)
    if (outcome !== 'refused' && isBare(prepared.draft, known)) written.bare.push(prepared.draft)
  }
  await store.insertAll(tx, sheets)
  const touched = [...sheets.products.map((row) => row.id ?? 0), ...sheets.changed]
  if (touched.length === 0) return written
  if (sheets.changed.length > 0) await refreshListings(tx, sheets.changed, context.now)
  if (context.index) await indexProducts(tx, touched)
  else await touchCatalogue(tx)
  return written
}

async function readKnown(tx: Tx, batch: Prepared[]): Promise<Known> {
  const drafts = batch.map(({ draft }) => draft)
  const keys = drafts.map(({ key }) => key)
  const products = await store.findProductsByKey(tx, keys)
  const ids = [...products.values()].map((row) => row.id)
  const skus = drafts.flatMap(({ variants }) => variants.flatMap(({ values }) => values.sku ?? []))
  const slugs = drafts.filter(({ key }) => !products.has(key)).map(slugOf)
  return {
    products,
    variants: Map.groupBy(await store.findVariantsOf(tx, ids), (row) => row.product_id),
    media: Map.groupBy(await store.findMediaOf(tx, ids), (row) => row.product_id),
    skus: await store.findSkuOwners(tx, skus),
    slugs: await store.findTakenSlugs(tx, slugs),
  }
}

const variantsBefore = ({ products, variants }: Known, key: string): store.VariantRow[] =>
  variants.get(products.get(key)?.id ?? 0) ?? []

const isBare = (draft: ProductDraft, known: Known): boolean =>
  draft.product !== null &&
  (draft.product.is_published ?? true) &&
  draft.variants.length === 0 &&
  variantsBefore(known, draft.key).length === 0

async function idsFor(tx: Tx, batch: Prepared[], known: Known): Promise<Ids> {
  const drafts = batch.map(({ draft }) => draft)
  const products = drafts.filter(({ key }) => !known.products.has(key)).length
  const fresh = drafts.flatMap(({ key, variants }) => {
    const before = variantsBefore(known, key)
    return variants.filter((variant) => !matchVariant(before, variant))
  })
  return {
    products: (await store.reserveIds(tx, 'products', products)).toReversed(),
    variants: (await store.reserveIds(tx, 'variants', fresh.length)).toReversed(),
  }
}
