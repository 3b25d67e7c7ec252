/** Decides what a draft changes in its product: new rows, changed columns, rejected rows. It writes only categories. */
import { toRupees } from '@haat/contract/money'
import { UNBRANDED } from '@haat/contract/rules'
import { listingOf } from '../../features/catalog/listing-columns.store.ts'
import {
  differences,
  isAboveMrp,
  isEmpty,
  PRODUCT_COLUMNS,
  VARIANT_COLUMNS,
} from '../../acts/catalogue/product-values.ts'
import { shortHash } from '../../acts/catalogue/slugs.ts'
import type { CategoryPaths } from './category-paths.ts'
import type {
  CatalogueTable,
  NewMedia,
  NewProduct,
  NewVariant,
  ProductRow,
  Tables,
  VariantRow,
} from './importing.store.ts'
import { type Field, type RejectedRow, rejectRow } from './layouts/fields.ts'
import { type Existing, type Match, matchVariant, slugOf } from './match-products.ts'
import type { MediaRef, ProductDraft, VariantDraft } from './product-drafts.ts'
import type { Medium } from './store-media.ts'

/** A row that an import writes. */
export interface RowChange<Name extends CatalogueTable = CatalogueTable> {
  table: Name
  /** 0 for new pictures and videos until they are written. */
  id: number
  /** Null for a new row. */
  before: Tables[Name]['$inferSelect'] | null
  /** All columns of a new row, the changed ones of another. */
  set: Partial<Tables[Name]['$inferInsert']>
}

/** What an import does to one product. */
export interface ProductChange {
  draft: ProductDraft
  product: RowChange<'products'>
  variants: RowChange<'variants'>[]
  media: RowChange<'media'>[]
  /** Ids of the draft's variants, without the rejected ones. */
  variantIds: ReadonlyMap<VariantDraft, number>
  /** All variants that the product will have, and the number of its pictures and videos. */
  allVariants: VariantRow[]
  pictures: number
}

export const rowsOf = ({ product, variants, media }: ProductChange): RowChange[] => [
  product,
  ...variants,
  ...media,
]

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
const ABOVE_MRP = 'The price is above the MRP'
const AMBIGUOUS = 'The shop has several products of this name or number'

/** Plans what a draft changes. @returns null if the product is refused */
export async function planProduct(
  batch: Batch,
  { draft: given, row, ambiguous }: Match,
): Promise<ProductChange | null> {
  if (ambiguous !== undefined) return refuse(batch, given, AMBIGUOUS, ambiguous)
  const draft = settleVisibility(batch, given, row)
  if (row) return planChange(batch, draft, row)
  const reason = whyNotNew(draft, batch)
  return reason === null ? planNew(batch, draft) : refuse(batch, draft, reason)
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
  { existing, only }: Batch,
  draft: ProductDraft,
  row: ProductRow | undefined,
): ProductDraft {
  const { mayBePartial, variants } = draft
  const hiding = variants.filter(({ is_published }) => is_published === false)
  if (!mayBePartial || hiding.length === 0) return draft
  const before = existing.variants.get(row?.id ?? 0) ?? []
  const named = new Set(
    variants.map(({ values }) => matchVariant(before, values, mayBePartial, only !== undefined)),
  )
  const isShown = row?.is_published ?? true
  const others = variants.filter((variant) => !hiding.includes(variant))
  const isShownByFile = others.some(({ is_published }) => is_published ?? isShown)
  if (!isShownByFile && !(isShown && before.some((variant) => !named.has(variant)))) return draft
  const soldOut = variants.map((variant) =>
    hiding.includes(variant) ? { ...variant, values: { ...variant.values, stock: 0 } } : variant,
  )
  const { is_published: _, ...product } = draft.product ?? {}
  return {
    ...draft,
    variants: soldOut,
    product: isShownByFile ? { ...product, is_published: true } : product,
  }
}

async function planNew(batch: Batch, draft: ProductDraft): Promise<ProductChange | null> {
  const id = batch.ids.products.pop() ?? 0
  const planned = planVariants(batch, draft, id, [])
  const { allVariants, variantIds } = planned
  if (allVariants.length === 0) return null
  const media = planMedia(batch, draft, id, variantIds)
  const pictures = media.map(({ set }) => set as NewMedia).filter(({ media_type }) => media_type === 'image')
  const { name = '', category, ...given } = draft.product ?? {}
  const set: NewProduct = {
    slug: takeSlug(draft, batch.existing.slugs),
    external_key: draft.key,
    name,
    category_id: await batch.categories.idOf(category),
    is_published: given.is_published ?? true,
    brand: given.brand ?? UNBRANDED,
    short_description: given.short_description ?? '',
    description: given.description ?? '',
    hsn: given.hsn ?? null,
    gst_rate: given.gst_rate ?? null,
    country_of_origin: given.country_of_origin ?? '',
    rating: given.rating ?? 0,
    is_new_arrival: given.is_new_arrival ?? false,
    is_featured: given.is_featured ?? false,
    is_on_sale: given.is_on_sale ?? false,
    created_at: given.created_at ?? batch.now,
    ...listingOf(allVariants, pictures),
  }
  const product = { table: 'products' as const, id, before: null, set }
  return { draft, product, media, ...planned, pictures: media.length }
}

function takeSlug(draft: ProductDraft, taken: Set<string>): string {
  const plainSlug = slugOf(draft)
  const slug = taken.has(plainSlug) ? `${plainSlug}-${shortHash(draft.key)}` : plainSlug
  taken.add(slug)
  return slug
}

/** Plans the values that the file gives and that differ; what the file does not mention stays. */
async function planChange(batch: Batch, draft: ProductDraft, row: ProductRow): Promise<ProductChange | null> {
  const before = batch.existing.variants.get(row.id) ?? []
  const rejectedBefore = batch.rejected.length
  const planned = planVariants(batch, draft, row.id, before, row)
  const media = planMedia(batch, draft, row.id, planned.variantIds)
  const set = batch.only ? {} : await productValues(batch, draft, row)
  const newPictures = media.filter((change) => change.before === null).length
  const pictures = (batch.existing.media.get(row.id)?.length ?? 0) + newPictures
  const change = {
    draft,
    product: { table: 'products' as const, id: row.id, before: row, set },
    media,
    pictures,
  }
  const noneAccepted = draft.variants.length > 0 && planned.variantIds.size === 0
  const isRefused = noneAccepted && batch.rejected.length > rejectedBefore
  return isRefused && !isChange({ ...change, ...planned }) ? null : { ...change, ...planned }
}

async function productValues(
  { categories }: Batch,
  { product }: ProductDraft,
  row: ProductRow,
): Promise<Partial<ProductRow>> {
  const { category, is_published } = product ?? {}
  const category_id = category && (await categories.idOf(category))
  return {
    ...differences<ProductRow>(row, product ?? {}, PRODUCT_COLUMNS),
    ...differences<ProductRow>(row, { is_published, category_id }),
  }
}

function planVariants(
  batch: Batch,
  draft: ProductDraft,
  productId: number,
  before: VariantRow[],
  product?: ProductRow,
) {
  const variants: RowChange<'variants'>[] = []
  const variantIds = new Map<VariantDraft, number>()
  const allVariants = [...before]
  for (const variant of draft.variants) {
    const place = { product_id: productId, position: allVariants.length, gst_rate: product?.gst_rate ?? null }
    const change = planVariant(batch, draft, variant, before, place)
    if (change === null) continue
    variantIds.set(variant, change.id)
    if (isEmpty(change.set)) continue
    variants.push(change)
    const at = allVariants.findIndex(({ id }) => id === change.id)
    const row = { ...change.before, ...change.set, id: change.id } as VariantRow
    allVariants[at < 0 ? allVariants.length : at] = row
  }
  return { variants, variantIds, allVariants }
}

/** @returns null if the variant is rejected */
function planVariant(
  batch: Batch,
  { mayBePartial, product }: ProductDraft,
  { line, cell, values: given }: VariantDraft,
  before: VariantRow[],
  place: Place,
): RowChange<'variants'> | null {
  const reject = (reason: string, detail?: string): null => {
    batch.rejected.push(rejectRow(line, cell, reason, detail))
    return null
  }
  const gstRate = product?.gst_rate ?? place.gst_rate
  if (given.price !== undefined && given.tax_included === false && gstRate === null) return reject(NO_RATE)
  const values = withTax(given, gstRate ?? 0)
  const owner = batch.existing.byId.get(batch.existing.skuOwners.get(values.sku ?? '') ?? 0)
  if (owner && owner.id !== place.product_id)
    return reject(
      'Another product has this SKU',
      `${owner.id}, "${owner.name}". Use its key "${owner.external_key ?? owner.slug}", or remove it: haat products delete ${owner.id}`,
    )
  const row = matchVariant(before, values, mayBePartial, batch.only !== undefined)
  if (row === 'ambiguous') return reject('The product has several variants: name one, such as by its SKU')
  if (!row) {
    if (batch.only) return reject(NO_PRODUCT)
    if (values.price === undefined) return reject('A new variant needs a price')
    const id = batch.ids.variants.pop() ?? 0
    const set = newVariant(values, place, batch.defaultStock)
    return isAboveMrp({ price: set.price, mrp: set.mrp ?? null })
      ? reject(ABOVE_MRP, `${toRupees(set.price)} is above ${toRupees(set.mrp ?? 0)}`)
      : { table: 'variants', id, before: null, set }
  }
  const columns = VARIANT_COLUMNS.filter((column) => batch.only?.includes(column) ?? true)
  const stock = values.stock_change === undefined ? values.stock : row.stock + values.stock_change
  if (stock !== undefined && stock < 0) return reject('Stock cannot be negative')
  const set = differences<VariantRow>(row, { ...values, stock }, columns)
  if (!set.sku) delete set.sku
  const { price, mrp } = { ...row, ...set }
  if (isAboveMrp({ price, mrp }))
    return reject(ABOVE_MRP, `${toRupees(price)} is above ${toRupees(mrp ?? 0)}`)
  return { table: 'variants', id: row.id, before: row, set }
}

/** The values with a price that includes tax, rounded to the paisa. */
const withTax = (values: VariantDraft['values'], gstRate: number): VariantDraft['values'] =>
  values.price === undefined || values.tax_included !== false
    ? values
    : { ...values, price: Math.round((values.price * (100 + gstRate)) / 100) }

interface Place {
  product_id: number
  position: number
  /** Of the product in the shop. */
  gst_rate: number | null
}

/** Weight (kg) and measures (cm) have the shop's usual defaults. */
const newVariant = (
  values: VariantDraft['values'],
  { product_id, position }: Place,
  stock: number,
): NewVariant => ({
  product_id,
  position,
  is_default: position === 0,
  sku: values.sku ?? null,
  price: values.price ?? 0,
  mrp: values.mrp ?? null,
  stock: values.stock ?? values.stock_change ?? stock,
  color: values.color ?? null,
  size: values.size ?? null,
  variant_name: values.variant_name ?? null,
  weight: values.weight ?? 0.5,
  length: values.length ?? 10,
  breadth: values.breadth ?? 10,
  height: values.height ?? 5,
})

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
  const changesOf = (refs: MediaRef[], variant_id: number | null): RowChange<'media'>[] =>
    distinctMedia(batch, refs).flatMap((medium): RowChange<'media'>[] => {
      const row = before.find(
        (other) => other.media_url === medium.media_url && other.variant_id === variant_id,
      )
      if (!row)
        return [
          { table, id: 0, before: null, set: { ...medium, product_id, variant_id, position: position++ } },
        ]
      const isNewText = medium.alt !== '' && medium.alt !== row.alt
      return isNewText ? [{ table, id: row.id, before: row, set: { alt: medium.alt } }] : []
    })
  return [
    ...changesOf([...draft.pictures, ...draft.videos], null),
    ...[...variantIds].flatMap(([{ pictures }, id]) => changesOf(pictures, id)),
  ]
}

const distinctMedia = ({ media }: Batch, refs: MediaRef[]): Medium[] => {
  const found = refs.flatMap((ref) => media.get(ref) ?? [])
  return [...Map.groupBy(found, ({ media_url }) => media_url).values()].flatMap(([first]) => first ?? [])
}
