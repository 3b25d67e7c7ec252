/** Security events and request ids, read from the lines of the log. */
import { Writable } from 'node:stream'
import type { SecurityEvent } from '@haat/contract/security-events'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { aMember, aSession, STAFF_PASSWORD } from '../../test/desk.ts'
import { aCustomer, aProduct } from '../../test/factories.ts'
import { aShopper, item } from '../../test/shopper.ts'
import { callers, openShopWithoutServer, type TestShop } from '../../test/test-shop.ts'
import { buildApp } from '../app.ts'
import { updateCustomer } from '../features/auth/customer.store.ts'
import { DEFAULT_SETTINGS } from '../features/settings/default-settings.ts'
import { writeSettings } from '../features/settings/settings.store.ts'
import { runOutbox } from '../features/mail/outbox.ts'
import { MAIL_KINDS } from '../jobs.ts'
import { createLog } from '../log.ts'

const PERSON = {
  name: 'Canary Rao',
  email: 'canary@shop.in',
  phone_number: '9471147114',
  password: 'Lamp-rope-7',
}
const lines: Record<string, unknown>[] = []
let test: TestShop
beforeAll(async () => {
  const { shop, close, ...rest } = await openShopWithoutServer({ RATE_LIMIT: 'on' })
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)) as Record<string, unknown>)
      done()
    },
  })
  shop.log = createLog('info', stream)
  const app = await buildApp(shop)
  await app.ready()
  test = { ...rest, ...callers(app), shop, app, close: () => close(app) }
})
afterAll(() => test.close())
beforeEach(() => void lines.splice(0))

/** Waits for the event of one request, and returns its line. */
const eventOf = async (requestId: string) =>
  vi.waitFor(() => {
    const line = lines.find(({ event, reqId }) => event !== undefined && reqId === requestId)
    expect(line).toBeDefined()
    return line!
  }, 30_000)

async function expectEvent(request: ReturnType<TestShop['get']>, event: SecurityEvent): Promise<void> {
  const { headers } = await request
  const line = await eventOf(String(headers['x-request-id']))
  expect(line).toMatchObject({ event, ip: expect.any(String), route: expect.stringMatching(/^[A-Z]+ \//) })
  expect(JSON.stringify(line)).not.toMatch(/canary|9471147114|Lamp-rope/i)
}

const otherThan = (otp: string | undefined): string => (otp === '000000' ? '111111' : '000000')

it('names what happens to an account', async () => {
  const { email, password } = PERSON
  await expectEvent(test.post('/api/auth/signup', PERSON), 'signup')
  await expectEvent(test.post('/api/auth/login', { email, password }), 'login')
  for (let wrong = 0; wrong < 5; wrong += 1)
    await expectEvent(test.post('/api/auth/login', { email, password: 'Lamp-rope-8' }), 'login_failed')
  await expectEvent(test.post('/api/auth/login', { email, password }), 'login_locked')
  await expectEvent(test.post('/api/auth/forgot-password', { email }), 'otp_requested')
  await expectEvent(test.post('/api/auth/verify-otp', { email, otp: '000000' }), 'otp_wrong')
  const { token } = await aCustomer(test)
  await expectEvent(test.post('/api/auth/logout', {}, token), 'logout')
  await expectEvent(test.get('/api/users/profile', token), 'session_refused')
})

it('names what happens at the desk', async () => {
  const member = await aMember(test, 'viewer', { email: 'canary.desk@shop.in' })
  const { headers } = await aSession(test, member.id)
  const login = (password: string) => test.post('/api/desk/session', { email: member.email, password })
  await expectEvent(login(STAFF_PASSWORD), 'staff_login')
  await expectEvent(login('Lamp-rope-8'), 'staff_login_failed')
  await expectEvent(test.get('/api/desk/staff').set(headers), 'staff_refused')
  await expectEvent(test.delete('/api/desk/session').set({ ...headers, 'x-haat-desk': 'x' }), 'staff_refused')
  await expectEvent(
    test.get('/api/desk/session').set('cookie', `haat_desk=${'A'.repeat(43)}`),
    'staff_refused',
  )
})

it('names changes of a password and of an e-mail address, and their refusals', async () => {
  const password = 'Rope-lamp-7'
  const asha = { ...PERSON, email: 'asha.canary@shop.in', phone_number: '9471147115', password }
  const { body } = await test.post('/api/auth/signup', asha).expect(201)
  const token = body.accessToken as string
  const change = (currentPassword: string) =>
    test.put('/api/users/change-password', { currentPassword, newPassword: 'Lamp-rope-9' }, token)
  await expectEvent(change('Lamp-rope-8'), 'password_change_refused')
  const changeEmail = (given: string) =>
    test.post('/api/users/verify-email/change', { email: 'canary.rao@shop.in', password: given }, token)
  await expectEvent(changeEmail('Lamp-rope-8'), 'email_change_refused')
  await expectEvent(changeEmail(password), 'email_changed')
  await expectEvent(test.post('/api/users/verify-email/send', {}, token), 'otp_requested')
  const code = () => /\b\d{6}\b/.exec(test.mail.messages.at(-1)?.text ?? '')?.[0]
  const confirm = (otp: string | undefined) => test.post('/api/users/verify-email/confirm', { otp }, token)
  await expectEvent(confirm(otherThan(code())), 'otp_wrong')
  await expectEvent(confirm(code()), 'email_verified')
  await expectEvent(change(password), 'password_changed')
  await test.post('/api/auth/forgot-password', { email: 'canary.rao@shop.in' }).expect(200)
  await test.shop.background.idle()
  const reset = (otp: string | undefined) =>
    test.post('/api/auth/reset-password', { email: 'canary.rao@shop.in', otp, newPassword: 'Lamp-rope-6' })
  await expectEvent(reset(otherThan(code())), 'password_reset_refused')
  await expectEvent(reset(code()), 'password_reset')
  const login = { email: 'canary.rao@shop.in', password: 'Lamp-rope-6' }
  const again = (await test.post('/api/auth/login', login).expect(200)).body.accessToken as string
  const erase = (given: string) => test.post('/api/users/erase', { password: given }, again)
  await expectEvent(erase('Lamp-rope-8'), 'account_erase_refused')
  await expectEvent(erase('Lamp-rope-6'), 'account_erased')
})

it('names who reaches for what is not theirs', async () => {
  const { customer } = await aShopper(test)
  await expectEvent(test.get(`/api/cart?user_id=${customer.id + 1}`, customer.token), 'access_refused')
  await expectEvent(test.post('/api/payments/callback', { event_id: 'forged' }), 'payment_callback_refused')
  await test.shop.db.transaction((tx) => updateCustomer(tx, customer.id, { blocked_at: test.shop.now() }))
  const order = (await aShopper(test)).order([item(await aProduct(test))], 599)
  await expectEvent(test.post('/api/orders/place-order', order, customer.token), 'blocked_customer_refused')
})

it('names a limit by address, and not what a caller mistyped', async () => {
  const mistyped = await test.post('/api/auth/verify-otp', { email: 'no address' }).expect(400)
  await vi.waitFor(() => expect(lines.some(({ msg }) => msg === 'request completed')).toBe(true), 30_000)
  expect(lines.filter(({ event }) => event !== undefined)).toEqual([])
  expect(mistyped.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  const { customer } = await aShopper(test)
  const order = () => test.post('/api/orders/place-order', {}, customer.token)
  for (let calls = 0; calls < 10; calls += 1) await order().expect(400)
  await expectEvent(order(), 'rate_limited')
})

it('names a refused order by the code of the refusal', async () => {
  const limits = { ...DEFAULT_SETTINGS.limits, open_cod_orders: 1 }
  await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, limits }))
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  await shopper.place(shopper.order([item(product)], 599)).expect(201)
  await expectEvent(shopper.place(shopper.order([item(product, 4)], 2099)), 'cod_order_refused')
  await test.shop.db.transaction((tx) => writeSettings(tx, DEFAULT_SETTINGS))
})

it('takes the request id of a proxy, sends it, and logs it with the request, its mail included', async () => {
  const given = 'proxy-4711.a_b'
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const body = shopper.order([item(product)], 599)
  const placed = await shopper.place(body).set('x-request-id', given).expect(201)
  expect(placed.headers['x-request-id']).toBe(given)
  await vi.waitFor(() => expect(lines.filter(({ reqId }) => reqId === given)).toHaveLength(2), 30_000)
  const refusing = { inbox: null, post: () => undefined, deliver: () => Promise.reject(new Error('refused')) }
  await runOutbox({ ...test.shop, mail: refusing }, MAIL_KINDS)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'a mail was not sent', reqId: given }))
})

it.each(['short', 'x'.repeat(65), 'with space', 'line"break', 'ünïcödé-id'])(
  'replaces the request id %j',
  async (given) => {
    const { headers } = await test.app.inject({ url: '/api/settings', headers: { 'x-request-id': given } })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  },
)
