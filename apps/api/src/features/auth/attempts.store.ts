/** The attempts that are counted: passwords tried, OTP mails sent. */
import { and, desc, eq, gt, gte, inArray, lte } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { type Counter, LONGEST_PERIOD_MS } from './attempt-limits.ts'

/** The ids of the counted attempts, or the seconds until the next one is allowed. */
type Taken = { ids: number[] } | { retryAfter: number }

/**
 * Counts an attempt in each of the counters, unless that would exceed a limit of one. Exact only while the customer is
 * locked.
 */
export async function takeAttempt(tx: Tx, counters: readonly Counter[], now: Date): Promise<Taken> {
  let retryAfter = 0
  for (const counter of counters) retryAfter = Math.max(retryAfter, await secondsToWait(tx, counter, now))
  if (retryAfter > 0) return { retryAfter }
  const { attempts } = tx.tables
  const rows = await tx
    .insert(attempts)
    .values(
      counters.flatMap(({ kind, subject, weight = 1 }) =>
        Array.from({ length: weight }, () => ({ kind, subject, at: now })),
      ),
    )
    .returning({ id: attempts.id })
  return { ids: rows.map(({ id }) => id) }
}

/** Counts an attempt in the first list of counters that allows it; else returns the last list's answer. */
export async function takeFirst(tx: Tx, choices: readonly Counter[][], now: Date): Promise<Taken> {
  let taken: Taken = { retryAfter: 0 }
  for (const counters of choices) {
    taken = await takeAttempt(tx, counters, now)
    if ('ids' in taken) break
  }
  return taken
}

/** Whether the counter has an attempt at this time or later. */
export async function hasAttempted(
  tx: Tx,
  { kind, subject }: Pick<Counter, 'kind' | 'subject'>,
  since: Date,
): Promise<boolean> {
  const { attempts } = tx.tables
  const found = await tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.kind, kind), eq(attempts.subject, subject), gte(attempts.at, since)))
    .limit(1)
  return found.length > 0
}

/** Seconds until the limits of a counter allow an attempt; 0 when they do so now. */
async function secondsToWait(
  tx: Tx,
  { kind, subject, limits, weight = 1 }: Counter,
  now: Date,
): Promise<number> {
  const { attempts } = tx.tables
  /** When the latest attempt but `skipped` was made, if that is less than `seconds` ago. */
  const latest = async (seconds: number, skipped: number): Promise<number | undefined> => {
    const since = new Date(now.getTime() - seconds * 1000)
    const [row] = await tx
      .select({ at: attempts.at })
      .from(attempts)
      .where(and(eq(attempts.kind, kind), eq(attempts.subject, subject), gt(attempts.at, since)))
      .orderBy(desc(attempts.at))
      .offset(skipped)
      .limit(1)
    return row?.at.getTime()
  }
  let wait = 0
  for (const { max, seconds, thenEvery } of limits) {
    if (weight > max) return seconds
    const full = await latest(seconds, max - weight)
    if (full === undefined) continue
    const [from, pause] = thenEvery === undefined ? [full, seconds] : [await latest(thenEvery, 0), thenEvery]
    if (from !== undefined) wait = Math.max(wait, Math.ceil((from - now.getTime()) / 1000 + pause))
  }
  return wait
}

/** Deletes attempts whose password could not be checked, so that they do not count. */
export async function deleteAttempts(tx: Tx, ids: number[]): Promise<void> {
  const { attempts } = tx.tables
  await tx.delete(attempts).where(inArray(attempts.id, ids))
}

/** Deletes all attempts of the counters. */
export async function resetCounters(
  tx: Tx,
  counters: readonly Pick<Counter, 'kind' | 'subject'>[],
): Promise<void> {
  const { attempts } = tx.tables
  for (const { kind, subject } of counters)
    await tx.delete(attempts).where(and(eq(attempts.kind, kind), eq(attempts.subject, subject)))
}

/** Deletes the attempts that no limit counts any more. */
export async function deleteOldAttempts(tx: Tx, now: Date): Promise<void> {
  const { attempts } = tx.tables
  await tx.delete(attempts).where(lte(attempts.at, new Date(now.getTime() - LONGEST_PERIOD_MS)))
}
