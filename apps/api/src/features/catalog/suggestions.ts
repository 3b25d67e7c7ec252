/** Suggestions for what somebody types: products, and names of categories and brands by the beginnings of their words. */
import type { Category } from '@haat/contract/catalog'
import type { Revisions } from '../../db/catalogue-revision.ts'
import type { Database } from '../../db/database.ts'
import { findSuggested } from '../search/search.store.ts'
import { searchProducts } from '../search/search.ts'
import { wordsOf } from '../search/words.ts'
import { revisionCache } from './catalogue-cache.ts'
import { brandsOf, treeOf } from './category-tree.ts'

const PRODUCTS = 6
/** Categories, and brands, of one suggestion at most. */
const NAMES_MAX = 3

const cachedNames = revisionCache<{ categories: NameIndex<Category>; brands: NameIndex<string> }>(1)

/** Products that the text finds as far as it is typed; categories by name, then that of most products; brands. */
export async function suggest(db: Database, revisions: Revisions, text: string, limit = PRODUCTS) {
  const { categories } = await treeOf(db, revisions)
  const names = await cachedNames(db, revisions.content, 'names', async () => ({
    categories: indexNames(
      categories.filter(({ product_count }) => product_count > 0),
      ({ name }) => name,
    ),
    brands: indexNames(await brandsOf(db, revisions, undefined), (name) => name),
  }))
  const { ids, price } = await searchProducts(db, revisions.content, text, 'suggestions')
  const found = await suggestedProducts(db, revisions, price ? ids : ids.slice(0, limit))
  const { min_price = 0, max_price = Infinity } = price ?? {}
  const products = found.filter((one) => min_price <= one.price && one.price <= max_price).slice(0, limit)
  const typed = wordsOf(text)
  const suggested = findNames(names.categories, typed, NAMES_MAX)
  const most = mostFrequent(products.map(({ category_id }) => category_id))
  const ofMost = categories.find(({ id }) => id === most)
  // Both are kept for a while, so the same category may be two objects.
  if (ofMost && !suggested.some(({ id }) => id === most)) suggested.push(ofMost)
  return {
    products,
    categories: suggested.slice(0, Math.min(limit, NAMES_MAX)),
    brands: findNames(names.brands, typed, Math.min(limit, NAMES_MAX)),
  }
}

/** The first of those that are there most often. */
function mostFrequent(ids: number[]): number | undefined {
  const timesOf = (id: number) => ids.reduce((times, other) => times + Number(other === id), 0)
  let [most, times] = [ids[0], 0]
  for (const id of ids) {
    const own = timesOf(id)
    if (own > times) [most, times] = [id, own]
  }
  return most
}

type Suggested = Awaited<ReturnType<typeof findSuggested>>[number]

const suggestedProductsOf = revisionCache<Map<number, Suggested>>(1)
const SUGGESTED_MAX = 10_000

/** Kept until a price changes. */
async function suggestedProducts(db: Database, revisions: Revisions, ids: number[]): Promise<Suggested[]> {
  const known = await suggestedProductsOf(db, revisions.listings, 'products', async () => new Map())
  const others = ids.filter((id) => !known.has(id))
  if (others.length > 0) {
    if (known.size > SUGGESTED_MAX) known.clear()
    for (const product of await findSuggested(db, others)) known.set(product.id, product)
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

interface Entry<Named> {
  /** A word of the name. */
  word: string
  words: string[]
  named: Named
}

/** Entries by word, in order. */
type NameIndex<Named> = readonly Entry<Named>[]

/** Entries examined per query. */
const EXAMINED_MAX = 500

const byWord = (a: { word: string }, b: { word: string }): number =>
  Number(a.word > b.word) - Number(a.word < b.word)

function indexNames<Named>(all: readonly Named[], nameOf: (named: Named) => string): NameIndex<Named> {
  return all
    .flatMap((named) => {
      const words = wordsOf(nameOf(named))
      return [...new Set(words)].map((word) => ({ word, words, named }))
    })
    .toSorted(byWord)
}

/** Those with a word that begins with each of these words; first those whose name begins so. */
function findNames<Named>(index: NameIndex<Named>, typed: string[], max: number): Named[] {
  const start = typed.at(-1)
  if (start === undefined) return []
  const first = lowerBound(index, start)
  const found = new Map<Named, boolean>()
  for (let at = first; at < Math.min(index.length, first + EXAMINED_MAX); at += 1) {
    const { word, words, named } = index[at]!
    if (!word.startsWith(start)) break
    if (typed.every((part) => words.some((other) => other.startsWith(part))))
      found.set(named, words[0]?.startsWith(typed[0] ?? '') ?? false)
  }
  if (found.size === 0) return []
  return [...found]
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
    .slice(0, max)
    .map(([named]) => named)
}

/** Where the first entry is whose word is not before `word`. */
function lowerBound(index: NameIndex<unknown>, word: string): number {
  let [low, high] = [0, index.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((index[middle]?.word ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
