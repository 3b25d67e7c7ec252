import { expect, it } from 'vitest'
import { aCustomer } from '../../../test/factories.ts'
import { type DevShop, devShopForThisTest } from '../../../test/dev-shop.ts'
import { changePhone, findCustomerByPhone } from './customer.store.ts'
import { rule } from '../../../test/rule.ts'

const PHONE = '9812345678'
/** The cookies of a browser. */
const OWN = 'haat_otp=own'
const STRANGE = 'haat_otp=strange'

const send = (test: DevShop, phone_number = PHONE, cookie = OWN) =>
  test.post('/api/auth/phone/send', { phone_number }).set('cookie', cookie)

/** The last code to a number, from the built-in inbox. */
const lastCode = (test: DevShop, phone = PHONE): string =>
  /is: (\d{6})/.exec(test.shop.mail.inbox?.list(phone)[0]?.text ?? '')![1]!

/** Asks for a code to the number. */
async function codeTo(test: DevShop, phone = PHONE, cookie = OWN): Promise<string> {
  await send(test, phone, cookie).expect(200)
  return lastCode(test, phone)
}

/** Asks for a code to the customer's own number. */
async function codeOf(test: DevShop, token: string): Promise<string> {
  await test.post('/api/users/verify-phone/send', undefined, token).expect(200)
  return lastCode(test)
}

const login = (
  test: DevShop,
  otp: string,
  { cookie = OWN, ...more }: { name?: string; phone_number?: string; cookie?: string } = {},
) => test.post('/api/auth/phone/login', { phone_number: PHONE, otp, ...more }).set('cookie', cookie)

const TYPED = { name: 'Ravi', email: 'ravi@shop.in', phone_number: PHONE, password: 'Demo@1234' }

const wrong = (otp: string): string => String((Number(otp) + 1) % 1_000_000).padStart(6, '0')

rule('makes an account for a new number, which the next code opens', async () => {
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

rule(
  'does not open an account whose number was never verified, but frees the number for its owner',
  async () => {
    const test = await devShopForThisTest()
    const other = await aCustomer(test, { phone_number: PHONE })
    const code = await codeTo(test)
    expect((await login(test, code).expect(409)).body).toMatchObject({ code: 'PHONE_UNPROVEN' })
    const { body } = await login(test, code, { name: 'Meera' }).expect(201)
    expect(body.user.id).not.toBe(other.id)
    const { body: profile } = await test.get('/api/users/profile', other.token).expect(200)
    expect(profile.user).toMatchObject({ phone_number: '', is_phone_verified: 0 })
  },
)

rule('opens an account once its customer has verified the number, until it changes', async () => {
  const test = await devShopForThisTest()
  const asha = await aCustomer(test, { phone_number: PHONE })
  const otp = await codeOf(test, asha.token)
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

rule('sets an e-mail address and a password, with a code', async () => {
  const test = await devShopForThisTest()
  const taken = await aCustomer(test)
  const { body: session } = await login(test, await codeTo(test), { name: 'Meera' }).expect(201)
  const set = (body: object) => test.post('/api/users/verify-phone/password', body, session.accessToken)
  const otp = await codeOf(test, session.accessToken)
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
  const otp = await codeOf(test, body.accessToken)
  await erase({}).expect(400)
  await erase({ otp: wrong(otp) }).expect(400)
  await erase({ otp }).expect(200)
  await test.get('/api/users/profile', body.accessToken).expect(401)
  const asha = await aCustomer(test, { phone_number: PHONE })
  await test.post('/api/users/erase', { otp: await codeOf(test, asha.token) }, asha.token).expect(400)
})

it('leaves its e-mail address to whoever proves that, with an account of their own', async () => {
  const test = await devShopForThisTest()
  const { body: session } = await login(test, await codeTo(test), { name: 'Meera' }).expect(201)
  const account = {
    otp: await codeOf(test, session.accessToken),
    email: 'asha@shop.in',
    newPassword: 'Monsoon-1990',
  }
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

rule('sends to mobile numbers of India only, and not beyond the limits', async () => {
  const test = await devShopForThisTest({ RATE_LIMIT: 'on' })
  const refused = await send(test, '0000000000').expect(400)
  expect(refused.body.message).toBe('A mobile number in India begins with 6, 7, 8 or 9.')
  for (let sent = 0; sent < 5; sent += 1) await send(test).expect(200)
  await send(test).expect(429)
})

rule('keeps a code to the browser that has asked for it, which the tries of others leave alone', async () => {
  const test = await devShopForThisTest()
  const { headers } = await test.post('/api/auth/phone/send', { phone_number: PHONE }).expect(200)
  const [mark] = headers['set-cookie'] as unknown as string[]
  expect(mark).toMatch(/^haat_otp=[\w-]{36}; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Strict$/)
  const code = lastCode(test)
  await codeTo(test, PHONE, STRANGE)
  for (const cookie of ['', STRANGE])
    for (let tries = 0; tries < 5; tries += 1) await login(test, wrong(code), { cookie }).expect(400)
  await login(test, code, { name: 'Mallory', cookie: STRANGE }).expect(400)
  const [cookie] = mark!.split(';')
  await login(test, wrong(code), { cookie: cookie! }).expect(400)
  const { body } = await login(test, code, { name: 'Meera', cookie: cookie! }).expect(201)
  const own = await codeOf(test, body.accessToken)
  for (let tries = 0; tries < 5; tries += 1) await login(test, wrong(own)).expect(400)
  await login(test, own).expect(400)
  await test.post('/api/users/verify-phone/confirm', { otp: own }, body.accessToken).expect(200)
})

it('keeps codes for browsers and sessions of the account that has proven the number', async () => {
  const test = await devShopForThisTest({ RATE_LIMIT: 'on' })
  const { headers, body } = await login(test, await codeTo(test), { name: 'Meera' }).expect(201)
  const known = `${OWN}; ${headers['set-cookie']![0]!.split(';')[0]!}`
  for (let sent = 1; sent < 5; sent += 1) await send(test, PHONE, STRANGE).expect(200)
  await send(test, PHONE, STRANGE).expect(429)
  await login(test, await codeTo(test, PHONE, known), { cookie: known }).expect(200)
  await codeOf(test, body.accessToken)
  for (let sent = 2; sent < 5; sent += 1) await send(test, PHONE, known).expect(200)
  await send(test, PHONE, known).expect(429)
})

rule('gives no codes of their own to those who have typed a number without proof', async () => {
  const test = await devShopForThisTest({ RATE_LIMIT: 'on' })
  const { headers, body } = await test.post('/api/auth/signup', TYPED).expect(201)
  for (let sent = 0; sent < 5; sent += 1) await send(test).expect(200)
  await send(test, PHONE, headers['set-cookie']![0]!.split(';')[0]!).expect(429)
  await test.post('/api/users/verify-phone/send', undefined, body.accessToken).expect(429)
})

rule('writes the code in the language of the page', async () => {
  const test = await devShopForThisTest()
  await send(test).set('accept-language', 'hi').expect(200)
  expect(test.shop.mail.inbox!.list(PHONE)[0]?.text).toMatch(/OTP है: \d{6}। यह 10 मिनट/)
})

rule('says so where no message can be sent', async () => {
  const test = await devShopForThisTest()
  test.shop.sms = { sends: () => false, isFailing: false, deliver: () => Promise.reject(new Error('never')) }
  const { body } = await test.post('/api/auth/phone/send', { phone_number: PHONE }).expect(503)
  expect(body.code).toBe('SMS_UNAVAILABLE')
})
