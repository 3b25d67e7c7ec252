/** Writes one batch of products within the caller's transaction. */
import type { Tx } from '../../db/database.ts'
import { listingOf, refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { touchCatalogue } from '../../db/catalogue-revision.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import type { RejectedRow } from './layouts/fields.ts'
import {
  type BatchContext,
  type BatchItem,
  type BatchResult,
  checkVariantChange,
  differences,
  isEmpty,
  isSameMedium,
  matchVariant,
  newVariant,
  type ImportOutcome,
  shortHash,
  slugify,
  variantColumns,
} from './import-batch.ts'
import * as store from './importing.store.ts'
import type { ProductDraft, VariantDraft } from './product-drafts.ts'

/** The rows that the batch's products have in the shop, and what new rows must not collide with. */
interface Existing {
  /** By key. */
  products: Map<string, store.ProductRow>
  /** By product id. */
  variants: Map<number, store.VariantRow[]>
  /** By product id. */
  media: Map<number, store.MediaRow[]>
  /** The product id of each SKU. */
  skus: Map<string, number>
  slugs: Set<string>
}

interface NewRows {
  products: store.NewProduct[]
  variants: store.NewVariant[]
  media: store.NewMedia[]
}

/** What writing each product of a batch needs and adds to. */
interface Batch {
  tx: Tx
  context: BatchContext
  existing: Existing
  newRows: NewRows
  /** Ids reserved for new rows, the next one last. */
  productIds: number[]
  variantIds: number[]
  changedProductIds: number[]
  rejected: RejectedRow[]
}

/** @param items products with distinct keys */
export async function writeBatch(tx: Tx, items: BatchItem[], context: BatchContext): Promise<BatchResult> {
  const drafts = items.map(({ draft }) => draft)
  const existing = await readExisting(tx, drafts)
  const newRows: NewRows = { products: [], variants: [], media: [] }
  const ids = await allocateIds(tx, drafts, existing)
  const batch: Batch = { tx, context, existing, newRows, ...ids, changedProductIds: [], rejected: [] }
  const outcomes: ImportOutcome[] = []
  const withoutVariants: ProductDraft[] = []
  for (const item of items) {
    const row = existing.products.get(item.draft.key)
    const outcome = row ? await changeProduct(batch, item, row) : await createProduct(batch, item)
    outcomes.push(outcome)
    if (outcome !== 'refused' && lacksVariants(item.draft, existing)) withoutVariants.push(item.draft)
  }
  await store.insertAll(tx, newRows)
  const touched = [...newRows.products.map((row) => row.id ?? 0), ...batch.changedProductIds]
  if (touched.length > 0) {
    if (batch.changedProductIds.length > 0) await refreshListings(tx, batch.changedProductIds, context.now)
    if (context.updateIndex) await indexProducts(tx, touched)
    else await touchCatalogue(tx)
  }
  return { outcomes, rejected: batch.rejected, withoutVariants }
}

async function readExisting(tx: Tx, drafts: ProductDraft[]): Promise<Existing> {
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

const existingVariants = ({ products, variants }: Existing, key: string): store.VariantRow[] =>
  variants.get(products.get(key)?.id ?? 0) ?? []

/** Whether the product would be visible if it had a variant. */
const lacksVariants = ({ key, product, variants }: ProductDraft, existing: Existing): boolean =>
  product !== null &&
  (product.is_published ?? true) &&
  variants.length === 0 &&
  existingVariants(existing, key).length === 0

async function allocateIds(
  tx: Tx,
  drafts: ProductDraft[],
  existing: Existing,
): Promise<{ productIds: number[]; variantIds: number[] }> {
  const newProducts = drafts.filter(({ key }) => !existing.products.has(key)).length
  const newVariants = drafts.flatMap(({ key, variants }) => {
    const rows = existingVariants(existing, key)
    return variants.filter((variant) => !matchVariant(rows, variant))
  }).length
  return {
    productIds: (await store.allocateIds(tx, 'products', newProducts)).toReversed(),
    variantIds: (await store.allocateIds(tx, 'variants', newVariants)).toReversed(),
  }
}

/**
 * The draft's variants, with their position in the draft, whose SKU no other product has. Rejects the others.
 *
 * @param productId undefined for a new product
 */
function acceptVariants(
  { existing, rejected }: Batch,
  draft: ProductDraft,
  productId: number | undefined,
): { variant: VariantDraft; at: number }[] {
  return draft.variants.flatMap((variant, at) => {
    const { sku } = variant.values
    const owner = sku ? existing.skus.get(sku) : undefined
    if (owner === undefined || owner === productId) return [{ variant, at }]
    const { line, cell } = variant
    const reason = `Product ${owner} has this SKU already`
    rejected.push({ line, column: cell.column, value: sku ?? '', reason })
    return []
  })
}

const slugOf = ({ key, product }: ProductDraft): string => slugify(product?.slug ?? product?.name ?? key)

function takeSlug(draft: ProductDraft, taken: Set<string>): string {
  const plainSlug = slugOf(draft)
  const slug = taken.has(plainSlug) ? `${plainSlug}-${shortHash(draft.key)}` : plainSlug
  taken.add(slug)
  return slug
}

async function createProduct(batch: Batch, item: BatchItem): Promise<ImportOutcome> {
  const { tx, context, newRows } = batch
  const { draft } = item
  const { key, product } = draft
  if (product === null) {
    const { column, text: value } = draft.cell
    const reason = 'There is no name, and no product with this key yet'
    const lines = new Set([draft.line, ...draft.variants.map(({ line }) => line)])
    for (const line of lines) batch.rejected.push({ line, column, value, reason })
    return 'refused'
  }
  const accepted = acceptVariants(batch, draft, undefined)
  if (accepted.length === 0 && draft.variants.length > 0) return 'refused'
  const id = batch.productIds.pop() ?? 0
  const variants = accepted.map(({ variant }, position) =>
    newVariant(variant, {
      id: batch.variantIds.pop() ?? 0,
      product_id: id,
      position,
      stock: context.defaultStock,
    }),
  )
  const media = [
    ...item.media.map((medium) => ({ ...medium, product_id: id, variant_id: null })),
    ...accepted.flatMap(({ at }, index) =>
      (item.variantMedia[at] ?? []).map((medium) => ({
        ...medium,
        product_id: id,
        variant_id: variants[index]?.id ?? null,
      })),
    ),
  ].map((row, position) => ({ ...row, position }))
  newRows.products.push({
    id,
    slug: takeSlug(draft, batch.existing.slugs),
    name: product.name ?? '',
    brand: product.brand ?? 'Unbranded',
    category_id: await context.categories.idOf(tx, product.category ?? ['Uncategorised']),
    short_description: product.short_description ?? '',
    description: product.description ?? '',
    hsn: product.hsn ?? null,
    gst_rate: product.gst_rate ?? null,
    country_of_origin: product.country_of_origin ?? '',
    rating: product.rating ?? 0,
    is_new_arrival: product.is_new_arrival ?? false,
    is_featured: product.is_featured ?? false,
    is_on_sale: product.is_on_sale ?? false,
    created_at: product.created_at ?? context.now,
    external_key: key,
    // A product without variants is not published.
    is_published: variants.length > 0 && (product.is_published ?? true),
    ...listingOf(
      variants,
      media.filter((row) => row.media_type === 'image'),
    ),
  })
  newRows.variants.push(...variants)
  newRows.media.push(...media)
  return 'created'
}

/** Writes the values that the file gives and that differ; what the file does not mention stays. */
async function changeProduct(batch: Batch, item: BatchItem, row: store.ProductRow): Promise<ImportOutcome> {
  const { tx, context, existing } = batch
  const { draft } = item
  const before = existing.variants.get(row.id) ?? []
  const rejectedBefore = batch.rejected.length
  const variants = await changeVariants(batch, draft, row, before)
  const changes = await productChanges(batch, draft, row, before.length + variants.added > 0)
  if (before.length === 0 && variants.added > 0 && context.awaitsVariants(draft.key))
    changes.is_published = true
  if (!isEmpty(changes)) await store.updateProduct(tx, row.id, changes)
  const mediaChanged = await changeMedia(batch, item, row, variants.ids)
  if (!isEmpty(changes) || variants.changed || mediaChanged) {
    batch.changedProductIds.push(row.id)
    return 'changed'
  }
  const noneAccepted = draft.variants.length > 0 && variants.accepted === 0
  return noneAccepted && batch.rejected.length > rejectedBefore ? 'refused' : 'unchanged'
}

async function productChanges(
  { tx, context }: Batch,
  { product }: ProductDraft,
  row: store.ProductRow,
  hasVariants: boolean,
): Promise<Partial<store.NewProduct>> {
  if (product === null) return {}
  return differences<store.ProductRow>(row, {
    name: product.name,
    brand: product.brand,
    short_description: product.short_description,
    description: product.description,
    hsn: product.hsn,
    gst_rate: product.gst_rate,
    country_of_origin: product.country_of_origin,
    rating: product.rating,
    is_new_arrival: product.is_new_arrival,
    is_featured: product.is_featured,
    is_on_sale: product.is_on_sale,
    is_published: product.is_published && hasVariants,
    category_id: product.category && (await context.categories.idOf(tx, product.category)),
  })
}

interface VariantChanges {
  changed: boolean
  accepted: number
  added: number
  /** Ids of the draft's variants; null for rejected ones. */
  ids: (number | null)[]
}

async function changeVariants(
  batch: Batch,
  draft: ProductDraft,
  row: store.ProductRow,
  before: store.VariantRow[],
): Promise<VariantChanges> {
  const result: VariantChanges = {
    changed: false,
    accepted: 0,
    added: 0,
    ids: draft.variants.map(() => null),
  }
  for (const { variant, at } of acceptVariants(batch, draft, row.id)) {
    const match = matchVariant(before, variant)
    if (match) {
      const rejection = checkVariantChange(variant, match)
      if (rejection) {
        batch.rejected.push(rejection)
        continue
      }
      const { sku, ...columns } = variantColumns(variant)
      const changes = differences<store.VariantRow>(match, sku ? { ...columns, sku } : columns)
      if (!isEmpty(changes)) {
        await store.updateVariant(batch.tx, match.id, changes)
        result.changed = true
      }
      result.ids[at] = match.id
    } else {
      const id = batch.variantIds.pop() ?? 0
      const position = before.length + result.added
      const stock = batch.context.defaultStock
      batch.newRows.variants.push(newVariant(variant, { id, product_id: row.id, position, stock }))
      result.ids[at] = id
      result.added += 1
      result.changed = true
    }
    result.accepted += 1
  }
  return result
}

/** Adds missing media and changes alternative texts. Media that the file does not mention stay. */
async function changeMedia(
  { tx, existing, newRows }: Batch,
  item: BatchItem,
  row: store.ProductRow,
  variantIds: (number | null)[],
): Promise<boolean> {
  const before = existing.media.get(row.id) ?? []
  const allMedia = [
    ...item.media.map((medium) => ({ medium, variant_id: null })),
    ...variantIds.flatMap((variant_id, at) =>
      variant_id === null ? [] : (item.variantMedia[at] ?? []).map((medium) => ({ medium, variant_id })),
    ),
  ]
  let position = before.length
  let changed = false
  for (const { medium, variant_id } of allMedia) {
    const match = before.find((media) => isSameMedium(media, medium.media_url, variant_id))
    if (!match) newRows.media.push({ ...medium, product_id: row.id, variant_id, position: position++ })
    else if (medium.alt !== '' && medium.alt !== match.alt) await store.updateAlt(tx, match.id, medium.alt)
    else continue
    changed = true
  }
  return changed
}
