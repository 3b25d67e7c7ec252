import { contract, type Contract } from '@haat/contract'
import { type Facets, ProductDetail, type ProductFilter } from '@haat/contract/catalog'
import { LIMITS, PATTERNS } from '@haat/contract/rules'
import { catalogueRevisions, type Revisions } from '../../db/catalogue-revision.ts'
import { type Database, pipelined } from '../../db/database.ts'
import { jsonEncoder } from '../../http/encode-reply.ts'
import { notFound } from '../../http/failure.ts'
import { encoded, type Handlers, withEncodedList } from '../../http/serve.ts'
import { toMediaList } from '../media/media-urls.ts'
import { type Found as SearchResult, type PriceLimits, searchProducts } from '../search/search.ts'
import { findBanners, findMedia, findProduct, isPublished } from './catalog.store.ts'
import { revisionCache } from './catalogue-cache.ts'
import { allCategories, brandsOf, subtree, treeOf } from './category-tree.ts'
import { listedJson } from './encoded-products.ts'
import { columnsInMemory, type Counted, countFacets, countPassing, facetColumns } from './facets.ts'
import {
  countFiltered,
  dependsOnPrices,
  type Filter,
  filteredAmong,
  filteredPage,
  isBroad,
  NO_FILTER,
  type SortOrder,
  type Window,
} from './product-filter.store.ts'
import { stateOf, toListedVariant } from './product-list.store.ts'
import { suggest } from './suggestions.ts'

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
    const suggestions = await suggest(db, revisions, text, query.limit)
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
    const { content } = await catalogueRevisions(db)
    const product = await findDetail(db, params.id)
    if (product === undefined) throw notFound('Product')
    const states = new Map([[product.id, stateOf(product.variants)]])
    return encoded(detailJson(product), { content, listings: null, states })
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

const suggestionsJson = jsonEncoder(contract.catalog.suggest.reply)
const detailJson = jsonEncoder(ProductDetail)

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
  const key = JSON.stringify(filter)
  const columns = isBroad(filter) ? columnsInMemory(db, revisions) : null
  const counted =
    columns &&
    (await cachedCounts(db, revisions.listings, key, async () => countPassing(columns, filter, FEW)))
  if (counted && counted.total <= FEW) {
    const all = await filteredAmong(db, counted.ids, filter, order)
    const ids = all.slice(page.offset, page.offset + page.limit)
    return { ids, total: all.length, ...(await countsOf(filter)) }
  }
  const [total, ids] = await pipelined(db, [
    async () => counted?.total ?? cachedTotals(db, revision, key, () => countFiltered(db, filter)),
    findIds,
  ])
  return { ids, total, ...(await countsOf(filter)) }
}

/** So few products are looked up one by one: to find them by its order, the database reads an index to the end. */
const FEW = 100
const cachedCounts = revisionCache<Counted>(1000)

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
