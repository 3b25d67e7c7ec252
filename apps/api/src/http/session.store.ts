import { eq, sql } from 'drizzle-orm'
import { changeRows, pick, prepared, type Reader, type Tx } from '../db/database.ts'

const bySid = prepared((reader) => {
  const { sessions } = reader.tables
  return reader
    .select(pick(sessions, 'user_id', 'expires_at', 'created_at', 'last_used_at'))
    .from(sessions)
    .where(eq(sessions.sid, sql.placeholder('sid')))
    .prepare('session_by_sid')
})

/** The session a token names, or undefined once it has ended. */
export async function findSession(reader: Reader, sid: string) {
  const [session] = await bySid(reader).execute({ sid })
  return session
}

export const storeSessionUse = (tx: Tx, sid: string, last_used_at: Date): Promise<number> =>
  changeRows(tx, tx.tables.sessions, { last_used_at }, eq(tx.tables.sessions.sid, sid))

/** A session of the staff with its member and the permissions of a role of the shop's own. */
export async function findStaffSession(reader: Reader, token_hash: string) {
  const { staff, staff_sessions: sessions, roles } = reader.tables
  const [found] = await reader
    .select({
      session_id: sessions.id,
      ...pick(sessions, 'is_remembered', 'created_at', 'last_used_at', 'expires_at'),
      staff_id: staff.id,
      ...pick(staff, 'name', 'email', 'role', 'disabled_at', 'totp_confirmed_at'),
      role_permissions: roles.permissions,
    })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staff_id))
    .leftJoin(roles, eq(roles.name, staff.role))
    .where(eq(sessions.token_hash, token_hash))
  return found
}

export const storeStaffSessionUse = (
  tx: Tx,
  token_hash: string,
  use: { last_used_at: Date; expires_at: Date },
): Promise<number> =>
  changeRows(tx, tx.tables.staff_sessions, use, eq(tx.tables.staff_sessions.token_hash, token_hash))
