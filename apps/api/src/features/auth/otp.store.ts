import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

/** Makes this the customer's one live code. */
export async function storeOtp(tx: Tx, otp: Tables['otps']['$inferInsert']): Promise<void> {
  const { otps } = tx.tables
  const { code_hash, expires_at, tries_left } = otp
  await tx
    .insert(otps)
    .values(otp)
    .onConflictDoUpdate({ target: otps.user_id, set: { code_hash, expires_at, tries_left } })
}

/** Takes one try of the customer's live code. @returns its digest, or undefined when there is nothing to try */
export async function takeOtpTry(tx: Tx, customerId: number, now: Date): Promise<string | undefined> {
  const { otps } = tx.tables
  const [otp] = await tx
    .update(otps)
    .set({ tries_left: sql`${otps.tries_left} - 1` })
    .where(and(eq(otps.user_id, customerId), gt(otps.expires_at, now), gt(otps.tries_left, 0)))
    .returning({ code_hash: otps.code_hash })
  return otp?.code_hash
}

/** Gives back the try that was right, in the transaction that took it. */
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
