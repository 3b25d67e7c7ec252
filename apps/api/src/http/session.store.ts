import { eq, sql } from 'drizzle-orm'
import { pick, prepared, type Reader, type Tx } from '../db/database.ts'

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

export async function storeSessionUse(tx: Tx, sid: string, last_used_at: Date): Promise<void> {
  const { sessions } = tx.tables
  await tx.update(sessions).set({ last_used_at }).where(eq(sessions.sid, sid))
}

const staffByToken = prepared((reader) => {
  const { staff, staff_sessions: sessions, roles } = reader.tables
  return reader
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
    .where(eq(sessions.token_hash, sql.placeholder('token_hash')))
    .prepare('staff_by_token')
})

/** A session of the staff with its member and the permissions of a role of the shop's own. */
export async function findStaffSession(reader: Reader, token_hash: string) {
  const [found] = await staffByToken(reader).execute({ token_hash })
  return found
}

export async function storeStaffSessionUse(
  tx: Tx,
  token_hash: string,
  use: { last_used_at: Date; expires_at: Date },
): Promise<void> {
  const { staff_sessions: sessions } = tx.tables
  await tx.update(sessions).set(use).where(eq(sessions.token_hash, token_hash))
}
