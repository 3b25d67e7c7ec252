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
  /** The highest of their ids. */
  categoryMax: number
  /** Positions in `brandNames`. */
  brands: Int32Array
  brandNames: string[]
  /** Positions in `brandNames`, by name. */
  brandOrder: number[]
  /** Paise. */
  prices: Float64Array
  /** Whole tenths of a star. */
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
  categoryMax: 0,
  brands: new Int32Array(size),
  brandNames: [],
  brandOrder: [],
  prices: new Float64Array(size),
  ratings: new Uint8Array(size),
  discounts: new Uint8Array(size),
  flags: new Uint8Array(size),
})

/** A bit for each kind of filter whose choices are counted without the filter itself. */
const KINDS = { category: 1, brand: 2, price: 4, rating: 8, discount: 16, in_stock: 32 } as const
/** More than one bit: of a product that does not pass a filter without choices. */
const SEVERAL = 64 + 128
const isSeveral = (bits: number): boolean => (bits & (bits - 1)) !== 0

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
  const { categories, brands, brandNames, brandOrder, prices, ratings, discounts, flags } = columns
  const byCategory = new Int32Array(highest(subtrees.keys()) + 1)
  const byBrand = new Int32Array(brandNames.length)
  const byPrice = new Int32Array(FACET_PRICES.length)
  const ofRating = new Int32Array(256)
  const ofDiscount = new Int32Array(256)
  let inStock = 0
  const { min_price = 0, max_price = Infinity } = filter
  const { category, brand, rating, discount, flag } = failuresOf(columns, filter)
  const positions = among === undefined ? null : positionsOf(columns, among)
  const size = positions?.length ?? categories.length
  for (let n = 0; n < size; n += 1) {
    const at = positions === null ? n : positions[n]!
    const price = prices[at]!
    let failed =
      category[categories[at]!]! |
      brand[brands[at]!]! |
      (price < min_price || price > max_price ? KINDS.price : 0)
    if (isSeveral(failed)) continue
    failed |= rating[ratings[at]!]! | discount[discounts[at]!]! | flag[flags[at]!]!
    if (isSeveral(failed)) continue
    // Those who fail no kind, or this one alone. A category that has just been added may be missing.
    if ((failed & ~KINDS.category) === 0 && categories[at]! < byCategory.length)
      byCategory[categories[at]!]! += 1
    if ((failed & ~KINDS.brand) === 0) byBrand[brands[at]!]! += 1
    if ((failed & ~KINDS.price) === 0) byPrice[bandOf(price)]! += 1
    if ((failed & ~KINDS.rating) === 0) ofRating[ratings[at]!]! += 1
    if ((failed & ~KINDS.discount) === 0) ofDiscount[discounts[at]!]! += 1
    if ((failed & ~KINDS.in_stock) === 0) inStock += flags[at]! & IN_STOCK
  }
  return {
    categories: [...subtrees].flatMap(([id, below]) => {
      const products = below.reduce((sum, one) => sum + byCategory[one]!, 0)
      return products > 0 ? [{ id, count: products }] : []
    }),
    brands: brandOrder.flatMap((at) =>
      byBrand[at]! > 0 ? [{ name: brandNames[at]!, count: byBrand[at]! }] : [],
    ),
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

/** Some products, and how many there are. */
export interface Counted {
  total: number
  /** Ascending. */
  ids: number[]
}

/** Counts the products that pass all filters. @param max ids to return */
export function countPassing(columns: FacetColumns, filter: Filter, max: number): Counted {
  const { ids, categories, brands, prices, ratings, discounts, flags } = columns
  const { min_price = 0, max_price = Infinity } = filter
  const { category, brand, rating, discount, flag } = failuresOf(columns, filter)
  const counted: Counted = { total: 0, ids: [] }
  for (let at = 0; at < ids.length; at += 1) {
    if (prices[at]! < min_price || prices[at]! > max_price) continue
    if ((rating[ratings[at]!]! | discount[discounts[at]!]! | flag[flags[at]!]!) !== 0) continue
    if ((category[categories[at]!]! | brand[brands[at]!]!) !== 0) continue
    counted.total += 1
    if (counted.total <= max) counted.ids.push(ids[at]!)
  }
  return counted
}

/** The band of a price in paise. */
function bandOf(price: number): number {
  let band = FACET_PRICES.length - 1
  while (price < FACET_PRICES[band]!) band -= 1
  return band
}

function sumFrom(counts: Int32Array, from: number): number {
  let sum = 0
  for (let at = Math.ceil(from); at < counts.length; at += 1) sum += counts[at]!
  return sum
}

const highest = (ids: Iterable<number>): number => {
  let most = 0
  for (const id of ids) most = Math.max(most, id)
  return most
}

/** What a product fails by the value of each column: the bit of a kind, or 0. */
type Failures = Record<'category' | 'brand' | 'rating' | 'discount' | 'flag', Uint8Array>

function failuresOf({ categoryMax, brandNames }: FacetColumns, filter: Filter): Failures {
  const { categories, brands, rating = 0, min_discount = 0 } = filter
  const category = new Uint8Array(categoryMax + 1).fill(categories ? KINDS.category : 0)
  for (const id of categories ?? []) category[id] = 0
  const brand = new Uint8Array(brandNames.length).fill(brands ? KINDS.brand : 0)
  // Nothing happens at -1.
  for (const name of brands ?? []) brand[brandNames.indexOf(name)] = 0
  return {
    category,
    brand,
    rating: new Uint8Array(256).fill(KINDS.rating, 0, Math.round(rating * 10)),
    discount: new Uint8Array(256).fill(KINDS.discount, 0, Math.ceil(min_discount)),
    flag: Uint8Array.from({ length: 2 ** FLAGS.length }, (_, bits) => failuresOfFlags(bits, filter)),
  }
}

function failuresOfFlags(bits: number, filter: Filter): number {
  const failed = FLAGS.filter((name, bit) => {
    const isSet = (bits & (2 ** bit)) !== 0
    return filter[name] !== undefined && filter[name] !== isSet
  })
  if (failed.length === 0) return 0
  return failed.every((name) => name === 'in_stock') ? KINDS.in_stock : SEVERAL
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
    columns.ratings[at] = Math.floor(row.rating * 10)
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
  const brandNames = [...brandAt.keys()]
  const brandOrder = [...brandNames.keys()].toSorted((a, b) =>
    brandNames[a]!.localeCompare(brandNames[b]!, 'en'),
  )
  return { ...columns, categoryMax: highest(columns.categories), brandNames, brandOrder }
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

/** The columns of a large shop if they are in memory for these revisions. */
export function columnsInMemory(db: Database, { listings }: Revisions): FacetColumns | null {
  const last = built.get(db)
  return last?.listings === listings && last.columns.ids.length >= LARGE ? last.columns : null
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
