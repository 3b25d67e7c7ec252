import { and, desc, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

export interface Attempt {
  kind: 'login' | 'password-change' | 'otp-mail'
  subject: string
}

/** At most `max` attempts in any `seconds`. */
export interface AttemptLimit {
  max: number
  seconds: number
}

/**
 * Counts an attempt, unless that would break a limit. Exact when the subject's customer is locked.
 *
 * @returns the attempt's id, or the seconds after which the next one is free
 */
export async function takeAttempt(
  tx: Tx,
  { kind, subject }: Attempt,
  limits: readonly AttemptLimit[],
  now: Date,
): Promise<{ id: number } | { retryAfter: number }> {
  const { attempts } = tx.tables
  for (const { max, seconds } of limits) {
    const since = new Date(now.getTime() - seconds * 1000)
    const [oldest] = await tx
      .select({ at: attempts.at })
      .from(attempts)
      .where(and(eq(attempts.kind, kind), eq(attempts.subject, subject), gt(attempts.at, since)))
      .orderBy(desc(attempts.at))
      .offset(max - 1)
      .limit(1)
    if (oldest) return { retryAfter: Math.ceil((oldest.at.getTime() - since.getTime()) / 1000) }
  }
  const [row] = await tx.insert(attempts).values({ kind, subject, at: now }).returning({ id: attempts.id })
  return { id: row!.id }
}

/** Takes back one attempt that did not come to be. */
export async function deleteAttempt(tx: Tx, id: number): Promise<void> {
  const { attempts } = tx.tables
  await tx.delete(attempts).where(eq(attempts.id, id))
}

/** Forgets what a subject has tried. */
export async function deleteAttempts(tx: Tx, { kind, subject }: Attempt): Promise<void> {
  const { attempts } = tx.tables
  await tx.delete(attempts).where(and(eq(attempts.kind, kind), eq(attempts.subject, subject)))
}

export async function deleteAttemptsUntil(tx: Tx, until: Date): Promise<void> {
  const { attempts } = tx.tables
  await tx.delete(attempts).where(lte(attempts.at, until))
}
