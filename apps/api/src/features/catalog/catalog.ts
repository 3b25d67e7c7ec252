import type { Contract } from '@haat/contract'
import type { Facets, ProductFilter } from '@haat/contract/catalog'
import { LIMITS, PATTERNS } from '@haat/contract/rules'
import { t } from '#say'
import { versionCache } from '../../db/catalogue-version.ts'
import { type Database, pipelined } from '../../db/database.ts'
import { noSuch } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { toMediaList } from '../media/media-urls.ts'
import { noteEmptySearch } from '../search/empty-searches.ts'
import { type PriceLimits, searchProducts } from '../search/search.ts'
import { readSettings } from '../settings/settings.store.ts'
import { findAlike } from './alike.ts'
import { findBanners, findBestSellers } from './catalog.store.ts'
import { brandsOf, subtree, treeOf } from './category-tree.ts'
import { colorsIn, countFacets, facetColumns } from './facets.ts'
import {
  countFiltered,
  type Filter,
  filteredAmong,
  filteredPage,
  type SortOrder,
} from './product-filter.store.ts'
import { findMedia, findProduct, isPublished, listedProducts } from './product-list.store.ts'
import { suggest } from './suggestions.ts'

/** `all`, like no category, means every category. */
const oneCategory = (category: number | 'all' | undefined) => (category === 'all' ? undefined : category)

/** Prices are current because keepReplies() applies deals before. */
export const catalog: Handlers<Contract['catalog']> = {
  async filter({ query }, { db }) {
    const { ids, ...page } = await filterProducts(db, query)
    const colors = query.color ?? (await colorsIn(db, query.search ?? ''))
    return { ...page, products: await listedProducts(db, ids, { colors, sizes: query.size ?? [] }) }
  },

  async search({ query }, { db }) {
    const window = { limit: LIMITS.page_size_max, offset: 0 }
    const { ids, ...found } = await findSearched(db, query.search ?? '', {}, {}, window)
    const colors = await colorsIn(db, query.search ?? '')
    return { ...found, products: await listedProducts(db, ids, { colors, sizes: [] }) }
  },

  async suggest({ query }, { db }) {
    return suggest(db, query.query ?? query.search ?? '', query.limit)
  },

  async brands({ query }, { db }) {
    return { brands: await brandsOf(db, oneCategory(query.category)) }
  },

  async highlights(_request, { db }) {
    const { prices } = countFacets(await facetColumns(db), {}, new Map())
    return {
      best_sellers: await listedProducts(db, await findBestSellers(db)),
      prices: prices.filter(({ count }) => count > 0),
    }
  },

  async media({ params }, { db }) {
    if (!(await isPublished(db, params.id))) throw noSuch(t`Product not found`)
    return toMediaList(await findMedia(db, params.id))
  },

  async product({ params }, { db }) {
    const product = await findProduct(db, params.id)
    if (product === undefined) throw noSuch(t`Product not found`)
    return product
  },

  async categories(_request, { db }) {
    return { categories: (await treeOf(db)).categories }
  },

  async banners(_request, { db }) {
    const banners = await findBanners(db)
    // Somebody may have written the link into the database by hand.
    return banners.map((banner) =>
      PATTERNS.link.test(banner.link ?? '') ? banner : { ...banner, link: null },
    )
  },
}

interface Found {
  ids: number[]
  total: number
  did_you_mean?: string
  price?: PriceLimits
  facets?: Facets
}

/** The ids of one page of products. */
async function filterProducts(db: Database, query: ProductFilter) {
  const page = query.page ?? 1
  const limit = query.limit ?? (query.page === undefined ? LIMITS.page_size_max : LIMITS.page_size)
  const window = { limit, offset: (page - 1) * limit }
  const filter = await toFilter(db, query)
  let found: Found = { ids: [], total: 0 }
  if (query.search !== undefined && query.search.trim() !== '')
    found = await findSearched(db, query.search, filter, query, window)
  else if (query.ids !== undefined) found = await findNamed(db, query.ids, filter, query, window)
  else if (query.is_new_arrival && (await totalOf(db, { is_new_arrival: true })) === 0)
    found = await findNewest(db, filter, query, window)
  else if (filter.categories?.length !== 0)
    found = await (query.like === undefined ? findFiltered : findLike)(db, filter, query, window)
  return { ...found, page, limit, totalPages: Math.max(1, Math.ceil(found.total / limit)) }
}

interface Window {
  limit: number
  offset: number
}

const cachedTotals = versionCache<number>(5000)
const totalOf = (db: Database, filter: Filter): Promise<number> =>
  cachedTotals(db, JSON.stringify(filter), () => countFiltered(db, filter))

async function findFiltered(
  db: Database,
  filter: Filter,
  { sort, facets, buyable_first }: ProductFilter,
  window: Window,
): Promise<Found> {
  const order = sort ?? (filter.min_discount === undefined ? 'id' : 'discount_desc')
  // A merchant's shop; the demo keeps the order of its products.
  const isSelling = order === 'id' && (await readSettings(db)).showcase === null
  const page = buyable_first ? buyableFirst : isSelling ? inStockFirst : filteredPage
  const counts = facets ? await findFacets(db, filter) : undefined
  // The database would look for the variants of each product.
  const isCounted = counts && (filter.colors ?? filter.sizes)
  const [total, ids] = await pipelined(db, [
    async () => (isCounted ? counts.total : totalOf(db, filter)),
    () => page(db, filter, order, window),
  ])
  return { ids, total, ...(counts && { facets: counts }) }
}

/** First what is like one product, and not that product. */
async function findLike(
  db: Database,
  filter: Filter,
  query: ProductFilter,
  { limit }: Window,
): Promise<Found> {
  const { like = 0 } = query
  const found = await findFiltered(db, filter, query, { limit: limit + 1, offset: 0 })
  const ids = new Set([...(await findAlike(db, like, filter)), ...found.ids])
  ids.delete(like)
  return { ...found, ids: [...ids].slice(0, limit) }
}

/** What a shopper can buy and see leads on the first page, and nothing is sold out, unless all of the shop is. */
async function buyableFirst(db: Database, filter: Filter, order: SortOrder, window: Window) {
  const buyable = await filteredPage(db, { ...filter, is_buyable: true }, order, window)
  if (buyable.length === window.limit) return buyable
  const isSelling = (await totalOf(db, { in_stock: true })) > 0
  const in_stock = filter.in_stock ?? (isSelling || undefined)
  const all = await filteredPage(db, { ...filter, in_stock }, order, window)
  return [...new Set([...buyable, ...all])].slice(0, window.limit)
}

/** What is sold out comes after all others. */
async function inStockFirst(
  db: Database,
  filter: Filter,
  order: SortOrder,
  window: Window,
): Promise<number[]> {
  const { limit, offset } = window
  if (filter.in_stock !== undefined) return filteredPage(db, filter, order, window)
  const inStock = { ...filter, in_stock: true }
  const first = await filteredPage(db, inStock, order, window)
  if (first.length === limit) return first
  const before = offset - (await totalOf(db, inStock))
  const rest = { limit: limit - first.length, offset: Math.max(0, before) }
  return [...first, ...(await filteredPage(db, { ...filter, in_stock: false }, order, rest))]
}

/** Of these products, in their order unless another is wanted. */
async function findNamed(
  db: Database,
  named: number[],
  filter: Filter,
  { sort, facets }: ProductFilter,
  { limit, offset }: Window,
  isFiltered = true,
): Promise<Found> {
  const passed = isFiltered ? await filteredAmong(db, named, filter, sort ?? 'id') : named
  const included = new Set(passed)
  const ordered = sort === undefined ? [...new Set(named)].filter((id) => included.has(id)) : passed
  return {
    ids: ordered.slice(offset, offset + limit),
    total: passed.length,
    ...(facets && { facets: await findFacets(db, filter, named) }),
  }
}

/** As many count as new where no product is marked so. */
const NEWEST = 60

async function findNewest(db: Database, filter: Filter, query: ProductFilter, window: Window) {
  const newest = await buyableFirst(db, {}, 'newest', { limit: NEWEST, offset: 0 })
  return findNamed(db, newest, { ...filter, is_new_arrival: undefined }, query, window)
}

async function findSearched(
  db: Database,
  text: string,
  filter: Filter,
  query: ProductFilter,
  window: Window,
): Promise<Found> {
  const { ids, price, did_you_mean } = await searchProducts(db, text)
  if (ids.length === 0) noteEmptySearch(text)
  const limited = withPrice(filter, price)
  const isFiltered = query.sort !== undefined || Object.values(limited).some((value) => value !== undefined)
  const found = await findNamed(db, ids, limited, query, window, isFiltered)
  return { ...found, ...(price && { price }), ...(did_you_mean !== undefined && { did_you_mean }) }
}

async function findFacets(db: Database, filter: Filter, among?: number[]) {
  const { subtrees } = await treeOf(db)
  return countFacets(await facetColumns(db), filter, subtrees, among)
}

/** A filter that also keeps to the limits of the price that a search names. */
function withPrice(filter: Filter, price: PriceLimits | undefined): Filter {
  if (price === undefined) return filter
  const { min_price = filter.min_price, max_price = filter.max_price } = price
  return {
    ...filter,
    min_price: min_price && Math.max(min_price, filter.min_price ?? 0),
    max_price: max_price && Math.min(max_price, filter.max_price ?? max_price),
  }
}

async function toFilter(db: Database, query: ProductFilter): Promise<Filter> {
  const { min_price, max_price, rating, is_new_arrival, is_featured, in_stock } = query
  const isUnmarked = query.is_on_sale && (await totalOf(db, { is_on_sale: true })) === 0
  const category = oneCategory(query.category ?? query.category_id)
  const listOf = (names?: string[]) => (names?.length ? [...new Set(names)].toSorted() : undefined)
  return {
    categories: category === undefined ? undefined : await subtree(db, category),
    brands: listOf(query.brand),
    colors: listOf(query.color),
    sizes: listOf(query.size),
    min_price,
    max_price,
    rating,
    min_discount: query.min_discount ?? (isUnmarked ? 1 : undefined),
    is_new_arrival,
    is_featured,
    is_on_sale: isUnmarked ? undefined : query.is_on_sale,
    in_stock,
  }
}
