/** Finds the product of the shop that each draft of a batch describes, what the shop has of it, and its category. */
import type { Tx } from '../../db/database.ts'
import type { ProductRow, VariantRow } from '../../db/schema.ts'
import { freeSlug, listCategories, pathText } from '../../acts/catalogue/categories.ts'
import { insertCategory, LAST_POSITION } from '../../acts/catalogue/categories.store.ts'
import { type FindNamed, findNamedProducts, isSameSku } from '../../acts/catalogue/find-products.store.ts'
import { findTakenSlugs } from '../../acts/catalogue/products.store.ts'
import { slugify } from '../../acts/catalogue/slugs.ts'
import * as store from '../../acts/catalogue/catalogue-rows.store.ts'
import { optionsKey } from '../../acts/catalogue/product-values.ts'
import { isKnownByName, type ProductDraft, type VariantDraft } from './product-drafts.ts'

/** A draft and its product in the shop. */
export interface Match {
  draft: ProductDraft
  /** Undefined for a new product. */
  row: ProductRow | undefined
  /** Set if the draft fits two products. */
  ambiguous?: string
}

/** The shop's side of a batch: its products, and what new rows must not collide with. */
export type Existing = Awaited<ReturnType<typeof findExisting>>

export const draftSlug = ({ key, product }: ProductDraft): string =>
  slugify(product?.slug ?? product?.name ?? key)

/** Drafts of one product become one. A stock that changes by pieces is locked: an order may take from it meanwhile. */
export async function findExisting(tx: Tx, drafts: ProductDraft[]) {
  const identifiers = drafts.flatMap((draft) => [
    { text: draft.key, by: isKnownByName(draft) ? (['key'] as const) : draft.findBy },
    ...skusOf(draft).map((text) => ({ text, by: ['sku'] as const })),
  ])
  const named = await findNamedProducts(tx, identifiers)
  const others = drafts.filter((draft) => isKnownByName(draft) && named(draft.key, ['key']).length === 0)
  const names = others.map(({ name }) => ({ text: name, by: ['name'] as const }))
  const namesakes = await findNamedProducts(tx, names)
  const matches = joinDrafts(drafts.map((draft) => findProduct(draft, named, namesakes)))
  const ids = matches.flatMap(({ row }) => row?.id ?? [])
  const findVariants = () => store.findRowsOf(tx, 'variants', ids)
  const variants = await findVariants()
  const given = drafts.flatMap((draft) => draft.variants)
  const isRelative = given.some(({ values }) => values.stock_change !== undefined)
  const variantIds = [...variants.values()].flat().map(({ id }) => id)
  if (isRelative) await tx.lockRows('variants', variantIds)
  return {
    matches,
    /** By product id, as the media. */
    variants: isRelative ? await findVariants() : variants,
    media: await store.findRowsOf(tx, 'media', ids),
    ownerOf: (sku: string): ProductRow | undefined => named(sku, ['sku'])[0],
    /** The slugs of new products that are taken. */
    slugs: await findTakenSlugs(
      tx,
      matches.flatMap(({ draft, row }) => (row ? [] : draftSlug(draft))),
    ),
  }
}

const skusOf = ({ variants }: ProductDraft): string[] =>
  variants.flatMap(({ values }) => (values.sku ? values.sku : []))

/** The product that a draft's identifier finds. One that is only known by its name is first that of its SKUs. */
function findProduct(draft: ProductDraft, named: FindNamed, namesakes: FindNamed): Match {
  const rows = isKnownByName(draft) ? findByName(draft, named, namesakes) : named(draft.key, draft.findBy)
  if (rows.length < 2) return { draft, row: rows[0] }
  const ambiguous = rows.map((row) => `${row.id} "${row.name}"`).join(' and ')
  return { draft, row: undefined, ambiguous }
}

function findByName(draft: ProductDraft, named: FindNamed, namesakes: FindNamed): ProductRow[] {
  const owners = new Set(skusOf(draft).flatMap((sku) => named(sku, ['sku'])))
  if (owners.size === 1) return [...owners]
  const byKey = named(draft.key, ['key'])
  if (byKey.length > 0) return byKey
  const brand = draft.brand.toLowerCase()
  const found = namesakes(draft.name, ['name'])
  return brand === '' ? found : found.filter((row) => row.brand.toLowerCase() === brand)
}

/** The first one's values count. */
function joinDrafts(matches: Match[]): Match[] {
  const byRow = new Map<number, Match>()
  return matches.filter((match) => {
    const first = match.row && byRow.get(match.row.id)
    if (!first) {
      if (match.row) byRow.set(match.row.id, match)
      return true
    }
    const { product, variants, pictures, videos } = match.draft
    first.draft = {
      ...first.draft,
      product: first.draft.product ?? product,
      variants: [...first.draft.variants, ...variants],
      pictures: [...first.draft.pictures, ...pictures],
      videos: [...first.draft.videos, ...videos],
    }
    return false
  })
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
  const { sku } = values
  const bySku = sku && existing.find((row) => isSameSku(row.sku, sku))
  if (bySku) return bySku
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

/** The category of products that name none. */
const UNCATEGORISED = ['Uncategorised']

export type CategoryPaths = Awaited<ReturnType<typeof loadCategoryPaths>>

/** Finds categories by their paths within one transaction, and creates those that are missing. */
export async function loadCategoryPaths(tx: Tx) {
  const all = await listCategories(tx)
  const ids = new Map(all.map(({ id, path }) => [pathText(path), id]))
  const slugs = new Set(all.map(({ slug }) => slug))
  /** Parents first. */
  const created: { id: number; path: string[] }[] = []
  /** Id of the category at the end of the path. Creates the categories of the path that are missing. */
  const idOf = async (path: string[] = UNCATEGORISED): Promise<number> => {
    const existing = ids.get(pathText(path))
    if (existing !== undefined) return existing
    const parent_id = path.length > 1 ? await idOf(path.slice(0, -1)) : null
    const slug = freeSlug(slugs, path)
    const last = pathText(path) === pathText(UNCATEGORISED) && { position: LAST_POSITION }
    const id = await insertCategory(tx, { name: path.at(-1) ?? '', slug, parent_id, ...last })
    ids.set(pathText(path), id)
    slugs.add(slug)
    created.push({ id, path })
    return id
  }
  return { created, idOf }
}
