/** Attempts are counted and limited per account: passwords tried, OTP mails sent. */
import { createHmac } from 'node:crypto'
import { and, desc, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { Customer } from './customer.store.ts'

export interface Attempt {
  kind: 'login' | 'password-change' | 'otp-mail'
  /** Whose attempts are counted together: see `rateLimitKey`. */
  subject: string
}

/** At most `max` attempts in any `seconds`. */
interface AttemptLimit {
  max: number
  seconds: number
}

/** Passwords that may be tried for one account. */
export const PASSWORD_ATTEMPTS: readonly AttemptLimit[] = [{ max: 5, seconds: 15 * 60 }]
/** OTP mails that may be sent to one account. */
export const OTP_MAILS: readonly AttemptLimit[] = [
  { max: 5, seconds: 3600 },
  { max: 10, seconds: 24 * 3600 },
]
/** The longest of the periods above. */
const LONGEST_PERIOD_MS = 24 * 3_600_000

/**
 * The key by which attempts are counted: the account, or a keyed digest of the login where no account has it.
 *
 * @param login e-mail address or phone number, as typed
 * @param key of the digest
 */
export function rateLimitKey(customer: Customer | undefined, login: string, key: string): string {
  if (customer) return `customer:${customer.id}`
  return `nobody:${createHmac('sha256', key).update(login).digest('base64url')}`
}

/**
 * Counts an attempt, unless that would exceed a limit. Exact only while the subject's customer is locked.
 *
 * @returns the attempt's id, or the seconds until the next one is allowed
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

/** Deletes an attempt whose password could not be checked, so that it does not count. */
export async function deleteAttempt(tx: Tx, id: number): Promise<void> {
  const { attempts } = tx.tables
  await tx.delete(attempts).where(eq(attempts.id, id))
}

/** Deletes all attempts of one kind and subject. */
export async function deleteAttempts(tx: Tx, { kind, subject }: Attempt): Promise<void> {
  const { attempts } = tx.tables
  await tx.delete(attempts).where(and(eq(attempts.kind, kind), eq(attempts.subject, subject)))
}

/** Deletes the attempts that no limit counts any more. */
export async function deleteOldAttempts(tx: Tx, now: Date): Promise<void> {
  const { attempts } = tx.tables
  await tx.delete(attempts).where(lte(attempts.at, new Date(now.getTime() - LONGEST_PERIOD_MS)))
}
