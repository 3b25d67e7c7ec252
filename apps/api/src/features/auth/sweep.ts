import type { Shop } from '../../shop.ts'
import { deleteAttemptsUntil } from './attempts.store.ts'
import { ATTEMPTS_KEPT } from './guesses.ts'
import { deleteExpiredOtps } from './otp.store.ts'
import { deleteExpiredSessions } from './sessions.store.ts'

/** Deletes sessions and codes that have ended, and attempts that no limit counts any more. Hourly. */
export async function sweepAccounts({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteExpiredSessions(tx, now())
    await deleteExpiredOtps(tx, now())
    await deleteAttemptsUntil(tx, new Date(now().getTime() - ATTEMPTS_KEPT * 1000))
  })
}
