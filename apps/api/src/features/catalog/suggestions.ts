/** Suggestions for what somebody types: products, and names of categories and brands by the beginnings of their words. */
import type { Category } from '@haat/contract/catalog'
import { versionCache } from '../../db/catalogue-version.ts'
import type { Database } from '../../db/database.ts'
import { searchProducts } from '../search/search.ts'
import { wordsOf } from '../search/words.ts'
import { brandsOf, treeOf } from './category-tree.ts'
import { findSuggested } from './product-list.store.ts'

const PRODUCTS = 6
/** Categories, and brands, of one suggestion at most. */
const NAMES_MAX = 3

interface Named<T> {
  words: string[]
  named: T
}

const cachedNames = versionCache<{ categories: Named<Category>[]; brands: Named<string>[] }>(1)

const namesOf = (db: Database) =>
  cachedNames(db, 'names', async () => {
    const { categories } = await treeOf(db)
    const brands = await brandsOf(db, undefined)
    return {
      categories: categories
        .filter(({ product_count }) => product_count > 0)
        .map((named) => ({ words: wordsOf(named.name), named })),
      brands: brands.map((named) => ({ words: wordsOf(named), named })),
    }
  })

/** Products that the text finds as far as it is typed; categories by name, then that of most products; brands. */
export async function suggest(db: Database, text: string, limit = PRODUCTS) {
  const names = await namesOf(db)
  const { ids, price } = await searchProducts(db, text, true)
  const found = await suggestedProducts(db, price ? ids : ids.slice(0, limit))
  const { min_price = 0, max_price = Infinity } = price ?? {}
  const products = found.filter((one) => min_price <= one.price && one.price <= max_price).slice(0, limit)
  const typed = wordsOf(text)
  const categories = startingWith(names.categories, typed, NAMES_MAX)
  const most = mostFrequent(products.map(({ category_id }) => category_id))
  const ofMost = names.categories.find(({ named }) => named.id === most)?.named
  if (ofMost && !categories.includes(ofMost)) categories.push(ofMost)
  return {
    products,
    categories: categories.slice(0, Math.min(limit, NAMES_MAX)),
    brands: startingWith(names.brands, typed, Math.min(limit, NAMES_MAX)),
  }
}

/** In the order of `ids`. */
async function suggestedProducts(db: Database, ids: number[]) {
  if (ids.length === 0) return []
  const found = new Map((await findSuggested(db, ids)).map((product) => [product.id, product]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The first of those that are there most often. */
function mostFrequent(ids: number[]): number | undefined {
  const times = [...Map.groupBy(ids, (id) => id)].map(([id, all]) => ({ id, times: all.length }))
  return times.toSorted((a, b) => b.times - a.times)[0]?.id
}

/** Those with a word that begins with each of these words; first those whose name begins so. */
function startingWith<T>(all: readonly Named<T>[], typed: string[], max: number): T[] {
  const [first = ''] = typed
  const matching = all.filter(
    ({ words }) => typed.length > 0 && typed.every((start) => words.some((word) => word.startsWith(start))),
  )
  const begins = ({ words }: Named<T>): number => Number(words[0]?.startsWith(first))
  return matching
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, max)
    .map(({ named }) => named)
}
