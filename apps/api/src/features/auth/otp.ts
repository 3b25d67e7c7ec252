/** One-time passwords: made, and compared by a keyed digest, so that the stored form gives nothing away. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@haat/contract/rules'

/** A code from a secure source, every digit string equally likely. */
export const makeOtp = (): string =>
  String(randomInt(10 ** LIMITS.otp_digits)).padStart(LIMITS.otp_digits, '0')

/** What is stored of a customer's code. */
export const digestOtp = (secret: string, customerId: number, code: string): string =>
  createHmac('sha256', secret).update(`otp:${customerId}:${code}`).digest('base64url')

/** Compares two digests in constant time. */
export function sameDigest(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
