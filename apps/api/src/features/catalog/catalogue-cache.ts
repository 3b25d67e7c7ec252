/** Caches of the catalogue: whole replies until anything is committed, computed values until it changes. */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { catalogueRevision } from '../../db/catalogue-revision.ts'
import type { Reader } from '../../db/database.ts'
import { addRevalidation, etagOf } from '../../http/server.ts'
import type { Shop } from '../../shop.ts'
import { applyDeals } from './listing-columns.store.ts'

const REPLIES_MAX_BYTES = 32 * 1024 * 1024
const REPLY_MAX_BYTES = 512 * 1024

interface CachedReply {
  /** Database version from before the reply was computed. */
  version: string
  etag: string
  body: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Database version when the request arrived; null when its reply must not be cached. */
    version: string | null
  }
}

/**
 * Serves repeated GET requests of a scope from memory until anything is committed or a deal starts or ends,
 * so that a cached reply never shows an old price or stock.
 */
export function cacheReplies(scope: FastifyInstance, shop: Shop): void {
  const replies = new LRUCache<string, CachedReply>({
    maxSize: REPLIES_MAX_BYTES,
    maxEntrySize: REPLY_MAX_BYTES,
    // One byte per character: most text of a shop is Latin.
    sizeCalculation: ({ body }, url) => url.length + body.length,
  })
  scope.decorateRequest('version', null)
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET') return
    const cached = replies.get(request.url)
    if (cached) await applyDeals(shop.db, shop.now())
    const version = await shop.db.version()
    if (cached?.version !== version) {
      request.version = version
      return
    }
    return reply.type('application/json; charset=utf-8').header('etag', cached.etag).send(cached.body)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.version === null || reply.statusCode !== 200 || typeof payload !== 'string') return
    const etag = etagOf(payload)
    void reply.header('etag', etag)
    replies.set(request.url, { version: request.version, etag, body: payload })
  })
  addRevalidation(scope)
}

const VALUE_MAX_AGE_MS = 60_000

/**
 * Caches computed values per database until the catalogue's revision changes, at most for a minute.
 *
 * @param max values per database; the least recently used goes first
 */
export function revisionCache<Value extends NonNullable<unknown>>(max: number) {
  const caches = new WeakMap<Reader, LRUCache<string, { revision: number; value: Value }>>()
  return async (reader: Reader, key: string, compute: () => Promise<Value>): Promise<Value> => {
    const cache = caches.get(reader) ?? new LRUCache({ max, ttl: VALUE_MAX_AGE_MS })
    caches.set(reader, cache)
    const revision = await catalogueRevision(reader)
    const cached = cache.get(key)
    if (cached?.revision === revision) return cached.value
    const value = await compute()
    cache.set(key, { revision, value })
    return value
  }
}
