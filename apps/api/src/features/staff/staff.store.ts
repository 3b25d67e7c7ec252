/** The people who run the shop, their sessions, their roles, and the links that let them in. */
import { and, asc, desc, eq, gt, isNull, lt, lte, max, ne, type SQL } from 'drizzle-orm'
import {
  changeRow,
  changeRows,
  deleteRows,
  findRow,
  findRows,
  insertRow,
  type Reader,
  type Tx,
} from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type Member = Tables['staff']['$inferSelect']
export type StaffLink = Tables['staff_links']['$inferSelect']

const findOne = (reader: Reader, condition?: SQL): Promise<Member | undefined> =>
  findRow(reader, reader.tables.staff, condition)

export const findMember = (reader: Reader, id: number) => findOne(reader, eq(reader.tables.staff.id, id))
export const findMemberByEmail = (reader: Reader, email: string) =>
  findOne(reader, eq(reader.tables.staff.email, email))
export const findMemberByRole = (reader: Reader, role: string) =>
  findOne(reader, eq(reader.tables.staff.role, role))
export const hasStaff = async (reader: Reader) => (await findOne(reader)) !== undefined

/** Whether somebody else may log in and has this role. */
export async function hasOther(reader: Reader, role: string, id: number): Promise<boolean> {
  const { staff } = reader.tables
  const isOther = and(eq(staff.role, role), isNull(staff.disabled_at), ne(staff.id, id))
  return (await findOne(reader, isOther)) !== undefined
}

/** The members with the last use of their open sessions. @param id of one member only */
export async function listMembers(reader: Reader, id?: number) {
  const { staff, staff_sessions: sessions } = reader.tables
  const uses = await reader
    .select({ staff_id: sessions.staff_id, at: max(sessions.last_used_at) })
    .from(sessions)
    .groupBy(sessions.staff_id)
  const lastUse = new Map(uses.map(({ staff_id, at }) => [staff_id, at]))
  const isIt = id === undefined ? undefined : eq(staff.id, id)
  const members = await findRows(reader, staff, isIt, asc(staff.id))
  return members.map((member) => ({ ...member, last_used_at: lastUse.get(member.id) ?? null }))
}

export const insertMember = (tx: Tx, member: Tables['staff']['$inferInsert']): Promise<Member> =>
  insertRow(tx, tx.tables.staff, member)

export const updateMember = (tx: Tx, id: number, set: Partial<Member>): Promise<number> =>
  changeRows(tx, tx.tables.staff, set, eq(tx.tables.staff.id, id))

/**
 * Locks a member whose password has been checked.
 *
 * @returns undefined when the password has changed since, or the member may not log in any more
 */
export function lockUnchanged(tx: Tx, { id, password_hash }: Member): Promise<Member | undefined> {
  const { staff } = tx.tables
  const isSame = and(eq(staff.id, id), eq(staff.password_hash, password_hash), isNull(staff.disabled_at))
  return changeRow(tx, staff, { password_hash }, isSame)
}

/** @returns false for a code that was used: each step's is good once */
export async function takeStep(tx: Tx, id: number, totp_step: number): Promise<boolean> {
  const { staff } = tx.tables
  const isNew = and(eq(staff.id, id), lt(staff.totp_step, totp_step))
  return (await changeRows(tx, staff, { totp_step }, isNew)) === 1
}

/** @returns false when the member has no such code */
export async function takeRecoveryCode(tx: Tx, staff_id: number, code_hash: string): Promise<boolean> {
  const { staff_recovery_codes: codes } = tx.tables
  const isIt = and(eq(codes.staff_id, staff_id), eq(codes.code_hash, code_hash))
  return (await deleteRows(tx, codes, isIt)) === 1
}

/** Replaces the recovery codes of a member. */
export async function storeRecoveryCodes(tx: Tx, staff_id: number, hashes: readonly string[]): Promise<void> {
  const { staff_recovery_codes: codes } = tx.tables
  await tx.delete(codes).where(eq(codes.staff_id, staff_id))
  for (const code_hash of hashes) await tx.insert(codes).values({ staff_id, code_hash })
}

export const insertSession = async (
  tx: Tx,
  session: Tables['staff_sessions']['$inferInsert'],
): Promise<void> => void (await insertRow(tx, tx.tables.staff_sessions, session))

/** Enters a login in the audit. @param act how they came in */
export async function insertLogin(
  tx: Tx,
  { id, name }: Pick<Member, 'id' | 'name'>,
  { created_at, ip, device }: Pick<Tables['staff_sessions']['$inferInsert'], 'created_at' | 'ip' | 'device'>,
  act: 'login' | 'first_owner' | 'invitation' | 'new_password' = 'login',
): Promise<void> {
  await tx.insert(tx.tables.audit_entries).values({
    ...{ at: created_at, via: 'desk', staff_id: id, staff_name: name, ip },
    ...{ act, subject: device, input: '{}' },
  })
}

/** The open sessions of a member, the last used first. */
export function findSessions(reader: Reader, staffId: number, now: Date) {
  const { staff_sessions: sessions } = reader.tables
  const isOpen = and(eq(sessions.staff_id, staffId), gt(sessions.expires_at, now))
  return reader.select().from(sessions).where(isOpen).orderBy(desc(sessions.last_used_at)).limit(100)
}

/** @returns whether the member had this session */
export async function deleteSession(tx: Tx, staffId: number, id: number): Promise<boolean> {
  const { staff_sessions: sessions } = tx.tables
  const isIt = and(eq(sessions.staff_id, staffId), eq(sessions.id, id))
  return (await deleteRows(tx, sessions, isIt)) > 0
}

/** @param kept the hash of the session that goes on */
export function deleteSessions(tx: Tx, staffId: number, kept = ''): Promise<number> {
  const { staff_sessions: sessions } = tx.tables
  return deleteRows(tx, sessions, and(eq(sessions.staff_id, staffId), ne(sessions.token_hash, kept)))
}

/** The link, unless it is too old. */
export function findLink(reader: Reader, token_hash: string, now: Date): Promise<StaffLink | undefined> {
  const { staff_links: links } = reader.tables
  const isIt = and(eq(links.token_hash, token_hash), gt(links.expires_at, now))
  return findRow(reader, links, isIt)
}

/** The invitations that are still good, the newest first. */
export function findInvitations(reader: Reader, now: Date) {
  const { staff_links: links } = reader.tables
  const isOpen = and(eq(links.kind, 'invitation'), gt(links.expires_at, now))
  return findRows(reader, links, isOpen, desc(links.expires_at))
}

/** Makes a link, which ends those before it. */
export async function replaceLink(tx: Tx, link: StaffLink): Promise<void> {
  await deleteLinks(tx, link.email)
  await tx.insert(tx.tables.staff_links).values(link)
}

/** @returns false when the link was used before */
export const takeLink = async (tx: Tx, { token_hash }: StaffLink): Promise<boolean> =>
  (await deleteRows(tx, tx.tables.staff_links, eq(tx.tables.staff_links.token_hash, token_hash))) === 1

export const deleteLinks = (tx: Tx, email: string): Promise<number> =>
  deleteRows(tx, tx.tables.staff_links, eq(tx.tables.staff_links.email, email))

/** Deletes sessions and links that have ended. */
export async function deleteEnded(tx: Tx, now: Date): Promise<void> {
  const { staff_sessions: sessions, staff_links: links } = tx.tables
  await tx.delete(sessions).where(lte(sessions.expires_at, now))
  await tx.delete(links).where(lte(links.expires_at, now))
}

/** The roles of the shop's own, with their permissions as JSON. */
export const listRoles = (reader: Reader) =>
  reader.select().from(reader.tables.roles).orderBy(asc(reader.tables.roles.name))

export const findRole = async (reader: Reader, name: string): Promise<string | null> =>
  (await findRow(reader, reader.tables.roles, eq(reader.tables.roles.name, name)))?.permissions ?? null

export async function storeRole(tx: Tx, name: string, permissions: string): Promise<void> {
  const { roles } = tx.tables
  const change = { target: roles.name, set: { permissions } }
  await tx.insert(roles).values({ name, permissions }).onConflictDoUpdate(change)
}

export const deleteRole = (tx: Tx, name: string): Promise<number> =>
  deleteRows(tx, tx.tables.roles, eq(tx.tables.roles.name, name))
