import { eq, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '../db/database.ts'

const bySid = prepared((reader) => {
  const { sessions } = reader.tables
  return reader
    .select({
      user_id: sessions.user_id,
      expires_at: sessions.expires_at,
      created_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
    })
    .from(sessions)
    .where(eq(sessions.sid, sql.placeholder('sid')))
    .prepare('session_by_sid')
})

/** The session a token names, or undefined once it has ended. */
export async function findSession(reader: Reader, sid: string) {
  const [session] = await bySid(reader).execute({ sid })
  return session
}

export async function storeSessionUse(tx: Tx, sid: string, last_used_at: Date): Promise<void> {
  const { sessions } = tx.tables
  await tx.update(sessions).set({ last_used_at }).where(eq(sessions.sid, sid))
}
