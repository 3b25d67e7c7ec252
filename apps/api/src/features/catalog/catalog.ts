import type { Contract } from '@haat/contract'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { searchProducts } from '../search/search.ts'
import { findBanners, findBrands, findMedia, findProduct, isPublished } from './catalog.store.ts'
import { listCategories, subtree } from './categories.ts'
import { filterProducts } from './product-filter.ts'
import { listedProducts, toListedVariant } from './product-list.store.ts'
import { applyDeals } from './listing-columns.store.ts'
import { toMediaList } from '../media/media-urls.ts'
import { revisionCache } from './catalogue-cache.ts'

const cachedBrands = revisionCache<string[]>(200)

/** `all`, like no category, means every category. */
const oneCategory = (category: number | 'all' | undefined) => (category === 'all' ? undefined : category)

export const catalog: Handlers<Contract['catalog']> = {
  async filter({ query }, { db, now }) {
    await applyDeals(db, now())
    return filterProducts(db, query)
  },

  async search({ query }, { db, now }) {
    await applyDeals(db, now())
    const { ids, total } = await searchProducts(db, query.search ?? '')
    return { products: await listedProducts(db, ids), total }
  },

  async brands({ query }, { db }) {
    const category = oneCategory(query.category)
    const brands = await cachedBrands(db, String(category), async () => {
      const found = await findBrands(db, category === undefined ? undefined : await subtree(db, category))
      return found.toSorted((a, b) => a.localeCompare(b, 'en'))
    })
    return { brands }
  },

  async media({ params }, { db }) {
    if (!(await isPublished(db, params.id))) throw notFound('Product')
    return toMediaList(await findMedia(db, params.id))
  },

  async product({ params }, { db, now }) {
    await applyDeals(db, now())
    const found = await findProduct(db, params.id)
    const variant_id = found?.product.variant_id ?? null
    if (!found || variant_id === null) throw notFound('Product')
    const product = { ...found.product, variant_id }
    const mediaOf = (owner: number | null) =>
      toMediaList(found.media.filter((row) => row.variant_id === owner))
    const shared = mediaOf(null)
    return {
      ...product,
      media: shared.length > 0 ? shared : mediaOf(variant_id),
      variants: found.variants.map((row) => ({ ...toListedVariant(row, product), media: mediaOf(row.id) })),
    }
  },

  async categories(_request, { db }) {
    return { categories: await listCategories(db) }
  },

  async banners(_request, { db }) {
    return findBanners(db)
  },
}
