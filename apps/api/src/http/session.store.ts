import { eq, sql } from 'drizzle-orm'
import { prepared, type Reader } from '../db/database.ts'

const bySid = prepared((reader) => {
  const { sessions } = reader.tables
  return reader
    .select({ user_id: sessions.user_id, expires_at: sessions.expires_at })
    .from(sessions)
    .where(eq(sessions.sid, sql.placeholder('sid')))
    .prepare('session_by_sid')
})

/** The session a token names, or undefined once it has ended. */
export async function findSession(reader: Reader, sid: string) {
  const [session] = await bySid(reader).execute({ sid })
  return session
}
