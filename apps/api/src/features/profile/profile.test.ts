import { describe, expect, it } from 'vitest'
import { aCustomer, anAddress, type TestCustomer } from '../../../test/factories.ts'
import { shopForThisTest, START, type TestShop, untilAnswered } from '../../../test/test-shop.ts'
import { hashPassword } from '../auth/password.ts'

const HOME = {
  address_line1: '12 MG Road',
  address_line2: '',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560001',
  is_default: false,
}
const ASHA = { name: 'Asha Rao', phone_number: '9876543210' }

async function withAsha(env?: Record<string, string>): Promise<{ test: TestShop; asha: TestCustomer }> {
  const test = await shopForThisTest(env)
  return { test, asha: await aCustomer(test, { ...ASHA, password_hash: await hashPassword('Demo@1234') }) }
}

const add = (test: TestShop, { token }: TestCustomer, fields: object = {}) =>
  test.post('/api/users/addresses', { ...HOME, ...fields }, token)

const list = async (test: TestShop, { token }: TestCustomer) =>
  (await test.get('/api/users/addresses', token).expect(200)).body.addresses as (Record<string, unknown> & {
    id: number
  })[]

const defaults = async (test: TestShop, customer: TestCustomer) =>
  (await list(test, customer)).filter(({ is_default }) => is_default === 1).map(({ id }) => id)

describe('profile', () => {
  it("shows the caller's profile without secrets", async () => {
    const { test, asha } = await withAsha()
    const other = await aCustomer(test)
    const { body } = await test.get(`/api/users/profile?user_id=${other.id}`, asha.token).expect(200)
    expect(body).toEqual({
      success: true,
      user: {
        id: asha.id,
        name: 'Asha Rao',
        email: asha.email,
        phone_number: '9876543210',
        phone: '9876543210',
        created_at: START.toISOString(),
        order_count: 0,
        is_phone_verified: 0,
        can_verify_email: 1,
        has_password: 1,
      },
    })
  })
})

describe('adding an address', () => {
  it('uses name and phone from the profile, and makes the first one the default', async () => {
    const { test, asha } = await withAsha()
    const { body } = await add(test, asha, { country: undefined }).expect(201)
    expect(body).toMatchObject({
      success: true,
      message: 'Address added successfully',
      address: {
        ...HOME,
        full_name: 'Asha Rao',
        phone: '9876543210',
        address_line2: null,
        is_default: 1,
      },
    })
    expect(await list(test, asha)).toEqual([body.address])
  })

  it('keeps the ten digits of a phone number', async () => {
    const { test, asha } = await withAsha()
    const { body } = await add(test, asha, { phone: '+91 90000 00001' }).expect(201)
    expect(body.address.phone).toBe('9000000001')
  })

  it.each([true, 1])('moves the default with is_default %j', async (is_default) => {
    const { test, asha } = await withAsha()
    await add(test, asha).expect(201)
    const { body } = await add(test, asha, { is_default }).expect(201)
    expect(await defaults(test, asha)).toEqual([body.address.id])
    expect((await list(test, asha))[0]?.id).toBe(body.address.id)
  })

  it.each([
    [{ address_line1: '  ' }, 'Please fill all required fields'],
    [{ city: '' }, 'Please fill all required fields'],
    [{ state: undefined }, 'Please fill all required fields'],
    [{ pincode: '' }, 'Please fill all required fields'],
    [{ pincode: '<b>' }, 'Pincode must be 6 digits, the first not 0'],
    [{ pincode: '012345' }, 'Pincode must be 6 digits, the first not 0'],
    [{ address_line1: 'x'.repeat(10_000) }, null],
    [{ address_line1: 'a\u0000b' }, 'Must not contain control characters'],
    [{ full_name: '🎉🎉' }, 'Must contain a letter or digit'],
    [{ address_line1: '🏠' }, 'Must contain a letter or digit'],
    [{ pincode: '111111' }, 'PIN code 111111 does not exist.'],
    [{ pincode: '999999' }, 'PIN code 999999 does not exist.'],
    [{ phone: '12' }, 'Phone number must be 10 digits'],
    [{ is_default: 'yes' }, null],
  ])('refuses %o', async (wrong, message) => {
    const { test, asha } = await withAsha()
    const { body } = await add(test, asha, wrong).expect(400)
    if (message !== null) expect(body.message).toBe(message)
    expect(await list(test, asha)).toEqual([])
  })

  it.each([
    ['Karnataka', '560001', 'Karnataka'],
    ['ka', '560001', 'Karnataka'],
    ['Pondicherry', '605007', 'Puducherry'],
    ['Kerala', '900056', 'Kerala'],
  ])('stores the state %s of PIN code %s as %s', async (state, pincode, stored) => {
    const { test, asha } = await withAsha()
    const { body } = await add(test, asha, { state, pincode }).expect(201)
    expect(body.address).toMatchObject({ state: stored, pincode })
  })

  it.each([
    ['Kerala', '110001', 'PIN code 110001 is in Delhi, not in Kerala.'],
    ['Karnatka', '560001', '“Karnatka” is not a state or union territory of India.'],
  ])(
    'refuses the state %s of PIN code %s, for a new and a changed address',
    async (state, pincode, message) => {
      const { test, asha } = await withAsha()
      const refusal = {
        success: false,
        message,
        code: 'INVALID_REQUEST',
        errors: [{ path: 'state', message }],
      }
      expect((await add(test, asha, { state, pincode }).expect(400)).body).toMatchObject(refusal)
      const { id } = await anAddress(test, asha)
      const changed = { ...HOME, state, pincode }
      expect(
        (await test.put(`/api/users/addresses/${id}`, changed, asha.token).expect(400)).body,
      ).toMatchObject(refusal)
      expect(await list(test, asha)).toMatchObject([{ state: 'Karnataka' }])
    },
  )

  it('refuses a state in the words of its reader', async () => {
    const { test, asha } = await withAsha()
    const refused = await add(test, asha, { state: 'Kerala', pincode: '110001' }).set('accept-language', 'hi')
    expect(refused.body.message).toBe('PIN कोड 110001 दिल्ली में है, केरल में नहीं।')
  })

  it('refuses missing required fields', async () => {
    const { test, asha } = await withAsha()
    const { body } = await test.post('/api/users/addresses', {}, asha.token).expect(400)
    expect(body.message).toBe('Please fill all required fields')
  })

  it('is limited to five', async () => {
    const { test, asha } = await withAsha()
    for (let n = 0; n < 5; n += 1) await add(test, asha).expect(201)
    const { body } = await add(test, asha).expect(409)
    expect(body.message).toBe('Address limit reached (5). Delete any address to add a new one.')
    await test.delete(`/api/users/addresses/${(await list(test, asha))[0]?.id}`, asha.token).expect(200)
    await add(test, asha).expect(201)
  })

  it('is limited to five in concurrent requests, with one default', async () => {
    const { test, asha } = await withAsha()
    for (let n = 0; n < 4; n += 1) await add(test, asha).expect(201)
    const replies = await Promise.all(Array.from({ length: 20 }, () => add(test, asha, { is_default: true })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await list(test, asha)).toHaveLength(5)
    expect(await defaults(test, asha)).toHaveLength(1)
  })
})

describe('changing an address', () => {
  it('replaces it, but keeps name, phone and country that were left out', async () => {
    const { test, asha } = await withAsha()
    const before = await anAddress(test, asha, {
      full_name: 'Office',
      phone: '9000000001',
      country: 'Nepal',
    })
    const { body } = await test
      .put(
        `/api/users/addresses/${before.id}`,
        { ...HOME, country: undefined, address_line1: '1 New Road' },
        asha.token,
      )
      .expect(200)
    expect(body.message).toBe('Address updated successfully')
    expect(body.address).toMatchObject({
      full_name: 'Office',
      phone: '9000000001',
      country: 'Nepal',
      address_line1: '1 New Road',
      address_line2: null,
    })
  })

  it('never leaves the customer without a default', async () => {
    const { test, asha } = await withAsha()
    const { id } = (await add(test, asha)).body.address
    await add(test, asha).expect(201)
    await test.put(`/api/users/addresses/${id}`, { ...HOME, is_default: false }, asha.token).expect(200)
    expect(await defaults(test, asha)).toEqual([id])
  })

  it('keeps one default in 100 concurrent requests', async () => {
    const { test, asha } = await withAsha()
    const ids: number[] = []
    for (let n = 0; n < 5; n += 1) ids.push((await add(test, asha)).body.address.id)
    const requests = Array.from({ length: 100 }, (_, n) =>
      untilAnswered(() => test.put(`/api/users/addresses/${ids[n % 5]}/default`, undefined, asha.token)),
    )
    for (const { status, body } of await Promise.all(requests)) {
      expect(status).toBe(200)
      expect(body).toEqual({ success: true, message: 'Default address set successfully' })
    }
    expect(await defaults(test, asha)).toHaveLength(1)
  })
})

describe('deleting an address', () => {
  it('makes the oldest remaining address the default', async () => {
    const { test, asha } = await withAsha()
    const [first, second] = [(await add(test, asha)).body.address, (await add(test, asha)).body.address]
    await add(test, asha)
    const { body } = await test.delete(`/api/users/addresses/${first.id}`, asha.token).expect(200)
    expect(body).toEqual({ success: true, message: 'Address deleted successfully' })
    expect(await defaults(test, asha)).toEqual([second.id])
    await test.delete(`/api/users/addresses/${first.id}`, asha.token).expect(404)
  })
})

it("replies 404 for another customer's address", async () => {
  const { test, asha } = await withAsha()
  const otherCustomer = await aCustomer(test)
  const theirs = await anAddress(test, otherCustomer, { city: 'Canary Islands', is_default: true })
  for (const id of [theirs.id, 99_999]) {
    for (const reply of [
      await test.put(`/api/users/addresses/${id}`, HOME, asha.token),
      await test.put(`/api/users/addresses/${id}/default`, {}, asha.token),
      await test.delete(`/api/users/addresses/${id}`, asha.token),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, { success: false, message: 'Address not found' }])
    }
  }
  expect(await list(test, otherCustomer)).toMatchObject([
    { id: theirs.id, city: 'Canary Islands', is_default: 1 },
  ])
  expect(await list(test, asha)).toEqual([])
})

describe('changing the password', () => {
  const change = (
    test: TestShop,
    { token }: TestCustomer,
    currentPassword: string,
    newPassword = 'Fresh@1234',
  ) => test.put('/api/users/change-password', { currentPassword, newPassword }, token)

  it('ends the other sessions, keeps this one, and mails the customer', async () => {
    const { test, asha } = await withAsha()
    const login = (password: string) => test.post('/api/auth/login', { email: asha.email, password })
    const other = (await login('Demo@1234').expect(200)).body.accessToken
    const { body } = await change(test, asha, 'Demo@1234').expect(200)
    expect(body).toEqual({ success: true, message: 'Password changed successfully' })
    await test.get('/api/users/profile', asha.token).expect(200)
    await test.get('/api/users/profile', other).expect(401)
    await login('Demo@1234').expect(401)
    await login('Fresh@1234').expect(200)
    expect(await test.shop.db.select().from(test.shop.db.tables.outbox)).toMatchObject([
      { kind: 'password_changed' },
    ])
  })

  it('invalidates an OTP that was requested before', async () => {
    const { test, asha } = await withAsha()
    await test.post('/api/auth/forgot-password', { email: asha.email }).expect(200)
    await test.shop.background.idle()
    const otp = /\d{6}/.exec(test.mail.messages[0]?.text ?? '')?.[0]
    await change(test, asha, 'Demo@1234').expect(200)
    await test.post('/api/auth/verify-otp', { email: asha.email, otp }).expect(400)
  })

  it.each([
    [{ currentPassword: 'wrong', newPassword: 'Fresh@1234' }, 'Current password is incorrect'],
    [
      { currentPassword: 'Demo@1234', newPassword: 'Demo@1234' },
      'New password must differ from the current one',
    ],
    [{ currentPassword: 'Demo@1234', newPassword: '1234567' }, 'New password must be at least 8 characters'],
    [{ currentPassword: '', newPassword: 'Fresh@1234' }, 'Current password is required'],
    [{ newPassword: 'Fresh@1234' }, 'Current password is required'],
    [{ currentPassword: 'Demo@1234' }, 'New password is required'],
    [{ currentPassword: 'Demo@1234', newPassword: 'x'.repeat(129) }, null],
  ])('refuses %o with 400', async (body, message) => {
    const { test, asha } = await withAsha()
    const reply = await test.put('/api/users/change-password', body, asha.token).expect(400)
    if (message !== null) expect(reply.body.message).toBe(message)
  })

  it('is locked for 15 minutes after five wrong current passwords', async () => {
    const { test, asha } = await withAsha({ RATE_LIMIT: 'on' })
    for (let n = 0; n < 5; n += 1) await change(test, asha, 'wrong').expect(400)
    const { headers } = await change(test, asha, 'Demo@1234').expect(429)
    expect(headers['retry-after']).toBe('900')
    await test.get('/api/users/profile', asha.token).expect(200)
    test.clock.advance(900)
    await change(test, asha, 'Demo@1234').expect(200)
  })

  it('succeeds once in ten concurrent requests', async () => {
    const { test, asha } = await withAsha()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => change(test, asha, 'Demo@1234', `Fresh@${n}234`)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(9)
  })
})
