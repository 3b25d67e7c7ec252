/** Finds the product of the shop that each draft of a batch describes, and what the shop has of it. */
import type { Reader } from '../../db/database.ts'
import { slugify } from '../../acts/catalogue/slugs.ts'
import * as store from './importing.store.ts'
import type { MediaRow, ProductRow, VariantRow } from './importing.store.ts'
import type { FoundBy } from './layouts/fields.ts'
import { optionsKey, type ProductDraft, type VariantDraft } from './product-drafts.ts'

/** The rows of a batch's products, and what new rows must not collide with. */
export interface Existing {
  /** By key, or by slug if they have no key. */
  byKey: Map<string, ProductRow>
  bySlug: Map<string, ProductRow>
  /** By name in lower case. */
  byName: Map<string, ProductRow[]>
  byId: Map<number, ProductRow>
  /** The product id of each SKU. */
  skuOwners: Map<string, number>
  /** By product id. */
  variants: Map<number, VariantRow[]>
  /** By product id. */
  media: Map<number, MediaRow[]>
  /** The slugs of new products that are taken. */
  slugs: Set<string>
}

export const slugOf = ({ key, product }: ProductDraft): string =>
  slugify(product?.slug ?? product?.name ?? key)

export async function readExisting(reader: Reader, drafts: ProductDraft[]): Promise<Existing> {
  const keysFor = (by: FoundBy): string[] =>
    drafts.filter(({ findBy }) => findBy.includes(by)).map(({ key }) => key)
  const byKey = await store.findProductsByKey(
    reader,
    drafts.map(({ key }) => key),
  )
  const others = drafts.filter(({ key }) => !byKey.has(key))
  const bySlug = await store.findProductsBySlug(reader, keysFor('slug'))
  const named = others.flatMap(({ findBy, name }) => (findBy.includes('name') ? name.toLowerCase() : []))
  const byName = await store.findProductsByName(reader, named)
  const skus = drafts.flatMap(({ variants }) => variants.flatMap(({ values }) => values.sku ?? []))
  const skuOwners = await store.findSkuOwners(reader, [...skus, ...keysFor('sku')])
  const owners = [...skuOwners.values(), ...keysFor('id').map(Number)]
  const ofIds = await store.findProductsById(reader, owners)
  const byId = new Map([...byKey.values(), ...bySlug, ...byName, ...ofIds].map((row) => [row.id, row]))
  const taken = await store.findProductsBySlug(reader, others.map(slugOf))
  return {
    byKey,
    bySlug: new Map(bySlug.map((row) => [row.slug, row])),
    byName: Map.groupBy(byName, ({ name }) => name.toLowerCase()),
    byId,
    skuOwners,
    variants: await readVariants(reader, { byId }),
    media: Map.groupBy(await store.findMediaOf(reader, [...byId.keys()]), (row) => row.product_id),
    slugs: new Set(taken.map(({ slug }) => slug)),
  }
}

export const readVariants = async (
  reader: Reader,
  { byId }: Pick<Existing, 'byId'>,
): Promise<Existing['variants']> =>
  Map.groupBy(await store.findVariantsOf(reader, [...byId.keys()]), (row) => row.product_id)

/** A draft and its product in the shop. */
export interface Match {
  draft: ProductDraft
  /** Undefined for a new product. */
  row: ProductRow | undefined
  /** Set if the draft fits two products. */
  ambiguous?: string
}

/** Finds the product of each draft. Drafts of one product become one. */
export function matchProducts(drafts: ProductDraft[], existing: Existing): Match[] {
  const byRow = new Map<number, Match>()
  return drafts
    .map((draft) => findProduct(draft, existing))
    .filter((match) => {
      const first = match.row && byRow.get(match.row.id)
      if (first) first.draft = mergeDrafts(first.draft, match.draft)
      else if (match.row) byRow.set(match.row.id, match)
      return first === undefined
    })
}

/** One draft of the rows of two that describe the same product; the first one's values count. */
export const mergeDrafts = (first: ProductDraft, second: ProductDraft): ProductDraft => ({
  ...first,
  product: first.product ?? second.product,
  variants: [...first.variants, ...second.variants],
  pictures: [...first.pictures, ...second.pictures],
  videos: [...first.videos, ...second.videos],
})

/** The product that a draft's identifier finds. One that is only known by its name is first that of its SKUs. */
function findProduct(draft: ProductDraft, existing: Existing): Match {
  const { key, findBy, name, brand, variants } = draft
  const { byId, byKey, bySlug, byName, skuOwners } = existing
  const ownerOf = (sku = ''): ProductRow | undefined => byId.get(skuOwners.get(sku) ?? 0)
  const found: Record<FoundBy, () => (ProductRow | undefined)[]> = {
    key: () => [byKey.get(key)],
    id: () => [byId.get(Number(key))],
    sku: () => [ownerOf(key)],
    slug: () => [bySlug.get(key)],
    name: () => {
      const owners = new Set(variants.flatMap(({ values }) => ownerOf(values.sku ?? '') ?? []))
      if (owners.size === 1) return [...owners]
      if (byKey.has(key)) return [byKey.get(key)]
      const namesakes = byName.get(name.toLowerCase()) ?? []
      const ofBrand = namesakes.filter((row) => row.brand.toLowerCase() === brand.toLowerCase())
      return brand === '' ? namesakes : ofBrand
    },
  }
  const all = findBy.flatMap((by) => found[by]()).filter((row) => row !== undefined)
  const rows = [...new Map(all.map((row) => [row.id, row])).values()]
  if (rows.length < 2) return { draft, row: rows[0] }
  const ambiguous = rows.map((row) => `${row.id} "${row.name}"`).join(' and ')
  return { draft, row: undefined, ambiguous }
}

/**
 * The existing variant that a draft's values describe, or 'ambiguous'.
 *
 * @param mayBePartial a row that gives no price names no new variant: of several variants it must name one
 * @param only no row names a new variant
 */
export function matchVariant(
  existing: VariantRow[],
  values: VariantDraft['values'],
  mayBePartial: boolean,
  only: boolean,
): VariantRow | 'ambiguous' | undefined {
  if (values.sku) {
    const bySku = existing.find((row) => row.sku === values.sku)
    if (bySku) return bySku
  }
  const options = optionsKey(values)
  const theOnly = existing.length > 1 ? 'ambiguous' : existing[0]
  if (only && !values.sku && options === NO_OPTIONS) return theOnly
  const byOptions = existing.filter((row) => (!values.sku || row.sku === null) && optionsKey(row) === options)
  if (byOptions.length > 1 && mayBePartial) return 'ambiguous'
  const mayBeNew = !mayBePartial || (!only && values.price !== undefined) || values.sku
  if (byOptions[0] || mayBeNew) return byOptions[0]
  return existing.length === 1 && options !== NO_OPTIONS ? undefined : theOnly
}

const NO_OPTIONS = optionsKey({})
