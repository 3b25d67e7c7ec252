import { staffCustomers } from '@haat/contract/staff/customers'
import { describe, expect, it } from 'vitest'
import { aProduct, anAddress } from '../../../test/factories.ts'
import { atTheDesk } from '../../../test/desk.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import {
  clearAccount,
  findCustomerByEmail,
  missingLogin,
  updateCustomer,
} from '../../features/auth/customer.store.ts'
import { exportShop } from '../exporting/export-shop.ts'
import { findAnyOrder } from '../orders/orders.store.ts'
import { blockCustomer } from './customers.ts'
import { findCustomers } from './customers.store.ts'

const ASHA = {
  name: 'Asha Rao',
  email: 'asha@meera.example',
  phone_number: '9845098450',
  password: 'Mango-tree-7',
}
const { email, password } = ASHA

/** A customer who is logged in, and the calls of one. */
async function setUp() {
  const test = await shopForThisTest()
  const { body } = await test.post('/api/auth/signup', ASHA).expect(201)
  const customer = { ...body.user, token: body.accessToken as string, sid: '' }
  const address = await anAddress(test, customer, { is_default: true })
  const product = await aProduct(test)
  const place = (token: string, quantity = 1) => {
    const items = [{ product_id: product.id, variant_id: product.variant.id, quantity }]
    return test.post(
      '/api/orders/place-order',
      { address_id: address.id, payment_method: 'COD', items, total_amount: 500 * quantity + 99 },
      token,
    )
  }
  const login = (secret = password) => test.post('/api/auth/login', { email, password: secret })
  return { test, token: customer.token, place, login }
}

describe('a blocked customer', () => {
  it('is logged out at once, cannot log in, and keeps open orders', async () => {
    const { test, token, place, login } = await setUp()
    const { body: order } = await place(token).expect(201)
    const { orders, wasBlocked } = await blockCustomer(test.shop, email, true)
    expect(orders).toMatchObject([{ id: order.order_id, status: 'CONFIRMED' }])
    expect(wasBlocked).toBe(false)
    await place(token, 2).expect(401)
    await test.get('/api/orders', token).expect(401)
    const { body } = await login().expect(403)
    expect(body).toEqual({
      success: false,
      message: 'This account is blocked. Please contact the shop.',
      code: 'ACCOUNT_BLOCKED',
    })
    const { sessions, orders: stored } = test.shop.db.tables
    expect(await test.shop.db.select().from(sessions)).toEqual([])
    expect(await test.shop.db.select().from(stored)).toMatchObject([{ status: 'CONFIRMED' }])
    expect(await blockCustomer(test.shop, ASHA.phone_number, true)).toMatchObject({ wasBlocked: true })
  })

  it('looks to strangers like any other account', async () => {
    const { test, login } = await setUp()
    const before = await login('wrong').expect(401)
    await blockCustomer(test.shop, email, true)
    expect((await login('wrong').expect(401)).body).toEqual(before.body)
    const { body } = await test.post('/api/auth/signup', ASHA).expect(409)
    expect(body.message).toBe('An account with this email or phone number already exists.')
    await test.post('/api/auth/forgot-password', { email }).expect(200)
  })

  it('cannot order with a session that was opened at the same moment', async () => {
    const { test, token, place } = await setUp()
    const { users } = test.shop.db.tables
    await test.shop.db.transaction((tx) => tx.update(users).set({ blocked_at: test.clock.now() }))
    await place(token).expect(403)
  })

  it('can log in and order again after the block ends', async () => {
    const { test, place, login } = await setUp()
    await blockCustomer(test.shop, email, true)
    expect(await blockCustomer(test.shop, email, false)).toMatchObject({ email, wasBlocked: true })
    const { body } = await login().expect(200)
    await place(body.accessToken).expect(201)
    expect(await blockCustomer(test.shop, email, false)).toMatchObject({ email, wasBlocked: false })
    await expect(blockCustomer(test.shop, 'nobody@meera.example', true)).rejects.toThrow(
      'There is no customer',
    )
  })
})

it('is named by the phone number where there is no e-mail address', async () => {
  const { test } = await setUp()
  const { db } = test.shop
  await db.transaction(async (tx) => {
    const { id } = (await findCustomerByEmail(tx, email))!
    await updateCustomer(tx, id, { email: missingLogin() })
  })
  const phone = ASHA.phone_number
  const reply = await blockCustomer(test.shop, phone, true)
  const rows = { ...reply, orders: [] }
  expect(staffCustomers.block.said!(rows, { customer: phone })).toBe(
    `${phone} is blocked and logged out everywhere.`,
  )
  const tagged = (await atTheDesk(test)).call('PATCH', `/api/desk/customers/${phone}`, {
    set: { tags: 'vip' },
  })
  expect((await tagged).json()).toEqual({ email: '', phone_number: phone })
})

it('shows no phone number of an account that has lost it to its owner', async () => {
  const { test, token, place } = await setUp()
  const { body: order } = await place(token).expect(201)
  const { db } = test.shop
  await db.transaction(async (tx) => clearAccount(tx, (await findCustomerByEmail(tx, email))!))
  expect(await findCustomers(db, { limit: 9 })).toMatchObject([{ email, phone_number: '' }])
  expect(await findCustomers(db, { search: 'none', limit: 9 })).toEqual([])
  expect((await findAnyOrder(db, order.order_id))?.customer).toMatchObject({ email, phone_number: '' })
  for (const kind of ['orders', 'customers'] as const) {
    let text = ''
    for await (const part of exportShop(db, kind, 'csv', 'https://shop.test')) text += part
    expect(text).toContain(email)
    expect(text).not.toContain('none:')
  }
})
