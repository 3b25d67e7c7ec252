import { contract, type Contract } from '@haat/contract'
import { type Category, ListedProduct, ProductDetail, type ProductFilter } from '@haat/contract/catalog'
import { LIMITS, PATTERNS } from '@haat/contract/rules'
import { catalogueRevision } from '../../db/catalogue-revision.ts'
import { type Database, pipelined, type Reader } from '../../db/database.ts'
import { notFound } from '../../http/failure.ts'
import { encoded, type Handlers, withEncodedList } from '../../http/serve.ts'
import { toMediaList } from '../media/media-urls.ts'
import { searchCandidates, searchProducts } from '../search/search.ts'
import {
  findBanners,
  findBrands,
  findCategories,
  findMedia,
  findProduct,
  isPublished,
} from './catalog.store.ts'
import { revisionCache } from './catalogue-cache.ts'
import { subtreesOf } from './category-tree.store.ts'
import { encodedProducts } from './encoded-products.ts'
import { countFiltered, type Filter, filteredAmong, filteredPage } from './product-filter.store.ts'
import { listedProducts, toListedVariant } from './product-list.store.ts'

const cachedBrands = revisionCache<string[]>(200)

/** `all`, like no category, means every category. */
const oneCategory = (category: number | 'all' | undefined) => (category === 'all' ? undefined : category)

/** Prices are current because cacheReplies() applies deals before. */
export const catalog: Handlers<Contract['catalog']> = {
  async filter({ query }, { db }) {
    const revision = await catalogueRevision(db)
    const { ids, stock, ...page } = await filterProducts(db, revision, query)
    const { texts, basis } = await listedJson(db, revision, ids, stock)
    return withEncodedList(contract.catalog.filter, { products: [], ...page }, 'products', texts, basis)
  },

  async search({ query }, { db }) {
    const revision = await catalogueRevision(db)
    const { ids, total } = await searchProducts(db, query.search ?? '')
    const { texts, basis } = await listedJson(db, revision, ids)
    return withEncodedList(contract.catalog.search, { products: [], total }, 'products', texts, basis)
  },

  async brands({ query }, { db }) {
    const category = oneCategory(query.category)
    const revision = await catalogueRevision(db)
    const brands = await cachedBrands(db, revision, String(category), async () => {
      const found = await findBrands(
        db,
        category === undefined ? undefined : await subtree(db, revision, category),
      )
      return found.toSorted((a, b) => a.localeCompare(b, 'en'))
    })
    return { brands }
  },

  async media({ params }, { db }) {
    if (!(await isPublished(db, params.id))) throw notFound('Product')
    return toMediaList(await findMedia(db, params.id))
  },

  async product({ params }, { db }) {
    const { texts, basis } = await detailJson(db, await catalogueRevision(db), [params.id])
    const [json] = texts
    if (json === undefined) throw notFound('Product')
    return encoded(json, basis)
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

const listedJson = encodedProducts(ListedProduct, listedProducts)

const detailJson = encodedProducts(ProductDetail, async (reader, ids) => {
  const details = await Promise.all(ids.map((id) => findDetail(reader, id)))
  return details.filter((detail) => detail !== undefined)
})

async function findDetail(reader: Reader, id: number): Promise<ProductDetail | undefined> {
  const found = await findProduct(reader, id)
  const variant_id = found?.product.variant_id ?? null
  if (!found || variant_id === null) return undefined
  const product = { ...found.product, variant_id }
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
  /** By product, if it was read as well. */
  stock?: ReadonlyMap<number, string>
}

interface Page extends Found {
  page: number
  limit: number
  totalPages: number
}

const cachedTotals = revisionCache<number>(5000)

/** The ids of one page of products. */
async function filterProducts(db: Database, revision: number, query: ProductFilter): Promise<Page> {
  const page = query.page ?? 1
  const limit = query.limit ?? (query.page === undefined ? LIMITS.page_size_max : LIMITS.page_size)
  const filter = await toFilter(db, revision, query)
  const found = await findPage(db, revision, filter, query, { limit, offset: (page - 1) * limit })
  return { ...found, page, limit, totalPages: Math.max(1, Math.ceil(found.total / limit)) }
}

async function findPage(
  db: Database,
  revision: number,
  filter: Filter,
  { search, sort }: ProductFilter,
  page: { limit: number; offset: number },
): Promise<Found> {
  if (filter.categories?.length === 0) return { ids: [], total: 0 }
  if (search !== undefined && search.trim() !== '') {
    const found = await searchCandidates(db, search)
    const passed = await filteredAmong(db, found, filter, sort ?? 'id')
    const ordered = sort === undefined ? inOrderOf(found, passed) : passed
    return { ids: ordered.slice(page.offset, page.offset + page.limit), total: passed.length }
  }
  const [total, found] = await pipelined(db, [
    () => cachedTotals(db, revision, JSON.stringify(filter), () => countFiltered(db, filter)),
    () => filteredPage(db, filter, sort ?? 'id', page),
  ])
  return { ...found, total }
}

const inOrderOf = (all: number[], some: number[]): number[] => {
  const included = new Set(some)
  return all.filter((id) => included.has(id))
}

async function toFilter(db: Database, revision: number, query: ProductFilter): Promise<Filter> {
  const { brand, min_price, max_price, rating, is_new_arrival, is_featured, is_on_sale, in_stock } = query
  const category = query.category ?? query.category_id ?? 'all'
  const brands = [...new Set(brand)].toSorted()
  return {
    categories: category === 'all' ? undefined : await subtree(db, revision, category),
    brands: brands.length > 0 ? brands : undefined,
    min_price,
    max_price,
    rating,
    is_new_arrival,
    is_featured,
    is_on_sale,
    in_stock,
  }
}

type CategoryRow = Omit<Category, 'product_count'> & { position: number; own_count: number }

interface Tree {
  /** Each with the number of published products in it and below it. */
  categories: Category[]
  /** Ids of each category and all its descendants. */
  subtrees: Map<number, number[]>
}

const cachedTree = revisionCache<Tree>(1)

const treeOf = (reader: Reader, revision: number): Promise<Tree> =>
  cachedTree(reader, revision, 'tree', async () => buildTree(await findCategories(reader)))

/** All categories, each with the number of published products in it and below it. */
export const allCategories = async (db: Reader): Promise<Category[]> =>
  (await treeOf(db, await catalogueRevision(db))).categories

function buildTree(rows: CategoryRow[]): Tree {
  const counts = new Map(rows.map((row) => [row.id, row.own_count]))
  const subtrees = subtreesOf(rows)
  const pictures = new Map(rows.map((row) => [row.id, row.image_url]))
  const categories = rows.map(({ id, name, parent_id }) => ({
    id,
    name,
    image_url:
      subtrees
        .get(id)
        ?.map((below) => pictures.get(below))
        .find(Boolean) ?? null,
    parent_id,
    product_count: (subtrees.get(id) ?? []).reduce(
      (sum, descendant) => sum + (counts.get(descendant) ?? 0),
      0,
    ),
  }))
  return { categories, subtrees }
}

/** Ids of a category and all its descendants; empty when the category does not exist. */
const subtree = async (reader: Reader, revision: number, id: number): Promise<number[]> =>
  (await treeOf(reader, revision)).subtrees.get(id) ?? []
