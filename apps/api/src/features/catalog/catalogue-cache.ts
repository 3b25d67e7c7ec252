/** Caches of the catalogue: whole replies until it or the stock they show changes, computed values until its listings change. */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database, Reader } from '../../db/database.ts'
import { catalogueRevision } from '../../db/catalogue-revision.ts'
import { reading } from '../../http/replica.ts'
import type { ReplyBasis } from '../../http/serve.ts'
import { addRevalidation, etagOf } from '../../http/server.ts'
import type { Shop } from '../../shop.ts'
import { applyDeals, listingsValidUntil } from './listing-columns.store.ts'
import { stockOfProducts } from './product-list.store.ts'

const REPLIES_MAX_BYTES = 32 * 1024 * 1024
const REPLY_MAX_BYTES = 512 * 1024

/** Replies computed at one version of the database are right in this time, between two edges of deals. */
interface Validity {
  version: string
  from: Date
  until: Date
}

interface CachedReply {
  validity: Validity
  /** Of a reply that may be right at later versions too. */
  basis: ReplyBasis | undefined
  computedAt: number
  etag: string
  body: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a reply that is computed now, from before it is computed; null when it must not be cached. */
    validity: Validity | null
  }
}

const isValid = (validity: Validity | undefined, version: string, now: Date): boolean =>
  validity?.version === version && validity.from <= now && now < validity.until

/** Somebody may have written into the database by hand: a reply is computed again after this time, in ms. */
const REPLY_MAX_AGE_MS = 60_000

const isRecent = ({ computedAt }: CachedReply): boolean => performance.now() - computedAt < REPLY_MAX_AGE_MS

/** Whether a reply about products is still right: the listings are the same, and the stock of the products it shows. */
async function isUnchanged(db: Database, { revision, stock }: ReplyBasis): Promise<boolean> {
  if ((await catalogueRevision(db)) !== revision) return false
  if (stock.size === 0) return true
  const now = await stockOfProducts(db, [...stock.keys()])
  return [...stock].every(([id, text]) => now.get(id) === text)
}

/**
 * Serves repeated GET requests of a scope from memory. A reply is served until the catalogue or its stock changes or a
 * deal starts or ends; one that shows products, until the listings or the stock of these products change. So a cached
 * reply never shows an old price or stock. Applies deals before other replies are computed.
 */
export function cacheReplies(scope: FastifyInstance, shop: Shop): void {
  const replies = new LRUCache<string, CachedReply>({
    maxSize: REPLIES_MAX_BYTES,
    maxEntrySize: REPLY_MAX_BYTES,
    // One byte per character: most text of a shop is Latin.
    sizeCalculation: ({ body }, url) => url.length + body.length,
  })
  let current: Validity | undefined
  let computing: { version: string; validity: Promise<Validity | null> } | null = null
  const compute = async (db: Database, version: string, from: Date): Promise<Validity | null> => {
    const until = await listingsValidUntil(db, from).finally(() => (computing = null))
    if (until === null) return null
    current = { version, from, until }
    return current
  }
  /** Null while a deal's edge is not applied yet. All who ask at the same time share an answer. */
  const validityOf = async (db: Database, version: string, at: Date): Promise<Validity | null> => {
    if (current && isValid(current, version, at)) return current
    if (computing?.version !== version) computing = { version, validity: compute(db, version, at) }
    const validity = await computing.validity
    return validity === null || isValid(validity, version, at) ? validity : compute(db, version, at)
  }
  scope.decorateRequest('validity', null)
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET') return
    // The version of the database that will answer.
    const cached = await reading(request, shop.db, async (db) => {
      const version = await db.version()
      const at = shop.now()
      const found = replies.get(request.url)
      if (found && isValid(found.validity, version, at)) return found
      const validity = await validityOf(db, version, at)
      if (validity === null) await applyDeals(db, at)
      else if (found?.basis && isRecent(found) && (await isUnchanged(db, found.basis))) {
        const renewed = { ...found, validity }
        replies.set(request.url, renewed)
        return renewed
      }
      request.validity = validity
      return null
    })
    if (cached === null) return
    return reply.type('application/json; charset=utf-8').header('etag', cached.etag).send(cached.body)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    const { validity } = request
    if (validity === null || reply.statusCode !== 200 || typeof payload !== 'string') return
    const etag = etagOf(payload)
    void reply.header('etag', etag)
    const { basis, url } = request
    replies.set(url, { validity, basis, computedAt: performance.now(), etag, body: payload })
  })
  addRevalidation(scope)
}

const VALUE_MAX_AGE_MS = 60_000

/**
 * Caches computed values per database until the catalogue's revision changes, at most for a minute. The revision given
 * is one from before the call.
 *
 * @param max values per database; the least recently used goes first
 */
export function revisionCache<Value extends NonNullable<unknown>>(max: number) {
  const caches = new WeakMap<Reader, LRUCache<string, { revision: number; value: Value }>>()
  return async (
    reader: Reader,
    revision: number,
    key: string,
    compute: () => Promise<Value>,
  ): Promise<Value> => {
    const cache = caches.get(reader) ?? new LRUCache({ max, ttl: VALUE_MAX_AGE_MS })
    caches.set(reader, cache)
    const cached = cache.get(key)
    if (cached?.revision === revision) return cached.value
    const value = await compute()
    cache.set(key, { revision, value })
    return value
  }
}
