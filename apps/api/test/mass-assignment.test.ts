/**
 * Runs the same requests on two shops. In the second, every body also has each column of each table, at every depth,
 * and names such as `is_admin`. Afterwards both databases must be equal.
 */
import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Tables } from '../src/db/schema.ts'
import { changeOrder } from '../src/acts/orders/orders.ts'
import { DEFAULT_SETTINGS } from '../src/features/settings/default-settings.ts'
import { writeSettings } from '../src/features/settings/settings.store.ts'
import { findReviews, storeReview } from '../src/features/reviews/reviews.store.ts'
import { aCategory, aCoupon, aProduct } from './factories.ts'
import { shopForThisTest, START, type TestShop } from './test-shop.ts'

const POWERS = [
  'role',
  'roles',
  'is_admin',
  'isAdmin',
  'admin',
  'email_verified',
  'scope',
  'permissions',
  'balance',
]
/** Columns that differ between any two shops. */
const RANDOM = ['password_hash', 'sid', 'code_hash', 'idempotency_key', 'request_hash', 'order_number']
/** Ids of requests in the payload of jobs. */
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g
const RANDOM_TOO = ['merchant_order_id', 'transaction_id', 'payment_url', 'dedupe_key']

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** A tempting value for each column of each table. */
function temptations(tables: Tables): Record<string, unknown> {
  const values: Record<string, unknown> = {
    number: 424_242,
    string: 'POISON',
    boolean: true,
    date: START.toISOString(),
  }
  const columns = Object.values(tables).flatMap((table) =>
    Object.entries<unknown>(table as object as Record<string, unknown>),
  )
  return Object.fromEntries([
    ...POWERS.map((name) => [name, true]),
    ...columns.flatMap(([name, column]) => {
      const kind = (column as { dataType?: string }).dataType
      return kind === undefined ? [] : [[name, values[kind]]]
    }),
  ])
}

/** Adds the fields that are not in the schema, at every depth. */
function poisoned(value: unknown, schema: JsonSchema, poison: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((entry) => poisoned(entry, schema.items ?? {}, poison))
  if (typeof value !== 'object' || value === null) return value
  const named = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties ?? {}
  return {
    ...Object.fromEntries(Object.entries(poison).filter(([name]) => !(name in named))),
    ...Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, poisoned(entry, named[name] ?? {}, poison)]),
    ),
  }
}

/** The fields of replies that later requests use. */
interface Reply {
  address: { id: number }
  cart_item: { cart_item_id: number }
  saved_item: { saved_item_id: number }
  order_coupon_id: number
  order_id: number
  order: { order_items: { order_item_id: number }[] }
}

type Send = (endpoint: Endpoint, body: object, id?: number) => Promise<Reply>

/** A review by another customer. @returns its id */
async function aReview(test: TestShop, product_id: number): Promise<number> {
  const user_id = await test.shop.db.transaction(async (tx) => {
    const ravi = { name: 'Ravi', email: 'ravi@shop.in', phone_number: '9876543211', password_hash: '' }
    const [row] = await tx
      .insert(tx.tables.users)
      .values({ ...ravi, created_at: START })
      .returning()
    const words = { product_id, stars: 5, text: '', variant_name: null, written_at: START }
    await storeReview(tx, { ...words, user_id: row!.id, state: 'SHOWN' })
    return row!.id
  })
  const [found] = await findReviews(test.shop.db, { user_id }, { limit: 1 })
  return found!.id
}

/** Sends the requests. @returns the endpoints with a body that it called */
async function live(test: TestShop, send: Send): Promise<Set<Endpoint>> {
  const called = new Set<Endpoint>()
  const call: Send = (endpoint, body, id) => {
    called.add(endpoint)
    return send(endpoint, body, id)
  }
  const { auth, profile, cart, wishlist, notices, coupons, orders, returns, reviews, ownData } = contract
  const shelf = await aCategory(test, { slug: 'shelf', name: 'Shelf' })
  const product = await aProduct(test, { slug: 'thing', name: 'Thing', category_id: shelf.id })
  await aCoupon(test, { code: 'TEN' })
  const limits = { ...DEFAULT_SETTINGS.limits, verified_contact: true }
  await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, limits }))
  const me = { name: 'Asha', email: 'asah@shop.in', phone_number: '9876543210', password: 'Demo@1234' }
  const email = 'asha@shop.in'
  const { password } = me
  await send(auth.signup, { ...me, email: 'gone@shop.in', phone_number: '9876500000' })
  await send(auth.login, { email: 'gone@shop.in', password })
  await call(ownData.erase, { password })
  await call(auth.sendPhoneOtp, { phone_number: '9812345678' })
  const lastCode = () => /is: (\d{6})/.exec(test.mail.messages.at(-1)?.text ?? '')?.[1]
  await call(auth.phoneLogin, { phone_number: '9812345678', otp: lastCode(), name: 'Meera' })
  await send(auth.logout, {})
  await call(auth.signup, me)
  await call(profile.changeEmail, { email, password })
  await call(auth.forgotPassword, { email })
  await test.shop.background.idle()
  const otp = lastCode()
  await call(auth.verifyOtp, { email, otp })
  await call(auth.resetPassword, { email, otp, newPassword: 'Fresh@1234' })
  await call(auth.login, { email, password: 'Fresh@1234' })
  await call(profile.update, { name: me.name, phone_number: '9876543212', password: 'Fresh@1234' })
  await call(profile.changePassword, { currentPassword: 'Fresh@1234', newPassword: 'Newer@1234' })
  await call(profile.sendEmailOtp, {})
  await call(profile.verifyEmail, { otp: lastCode() })
  await call(profile.sendPhoneOtp, {})
  await call(profile.verifyPhone, { otp: lastCode() })
  await call(profile.sendPhoneOtp, {})
  await call(profile.setPassword, { otp: lastCode(), email, newPassword: 'Newer@1235' })
  const home = { address_line1: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', pincode: '560001' }
  const address_id = (await call(profile.addAddress, home)).address.id
  await call(profile.updateAddress, { ...home, pincode: '560002' }, address_id)
  await call(profile.setDefaultAddress, {}, address_id)
  const line = { variant_id: product.variant.id, quantity: 2 }
  const { cart_item_id } = (await call(cart.add, line)).cart_item
  await call(cart.update, { cart_item_id, quantity: 1 })
  const { saved_item_id } = (await call(cart.saveForLater, { cart_item_id })).saved_item
  await call(cart.moveToCart, {}, saved_item_id)
  await call(cart.merge, { key: 'guest-cart', lines: [line] })
  await call(wishlist.add, { product_id: product.id })
  await call(notices.add, { variant_id: product.variant.id })
  const item = { product_id: product.id, variant_id: product.variant.id, quantity: 1, price: 500 }
  await call(coupons.offers, { cart_items: [item] })
  const { order_coupon_id } = await call(coupons.apply, { code: 'TEN', cart_items: [item] })
  const amounts = { total_amount: 450, total_items_discount: 50, order_coupon_id }
  const { order_id } = await call(orders.place, {
    address_id,
    payment_method: 'COD',
    items: [item],
    ...amounts,
  })
  const now = { checkout: 'buy-now', total_amount: 599 }
  const again = { address_id, payment_method: 'COD', items: [item], ...now }
  await call(orders.cancel, { reason: 'Twice' }, (await call(orders.place, again)).order_id)
  const online = { ...again, payment_method: 'ONLINE' }
  await call(orders.pay, {}, (await call(orders.place, online)).order_id)
  await changeOrder(test.shop, order_id, 'ship', {})
  await changeOrder(test.shop, order_id, 'deliver', {})
  const [{ order_item_id }] = (await call(orders.get, {}, order_id)).order.order_items as [
    { order_item_id: number },
  ]
  const asked = { wish: 'refund', reason: 'size', refund_upi: 'asha@okbank' }
  await call(returns.request, { ...asked, items: [{ order_item_id, quantity: 1 }] }, order_id)
  await call(reviews.write, { stars: 4, text: 'It is a thing.' }, product.id)
  await call(reviews.ask, { text: 'Is it blue?' }, product.id)
  await call(reviews.helpful, { helpful: false }, await aReview(test, product.id))
  await changeOrder(test.shop, order_id, 'return', {})
  await call(orders.refundUpi, { refund_upi: 'asha@okbank' }, order_id)
  await call(auth.logout, {})
  return called
}

/** Sends as the customer who last logged in; adds the poison to each body. */
function sender(test: TestShop, poison: Record<string, unknown>): Send {
  let token: string | undefined
  return async (endpoint, body, id) => {
    const { method, path } = endpoint
    const schema = endpoint.body ? z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) : {}
    const reply = await test.app.inject({
      method,
      url: path.replace('{id}', String(id)),
      headers: { cookie: 'haat_otp=browser', ...(token && { authorization: `Bearer ${token}` }) },
      ...(method !== 'GET' && { payload: poisoned(body, schema as JsonSchema, poison) as object }),
    })
    expect({ path, status: reply.statusCode, body: reply.json() }).toMatchObject({
      path,
      body: { success: true },
    })
    token = reply.json().accessToken ?? token
    return reply.json()
  }
}

/** Every row of every table, without random values. */
async function contents({ shop }: TestShop): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const [name, table] of Object.entries(shop.db.tables)) {
    const rows: Record<string, unknown>[] = await shop.db.select().from(table)
    const random = [...RANDOM, ...RANDOM_TOO, ...(name === 'sessions' ? ['id'] : [])]
    const shown = rows.map((row) =>
      JSON.stringify(row, (key, value: unknown) => (random.includes(key) ? null : value)),
    )
    tables[name] = shown.map((row) => row.replaceAll(UUID, '')).toSorted()
  }
  return tables
}

it('stores only fields of the contract', async () => {
  // The digests of attempts have a key that is derived from the secret.
  const env = { JWT_SECRET: 'a-secret-of-both-shops-of-this-test' }
  const [plain, tempted] = [await shopForThisTest(env), await shopForThisTest(env)]
  const called = await live(plain, sender(plain, {}))
  const poison = temptations(tempted.shop.db.tables)
  expect(Object.keys(poison).length).toBeGreaterThan(100)
  await live(tempted, sender(tempted, poison))
  const stored = await contents(tempted)
  expect(stored).toEqual(await contents(plain))
  expect(stored['orders']).toHaveLength(3)

  const withBody = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])
  const missed = withBody.filter((endpoint) => endpoint.body && !called.has(endpoint))
  const files = [contract.reviewPhotos.add, contract.returnPhotos.add]
  const signed = [contract.payments.callback, contract.payments.providerCallback]
  expect(missed).toEqual([...files, ...signed])
})

it.each([
  '{"__proto__":{"is_admin":true},"email":"a@b.in"}',
  '{"constructor":{"prototype":{"is_admin":true}},"email":"a@b.in"}',
])('refuses %s', async (payload) => {
  const test = await shopForThisTest()
  const headers = { 'content-type': 'application/json' }
  const reply = await test.app.inject({ method: 'POST', url: '/api/auth/forgot-password', headers, payload })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ success: false })
})
