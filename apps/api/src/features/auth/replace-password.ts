import type { Tx } from '../../db/database.ts'
import { enqueuePasswordChangedMail } from './account-mails.ts'
import { deleteAttempts } from './attempts.store.ts'
import { type Customer, storePasswordHash } from './customer.store.ts'
import { deleteOtp } from './otp.store.ts'
import { deleteSessions } from './sessions.store.ts'

/**
 * Gives a customer who is locked another password without asking for the old one: every session ends, counted
 * failures are forgotten, and the customer is told by mail.
 */
export async function replacePassword(
  tx: Tx,
  { id, revision }: Customer,
  password_hash: string,
  now: Date,
): Promise<void> {
  await deleteOtp(tx, id)
  await storePasswordHash(tx, id, password_hash)
  await deleteSessions(tx, id)
  const subject = `customer:${id}`
  await deleteAttempts(tx, { kind: 'login', subject })
  await deleteAttempts(tx, { kind: 'password-change', subject })
  await enqueuePasswordChangedMail(tx, id, revision, now)
}
