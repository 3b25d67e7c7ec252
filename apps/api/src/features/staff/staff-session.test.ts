/** How the staff get in: passwords, second factors, links, cookies, and the limits of guessing. */
import { describe, expect, it } from 'vitest'
import { aMember, atTheDesk, STAFF_PASSWORD } from '../../../test/desk.ts'
import { rule } from '../../../test/rule.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { runOutbox } from '../mail/outbox.ts'
import { newOwnerLink, staffLinkMails } from './links.ts'
import { codeAt } from './second-factor.ts'
import { sweepStaff } from './session.ts'

const NEW_PASSWORD = 'Hook-mast-9 sails'
const WRONG = { success: false, message: 'The e-mail address or the password is wrong.' }
const WRONG_WITH_CODE = {
  success: false,
  message: 'The e-mail address, the password or the code is wrong.',
}
const STEP_MS = 30_000

const login = (test: TestShop, email: string, more: object = {}) =>
  test.post('/api/desk/session', { email, password: STAFF_PASSWORD, ...more })
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String([headers['set-cookie']].flat()[0])
const codeOf = (test: TestShop, secret: string, steps = 0) =>
  codeAt(secret, Math.floor(test.clock.now().getTime() / STEP_MS) + steps)
const tokenIn = (link: string): string => link.split('/').at(-1)!
const accept = (test: TestShop, link: string, body: object = {}) =>
  test.post(`/api/desk/links/${tokenIn(link)}`, { password: NEW_PASSWORD, ...body })

/** The acts of the audit. */
async function entered({ shop: { db } }: TestShop): Promise<string[]> {
  const { audit_entries: entries } = db.tables
  return (await db.select({ act: entries.act }).from(entries)).map(({ act }) => act)
}

/** Turns the second factor of a member on. */
async function withSecondFactor(test: TestShop) {
  const user = await atTheDesk(test)
  const started = await user.call('POST', '/api/desk/second-factor', { password: STAFF_PASSWORD })
  const { secret } = started.json<{ secret: string }>()
  const confirmed = await user.call('POST', '/api/desk/second-factor/confirm', { code: codeOf(test, secret) })
  test.clock.advance(60)
  return { ...user, secret, codes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes }
}

describe('a login', () => {
  rule('opens a session that its cookie and its csrf name', async () => {
    const test = await shopForThisTest()
    const { email, id } = await aMember(test, 'packer')
    const reply = await login(test, email.toUpperCase()).expect(200)
    expect(reply.body).toMatchObject({
      staff: { id, email, role: 'packer', has_second_factor: false },
      permissions: ['orders.pack'],
      csrf: expect.stringMatching(/^[\w-]{43}$/),
    })
    const cookie = cookieOf(reply).split(';')[0]!
    const { body } = await test.get('/api/desk/session').set('cookie', cookie).expect(200)
    expect(body).toEqual(reply.body)
    const logout = test.delete('/api/desk/session').set({ cookie, 'x-haat-desk': body.csrf })
    expect(cookieOf(await logout.expect(200))).toMatch(/^haat_desk=; Max-Age=0/)
    await test.get('/api/desk/session').set('cookie', cookie).expect(401)
  })

  it('sets a cookie of the host alone, Secure on https', async () => {
    const http = await shopForThisTest()
    const https = await shopForThisTest({ PUBLIC_URL: 'https://shop.in' })
    const cookies: string[] = []
    for (const test of [http, https]) {
      const { email } = await aMember(test)
      for (const remember of [false, true]) cookies.push(cookieOf(await login(test, email, { remember })))
    }
    expect(cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, ';'))).toEqual([
      'haat_desk; Path=/; HttpOnly; SameSite=Strict',
      'haat_desk; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict',
      '__Host-haat_desk; Path=/; HttpOnly; Secure; SameSite=Strict',
      '__Host-haat_desk; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
    ])
  })

  rule('never says which part was wrong', async () => {
    const test = await shopForThisTest()
    const [member, gone] = [await aMember(test), await atTheDesk(test)]
    const owner = await atTheDesk(test)
    const { secret, email } = await withSecondFactor(test)
    await owner.call('PATCH', `/api/desk/staff/${gone.id}`, { disabled: 'yes' })
    const attempts = [
      login(test, 'nobody@shop.in'),
      login(test, member.email, { password: 'wrong' }),
      login(test, gone.email),
    ]
    const withCode = [
      login(test, 'nobody@shop.in', { code: '123456' }),
      login(test, email, { code: codeOf(test, secret, 9) }),
      login(test, email, { code: 'abcde-fghij' }),
      login(test, email, { code: codeOf(test, secret), password: 'wrong' }),
    ]
    for (const attempt of attempts) expect((await attempt.expect(401)).body).toEqual(WRONG)
    for (const attempt of withCode) expect((await attempt.expect(401)).body).toEqual(WRONG_WITH_CODE)
  })

  rule('is locked after five wrong passwords, for the right one too', async () => {
    const test = await shopForThisTest({ RATE_LIMIT: 'on' })
    const { email } = await aMember(test)
    for (let n = 0; n < 5; n += 1) await login(test, email, { password: 'wrong' }).expect(401)
    await login(test, email).expect(429)
    test.clock.advance(15 * 60)
    await login(test, email).expect(200)
  })

  rule('locks out strangers and their address, but not the browser that has logged in before', async () => {
    const test = await shopForThisTest({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
    const { email } = await aMember(test)
    const cookies = (await login(test, email).expect(200)).headers['set-cookie'] as unknown as string[]
    const mark = cookies.find((one) => one.startsWith('haat_desk_device='))!
    expect(mark).toMatch(/; Path=\/api\/desk; HttpOnly/)
    for (let n = 0; n < 30; n += 1)
      await login(test, email, { password: 'wrong' }).set('x-forwarded-for', `203.0.113.${n}`).expect(401)
    await login(test, email).set('x-forwarded-for', '203.0.113.99').expect(429)
    await login(test, email).set('cookie', mark.split(';')[0]!).expect(200)
  })

  rule('lasts twelve idle hours, or thirty days where it is remembered', async () => {
    const test = await shopForThisTest()
    const { email } = await aMember(test)
    const [short, long] = [
      cookieOf(await login(test, email)),
      cookieOf(await login(test, email, { remember: true })),
    ]
    const status = async (cookie: string) => {
      const reply = await test.get('/api/desk/session').set('cookie', cookie.split(';')[0]!)
      await test.shop.background.idle()
      return reply.status
    }
    for (let n = 0; n < 3; n += 1) {
      test.clock.advance(11 * 3600)
      expect(await status(short)).toBe(200)
    }
    test.clock.advance(12 * 3600)
    expect([await status(short), await status(long)]).toEqual([401, 200])
    test.clock.advance(28 * 86_400)
    expect(await status(long)).toBe(200)
    test.clock.advance(86_400)
    expect(await status(long)).toBe(401)
    await sweepStaff(test.shop)
    expect(await test.shop.db.select().from(test.shop.db.tables.staff_sessions)).toEqual([])
  })
})

describe('a second factor', () => {
  rule('is asked for once it is confirmed', async () => {
    const test = await shopForThisTest()
    const { secret, email, codes } = await withSecondFactor(test)
    expect(new Set(codes).size).toBe(10)
    expect((await login(test, email).expect(401)).body.code).toBe('SECOND_FACTOR')
    expect((await login(test, email, { password: 'wrong' }).expect(401)).body).toEqual(WRONG)
    const { body } = await login(test, email, { code: codeOf(test, secret) }).expect(200)
    expect(body.staff.has_second_factor).toBe(true)
  })

  it('takes each code once, and none from before', async () => {
    const test = await shopForThisTest()
    const { secret, email } = await withSecondFactor(test)
    const code = codeOf(test, secret)
    const both = await Promise.all([login(test, email, { code }), login(test, email, { code })])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401'])
    await login(test, email, { code: codeOf(test, secret, -1) }).expect(401)
    await login(test, email, { code: codeOf(test, secret, 1) }).expect(200)
    test.clock.advance(30)
    await login(test, email, { code: codeOf(test, secret) }).expect(401)
    test.clock.advance(30)
    await login(test, email, { code: codeOf(test, secret) }).expect(200)
  })

  it('takes each recovery code once, as people type it', async () => {
    const test = await shopForThisTest()
    const { email, codes } = await withSecondFactor(test)
    await login(test, email, { code: codes[0]!.toUpperCase().replace('-', ' ') }).expect(200)
    await login(test, email, { code: codes[0] }).expect(401)
    await login(test, email, { code: codes[9] }).expect(200)
  })

  rule('needs the password to begin and to end', async () => {
    const test = await shopForThisTest()
    const user = await withSecondFactor(test)
    const password = STAFF_PASSWORD
    const status = async (method: string, body: object) =>
      (await user.call(method, '/api/desk/second-factor', body)).statusCode
    expect(await status('POST', { password: 'wrong' })).toBe(400)
    expect(await status('POST', { password })).toBe(409)
    expect(await status('DELETE', { password: 'wrong' })).toBe(400)
    expect(await status('DELETE', { password })).toBe(200)
    await login(test, user.email).expect(200)
    await login(test, user.email, { code: user.codes[0] }).expect(200)
  })

  rule('does not count before its code was given', async () => {
    const test = await shopForThisTest()
    const user = await atTheDesk(test)
    const { secret } = (
      await user.call('POST', '/api/desk/second-factor', { password: STAFF_PASSWORD })
    ).json<{
      secret: string
    }>()
    await login(test, user.email).expect(200)
    const code = codeOf(test, secret) === '000000' ? '111111' : '000000'
    const refused = await user.call('POST', '/api/desk/second-factor/confirm', { code })
    expect(refused.json()).toMatchObject({ code: 'WRONG_CODE' })
    await login(test, user.email).expect(200)
  })

  rule.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('computes the code of RFC 6238 at %d s', (seconds, code) => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code)
  })
})

describe('a link', () => {
  it('makes the first owner, once, while there is no staff', async () => {
    const test = await shopForThisTest()
    const [older, link] = [await newOwnerLink(test.shop), await newOwnerLink(test.shop)]
    expect(link).toMatch(/^http:\/\/[^/]+\/desk\/link\/[\w-]{43}$/)
    await test.get(`/api/desk/links/${tokenIn(older!)}`).expect(404)
    const { body } = await test.get(`/api/desk/links/${tokenIn(link!)}`).expect(200)
    expect(body).toMatchObject({ kind: 'owner', email: '', name: '' })
    const refused = await accept(test, link!, { name: 'Meera' }).expect(400)
    expect(refused.body.errors[0].path).toBe('email')
    const first = { name: 'Meera', email: 'Meera@shop.in' }
    const both = await Promise.all([
      accept(test, link!, first),
      accept(test, link!, { ...first, email: 'b@shop.in' }),
    ])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404'])
    expect(both.find(({ status }) => status === 200)!.body).toMatchObject({ staff: { role: 'owner' } })
    expect(await newOwnerLink(test.shop)).toBeNull()
    expect(await entered(test)).toEqual(['first_owner'])
  })

  rule('makes no owner once there is staff', async () => {
    const test = await shopForThisTest()
    const link = await newOwnerLink(test.shop)
    await aMember(test)
    await accept(test, link!, { name: 'Late', email: 'late@shop.in' }).expect(404)
  })

  rule('lets an invited person in, once and within 48 hours', async () => {
    const test = await shopForThisTest()
    const owner = await atTheDesk(test)
    const invite = async (email: string) =>
      (await owner.call('POST', '/api/desk/staff', { email, name: 'Ravi', role: 'packer' })).json<{
        link: string
      }>()
    const [{ link }, late] = [await invite('ravi@shop.in'), await invite('late@shop.in')]
    const { body } = await accept(test, link).expect(200)
    expect(body).toMatchObject({ staff: { name: 'Ravi', email: 'ravi@shop.in', role: 'packer' } })
    expect(await entered(test)).toContain('invitation')
    await accept(test, link).expect(404)
    await login(test, 'ravi@shop.in', { password: NEW_PASSWORD }).expect(200)
    test.clock.advance(48 * 3600)
    await accept(test, late.link).expect(404)
    await test.get(`/api/desk/links/${tokenIn(late.link)}`).expect(404)
  })

  rule('is mailed, without its secret in the database', async () => {
    const test = await shopForThisTest()
    const owner = await atTheDesk(test)
    const email = 'ravi@shop.in'
    const reply = await owner.call('POST', '/api/desk/staff', { email, name: 'Ravi', role: 'packer' })
    const { link, mailed } = reply.json<{ link: string; mailed: boolean }>()
    const { db } = test.shop
    const stored = [await db.select().from(db.tables.outbox), await db.select().from(db.tables.staff_links)]
    expect(mailed).toBe(true)
    expect(JSON.stringify(stored)).not.toContain(tokenIn(link))
    // Until then the invitation could be undone.
    test.clock.advance(15)
    await runOutbox(test.shop, [staffLinkMails])
    expect(test.mail.messages).toMatchObject([{ to: email, text: expect.stringContaining(link) }])
  })

  rule('sets a forgotten password, ends all sessions, and still asks for the second factor', async () => {
    const test = await shopForThisTest()
    const user = await withSecondFactor(test)
    await test.post('/api/desk/forgot-password', { email: 'nobody@shop.in' }).expect(200)
    await test.post('/api/desk/forgot-password', { email: user.email }).expect(200)
    await test.shop.background.idle()
    await runOutbox(test.shop, [staffLinkMails])
    expect(test.mail.messages.map(({ to }) => to)).toEqual([user.email])
    const link = /http\S+\/desk\/link\/\S+/.exec(test.mail.messages[0]!.text)![0]
    expect((await accept(test, link).expect(401)).body.code).toBe('SECOND_FACTOR')
    await accept(test, link, { code: 'abcde-fghij' }).expect(401)
    await accept(test, link, { code: codeOf(test, user.secret) }).expect(200)
    expect((await user.call('GET', '/api/desk/session')).statusCode).toBe(401)
    await login(test, user.email, { code: user.codes[0] }).expect(401)
    await login(test, user.email, { code: user.codes[0], password: NEW_PASSWORD }).expect(200)
  })
})

describe('a password', () => {
  it('is changed with the current one, which ends the other sessions', async () => {
    const test = await shopForThisTest()
    const user = await atTheDesk(test)
    const other = cookieOf(await login(test, user.email)).split(';')[0]!
    const change = (current: string, password = NEW_PASSWORD) =>
      user.call('POST', '/api/desk/password', { current, password })
    expect((await change('wrong')).statusCode).toBe(400)
    expect((await change(STAFF_PASSWORD, 'short')).statusCode).toBe(400)
    expect((await change(STAFF_PASSWORD)).statusCode).toBe(200)
    await test.get('/api/desk/session').set('cookie', other).expect(401)
    expect((await user.call('GET', '/api/desk/session')).statusCode).toBe(200)
    await login(test, user.email).expect(401)
  })

  rule('must not be easily guessed in production, and never the demo’s', async () => {
    const test = await shopForThisTest({ NODE_ENV: 'production', HAAT_DEMO: '0' })
    const link = (await newOwnerLink(test.shop))!
    const first = { name: 'Meera Nair', email: 'meera@shop.in' }
    for (const password of ['Demo@1234', 'password123', 'MeeraNair2026'])
      await accept(test, link, { ...first, password }).expect(400)
    await accept(test, link, first).expect(200)
  })
})

rule('lists the sessions of a member, who ends one of them', async () => {
  const test = await shopForThisTest()
  const [user, other] = [await atTheDesk(test), await atTheDesk(test)]
  await login(test, user.email)
  const list = async () =>
    (await user.call('GET', '/api/desk/sessions')).json<{ id: number; is_current: boolean }[]>()
  expect((await list()).filter(({ is_current }) => is_current)).toHaveLength(1)
  expect(await list()).toHaveLength(2)
  const { id } = (await list()).find(({ is_current }) => !is_current)!
  expect((await other.call('DELETE', `/api/desk/sessions/${id}`)).statusCode).toBe(404)
  expect((await user.call('DELETE', `/api/desk/sessions/${id}`)).statusCode).toBe(200)
  expect(await list()).toMatchObject([{ is_current: true }])
})
