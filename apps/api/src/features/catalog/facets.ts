/**
 * Counts for the choices of the filters. They are counted in memory, over a few bytes per product: a database would read
 * every product once for each kind of filter.
 */
import type { Facets } from '@haat/contract/catalog'
import { FACET_DISCOUNTS, FACET_PRICES, FACET_RATINGS } from '@haat/contract/rules'
import { swatchOf } from '@haat/contract/swatch'
import { inMeasureOrder } from '@haat/contract/sizes'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { catalogueVersion } from '../../db/catalogue-version.ts'
import { coalesced, type Database } from '../../db/database.ts'
import { readSynonyms } from '../search/synonyms.ts'
import { wordsOf } from '../search/words.ts'
import {
  type FacetOption,
  type FacetRow,
  type Filter,
  findFacetOptions,
  findFacetRows,
} from './product-filter.store.ts'

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
  /** Where the colours and sizes of each product begin in `options`, and after the last one where they end. */
  starts: Int32Array
  /** Twice the number of a colour or size, and one more if it is in stock. */
  options: Int32Array
}

const OPTIONS = ['color', 'size'] as const

export interface FacetColumns {
  chunks: Columns[]
  /** The number of each brand, by name. */
  brandNumbers: Map<string, number>
  /** The number of each colour and each size, by name. No two have one number. */
  optionNumbers: Record<(typeof OPTIONS)[number], Map<string, number>>
  /** How many prices have each power of ten. */
  magnitudes: Map<number, number>
}

const FLAGS = ['in_stock', 'is_new_arrival', 'is_featured', 'is_on_sale'] as const
const IN_STOCK = 1

/** A bit for each kind of filter whose choices are counted without the filter itself. */
const KINDS = { category: 1, brand: 2, price: 4, rating: 8, discount: 16, in_stock: 32, color: 64, size: 128 }
/** A filter without choices. */
const OTHER = 256

/**
 * Counts each choice among the products that pass all filters of other kinds.
 *
 * @param among ids to count; all without it
 * @param subtrees ids of each category and those below it
 */
export function countFacets(
  { chunks, brandNumbers, optionNumbers, magnitudes }: FacetColumns,
  filter: Filter,
  subtrees: ReadonlyMap<number, number[]>,
  among?: readonly number[],
): Facets & { total: number } {
  const { min_price = 0, max_price = Infinity, rating = 0, min_discount = 0 } = filter
  const categories = filter.categories && new Set(filter.categories)
  const brands = filter.brands && new Set(filter.brands.map((name) => brandNumbers.get(name)))
  const wanted = among && new Set(among)
  const { kinds, wanted: wantedOptions, filtered } = optionsOf(optionNumbers, filter)
  const failedFlags = Array.from({ length: 2 ** FLAGS.length }, (_, bits) => failureOfFlags(bits, filter))
  const byCategory = new Map<number, number>()
  const byBrand = new Int32Array(brandNumbers.size)
  const bounds = priceBounds(magnitudes)
  const byPrice = new Int32Array(bounds.length)
  const byRating = new Int32Array(256)
  const byDiscount = new Int32Array(256)
  const byOption = new Int32Array(kinds.length)
  let [total, inStock] = [0, 0]
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.ids.length; at += 1) {
      if (wanted && !wanted.has(chunk.ids[at]!)) continue
      const category = chunk.categories[at]!
      const brand = chunk.brands[at]!
      const price = chunk.prices[at]!
      const [from, to] = [chunk.starts[at]!, chunk.starts[at + 1]!]
      // Kinds of which it has a wanted choice, and of which it has one in stock.
      let [met, stocked] = [0, 0]
      for (let one = from; one < to; one += 1) {
        const kind = wantedOptions[chunk.options[one]! >> 1]!
        met |= kind
        if (chunk.options[one]! & 1) stocked |= kind
      }
      const failed =
        (categories && !categories.has(category) ? KINDS.category : 0) |
        (brands && !brands.has(brand) ? KINDS.brand : 0) |
        (price < min_price || price > max_price ? KINDS.price : 0) |
        (chunk.ratings[at]! < rating * 10 ? KINDS.rating : 0) |
        (chunk.discounts[at]! < min_discount ? KINDS.discount : 0) |
        (filtered & ~(filter.in_stock ? stocked : met)) |
        failedFlags[chunk.flags[at]! & (filter.in_stock === false && stocked !== filtered ? ~IN_STOCK : ~0)]!
      // Of those that fail several kinds no choice shows any; of the others, all choices of the kind that they fail.
      if ((failed & (failed - 1)) !== 0) continue
      if (failed === 0) total += 1
      if ((failed & ~KINDS.category) === 0) byCategory.set(category, (byCategory.get(category) ?? 0) + 1)
      if ((failed & ~KINDS.brand) === 0) byBrand[brand]! += 1
      if ((failed & ~KINDS.price) === 0) byPrice[bounds.findLastIndex((from) => from <= price)]! += 1
      if ((failed & ~KINDS.rating) === 0) byRating[chunk.ratings[at]!]! += 1
      if ((failed & ~KINDS.discount) === 0) byDiscount[chunk.discounts[at]!]! += 1
      if ((failed & ~KINDS.in_stock) === 0 && stocked === filtered) inStock += chunk.flags[at]! & IN_STOCK
      for (let one = from; one < to; one += 1) {
        const option = chunk.options[one]!
        if ((failed & ~kinds[option >> 1]!) === 0 && (!filter.in_stock || option & 1))
          byOption[option >> 1]! += 1
      }
    }
  }
  const counted = (numbers: Map<string, number>, by: Int32Array) =>
    [...numbers].flatMap(([name, number]) => (by[number]! > 0 ? [{ name, count: by[number]! }] : []))
  return {
    total,
    categories: [...subtrees].flatMap(([id, below]) => {
      const products = below.reduce((sum, one) => sum + (byCategory.get(one) ?? 0), 0)
      return products > 0 ? [{ id, count: products }] : []
    }),
    brands: counted(brandNumbers, byBrand).toSorted(byName),
    colors: counted(optionNumbers.color, byOption)
      .map((one) => ({ ...one, color: one.name, swatch: swatchOf(one.name) }))
      .toSorted(byName),
    sizes: inMeasureOrder(
      counted(optionNumbers.size, byOption).map((one) => ({ ...one, size: one.name })),
      ({ name }) => name,
    ),
    prices: bounds.map((from, at) => ({ from, below: bounds[at + 1] ?? null, count: byPrice[at]! })),
    ratings: FACET_RATINGS.map((from) => ({ from, count: sumFrom(byRating, from * 10) })),
    discounts: FACET_DISCOUNTS.map((from) => ({ from, count: sumFrom(byDiscount, from) })),
    in_stock: inStock,
  }
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name, 'en')

/** By the number of each colour and size: its bit of KINDS, and the same of those that are wanted, else 0. */
function optionsOf(numbers: FacetColumns['optionNumbers'], { colors, sizes }: Filter) {
  const kinds = new Uint8Array(numbers.color.size + numbers.size.size)
  const wanted = new Uint8Array(kinds.length)
  for (const kind of OPTIONS) for (const number of numbers[kind].values()) kinds[number] = KINDS[kind]
  for (const name of colors ?? []) if (numbers.color.has(name)) wanted[numbers.color.get(name)!] = KINDS.color
  for (const name of sizes ?? []) if (numbers.size.has(name)) wanted[numbers.size.get(name)!] = KINDS.size
  return { kinds, wanted, filtered: (colors ? KINDS.color : 0) | (sizes ? KINDS.size : 0) }
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
  const columns = noColumns()
  for (let last = 0; ;) {
    const rows = await findFacetRows(db, last, CHUNK)
    addRows(columns, rows, await findFacetOptions(db, last, rows.at(-1)?.id ?? last))
    if (rows.length < CHUNK) return columns
    last = rows.at(-1)!.id
    await nextTurn()
  }
}

export const noColumns = (): FacetColumns => ({
  chunks: [],
  brandNumbers: new Map(),
  optionNumbers: { color: new Map(), size: new Map() },
  magnitudes: new Map(),
})

/** @param rows with ids above those of earlier ones @param options of variants, in the order of their products */
export function addRows(
  { chunks, brandNumbers, optionNumbers, magnitudes }: FacetColumns,
  rows: readonly FacetRow[],
  options: readonly FacetOption[],
): void {
  for (const { brand } of rows) if (!brandNumbers.has(brand)) brandNumbers.set(brand, brandNumbers.size)
  for (const { price } of rows) {
    const magnitude = magnitudeOf(price)
    magnitudes.set(magnitude, (magnitudes.get(magnitude) ?? 0) + 1)
  }
  const [starts, packed] = [new Int32Array(rows.length + 1), [] as number[]]
  const addOption = (option: FacetOption, from: number) => {
    for (const kind of OPTIONS) {
      const [name, numbers] = [option[kind], optionNumbers[kind]]
      // A filter of several names has commas between them.
      if (!name || name.includes(',')) continue
      const number = numbers.get(name) ?? optionNumbers.color.size + optionNumbers.size.size
      numbers.set(name, number)
      let at = from
      while (at < packed.length && packed[at]! >> 1 !== number) at += 1
      packed[at] = (packed[at] ?? 2 * number) | Number(option.in_stock)
    }
  }
  let next = 0
  for (const [at, { id }] of rows.entries()) {
    while (next < options.length && options[next]!.product_id < id) next += 1
    for (; options[next]?.product_id === id; next += 1) addOption(options[next]!, starts[at]!)
    starts[at + 1] = packed.length
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
    starts,
    options: Int32Array.from(packed),
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

const padded = (words: string[]): string => ` ${words.join(' ')} `

/** The colours of the shop that a text names, in any language of the synonyms. */
export async function colorsIn(db: Database, text: string): Promise<string[]> {
  if (text.trim() === '') return []
  const typed = wordsOf(text)
  const synonyms = await readSynonyms(db)
  const named = padded([...typed, ...typed.flatMap((word) => synonyms.of([word]).flat())])
  const { optionNumbers } = await facetColumns(db)
  return [...optionNumbers.color.keys()].filter((name) => named.includes(padded(wordsOf(name))))
}
