/** Who may try a password or a code how often: the table of limits, by way of HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { countAttempt } from '../../http/rate-limits.ts'
import { resetPassword as printCode } from '../../acts/customers/customers.ts'
import { loginCounters } from './attempts.ts'

const PASSWORD = 'teal-lantern-42'
const NEW_PASSWORD = 'quiet-harbour-7'

let test: TestShop
beforeAll(async () => {
  test = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' })
})
afterAll(() => test.close())

/** Where a request comes from. */
interface From {
  ip: string
  cookie?: string
}

const post = (path: string, body: object, { ip, cookie }: From) =>
  test.post(`/api/auth/${path}`, body).set({ 'x-forwarded-for': ip, ...(cookie && { cookie }) })

const login = (email: string, password: string, from: From) => post('login', { email, password }, from)

const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['set-cookie']).split(';')[0] ?? ''

let serial = 0
/** Signs a customer up, at an address of their own. */
async function signUp() {
  const n = (serial += 1)
  const home: From = { ip: `198.51.100.${n}` }
  const email = `asha${n}@shop.in`
  const phone_number = String(9_800_000_000 + n)
  const body = { name: 'Asha', email, phone_number, password: PASSWORD }
  return { email, phone_number, home, cookie: cookieOf(await post('signup', body, home).expect(201)) }
}

/** Counts a wrong password without the cost of checking it. @returns whether it would have been checked */
async function countWrong(email: string, ip: string): Promise<boolean> {
  const { db, config } = test.shop
  const counters = loginCounters(email, { ip, isKnownBrowser: false }, config.keys)
  const counted = db.transaction((tx) => countAttempt(tx, test.shop, counters))
  return counted.then(
    () => true,
    () => false,
  )
}

/** Wrong passwords of strangers, each from an address of its own. */
async function countStrangers(email: string, count: number): Promise<boolean[]> {
  const allowed: boolean[] = []
  for (let n = 0; n < count; n += 1) allowed.push(await countWrong(email, `203.0.113.${n}`))
  return allowed
}

const STRANGER = { ip: '192.0.2.1' }

describe('five wrong passwords from an address', () => {
  it('lock it whatever port the proxy writes behind the address, or whatever it writes instead', async () => {
    for (const address of [(n: number) => `192.0.2.44:${5000 + n}`, (n: number) => `hidden-${n}`]) {
      const { email, home } = await signUp()
      for (let n = 0; n < 5; n += 1) await login(email, 'wrong', { ip: address(n) }).expect(401)
      await login(email, PASSWORD, { ip: address(5) }).expect(429)
      await login(email, PASSWORD, home).expect(200)
    }
  })

  it('lock the account for that address only, the right password included', async () => {
    const { email, home } = await signUp()
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong', STRANGER).expect(401)
    const { headers } = await login(email, PASSWORD, STRANGER).expect(429)
    expect(headers).toMatchObject({ 'retry-after': '900' })
    expect(headers).not.toHaveProperty('set-cookie')
    await login(email, PASSWORD, home).expect(200)
    await login(email, PASSWORD, STRANGER).expect(429)
    test.clock.advance(900)
    await login(email, PASSWORD, STRANGER).expect(200)
  })

  it('do not reveal which phone number belongs to the email, and leave it five of its own', async () => {
    const { email, home, phone_number } = await signUp()
    const loginByPhone = (password: string) => post('login', { phone_number, password }, home)
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong', home).expect(401)
    await login(email, PASSWORD, home).expect(429)
    for (let n = 0; n < 5; n += 1) await loginByPhone('wrong').expect(401)
    await loginByPhone(PASSWORD).expect(429)
  })

  it('count together within a network of IPv6', async () => {
    const { email } = await signUp()
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong', { ip: `2001:db8::${n}` }).expect(401)
    await login(email, PASSWORD, { ip: '2001:db8::ffff' }).expect(429)
    await login(email, PASSWORD, { ip: '2001:db8:0:1::1' }).expect(200)
  })
})

it.each(['an account', 'no account'])('thirty wrong passwords from everywhere lock %s', async (which) => {
  const { email, home } = which === 'an account' ? await signUp() : { email: 'no@shop.in', home: STRANGER }
  expect(await countStrangers(email, 32)).toEqual([...Array<boolean>(30).fill(true), false, false])
  expect((await login(email, PASSWORD, home).expect(429)).headers['retry-after']).toBe('900')
  test.clock.advance(900)
  await login(email, PASSWORD, home).expect(which === 'an account' ? 200 : 401)
})

it('refused logins do not count, so a lock ends in time', async () => {
  const { email, home } = await signUp()
  await countStrangers(email, 30)
  test.clock.advance(600)
  for (let n = 0; n < 10; n += 1) await login(email, PASSWORD, home).expect(429)
  test.clock.advance(300)
  await login(email, PASSWORD, home).expect(200)
})

it('parallel wrong passwords count exactly', async () => {
  const { email } = await signUp()
  const replies = await Promise.all(Array.from({ length: 12 }, () => countWrong(email, STRANGER.ip)))
  expect(replies.filter(Boolean)).toHaveLength(5)
})

describe('a browser that has logged in before', () => {
  it('logs in whatever strangers do, with five tries of its own', async () => {
    const { email, home, cookie } = await signUp()
    await countStrangers(email, 30)
    await login(email, PASSWORD, home).expect(429)
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong', { ...home, cookie }).expect(401)
    await login(email, PASSWORD, { ...home, cookie }).expect(429)
    test.clock.advance(900)
    await countStrangers(email, 30)
    await login(email, PASSWORD, { ...home, cookie: `a=b; ${cookie}; c=d` }).expect(200)
  })

  it('carries a mark that no script reads and no other site sends', async () => {
    const { email, home } = await signUp()
    const { headers } = await login(email, PASSWORD, home).expect(200)
    expect(String(headers['set-cookie'])).toMatch(
      /^haat_device=[\w-]{43}; Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is a stranger with a mark of another account, a changed mark, or one from before a reset', async () => {
    const [asha, ravi] = [await signUp(), await signUp()]
    const changed = asha.cookie.replace(/=./, (text) => (text === '=A' ? '=B' : '=A'))
    await countStrangers(asha.email, 30)
    for (const cookie of [ravi.cookie, changed, 'haat_device=', `${asha.cookie}x`])
      await login(asha.email, PASSWORD, { ...asha.home, cookie }).expect(429)
    const { cookie, status } = await resetPassword(asha)
    expect(status).toBe(200)
    await countStrangers(asha.email, 30)
    await login(asha.email, NEW_PASSWORD, { ...asha.home, cookie: asha.cookie }).expect(429)
    await login(asha.email, NEW_PASSWORD, { ...asha.home, cookie }).expect(200)
  })
})

const mailsTo = (email: string) => test.mail.messages.filter(({ to }) => to === email)
const lastCode = (email: string): string => /\b\d{6}\b/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? ''
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')

/** @returns how many mails the address has had */
async function requestOtp(email: string, from: From): Promise<number> {
  await post('forgot-password', { email }, from).expect(200)
  await test.shop.background.idle()
  return mailsTo(email).length
}

async function resetPassword({ email, home }: { email: string; home: From }) {
  await requestOtp(email, home)
  const otp = lastCode(email)
  const reply = await post('reset-password', { email, otp, newPassword: NEW_PASSWORD }, home)
  return { cookie: cookieOf(reply), status: reply.status }
}

describe('codes', () => {
  it('are mailed five times an hour and ten times a day, whoever asks, silently', async () => {
    const { email, home, cookie } = await signUp()
    for (const count of [1, 2, 3, 4, 5, 5]) expect(await requestOtp(email, STRANGER)).toBe(count)
    expect(await requestOtp(email, { ...home, cookie })).toBe(5)
    test.clock.advance(3600)
    for (const count of [6, 7, 8, 9, 10, 10]) expect(await requestOtp(email, STRANGER)).toBe(count)
    test.clock.advance(3600)
    expect(await requestOtp(email, home)).toBe(10)
    test.clock.advance(22 * 3600)
    expect(await requestOtp(email, home)).toBe(11)
  })

  it('count those that a logged-in customer asks for', async () => {
    const { email, home } = await signUp()
    const { body } = await login(email, PASSWORD, home).expect(200)
    const send = () => test.post('/api/users/verify-email/send', {}, body.accessToken)
    for (let n = 0; n < 3; n += 1) await requestOtp(email, home)
    for (let n = 0; n < 2; n += 1) await send().expect(200)
    expect((await send().expect(429)).headers['retry-after']).toBe('3600')
    expect(mailsTo(email)).toHaveLength(5)
  })

  it('count those of all accounts that take an address for theirs', async () => {
    const victim = 'victim@shop.in'
    for (let n = 0; n < 7; n += 1) {
      const { email, home } = await signUp()
      const token: string = (await login(email, PASSWORD, home).expect(200)).body.accessToken
      const change = (to: string) =>
        test.post('/api/users/verify-email/change', { email: to, password: PASSWORD }, token).expect(200)
      await change(victim)
      await test.post('/api/users/verify-email/send', {}, token).expect(n < 5 ? 200 : 429)
      await change(email)
    }
    expect(mailsTo(victim)).toHaveLength(5)
  })

  it('are one for each who asks: a new one ends the one before, and no other', async () => {
    const { email, home } = await signUp()
    const verify = (otp: string) => post('verify-otp', { email, otp }, home)
    const printed = (await printCode(test.shop, email)).code
    await requestOtp(email, home)
    const first = lastCode(email)
    await requestOtp(email, STRANGER)
    const foreign = lastCode(email)
    for (const code of [printed, first, foreign]) await verify(code).expect(200)
    await requestOtp(email, home)
    if (![lastCode(email), foreign, printed].includes(first)) await verify(first).expect(400)
    await verify(lastCode(email)).expect(200)
  })

  it('let a locked-out owner in: a reset forgets wrong passwords', async () => {
    const asha = await signUp()
    for (let n = 0; n < 5; n += 1) await login(asha.email, 'wrong', asha.home).expect(401)
    await countStrangers(asha.email, 25)
    await login(asha.email, PASSWORD, asha.home).expect(429)
    expect((await resetPassword(asha)).status).toBe(200)
    await login(asha.email, NEW_PASSWORD, asha.home).expect(200)
  })

  it('that support prints reset the password and verify no mailbox', async () => {
    const { email, home } = await signUp()
    const { code } = await printCode(test.shop, email)
    await post('reset-password', { email, otp: code, newPassword: NEW_PASSWORD }, home).expect(200)
    const { db } = test.shop
    const rows = await db.select().from(db.tables.users)
    expect(rows.find((row) => row.email === email)).toMatchObject({ email_verified_at: null, name: 'Asha' })
    await login(email, NEW_PASSWORD, home).expect(200)
  })

  it('are stored for an address without an account too, which never gets one that works', async () => {
    const { db } = test.shop
    const codes = async () => (await db.select().from(db.tables.otps)).length
    const before = await codes()
    expect(await requestOtp('nobody@shop.in', STRANGER)).toBe(0)
    expect(await codes()).toBe(before + 1)
    await post('verify-otp', { email: 'nobody@shop.in', otp: '000000' }, STRANGER).expect(400)
  })

  it('end after five wrong tries, wherever they come from', async () => {
    const { email, home } = await signUp()
    await requestOtp(email, home)
    const otp = lastCode(email)
    for (let n = 0; n < 5; n += 1)
      await post('verify-otp', { email, otp: otherThan(otp) }, { ip: `192.0.2.${n}` }).expect(400)
    await post('verify-otp', { email, otp }, home).expect(400)
  })
})
