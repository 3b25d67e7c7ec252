/**
 * Counts for the choices of the filters. They are counted in memory, over a few bytes per product: a database would read
 * every product once for each kind of filter.
 */
import type { Facets } from '@haat/contract/catalog'
import { FACET_DISCOUNTS, FACET_PRICES, FACET_RATINGS } from '@haat/contract/rules'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Revisions } from '../../db/catalogue-revision.ts'
import type { Database } from '../../db/database.ts'
import { countPublished, type FacetRow, type Filter, findFacetRows } from './product-filter.store.ts'

/** The columns that filters ask for, of all published products in ascending order of their ids. */
export interface FacetColumns {
  ids: Int32Array
  categories: Int32Array
  /** Positions in `brandNames`. */
  brands: Int32Array
  brandNames: string[]
  /** Paise. */
  prices: Float64Array
  /** Tenths of a star. */
  ratings: Uint8Array
  discounts: Uint8Array
  /** Bits of FLAGS. */
  flags: Uint8Array
}

const FLAGS = ['in_stock', 'is_new_arrival', 'is_featured', 'is_on_sale'] as const
const IN_STOCK = 1

const emptyColumns = (size: number): FacetColumns => ({
  ids: new Int32Array(size),
  categories: new Int32Array(size),
  brands: new Int32Array(size),
  brandNames: [],
  prices: new Float64Array(size),
  ratings: new Uint8Array(size),
  discounts: new Uint8Array(size),
  flags: new Uint8Array(size),
})

/** The kinds of filters whose choices are counted without the filter itself. */
const KINDS = ['category', 'brand', 'price', 'rating', 'discount', 'in_stock'] as const
type Kind = (typeof KINDS)[number]

/**
 * Counts each choice among the products that pass all filters of other kinds.
 *
 * @param among ids to count; all without it
 * @param subtrees ids of each category and those below it
 */
export function countFacets(
  columns: FacetColumns,
  filter: Filter,
  subtrees: ReadonlyMap<number, number[]>,
  among?: readonly number[],
): Facets {
  const { categories, brands, brandNames, prices, ratings, discounts, flags } = columns
  const failure = failureOf(columns, filter)
  const byCategory = new Map<number, number>()
  const byBrand = new Int32Array(brandNames.length)
  const byPrice = new Int32Array(FACET_PRICES.length)
  const byRating = new Int32Array(FACET_RATINGS.length)
  const byDiscount = new Int32Array(FACET_DISCOUNTS.length)
  let inStock = 0
  const count = (at: number): void => {
    const failed = failure(at)
    if (failed === 'several') return
    if (failed === null || failed === 'category') {
      const category = categories[at]!
      byCategory.set(category, (byCategory.get(category) ?? 0) + 1)
    }
    if (failed === null || failed === 'brand') byBrand[brands[at]!]! += 1
    if (failed === null || failed === 'price') byPrice[bandOf(prices[at]!)]! += 1
    if (failed === null || failed === 'rating')
      for (const [n, stars] of FACET_RATINGS.entries()) if (ratings[at]! >= stars * 10) byRating[n]! += 1
    if ((failed === null || failed === 'in_stock') && (flags[at]! & IN_STOCK) > 0) inStock += 1
    if (failed === null || failed === 'discount')
      for (const [n, percent] of FACET_DISCOUNTS.entries()) if (discounts[at]! >= percent) byDiscount[n]! += 1
  }
  if (among === undefined) for (let at = 0; at < categories.length; at += 1) count(at)
  else for (const at of positionsOf(columns, among)) count(at)
  return {
    categories: [...subtrees].flatMap(([id, below]) => {
      const products = below.reduce((sum, one) => sum + (byCategory.get(one) ?? 0), 0)
      return products > 0 ? [{ id, count: products }] : []
    }),
    brands: brandNames
      .map((name, at) => ({ name, count: byBrand[at]! }))
      .filter(({ count: products }) => products > 0)
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    prices: FACET_PRICES.map((from, at) => ({
      from,
      below: FACET_PRICES[at + 1] ?? null,
      count: byPrice[at]!,
    })),
    ratings: FACET_RATINGS.map((from, at) => ({ from, count: byRating[at]! })),
    discounts: FACET_DISCOUNTS.map((from, at) => ({ from, count: byDiscount[at]! })),
    in_stock: inStock,
  }
}

/** The band of a price in paise. */
function bandOf(price: number): number {
  let band = FACET_PRICES.length - 1
  while (price < FACET_PRICES[band]!) band -= 1
  return band
}

/** Finds the one kind of filter that a product does not pass; null if it passes all. */
function failureOf(columns: FacetColumns, filter: Filter): (at: number) => Kind | 'several' | null {
  const { categories, brands, brandNames, prices, ratings, discounts, flags } = columns
  const inCategory = filter.categories && new Set(filter.categories)
  const ofBrand = filter.brands && new Set(filter.brands.map((name) => brandNames.indexOf(name)))
  const { min_price = 0, max_price = Infinity, rating = 0, min_discount = 0, in_stock } = filter
  const lowestRating = Math.round(rating * 10)
  const others = FLAGS.flatMap((name, bit) =>
    name === 'in_stock' || filter[name] === undefined ? [] : [{ bit: 2 ** bit, set: filter[name] }],
  )
  return (at) => {
    for (const { bit, set } of others) if ((flags[at]! & bit) > 0 !== set) return 'several'
    let failed: Kind | null = null
    if (inCategory && !inCategory.has(categories[at]!)) failed = 'category'
    if (ofBrand && !ofBrand.has(brands[at]!)) {
      if (failed !== null) return 'several'
      failed = 'brand'
    }
    const price = prices[at]!
    if (price < min_price || price > max_price) {
      if (failed !== null) return 'several'
      failed = 'price'
    }
    if (ratings[at]! < lowestRating) {
      if (failed !== null) return 'several'
      failed = 'rating'
    }
    if (discounts[at]! < min_discount) {
      if (failed !== null) return 'several'
      failed = 'discount'
    }
    if (in_stock !== undefined && (flags[at]! & IN_STOCK) > 0 !== in_stock) {
      if (failed !== null) return 'several'
      failed = 'in_stock'
    }
    return failed
  }
}

function positionsOf({ ids }: FacetColumns, among: readonly number[]): number[] {
  return among.flatMap((id) => {
    let [low, high] = [0, ids.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return ids[low] === id ? [low] : []
  })
}

const CHUNK = 5000

/** Reads the products in chunks, so that others are served between, and keeps no rows: a shop may have a million. */
async function buildColumns(db: Database): Promise<FacetColumns> {
  const brandAt = new Map<string, number>()
  const parts: FacetColumns[] = []
  for (let last = 0; ;) {
    const rows = await findFacetRows(db, last, CHUNK)
    parts.push(toColumns(rows, brandAt))
    if (rows.length < CHUNK) break
    last = rows.at(-1)!.id
    await nextTurn()
  }
  return joined(parts, brandAt)
}

/** @param chunks of rows, in ascending order of their ids */
export function columnsOf(chunks: readonly FacetRow[][]): FacetColumns {
  const brandAt = new Map<string, number>()
  return joined(
    chunks.map((rows) => toColumns(rows, brandAt)),
    brandAt,
  )
}

/** @param brandAt gets the brands that it does not have yet */
function toColumns(rows: readonly FacetRow[], brandAt: Map<string, number>): FacetColumns {
  const columns = emptyColumns(rows.length)
  for (const [at, row] of rows.entries()) {
    if (!brandAt.has(row.brand)) brandAt.set(row.brand, brandAt.size)
    columns.ids[at] = row.id
    columns.categories[at] = row.category_id
    columns.brands[at] = brandAt.get(row.brand)!
    columns.prices[at] = row.price
    columns.ratings[at] = Math.round(row.rating * 10)
    columns.discounts[at] = row.discount_percentage
    columns.flags[at] = FLAGS.reduce((bits, name, bit) => bits + (row[name] ? 2 ** bit : 0), 0)
  }
  return columns
}

function joined(parts: readonly FacetColumns[], brandAt: ReadonlyMap<string, number>): FacetColumns {
  const columns = emptyColumns(parts.reduce((sum, { ids }) => sum + ids.length, 0))
  let at = 0
  for (const part of parts) {
    columns.ids.set(part.ids, at)
    columns.categories.set(part.categories, at)
    columns.brands.set(part.brands, at)
    columns.prices.set(part.prices, at)
    columns.ratings.set(part.ratings, at)
    columns.discounts.set(part.discounts, at)
    columns.flags.set(part.flags, at)
    at += part.ids.length
  }
  return { ...columns, brandNames: [...brandAt.keys()] }
}

interface Built {
  columns: FacetColumns
  listings: number
  /** How long building took, in ms, and when it ended. */
  took: number
  at: number
}

/** Building may take one part in so many of the time. */
const SHARE = 20
/** Building takes so short, in ms, that it is done at each change. */
const SHORT_MS = 50
/** Of so many products the first caller does not wait. */
const LARGE = 50_000

const built = new WeakMap<Database, Built>()
const building = new WeakMap<Database, Promise<Built>>()

/**
 * The columns for these revisions. Those of a large shop are built in the background: until then they are those of
 * earlier revisions, or null.
 */
export async function facetColumns(
  db: Database,
  { listings }: Revisions,
): Promise<{ columns: FacetColumns; isCurrent: boolean } | null> {
  const last = built.get(db)
  if (last?.listings === listings) return { columns: last.columns, isCurrent: true }
  const isShort = last === undefined ? (await countPublished(db)) < LARGE : last.took < SHORT_MS
  if (isShort) {
    // One that began before this call may have missed the change.
    await building.get(db)?.catch(() => undefined)
    const { columns } = await build(db, listings)
    return { columns, isCurrent: true }
  }
  if (last === undefined || performance.now() - last.at > SHARE * last.took)
    build(db, listings).catch(() => undefined)
  return last === undefined ? null : { columns: last.columns, isCurrent: false }
}

function build(db: Database, listings: number): Promise<Built> {
  const running = building.get(db)
  if (running !== undefined) return running
  const begun = performance.now()
  const started = buildColumns(db)
    .then((columns) => {
      const now = performance.now()
      const done = { columns, listings, took: now - begun, at: now }
      built.set(db, done)
      return done
    })
    .finally(() => building.delete(db))
  building.set(db, started)
  return started
}
