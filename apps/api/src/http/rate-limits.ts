/**
 * Counts the requests of routes that are limited: on PostgreSQL in the database, for all servers of the shop together;
 * on SQLite in memory, since there is one server, and each count would be a write to the disk.
 */
import { callbackify } from 'node:util'
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { keyedDigest } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { countRequest, deleteEndedCounts } from './rate-limits.store.ts'

/** Callers that are remembered as refused. */
const REFUSED_MAX = 5000

type Reply = Parameters<FastifyRateLimitStore['incr']>[1]
type Count = NonNullable<Parameters<Reply>[1]>

export async function limitRates(app: FastifyInstance, shop: Shop): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    ...(shop.db.engine === 'postgres' && { store: sharedStore(shop) }),
  })
}

/** One for all routes: keys contain the route. */
function sharedStore({ db, now, config }: Shop): FastifyRateLimitStoreCtor {
  return class SharedStore implements FastifyRateLimitStore {
    /** Who was refused stays refused until the count ends, without asking the database. */
    readonly #refused = new LRUCache<string, { requests: number; until: number }>({ max: REFUSED_MAX })

    child(): SharedStore {
      return this
    }

    incr(caller: string, done: Reply, window: number, max: number): void {
      callbackify(() => this.#count(caller, window, max))(done)
    }

    async #count(caller: string, window: number, max: number): Promise<Count> {
      const at = now().getTime()
      const refused = this.#refused.get(caller)
      if (refused && refused.until > at && refused.until <= at + 2 * window)
        return { current: refused.requests, ttl: refused.until - at }
      const key = keyedDigest(config.keys.attempts, caller)
      const { requests, resets_at } = await db.transaction((tx) =>
        countRequest(tx, key, new Date(at), window),
      )
      const until = resets_at.getTime()
      if (requests > max) this.#refused.set(caller, { requests, until })
      return { current: requests, ttl: until - at }
    }
  }
}

/** Deletes the counts that have ended. */
export async function sweepRateLimits({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.transaction((tx) => deleteEndedCounts(tx, now()))
}
