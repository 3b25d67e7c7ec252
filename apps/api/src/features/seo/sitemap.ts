/** Sitemaps: an index, the storefront's pages with the categories, and the products in blocks of ids. */
import { PAGE_SLUGS } from '@haat/contract/settings'
import { patterns, productPath } from '@haat/contract/storefront-paths'
import type { Database } from '../../db/database.ts'
import { html as xml, type Html } from '../../html.ts'
import { treeOf } from '../catalog/category-tree.ts'
import { findOwnPages, findPageChanges } from '../settings/settings.store.ts'
import { BLOCK, findBlocks, findBlock, findPictures } from './seo.store.ts'

/** Pictures of one product. */
const PICTURES_MAX = 10

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

interface Address {
  /** A path. */
  path: string
  changedAt?: Date | undefined
  /** The paths of pictures of the server. */
  pictures?: readonly (string | null)[]
}

function toUrl(origin: string, { path, changedAt, pictures = [] }: Address): Html {
  const lastmod = changedAt ? xml`<lastmod>${changedAt.toISOString()}</lastmod>` : null
  const images = pictures
    .filter((picture) => picture?.startsWith('/media/'))
    .map((picture) => xml`<image:image><image:loc>${origin + picture}</image:loc></image:image>`)
  return xml`<url><loc>${origin + path}</loc>${lastmod}${images}</url>\n`
}

const sitemap = (origin: string, addresses: readonly Address[]): string =>
  `${HEAD}<urlset ${NAMESPACES}>\n${addresses.map((address) => toUrl(origin, address)).join('')}</urlset>\n`

/** The index of all sitemaps. */
export async function sitemapIndex(db: Database, origin: string): Promise<string> {
  const names = ['pages', ...(await findBlocks(db)).map((block) => `products-${block}`)]
  const entries = names.map((name) => xml`<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${NAMESPACES}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** The sitemap of the screens, the categories with products, and the text pages. */
export async function pagesSitemap(db: Database, origin: string): Promise<string> {
  const { home, products, collections, newArrivals, hotDeals, categoryPage } = patterns
  const categories = (await treeOf(db)).categories.filter(({ product_count }) => product_count > 0)
  const texts = [...PAGE_SLUGS, ...(await findOwnPages(db)).map(({ slug }) => slug)]
  const changeOf = await findPageChanges(db)
  return sitemap(origin, [
    ...[home, products, collections, newArrivals, hotDeals].map((path) => ({ path })),
    ...categories.map(({ id, image_url }) => ({
      path: `${categoryPage}?category=${id}`,
      pictures: [image_url],
    })),
    ...texts.map((slug) => ({ path: patterns.page.replace(':slug', slug), changedAt: changeOf(slug) })),
  ])
}

/** The sitemap of a block of products; null for one without products. */
export async function productsSitemap(db: Database, origin: string, block: number): Promise<string | null> {
  const products = await findBlock(db, block)
  if (products.length === 0) return null
  const pictures = Map.groupBy(await findPictures(db, block), ({ product_id }) => product_id)
  const addresses = products.map(({ id, name, media_url, created_at, updated_at }) => {
    const all = new Set([media_url, ...(pictures.get(id) ?? []).map((picture) => picture.media_url)])
    return {
      path: productPath(id, name),
      changedAt: updated_at ?? created_at,
      pictures: [...all].slice(0, PICTURES_MAX),
    }
  })
  return sitemap(origin, addresses)
}

/** The highest block that products can have. */
export const BLOCK_MAX = Math.ceil((2 ** 31 - 1) / BLOCK)
