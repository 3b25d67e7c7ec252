/** One-time passwords: random codes, stored as keyed digests. */
import { randomInt } from 'node:crypto'
import { LIMITS } from '@haat/contract/rules'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { equalDigests, keyedDigest } from '../../secrets.ts'

/**
 * Who requested a code: a customer who is logged in or at a known browser, the merchant, or anybody else. The codes of
 * each are apart, so that no stranger voids the code of a customer.
 */
export type Requester = Tables['otps']['$inferSelect']['requester']

interface CustomerOtp {
  customerId: number
  code: string
  /** Key of the stored digest. */
  key: string
  now: Date
  requester: Requester
}

/** A random code; every string of digits is equally likely. */
export const makeOtp = (): string =>
  String(randomInt(10 ** LIMITS.otp_digits)).padStart(LIMITS.otp_digits, '0')

const digestOf = ({ customerId, code, key, requester }: CustomerOtp): string =>
  keyedDigest(key, `${requester}:${customerId}:${code}`)

/** Makes this the only valid code of its customer and requester. */
export async function storeOtp(tx: Tx, otp: CustomerOtp): Promise<void> {
  const { otps } = tx.tables
  const { customerId, now, requester } = otp
  const row = {
    code_hash: digestOf(otp),
    expires_at: new Date(now.getTime() + LIMITS.otp_minutes * 60_000),
    tries_left: LIMITS.otp_tries,
  }
  await tx
    .insert(otps)
    .values({ user_id: customerId, requester, ...row })
    .onConflictDoUpdate({ target: [otps.user_id, otps.requester], set: row })
}

/** When the current codes of a customer were made. */
export async function findOtpTimes(
  tx: Tx,
  customerId: number,
  now: Date,
): Promise<Partial<Record<Requester, Date>>> {
  const { otps } = tx.tables
  const rows = await tx
    .select({ requester: otps.requester, expires_at: otps.expires_at })
    .from(otps)
    .where(and(eq(otps.user_id, customerId), gt(otps.expires_at, now)))
  const madeAt = (expires_at: Date) => new Date(expires_at.getTime() - LIMITS.otp_minutes * 60_000)
  return Object.fromEntries(rows.map(({ requester, expires_at }) => [requester, madeAt(expires_at)]))
}

const isCodeOf = ({ otps }: Tables, customerId: number, requester: Requester) =>
  and(eq(otps.user_id, customerId), eq(otps.requester, requester))

/**
 * Takes one try of the code that this requester has. A wrong one stays taken if the transaction commits.
 *
 * @returns whether the code is right, and neither expired nor used up
 */
export async function tryOtp(tx: Tx, otp: CustomerOtp): Promise<boolean> {
  const { otps } = tx.tables
  const { customerId, now, requester } = otp
  const [row] = await tx
    .update(otps)
    .set({ tries_left: sql`${otps.tries_left} - 1` })
    .where(and(isCodeOf(tx.tables, customerId, requester), gt(otps.expires_at, now), gt(otps.tries_left, 0)))
    .returning({ code_hash: otps.code_hash })
  return equalDigests(row?.code_hash ?? '', digestOf(otp))
}

/** Gives back the try of a right code, in the transaction that took it. */
export async function returnOtpTry(tx: Tx, customerId: number, requester: Requester): Promise<void> {
  const { otps } = tx.tables
  await tx
    .update(otps)
    .set({ tries_left: sql`${otps.tries_left} + 1` })
    .where(isCodeOf(tx.tables, customerId, requester))
}

/** Deletes all codes of the customer. */
export async function deleteOtps(tx: Tx, customerId: number): Promise<void> {
  const { otps } = tx.tables
  await tx.delete(otps).where(eq(otps.user_id, customerId))
}

export async function deleteExpiredOtps(tx: Tx, now: Date): Promise<void> {
  const { otps } = tx.tables
  await tx.delete(otps).where(lte(otps.expires_at, now))
}
