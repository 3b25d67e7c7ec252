/** What search engines and browsers read beside the pages: `robots.txt`, sitemaps and the manifest. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../db/database.ts'
import { notFound, unavailable } from '../../http/failure.ts'
import { addRevalidation, isRevalidated } from '../../http/server.ts'
import type { Shop } from '../../shop.ts'
import { isInitialised, readSettings } from '../settings/settings.store.ts'
import { registerPreviews } from './previews.ts'
import { hasProducts, pagesSitemap, plainSitemap, productSitemaps, sitemapIndex } from './sitemap.ts'

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

export async function registerSeo(app: FastifyInstance, shop: Shop): Promise<void> {
  const { db, config } = shop
  const origin = config.publicUrl
  const productSitemap = productSitemaps(origin)
  const isPublic = async (): Promise<boolean> =>
    !(config.production && config.demo) && (await isInitialised(db))

  await registerPreviews(app, shop)
  await app.register(async (scope) => {
    addRevalidation(scope)
    scope.get('/robots.txt', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(robots(await isPublic(), origin)),
    )
    scope.get('/manifest.webmanifest', async (_request, reply) =>
      reply.type('application/manifest+json; charset=utf-8').send(JSON.stringify(await manifest(db))),
    )
    scope.get('/sitemap.xml', async (_request, reply) => sendXml(reply, await sitemapIndex(db, origin)))
    scope.get('/sitemaps/pages.xml', async (_request, reply) =>
      sendXml(reply, await pagesSitemap(db, origin)),
    )
  })
  app.get<{ Params: { name: string } }>('/sitemaps/:name', async (request, reply) => {
    const block = /^products-([1-9]\d{0,4})\.xml$/.exec(request.params.name)?.[1]
    if (block === undefined) throw notFound('Sitemap')
    if (!(await hasProducts(db, Number(block)))) throw notFound('Sitemap')
    const sitemap = await productSitemap(db, Number(block))
    if (sitemap === null) throw unavailable()
    void reply.headers({ 'last-modified': sitemap.changedAt.toUTCString(), vary: 'accept-encoding' })
    if (isRevalidated(request, reply, sitemap.etag)) return reply.send()
    const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
      String(request.headers['accept-encoding']),
    )
    if (acceptsGzip) void reply.header('content-encoding', 'gzip')
    return sendXml(reply, acceptsGzip ? sitemap.body : await plainSitemap(sitemap.body))
  })
}

const sendXml = (reply: FastifyReply, body: string | Buffer): FastifyReply =>
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
