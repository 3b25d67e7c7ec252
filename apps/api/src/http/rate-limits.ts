/** Counts what the table of limits names, in the database: a restart forgets nothing, and all servers count together. */
import type { Endpoint } from '@haat/contract/endpoint'
import { RATE_LIMITS, type RateLimit } from '@haat/contract/rate-limits'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/database.ts'
import { callerAddress, networkOf } from '../network.ts'
import { keyedDigest, type Keys } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { tooMany } from './failure.ts'
import { count, deleteEndedCounts } from './rate-limits.store.ts'

export { forgetAttempts, uncountAttempt } from './rate-limits.store.ts'

/** A limit for somebody: their attempts are counted under the key. */
export interface Counter {
  limit: RateLimit
  key: string
}

/** @param who is stored as a keyed digest only */
export const counter = (limit: RateLimit, who: string, keys: Keys): Counter => ({
  limit,
  key: keyedDigest(keys.attempts, `${limit} ${who}`),
})

/**
 * Counts an attempt in each of the counters, in this order.
 *
 * @throws Failure 429 when one of them is full; the transaction must end with it, so that none has counted
 */
export async function countAttempt(
  tx: Tx,
  { config, now }: Pick<Shop, 'config' | 'now'>,
  counters: readonly Counter[],
): Promise<void> {
  if (!config.rateLimit) return
  const at = now()
  for (const { limit, key } of counters) {
    const { max, seconds } = RATE_LIMITS[limit]
    const { requests, resets_at } = await count(tx, key, seconds * 1000, at)
    if (requests > max) throw tooMany(Math.ceil((resets_at.getTime() - at.getTime()) / 1000))
  }
}

/** @throws Failure 429 when the caller has called an endpoint too often */
export async function limitCalls(
  shop: Shop,
  limit: NonNullable<Endpoint['limit']>,
  request: FastifyRequest,
): Promise<void> {
  const byCustomer = RATE_LIMITS[limit].by === 'customer'
  const who = byCustomer ? String(request.caller?.customerId) : networkOf(callerAddress(request))
  const counters = [counter(limit, who, shop.config.keys)]
  if (shop.config.rateLimit) await shop.db.transaction((tx) => countAttempt(tx, shop, counters))
}

/** Deletes the counts that have ended. */
export async function sweepRateLimits({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.transaction((tx) => deleteEndedCounts(tx, now()))
}
