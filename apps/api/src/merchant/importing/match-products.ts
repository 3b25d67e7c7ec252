/** Finds the product of the shop that each draft of a batch describes, and what the shop has of it. */
import type { Reader } from '../../db/database.ts'
import { slugify } from '../catalogue/slugs.ts'
import * as store from './importing.store.ts'
import type { MediaRow, ProductRow, VariantRow } from './importing.store.ts'
import { optionsKey, type ProductDraft, type VariantDraft } from './product-drafts.ts'

/** The rows of a batch's products, and what new rows must not collide with. */
export interface Existing {
  /** By key. */
  byKey: Map<string, ProductRow>
  bySlug: Map<string, ProductRow>
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
  const keysFoundBy = (kind: ProductDraft['findBy']): string[] =>
    drafts.filter(({ findBy }) => findBy === kind).map(({ key }) => key)
  const skus = drafts.flatMap(({ variants }) => variants.flatMap(({ values }) => values.sku ?? []))
  const byKey = await store.findProductsByKey(
    reader,
    drafts.map(({ key }) => key),
  )
  const bySlug = await store.findProductsBySlug(reader, keysFoundBy('slug'))
  const skuOwners = await store.findSkuOwners(reader, skus)
  const byId = new Map([...byKey.values(), ...bySlug].map((row) => [row.id, row]))
  const owners = new Set([...skuOwners.values(), ...keysFoundBy('id').map(Number)])
  for (const row of await store.findProductsById(
    reader,
    [...owners].filter((id) => !byId.has(id)),
  ))
    byId.set(row.id, row)
  const newSlugs = drafts.filter(({ key }) => !byKey.has(key)).map(slugOf)
  const taken = await store.findProductsBySlug(reader, newSlugs)
  const ids = [...byId.keys()]
  return {
    byKey,
    bySlug: new Map(bySlug.map((row) => [row.slug, row])),
    byId,
    skuOwners,
    variants: Map.groupBy(await store.findVariantsOf(reader, ids), (row) => row.product_id),
    media: Map.groupBy(await store.findMediaOf(reader, ids), (row) => row.product_id),
    slugs: new Set(taken.map(({ slug }) => slug)),
  }
}

/** A draft, or the part of it that belongs to one product of the shop. */
export interface Match {
  draft: ProductDraft
  /** Undefined for a new product. */
  row: ProductRow | undefined
  /** Set if the key fits two products. */
  ambiguous?: string
}

/** Finds the product of each draft. Drafts that SKUs assign to one product become one. */
export function matchProducts(drafts: ProductDraft[], existing: Existing): Match[] {
  const byRow = new Map<number, Match>()
  return drafts
    .flatMap((draft) => matchesOf(draft, existing))
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

/**
 * The product of each row: that of its key, but if the key is only a name, that of its SKU. Rows of one name whose SKUs
 * are in several products of the shop stay apart.
 */
function matchesOf(draft: ProductDraft, existing: Existing): Match[] {
  const { key, findBy, byName, variants } = draft
  const { byId, byKey, bySlug, skuOwners } = existing
  const row = byKey.get(key)
  if (findBy === 'id') return [matchById(draft, row, existing)]
  if (findBy === 'sku') return [{ draft, row: byId.get(skuOwners.get(key) ?? 0) ?? row }]
  if (findBy === 'slug') return [{ draft, row: bySlug.get(key) ?? row }]
  if (!byName) return [{ draft, row }]
  const owners = variants.map(({ values }) => (values.sku ? skuOwners.get(values.sku) : undefined))
  const distinct = new Set(owners.filter((id) => id !== undefined))
  const [onlyOwner] = distinct.size === 1 ? distinct : []
  const parts = Map.groupBy(owners.keys(), (at) => owners[at] ?? row?.id ?? onlyOwner)
  if (parts.size === 0) return [{ draft, row }]
  return [...parts].map(([id, positions]) => ({
    draft: parts.size === 1 ? draft : partOf(draft, positions),
    row: byId.get(id ?? 0),
  }))
}

/** A number is the key of a product, else the id that the shop shows. */
function matchById(draft: ProductDraft, row: ProductRow | undefined, { byId }: Existing): Match {
  const { key, cell } = draft
  const other = byId.get(Number(key))
  if (!row || !other || row.id === other.id) return { draft, row: row ?? other }
  const ambiguous = `"${row.name}" and "${other.name}". For keys, add --map "key=${cell.column}"`
  return { draft, row: undefined, ambiguous }
}

function partOf(draft: ProductDraft, positions: number[]): ProductDraft {
  const variants = positions.flatMap((at) => draft.variants[at] ?? [])
  const [first] = variants
  const hasPictures = positions.includes(0)
  return {
    ...draft,
    variants,
    product: first?.product ?? null,
    line: first?.line ?? draft.line,
    pictures: hasPictures ? draft.pictures : [],
    videos: hasPictures ? draft.videos : [],
  }
}

/**
 * The existing variant that a draft's values describe, or 'ambiguous'.
 *
 * @param mayBePartial a row that gives no price names no new variant: of several variants it must name one
 */
export function matchVariant(
  existing: VariantRow[],
  values: VariantDraft['values'],
  mayBePartial: boolean,
): VariantRow | 'ambiguous' | undefined {
  if (values.sku) {
    const bySku = existing.find((row) => row.sku === values.sku)
    if (bySku) return bySku
  }
  const options = optionsKey(values)
  const byOptions = existing.filter((row) => (!values.sku || row.sku === null) && optionsKey(row) === options)
  if (byOptions.length > 1 && mayBePartial) return 'ambiguous'
  if (byOptions[0] || !mayBePartial || values.price !== undefined || values.sku) return byOptions[0]
  const namesOptions = [values.color, values.size, values.variant_name].some(Boolean)
  if (existing.length === 1 && !namesOptions) return existing[0]
  return existing.length > 1 ? 'ambiguous' : undefined
}
