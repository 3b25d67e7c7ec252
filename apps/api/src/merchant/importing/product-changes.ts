/** Decides what a draft changes in its product: new rows, changed columns, rejected rows. It writes only categories. */
import { VARIANT_COLUMNS } from '@haat/contract/staff/products'
import type { ProductRow, Tables, VariantRow } from '../../db/schema.ts'
import { listingOf } from '../../features/catalog/listing-columns.store.ts'
import {
  differences,
  isEmpty,
  OWN_COLUMNS,
  newProduct,
  newVariant,
  variantChange,
} from '../../acts/catalogue/product-values.ts'
import { isSameSku } from '../../acts/catalogue/find-products.store.ts'
import { shortHash } from '../../acts/catalogue/slugs.ts'
import type { CatalogueTable, NewMedia, NewProduct } from '../../acts/catalogue/catalogue-rows.store.ts'
import type { Field } from '../../acts/cells/fields.ts'
import { type RejectedRow, rejectRow } from './layouts/rows.ts'
import { type CategoryPaths, type Existing, type Match, matchVariant, draftSlug } from './match-products.ts'
import type { MediaRef, ProductDraft, VariantDraft } from './product-drafts.ts'
import type { Medium } from './store-media.ts'

export interface RowChange<Name extends CatalogueTable = CatalogueTable> {
  table: Name
  /** 0 for new pictures and videos until they are written. */
  id: number
  /** Null for a new row. */
  before: Tables[Name]['$inferSelect'] | null
  /** All columns of a new row, the changed ones of another. */
  set: Partial<Tables[Name]['$inferInsert']>
}

export interface ProductChange {
  draft: ProductDraft
  product: RowChange<'products'>
  variants: RowChange<'variants'>[]
  media: RowChange<'media'>[]
  /** Ids of the draft's variants, without the rejected ones. */
  variantIds: ReadonlyMap<VariantDraft, number>
  /** All variants that the product will have. */
  allVariants: VariantRow[]
}

export function outcomeOf({ product, variants, media }: ProductChange): 'created' | 'changed' | 'unchanged' {
  if (product.before === null) return 'created'
  return isEmpty(product.set) && variants.length + media.length === 0 ? 'unchanged' : 'changed'
}

export const isChange = (change: ProductChange): boolean => outcomeOf(change) !== 'unchanged'

/** What the products of one transaction have in common. */
export interface Batch {
  existing: Existing
  categories: CategoryPaths
  /** The stored pictures and videos. */
  media: ReadonlyMap<MediaRef, Medium>
  /** Ids reserved for new rows. */
  ids: { products: number[]; variants: number[] }
  now: Date
  /** Stock of a new variant whose stock the file does not give. */
  defaultStock: number
  /** The only fields that the file may change; the others then only identify, and nothing is created. */
  only: readonly Field[] | undefined
  /** Gets the rows that are refused. */
  rejected: RejectedRow[]
}

const NO_PRODUCT = 'The shop has no such product'
const NO_RATE =
  'The price is without tax and its GST rate is not known: add a column of rates, or --set gst_rate=18'
const TOO_LATE = 'The time to publish it has passed: give one to come, or say yes in is_published'
const AMBIGUOUS = 'The shop has several products of this name or number'

/** Plans what a draft changes. @returns null if the product is refused */
export async function planProduct(
  batch: Batch,
  { draft: given, row, ambiguous }: Match,
): Promise<ProductChange | null> {
  const publishAt = given.product?.publish_at
  const reason =
    ambiguous !== undefined
      ? AMBIGUOUS
      : publishAt && publishAt <= batch.now
        ? TOO_LATE
        : row
          ? null
          : whyNotNew(given, batch)
  if (reason !== null) return refuse(batch, given, reason, ambiguous)
  const before = batch.existing.variants.get(row?.id ?? 0) ?? []
  const draft = settleVisibility(batch, given, before, row)
  const id = row?.id ?? batch.ids.products.pop() ?? 0
  const planned = planVariants(batch, draft, { id, gst_rate: row?.gst_rate ?? null, variants: before })
  if (!row && planned.allVariants.length === 0) return null
  const media = planMedia(batch, draft, id, planned.variantIds)
  const set = row
    ? await changedValues(batch, draft, row)
    : await newValues(batch, draft, planned.allVariants, media)
  const product = { table: 'products' as const, id, before: row ?? null, set }
  const change = { draft, product, media, ...planned }
  const isRefused = draft.variants.length > 0 && planned.variantIds.size === 0
  return isRefused && !isChange(change) ? null : change
}

function whyNotNew({ product, variants, mayBePartial }: ProductDraft, batch: Batch): string | null {
  if (batch.only) return NO_PRODUCT
  const hasPrice = variants.some(({ values }) => values.price !== undefined)
  if (mayBePartial) return product?.name && hasPrice ? null : 'New products need a name and a price'
  if (!product?.name) return 'No row of the file names this product, and the shop does not have it'
  return variants.length > 0 ? null : 'None of its variations could be imported'
}

/** Rejects all rows of a product. */
function refuse({ rejected }: Batch, draft: ProductDraft, reason: string, detail?: string): null {
  const lines = draft.variants.map(({ line }) => line)
  if (lines.length === 0 || !draft.mayBePartial) lines.push(draft.line)
  for (const line of new Set(lines)) rejected.push(rejectRow(line, draft.cell, reason, detail))
  return null
}

/** Visibility is of the whole product: a row that hides one variant of several has no stock instead. */
function settleVisibility(
  { only }: Batch,
  draft: ProductDraft,
  before: VariantRow[],
  row: ProductRow | undefined,
): ProductDraft {
  const { mayBePartial, variants } = draft
  const isHiding = (variant: VariantDraft): boolean => variant.is_published === false
  if (!mayBePartial || !variants.some(isHiding)) return draft
  const isShown = row?.is_published ?? true
  const named = variants.map(({ values }) => matchVariant(before, values, mayBePartial, only !== undefined))
  const isShownByFile = variants.some((one) => !isHiding(one) && (one.is_published ?? isShown))
  if (!isShownByFile && !(isShown && before.some((variant) => !named.includes(variant)))) return draft
  const { is_published: _, ...product } = draft.product ?? {}
  return {
    ...draft,
    variants: variants.map((one) => (isHiding(one) ? { ...one, values: { ...one.values, stock: 0 } } : one)),
    product: isShownByFile ? { ...product, is_published: true } : product,
  }
}

async function newValues(
  batch: Batch,
  draft: ProductDraft,
  variants: VariantRow[],
  media: RowChange<'media'>[],
): Promise<NewProduct> {
  const { category, ...given } = scheduled(draft.product)
  const pictures = media.map(({ set }) => set as NewMedia).filter(({ media_type }) => media_type === 'image')
  const { slugs } = batch.existing
  const plainSlug = draftSlug(draft)
  const slug = slugs.has(plainSlug) ? `${plainSlug}-${shortHash(draft.key)}` : plainSlug
  slugs.add(slug)
  const place = { slug, external_key: draft.key, category_id: await batch.categories.idOf(category) }
  return { ...newProduct(place, given, batch.now), ...listingOf(variants, pictures) }
}

/** A time to come hides a product until then; what is published now needs none. */
const scheduled = (product: ProductDraft['product']): NonNullable<ProductDraft['product']> => ({
  ...product,
  ...(product?.publish_at ? { is_published: false } : product?.is_published && { publish_at: null }),
})

/** The values that the file gives and that differ; what the file does not mention stays. */
async function changedValues(
  { categories, only }: Batch,
  { product }: ProductDraft,
  row: ProductRow,
): Promise<Partial<ProductRow>> {
  if (only) return {}
  const { category, ...given } = scheduled(product)
  const category_id = category && (await categories.idOf(category))
  return differences<ProductRow>(row, { ...given, category_id }, OWN_COLUMNS)
}

/** What the shop has of a product. */
interface Shown extends Pick<ProductRow, 'id' | 'gst_rate'> {
  variants: VariantRow[]
}

function planVariants(batch: Batch, draft: ProductDraft, shown: Shown) {
  const variants: RowChange<'variants'>[] = []
  const variantIds = new Map<VariantDraft, number>()
  const allVariants = [...shown.variants]
  for (const variant of draft.variants) {
    const change = planVariant(batch, draft, variant, shown, allVariants)
    if ('reason' in change) {
      batch.rejected.push(rejectRow(variant.line, variant.cell, change.reason, change.detail))
      continue
    }
    variantIds.set(variant, change.id)
    if (isEmpty(change.set)) continue
    variants.push(change)
    const at = allVariants.findIndex(({ id }) => id === change.id)
    const row = { ...change.before, ...change.set, id: change.id } as VariantRow
    allVariants[at < 0 ? allVariants.length : at] = row
  }
  return { variants, variantIds, allVariants }
}

function planVariant(
  { existing, ids, defaultStock, only }: Batch,
  { mayBePartial, product }: ProductDraft,
  { values }: VariantDraft,
  { id: product_id, gst_rate, variants }: Shown,
  others: VariantRow[],
): RowChange<'variants'> | { reason: string; detail?: string } {
  // Sellers write the rate none for goods without tax.
  const gstRate = mayBePartial && product?.gst_rate === null ? 0 : (product?.gst_rate ?? gst_rate)
  const isUntaxed = values.price !== undefined && values.tax_included === false
  if (isUntaxed && gstRate === null) return { reason: NO_RATE }
  const price = isUntaxed ? withTax(values.price ?? 0, gstRate ?? 0) : values.price
  const owner = existing.ownerOf(values.sku ?? '')
  if (owner && owner.id !== product_id) {
    const detail = `${owner.id}, "${owner.name}". Use its key "${owner.external_key ?? owner.slug}", or remove it: haat products delete ${owner.id}`
    return { reason: 'Another product has this SKU', detail }
  }
  const row = matchVariant(variants, values, mayBePartial, only !== undefined)
  if (row === 'ambiguous') return { reason: 'The product has several variants: name one, such as by its SKU' }
  if (!row && only) return { reason: NO_PRODUCT }
  if (!row && price === undefined) return { reason: 'A new variant needs a price' }
  const columns = VARIANT_COLUMNS.filter((column) => only?.includes(column) ?? true)
  const change = variantChange(row, { ...values, price }, columns)
  if ('reason' in change) return change
  if (row) {
    // A spreadsheet may have changed its case.
    if (!change.set.sku || isSameSku(row.sku, change.set.sku)) delete change.set.sku
    return { table: 'variants', id: row.id, before: row, set: change.set }
  }
  const set = newVariant(product_id, others, { stock: defaultStock, ...change.set })
  return { table: 'variants', id: ids.variants.pop() ?? 0, before: null, set }
}

/** A price that includes tax, rounded to the paisa. */
const withTax = (price: number, gstRate: number): number => Math.round((price * (100 + gstRate)) / 100)

/** Plans missing media and changed alternative texts. Media that the file does not mention stay. */
function planMedia(
  batch: Batch,
  draft: ProductDraft,
  product_id: number,
  variantIds: Map<VariantDraft, number>,
): RowChange<'media'>[] {
  if (batch.media.size === 0) return []
  const before = batch.existing.media.get(product_id) ?? []
  const table = 'media'
  let position = before.length
  const changesOf = (refs: MediaRef[], variant_id: number | null): RowChange<'media'>[] => {
    const found = refs.flatMap((ref) => batch.media.get(ref) ?? [])
    const distinct = Map.groupBy(found, ({ media_url }) => media_url).values()
    return [...distinct].flatMap(([medium]): RowChange<'media'>[] => {
      const { media_url, alt } = medium!
      const row = before.find((one) => one.media_url === media_url && one.variant_id === variant_id)
      if (row) return alt === '' || alt === row.alt ? [] : [{ table, id: row.id, before: row, set: { alt } }]
      const set = { ...medium!, product_id, variant_id, position: position++ }
      return [{ table, id: 0, before: null, set }]
    })
  }
  return [
    ...changesOf([...draft.pictures, ...draft.videos], null),
    ...[...variantIds].flatMap(([{ pictures }, id]) => changesOf(pictures, id)),
  ]
}
