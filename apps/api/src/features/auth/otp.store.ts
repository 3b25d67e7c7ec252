/** One-time passwords: random codes, stored as keyed digests. */
import { randomInt } from 'node:crypto'
import { LIMITS } from '@haat/contract/rules'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { equalDigests, keyedDigest } from '../../secrets.ts'

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

const digestOf = (key: string, customerId: number, code: string): string =>
  keyedDigest(key, `${customerId}:${code}`)

/** Makes this the customer's only valid code. */
export async function storeOtp(tx: Tx, { customerId, code, key, now }: CustomerOtp): Promise<void> {
  const { otps } = tx.tables
  const row = {
    code_hash: digestOf(key, customerId, code),
    expires_at: new Date(now.getTime() + LIMITS.otp_minutes * 60_000),
    tries_left: LIMITS.otp_tries,
  }
  await tx
    .insert(otps)
    .values({ user_id: customerId, ...row })
    .onConflictDoUpdate({ target: otps.user_id, set: row })
}

/**
 * Takes one try of the customer's code. A wrong one stays taken if the transaction commits. Where there is no code, it
 * writes a row too, so that the time reveals nothing.
 *
 * @returns whether the code is right, not expired and not used up
 */
export async function tryOtp(tx: Tx, { customerId, code, key, now }: CustomerOtp): Promise<boolean> {
  const { otps } = tx.tables
  const digest = digestOf(key, customerId, code)
  const [otp] = await tx
    .update(otps)
    .set({ tries_left: sql`${otps.tries_left} - 1` })
    .where(and(eq(otps.user_id, customerId), gt(otps.expires_at, now), gt(otps.tries_left, 0)))
    .returning({ code_hash: otps.code_hash })
  if (!otp) await tx.insert(tx.tables.attempts).values({ kind: 'otp-missing', subject: '', at: now })
  return otp !== undefined && equalDigests(otp.code_hash, digest)
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
