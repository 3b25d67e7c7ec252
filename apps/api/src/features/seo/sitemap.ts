/** Sitemaps: an index, the storefront's pages with the categories, and the products in blocks of ids. */
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { PAGE_SLUGS } from '@haat/contract/settings'
import { patterns, productPath } from '@haat/contract/storefront-paths'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { catalogueRevision, catalogueRevisions } from '../../db/catalogue-revision.ts'
import type { Database } from '../../db/database.ts'
import { html as xml, Html } from '../../html.ts'
import { etagOf } from '../../http/server.ts'
import { revisionCache } from '../catalog/catalogue-cache.ts'
import { treeOf } from '../catalog/category-tree.ts'
import { findOwnPages, findPageChanges } from '../settings/settings.store.ts'
import { findFirstProduct, findLastChanges, findPicturesBetween, findProductsBetween } from './seo.store.ts'

/** Ids of one sitemap of products. A sitemap may have 50,000 addresses and 50 MB. */
const BLOCK = 25_000
/** Pictures of one product. */
const PICTURES_MAX = 10
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

/** Whether the index lists the sitemap of a block. */
export async function hasProducts(db: Database, block: number): Promise<boolean> {
  const id = await findFirstProduct(db, (block - 1) * BLOCK)
  return id !== null && id <= block * BLOCK
}

/** The blocks that have products. */
async function* blocksOf(db: Database): AsyncGenerator<number> {
  for (let id = await findFirstProduct(db, 0); id !== null;) {
    const block = Math.ceil(id / BLOCK)
    yield block
    id = await findFirstProduct(db, block * BLOCK)
  }
}

/** The index of all sitemaps. */
export async function sitemapIndex(db: Database, origin: string): Promise<string> {
  const names = ['pages']
  for await (const block of blocksOf(db)) names.push(`products-${block}`)
  const entries = names.map((name) => xml`<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${NAMESPACES}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** When a product of each category, without its sub-categories, last changed. */
const cachedChanges = revisionCache<Map<number, Date>>(1)

async function lastChanges(db: Database): Promise<Map<number, Date>> {
  const changes = new Map<number, Date>()
  for await (const block of blocksOf(db)) {
    const last = block * BLOCK
    for (const { category_id, changed_at } of await findLastChanges(db, { after: last - BLOCK, last })) {
      const known = changes.get(category_id)
      if (known === undefined || changed_at > known) changes.set(category_id, changed_at)
    }
    await setImmediate()
  }
  return changes
}

/** The latest of the changes of categories; of all of them without ids. */
function latest(changes: Map<number, Date>, ids: Iterable<number> = changes.keys()): Date | undefined {
  const times = [...ids].map((id) => changes.get(id)?.getTime() ?? 0)
  const last = Math.max(0, ...times)
  return last === 0 ? undefined : new Date(last)
}

/** The sitemap of the screens, the categories with products, and the text pages. */
export async function pagesSitemap(db: Database, origin: string): Promise<string> {
  const { home, products, collections, newArrivals, hotDeals, categoryPage } = patterns
  const revisions = await catalogueRevisions(db)
  const tree = await treeOf(db, revisions)
  const { subtrees } = tree
  const categories = tree.categories.filter(({ product_count }) => product_count > 0)
  const changes = await cachedChanges(db, revisions.listings, 'changes', () => lastChanges(db))
  const texts = [...PAGE_SLUGS, ...(await findOwnPages(db)).map(({ slug }) => slug)]
  const changeOf = await findPageChanges(db)
  const addresses: Address[] = [
    ...[home, products, collections, newArrivals].map((path) => ({ path, changedAt: latest(changes) })),
    { path: hotDeals },
    ...categories.map(({ id, image_url }) => ({
      path: `${categoryPage}?category=${id}`,
      changedAt: latest(changes, subtrees.get(id)),
      pictures: [image_url],
    })),
    ...texts.map((slug) => ({ path: patterns.page.replace(':slug', slug), changedAt: changeOf(slug) })),
  ]
  return `${HEAD}<urlset ${NAMESPACES}>\n${addresses.map((address) => toUrl(origin, address)).join('')}</urlset>\n`
}

interface Sitemap {
  /** Gzipped. */
  body: Buffer
  etag: string
  /** When the latest of its products changed. */
  changedAt: Date
}

/** Sitemaps of products, compressed, until the catalogue changes. They are written one at a time. */
export function productSitemaps(origin: string) {
  const cache = new LRUCache<number, Sitemap & { revision: number }>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ body }) => body.length,
  })
  const queue = new PQueue({ concurrency: 1 })
  /** @returns the sitemap of a block, or null when too many wait */
  return async (db: Database, block: number): Promise<Sitemap | null> => {
    const find = async () => {
      const revision = await catalogueRevision(db)
      const cached = cache.get(block)
      return { revision, found: cached?.revision === revision ? cached : null }
    }
    const { found } = await find()
    if (found !== null) return found
    if (queue.size >= WAITING_MAX) return null
    return queue.add(async () => {
      const again = await find()
      if (again.found !== null) return again.found
      const written = await writeBlock(db, origin, block)
      cache.set(block, { ...written, revision: again.revision })
      return written
    })
  }
}

export const plainSitemap: (compressed: Buffer) => Promise<Buffer> = promisify(gunzip)

async function writeBlock(db: Database, origin: string, block: number): Promise<Sitemap> {
  const zip = createGzip()
  const body = zip.toArray()
  zip.write(`${HEAD}<urlset ${NAMESPACES}>\n`)
  const last = block * BLOCK
  let changedAt = new Date(0)
  for (let after = last - BLOCK; after < last;) {
    const products = await findProductsBetween(db, { after, last, limit: CHUNK })
    const end = products.length < CHUNK ? last : (products.at(-1)?.id ?? last)
    const pictures = Map.groupBy(
      products.length > 0 ? await findPicturesBetween(db, { after, last: end }) : [],
      ({ product_id }) => product_id,
    )
    for (const { id, name, media_url, created_at, updated_at } of products) {
      const changed = updated_at ?? created_at
      if (changed > changedAt) changedAt = changed
      const all = new Set([media_url, ...(pictures.get(id) ?? []).map((picture) => picture.media_url)])
      const address = {
        path: productPath(id, name),
        changedAt: changed,
        pictures: [...all].slice(0, PICTURES_MAX),
      }
      zip.write(toUrl(origin, address).toString())
    }
    after = end
    await setImmediate()
  }
  zip.end('</urlset>\n')
  const zipped = Buffer.concat(await body)
  return { body: zipped, etag: etagOf(zipped), changedAt }
}
