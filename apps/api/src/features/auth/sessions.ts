import { randomUUID } from 'node:crypto'
import { LIMITS } from '@haat/contract/rules'
import type { Tx } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import type { Customer } from './customer.store.ts'
import { insertSession, type Session } from './sessions.store.ts'

/** Opens a session of the default life. */
export async function openSession(tx: Tx, customerId: number, now: Date): Promise<Session> {
  const expires_at = new Date(now.getTime() + LIMITS.session_hours * 3_600_000)
  const session = { sid: randomUUID(), user_id: customerId, created_at: now, expires_at }
  await insertSession(tx, session)
  return session
}

/** A customer as the API shows one: never the password's hash. */
export function shownCustomer({ id, name, email, phone_number, created_at }: Customer) {
  return { id, name, email, phone_number, phone: phone_number, created_at }
}

/** The reply of login and signup. */
export async function sessionReply(
  { tokens }: Pick<Shop, 'tokens'>,
  message: string,
  customer: Customer,
  session: Session,
) {
  const accessToken = await tokens.sign(session)
  return { message, user: shownCustomer(customer), accessToken, expiresAt: session.expires_at }
}
