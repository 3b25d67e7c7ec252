/** One-time passwords: random codes, stored as keyed digests. An e-mail address or phone number has one for each who has asked. */
import { randomInt } from 'node:crypto'
import { LIMITS } from '@haat/contract/rules'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { deleteRows, type Tx } from '../../db/database.ts'
import { equalDigests, keyedDigest, type Keys } from '../../secrets.ts'

interface Otp {
  /** An e-mail address or a phone number of ten digits, of an account or of none: a request takes as long for both. */
  to: string
  code: string
}

/** A random code; every string of digits is equally likely. */
export const makeOtp = (): string =>
  String(randomInt(10 ** LIMITS.otp_digits)).padStart(LIMITS.otp_digits, '0')

const recipientHash = (to: string, keys: Keys): string => keyedDigest(keys.otps, to)
const askerHash = (asker: string, keys: Keys): string => keyedDigest(keys.otps, asker)
const codeHash = ({ to, code }: Otp, keys: Keys): string => keyedDigest(keys.otps, `${to}:${code}`)

/**
 * Replaces the code that the same asker has had for the address. Those of others stay valid.
 *
 * @param isMailed whether it is sent to the address: who knows it then reads what comes there
 * @param asker the network of the request, or who alone may try the code; support has none
 */
export async function storeOtp(
  tx: Tx,
  { asker = '', ...otp }: Otp & { isMailed: boolean; asker?: string },
  keys: Keys,
  now: Date,
): Promise<void> {
  const { otps } = tx.tables
  const row = {
    code_hash: codeHash(otp, keys),
    is_mailed: otp.isMailed,
    expires_at: new Date(now.getTime() + LIMITS.otp_minutes * 60_000),
    tries_left: LIMITS.otp_tries,
  }
  await tx
    .insert(otps)
    .values({ email_hash: recipientHash(otp.to, keys), asker_hash: askerHash(asker, keys), ...row })
    .onConflictDoUpdate({ target: [otps.email_hash, otps.asker_hash], set: row })
}

/**
 * Compares a code with those of the address. A wrong one uses up a try of each, if the transaction commits.
 *
 * @param asker whose code alone is compared; else everybody's
 * @returns whether the right one was mailed, or null for one that is wrong, expired or used up
 */
export async function tryOtp(
  tx: Tx,
  { asker, ...otp }: Otp & { asker?: string },
  keys: Keys,
  now: Date,
): Promise<{ isMailed: boolean } | null> {
  const { otps } = tx.tables
  const given = codeHash(otp, keys)
  const rows = await tx
    .update(otps)
    .set({
      tries_left: sql`case when ${otps.code_hash} = ${given} then ${otps.tries_left} else ${otps.tries_left} - 1 end`,
    })
    .where(
      and(
        eq(otps.email_hash, recipientHash(otp.to, keys)),
        asker === undefined ? undefined : eq(otps.asker_hash, askerHash(asker, keys)),
        gt(otps.expires_at, now),
        gt(otps.tries_left, 0),
      ),
    )
    .returning({ code_hash: otps.code_hash, is_mailed: otps.is_mailed })
  const found = rows.find(({ code_hash }) => equalDigests(code_hash, given))
  return found ? { isMailed: found.is_mailed } : null
}

export const deleteOtp = (tx: Tx, to: string, keys: Keys): Promise<number> =>
  deleteRows(tx, tx.tables.otps, eq(tx.tables.otps.email_hash, recipientHash(to, keys)))

export async function deleteExpiredOtps(tx: Tx, now: Date): Promise<void> {
  const { otps } = tx.tables
  await tx.delete(otps).where(lte(otps.expires_at, now))
}
