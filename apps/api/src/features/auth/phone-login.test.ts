import { expect, it } from 'vitest'
import { aCustomer } from '../../../test/factories.ts'
import { type DevShop, devShopForThisTest } from '../../../test/dev-shop.ts'
import { changePhone, findCustomerByPhone } from './customer.store.ts'

const PHONE = '9812345678'

/** Asks for a code to the number, and reads it from the built-in inbox. */
async function codeTo(test: DevShop, phone = PHONE): Promise<string> {
  await test.post('/api/auth/phone/send', { phone_number: phone }).expect(200)
  return /is: (\d{6})/.exec(test.shop.mail.inbox?.list(phone)[0]?.text ?? '')![1]!
}

const login = (test: DevShop, otp: string, more: { name?: string; phone_number?: string } = {}) =>
  test.post('/api/auth/phone/login', { phone_number: PHONE, otp, ...more })

const wrong = (otp: string): string => String((Number(otp) + 1) % 1_000_000).padStart(6, '0')

it('makes an account for a new number, which the next code opens', async () => {
  const test = await devShopForThisTest()
  const code = await codeTo(test)
  expect((await login(test, code).expect(409)).body).toMatchObject({ code: 'NAME_NEEDED' })
  const { body } = await login(test, code, { name: '\u202eMee\u200era' }).expect(201)
  expect(body.user).toMatchObject({ name: 'Meera', email: '', phone_number: PHONE })
  const { body: profile } = await test.get('/api/users/profile', body.accessToken).expect(200)
  expect(profile.user).toMatchObject({
    is_phone_verified: 1,
    can_verify_email: 0,
    has_password: 0,
    order_count: 0,
  })
  await login(test, code).expect(400)
  const again = await login(test, await codeTo(test)).expect(200)
  expect(again.body.user.id).toBe(body.user.id)
})

it('does not open an account whose number was never verified, but frees the number for its owner', async () => {
  const test = await devShopForThisTest()
  const other = await aCustomer(test, { phone_number: PHONE })
  const code = await codeTo(test)
  expect((await login(test, code).expect(409)).body).toMatchObject({ code: 'PHONE_UNPROVEN' })
  const { body } = await login(test, code, { name: 'Meera' }).expect(201)
  expect(body.user.id).not.toBe(other.id)
  const { body: profile } = await test.get('/api/users/profile', other.token).expect(200)
  expect(profile.user).toMatchObject({ phone_number: '', is_phone_verified: 0 })
})

it('opens an account once its customer has verified the number, until it changes', async () => {
  const test = await devShopForThisTest()
  const asha = await aCustomer(test, { phone_number: PHONE })
  await test.post('/api/users/verify-phone/send', undefined, asha.token).expect(200)
  const otp = /is: (\d{6})/.exec(test.shop.mail.inbox!.list(PHONE)[0]!.text)![1]!
  await test.post('/api/users/verify-phone/confirm', { otp: wrong(otp) }, asha.token).expect(400)
  await test.post('/api/users/verify-phone/confirm', { otp }, asha.token).expect(200)
  expect((await login(test, await codeTo(test)).expect(200)).body.user.id).toBe(asha.id)
  await test.shop.db.transaction((tx) => changePhone(tx, asha.id, '9812345670'))
  expect((await findCustomerByPhone(test.shop.db, '9812345670'))?.phone_verified_at).toBeNull()
  await login(test, await codeTo(test, '9812345670'), { phone_number: '9812345670' }).expect(409)
})

it('counts wrong codes, and refuses a blocked customer only after the right one', async () => {
  const test = await devShopForThisTest()
  const code = await codeTo(test)
  await login(test, code, { name: 'Meera' }).expect(201)
  const { db, now } = test.shop
  const { users } = db.tables
  await db.transaction((tx) => tx.update(users).set({ blocked_at: now() }))
  const next = await codeTo(test)
  await login(test, wrong(next)).expect(400)
  expect((await login(test, next).expect(403)).body.code).toBe('ACCOUNT_BLOCKED')
  for (let tries = 1; tries < 5; tries += 1) await login(test, wrong(next)).expect(400)
  await login(test, next).expect(400)
})

it('sets an e-mail address and a password, with a code', async () => {
  const test = await devShopForThisTest()
  const taken = await aCustomer(test)
  const { body: session } = await login(test, await codeTo(test), { name: 'Meera' }).expect(201)
  const set = (body: object) => test.post('/api/users/verify-phone/password', body, session.accessToken)
  const otp = await codeTo(test)
  const account = { otp, email: 'meera@shop.in', newPassword: 'Monsoon-1990' }
  await set({ ...account, otp: wrong(otp) }).expect(400)
  await set({ ...account, email: taken.email }).expect(409)
  await set(account).expect(200)
  const { email, newPassword: password } = account
  await test.post('/api/auth/login', { email, password }).expect(200)
})

it('is closed with a code, where it has no password', async () => {
  const test = await devShopForThisTest()
  const { body } = await login(test, await codeTo(test), { name: 'Meera' }).expect(201)
  const erase = (proof: object) => test.post('/api/users/erase', proof, body.accessToken)
  const otp = await codeTo(test)
  await erase({}).expect(400)
  await erase({ otp: wrong(otp) }).expect(400)
  await erase({ otp }).expect(200)
  await test.get('/api/users/profile', body.accessToken).expect(401)
  const asha = await aCustomer(test, { phone_number: PHONE })
  await test.post('/api/users/erase', { otp: await codeTo(test) }, asha.token).expect(400)
})

it('leaves its e-mail address to whoever proves that, with an account of their own', async () => {
  const test = await devShopForThisTest()
  const { body: session } = await login(test, await codeTo(test), { name: 'Meera' }).expect(201)
  const account = { otp: await codeTo(test), email: 'asha@shop.in', newPassword: 'Monsoon-1990' }
  await test.post('/api/users/verify-phone/password', account, session.accessToken).expect(200)
  await test.post('/api/auth/forgot-password', { email: account.email }).expect(200)
  await test.shop.background.idle()
  const [mail] = test.shop.mail.inbox!.list(account.email)
  const reset = { email: account.email, otp: /\b\d{6}\b/.exec(mail!.text)![0], newPassword: 'Harvest-1990' }
  await test.post('/api/auth/reset-password', reset).expect(200)
  const { body: own } = await test
    .post('/api/auth/login', { email: account.email, password: reset.newPassword })
    .expect(200)
  expect(own.user).toMatchObject({ name: 'asha', email: account.email, phone_number: '' })
  expect(own.user.id).not.toBe(session.user.id)
  expect(mail!.text).not.toContain('Meera')
  await test.post('/api/auth/reset-password', { ...reset, newPassword: 'Winter-1990' }).expect(400)
  const { body } = await test.get('/api/users/profile', session.accessToken).expect(200)
  expect(body.user).toMatchObject({ name: 'Meera', email: '', phone_number: PHONE, is_phone_verified: 1 })
})

it('sends to mobile numbers of India only, and not beyond the limits', async () => {
  const test = await devShopForThisTest({ RATE_LIMIT: 'on' })
  const send = (phone_number: string) => test.post('/api/auth/phone/send', { phone_number })
  await send('2212345678').expect(400)
  for (let sent = 0; sent < 5; sent += 1) await send(PHONE).expect(200)
  await send(PHONE).expect(429)
})

it('says so where no message can be sent', async () => {
  const test = await devShopForThisTest()
  test.shop.sms = { sends: () => false, isFailing: false, deliver: () => Promise.reject(new Error('never')) }
  const { body } = await test.post('/api/auth/phone/send', { phone_number: PHONE }).expect(503)
  expect(body.code).toBe('SMS_UNAVAILABLE')
})
