/** Keeps replies as long as they are right: see docs/decisions/012. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { catalogueVersion } from '../../db/catalogue-version.ts'
import type { Database } from '../../db/database.ts'
import { bytesOf, type Content, etagOf, prepareContent } from '../../http/content.ts'
import { reading } from '../../http/replica.ts'
import { languageNow } from '../../say.ts'
import type { Shop } from '../../shop.ts'
import { applyDeals, nextDealEdge } from './listing-columns.store.ts'

const REPLIES_MAX_BYTES = 8 * 1024 * 1024
const REPLY_MAX_BYTES = 512 * 1024
const PERIOD_MAX_MS = 60_000

/** A time in which public pages show the same: nobody writes into the catalogue, and no deal starts or ends. */
export interface Period {
  version: number
  from: Date
  until: Date
}

const periods = new WeakMap<Database, Period>()

/**
 * The period of this moment; what was computed in it is right while it lasts. A new one begins with deals applied, and
 * after a minute in any case.
 */
export async function currentPeriod(db: Database, now: Date): Promise<Period> {
  const known = findPeriod(db, await catalogueVersion(db), now)
  if (known) return known
  await applyDeals(db, now)
  const version = await catalogueVersion(db)
  const edge = await nextDealEdge(db, now)
  const until = new Date(Math.min(edge.getTime(), now.getTime() + PERIOD_MAX_MS))
  // Another request may have begun it meanwhile.
  const period = findPeriod(db, version, now) ?? { version, from: now, until }
  periods.set(db, period)
  return period
}

function findPeriod(db: Database, version: number, now: Date): Period | undefined {
  const last = periods.get(db)
  return last?.version === version && last.from <= now && now < last.until ? last : undefined
}

/** What was computed in a period, by address. */
export type Kept = Content & { period: Period }

export const keptContents = (maxEntrySize: number): LRUCache<string, Kept> =>
  new LRUCache<string, Kept>({ maxSize: REPLIES_MAX_BYTES, maxEntrySize, sizeCalculation: bytesOf })

declare module 'fastify' {
  interface FastifyRequest {
    /** In which a reply is computed; null for one that is not kept. */
    period: Period | null
  }
}

const keyOf = ({ url }: FastifyRequest): string => `${languageNow()} ${url}`

/**
 * Serves repeated GET requests of a scope from memory, compressed once, so that a reply never shows an old price or stock.
 * Applies deals before replies are computed.
 */
export function keepReplies(scope: FastifyInstance, shop: Shop): void {
  const replies = keptContents(REPLY_MAX_BYTES)
  scope.decorateRequest('period', null)
  scope.addHook('onRequest', async (request, reply) => {
    const period = await reading(request, shop.db, (db) => currentPeriod(db, shop.now()))
    void reply.header('vary', 'accept-language, cookie')
    const kept = replies.get(keyOf(request))
    if (kept?.period === period) return reply.send(await prepareContent(request, reply, kept))
    request.period = period
    return undefined
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    const { period } = request
    if (period === null || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const type = String(reply.getHeader('content-type'))
    const kept = {
      period,
      status: 200,
      type,
      etag: etagOf(payload),
      body: Buffer.from(payload),
      compressed: {},
    }
    replies.set(keyOf(request), kept)
    return prepareContent(request, reply, kept)
  })
}
