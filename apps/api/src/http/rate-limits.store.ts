import { gt, inArray, lte, or, sql } from 'drizzle-orm'
import { deleteRows, type Tx } from '../db/database.ts'

/**
 * Counts an attempt.
 *
 * @param windowMs after which counting starts again
 * @returns the attempts since counting started, and when it starts again
 */
export async function count(
  tx: Tx,
  key: string,
  windowMs: number,
  now: Date,
): Promise<{ requests: number; resets_at: Date }> {
  const { rate_limits } = tx.tables
  const first = { requests: 1, resets_at: new Date(now.getTime() + windowMs) }
  const latest = new Date(now.getTime() + 2 * windowMs)
  // Clocks of servers differ a little; one that was far ahead must not lock callers out for ever.
  const isOver = or(lte(rate_limits.resets_at, now), gt(rate_limits.resets_at, latest))
  const [row] = await tx
    .insert(rate_limits)
    .values({ key, ...first })
    .onConflictDoUpdate({
      target: rate_limits.key,
      set: {
        requests: sql`case when ${isOver} then 1 else ${rate_limits.requests} + 1 end`,
        resets_at: sql`case when ${isOver} then excluded.resets_at else ${rate_limits.resets_at} end`,
      },
    })
    .returning({ requests: rate_limits.requests, resets_at: rate_limits.resets_at })
  return row!
}

type Counted = readonly { key: string }[]

const isOf = ({ tables }: Tx, counters: Counted) =>
  inArray(
    tables.rate_limits.key,
    counters.map(({ key }) => key),
  )

/** Takes an attempt back, which could not be made after all. */
export async function uncountAttempt(tx: Tx, counters: Counted): Promise<void> {
  const { rate_limits } = tx.tables
  await tx
    .update(rate_limits)
    .set({ requests: sql`${rate_limits.requests} - 1` })
    .where(isOf(tx, counters))
}

export const forgetAttempts = (tx: Tx, counters: Counted): Promise<number> =>
  deleteRows(tx, tx.tables.rate_limits, isOf(tx, counters))

export async function deleteEndedCounts(tx: Tx, now: Date): Promise<void> {
  const { rate_limits } = tx.tables
  await tx.delete(rate_limits).where(lte(rate_limits.resets_at, now))
}
