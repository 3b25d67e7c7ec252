/** Calls the desk's API as somebody of the staff. */
import { randomBytes } from 'node:crypto'
import type { Permission } from '@haat/contract/staff/permissions'
import { CSRF_HEADER } from '@haat/contract/staff/session'
import type { LightMyRequestResponse } from 'fastify'
import { hashPassword } from '../src/features/auth/password.ts'
import { insertMember, insertSession, storeRole } from '../src/features/staff/staff.store.ts'
import { csrfOf, tokenHash } from '../src/http/staff-guard.ts'
import { aProduct, type FactoryShop } from './factories.ts'
import { aShopper, item } from './shopper.ts'
import type { TestShop } from './test-shop.ts'

export const STAFF_PASSWORD = 'Lamp-rope-7 rows'

let serial = 0

export interface DeskUser {
  id: number
  email: string
  role: string
  token: string
  headers: Record<string, string>
  call: (method: string, url: string, payload?: object) => Promise<LightMyRequestResponse>
}

/** @param role a built-in one, or the permissions of a role of their own */
export async function aMember(
  test: Pick<FactoryShop, 'shop'>,
  role: string | readonly Permission[] = 'owner',
  row: { name?: string; email?: string } = {},
) {
  serial += 1
  const { db, now } = test.shop
  const name = typeof role === 'string' ? role : `role ${serial}`
  const email = `staff${serial}@shop.in`
  const password_hash = await hashPassword(STAFF_PASSWORD)
  return db.transaction(async (tx) => {
    if (typeof role !== 'string') await storeRole(tx, name, JSON.stringify(role))
    const member = { name: `Member ${serial}`, email, role: name, password_hash, created_at: now() }
    return insertMember(tx, { ...member, ...row })
  })
}

/** @param id of a member */
export async function aSession(test: FactoryShop, id: number) {
  const token = randomBytes(32).toString('base64url')
  const now = test.shop.now()
  serial += 1
  await test.shop.db.transaction((tx) =>
    insertSession(tx, {
      token_hash: tokenHash(token),
      id: serial,
      staff_id: id,
      device: '',
      ip: '127.0.0.1',
      is_remembered: true,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 30 * 86_400_000),
    }),
  )
  return { token, headers: { cookie: `haat_desk=${token}`, [CSRF_HEADER]: csrfOf(token) } }
}

/** A member with an open session, and a caller with it. */
export async function atTheDesk(
  test: FactoryShop,
  role: string | readonly Permission[] = 'owner',
): Promise<DeskUser> {
  const member = await aMember(test, role)
  const session = await aSession(test, member.id)
  const call: DeskUser['call'] = (method, url, payload) =>
    test.app.inject({
      method: method as 'GET',
      url,
      headers: session.headers,
      ...(payload !== undefined && { payload }),
    })
  return { id: member.id, email: member.email, role: member.role, ...session, call }
}

/** An order, paid in cash. @returns its id */
export async function placeOrder(test: TestShop): Promise<number> {
  const { order, place } = await aShopper(test)
  const { body } = await place(order([item(await aProduct(test))], 599)).expect(201)
  return body.order_id as number
}
