/** Sitemaps: an index, the storefront's pages with the categories, and the products in blocks of ids. */
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { PAGE_SLUGS } from '@haat/contract/settings'
import { patterns, productPath } from '@haat/contract/storefront-paths'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { catalogueRevision } from '../../db/catalogue-revision.ts'
import type { Database } from '../../db/database.ts'
import { html as xml, Html } from '../../html.ts'
import { allCategories } from '../catalog/category-tree.ts'
import { findOwnPages } from '../settings/settings.store.ts'
import { findFirstProduct, findProductsBetween } from './seo.store.ts'

/** Ids of one sitemap of products. A sitemap may have 50,000 addresses. */
const BLOCK = 50_000
/** Products that are read at once: other requests are answered between two reads. */
const CHUNK = 500
const CACHE_MAX_BYTES = 16 * 1024 * 1024
/** Sitemaps that may wait to be written. */
const WAITING_MAX = 20

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

interface Address {
  /** A path. */
  path: string
  changedAt?: Date
  /** The path of a picture of the server. */
  picture?: string | null
}

function toUrl(origin: string, { path, changedAt, picture }: Address): Html {
  const lastmod = changedAt ? xml`<lastmod>${changedAt.toISOString()}</lastmod>` : null
  const image = picture?.startsWith('/media/')
    ? xml`<image:image><image:loc>${origin + picture}</image:loc></image:image>`
    : null
  return xml`<url><loc>${origin + path}</loc>${lastmod}${image}</url>\n`
}

/** The index of all sitemaps. */
export async function sitemapIndex(db: Database, origin: string): Promise<string> {
  const blocks: number[] = []
  for (let id = await findFirstProduct(db, 0); id !== null;) {
    const block = Math.ceil(id / BLOCK)
    blocks.push(block)
    id = await findFirstProduct(db, block * BLOCK)
  }
  const names = ['pages', ...blocks.map((block) => `products-${block}`)]
  const entries = names.map((name) => xml`<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${NAMESPACES}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** The sitemap of the screens, the categories with products, and the text pages. */
export async function pagesSitemap(db: Database, origin: string): Promise<string> {
  const { home, products, collections, newArrivals, hotDeals, categoryPage } = patterns
  const categories = (await allCategories(db)).filter(({ product_count }) => product_count > 0)
  const texts = [...PAGE_SLUGS, ...(await findOwnPages(db)).map(({ slug }) => slug)]
  const addresses: Address[] = [
    ...[home, products, collections, newArrivals, hotDeals].map((path) => ({ path })),
    ...categories.map(({ id, image_url }) => ({
      path: `${categoryPage}?category=${id}`,
      picture: image_url,
    })),
    ...texts.map((slug) => ({ path: patterns.page.replace(':slug', slug) })),
  ]
  return `${HEAD}<urlset ${NAMESPACES}>\n${addresses.map((address) => toUrl(origin, address)).join('')}</urlset>\n`
}

/** Sitemaps of products, compressed, until the catalogue changes. They are written one at a time. */
export function productSitemaps(origin: string) {
  const cache = new LRUCache<number, { revision: number; body: Buffer }>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ body }) => body.length,
  })
  const queue = new PQueue({ concurrency: 1 })
  /** @returns the gzipped sitemap of a block, or null when too many wait */
  return async (db: Database, block: number): Promise<Buffer | null> => {
    const find = async () => {
      const revision = await catalogueRevision(db)
      const cached = cache.get(block)
      return { revision, body: cached?.revision === revision ? cached.body : null }
    }
    const { body } = await find()
    if (body !== null) return body
    if (queue.size >= WAITING_MAX) return null
    return queue.add(async () => {
      const again = await find()
      if (again.body !== null) return again.body
      const written = await writeBlock(db, origin, block)
      cache.set(block, { revision: again.revision, body: written })
      return written
    })
  }
}

export const plainSitemap: (compressed: Buffer) => Promise<Buffer> = promisify(gunzip)

async function writeBlock(db: Database, origin: string, block: number): Promise<Buffer> {
  const zip = createGzip()
  const body = zip.toArray()
  zip.write(`${HEAD}<urlset ${NAMESPACES}>\n`)
  const last = block * BLOCK
  for (let after = last - BLOCK; after < last;) {
    const products = await findProductsBetween(db, { after, last, limit: CHUNK })
    const urls = products.map(({ id, name, media_url, created_at, updated_at }) =>
      toUrl(origin, { path: productPath(id, name), changedAt: updated_at ?? created_at, picture: media_url }),
    )
    zip.write(urls.join(''))
    after = products.length < CHUNK ? last : (products.at(-1)?.id ?? last)
    await setImmediate()
  }
  zip.end('</urlset>\n')
  return Buffer.concat(await body)
}
