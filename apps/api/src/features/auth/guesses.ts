/** Guessing is limited per account: a few tries in a while, right and wrong ones treated alike until then. */
import { createHmac } from 'node:crypto'
import { tooMany } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { type Attempt, type AttemptLimit, deleteAttempt, takeAttempt } from './attempts.store.ts'
import { type Customer, lockCustomer } from './customer.store.ts'

const GUESSES: AttemptLimit[] = [{ max: 5, seconds: 15 * 60 }]
/** OTP mails one account may be sent. */
export const OTP_MAILS: AttemptLimit[] = [
  { max: 5, seconds: 3600 },
  { max: 10, seconds: 24 * 3600 },
]
/** Counted events older than this matter to no limit. In seconds. */
export const ATTEMPTS_KEPT = 24 * 3600

/** Whose attempts are counted: the account, or what was typed where there is none (kept as a digest). */
export function subjectOf(
  customer: Customer | undefined,
  typed: string,
  { config }: Pick<Shop, 'config'>,
): string {
  if (customer) return `customer:${customer.id}`
  return `nobody:${createHmac('sha256', config.jwtSecret).update(`subject:${typed}`).digest('base64url')}`
}

/**
 * Runs a check of a secret as one of the subject's guesses. A wrong one stays counted; after a right one the
 * caller forgets them all; one that could not be checked is given back.
 *
 * @throws Failure 429 when the guesses are used up
 */
export async function guess(
  { db, now, config }: Shop,
  attempt: Attempt & { customerId: number | undefined },
  check: () => Promise<boolean>,
): Promise<boolean> {
  if (!config.rateLimit) return check()
  const taken = await db.transaction(async (tx) => {
    await lockCustomer(tx, attempt.customerId ?? 0)
    return takeAttempt(tx, attempt, GUESSES, now())
  })
  if ('retryAfter' in taken) throw tooMany(taken.retryAfter, 'Too many attempts. Please try again later.')
  try {
    return await check()
  } catch (error) {
    await db.transaction((tx) => deleteAttempt(tx, taken.id))
    throw error
  }
}
