/** Plans one product: its new rows, its changed columns, its rejected rows. */
import { variantLabel } from '@haat/contract/rules'
import { listingOf } from '../../features/catalog/listing-columns.store.ts'
import { slugOf } from './existing-products.ts'
import {
  type BatchItem,
  differences,
  type ImportOutcome,
  isEmpty,
  isSameMedium,
  matchVariant,
  type ProductPlan,
  type SampleProduct,
  shortHash,
  UNCATEGORISED,
} from './import-batch.ts'
import { digestOfProduct, digestsOfVariants, type ImportChange } from './import-changes.ts'
import type * as store from './importing.store.ts'
import {
  acceptVariants,
  addVariant,
  changedValues,
  changeVariants,
  type Planning,
  requirePrice,
} from './plan-variants.ts'
import { type ProductDraft, rejectVisibility } from './product-drafts.ts'

const NO_PARENT = 'The parent of the variation is missing'
const NEW_PRODUCT_NEEDS = 'New products need a name and a price'

/** Rejects all rows of a product. */
export function refuse({ plan }: Planning, { draft }: BatchItem, reason: string, kind = reason): ProductPlan {
  const { column, text: value } = draft.cell
  const lines = draft.variants.length > 0 ? draft.variants.map(({ line }) => line) : [draft.line]
  for (const line of new Set(draft.mayBePartial ? lines : [draft.line, ...lines]))
    plan.rejected.push({ line, column, value, reason, kind })
  return { key: draft.key, id: null, outcome: 'refused', change: {} }
}

function takeSlug(draft: ProductDraft, taken: Set<string>): string {
  const plainSlug = slugOf(draft)
  const slug = taken.has(plainSlug) ? `${plainSlug}-${shortHash(draft.key)}` : plainSlug
  taken.add(slug)
  return slug
}

export async function createProduct(planning: Planning, item: BatchItem): Promise<ProductPlan> {
  const { context, plan } = planning
  const { draft } = item
  const { key, product } = draft
  if (product?.name === undefined) {
    if (draft.isVariation)
      return refuse(
        planning,
        item,
        `${NO_PARENT}: "${key}" is not in the shop, and was not imported from this file`,
        NO_PARENT,
      )
    const reason = draft.mayBePartial
      ? NEW_PRODUCT_NEEDS
      : 'There is no name, and no product with this key yet'
    return refuse(planning, item, reason)
  }
  if (draft.mayBePartial && draft.variants.every(({ values }) => values.price === undefined))
    return refuse(planning, item, NEW_PRODUCT_NEEDS)
  const accepted = acceptVariants(planning, draft, undefined).filter(({ variant }) =>
    requirePrice(plan, variant),
  )
  if (accepted.length === 0 && draft.variants.length > 0)
    return { key, id: null, outcome: 'refused', change: {} }
  const id = planning.productIds.pop() ?? 0
  const variants = accepted.map(({ variant }, position) => addVariant(planning, variant, id, position))
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
  const row: store.NewProduct = {
    id,
    slug: takeSlug(draft, planning.existing.slugs),
    name: product.name,
    brand: product.brand ?? 'Unbranded',
    category_id: await context.categories.idOf(planning.tx, product.category ?? UNCATEGORISED),
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
      media.filter((medium) => medium.media_type === 'image'),
    ),
  }
  plan.newRows.products.push(row)
  plan.newRows.media.push(...media)
  context.planned?.add(key, row, variants, media)
  if (!plan.sample?.is_new) plan.sample = sampleOf(draft, row, variants, media.length)
  const digests = { product: digestOfProduct(row, media.length), variants: digestsOfVariants(variants) }
  return { key, id, outcome: 'created', change: { digests } }
}

function sampleOf(
  { product }: ProductDraft,
  { name }: store.NewProduct,
  variants: store.NewVariant[],
  pictures: number,
): SampleProduct {
  const labels = variants.map(({ color = null, size = null, variant_name = null }) =>
    variantLabel({ color, size, variant_name }),
  )
  return {
    is_new: true,
    name,
    price: variants[0]?.price ?? 0,
    mrp: variants[0]?.mrp ?? null,
    category: product?.category ?? [],
    variants: variants.length > 1 ? labels.map((label, at) => label ?? variants[at]?.sku ?? '') : [],
    pictures,
  }
}

/**
 * Leaves out the rows that hide the product while it keeps a variant in the shop that they do not name. Null if no row
 * is left.
 */
function withoutHiding(
  { existing, plan }: Planning,
  item: BatchItem,
  row: store.ProductRow,
): BatchItem | null {
  const { draft, variantMedia } = item
  const shows = draft.variants.some((variant) => variant.is_published === true)
  const hiding = draft.variants.filter((variant) => variant.is_published === false)
  const before = existing.variants.get(row.id) ?? []
  const hidden = new Set(hiding.map((variant) => matchVariant(before, variant, true)))
  const hidesAll = !shows && (!row.is_published || before.every((variant) => hidden.has(variant)))
  if (!draft.mayBePartial || hiding.length === 0 || hidesAll) return item
  plan.rejected.push(...hiding.map(({ line, cell }) => rejectVisibility(line, cell)))
  const kept = [...draft.variants.keys()].filter((at) => draft.variants[at]?.is_published !== false)
  if (kept.length === 0) return null
  const { is_published: _, ...product } = draft.product ?? {}
  return {
    draft: {
      ...draft,
      product: shows ? { ...product, is_published: true } : product,
      variants: kept.flatMap((at) => draft.variants[at] ?? []),
    },
    media: item.media,
    variantMedia: kept.map((at) => variantMedia[at] ?? []),
  }
}

/** Plans the values that the file gives and that differ; what the file does not mention stays. */
export async function changeProduct(
  planning: Planning,
  given: BatchItem,
  row: store.ProductRow,
): Promise<ProductPlan> {
  const { context, existing, plan } = planning
  const item = withoutHiding(planning, given, row)
  if (item === null) return { key: given.draft.key, id: null, outcome: 'refused', change: {} }
  const { draft } = item
  const before = existing.variants.get(row.id) ?? []
  const rejectedBefore = plan.rejected.length
  const change: ImportChange = {}
  const variants = changeVariants(planning, draft, row, before, change)
  const hasVariants = before.length + (change.new_variants?.length ?? 0) > 0
  const set = await productChanges(planning, draft, row, hasVariants)
  if (before.length === 0 && hasVariants && context.awaitsVariants(draft.key)) set.is_published = true
  const isFormerKey = draft.formerKeys.some((key) => key === row.external_key)
  if (isFormerKey && existing.products.get(draft.key)?.id === row.id) set.external_key = draft.key
  if (!isEmpty(set)) change.product = changedValues(row, set)
  const newMedia = changeMedia(planning, item, row, variants.ids, change)
  if (!isEmpty(set) || variants.shown || change.media) plan.changedProducts.push({ id: row.id, set })
  const media = [...(existing.media.get(row.id) ?? []), ...newMedia]
  if (change.product || change.media)
    change.digests = { ...change.digests, product: digestOfProduct({ ...row, ...set }, media.length) }
  if (variants.relisted || change.media) plan.listed.push(row.id)
  if (variants.reindexed || SEARCHED.some((column) => column in set)) plan.indexed.push(row.id)
  context.planned?.add(draft.key, { ...row, ...set }, variants.rows, media)
  if (!isEmpty(change) && plan.sample === null) {
    plan.sample = { ...sampleOf(draft, { ...row, ...set }, variants.rows, media.length), is_new: false }
  }
  const noneAccepted = draft.variants.length > 0 && variants.accepted === 0
  const isRefused = noneAccepted && plan.rejected.length > rejectedBefore && isEmpty(change)
  const unchanged: ImportOutcome = isRefused ? 'refused' : 'unchanged'
  return {
    key: draft.key,
    id: isRefused ? null : row.id,
    outcome: isEmpty(change) ? unchanged : 'changed',
    change,
    ...(draft.findBy === 'key' && draft.product?.name !== undefined && { renamed: 'name' in set }),
  }
}

const SEARCHED = [
  'name',
  'brand',
  'category_id',
  'short_description',
  'description',
  'is_published',
] as const satisfies (keyof store.NewProduct)[]

async function productChanges(
  { context, tx }: Planning,
  { product }: ProductDraft,
  row: store.ProductRow,
  hasVariants: boolean,
): Promise<Partial<store.ProductRow>> {
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

/** Plans missing media and changed alternative texts. Media that the file does not mention stay. */
function changeMedia(
  { existing, plan }: Planning,
  item: BatchItem,
  row: store.ProductRow,
  variantIds: (number | null)[],
  change: ImportChange,
): store.NewMedia[] {
  const before = existing.media.get(row.id) ?? []
  const added: store.NewMedia[] = []
  const allMedia = [
    ...item.media.map((medium) => ({ medium, variant_id: null })),
    ...variantIds.flatMap((variant_id, at) =>
      variant_id === null ? [] : (item.variantMedia[at] ?? []).map((medium) => ({ medium, variant_id })),
    ),
  ]
  let position = before.length
  for (const { medium, variant_id } of allMedia) {
    const match = before.find((media) => isSameMedium(media, medium.media_url, variant_id))
    if (!match) {
      added.push({ ...medium, product_id: row.id, variant_id, position: position++ })
      ;(change.media ??= []).push({ variant_id, media_url: medium.media_url })
    } else if (medium.alt !== '' && medium.alt !== match.alt) {
      plan.changedMedia.push({ id: match.id, set: { alt: medium.alt } })
      ;(change.alts ??= []).push({ id: match.id, set: { alt: [match.alt, medium.alt] } })
    }
  }
  plan.newRows.media.push(...added)
  return added
}
