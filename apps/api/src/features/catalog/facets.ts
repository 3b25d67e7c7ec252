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

/** A bit for each kind of filter whose choices are counted without the filter itself. */
const KINDS = { category: 1, brand: 2, price: 4, rating: 8, discount: 16, in_stock: 32 } as const
/** All bits: of a product that does not pass a filter without choices. */
const SEVERAL = -1

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
  const failures = failuresOf(columns, filter)
  const byCategory = new Int32Array(highest(subtrees.keys()) + 1)
  const byBrand = new Int32Array(brandNames.length)
  const byPrice = new Int32Array(FACET_PRICES.length)
  const ofRating = new Int32Array(256)
  const ofDiscount = new Int32Array(256)
  let inStock = 0
  const count = (at: number): void => {
    const failed = failures(at)
    if ((failed & (failed - 1)) !== 0) return
    // Those who fail no kind, or this one alone. A category that has just been added may be missing.
    if ((failed & ~KINDS.category) === 0 && categories[at]! < byCategory.length)
      byCategory[categories[at]!]! += 1
    if ((failed & ~KINDS.brand) === 0) byBrand[brands[at]!]! += 1
    if ((failed & ~KINDS.price) === 0) byPrice[bandOf(prices[at]!)]! += 1
    if ((failed & ~KINDS.rating) === 0) ofRating[ratings[at]!]! += 1
    if ((failed & ~KINDS.discount) === 0) ofDiscount[discounts[at]!]! += 1
    if ((failed & ~KINDS.in_stock) === 0) inStock += flags[at]! & IN_STOCK
  }
  if (among === undefined) for (let at = 0; at < categories.length; at += 1) count(at)
  else for (const at of positionsOf(columns, among)) count(at)
  return {
    categories: [...subtrees].flatMap(([id, below]) => {
      const products = below.reduce((sum, one) => sum + byCategory[one]!, 0)
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
    ratings: FACET_RATINGS.map((from) => ({ from, count: sumFrom(ofRating, from * 10) })),
    discounts: FACET_DISCOUNTS.map((from) => ({ from, count: sumFrom(ofDiscount, from) })),
    in_stock: inStock,
  }
}

/** The band of a price in paise. */
function bandOf(price: number): number {
  let band = FACET_PRICES.length - 1
  while (price < FACET_PRICES[band]!) band -= 1
  return band
}

const sumFrom = (counts: Int32Array, from: number): number =>
  counts.subarray(Math.ceil(from)).reduce((sum, one) => sum + one, 0)

const highest = (ids: Iterable<number>): number => {
  let most = 0
  for (const id of ids) most = Math.max(most, id)
  return most
}

/** 1 at each of some positions. */
function marks(positions: readonly number[], length: number): Uint8Array {
  const marked = new Uint8Array(length)
  for (const position of positions) if (position >= 0) marked[position] = 1
  return marked
}

/** Finds the kinds of filters that a product does not pass. */
function failuresOf(columns: FacetColumns, filter: Filter): (at: number) => number {
  const { categories, brands, brandNames, prices, ratings, discounts, flags } = columns
  const inCategory = filter.categories && marks(filter.categories, highest(filter.categories) + 1)
  const ofBrand =
    filter.brands &&
    marks(
      filter.brands.map((name) => brandNames.indexOf(name)),
      brandNames.length,
    )
  const { min_price = 0, max_price = Infinity, rating = 0, min_discount = 0, in_stock } = filter
  const lowestRating = Math.round(rating * 10)
  const stockBit = in_stock === undefined ? null : Number(in_stock)
  const others = FLAGS.filter((name) => name !== 'in_stock' && filter[name] !== undefined)
  const bitOf = (name: (typeof FLAGS)[number]): number => 2 ** FLAGS.indexOf(name)
  const otherBits = others.reduce((bits, name) => bits + bitOf(name), 0)
  const set = others.reduce((bits, name) => bits + (filter[name] ? bitOf(name) : 0), 0)
  return (at) => {
    if ((flags[at]! & otherBits) !== set) return SEVERAL
    let failed = 0
    if (inCategory && inCategory[categories[at]!] !== 1) failed |= KINDS.category
    if (ofBrand && ofBrand[brands[at]!] !== 1) failed |= KINDS.brand
    const price = prices[at]!
    if (price < min_price || price > max_price) failed |= KINDS.price
    if (ratings[at]! < lowestRating) failed |= KINDS.rating
    if (discounts[at]! < min_discount) failed |= KINDS.discount
    if (stockBit !== null && (flags[at]! & IN_STOCK) !== stockBit) failed |= KINDS.in_stock
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
/** Building takes so short, in ms, or reads so few products that it is done at each change. */
const SHORT_MS = 50
const FEW = 5000
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
  const isShort =
    last === undefined
      ? (await countPublished(db)) < LARGE
      : last.took < SHORT_MS || last.columns.ids.length < FEW
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
