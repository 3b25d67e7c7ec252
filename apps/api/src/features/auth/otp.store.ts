/** One-time passwords: random codes, stored as keyed digests. */
import { randomInt } from 'node:crypto'
import { LIMITS } from '@haat/contract/rules'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { equalDigests, keyedDigest } from '../../secrets.ts'

/** How a code reaches the customer. Only one that was mailed proves that the customer reads the mailbox. */
export type OtpChannel = 'mail' | 'support'

interface CustomerOtp {
  customerId: number
  code: string
  /** Key of the stored digest. */
  key: string
  now: Date
}

/** A random code; every string of digits is equally likely. */
export const makeOtp = (): string =>
  String(randomInt(10 ** LIMITS.otp_digits)).padStart(LIMITS.otp_digits, '0')

const digestOf = ({ customerId, code, key }: Omit<CustomerOtp, 'now'>, channel: OtpChannel): string =>
  keyedDigest(key, `${channel}:${customerId}:${code}`)

/** Makes this the customer's only valid code. */
export async function storeOtp(tx: Tx, otp: CustomerOtp, channel: OtpChannel = 'mail'): Promise<void> {
  const { otps } = tx.tables
  const { customerId, now } = otp
  const row = {
    code_hash: digestOf(otp, channel),
    expires_at: new Date(now.getTime() + LIMITS.otp_minutes * 60_000),
    tries_left: LIMITS.otp_tries,
  }
  await tx
    .insert(otps)
    .values({ user_id: customerId, ...row })
    .onConflictDoUpdate({ target: otps.user_id, set: row })
}

/** When the customer's current code was made; undefined when there is none. */
export async function findOtpTime(tx: Tx, customerId: number, now: Date): Promise<Date | undefined> {
  const { otps } = tx.tables
  const [row] = await tx
    .select({ expires_at: otps.expires_at })
    .from(otps)
    .where(and(eq(otps.user_id, customerId), gt(otps.expires_at, now)))
  return row && new Date(row.expires_at.getTime() - LIMITS.otp_minutes * 60_000)
}

/**
 * Takes one try of the customer's code. A wrong one stays taken if the transaction commits.
 *
 * @returns how the code reached the customer, or null when it is wrong, expired or used up
 */
export async function tryOtp(tx: Tx, otp: CustomerOtp): Promise<OtpChannel | null> {
  const { otps } = tx.tables
  const { customerId, now } = otp
  const [row] = await tx
    .update(otps)
    .set({ tries_left: sql`${otps.tries_left} - 1` })
    .where(and(eq(otps.user_id, customerId), gt(otps.expires_at, now), gt(otps.tries_left, 0)))
    .returning({ code_hash: otps.code_hash })
  const isFrom = (channel: OtpChannel) => equalDigests(row?.code_hash ?? '', digestOf(otp, channel))
  const [mailed, printed] = [isFrom('mail'), isFrom('support')]
  return mailed ? 'mail' : printed ? 'support' : null
}

/** Gives back the try of a right code, in the transaction that took it. */
export async function returnOtpTry(tx: Tx, customerId: number): Promise<void> {
  const { otps } = tx.tables
  await tx
    .update(otps)
    .set({ tries_left: sql`${otps.tries_left} + 1` })
    .where(eq(otps.user_id, customerId))
}

export async function deleteOtp(tx: Tx, customerId: number): Promise<void> {
  const { otps } = tx.tables
  await tx.delete(otps).where(eq(otps.user_id, customerId))
}

export async function deleteExpiredOtps(tx: Tx, now: Date): Promise<void> {
  const { otps } = tx.tables
  await tx.delete(otps).where(lte(otps.expires_at, now))
}
