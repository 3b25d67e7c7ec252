import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { accountKey, attemptSource, loginCounters, loginKey } from './attempt-limits.ts'
import { resetPassword as printCode } from '../../merchant/customers/customers.ts'
import { takeAttempt } from './attempts.store.ts'
import { findCustomerByEmail } from './customer.store.ts'

const PASSWORD = 'teal-lantern-42'

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
async function signUp(): Promise<{ email: string; phone_number: string; home: From; cookie: string }> {
  const n = (serial += 1)
  const home = { ip: `198.51.100.${n}` }
  const email = `asha${n}@shop.in`
  const phone_number = String(9_800_000_000 + n)
  const body = { name: 'Asha', email, phone_number, password: PASSWORD }
  return { email, phone_number, home, cookie: cookieOf(await post('signup', body, home).expect(201)) }
}

/** Counts a login without the cost of checking the password. @param part of the counters: those of the network or of all */
async function countLogin(email: string, ip: string, part: 'network' | 'all'): Promise<boolean> {
  const { db, now, config } = test.shop
  const customer = await findCustomerByEmail(db, email)
  const account = accountKey(customer, email, config.keys)
  const caller = attemptSource({ ip, cookie: '' }, account, customer, config.keys)
  const counters = loginCounters(account, caller, loginKey(email, config.keys))[part === 'network' ? 0 : 1]!
  return 'ids' in (await db.transaction((tx) => takeAttempt(tx, counters, now())))
}

/** Counts logins of strangers whose networks have used up their first ones, each from an address of its own. */
async function countStrangers(email: string, count: number): Promise<boolean[]> {
  const allowed: boolean[] = []
  for (let n = 0; n < count; n += 1) allowed.push(await countLogin(email, `203.0.113.${n}`, 'all'))
  return allowed
}

/** Uses up the first logins of the network at home. */
async function countFirstLogins({ email, home }: { email: string; home: From }): Promise<void> {
  for (let n = 0; n < 2; n += 1) expect(await countLogin(email, home.ip, 'network')).toBe(true)
}

const STRANGER = { ip: '192.0.2.1' }

describe('five wrong passwords', () => {
  it('lock the account for their address only, the right password included', async () => {
    const { email, home } = await signUp()
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong', STRANGER).expect(401)
    const { headers } = await login(email, PASSWORD, STRANGER).expect(429)
    expect(headers).toMatchObject({ 'retry-after': '900' })
    expect(headers).not.toHaveProperty('set-cookie')
    await login(email, PASSWORD, home).expect(200)
    await login(email, PASSWORD, STRANGER).expect(429)
  })

  it('do not reveal which phone number belongs to the email, and leave it five of its own', async () => {
    const { email, home, phone_number } = await signUp()
    const loginByPhone = (password: string, from: From) => post('login', { phone_number, password }, from)
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong', STRANGER).expect(401)
    await login(email, 'wrong', STRANGER).expect(429)
    for (let n = 0; n < 5; n += 1) await loginByPhone('wrong', STRANGER).expect(401)
    await loginByPhone(PASSWORD, STRANGER).expect(429)
    for (let n = 0; n < 5; n += 1) await loginByPhone('wrong', home).expect(401)
    await loginByPhone(PASSWORD, home).expect(429)
    expect((await resetPassword({ email, home })).code).toBe(200)
    await loginByPhone('quiet-harbour-7', home).expect(200)
  })

  it('count together within a network of IPv6', async () => {
    const { email } = await signUp()
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong', { ip: `2001:db8::${n}` }).expect(401)
    await login(email, PASSWORD, { ip: '2001:db8::ffff' }).expect(429)
    await login(email, PASSWORD, { ip: '2001:db8:0:1::1' }).expect(200)
  })
})

describe('thirty wrong passwords from many addresses', () => {
  it.each(['an account', 'no account'])('slow strangers down, on %s', async (which) => {
    const { email, home } = which === 'an account' ? await signUp() : { email: 'no@shop.in', home: STRANGER }
    await countFirstLogins({ email, home })
    expect(await countStrangers(email, 32)).toEqual([...Array<boolean>(30).fill(true), false, false])
    expect((await login(email, PASSWORD, home).expect(429)).headers['retry-after']).toBe('30')
    test.clock.advance(30)
    expect(await countStrangers(email, 2)).toEqual([true, false])
    test.clock.advance(30)
    await login(email, PASSWORD, home).expect(which === 'an account' ? 200 : 401)
  })

  it('leave the first two logins of a day to every other network', async () => {
    const { email, home } = await signUp()
    await countStrangers(email, 30)
    for (const n of [1, 2]) await login(email, 'wrong', { ip: `2001:db8:0:${n}::1` }).expect(401)
    await login(email, PASSWORD, { ip: '2001:db8:0:3::1' }).expect(429)
    await login(email, PASSWORD, home).expect(200)
    await countStrangers(email, 30)
    test.clock.advance(86_400)
    await countStrangers(email, 30)
    await login(email, PASSWORD, { ip: '2001:db8:0:3::1' }).expect(200)
  })
})

it('a thousand first logins are all that an account allows in a day, however many networks make them', async () => {
  const { email, home } = await signUp()
  const { db, now, config } = test.shop
  const account = accountKey(await findCustomerByEmail(db, email), email, config.keys)
  const row = { kind: 'login' as const, subject: `${account} first logins`, at: now() }
  await db.transaction((tx) => tx.insert(tx.tables.attempts).values(Array.from({ length: 999 }, () => row)))
  expect(await countLogin(email, '2001:db8:1::1', 'network')).toBe(true)
  expect(await countLogin(email, '2001:db8:2::1', 'network')).toBe(false)
  await login(email, PASSWORD, home).expect(200)
})

describe('a browser that has logged in before', () => {
  it('logs in whatever strangers do, with five tries of its own', async () => {
    const { email, home, cookie } = await signUp()
    await countFirstLogins({ email, home })
    await countStrangers(email, 30)
    await login(email, PASSWORD, home).expect(429)
    for (let n = 0; n < 5; n += 1) await login(email, 'wrong', { ...home, cookie }).expect(401)
    await login(email, PASSWORD, { ...home, cookie }).expect(429)
    test.clock.advance(900)
    await countStrangers(email, 30)
    const renewed = await login(email, PASSWORD, {
      ...home,
      cookie: `haat_device=a.b; ${cookie}; c=d`,
    }).expect(200)
    expect(cookieOf(renewed)).toBe(cookie)
  })

  it('carries a mark that no script reads and no other site sends', async () => {
    const { email, home } = await signUp()
    const reply = await login(email, PASSWORD, home).expect(200)
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^haat_device=[\w-]{22}\.[\w-]{43}; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is a stranger with a mark of another account, a changed mark, or one from before a reset', async () => {
    const [asha, ravi] = [await signUp(), await signUp()]
    const changed = asha.cookie.replace(/=./, (text) => (text === '=A' ? '=B' : '=A'))
    await countFirstLogins(asha)
    await countStrangers(asha.email, 30)
    for (const cookie of [ravi.cookie, changed, 'haat_device=', `${asha.cookie}x`])
      await login(asha.email, PASSWORD, { ...asha.home, cookie }).expect(429)
    const { cookie, code } = await resetPassword(asha)
    expect(code).toBe(200)
    await countFirstLogins(asha)
    await countStrangers(asha.email, 30)
    await login(asha.email, 'quiet-harbour-7', { ...asha.home, cookie: asha.cookie }).expect(429)
    await login(asha.email, 'quiet-harbour-7', { ...asha.home, cookie }).expect(200)
  })
})

const lastCode = (email: string): string => /\b\d{6}\b/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? ''

const mailsTo = (email: string) => test.mail.messages.filter(({ to }) => to === email)

async function requestOtp(email: string, from: From): Promise<number> {
  await post('forgot-password', { email }, from).expect(200)
  await test.shop.background.idle()
  return mailsTo(email).length
}

/** How many tries of the only code of an account were taken. */
async function triesOfCode(email: string): Promise<number> {
  const { db } = test.shop
  const customer = await findCustomerByEmail(db, email)
  const rows = await db.select().from(db.tables.otps)
  return 5 - (rows.find(({ user_id }) => user_id === customer?.id)?.tries_left ?? 5)
}

async function resetPassword({ email, home }: { email: string; home: From }) {
  await requestOtp(email, home)
  const otp = lastCode(email)
  const reply = await post('reset-password', { email, otp, newPassword: 'quiet-harbour-7' }, home)
  return { cookie: cookieOf(reply), code: reply.status }
}

describe('OTP mails', () => {
  it('reach an owner who has not requested any, whatever two networks request all day', async () => {
    const { email, home, cookie } = await signUp()
    for (let n = 1; n <= 5; n += 1) expect(await requestOtp(email, STRANGER)).toBe(Math.min(n, 3))
    expect(await requestOtp(email, { ip: '192.0.2.2' })).toBe(3)
    for (let hour = 0; hour < 18; hour += 1) {
      await requestOtp(email, { ip: '203.0.113.77' })
      test.clock.advance(3600)
    }
    expect(mailsTo(email)).toHaveLength(6)
    expect(await requestOtp(email, home)).toBe(7)
    // The further mails of all strangers are used up.
    expect(await requestOtp(email, home)).toBe(7)
    expect(await requestOtp(email, { ...home, cookie })).toBe(8)
    test.clock.advance(86_400)
    for (const count of [9, 10, 11, 11]) expect(await requestOtp(email, home)).toBe(count)
  })

  it('are used up by eight networks a day, of IPv4 or IPv6, and not by seven', async () => {
    const { email, home, cookie } = await signUp()
    const requestFrom = async (network: number) => {
      for (let n = 1; n <= 4; n += 1) {
        await requestOtp(email, { ip: `10.1.${network}.${n}` })
        await requestOtp(email, { ip: `2001:db8:${network}:${n}::1` })
      }
    }
    for (const network of [1, 2, 3]) await requestFrom(network)
    await requestOtp(email, { ip: '10.1.4.1' })
    expect(mailsTo(email)).toHaveLength(7 + 4)
    expect(await requestOtp(email, home)).toBe(12)
    for (let hour = 1; hour < 24; hour += 1) {
      await requestOtp(email, { ip: `2001:db9:${hour}::1` })
      test.clock.advance(3600)
    }
    expect(mailsTo(email)).toHaveLength(12)
    expect(await requestOtp(email, { ...home, cookie })).toBe(13)
  })

  it('give strangers forty-five guesses a day, with five tries of the first code of every network', async () => {
    const { email } = await signUp()
    const tried: number[] = []
    for (const network of [1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8]) {
      const from = { ip: `10.2.${network}.1` }
      await requestOtp(email, from)
      for (let n = 0; n < 6; n += 1) await post('verify-otp', { email, otp: `00000${n}` }, from).expect(400)
      tried.push(await triesOfCode(email))
      test.clock.advance(1)
    }
    expect(mailsTo(email)).toHaveLength(12)
    expect(tried).toEqual([5, 5, 0, 5, 0, 5, 5, 5, 5, 5, 5, 0])
  })

  it('let a locked-out owner in: a reset clears the counters', async () => {
    const asha = await signUp()
    for (let n = 0; n < 5; n += 1) await login(asha.email, 'wrong', asha.home).expect(401)
    await countStrangers(asha.email, 25)
    await login(asha.email, PASSWORD, asha.home).expect(429)
    expect((await resetPassword(asha)).code).toBe(200)
    await login(asha.email, 'quiet-harbour-7', asha.home).expect(200)
  })
})

describe('the code of a known browser', () => {
  it('is not voided by the codes that strangers request, and resets the password', async () => {
    const { email, home, cookie } = await signUp()
    const owner = { ...home, cookie }
    await requestOtp(email, owner)
    const otp = lastCode(email)
    for (let n = 1; n <= 8; n += 1) await requestOtp(email, { ip: `2001:db8:${n}::1` })
    expect(mailsTo(email).length).toBeGreaterThan(5)
    await post('reset-password', { email, otp, newPassword: 'quiet-harbour-7' }, owner).expect(200)
  })

  it('is one of ten a day that all known browsers and the logged-in customer get together', async () => {
    const { email, home, cookie } = await signUp()
    const { body, headers } = await login(email, PASSWORD, home).expect(200)
    const other = cookieOf({ headers })
    for (let n = 0; n < 4; n += 1) await requestOtp(email, { ...home, cookie })
    await test.post('/api/users/verify-email/send', {}, body.accessToken).expect(200)
    expect(await requestOtp(email, { ...home, cookie: other })).toBe(5)
    test.clock.advance(3600)
    for (let n = 0; n < 5; n += 1) await requestOtp(email, { ...home, cookie: other })
    test.clock.advance(3600)
    await test.post('/api/users/verify-email/send', {}, body.accessToken).expect(429)
    expect(await requestOtp(email, { ...home, cookie })).toBe(10)
    expect(await requestOtp(email, STRANGER)).toBe(11)
  })

  it('verifies the address of a logged-in customer whatever strangers request', async () => {
    const { email, home } = await signUp()
    const { body } = await login(email, PASSWORD, home).expect(200)
    await test.post('/api/users/verify-email/send', {}, body.accessToken).expect(200)
    const otp = lastCode(email)
    await requestOtp(email, STRANGER)
    await test.post('/api/users/verify-email/confirm', { otp }, body.accessToken).expect(200)
  })

  it('is tried twice by strangers, and their own codes besides', async () => {
    const { email, home, cookie } = await signUp()
    await requestOtp(email, { ...home, cookie })
    const own = lastCode(email)
    await requestOtp(email, STRANGER)
    const theirs = lastCode(email)
    const wrong = ['000000', '000001', '000002'].find((code) => ![own, theirs].includes(code))
    for (let n = 0; n < 4; n += 1) await post('verify-otp', { email, otp: wrong }, STRANGER).expect(400)
    await post('verify-otp', { email, otp: own }, STRANGER).expect(400)
    await post('verify-otp', { email, otp: own }, { ...home, cookie }).expect(200)
  })
})

it('keeps the code that support has printed while strangers request theirs', async () => {
  const { email, home } = await signUp()
  const { code } = await printCode(test.shop, email)
  await requestOtp(email, STRANGER)
  await post('reset-password', { email, otp: code, newPassword: 'quiet-harbour-7' }, home).expect(200)
})

it('leaves tries of an OTP to the caller that requested it', async () => {
  const { email, home } = await signUp()
  await requestOtp(email, home)
  const otp = lastCode(email)
  const wrong = otp === '000000' ? '000001' : '000000'
  const verify = (code: string, from: From) => post('verify-otp', { email, otp: code }, from)
  await verify(otp, STRANGER).expect(200)
  for (let n = 0; n < 10; n += 1) await verify(wrong, { ip: `192.0.2.${n}` }).expect(400)
  await verify(otp, STRANGER).expect(400)
  for (let n = 0; n < 2; n += 1) await verify(wrong, home).expect(400)
  await verify(otp, home).expect(200)
  await verify(wrong, home).expect(400)
  await verify(otp, home).expect(400)
})

it('leaves tries of an OTP to its requester with a clock that moves at every reading', async () => {
  const { email, home } = await signUp()
  const { now } = test.shop
  test.shop.now = () => {
    test.clock.advance(0.001)
    return now()
  }
  try {
    await requestOtp(email, home)
    const otp = lastCode(email)
    const wrong = otp === '000000' ? '000001' : '000000'
    for (let n = 0; n < 2; n += 1)
      await post('verify-otp', { email, otp: wrong }, { ip: `192.0.2.${n}` }).expect(400)
    await post('verify-otp', { email, otp }, home).expect(200)
  } finally {
    test.shop.now = now
  }
})

it('takes five tries a day of callers that did not request the codes, two of each', async () => {
  const { email, home, cookie } = await signUp()
  const owner = { ...home, cookie }
  const tried: number[] = []
  for (let code = 0; code < 4; code += 1) {
    test.clock.advance(3600)
    await requestOtp(email, owner)
    for (let n = 0; n < 4; n += 1)
      await post('verify-otp', { email, otp: `00000${n}` }, { ip: `192.0.2.${n}` })
    tried.push(await triesOfCode(email))
  }
  expect(tried).toEqual([2, 2, 1, 0])
})

it('gives each caller three tries of a code that support has printed', async () => {
  const { email, home } = await signUp()
  const { code } = await printCode(test.shop, email)
  const wrong = code === '000000' ? '000001' : '000000'
  const reset = (otp: string, from: From) =>
    post('reset-password', { email, otp, newPassword: 'quiet-harbour-7' }, from)
  for (let n = 0; n < 10; n += 1) await reset(wrong, STRANGER).expect(400)
  await reset(code, STRANGER).expect(400)
  await reset(wrong, home).expect(400)
  await reset(code, home).expect(200)
})

it('leaves tries of a newer OTP to its caller when a stranger requested the one before', async () => {
  const { email, home } = await signUp()
  await requestOtp(email, STRANGER)
  test.clock.advance(1)
  await requestOtp(email, home)
  const otp = lastCode(email)
  const wrong = otp === '000000' ? '000001' : '000000'
  const guess = { email, otp: wrong }
  await Promise.all(Array.from({ length: 10 }, () => post('verify-otp', guess, STRANGER).expect(400)))
  await post('verify-otp', guess, home).expect(400)
  await post('reset-password', { email, otp, newPassword: 'quiet-harbour-7' }, home).expect(200)
})

it('writes a row for every wrong OTP, whether or not the account exists or has one', async () => {
  const { email, home } = await signUp()
  const { db } = test.shop
  const state = async () =>
    JSON.stringify([await db.select().from(db.tables.attempts), await db.select().from(db.tables.otps)])
  const changes = async (address: string): Promise<boolean> => {
    const before = await state()
    await post('verify-otp', { email: address, otp: '000000' }, home).expect(400)
    return (await state()) !== before
  }
  expect(await changes('nobody@shop.in')).toBe(true)
  expect(await changes(email)).toBe(true)
  await requestOtp(email, home)
  expect(await changes(email)).toBe(true)
})
