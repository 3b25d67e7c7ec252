import { and, eq, lte, ne } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type Session = Tables['sessions']['$inferSelect']

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.insert(tx.tables.sessions).values(session)
}

export async function deleteSession(tx: Tx, customerId: number, sid: string): Promise<void> {
  const { sessions } = tx.tables
  await tx.delete(sessions).where(and(eq(sessions.user_id, customerId), eq(sessions.sid, sid)))
}

/** Ends a customer's sessions, all but the one to be kept. */
export async function deleteSessions(tx: Tx, customerId: number, keptSid?: string): Promise<void> {
  const { sessions } = tx.tables
  const others = keptSid === undefined ? undefined : ne(sessions.sid, keptSid)
  await tx.delete(sessions).where(and(eq(sessions.user_id, customerId), others))
}

export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  const { sessions } = tx.tables
  await tx.delete(sessions).where(lte(sessions.expires_at, now))
}
