/** Caches of the catalogue: whole replies until what they show changes, computed values until its listings change. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database, Reader } from '../../db/database.ts'
import { catalogueRevisions, type Revisions } from '../../db/catalogue-revision.ts'
import { compress, type Encoding, encodingFor } from '../../http/compression.ts'
import { reading } from '../../http/replica.ts'
import type { ReplyBasis } from '../../http/serve.ts'
import { etagOf, isRevalidated } from '../../http/server.ts'
import type { Shop } from '../../shop.ts'
import { statesOf } from './encoded-products.ts'
import { applyDeals, listingsValidUntil } from './listing-columns.store.ts'

const REPLIES_MAX_BYTES = 8 * 1024 * 1024
const REPLY_MAX_BYTES = 512 * 1024
/** Shorter replies fit into one packet anyway. */
const COMPRESSED_FROM = 1024

/** Replies computed at one version of the database are right in this time, between two edges of deals. */
interface Validity {
  version: string
  from: Date
  until: Date
}

interface CachedReply {
  validity: Validity
  basis: ReplyBasis
  computedAt: number
  etag: string
  body: Buffer
  /** Made when the first caller accepts it. */
  compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a reply that is computed now, from before it is computed; null when it must not be cached. */
    validity: Validity | null
    /** Whether a cached reply answers the request. */
    isCached: boolean
  }
}

const isValid = (validity: Validity | undefined, version: string, now: Date): boolean =>
  validity?.version === version && validity.from <= now && now < validity.until

/** Somebody may have written into the database by hand: a reply is computed again after this time, in ms. */
const REPLY_MAX_AGE_MS = 60_000

const isRecent = ({ computedAt }: CachedReply): boolean => performance.now() - computedAt < REPLY_MAX_AGE_MS

/**
 * Whether a reply is still right. Looks up the products that it shows, each once per version of the database for all
 * replies.
 */
async function isUnchanged(
  db: Database,
  revisions: Revisions,
  { content, listings, states }: ReplyBasis,
): Promise<boolean> {
  if (revisions.content !== content || (listings !== null && revisions.listings !== listings)) return false
  const now = await statesOf(db, revisions.version, states.keys())
  return [...states].every(([id, state]) => now.get(id) === state)
}

/**
 * Serves repeated GET requests of a scope from memory, compressed once. A reply is served until the catalogue's content,
 * or the stock or prices of the products it shows change, and for a minute at most; one whose order or counts depend on
 * prices, until any price changes; every one, until a deal starts or ends. So a cached reply never shows an old price or
 * stock. A reply without a basis of its own depends on all but the stock of single products. Applies deals before
 * replies are computed.
 */
export function cacheReplies(scope: FastifyInstance, shop: Shop): void {
  const replies = new LRUCache<string, CachedReply>({
    maxSize: REPLIES_MAX_BYTES,
    maxEntrySize: REPLY_MAX_BYTES,
    // Both compressed forms together take half as much again.
    sizeCalculation: ({ body }, url) => url.length + Math.ceil(body.length * 1.5),
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
  scope.decorateRequest('basis', null)
  scope.decorateRequest('isCached', false)
  /** The reply that is still right, if there is one; otherwise prepares the request for one that is computed. */
  const find = (request: FastifyRequest): Promise<CachedReply | null> =>
    // The version of the database that will answer.
    reading(request, shop.db, async (db) => {
      const revisions = await catalogueRevisions(db)
      const { version, content, listings } = revisions
      const at = shop.now()
      const found = replies.get(request.url)
      if (found && isValid(found.validity, version, at)) return found
      const validity = await validityOf(db, version, at)
      if (validity === null) await applyDeals(db, at)
      else if (found && isRecent(found) && (await isUnchanged(db, revisions, found.basis))) {
        found.validity = validity
        return found
      }
      request.validity = validity
      request.basis = { content, listings, states: new Map() }
      return null
    })
  scope.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') {
      done()
      return undefined
    }
    const send = (cached: CachedReply): FastifyReply | Promise<FastifyReply> => {
      request.isCached = true
      const content = contentFor(request, reply, cached)
      if (content instanceof Promise) return content.then((bytes) => reply.send(bytes))
      // Null would be sent as JSON.
      return reply.send(content ?? undefined)
    }
    const found = replies.get(request.url)
    const version = found && request.replica === null ? shop.db.versionAtOnce() : null
    const isRight = found && version !== null && isValid(found.validity, version, shop.now())
    const waits = isRight
      ? send(found)
      : find(request).then((cached) => (cached === null ? null : send(cached)))
    // Fastify waits for a promise instead of a call of `done`, which a reply that is sent does not need.
    return waits instanceof Promise ? waits : undefined
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const { method, isCached, validity, basis, url } = request
    if (isCached || method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') {
      done(null, payload)
      return undefined
    }
    const body = Buffer.from(payload)
    const etag = etagOf(body)
    if (validity === null || basis === null) {
      done(null, isRevalidated(request, reply, etag) ? null : payload)
      return undefined
    }
    const computed = { validity, basis, computedAt: performance.now(), etag, body, compressed: {} }
    replies.set(url, computed)
    const content = contentFor(request, reply, computed)
    if (content instanceof Promise) return content
    done(null, content)
    return undefined
  })
}

/** Sets the headers of a reply. @returns its content; null where the caller has it already */
function contentFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body, compressed }: CachedReply,
): Buffer | Promise<Buffer> | null {
  const isCompressible = body.length >= COMPRESSED_FROM
  if (isCompressible) void reply.header('vary', 'accept-encoding')
  if (isRevalidated(request, reply, etag)) return null
  void reply.header('content-type', 'application/json; charset=utf-8')
  if (!isCompressible) return body
  const encoding = encodingFor(request)
  if (encoding === null) return body
  void reply.header('content-encoding', encoding)
  compressed[encoding] ??= compress[encoding](body).then((bytes) => (compressed[encoding] = bytes))
  return compressed[encoding]
}

const VALUE_MAX_AGE_MS = 60_000
/** How often the age is looked at. */
const AGE_STEP_MS = 1000

/**
 * Caches computed values per database until the catalogue's revision changes, at most for a minute. The revision given
 * is one from before the call.
 *
 * @param max values per database; the least recently used goes first
 */
export function revisionCache<Value extends NonNullable<unknown>>(max: number) {
  const caches = new WeakMap<Reader, LRUCache<string, { revision: number; value: Promise<Value> }>>()
  return async (
    reader: Reader,
    revision: number,
    key: string,
    compute: () => Promise<Value>,
  ): Promise<Value> => {
    const cache =
      caches.get(reader) ?? new LRUCache({ max, ttl: VALUE_MAX_AGE_MS, ttlResolution: AGE_STEP_MS })
    caches.set(reader, cache)
    const cached = cache.get(key)
    if (cached?.revision === revision) return cached.value
    // All who ask while it is computed wait for it.
    const computed = { revision, value: compute() }
    cache.set(key, computed)
    try {
      return await computed.value
    } catch (error) {
      if (cache.peek(key) === computed) cache.delete(key)
      throw error
    }
  }
}
