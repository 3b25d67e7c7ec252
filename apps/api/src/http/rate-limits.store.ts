import { lte, sql } from 'drizzle-orm'
import { placeholder, prepared, type Tx } from '../db/database.ts'

/**
 * Counts a request.
 *
 * @param key a digest of the route and the caller
 * @param window ms after which counting starts again
 * @returns the requests since counting started, and when it starts again
 */
export async function countRequest(
  tx: Tx,
  key: string,
  now: Date,
  window: number,
): Promise<{ requests: number; resets_at: Date }> {
  const resets_at = new Date(now.getTime() + window)
  const latest = new Date(now.getTime() + 2 * window)
  const [row] = await count(tx).execute({ key, now, resets_at, latest })
  return row ?? { requests: 1, resets_at }
}

const count = prepared((tx: Tx) => {
  const { rate_limits } = tx.tables
  const now = placeholder('now', rate_limits.resets_at)
  const latest = placeholder('latest', rate_limits.resets_at)
  // Clocks of servers differ a little; one that was far ahead must not lock callers out for ever.
  const isOver = sql`(${rate_limits.resets_at} <= ${now} or ${rate_limits.resets_at} > ${latest})`
  return tx
    .insert(rate_limits)
    .values({
      key: sql.placeholder('key'),
      requests: 1,
      resets_at: placeholder('resets_at', rate_limits.resets_at),
    })
    .onConflictDoUpdate({
      target: rate_limits.key,
      set: {
        requests: sql`case when ${isOver} then 1 else ${rate_limits.requests} + 1 end`,
        resets_at: sql`case when ${isOver} then excluded.resets_at else ${rate_limits.resets_at} end`,
      },
    })
    .returning({ requests: rate_limits.requests, resets_at: rate_limits.resets_at })
    .prepare('count_request')
})

/** Deletes counts that have ended. */
export async function deleteEndedCounts(tx: Tx, now: Date): Promise<void> {
  const { rate_limits } = tx.tables
  await tx.delete(rate_limits).where(lte(rate_limits.resets_at, now))
}
