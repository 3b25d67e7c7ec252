import { describe, expect, it, vi } from 'vitest'
import { aCustomer } from '../../../test/factories.ts'
import { smtpForThisTest } from '../../../test/smtp.ts'
import { shopForThisTest, START, type TestShop, untilAnswered } from '../../../test/test-shop.ts'
import { smtpDelivery, startPosting } from '../../adapters/smtp.ts'

const ASHA = { name: 'Asha Rao', email: 'asha@shop.in', phone_number: '9876543210', password: 'Demo@1234' }
const LIMITED = { RATE_LIMIT: 'on' }

async function withAsha(env?: Record<string, string>): Promise<TestShop> {
  const test = await shopForThisTest(env)
  await test.post('/api/auth/signup', ASHA).expect(201)
  return test
}

const login = (test: TestShop, password = ASHA.password, email = ASHA.email) =>
  test.post('/api/auth/login', { email, password })

/** Requests an OTP and reads it from the mail. */
async function otpFor(test: TestShop, email = ASHA.email): Promise<string> {
  await test.post('/api/auth/forgot-password', { email }).expect(200)
  await test.shop.background.idle()
  return codeIn(test)
}

const codeIn = (test: TestShop): string => /\b\d{6}\b/.exec(test.mail.messages.at(-1)?.text ?? '')?.[0] ?? ''

/** A code other than this one. */
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('signup', () => {
  it('creates an account and a session', async () => {
    const test = await shopForThisTest()
    const { body } = await test.post('/api/auth/signup', { ...ASHA, email: '  Asha@Shop.IN ' }).expect(201)
    expect(body).toMatchObject({
      success: true,
      message: 'Account created successfully! Please login.',
      user: { name: 'Asha Rao', email: 'asha@shop.in', phone_number: '9876543210', phone: '9876543210' },
      expiresAt: new Date(START.getTime() + 86_400_000).toISOString(),
    })
    expect(JSON.stringify(body)).not.toContain('argon2')
    await test.get('/api/users/profile', body.accessToken).expect(200)
  })

  it.each([
    ['the same e-mail', { email: ASHA.email, phone_number: '9000000001' }],
    ['the e-mail in other case', { email: 'ASHA@SHOP.IN', phone_number: '9000000001' }],
    ['the e-mail with a space', { email: 'asha@shop.in ', phone_number: '9000000001' }],
    ['the e-mail in full-width letters', { email: 'ａｓｈａ@shop.in', phone_number: '9000000001' }],
    ['the same phone number', { email: 'other@shop.in', phone_number: ASHA.phone_number }],
    ['the phone number with its country code', { email: 'other@shop.in', phone_number: '+91 98765-43210' }],
  ])('refuses %s', async (_what, duplicate) => {
    const test = await withAsha()
    const { body } = await test.post('/api/auth/signup', { ...ASHA, ...duplicate }).expect(409)
    expect(body).toEqual({
      success: false,
      message: 'An account with this email or phone number already exists.',
    })
  })

  it.each([
    [{ name: '  ' }, 'Full name is required'],
    [{ name: 'Asha\r\nBcc: x@y.z' }, 'Must not contain control characters'],
    [{ name: 'x'.repeat(101) }, 'Full name must have 100 characters at most'],
    [{ name: undefined }, 'Full name is required'],
    [{ email: undefined }, 'Email is required'],
    [{ email: ' ' }, 'Email is required'],
    [{ phone_number: '' }, 'Phone number is required'],
    [{ password: undefined }, 'Password is required'],
    [{ email: 'asha' }, 'Email is invalid'],
    [{ email: '"a@evil x"@shop.in' }, 'Email is invalid'],
    [{ email: 'a\u0000@shop.in' }, 'Email is invalid'],
    [{ email: `${'x'.repeat(250)}@shop.in` }, 'Email is too long'],
    [{ phone_number: '98765' }, 'Phone number must be 10 digits'],
    [{ phone_number: 9876543210 }, 'Phone number is required'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(129) }, 'Password is too long'],
    [{ password: 'secret\u0000!' }, 'Must not contain control characters'],
  ])('refuses %o', async (wrong, message) => {
    const test = await shopForThisTest()
    const { body } = await test.post('/api/auth/signup', { ...ASHA, ...wrong }).expect(400)
    expect(body.success).toBe(false)
    if (message !== null) expect(body.message).toBe(message)
  })

  it('stores markup as text', async () => {
    const test = await shopForThisTest()
    const name = '<script>alert(1)</script> =cmd()'
    const { body } = await test.post('/api/auth/signup', { ...ASHA, name }).expect(201)
    expect(body.user.name).toBe(name)
  })

  it('creates one account from 50 concurrent sign-ups', async () => {
    const test = await shopForThisTest()
    const signUp = () => untilAnswered(() => test.post('/api/auth/signup', ASHA))
    const replies = await Promise.all(Array.from({ length: 50 }, signUp))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
  })
})

describe('login', () => {
  it('accepts the e-mail address in any case, or the phone number in any usual spelling', async () => {
    const test = await withAsha()
    const phones = [ASHA.phone_number, '+91 98765 43210', '098765 43210'].map((phone_number) => ({
      phone_number,
    }))
    for (const identifier of [{ email: ' ASHA@shop.in' }, ...phones]) {
      const { body } = await test
        .post('/api/auth/login', { ...identifier, password: ASHA.password })
        .expect(200)
      expect(body).toMatchObject({
        success: true,
        message: 'Logged in successfully!',
        user: { name: ASHA.name },
      })
      await test.get('/api/users/profile', body.accessToken).expect(200)
    }
  })

  it('takes the password exactly as it is typed', async () => {
    const test = await withAsha()
    const { password } = ASHA
    for (const other of [` ${password}`, `${password} `, password.toUpperCase(), password.toLowerCase()])
      await login(test, other).expect(401)
    await login(test, password).expect(200)
  })

  it('gives the same reply for an unknown user, a wrong password and a broken hash', async () => {
    const test = await withAsha()
    const broken = await aCustomer(test)
    for (const email of [ASHA.email, 'nobody@shop.in', broken.email, 'not an address']) {
      const { body } = await login(test, 'wrong', email).expect(401)
      expect(body).toEqual({ success: false, message: 'Invalid credentials' })
    }
  })

  it.each([
    [{ email: { $ne: 1 }, password: 'x' }],
    [{ email: ASHA.email, phone_number: ASHA.phone_number, password: ASHA.password }],
    [{ password: ASHA.password }],
    [{ email: ASHA.email }],
    [{ email: ASHA.email, password: '' }],
    [{ email: ASHA.email, password: ['x'] }],
    [{ email: ASHA.email, password: 'x'.repeat(200_000) }],
    [{ email: 'a\u0000@shop.in', password: 'x' }],
    [{ email: ASHA.email, password: 'a\u0000' }],
    [{ phone_number: '98\u000076', password: 'x' }],
  ])('refuses %o', async (body) => {
    const test = await withAsha()
    await test.post('/api/auth/login', body).expect(400)
  })

  it('does not find an account by what is stored in place of its phone number', async () => {
    const test = await withAsha()
    const { users } = test.shop.db.tables
    await test.shop.db.transaction((tx) => tx.update(users).set({ phone_number: 'none:1' }))
    for (const phone_number of ['none:1', ' none:1 '])
      await test.post('/api/auth/login', { phone_number, password: ASHA.password }).expect(401)
    await login(test).expect(200)
  })

  it('is locked for 15 minutes after five failures, even with the right password', async () => {
    const test = await withAsha(LIMITED)
    for (let n = 0; n < 5; n += 1) await login(test, 'wrong').expect(401)
    const wrong = await login(test, 'wrong').expect(429)
    const right = await login(test).expect(429)
    expect(right.body).toEqual(wrong.body)
    expect(right.headers['retry-after']).toBe('900')
    test.clock.advance(900)
    await login(test).expect(200)
  })

  it('locks an address without an account too', async () => {
    const test = await withAsha(LIMITED)
    for (let n = 0; n < 5; n += 1) await login(test, 'wrong', 'nobody@shop.in').expect(401)
    await login(test, 'wrong', 'nobody@shop.in').expect(429)
    await login(test, 'wrong', 'nobody2@shop.in').expect(401)
  })

  it('checks at most five of 20 concurrent attempts', async () => {
    const test = await withAsha(LIMITED)
    const replies = await Promise.all(Array.from({ length: 20 }, () => login(test, 'wrong')))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('forgets wrong passwords on success', async () => {
    const test = await withAsha(LIMITED)
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) await login(test, 'wrong').expect(401)
      await login(test).expect(200)
    }
  })

  it('is unlocked by an OTP reset', async () => {
    const test = await withAsha(LIMITED)
    for (let n = 0; n < 5; n += 1) await login(test, 'wrong').expect(401)
    const otp = await otpFor(test)
    await test
      .post('/api/auth/reset-password', { email: ASHA.email, otp, newPassword: 'fresh-1' })
      .expect(200)
    await login(test, 'fresh-1').expect(200)
  })

  it('is not locked with RATE_LIMIT=off', async () => {
    const test = await withAsha()
    for (let n = 0; n < 7; n += 1) await login(test, 'wrong').expect(401)
    await login(test).expect(200)
  })

  it('opens no session when a password reset commits first', async () => {
    const test = await withAsha()
    const otp = await otpFor(test)
    const reset = { email: ASHA.email, otp, newPassword: 'fresh-1' }
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => login(test)),
      test.post('/api/auth/reset-password', reset).expect(200),
      ...Array.from({ length: 10 }, () => login(test)),
    ])
    for (const { body } of replies.filter((reply) => reply.body.accessToken)) {
      await test.get('/api/users/profile', body.accessToken).expect(401)
    }
  })
})

describe('logout', () => {
  it('ends only this session', async () => {
    const test = await withAsha()
    const one = (await login(test)).body.accessToken
    const two = (await login(test)).body.accessToken
    const { body } = await test.post('/api/auth/logout', undefined, one).expect(200)
    expect(body).toEqual({ success: true, message: 'Logged out successfully!' })
    await test.get('/api/users/profile', one).expect(401)
    await test.post('/api/auth/logout', {}, one).expect(401)
    await test.get('/api/users/profile', two).expect(200)
  })
})

describe('forgot-password', () => {
  it('gives every address the same reply and mails only customers', async () => {
    const test = await withAsha()
    const known = await test.post('/api/auth/forgot-password', { email: ' ASHA@shop.in' }).expect(200)
    const unknown = await test.post('/api/auth/forgot-password', { email: 'nobody@shop.in' }).expect(200)
    expect(known.body).toEqual({ success: true, message: 'OTP sent to your email!' })
    expect(unknown.body).toEqual(known.body)
    await test.shop.background.idle()
    expect(test.mail.messages.map(({ to }) => to)).toEqual([ASHA.email])
    expect(JSON.stringify(known.body)).not.toContain(codeIn(test))
  })

  it('replies at once while the mail server is down or does not respond', async () => {
    const test = await withAsha()
    const mute = await smtpForThisTest({ delayMs: 60_000 })
    for (const smtpUrl of ['smtp://127.0.0.1:1', 'smtp://nobody.invalid', mute.url]) {
      const deliver = smtpDelivery(smtpUrl, 'shop@haat.example')
      // Tries once and says nothing: retries would outlive the test.
      const post = startPosting({ deliver, pauses: [], report: () => undefined })
      test.shop.mail = { inbox: null, post, deliver }
      const before = performance.now()
      const { body } = await test.post('/api/auth/forgot-password', { email: ASHA.email }).expect(200)
      expect(body.message).toBe('OTP sent to your email!')
      // A reply that waited for the silent server would take a minute.
      expect(performance.now() - before).toBeLessThan(10_000)
      await test.shop.background.idle()
    }
    await vi.waitFor(() => expect(mute.connections).toBe(1), 30_000)
  })

  it('ignores the Host header', async () => {
    const test = await withAsha()
    const poison = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', host: 'evil.example' }
    await test.post('/api/auth/forgot-password', { email: ASHA.email }).set(poison).expect(200)
    await test.shop.background.idle()
    expect(JSON.stringify(test.mail.messages)).not.toContain('evil.example')
  })

  it('allows 20 requests an hour per network address', async () => {
    const test = await shopForThisTest(LIMITED)
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) {
      statuses.push((await test.post('/api/auth/forgot-password', { email: `n${n}@shop.in` })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })

  it('stores no code in plain text', async () => {
    const test = await withAsha()
    const code = await otpFor(test)
    const [row] = await test.shop.db.select().from(test.shop.db.tables.otps)
    expect(row?.code_hash).not.toContain(code)
  })
})

describe('OTP', () => {
  const verify = (test: TestShop, otp: string, email = ASHA.email) =>
    test.post('/api/auth/verify-otp', { email, otp })
  const reset = (test: TestShop, otp: string, newPassword = 'fresh-1') =>
    test.post('/api/auth/reset-password', { email: ASHA.email, otp, newPassword })
  const REFUSED = {
    success: false,
    code: 'OTP_INVALID',
    message: 'Invalid or expired OTP. Please try again.',
  }

  it('can be verified repeatedly and is used up by the reset', async () => {
    const test = await withAsha()
    const session = (await login(test)).body.accessToken
    const otp = await otpFor(test)
    for (let n = 0; n < 7; n += 1) {
      const { body } = await verify(test, otp).expect(200)
      expect(body).toEqual({ success: true, message: 'OTP verified successfully!' })
    }
    const { body } = await reset(test, otp).expect(200)
    expect(body).toEqual({
      success: true,
      message: 'Password reset successfully! Please login with your new password.',
    })
    expect((await reset(test, otp, 'fresh-2').expect(400)).body).toEqual(REFUSED)
    await test.get('/api/users/profile', session).expect(401)
    await login(test).expect(401)
    await login(test, 'fresh-1').expect(200)
  })

  it.each([{}, LIMITED])(
    'is invalid after five wrong tries, with and without rate limits: %o',
    async (env) => {
      const test = await withAsha(env)
      const otp = await otpFor(test)
      for (let n = 0; n < 5; n += 1) {
        const reply = n % 2 === 0 ? await verify(test, other(otp)) : await reset(test, other(otp))
        expect(reply.status).toBe(400)
        expect(reply.body).toEqual(REFUSED)
      }
      expect((await verify(test, otp).expect(400)).body).toEqual(REFUSED)
      await reset(test, otp).expect(400)
    },
  )

  it('checks at most five of 100 concurrent wrong tries', async () => {
    const test = await withAsha()
    const otp = await otpFor(test)
    const guess = () => untilAnswered(() => verify(test, other(otp)))
    for (const { status } of await Promise.all(Array.from({ length: 100 }, guess))) expect(status).toBe(400)
    const [row] = await test.shop.db.select().from(test.shop.db.tables.otps)
    expect(row?.tries_left).toBe(0)
    await verify(test, otp).expect(400)
  })

  it('resets the password once in 50 concurrent requests', async () => {
    const test = await withAsha()
    const otp = await otpFor(test)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => untilAnswered(() => reset(test, otp, `fresh-${n}`))),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of replies) if (status !== 200) expect([status, body]).toEqual([400, REFUSED])
  })

  it('expires after exactly ten minutes', async () => {
    const test = await withAsha()
    const otp = await otpFor(test)
    test.clock.advance(599.999)
    await verify(test, otp).expect(200)
    test.clock.advance(0.001)
    await verify(test, otp).expect(400)
    await reset(test, otp).expect(400)
  })

  it('is replaced by a newer one', async () => {
    const test = await withAsha()
    const old = await otpFor(test)
    const fresh = await otpFor(test)
    if (old !== fresh) await verify(test, old).expect(400)
    await verify(test, fresh).expect(200)
  })

  it('is invalid for other accounts', async () => {
    const test = await withAsha()
    await test
      .post('/api/auth/signup', { ...ASHA, email: 'v@shop.in', phone_number: '9123456780' })
      .expect(201)
    const otp = await otpFor(test)
    await otpFor(test, 'v@shop.in')
    if (codeIn(test) !== otp) await verify(test, otp, 'v@shop.in').expect(400)
    await verify(test, otp, 'nobody@shop.in').expect(400)
  })

  it('is not used up by a password that is too short', async () => {
    const test = await withAsha()
    const { body } = await reset(test, await otpFor(test), '12345').expect(400)
    expect(body.message).toBe('Password must be at least 6 characters')
  })

  it.each(['12345', '1234567', '12a456', ''])('is refused as %j', async (otp) => {
    const test = await withAsha()
    const { body } = await verify(test, otp).expect(400)
    expect(body.message).toBe('A valid 6-digit OTP is required')
  })
})
