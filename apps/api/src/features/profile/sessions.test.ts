/** Where a customer is logged in, as the customer sees and ends it. */
import { beforeAll, afterAll, expect, it } from 'vitest'
import { hashPassword } from '../auth/password.ts'
import { aCustomer, type TestCustomer } from '../../../test/factories.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

let test: TestShop
let password_hash: string
beforeAll(async () => {
  test = await openTestShop()
  password_hash = await hashPassword('Demo@1234')
})
afterAll(() => test.close())

const login = async ({ email }: TestCustomer, userAgent: string) =>
  (
    await test
      .post('/api/auth/login', { email, password: 'Demo@1234' })
      .set('user-agent', userAgent)
      .expect(200)
  ).body.accessToken as string
const list = async (token: string) => (await test.get('/api/users/sessions', token).expect(200)).body.sessions
const isOpen = async (token: string) => (await test.get('/api/users/profile', token)).status === 200

/** A customer who is logged in without a device's name, on a phone and, since a minute later, on a desktop. */
async function aCustomerOnThree() {
  const customer = await aCustomer(test, { password_hash })
  const phone = await login(customer, PHONE)
  test.clock.advance(60)
  return { customer, phone, desktop: await login(customer, DESKTOP) }
}

it('lists the sessions, this one first, without token, sid or hash', async () => {
  const { customer, phone } = await aCustomerOnThree()
  const { body, headers } = await test.get('/api/users/sessions', phone).expect(200)
  const now = test.shop.now()
  const earlier = new Date(now.getTime() - 60_000).toISOString()
  expect(body).toEqual({
    success: true,
    sessions: [
      {
        id: expect.any(Number),
        device: 'Chrome on an Android phone',
        is_current: 1,
        created_at: earlier,
        last_used_at: now.toISOString(),
      },
      {
        id: expect.any(Number),
        device: 'Firefox on a Windows computer',
        is_current: 0,
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
      },
      {
        id: expect.any(Number),
        device: 'Unknown device',
        is_current: 0,
        created_at: earlier,
        last_used_at: earlier,
      },
    ],
  })
  expect(headers['cache-control']).toBe('no-store')
  const text = JSON.stringify(body)
  for (const secret of [customer.sid, phone, password_hash]) expect(text).not.toContain(secret)
})

it('ends one session by its id, and only once', async () => {
  const { customer, phone, desktop } = await aCustomerOnThree()
  const { id } = (await list(desktop)).find((entry: { device: string }) => entry.device.includes('Android'))
  const { body } = await test.delete(`/api/users/sessions/${id}`, desktop).expect(200)
  expect(body).toEqual({ success: true, message: 'That device is logged out.' })
  expect([await isOpen(phone), await isOpen(desktop), await isOpen(customer.token)]).toEqual([
    false,
    true,
    true,
  ])
  await test
    .delete(`/api/users/sessions/${id}`, desktop)
    .expect(404, { success: false, message: 'Session not found' })
})

it("refuses another customer's session, and names that are no ids", async () => {
  const { phone } = await aCustomerOnThree()
  const stranger = await aCustomer(test)
  const [{ id }] = await list(phone)
  await test.delete(`/api/users/sessions/${id}`, stranger.token).expect(404)
  for (const name of ['0', '-1', '1.5', 'all', encodeURIComponent("1' or 1=1")])
    await test.delete(`/api/users/sessions/${name}`, stranger.token).expect(400)
  expect(await isOpen(phone)).toBe(true)
})

it('ends all sessions but the one that asks', async () => {
  const { customer, phone, desktop } = await aCustomerOnThree()
  const other = await aCustomer(test)
  const { body } = await test.delete('/api/users/sessions', desktop).expect(200)
  expect(body).toEqual({ success: true, message: 'All your other devices are logged out.' })
  expect([await isOpen(phone), await isOpen(desktop), await isOpen(customer.token)]).toEqual([
    false,
    true,
    false,
  ])
  expect(await list(desktop)).toHaveLength(1)
  expect(await isOpen(other.token)).toBe(true)
})

it('leaves only this session after a new password', async () => {
  const { phone, desktop } = await aCustomerOnThree()
  const passwords = { currentPassword: 'Demo@1234', newPassword: 'Fresh@1234' }
  await test.put('/api/users/change-password', passwords, phone).expect(200)
  expect(await list(phone)).toMatchObject([{ is_current: 1, device: 'Chrome on an Android phone' }])
  expect(await isOpen(desktop)).toBe(false)
})

it('notes the last use once in ten minutes, and lists no session that has expired', async () => {
  const { customer, phone, desktop } = await aCustomerOnThree()
  const opened = test.shop.now()
  const lastUse = async () => {
    await test.shop.background.idle()
    return (await list(phone)).find((entry: { device: string }) => entry.device.includes('Firefox'))
      ?.last_used_at
  }
  test.clock.advance(9 * 60)
  await isOpen(desktop)
  expect(await lastUse()).toBe(opened.toISOString())
  test.clock.advance(60)
  await isOpen(desktop)
  expect(await lastUse()).toBe(test.shop.now().toISOString())
  test.clock.advance(86_400 - 11 * 60)
  expect(await isOpen(phone)).toBe(false)
  expect(await list(desktop)).toHaveLength(1)
  expect(await isOpen(customer.token)).toBe(false)
})
