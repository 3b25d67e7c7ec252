/** The people who run the shop, their sessions, their roles, and the links that let them in. */
import { and, asc, count, desc, eq, gt, isNull, lt, lte, max, ne, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type Member = Tables['staff']['$inferSelect']
export type StaffLink = Tables['staff_links']['$inferSelect']
type NewSession = Tables['staff_sessions']['$inferInsert']

async function findOne(reader: Reader, condition: SQL): Promise<Member | undefined> {
  const [member] = await reader.select().from(reader.tables.staff).where(condition)
  return member
}

export const findMember = (reader: Reader, id: number) => findOne(reader, eq(reader.tables.staff.id, id))
export const findMemberByEmail = (reader: Reader, email: string) =>
  findOne(reader, eq(reader.tables.staff.email, email))

/** The members with the last use of their open sessions, in the order of their ids. @param id of one member only */
export async function listMembers(reader: Reader, id?: number) {
  const { staff, staff_sessions: sessions } = reader.tables
  const uses = await reader
    .select({ staff_id: sessions.staff_id, at: max(sessions.last_used_at) })
    .from(sessions)
    .groupBy(sessions.staff_id)
  const lastUse = new Map(uses.map(({ staff_id, at }) => [staff_id, at]))
  const isIt = id === undefined ? undefined : eq(staff.id, id)
  const members = await reader.select().from(staff).where(isIt).orderBy(asc(staff.id))
  return members.map((member) => ({ ...member, last_used_at: lastUse.get(member.id) ?? null }))
}

export async function hasStaff(reader: Reader): Promise<boolean> {
  const [member] = await reader.select({ id: reader.tables.staff.id }).from(reader.tables.staff).limit(1)
  return member !== undefined
}

/** How many may log in and have this role, apart from one of them. */
export async function countOthers(reader: Reader, role: string, id: number): Promise<number> {
  const { staff } = reader.tables
  const [row] = await reader
    .select({ members: count() })
    .from(staff)
    .where(and(eq(staff.role, role), isNull(staff.disabled_at), ne(staff.id, id)))
  return row?.members ?? 0
}

export async function insertMember(tx: Tx, member: Tables['staff']['$inferInsert']): Promise<Member> {
  const [row] = await tx.insert(tx.tables.staff).values(member).returning()
  return row!
}

export async function updateMember(tx: Tx, id: number, set: Partial<Member>): Promise<Member> {
  const { staff } = tx.tables
  const [row] = await tx.update(staff).set(set).where(eq(staff.id, id)).returning()
  return row!
}

/**
 * Locks a member whose password has been checked.
 *
 * @returns undefined when the password has changed since, or the member may not log in any more
 */
export async function lockUnchanged(tx: Tx, { id, password_hash }: Member): Promise<Member | undefined> {
  const { staff } = tx.tables
  const isSame = and(eq(staff.id, id), eq(staff.password_hash, password_hash), isNull(staff.disabled_at))
  const [row] = await tx.update(staff).set({ password_hash }).where(isSame).returning()
  return row
}

/** @returns false for a code that was used: each step's is good once */
export async function takeStep(tx: Tx, id: number, totp_step: number): Promise<boolean> {
  const { staff } = tx.tables
  const isNew = and(eq(staff.id, id), lt(staff.totp_step, totp_step))
  return (await tx.update(staff).set({ totp_step }).where(isNew).returning({ id: staff.id })).length === 1
}

/** @returns false when the member has no such code */
export async function takeRecoveryCode(tx: Tx, staff_id: number, code_hash: string): Promise<boolean> {
  const { staff_recovery_codes: codes } = tx.tables
  const isIt = and(eq(codes.staff_id, staff_id), eq(codes.code_hash, code_hash))
  return (await tx.delete(codes).where(isIt).returning({ id: codes.staff_id })).length === 1
}

/** Replaces the recovery codes of a member. */
export async function storeRecoveryCodes(tx: Tx, staff_id: number, hashes: readonly string[]): Promise<void> {
  const { staff_recovery_codes: codes } = tx.tables
  await tx.delete(codes).where(eq(codes.staff_id, staff_id))
  for (const code_hash of hashes) await tx.insert(codes).values({ staff_id, code_hash })
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insert(tx.tables.staff_sessions).values(session)
}

const LISTED_SESSIONS = 100

/** The open sessions of a member, the last used first. */
export function findSessions(reader: Reader, staffId: number, now: Date) {
  const { staff_sessions: sessions } = reader.tables
  return reader
    .select()
    .from(sessions)
    .where(and(eq(sessions.staff_id, staffId), gt(sessions.expires_at, now)))
    .orderBy(desc(sessions.last_used_at), asc(sessions.id))
    .limit(LISTED_SESSIONS)
}

/** @returns whether the member had this session */
export async function deleteSession(tx: Tx, staffId: number, id: number): Promise<boolean> {
  const { staff_sessions: sessions } = tx.tables
  const isIt = and(eq(sessions.staff_id, staffId), eq(sessions.id, id))
  return (await tx.delete(sessions).where(isIt).returning({ id: sessions.id })).length > 0
}

/** @param kept the hash of the session that goes on */
export async function deleteSessions(tx: Tx, staffId: number, kept = ''): Promise<void> {
  const { staff_sessions: sessions } = tx.tables
  await tx.delete(sessions).where(and(eq(sessions.staff_id, staffId), ne(sessions.token_hash, kept)))
}

/** The link, unless it is too old. */
export async function findLink(
  reader: Reader,
  token_hash: string,
  now: Date,
): Promise<StaffLink | undefined> {
  const { staff_links: links } = reader.tables
  const isIt = and(eq(links.token_hash, token_hash), gt(links.expires_at, now))
  const [link] = await reader.select().from(links).where(isIt)
  return link
}

/** Makes a link, which ends those before it. */
export async function replaceLink(tx: Tx, link: StaffLink): Promise<void> {
  const { staff_links: links } = tx.tables
  await tx.delete(links).where(and(eq(links.kind, link.kind), eq(links.email, link.email)))
  await tx.insert(links).values(link)
}

/**
 * Uses a link up, and with it all others of the address.
 *
 * @returns false when it was used before
 */
export async function takeLink(tx: Tx, { token_hash, email }: StaffLink): Promise<boolean> {
  const { staff_links: links } = tx.tables
  const taken = await tx.delete(links).where(eq(links.token_hash, token_hash)).returning()
  await deleteLinks(tx, email)
  return taken.length === 1
}

export async function deleteLinks(tx: Tx, email: string): Promise<void> {
  const { staff_links: links } = tx.tables
  await tx.delete(links).where(eq(links.email, email))
}

/** Deletes sessions and links that have ended. */
export async function deleteEnded(tx: Tx, now: Date): Promise<void> {
  const { staff_sessions: sessions, staff_links: links } = tx.tables
  await tx.delete(sessions).where(lte(sessions.expires_at, now))
  await tx.delete(links).where(lte(links.expires_at, now))
}

/** The roles of the shop's own, with their permissions as JSON. */
export const listRoles = (reader: Reader) =>
  reader.select().from(reader.tables.roles).orderBy(asc(reader.tables.roles.name))

export async function findRole(reader: Reader, name: string): Promise<string | null> {
  const { roles } = reader.tables
  const [role] = await reader.select().from(roles).where(eq(roles.name, name))
  return role?.permissions ?? null
}

export async function storeRole(tx: Tx, name: string, permissions: string): Promise<void> {
  const { roles } = tx.tables
  const role = { name, permissions }
  await tx.insert(roles).values(role).onConflictDoUpdate({ target: roles.name, set: { permissions } })
}

export async function deleteRole(tx: Tx, name: string): Promise<void> {
  const { roles } = tx.tables
  await tx.delete(roles).where(eq(roles.name, name))
}

/** Somebody who has the role, or is invited to have it. */
export async function findHolder(reader: Reader, role: string, now: Date): Promise<string | undefined> {
  const { staff, staff_links: links } = reader.tables
  const [member] = await reader.select({ name: staff.name }).from(staff).where(eq(staff.role, role)).limit(1)
  if (member) return member.name
  const isOpen = and(eq(links.role, role), gt(links.expires_at, now))
  const [invited] = await reader.select({ email: links.email }).from(links).where(isOpen).limit(1)
  return invited?.email
}
