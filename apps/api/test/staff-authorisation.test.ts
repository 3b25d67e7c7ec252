/** Who may call what of the desk: every act and every endpoint, tried with every kind of caller. */
import { notLike } from 'drizzle-orm'
import type { AnyAct } from '@haat/contract/staff/act'
import type { Endpoint } from '@haat/contract/endpoint'
import { staff } from '@haat/contract/staff/index'
import { type Permission, PERMISSIONS, ROLES } from '@haat/contract/staff/permissions'
import { CSRF_HEADER, staffSession } from '@haat/contract/staff/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../../../scripts/depth.ts'
import { storeRole, updateMember } from '../src/features/staff/staff.store.ts'
import { atTheDesk, type DeskUser } from './desk.ts'
import { aCustomer, aProduct } from './factories.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

interface Call {
  name: string
  method: string
  url: string
  needed: readonly (Permission | 'own')[]
  isFile?: boolean
}

/** An argument that names nothing, so that a call which is let in changes nothing. */
const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, '999999')

const acts: Call[] = Object.entries(staff).flatMap(([group, all]) =>
  Object.entries<AnyAct>(all).map(([name, { route, permission, file }]) => {
    const [method = '', path = ''] = route.split(' ')
    const needed = [permission].flat() as Call['needed']
    return { name: `${group}.${name}`, method, url: filled(path), needed, isFile: file !== undefined }
  }),
)
const endpoints: Call[] = Object.entries<Endpoint>(staffSession)
  .filter(([, { access }]) => access === 'staff')
  .map(([name, { method, path }]) => ({ name, method, url: filled(path), needed: ['own' as const] }))
const uploads: Call = {
  name: 'pictures',
  method: 'POST',
  url: '/api/desk/pictures',
  needed: ['products.write', 'catalogue.write', 'settings.write'],
}
const calls = [...acts, ...endpoints, uploads]
const named = (list: Call[]) => list.map((one) => [one.name, one] as const)
const isRead = ({ method }: Call) => method === 'GET'
/** Of its group. */
const isFirst = ({ name }: Call) => {
  const [group = ''] = name.split('.')
  return calls.find((one) => one.name.startsWith(group))?.name === name
}
const isAllowed = ({ needed }: Call, permissions: readonly Permission[]) =>
  needed.some((one) => one === 'own' || permissions.includes(one))

let test: TestShop
let owner: DeskUser
let colleague: DeskUser
/** Of a customer. */
let token: string
beforeAll(async () => {
  test = await openTestShop()
  owner = await atTheDesk(test)
  colleague = await atTheDesk(test)
  token = (await aCustomer(test)).token
  await aProduct(test)
})
afterAll(() => test.close())

const send = async ({ method, url }: Call, headers: Record<string, string>) =>
  test.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(method !== 'GET' && { payload: {} }),
  })
/** One member for each role: a call that ends sessions gets one of its own. */
const members = new Map<string, Promise<DeskUser>>()
function memberOf(role: string | readonly Permission[], { name }: Call): Promise<DeskUser> {
  const key = `${String(role)}|${name.startsWith('logout') ? name : ''}`
  const member = members.get(key) ?? atTheDesk(test, role)
  members.set(key, member)
  return member
}

const statusOf = async (call: Call, headers: Record<string, string>) => (await send(call, headers)).statusCode

describe.each(named(calls))('%s', (_name, call) => {
  it('is 401 for nobody, a customer and a made-up cookie', async () => {
    const strangers: Record<string, string>[] = [
      {},
      { cookie: `haat_desk=${token}`, [CSRF_HEADER]: token },
      { authorization: `Bearer ${token}` },
      { cookie: `haat_desk=${'A'.repeat(43)}` },
      { cookie: `__Host-haat_desk=${owner.token}`, [CSRF_HEADER]: owner.headers[CSRF_HEADER]! },
      { authorization: `Bearer ${owner.token}` },
    ]
    // One guard tells them apart: at each commit an act of each group meets them all.
    for (const headers of isLong || isFirst(call) ? strangers : strangers.slice(0, 2)) {
      const reply = await send(call, headers)
      expect(reply.json()).toEqual({ success: false, message: 'Unauthorized' })
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([401, 'no-store'])
    }
  })

  it('asks each role for its permission', async () => {
    const roles: [string | readonly Permission[], readonly Permission[]][] = [
      // What these roles hold is one table: at each commit an act of each group asks for all of them.
      ...(isLong || isFirst(call) ? Object.entries(ROLES) : []),
      [[], []],
      ...call.needed.flatMap((one) =>
        one === 'own' ? [] : [[[one], [one]] satisfies [Permission[], Permission[]]],
      ),
      ...[PERMISSIONS.filter((one) => !call.needed.includes(one))].map(
        (all) => [all, all] satisfies [Permission[], Permission[]],
      ),
    ]
    for (const [role, permissions] of roles) {
      const { headers } = await memberOf(role, call)
      const reply = await send(call, headers)
      if (isAllowed(call, permissions)) {
        expect(reply.statusCode).not.toBe(401)
        expect(reply.statusCode).not.toBe(403)
        expect([call.name, reply.statusCode, reply.statusCode < 500 ? '' : reply.body]).toEqual([
          call.name,
          expect.any(Number),
          '',
        ])
      } else {
        expect(reply.statusCode).toBe(403)
        expect(reply.json()).toEqual({
          success: false,
          code: 'FORBIDDEN',
          message: `This needs the permission ${call.needed.join(' or ')}.`,
        })
      }
    }
  })
})

const finer = ({ headers: own }: Pick<DeskUser, 'headers'>, other: DeskUser): Record<string, string>[] => [
  { ...own, [CSRF_HEADER]: '' },
  { ...own, [CSRF_HEADER]: other.headers[CSRF_HEADER]! },
  { ...own, origin: 'null' },
  { ...own, origin: 'http://localhost:80.evil.example' },
  { ...own, 'sec-fetch-site': 'cross-site' },
  { ...own, 'sec-fetch-site': 'same-site' },
  { ...own, 'sec-fetch-site': 'none' },
  { ...own, origin: test.shop.config.publicUrl, 'sec-fetch-site': 'cross-site' },
  { ...own, 'content-type': 'text/plain' },
  { ...own, 'content-type': 'multipart/form-data; boundary=x' },
]

describe.each(named(calls.filter((call) => !isRead(call))))('%s writes, so it', (_name, call) => {
  it('refuses what another site may have sent', async () => {
    const own = owner.headers
    const { [CSRF_HEADER]: csrf, ...bare } = own
    const foreign: Record<string, string>[] = [
      bare,
      { ...bare, cookie: colleague.headers['cookie']!, [CSRF_HEADER]: csrf! },
      { ...own, origin: 'https://evil.example' },
      { ...own, 'content-type': 'application/x-www-form-urlencoded' },
      // One guard decides for all: its finer points are tried once.
      ...(call === uploads ? finer(owner, colleague) : []),
    ]
    for (const headers of foreign) expect([headers, await statusOf(call, headers)]).toEqual([headers, 403])
    if (call.name === 'logout') return
    const allWelcome: Record<string, string>[] = [
      own,
      { ...own, origin: test.shop.config.publicUrl },
      { ...own, origin: 'http://desk.lan:3000', host: 'desk.lan:3000' },
      { ...own, origin: 'http://localhost:5174', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of isLong || isFirst(call) ? allWelcome : [own]) {
      const status = await statusOf(call, headers)
      expect([headers, status === 403 || status === 401]).toEqual([headers, false])
    }
  })
})

describe('the calls that need no session', () => {
  const open = Object.entries<Endpoint>(staffSession).filter(([, { access }]) => access === 'public')

  it.each(open)('%s refuses other sites where it writes', async (_name, { method, path }) => {
    const call = { name: '', method, url: filled(path), needed: [] }
    const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of foreign) {
      const status = await statusOf(call, headers as never)
      expect(status === 403).toBe(method !== 'GET')
    }
    expect(await statusOf(call, {})).not.toBe(403)
  })
})

describe('a session', () => {
  const read = (user: DeskUser) => user.call('GET', '/api/desk/products').then(({ statusCode }) => statusCode)

  it('loses a permission with its next call', async () => {
    const user = await atTheDesk(test, ['products.read'])
    expect(await read(user)).toBe(200)
    await test.shop.db.transaction((tx) => storeRole(tx, user.role, '["orders.read"]'))
    expect(await read(user)).toBe(403)
    await test.shop.db.transaction((tx) => updateMember(tx, user.id, { role: 'viewer' }))
    expect(await read(user)).toBe(200)
    await test.shop.db.transaction((tx) => updateMember(tx, user.id, { role: 'no such role' }))
    expect(await read(user)).toBe(403)
  })

  it('ends when its member is disabled', async () => {
    const user = await atTheDesk(test, 'viewer')
    const reply = await owner.call('PATCH', `/api/desk/staff/${user.email}`, { disabled: 'yes' })
    expect(reply.statusCode).toBe(200)
    expect(await read(user)).toBe(401)
    await owner.call('PATCH', `/api/desk/staff/${user.id}`, { disabled: 'no' })
    expect(await read(user)).toBe(401)
  })

  it('reads without writing', async () => {
    const { db } = test.shop
    const all = async () => {
      const rows: Record<string, unknown> = {}
      const { jobs: _, settings, ...tables } = db.tables
      for (const [name, table] of Object.entries(tables)) rows[name] = await db.select().from(table as never)
      // A backup that an earlier test began is written by another process.
      rows['settings'] = await db.select().from(settings).where(notLike(settings.key, 'last_backup%'))
      return JSON.stringify(rows)
    }
    const before = await all()
    for (const call of [
      ...calls.filter(isRead),
      { name: 'link', method: 'GET', url: `/api/desk/links/${'A'.repeat(43)}`, needed: [] },
    ])
      await send(call, owner.headers)
    await test.shop.background.idle()
    expect(await all()).toBe(before)
  })
})
