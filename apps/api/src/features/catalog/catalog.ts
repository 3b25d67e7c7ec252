import { contract, type Contract } from '@haat/contract'
import {
  type Category,
  type Facets,
  ListedProduct,
  ProductDetail,
  type ProductFilter,
} from '@haat/contract/catalog'
import { LIMITS, PATTERNS } from '@haat/contract/rules'
import { catalogueRevisions, type Revisions } from '../../db/catalogue-revision.ts'
import { type Database, pipelined } from '../../db/database.ts'
import { jsonEncoder } from '../../http/encode-reply.ts'
import { notFound } from '../../http/failure.ts'
import { encoded, type Handlers, withEncodedList } from '../../http/serve.ts'
import { toMediaList } from '../media/media-urls.ts'
import { findSuggested } from '../search/search.store.ts'
import { type Found as SearchResult, type PriceLimits, searchProducts } from '../search/search.ts'
import { findBanners, findBrands, findMedia, findProduct, isPublished } from './catalog.store.ts'
import { revisionCache } from './catalogue-cache.ts'
import { allCategories, subtree, treeOf } from './category-tree.ts'
import { encodedProducts } from './encoded-products.ts'
import { countFacets, facetColumns } from './facets.ts'
import {
  countFiltered,
  dependsOnPrices,
  type Filter,
  filteredAmong,
  filteredPage,
  NO_FILTER,
  type SortOrder,
  type Window,
} from './product-filter.store.ts'
import { findNames, indexNames, type NameIndex } from './name-index.ts'
import { listedProducts, toListedVariant } from './product-list.store.ts'

const cachedBrands = revisionCache<string[]>(200)

/** `all`, like no category, means every category. */
const oneCategory = (category: number | 'all' | undefined) => (category === 'all' ? undefined : category)

/** Prices are current because cacheReplies() applies deals before. */
export const catalog: Handlers<Contract['catalog']> = {
  async filter({ query }, { db }) {
    const revisions = await catalogueRevisions(db)
    const { ids, byPrice, isLasting, ...page } = await filterProducts(db, revisions, query)
    const { texts, states } = await listedJson(db, revisions, ids)
    const basis = isLasting
      ? { content: revisions.content, listings: byPrice ? revisions.listings : null, states }
      : null
    return withEncodedList(contract.catalog.filter, { ...page, products: [] }, 'products', texts, basis)
  },

  async search({ query }, { db }) {
    const revisions = await catalogueRevisions(db)
    const { ids, byPrice, ...found } = await searchPage(db, revisions, query.search ?? '')
    const { texts, states } = await listedJson(db, revisions, ids)
    const basis = { content: revisions.content, listings: byPrice ? revisions.listings : null, states }
    return withEncodedList(contract.catalog.search, { products: [], ...found }, 'products', texts, basis)
  },

  async suggest({ query }, { db }) {
    const revisions = await catalogueRevisions(db)
    const text = query.query ?? query.search ?? ''
    const suggestions = await suggest(db, revisions, text, query.limit ?? SUGGESTIONS)
    return encoded(suggestionsJson(suggestions), {
      content: revisions.content,
      listings: revisions.listings,
      states: new Map(),
    })
  },

  async brands({ query }, { db }) {
    const revisions = await catalogueRevisions(db)
    return { brands: await brandsOf(db, revisions, oneCategory(query.category)) }
  },

  async media({ params }, { db }) {
    if (!(await isPublished(db, params.id))) throw notFound('Product')
    return toMediaList(await findMedia(db, params.id))
  },

  async product({ params }, { db }) {
    const revisions = await catalogueRevisions(db)
    const { texts, states } = await detailJson(db, revisions, [params.id])
    const [json] = texts
    if (json === undefined) throw notFound('Product')
    return encoded(json, { content: revisions.content, listings: null, states })
  },

  async categories(_request, { db }) {
    return { categories: await allCategories(db) }
  },

  async banners(_request, { db }) {
    const banners = await findBanners(db)
    // Somebody may have written the link into the database by hand.
    return banners.map((banner) =>
      PATTERNS.link.test(banner.link ?? '') ? banner : { ...banner, link: null },
    )
  },
}

const brandsOf = (db: Database, revisions: Revisions, category: number | undefined): Promise<string[]> =>
  cachedBrands(db, revisions.content, String(category), async () => {
    const found = await findBrands(
      db,
      category === undefined ? undefined : await subtree(db, revisions, category),
    )
    return found.toSorted((a, b) => a.localeCompare(b, 'en'))
  })

const suggestionsJson = jsonEncoder(contract.catalog.suggest.reply)
const SUGGESTIONS = 6
/** Categories, and brands, of one suggestion at most. */
const SUGGESTED_NAMES = 3

const cachedNames = revisionCache<{ categories: NameIndex<Category>; brands: NameIndex<string> }>(1)

/** Products that the text finds as far as it is typed; categories by name, then that of most products; brands. */
async function suggest(db: Database, revisions: Revisions, text: string, limit: number) {
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
  const shares = new Map<number, number>()
  for (const { category_id } of products) shares.set(category_id, (shares.get(category_id) ?? 0) + 1)
  const [most] = [...shares].toSorted(([, a], [, b]) => b - a)
  const ofMost = categories.filter(({ id }) => id === most?.[0])
  const named = findNames(names.categories, text, SUGGESTED_NAMES)
  // Both are kept for a while, so the same category may be two objects.
  const suggested = [...named, ...ofMost.filter(({ id }) => !named.some((one) => one.id === id))]
  return {
    products,
    categories: suggested.slice(0, Math.min(limit, SUGGESTED_NAMES)),
    brands: findNames(names.brands, text, Math.min(limit, SUGGESTED_NAMES)),
  }
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

const MEGABYTE = 1024 * 1024
const listedJson = encodedProducts(ListedProduct, listedProducts, 9 * MEGABYTE)

/** Few: replies of single products are cached whole. */
const detailJson = encodedProducts(
  ProductDetail,
  async (db, ids) => {
    const details = await Promise.all(ids.map((id) => findDetail(db, id)))
    return details.filter((detail) => detail !== undefined)
  },
  3 * MEGABYTE,
)

async function findDetail(db: Database, id: number): Promise<ProductDetail | undefined> {
  const found = await findProduct(db, id)
  const variant_id = found?.product.variant_id ?? null
  if (!found || variant_id === null) return undefined
  const product = { ...found.product, variant_id, media_color: found.product.media_color ?? undefined }
  const mediaOf = (owner: number | null) => toMediaList(found.media.filter((row) => row.variant_id === owner))
  const shared = mediaOf(null)
  return {
    ...product,
    media: shared.length > 0 ? shared : mediaOf(variant_id),
    variants: found.variants.map((row) => ({ ...toListedVariant(row, product), media: mediaOf(row.id) })),
  }
}

interface Found {
  ids: number[]
  total: number
  did_you_mean?: string
  facets?: Facets
  /** Whether the counts are those of now. */
  isLasting?: boolean
}

interface Page extends Found {
  /** Whether prices or stock of other products can change the page. */
  byPrice: boolean
  isLasting: boolean
  page: number
  limit: number
  totalPages: number
}

const cachedTotals = revisionCache<number>(5000)

/** The ids of one page of products. */
async function filterProducts(db: Database, revisions: Revisions, query: ProductFilter): Promise<Page> {
  const page = query.page ?? 1
  const limit = query.limit ?? (query.page === undefined ? LIMITS.page_size_max : LIMITS.page_size)
  const filter = await toFilter(db, revisions, query)
  const found = await findPage(db, revisions, filter, query, { limit, offset: (page - 1) * limit })
  const byPrice = query.search !== undefined || query.facets === true || dependsOnPrices(filter, query.sort)
  return {
    isLasting: true,
    ...found,
    byPrice,
    page,
    limit,
    totalPages: Math.max(1, Math.ceil(found.total / limit)),
  }
}

async function findPage(
  db: Database,
  revisions: Revisions,
  filter: Filter,
  { search, sort, facets = false }: ProductFilter,
  page: Window,
): Promise<Found> {
  if (filter.categories?.length === 0) return { ids: [], total: 0 }
  const countsOf = async (limited: Filter, among?: number[]) =>
    facets ? findFacets(db, revisions, limited, among) : undefined
  if (search !== undefined && search.trim() !== '') {
    const { ids, price, did_you_mean } = await searchProducts(db, revisions.content, search, 'candidates')
    const limited = withPrice(filter, price)
    const passed = await filteredAmong(db, ids, limited, sort ?? 'id')
    const ordered = sort === undefined ? inOrderOf(ids, passed) : passed
    const shown = ordered.slice(page.offset, page.offset + page.limit)
    const counts = await countsOf(limited, ids)
    return {
      ids: shown,
      total: passed.length,
      ...(did_you_mean !== undefined && { did_you_mean }),
      ...counts,
    }
  }
  const revision = dependsOnPrices(filter, undefined) ? revisions.listings : revisions.content
  const order = sort ?? (filter.min_discount === undefined ? 'id' : 'discount_desc')
  const findIds = () =>
    page.offset < DEEP ? filteredPage(db, filter, order, page) : deepPage(db, revisions, filter, order, page)
  const [total, ids] = await pipelined(db, [
    () => cachedTotals(db, revision, JSON.stringify(filter), () => countFiltered(db, filter)),
    findIds,
  ])
  return { ids, total, ...(await countsOf(filter)) }
}

async function findFacets(db: Database, revisions: Revisions, filter: Filter, among?: number[]) {
  const found = await facetColumns(db, revisions)
  if (found === null) return { isLasting: false }
  const { subtrees } = await treeOf(db, revisions)
  const facets = countFacets(found.columns, filter, subtrees, among)
  return { facets, isLasting: found.isCurrent }
}

/** Products before a page that counts as deep: a database skips them one by one. */
const DEEP = 240
const BLOCK = 2000
const cachedBlocks = revisionCache<number[]>(200)

/** Crawlers read all pages: the ids of very many are read at once and kept. */
async function deepPage(
  db: Database,
  revisions: Revisions,
  filter: Filter,
  order: SortOrder,
  { limit, offset }: Window,
): Promise<number[]> {
  const revision = dependsOnPrices(filter, order) ? revisions.listings : revisions.content
  const start = offset - (offset % BLOCK)
  const ids = await cachedBlocks(db, revision, JSON.stringify([filter, order, start]), () =>
    filteredPage(db, filter, order, { limit: BLOCK + LIMITS.page_size_max, offset: start }),
  )
  return ids.slice(offset - start, offset - start + limit)
}

/** The best hundred products that a text finds. */
async function searchPage(
  db: Database,
  revisions: Revisions,
  text: string,
): Promise<SearchResult & { byPrice: boolean }> {
  const { price, ...found } = await searchProducts(db, revisions.content, text, 'page')
  if (price === undefined) return { ...found, byPrice: false }
  const passed = await filteredAmong(db, found.ids, withPrice(NO_FILTER, price), 'id')
  const ids = inOrderOf(found.ids, passed).slice(0, LIMITS.page_size_max)
  return { ...found, ids, total: passed.length, byPrice: true }
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

const inOrderOf = (all: number[], some: number[]): number[] => {
  const included = new Set(some)
  return all.filter((id) => included.has(id))
}

async function toFilter(db: Database, revisions: Revisions, query: ProductFilter): Promise<Filter> {
  const { brand, min_price, max_price, rating, min_discount } = query
  const { is_new_arrival, is_featured, is_on_sale, in_stock } = query
  const category = query.category ?? query.category_id ?? 'all'
  const brands = [...new Set(brand)].toSorted()
  return {
    categories: category === 'all' ? undefined : await subtree(db, revisions, category),
    brands: brands.length > 0 ? brands : undefined,
    min_price,
    max_price,
    rating,
    min_discount,
    is_new_arrival,
    is_featured,
    is_on_sale,
    in_stock,
  }
}
