/** What the merchant does from the terminal, seen from the shop window. */
import { expect, it } from 'vitest'
import { findCustomers } from '../src/merchant/customers/customers.store.ts'
import { lockCustomer } from '../src/features/auth/customer.store.ts'
import { hashPassword } from '../src/features/auth/password.ts'
import { replacePassword } from '../src/features/auth/auth.ts'
import { endBanner, findBannersOfMerchant, insertBanner } from '../src/features/banners/banners.store.ts'
import { findTypedCategory, findTypedProduct } from '../src/merchant/promotions/product-lookup.store.ts'
import { endCoupon, findCoupons, insertCoupon } from '../src/merchant/promotions/coupons.store.ts'
import { endDeal, findDealsOfMerchant, insertDeal } from '../src/merchant/promotions/deals.store.ts'
import { isInitialised } from '../src/merchant/setup/shop-state.store.ts'
import { setUpShop } from '../src/merchant/setup/set-up-shop.ts'
import { aCustomer, aProduct } from './factories.ts'
import { aShopper, item } from './shopper.ts'
import { shopForThisTest, START } from './test-shop.ts'

it('creates a coupon that works, once per code, until it is ended', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const coupon = {
    code: 'DIWALI10',
    description: '10% off',
    level: 'order',
    kind: 'percent',
    value: 10,
  } as const
  expect(await db.transaction((tx) => insertCoupon(tx, coupon))).toMatchObject({
    code: 'DIWALI10',
    used_count: 0,
  })
  expect(await db.transaction((tx) => insertCoupon(tx, coupon))).toBeUndefined()
  const { body } = await shopper.apply('diwali10', [item(product)]).expect(200)
  expect(body.discount_amount).toBe(50)
  expect(await db.transaction((tx) => endCoupon(tx, 'DIWALI10'))).toBe(true)
  expect(await db.transaction((tx) => endCoupon(tx, 'DIWALI10'))).toBe(false)
  await shopper.apply('DIWALI10', [item(product)]).expect(400)
  expect(await findCoupons(db)).toMatchObject([{ code: 'DIWALI10', is_active: false }])
})

it('creates a deal that changes the price at once, and back when it is ended', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const product = await aProduct(test, {}, [{ sku: 'LAMP-1', price: 500_00 }])
  const price = async () => (await test.get('/api/products/filter').expect(200)).body.products[0].price
  const deal = {
    product_id: product.id,
    name: 'Lamp week',
    deal_price: 300_00,
    start_date: START,
    end_date: new Date(START.getTime() + 1000),
  }
  const id = await db.transaction((tx) => insertDeal(tx, deal, START))
  expect(await price()).toBe(300)
  expect(await findDealsOfMerchant(db)).toMatchObject([{ id, product: product.name, is_active: true }])
  expect(await db.transaction((tx) => endDeal(tx, id, START))).toBe(true)
  expect(await db.transaction((tx) => endDeal(tx, id, START))).toBe(false)
  expect(await price()).toBe(500)
})

it('finds what was typed by id, slug or SKU', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const product = await aProduct(test, { slug: 'lamp' }, [{}, { sku: 'LAMP-2' }])
  for (const typed of [String(product.id), 'lamp', 'LAMP-2']) {
    expect(await findTypedProduct(db, typed)).toMatchObject({ id: product.id, price: 500_00 })
  }
  expect(await findTypedProduct(db, '99999999999')).toBeUndefined()
  expect(await findTypedCategory(db, String(product.category_id))).toMatchObject({ id: product.category_id })
  expect(await findTypedCategory(db, 'nothing')).toBeUndefined()
})

it('shows a banner behind the others until it is ended', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const add = (banner_name: string) =>
    db.transaction((tx) => insertBanner(tx, { banner_name, banner_image: '/media/x.webp', link: null }))
  const shown = async () =>
    (await test.get('/api/banners').expect(200)).body.map((row: { banner_name: string }) => row.banner_name)
  const [first] = [await add('One'), await add('Two')]
  expect(await shown()).toEqual(['One', 'Two'])
  expect(await db.transaction((tx) => endBanner(tx, first))).toBe(true)
  expect(await db.transaction((tx) => endBanner(tx, 99))).toBe(false)
  expect(await shown()).toEqual(['Two'])
  expect(await findBannersOfMerchant(db)).toHaveLength(2)
})

it('gives a customer another password and ends every session', async () => {
  const test = await shopForThisTest()
  const { db, now } = test.shop
  const customer = await aCustomer(test, { name: 'Asha 100%' })
  const password_hash = await hashPassword('Fresh@1234')
  await db.transaction(async (tx) =>
    replacePassword(tx, (await lockCustomer(tx, customer.id))!, password_hash, now()),
  )
  await test.get('/api/users/profile', customer.token).expect(401)
  await test.post('/api/auth/login', { email: customer.email, password: 'Fresh@1234' }).expect(200)
  expect(await findCustomers(db, { search: 'asha 100%', limit: 9 })).toMatchObject([
    { id: customer.id, orders: 0 },
  ])
  expect(await findCustomers(db, { search: '%', limit: 9 })).toHaveLength(1)
  expect(await findCustomers(db, { search: 'nobody', limit: 9 })).toEqual([])
})

it('sets an honest, empty shop up once', async () => {
  const test = await shopForThisTest()
  const answers = {
    ...{
      shop_name: 'Meera Stores',
      legal_name: 'Meera Stores LLP',
      address: 'Bengaluru',
      state: 'Karnataka',
    },
    ...{ gstin: '', email: 'help@meera.example', phone: '', grievance_officer: '', grievance_email: '' },
    ...{ delivery_charge: 49_00, free_above: 999_00 },
  }
  expect(await setUpShop(test.shop, answers)).toBe(true)
  expect(await setUpShop(test.shop, answers)).toBe(false)
  expect(await isInitialised(test.shop.db)).toBe(true)
  const { settings } = (await test.get('/api/settings').expect(200)).body
  expect(settings).toMatchObject({
    shop_name: 'Meera Stores',
    showcase: null,
    delivery: { charge: 49, free_above: 999 },
  })
  expect(settings.seller).toMatchObject({ legal_name: 'Meera Stores LLP', gstin: null })
  expect(JSON.stringify(settings)).not.toMatch(/haat|UK only|30%|24\/7/i)
  const { page } = (await test.get('/api/pages/about').expect(200)).body
  expect(page.text).toContain('Welcome to Meera Stores.')
})
