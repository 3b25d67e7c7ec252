/** The memory of what the catalogue answered last, exact to the commit. */
import type { FastifyInstance } from 'fastify'
import { addRevalidation, etagOf } from '../../http/revalidation.ts'
import type { Shop } from '../../shop.ts'
import { applyDeals } from './listing-columns.store.ts'

const MOST_BYTES = 32 * 1024 * 1024
const MOST_BYTES_EACH = 512 * 1024

interface Kept {
  /** Of the database, before the reply was made. */
  version: string
  etag: string
  body: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Version of the database when the request came; null for a request that is not to be kept. */
    version: string | null
  }
}

/**
 * Answers a request a second time from memory as long as nothing whatever has been committed and no deal has
 * begun or ended: never an old stock or price. The bytes kept are bounded; those longest unused go first.
 */
export function keepReplies(scope: FastifyInstance, shop: Shop): void {
  const shelf = new Shelf()
  scope.decorateRequest('version', null)
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET') return
    const kept = shelf.take(request.url)
    if (kept) await applyDeals(shop.db, shop.now())
    const version = await shop.db.version()
    if (kept?.version !== version) {
      request.version = version
      return
    }
    shelf.put(request.url, kept)
    return reply.type('application/json; charset=utf-8').header('etag', kept.etag).send(kept.body)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.version === null || reply.statusCode !== 200 || typeof payload !== 'string') return
    const etag = etagOf(payload)
    void reply.header('etag', etag)
    shelf.put(request.url, { version: request.version, etag, body: payload })
  })
  addRevalidation(scope)
}

class Shelf {
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  take(url: string): Kept | undefined {
    const kept = this.#kept.get(url)
    if (kept && this.#kept.delete(url)) this.#bytes -= sizeOf(url, kept)
    return kept
  }

  put(url: string, kept: Kept): void {
    this.take(url)
    if (sizeOf(url, kept) > MOST_BYTES_EACH) return
    this.#kept.set(url, kept)
    this.#bytes += sizeOf(url, kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.take(oldest)
    }
  }
}

/** Roughly: a byte a character, as most text of a shop is Latin. */
const sizeOf = (url: string, { body }: Kept): number => url.length + body.length
