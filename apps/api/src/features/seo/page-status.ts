/** Which status the server sends with a page of the storefront. */
import { PAGE_SLUGS, PageSlug } from '@haat/contract/settings'
import { findScreen, productPath, slugOf } from '@haat/contract/storefront-paths'
import { ID_MAX } from '@haat/contract/wire'
import type { Database } from '../../db/database.ts'
import type { PageStatus } from '../../http/storefront.ts'
import { treeOf } from '../catalog/category-tree.ts'
import { findPage } from '../settings/settings.store.ts'
import { findPublicName } from './seo.store.ts'

const FOUND: PageStatus = { status: 200 }
const MISSING: PageStatus = { status: 404 }

/**
 * Status 404 for addresses without a screen, and for products, categories and text pages that do not exist; 301 from a
 * product's address with another slug than that of its name.
 *
 * @param url path and query
 */
export async function pageStatus(db: Database, url: string): Promise<PageStatus> {
  const [path = '/', query = ''] = url.split(/\?(.*)/s)
  const found = findScreen(path)
  if (found === null) return MISSING
  const { screen, values } = found
  if (screen === 'product') return productStatus(db, Number(values.id), values.slug, query)
  if (screen === 'page') return (await hasPage(db, values.slug ?? '')) ? FOUND : MISSING
  if (screen === 'categoryPage' || screen === 'collections')
    return categoryStatus(db, new URLSearchParams(query).get('category'))
  return FOUND
}

async function productStatus(
  db: Database,
  id: number,
  slug: string | undefined,
  query: string,
): Promise<PageStatus> {
  const name = id <= ID_MAX ? await findPublicName(db, id) : undefined
  if (name === undefined) return MISSING
  if (slug === undefined || slug === slugOf(name)) return FOUND
  return { status: 301, location: productPath(id, name) + (query === '' ? '' : `?${query}`) }
}

const hasPage = async (db: Database, slug: string): Promise<boolean> =>
  PAGE_SLUGS.some((known) => known === slug) ||
  (PageSlug.safeParse(slug).success && (await findPage(db, slug)) !== undefined)

/** Without an id one screen asks for it, and the other shows all categories. */
async function categoryStatus(db: Database, id: string | null): Promise<PageStatus> {
  if (id === null || id === '' || id === 'all') return FOUND
  return (await treeOf(db)).categories.some((category) => String(category.id) === id) ? FOUND : MISSING
}
