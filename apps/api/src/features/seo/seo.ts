/** What search engines and browsers read beside the pages: `robots.txt`, sitemaps and the manifest. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { isInitialised, readSettings } from '../settings/settings.store.ts'
import { BLOCK_MAX, pagesSitemap, productsSitemap, sitemapIndex } from './sitemap.ts'

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
    if (products === null) throw notFound('Sitemap')
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
  const { shop_name, tagline } = await readSettings(db)
  const icon = (src: string, sizes: string) => ({ src, sizes, type: 'image/png' })
  return {
    name: shop_name,
    short_name: shop_name,
    description: tagline,
    lang: 'en-IN',
    start_url: '/',
    display: 'minimal-ui',
    theme_color: '#0c4a57',
    background_color: '#fbf5e9',
    icons: [
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      { ...icon('/icon-maskable-512.png', '512x512'), purpose: 'maskable' },
    ],
  }
}
