/**
 * What search engines and browsers learn beside the pages: their status, `robots.txt`, sitemaps and the manifest.
 */
import { PAGE_SLUGS, PageSlug } from '@haat/contract/settings'
import { findScreen, patterns, productPath, slugOf } from '@haat/contract/storefront-paths'
import { ID_MAX } from '@haat/contract/wire'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { t } from '#say'
import type { Database } from '../../db/database.ts'
import { html as xml, type Html } from '../../html.ts'
import { noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { treeOf } from '../catalog/category-tree.ts'
import { isTrackingOf } from '../orders/order-links.ts'
import {
  findOwnPages,
  findPage,
  findPageChanges,
  isInitialised,
  readSettings,
} from '../settings/settings.store.ts'
import { BLOCK, findBlock, findBlocks, findPictures, findPublicName } from './seo.store.ts'

/** A customer's own pages, and what is not for reading. */
const PRIVATE_PATHS = [
  '/account',
  '/auth',
  '/buynow-summary',
  '/cart',
  '/dev',
  '/order-confirmation',
  '/ordersummary',
  '/pay/',
  '/profile',
  '/track/',
]

/** @param scope keeps replies */
export function registerSeo(scope: FastifyInstance, { db, config }: Shop): void {
  const origin = config.publicUrl
  const isPublic = async (): Promise<boolean> =>
    !(config.production && config.demo) && (await isInitialised(db))
  scope.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(await isPublic(), origin)),
  )
  scope.get('/manifest.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').send(JSON.stringify(await manifest(db))),
  )
  scope.get('/sitemap.xml', async (_request, reply) => sendXml(reply, await sitemapIndex(db, origin)))
  scope.get('/sitemaps/pages.xml', async (_request, reply) => sendXml(reply, await pagesSitemap(db, origin)))
  scope.get<{ Params: { name: string } }>('/sitemaps/:name', async ({ params }, reply) => {
    const block = Number(/^products-([1-9]\d{0,6})\.xml$/.exec(params.name)?.[1])
    const products = block <= BLOCK_MAX ? await productsSitemap(db, origin, block) : null
    if (products === null) throw noSuch(t`Sitemap not found`)
    return sendXml(reply, products)
  })
}

const sendXml = (reply: FastifyReply, body: string): FastifyReply =>
  reply.type('application/xml; charset=utf-8').send(body)

/** A public demo and a shop that is not set up are not to be found. */
function robots(isPublic: boolean, origin: string): string {
  if (!isPublic) return 'User-agent: *\nDisallow: /\n'
  const refused = PRIVATE_PATHS.map((path) => `Disallow: ${path}\n`).join('')
  return `User-agent: *\n${refused}\nSitemap: ${origin}/sitemap.xml\n`
}

async function manifest(db: Database) {
  const { shop_name, tagline, brand } = await readSettings(db)
  const { main, paper } = brand.colours
  const icon = (src: string, sizes: string) => ({ src, sizes, type: 'image/png' })
  return {
    name: shop_name,
    short_name: shop_name,
    description: tagline,
    lang: 'en-IN',
    start_url: '/',
    display: 'minimal-ui',
    theme_color: main,
    background_color: paper,
    icons:
      brand.favicon === null
        ? [
            icon('/icon-192.png', '192x192'),
            icon('/icon-512.png', '512x512'),
            { ...icon('/icon-maskable-512.png', '512x512'), purpose: 'maskable' },
          ]
        : [{ src: brand.favicon, sizes: 'any' }],
  }
}

/** Pictures of one product. */
const PICTURES_MAX = 10

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

interface Address {
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

async function sitemapIndex(db: Database, origin: string): Promise<string> {
  const names = ['pages', ...(await findBlocks(db)).map((block) => `products-${block}`)]
  const entries = names.map((name) => xml`<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${NAMESPACES}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** The sitemap of the screens, the categories with products, and the text pages. */
async function pagesSitemap(db: Database, origin: string): Promise<string> {
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
async function productsSitemap(db: Database, origin: string, block: number): Promise<string | null> {
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
const BLOCK_MAX = Math.ceil((2 ** 31 - 1) / BLOCK)

export type PageStatus = { status: 200 | 404 } | { status: 301; location: string }

const FOUND: PageStatus = { status: 200 }
const MISSING: PageStatus = { status: 404 }

/**
 * Status 404 for addresses without a screen, for products, categories and text pages that do not exist, and for links to
 * an order whose key is not its own; 301 from a product's address with another slug than that of its name.
 *
 * @param url path and query
 */
export async function pageStatus(shop: Pick<Shop, 'db' | 'config'>, url: string): Promise<PageStatus> {
  const { db } = shop
  const [path = '/', query = ''] = url.split(/\?(.*)/s)
  const found = findScreen(path)
  if (found === null) return MISSING
  const { screen, values } = found
  if (screen === 'product') return productStatus(db, Number(values.id), values.slug, query)
  if (screen === 'track') return isTrackingOf(shop, Number(values.id), values.key ?? '') ? FOUND : MISSING
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
