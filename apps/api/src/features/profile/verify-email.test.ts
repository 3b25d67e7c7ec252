/** Verified e-mail addresses, which a first order may need, and what happens to unverified accounts. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCoupon, anAddress, aProduct } from '../../../test/factories.ts'
import { aShopper, item, type Shopper } from '../../../test/shopper.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { moveOrder } from '../orders/move-order.ts'
import { writeSettings } from '../settings/settings.store.ts'

const SEND = '/api/users/verify-email/send'
const CONFIRM = '/api/users/verify-email/confirm'
const TAKEN = 'An account with this email or phone number already exists.'

let test: TestShop
let product: Awaited<ReturnType<typeof aProduct>>

beforeAll(async () => {
  test = await openTestShop()
  product = await aProduct(test, {}, [{ stock: 100 }])
  await requireVerified(true)
})
afterAll(() => test.close())

const requireVerified = (verified_contact: boolean) =>
  test.shop.db.transaction((tx) =>
    writeSettings(tx, { ...DEFAULT_SETTINGS, limits: { ...DEFAULT_SETTINGS.limits, verified_contact } }),
  )

const place = (shopper: Shopper) => shopper.place(shopper.order([item(product)], 599), crypto.randomUUID())

/** The code of the last mail, which must be for this address. */
function lastCode(email: string): string {
  const mail = test.mail.messages.at(-1)
  expect(mail?.to).toBe(email)
  return /is: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function sendCode({ customer }: Shopper): Promise<string> {
  await test.post(SEND, {}, customer.token).expect(200)
  return lastCode(customer.email)
}

const confirm = ({ customer }: Shopper, body: object) => test.post(CONFIRM, body, customer.token)

async function resetPassword({ customer: { email } }: Shopper): Promise<void> {
  await test.post('/api/auth/forgot-password', { email }).expect(200)
  await test.shop.background.idle()
  const reset = { email, otp: lastCode(email), newPassword: 'fresh-12' }
  await test.post('/api/auth/reset-password', reset).expect(200)
}

/** A customer with one order, address, applied coupon, and line in the cart, the saved items and the wishlist each. */
/** Of a shop that has asked for verified addresses later. */
async function anEarlierOrder(shopper: Shopper): Promise<void> {
  await requireVerified(false)
  await place(shopper).expect(201)
  await requireVerified(true)
}

async function aShopperWithBelongings(before: (shopper: Shopper) => Promise<void> = async () => undefined) {
  const shopper = await aShopper(test)
  await before(shopper)
  const { id: user_id } = shopper.customer
  await shopper.add(product.variant.id).expect(201)
  const { id: coupon_id } = await aCoupon(test)
  await test.shop.db.transaction(async (tx) => {
    const { saved_items, wishlist_items, coupon_applications } = tx.tables
    const created_at = test.clock.now()
    await tx.insert(saved_items).values({ user_id, variant_id: product.variant.id, quantity: 1, created_at })
    await tx.insert(wishlist_items).values({ user_id, product_id: product.id, created_at })
    await tx.insert(coupon_applications).values({ user_id, coupon_id, applied_at: created_at })
  })
  return shopper
}

/** Rows of the customer: orders, addresses, cart, saved items, wishlist, applied coupon. */
async function belongingsOf(shopper: Shopper): Promise<number[]> {
  const { db } = test.shop
  const { orders, addresses, cart_items, saved_items, wishlist_items, coupon_applications } = db.tables
  const rows: number[] = []
  for (const table of [orders, addresses, cart_items, saved_items, wishlist_items, coupon_applications]) {
    const owner = { user_id: table.user_id }
    rows.push((await db.select(owner).from(table).where(eq(table.user_id, shopper.customer.id))).length)
  }
  return rows
}

const rowOf = async ({ customer }: Shopper) => {
  const { users } = test.shop.db.tables
  return (await test.shop.db.select().from(users).where(eq(users.id, customer.id)))[0]
}

describe('a first order', () => {
  it('waits until the e-mail address is verified, if the shop requires it', async () => {
    const shopper = await aShopper(test)
    const { body } = await place(shopper).expect(409)
    expect(body).toMatchObject({
      code: 'CONTACT_NOT_VERIFIED',
      message: 'Please verify your email to place your first order.',
    })
    const otp = await sendCode(shopper)
    expect(test.mail.messages.at(-1)?.text).toContain('your OTP to verify your email is:')
    const verified = (await confirm(shopper, { otp }).expect(200)).body
    expect(verified.user).toMatchObject({ email: shopper.customer.email })
    await place(shopper).expect(201)
    await confirm(shopper, { otp }).expect(400)
  })

  it('needs no verified address elsewhere', async () => {
    await requireVerified(false)
    await place(await aShopper(test)).expect(201)
    await requireVerified(true)
  })
})

describe('the code', () => {
  it('is refused after five wrong tries', async () => {
    const shopper = await aShopper(test)
    const otp = await sendCode(shopper)
    const wrong = otp === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) {
      const { body } = await confirm(shopper, { otp: wrong }).expect(400)
      expect(body.message).toBe('Invalid or expired OTP. Please try again.')
    }
    await confirm(shopper, { otp }).expect(400)
    expect((await rowOf(shopper))?.email_verified_at).toBeNull()
  })

  it('belongs to one account and expires', async () => {
    const [shopper, other] = [await aShopper(test), await aShopper(test)]
    const otp = await sendCode(shopper)
    await confirm(other, { otp }).expect(400)
    test.clock.advance(10 * 60)
    await confirm(shopper, { otp }).expect(400)
  })

  it('is mailed five times an hour at most', async () => {
    const shopper = await aShopper(test)
    const shop = { ...test.shop, config: { ...test.shop.config, rateLimit: true } }
    const { verifyEmail } = await import('./verify-email.ts')
    const request = { customerId: shopper.customer.id } as Parameters<typeof verifyEmail.sendEmailOtp>[0]
    const send = () =>
      verifyEmail.sendEmailOtp(request, shop as Parameters<typeof verifyEmail.sendEmailOtp>[1])
    for (let mails = 0; mails < 5; mails += 1) await send()
    await expect(send()).rejects.toMatchObject({ status: 429, retryAfter: 3600 })
  })
})

describe('a mistyped e-mail address', () => {
  const CHANGE = '/api/users/verify-email/change'
  const change = ({ customer }: Shopper, email: string, password = 'secret-1') =>
    test.post(CHANGE, { email, password }, customer.token)
  let serial = 0

  /** A shopper who signed up, with the password `secret-1`. */
  async function signedUp(): Promise<Shopper> {
    serial += 1
    const email = `mistyped${serial}@shop.in`
    const account = {
      name: 'Asha',
      email,
      phone_number: String(7_100_000_000 + serial),
      password: 'secret-1',
    }
    const { body } = await test.post('/api/auth/signup', account).expect(201)
    const shopper = await aShopper(test)
    return { ...shopper, customer: { ...shopper.customer, ...body.user, token: body.accessToken } }
  }

  it('is corrected with the password, which voids the code of the old mailbox', async () => {
    const shopper = await signedUp()
    const old = await sendCode(shopper)
    const { body } = await change(shopper, ' Right1@Shop.in ').expect(200)
    expect(body.user).toMatchObject({ email: 'right1@shop.in', name: 'Asha' })
    await confirm(shopper, { otp: old }).expect(400)
    const right = { ...shopper, customer: { ...shopper.customer, email: 'right1@shop.in' } }
    await confirm(right, { otp: await sendCode(right) }).expect(200)
    await test.post('/api/auth/login', { email: shopper.customer.email, password: 'secret-1' }).expect(401)
    await test.post('/api/auth/login', { email: 'right1@shop.in', password: 'secret-1' }).expect(200)
  })

  it('stays with a wrong password, when the new one is taken, and once it is verified', async () => {
    const [shopper, other] = [await signedUp(), await signedUp()]
    await change(shopper, 'right2@shop.in', 'secret-2').expect(400)
    expect((await change(shopper, other.customer.email).expect(409)).body.message).toBe(TAKEN)
    await confirm(shopper, { otp: await sendCode(shopper) }).expect(200)
    expect((await change(shopper, 'right2@shop.in').expect(409)).body.code).toBe('EMAIL_VERIFIED')
    expect(await rowOf(shopper)).toMatchObject({ email: shopper.customer.email })
  })

  it('goes to one of two accounts that name it at once', async () => {
    const crowd = [await signedUp(), await signedUp(), await signedUp()]
    const replies = await Promise.all(crowd.map((shopper) => change(shopper, 'both@shop.in')))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it('may change five times a day', async () => {
    const shopper = await signedUp()
    test.shop.config = { ...test.shop.config, rateLimit: true }
    for (let n = 0; n < 5; n += 1) await change(shopper, `right3${n}@shop.in`).expect(200)
    await change(shopper, 'right35@shop.in').expect(429)
    test.shop.config = { ...test.shop.config, rateLimit: false }
  })
})

describe('a production shop without a mail server', () => {
  it('refuses a forgotten password for everybody alike', async () => {
    const { customer } = await aShopper(test)
    const { config } = test.shop
    test.shop.config = { ...config, production: true, smtpUrl: null }
    const replies = await Promise.all(
      [customer.email, 'nobody@shop.in'].map((email) => test.post('/api/auth/forgot-password', { email })),
    )
    test.shop.config = config
    for (const { status, body } of replies) {
      expect(status).toBe(503)
      expect(body).toMatchObject({ code: 'MAIL_UNAVAILABLE', message: expect.stringContaining('contact us') })
    }
  })

  it('refuses to send a code', async () => {
    const { customer } = await aShopper(test)
    const { config } = test.shop
    test.shop.config = { ...config, production: true, smtpUrl: null }
    const mails = test.mail.messages.length
    const { body } = await test.post(SEND, {}, customer.token).expect(503)
    test.shop.config = config
    expect(body).toMatchObject({ success: false, code: 'MAIL_UNAVAILABLE' })
    expect(body.message).toContain('We cannot send emails')
    expect(test.mail.messages).toHaveLength(mails)
  })
})

describe('an account that was never verified', () => {
  it("goes to the address's owner with the code of a forgotten password, which ends the stranger's session", async () => {
    const stranger = await aShopper(test)
    const { email } = stranger.customer
    const account = { name: 'Owner', email, phone_number: '8111111111', password: 'secret-1' }
    expect((await test.post('/api/auth/signup', account).expect(409)).body.message).toBe(TAKEN)
    await resetPassword(stranger)
    await test.get('/api/users/profile', stranger.customer.token).expect(401)
    expect((await rowOf(stranger))?.email_verified_at).toEqual(test.clock.now())
  })

  it('loses what a stranger put there with its first reset by mail', async () => {
    const shopper = await aShopperWithBelongings()
    expect(await belongingsOf(shopper)).toEqual([0, 1, 1, 1, 1, 1])
    await resetPassword(shopper)
    expect(await belongingsOf(shopper)).toEqual([0, 0, 0, 0, 0, 0])
    expect(await rowOf(shopper)).not.toMatchObject({ phone_number: shopper.customer.phone_number })
    await anAddress(test, shopper.customer)
    await resetPassword(shopper)
    expect(await belongingsOf(shopper)).toEqual([0, 1, 0, 0, 0, 0])
  })

  it('loses nothing when it has an order', async () => {
    const shopper = await aShopperWithBelongings(anEarlierOrder)
    await resetPassword(shopper)
    expect(await belongingsOf(shopper)).toEqual([1, 1, 1, 1, 1, 1])
    expect(await rowOf(shopper)).toMatchObject({ phone_number: shopper.customer.phone_number })
  })

  it('asks its owner for name and phone number after that, once', async () => {
    const [shopper, other] = [await aShopper(test), await aShopper(test)]
    const { email, phone_number } = shopper.customer
    await confirm(other, { otp: await sendCode(other) }).expect(200)
    await resetPassword(shopper)
    const { body } = await test.post('/api/auth/login', { email, password: 'fresh-12' }).expect(200)
    expect(body.user).toMatchObject({ name: email.split('@')[0], phone_number: '', phone: '' })
    const token: string = body.accessToken
    const home = { address_line1: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', pincode: '560001' }
    await test.post('/api/users/addresses', home, token).expect(400)
    const complete = (phone: string) =>
      test.put('/api/users/profile', { name: 'Meera', phone_number: phone }, token)
    expect((await complete(other.customer.phone_number).expect(409)).body.message).toBe(TAKEN)
    expect((await complete(phone_number).expect(200)).body.user).toMatchObject({
      name: 'Meera',
      phone_number,
    })
    await complete('8222222222').expect(400)
    const { address } = (await test.post('/api/users/addresses', home, token).expect(201)).body
    expect(address).toMatchObject({ full_name: 'Meera', phone: phone_number })
  })

  it('counts as verified with a standing order, when first orders begin to need that', async () => {
    await requireVerified(false)
    const [buyer, cancelled] = [await aShopper(test), await aShopper(test)]
    await place(buyer).expect(201)
    const { order_id } = (await place(cancelled).expect(201)).body
    await test.shop.db.transaction((tx) => moveOrder(tx, order_id, 'cancel', { now: test.clock.now() }))
    await requireVerified(true)
    expect((await rowOf(buyer))?.email_verified_at).not.toBeNull()
    expect((await rowOf(cancelled))?.email_verified_at).toBeNull()
    await place(buyer).expect(201)
    await place(cancelled).expect(409)
  })

  it('loses nothing where no order needs a verified address', async () => {
    const shopper = await aShopperWithBelongings()
    await requireVerified(false)
    await resetPassword(shopper)
    expect(await belongingsOf(shopper)).toEqual([0, 1, 1, 1, 1, 1])
    await requireVerified(true)
  })
})
