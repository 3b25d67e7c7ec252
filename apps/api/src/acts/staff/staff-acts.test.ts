/** Who may change whom, at the desk and on the command line. */
import { staffMembers } from '@haat/contract/staff/house'
import type { InputOf } from '@haat/contract/staff/act'
import { PERMISSIONS } from '@haat/contract/staff/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { aMember, aSession, atTheDesk, type DeskUser, STAFF_PASSWORD } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import type { Who } from '../act-table.ts'
import { memberActs, roleActs } from './staff-acts.ts'
import { rule } from '../../../test/rule.ts'

const CLI: Who = { via: 'cli', staffId: null, name: 'root', permissions: null }

let test: TestShop
let owner: DeskUser
beforeEach(async () => {
  test = await shopForThisTest()
  owner = await atTheDesk(test)
})

const status = async (user: DeskUser, method: string, url: string, body: object = {}) =>
  (await user.call(method, `/api/desk/${url}`, body)).statusCode
const set = (input: InputOf<typeof staffMembers.set>) => memberActs.set(test.shop, input, CLI)

describe('the last owner', () => {
  rule('stays, at the desk and on the command line', async () => {
    const [second] = [await atTheDesk(test)]
    expect(await status(owner, 'PATCH', `staff/${second.id}`, { role: 'manager' })).toBe(200)
    await expect(set({ member: owner.email, role: 'viewer' })).rejects.toMatchObject({ status: 409 })
    await expect(set({ member: owner.email, disabled: 'yes' })).rejects.toThrow('is the last owner')
    expect(await set({ member: owner.email, name: 'Meera' })).toMatchObject({ name: 'Meera', role: 'owner' })
  })

  it('stays when two owners let each other in no more at the same time', async () => {
    const second = await atTheDesk(test)
    const both = await Promise.all([
      status(owner, 'PATCH', `staff/${second.id}`, { disabled: 'yes' }),
      status(second, 'PATCH', `staff/${owner.id}`, { disabled: 'yes' }),
    ])
    expect(both.filter((one) => one === 200)).toHaveLength(1)
  })
})

describe('a member', () => {
  it('cannot change the own role or lock themselves out', async () => {
    await atTheDesk(test)
    for (const body of [{ role: 'manager' }, { disabled: 'yes' }])
      expect(await status(owner, 'PATCH', `staff/${owner.id}`, body)).toBe(403)
    expect(await status(owner, 'PATCH', `staff/${owner.email}`, { name: 'New', role: 'owner' })).toBe(200)
    const clerk = await atTheDesk(test, ['staff.write'])
    const change = { name: clerk.role, permissions: ['staff.write'] }
    expect(await status(clerk, 'POST', 'roles', change)).toBe(403)
  })

  rule('cannot grant what they lack, in any way', async () => {
    const clerk = await atTheDesk(test, ['staff.write', 'orders.read'])
    const packer = await aMember(test, 'packer')
    const reader = await aMember(test, ['orders.read'])
    const refused: [method: string, url: string, body?: object][] = [
      ['POST', 'staff', { email: 'a@shop.in', name: 'A', role: 'owner' }],
      ['POST', 'staff', { email: 'a@shop.in', name: 'A', role: 'packer' }],
      ['PATCH', `staff/${reader.id}`, { role: 'viewer' }],
      ['PATCH', `staff/${packer.id}`, { role: reader.role }],
      ['PATCH', `staff/${owner.id}`, { disabled: 'yes' }],
      ['POST', `staff/${owner.id}/reset`],
      ['POST', `staff/${packer.id}/reset`],
      ['POST', 'roles', { name: 'new', permissions: ['orders.refund'] }],
    ]
    for (const [method, url, body] of refused)
      expect([url, await status(clerk, method, url, body)]).toEqual([url, 403])
    expect(await status(clerk, 'POST', 'roles', { name: 'new', permissions: ['orders.read'] })).toBe(200)
    expect(await status(clerk, 'POST', 'staff', { email: 'a@shop.in', name: 'A', role: 'new' })).toBe(200)
    expect(await status(clerk, 'POST', `staff/${reader.id}/reset`)).toBe(200)
  })

  rule('is named by id or address, and has one account', async () => {
    const { id, email } = await aMember(test, 'viewer')
    expect(await status(owner, 'PATCH', `staff/${id}`, { role: 'packer' })).toBe(200)
    expect(await status(owner, 'PATCH', `staff/${email.toUpperCase()}`, { role: 'viewer' })).toBe(200)
    expect(await status(owner, 'PATCH', 'staff/nobody@shop.in', { role: 'viewer' })).toBe(404)
    expect(await status(owner, 'PATCH', `staff/${id}`, { role: 'chef' })).toBe(400)
    expect(await status(owner, 'POST', 'staff', { email, name: 'Again', role: 'viewer' })).toBe(409)
  })

  it('who is reset has no session, no password and no second factor', async () => {
    const user = await atTheDesk(test, 'viewer')
    const { secret } = (
      await user.call('POST', '/api/desk/second-factor', { password: STAFF_PASSWORD })
    ).json()
    expect(secret).toHaveLength(32)
    const { link } = await memberActs.reset(test.shop, { member: user.email }, CLI)
    expect((await user.call('GET', '/api/desk/session')).statusCode).toBe(401)
    await test.post('/api/desk/session', { email: user.email, password: STAFF_PASSWORD }).expect(401)
    await test.post('/api/desk/session', { email: user.email, password: 'x' }).expect(401)
    const token = link.split('/').at(-1)!
    await test.post(`/api/desk/links/${token}`, { password: STAFF_PASSWORD }).expect(200)
    const { body } = await test.post('/api/desk/session', { email: user.email, password: STAFF_PASSWORD })
    expect(body.staff).toMatchObject({ id: user.id, has_second_factor: false })
  })

  rule('who is let in no more has no link either', async () => {
    const { id, email } = await aMember(test, 'viewer')
    const { link } = await memberActs.reset(test.shop, { member: email }, CLI)
    await set({ member: email, disabled: 'yes' })
    await test.post(`/api/desk/links/${link.split('/').at(-1)}`, { password: STAFF_PASSWORD }).expect(404)
    await expect(memberActs.reset(test.shop, { member: email }, CLI)).rejects.toMatchObject({ status: 409 })
    const session = await aSession(test, id)
    await test.get('/api/desk/session').set(session.headers).expect(401)
  })

  it('is listed with the last use of the desk', async () => {
    const { email } = await aMember(test, 'viewer')
    const list = (await owner.call('GET', '/api/desk/staff')).json()
    expect(list).toMatchObject([
      { id: owner.id, last_used_at: test.clock.now().toISOString() },
      { email, role: 'viewer', has_second_factor: false, disabled_at: null, last_used_at: null },
    ])
    expect(JSON.stringify(list)).not.toMatch(/password|totp/)
  })
})

describe('a role', () => {
  rule('of every shop stays as it is', async () => {
    const change = { name: 'owner', permissions: [] }
    expect(await status(owner, 'POST', 'roles', change)).toBe(409)
    expect(await status(owner, 'DELETE', 'roles/packer')).toBe(409)
  })

  it('of its own is made, changed, listed, and deleted once nobody has it', async () => {
    await roleActs.set(test.shop, { name: 'accountant', permissions: ['reports.read'] }, CLI)
    await roleActs.set(test.shop, { name: 'accountant', permissions: ['reports.read', 'exports.run'] }, CLI)
    const listed = (await owner.call('GET', '/api/desk/roles')).json()
    expect(listed).toHaveLength(5)
    expect(listed[0]).toEqual({ name: 'owner', own: false, permissions: PERMISSIONS })
    expect(listed[4]).toEqual({ name: 'accountant', own: true, permissions: ['reports.read', 'exports.run'] })
    const { link } = await memberActs.invite(
      test.shop,
      { email: 'a@shop.in', name: 'A', role: 'accountant' },
      CLI,
    )
    const token = link.split('/').at(-1)!
    await test.post(`/api/desk/links/${token}`, { password: STAFF_PASSWORD }).expect(200)
    expect(await status(owner, 'DELETE', 'roles/accountant')).toBe(409)
    expect(await status(owner, 'PATCH', 'staff/a@shop.in', { role: 'viewer' })).toBe(200)
    expect(await status(owner, 'DELETE', 'roles/accountant')).toBe(200)
    expect(await status(owner, 'DELETE', 'roles/accountant')).toBe(400)
  })
})

it('lists invitations until they are accepted, taken back or too old, and a link that was taken back lets nobody in', async () => {
  const emails = async () =>
    (await owner.call('GET', '/api/desk/invitations')).json().map(({ email }: { email: string }) => email)
  const invite = { email: 'latha@shop.in', name: 'Latha', role: 'packer' }
  const { link } = (await owner.call('POST', '/api/desk/staff', invite)).json()
  expect(await emails()).toEqual(['latha@shop.in'])
  const clerk = await atTheDesk(test, ['staff.write'])
  expect(await status(clerk, 'DELETE', 'invitations/latha@shop.in')).toBe(403)
  expect(await status(owner, 'DELETE', 'invitations/latha@shop.in')).toBe(200)
  expect(await status(owner, 'DELETE', 'invitations/latha@shop.in')).toBe(404)
  expect(await emails()).toEqual([])
  const token = String(link).split('/').at(-1)
  expect((await test.app.inject({ url: `/api/desk/links/${token}` })).statusCode).toBe(404)
  await owner.call('POST', '/api/desk/staff', invite)
  test.clock.advance(49 * 3600)
  expect(await memberActs.invitations(test.shop, {}, CLI)).toEqual([])
})

rule(
  'enters logins and what leaves the shop in bulk in the audit, and nothing for one order or a refusal',
  async () => {
    const entered = async (filter = '') =>
      (await owner.call('GET', `/api/desk/audit${filter}`))
        .json()
        .map(({ act, summary, changes }: Record<string, unknown>) => [act, summary, changes])
    const login = (password: string) =>
      test.app.inject({ method: 'POST', url: '/api/desk/session', payload: { email: owner.email, password } })
    expect((await login('wrong one 7')).statusCode).toBe(401)
    expect((await login(STAFF_PASSWORD)).statusCode).toBe(200)
    for (const url of ['exports/customers', 'exports/nothing', 'backups/none.gz'])
      await owner.call('GET', `/api/desk/${url}`)
    expect(await entered()).toEqual([['exports.run', expect.stringContaining(': customers, csv'), 0]])
    expect(await entered('?act=login')).toEqual([['login', expect.stringMatching(/^Login/), 0]])
    const rice = await aProduct(test, {}, [{ price: 300_00, stock: 9 }])
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const shopper = await aShopper(test)
      const { body } = await shopper.place(shopper.order([item(rice, 1)], 399)).expect(201)
      ids.push(String(body.order_id))
    }
    for (const orders of [ids.slice(1), ids]) {
      const query = orders.map((order) => `orders=${order}`).join('&')
      expect((await owner.call('GET', `/api/desk/orders/label?${query}`)).statusCode).toBe(200)
    }
    expect((await entered()).slice(0, 2).map(([act]: string[]) => act)).toEqual([
      'orders.label',
      'exports.run',
    ])
  },
)
