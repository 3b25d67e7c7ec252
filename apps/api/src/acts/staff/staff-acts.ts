/** Who runs the shop, and what they may do. Nobody grants what they may not do themselves. */
import { type Permission, ROLES } from '@haat/contract/staff/permissions'
import type { Staff } from '@haat/contract/staff/index'
import { lockName, type Reader } from '../../db/database.ts'
import { makeLink, newLinkSeed } from '../../features/staff/links.ts'
import { dropSecondFactor } from '../../features/staff/session.ts'
import * as store from '../../features/staff/staff.store.ts'
import { badRequest, conflict, forbidden, noSuch } from '../../http/failure.ts'
import { permissionsOf } from '../../http/staff-guard.ts'
import type { ActTable, Who } from '../act-table.ts'

const isBuiltIn = (role: string): boolean => Object.hasOwn(ROLES, role)

/** @throws Failure when there is no such role */
async function permissionsIn(reader: Reader, role: string): Promise<readonly Permission[]> {
  const own = await store.findRole(reader, role)
  if (own === null && !isBuiltIn(role))
    throw badRequest(`There is no role "${role}".`, { remedy: 'haat roles list lists all.' })
  return permissionsOf(role, own)
}

/** @throws Failure 403 for permissions that whoever acts lacks */
function refuseBeyond({ permissions: own }: Who, wanted: readonly Permission[], what: string): void {
  const missing = own === null ? [] : wanted.filter((one) => !own.includes(one))
  if (missing.length > 0)
    throw forbidden(`${what} may do what you may not: ${missing.join(', ')}.`, { code: 'FORBIDDEN' })
}

/** @param text id or e-mail address @throws Failure */
async function readMember(reader: Reader, who: Who, text: string): Promise<store.Member> {
  const member = /^\d{1,9}$/.test(text)
    ? await store.findMember(reader, Number(text))
    : await store.findMemberByEmail(reader, text.trim().toLowerCase())
  if (!member) throw noSuch(`Nobody of the staff is "${text}".`, { remedy: 'haat staff list lists all.' })
  refuseBeyond(who, permissionsOf(member.role, await store.findRole(reader, member.role)), member.name)
  return member
}

const shown = ({ totp_confirmed_at, ...member }: store.Member & { last_used_at: Date | null }) => ({
  ...member,
  has_second_factor: totp_confirmed_at !== null,
})

export const memberActs: ActTable<Staff['staff']> = {
  list: async ({ db }) => (await store.listMembers(db)).map(shown),

  async invite(shop, { email, name, role }, who) {
    const seed = newLinkSeed()
    return shop.db.transaction(async (tx) => {
      await lockName(tx, 'staff')
      refuseBeyond(who, await permissionsIn(tx, role), `The role ${role}`)
      const known = await store.findMemberByEmail(tx, email)
      if (known) throw conflict(`${known.name} has this address already.`, { field: 'email' })
      return makeLink(tx, shop, seed, { kind: 'invitation', email, name, role })
    })
  },

  invitations: ({ db, now }) => store.findInvitations(db, now()),

  async revoke({ db, now }, { email }, who) {
    await db.transaction(async (tx) => {
      const invited = (await store.findInvitations(tx, now())).find((one) => one.email === email)
      if (!invited) throw noSuch(`There is no invitation of ${email}.`)
      refuseBeyond(who, await permissionsIn(tx, invited.role), `The role ${invited.role}`)
      await store.deleteLinks(tx, email)
    })
    return { email }
  },

  async set({ db, now }, { member: text, role, name, disabled }, who) {
    return db.transaction(async (tx) => {
      await lockName(tx, 'staff')
      const member = await readMember(tx, who, text)
      const isOut = disabled === 'yes'
      if (member.id === who.staffId && ((role && role !== member.role) || isOut))
        throw forbidden('Nobody changes their own role or locks themselves out.', { code: 'FORBIDDEN' })
      if (role !== undefined) refuseBeyond(who, await permissionsIn(tx, role), `The role ${role}`)
      const isLeaving = isOut || (role ?? 'owner') !== 'owner'
      if (member.role === 'owner' && isLeaving && !(await store.hasOther(tx, 'owner', member.id)))
        throw conflict(`${member.name} is the last owner.`, { code: 'LAST_OWNER' })
      await store.updateMember(tx, member.id, {
        role: role ?? member.role,
        name: name ?? member.name,
        ...(disabled && { disabled_at: isOut ? (member.disabled_at ?? now()) : null }),
      })
      if (isOut) {
        await store.deleteSessions(tx, member.id)
        await store.deleteLinks(tx, member.email)
      }
      return (await store.listMembers(tx, member.id)).map(shown)[0]!
    })
  },

  async reset(shop, { member: text }, who) {
    const seed = newLinkSeed()
    return shop.db.transaction(async (tx) => {
      await lockName(tx, 'staff')
      const member = await readMember(tx, who, text)
      if (member.disabled_at !== null) throw conflict(`${member.name} may not log in.`)
      // The old password alone would be enough without the second factor.
      await store.updateMember(tx, member.id, { password_hash: '' })
      await dropSecondFactor(tx, member.id)
      await store.deleteSessions(tx, member.id)
      return makeLink(tx, shop, seed, { ...member, kind: 'password' })
    })
  },
}

const roleOf = (name: string, own: string | null) => ({
  name,
  own: !isBuiltIn(name),
  permissions: [...permissionsOf(name, own)],
})

/** @throws Failure for a role that every shop has */
function refuseBuiltIn(name: string): void {
  if (isBuiltIn(name)) throw conflict(`Every shop has the role ${name} as it is.`)
}

export const roleActs: ActTable<Staff['roles']> = {
  async list({ db }) {
    const own = await store.listRoles(db)
    return [
      ...Object.keys(ROLES).map((name) => roleOf(name, null)),
      ...own.map(({ name, permissions }) => roleOf(name, permissions)),
    ]
  },

  async set({ db }, { name, permissions }, who) {
    refuseBuiltIn(name)
    const stored = JSON.stringify(permissions)
    await db.transaction(async (tx) => {
      await lockName(tx, 'staff')
      refuseBeyond(who, permissions, `The role ${name}`)
      const before = await store.findRole(tx, name)
      if (before !== null) refuseBeyond(who, permissionsOf(name, before), `The role ${name}`)
      const self = who.staffId === null ? undefined : await store.findMember(tx, who.staffId)
      if (self?.role === name) throw forbidden('Nobody changes their own role.', { code: 'FORBIDDEN' })
      await store.storeRole(tx, name, stored)
    })
    return roleOf(name, stored)
  },

  async delete({ db }, { name }, who) {
    refuseBuiltIn(name)
    await db.transaction(async (tx) => {
      await lockName(tx, 'staff')
      refuseBeyond(who, await permissionsIn(tx, name), `The role ${name}`)
      const holder = await store.findMemberByRole(tx, name)
      if (holder) throw conflict(`${holder.name} has the role ${name}: give them another one first.`)
      await store.deleteRole(tx, name)
    })
    return { name }
  },
}
