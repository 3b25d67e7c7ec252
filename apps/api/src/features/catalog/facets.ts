/**
 * Counts for the choices of the filters. They are counted in memory, over a few bytes per product: a database would read
 * every product once for each kind of filter.
 */
import type { Facets } from '@haat/contract/catalog'
import { FACET_DISCOUNTS, FACET_PRICES, FACET_RATINGS } from '@haat/contract/rules'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { catalogueVersion } from '../../db/catalogue-version.ts'
import { coalesced, type Database } from '../../db/database.ts'
import { type FacetRow, type Filter, findFacetRows } from './product-filter.store.ts'

/** What filters ask for, of some published products. */
interface Columns {
  ids: Int32Array
  categories: Int32Array
  /** Numbers of `brandNames`. */
  brands: Int32Array
  /** Paise. */
  prices: Float64Array
  /** Whole tenths of a star. */
  ratings: Uint8Array
  discounts: Uint8Array
  /** Bits of FLAGS. */
  flags: Uint8Array
}

export interface FacetColumns {
  chunks: Columns[]
  /** The number of each brand, by name. */
  brandNumbers: Map<string, number>
  /** How many prices have each power of ten. */
  magnitudes: Map<number, number>
}

const FLAGS = ['in_stock', 'is_new_arrival', 'is_featured', 'is_on_sale'] as const
const IN_STOCK = 1

/** A bit for each kind of filter whose choices are counted without the filter itself. */
const KINDS = { category: 1, brand: 2, price: 4, rating: 8, discount: 16, in_stock: 32 } as const
/** A filter without choices. */
const OTHER = 64

/**
 * Counts each choice among the products that pass all filters of other kinds.
 *
 * @param among ids to count; all without it
 * @param subtrees ids of each category and those below it
 */
export function countFacets(
  { chunks, brandNumbers, magnitudes }: FacetColumns,
  filter: Filter,
  subtrees: ReadonlyMap<number, number[]>,
  among?: readonly number[],
): Facets {
  const { min_price = 0, max_price = Infinity, rating = 0, min_discount = 0 } = filter
  const categories = filter.categories && new Set(filter.categories)
  const brands = filter.brands && new Set(filter.brands.map((name) => brandNumbers.get(name)))
  const wanted = among && new Set(among)
  const failedFlags = Array.from({ length: 2 ** FLAGS.length }, (_, bits) => failureOfFlags(bits, filter))
  const byCategory = new Map<number, number>()
  const byBrand = new Int32Array(brandNumbers.size)
  const bounds = priceBounds(magnitudes)
  const byPrice = new Int32Array(bounds.length)
  const byRating = new Int32Array(256)
  const byDiscount = new Int32Array(256)
  let inStock = 0
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.ids.length; at += 1) {
      if (wanted && !wanted.has(chunk.ids[at]!)) continue
      const category = chunk.categories[at]!
      const brand = chunk.brands[at]!
      const price = chunk.prices[at]!
      const failed =
        (categories && !categories.has(category) ? KINDS.category : 0) |
        (brands && !brands.has(brand) ? KINDS.brand : 0) |
        (price < min_price || price > max_price ? KINDS.price : 0) |
        (chunk.ratings[at]! < rating * 10 ? KINDS.rating : 0) |
        (chunk.discounts[at]! < min_discount ? KINDS.discount : 0) |
        failedFlags[chunk.flags[at]!]!
      // Of those that fail several kinds no choice shows any; of the others, all choices of the kind that they fail.
      if ((failed & (failed - 1)) !== 0) continue
      if ((failed & ~KINDS.category) === 0) byCategory.set(category, (byCategory.get(category) ?? 0) + 1)
      if ((failed & ~KINDS.brand) === 0) byBrand[brand]! += 1
      if ((failed & ~KINDS.price) === 0) byPrice[bounds.findLastIndex((from) => from <= price)]! += 1
      if ((failed & ~KINDS.rating) === 0) byRating[chunk.ratings[at]!]! += 1
      if ((failed & ~KINDS.discount) === 0) byDiscount[chunk.discounts[at]!]! += 1
      if ((failed & ~KINDS.in_stock) === 0) inStock += chunk.flags[at]! & IN_STOCK
    }
  }
  return {
    categories: [...subtrees].flatMap(([id, below]) => {
      const products = below.reduce((sum, one) => sum + (byCategory.get(one) ?? 0), 0)
      return products > 0 ? [{ id, count: products }] : []
    }),
    brands: [...brandNumbers]
      .flatMap(([name, number]) => (byBrand[number]! > 0 ? [{ name, count: byBrand[number]! }] : []))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    prices: bounds.map((from, at) => ({ from, below: bounds[at + 1] ?? null, count: byPrice[at]! })),
    ratings: FACET_RATINGS.map((from) => ({ from, count: sumFrom(byRating, from * 10) })),
    discounts: FACET_DISCOUNTS.map((from) => ({ from, count: sumFrom(byDiscount, from) })),
    in_stock: inStock,
  }
}

function failureOfFlags(bits: number, filter: Filter): number {
  const failed = FLAGS.filter(
    (name, bit) => filter[name] !== undefined && filter[name] !== ((bits & (2 ** bit)) !== 0),
  )
  if (failed.length === 0) return 0
  return failed.every((name) => name === 'in_stock') ? KINDS.in_stock : OTHER
}

/** The power of ten that makes a price at least the second of FACET_PRICES, within those whose bands are whole rupees. */
const magnitudeOf = (price: number): number =>
  Math.max(-2, Math.min(3, Math.floor(Math.log10(price / FACET_PRICES[1]))))

/** Where the bands of prices begin, in paise: those of groceries lie closer together than those of jewellery. */
function priceBounds(magnitudes: FacetColumns['magnitudes']): number[] {
  const sorted = [...magnitudes].toSorted(([a], [b]) => a - b)
  let left = sorted.reduce((sum, [, count]) => sum + count, 0) / 2
  const [ofMedian = 0] = sorted.find(([, count]) => (left -= count) < 0) ?? []
  return FACET_PRICES.map((from) => Math.round(from * 10 ** ofMedian))
}

const sumFrom = (counts: Int32Array, from: number): number =>
  counts.subarray(Math.ceil(from)).reduce((sum, one) => sum + one, 0)

const CHUNK = 5000

/** Reads the products in chunks, so that others are served between, and keeps no rows: a shop may have a million. */
async function readColumns(db: Database): Promise<FacetColumns> {
  const columns: FacetColumns = { chunks: [], brandNumbers: new Map(), magnitudes: new Map() }
  for (let last = 0; ;) {
    const rows = await findFacetRows(db, last, CHUNK)
    addRows(columns, rows)
    if (rows.length < CHUNK) return columns
    last = rows.at(-1)!.id
    await nextTurn()
  }
}

/** @param rows with ids above those of earlier ones */
export function addRows({ chunks, brandNumbers, magnitudes }: FacetColumns, rows: readonly FacetRow[]): void {
  for (const { brand } of rows) if (!brandNumbers.has(brand)) brandNumbers.set(brand, brandNumbers.size)
  for (const { price } of rows) {
    const magnitude = magnitudeOf(price)
    magnitudes.set(magnitude, (magnitudes.get(magnitude) ?? 0) + 1)
  }
  chunks.push({
    ids: Int32Array.from(rows, ({ id }) => id),
    categories: Int32Array.from(rows, ({ category_id }) => category_id),
    brands: Int32Array.from(rows, ({ brand }) => brandNumbers.get(brand)!),
    prices: Float64Array.from(rows, ({ price }) => price),
    ratings: Uint8Array.from(rows, ({ rating }) => Math.floor(rating * 10)),
    discounts: Uint8Array.from(rows, ({ discount_percentage }) => discount_percentage),
    flags: Uint8Array.from(rows, (row) =>
      FLAGS.reduce((bits, name, bit) => bits + (row[name] ? 2 ** bit : 0), 0),
    ),
  })
}

/** How long a call waits for counts of the catalogue as it is now, in ms. */
const WAIT_MS = 50

interface Read {
  version: number
  columns: FacetColumns
}

const reads = new WeakMap<Database, { last?: Read; next: () => Promise<Read> }>()

/** The current columns; of a shop that takes longer to read, those of the read before. */
export async function facetColumns(db: Database): Promise<FacetColumns> {
  const ofShop = reads.get(db) ?? {
    next: coalesced(async () => ({ version: await catalogueVersion(db), columns: await readColumns(db) })),
  }
  reads.set(db, ofShop)
  const { last } = ofShop
  if (last?.version === (await catalogueVersion(db))) return last.columns
  const next = ofShop.next().then((done) => (ofShop.last = done).columns)
  return last === undefined ? next : Promise.race([next, sleep(WAIT_MS, last.columns)])
}
