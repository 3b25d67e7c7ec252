import { RUPEES_MAX } from '@haat/contract/money'
import type { AllSettings } from '@haat/contract/settings'
import { describe, expect, it } from 'vitest'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import { applyDeals } from '../catalog/listing-columns.store.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { markInitialised, readSettings, storeSetting, writeSettings } from './settings.store.ts'

describe('GET /api/settings', () => {
  it("returns the settings in rupees and the server's time", async () => {
    const test = await shopForThisTest()
    const { body } = await test.get('/api/settings').expect(200)
    expect(body.success).toBe(true)
    expect(body.now).toBe(START.toISOString())
    expect(body.settings.delivery).toEqual({
      charge: 99,
      free_above: 50_000,
      waivedOnCartCheckout: true,
      deals_ship_free: true,
      areas: [],
      dispatch_days: 1,
    })
  })

  it('returns the stored settings', async () => {
    const test = await shopForThisTest()
    await test.shop.db.transaction((tx) =>
      writeSettings(tx, { ...DEFAULT_SETTINGS, shop_name: 'Kirana', showcase: null }),
    )
    const { body } = await test.get('/api/settings/').expect(200)
    expect(body.settings).toMatchObject({ shop_name: 'Kirana', showcase: null })
  })
})

it('has the defaults of settings that were stored before these existed', async () => {
  const { db } = (await shopForThisTest()).shop
  const { payments: _, ...rest } = DEFAULT_SETTINGS
  const { deals_ship_free: _one, ...delivery } = { ...rest.delivery, charge: 49 }
  const old = JSON.stringify({ ...rest, delivery, limits: { ...rest.limits, cod_order_value: null } })
  await db.transaction((tx) => storeSetting(tx, 'shop', old))
  const { payments, delivery: read } = await readSettings(db)
  expect(payments).toEqual(DEFAULT_SETTINGS.payments)
  expect(read.deals_ship_free).toBe(DEFAULT_SETTINGS.delivery.deals_ship_free)
})

describe('the ways to pay', () => {
  const place = async (payments: { cod: boolean; online: boolean }, payment_method: string, env = {}) => {
    const test = await shopForThisTest(env)
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    await test.shop.db.transaction((tx) =>
      writeSettings(tx, { ...DEFAULT_SETTINGS, payments: { ...DEFAULT_SETTINGS.payments, ...payments } }),
    )
    const { body: settings } = await test.get('/api/settings').expect(200)
    expect(settings.settings.payments.online).toBe(settings.online_payment)
    const { status, body } = await shopper.place(shopper.order([item(product)], 599, { payment_method }))
    return { status, message: body.message, online: settings.online_payment, warning: settings.warning }
  }
  const NO_ORDERS = 'This shop takes no orders at the moment.'

  it('are the ones that the merchant offers', async () => {
    const cod = { cod: true, online: false }
    const refused = { status: 400, message: 'Online payment is not available.', online: false, warning: null }
    expect(await place(cod, 'ONLINE')).toEqual(refused)
    expect(await place(cod, 'COD')).toMatchObject({ status: 201 })
    const online = { cod: false, online: true }
    const message = 'Cash on delivery is not available.'
    expect(await place(online, 'COD')).toEqual({ status: 400, message, online: true, warning: null })
    expect(await place(online, 'ONLINE')).toMatchObject({ status: 201 })
  })

  it('without any, the shop takes no orders and says so', async () => {
    const none = { status: 400, message: NO_ORDERS, online: false, warning: NO_ORDERS }
    for (const method of ['COD', 'ONLINE'])
      expect(await place({ cod: false, online: false }, method)).toEqual(none)
    const production = { NODE_ENV: 'production' }
    expect(await place({ cod: false, online: true }, 'COD', production)).toEqual(none)
  })
})

it('takes no orders while it is closed, says when it opens again, and keeps carts', async () => {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const close = (closed: AllSettings['closed']) =>
    test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, closed }))
  const order = (quantity: number) => shopper.order([item(product, quantity)], quantity * 500 + 99)
  const told = async () => {
    const { body } = await test.get('/api/settings').expect(200)
    expect(body.warning).toBe(body.closed)
    return body.closed
  }
  const placed = await shopper.place(order(1), 'first').expect(201)
  await close({ from: '2026-03-02', until: '2026-03-03', message: '' })
  const text = 'We are closed for holidays. We open again on Tuesday, 3 March.'
  expect(await told()).toBe(text)
  const { body } = await shopper.place(order(2)).expect(409)
  expect(body).toMatchObject({ code: 'SHOP_CLOSED', message: text })
  expect((await shopper.place(order(1), 'first').expect(201)).body.order_id).toBe(placed.body.order_id)
  await shopper.add(product.variant.id).expect(201)

  // The first minute of India's 3 March.
  test.clock.set(new Date('2026-03-02T18:30:00Z'))
  expect(await told()).toBeNull()
  await shopper.place(order(2)).expect(201)
  await close({ from: '2026-03-03', until: '2026-03-05', message: 'Happy Holi!' })
  expect(await told()).toBe('Happy Holi! We open again on Thursday, 5 March.')
})

it("shows nobody's contact and seller until the shop is set up", async () => {
  const test = await shopForThisTest()
  const read = async () => (await test.get('/api/settings').expect(200)).body
  const { is_set_up, settings } = await read()
  expect(is_set_up).toBe(false)
  expect(JSON.stringify([settings.contact, settings.seller, settings.seller_label])).not.toMatch(/haat|\d/i)
  await test.shop.db.transaction((tx) => markInitialised(tx, test.shop.now()))
  expect((await read()).settings.seller.legal_name).toBe(DEFAULT_SETTINGS.seller.legal_name)
})

const PERSON = { name: 'Asha', email: 'a@b.in', phone_number: '9876543210', password: 'teal-lantern-42' }

it('promises nothing and takes no accounts in production until the shop is set up', async () => {
  const test = await shopForThisTest({ NODE_ENV: 'production' })
  const read = async () => (await test.get('/api/settings').expect(200)).body.settings
  const policy = async () => (await test.get('/api/pages/return-exchange').expect(200)).body.page.text
  const before = await read()
  expect(before).toMatchObject({ services: [], info_cards: [], showcase: null, tagline: '', copyright: '' })
  expect(before.delivery).toEqual({
    charge: 49,
    free_above: RUPEES_MAX,
    waivedOnCartCheckout: false,
    deals_ship_free: false,
    areas: [],
    dispatch_days: 1,
  })
  expect(await policy()).toBe('')
  const signUp = () => test.post('/api/auth/signup', PERSON)
  expect((await signUp().expect(403)).body.message).toBe('This shop is not open yet.')
  await test.shop.db.transaction((tx) => markInitialised(tx, test.shop.now()))
  await signUp().expect(201)
  expect((await read()).services).toEqual(DEFAULT_SETTINGS.services)
  expect(await policy()).toMatch(/return/)
})

it('keeps the address for alerts private', async () => {
  const test = await shopForThisTest()
  const alerts = { email: 'owner@example.com', low_stock: 3 }
  await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, alerts }))
  expect((await readSettings(test.shop.db)).alerts).toEqual(alerts)
  expect((await test.get('/api/settings').expect(200)).text).not.toMatch(/owner@|alerts/)
})

describe('GET /api/pages/{slug}', () => {
  it('returns the footer pages and replies 404 for others', async () => {
    const test = await shopForThisTest()
    const { body } = await test.get('/api/pages/refund-policy').expect(200)
    expect(body.page.title).toBe('Refund Policy')
    await test.get('/api/pages/nothing').expect(404)
    await test.get('/api/pages/No%20slug').expect(400)
  })
})

it('updates the listing with a deal', async () => {
  const test = await shopForThisTest()
  const product = await aProduct(test)
  await aDeal(test, product.id, { end_date: new Date(START.getTime() + 1000) })
  const { products } = test.shop.db.tables
  const price = async () => (await test.shop.db.select({ price: products.price }).from(products))[0]?.price
  await applyDeals(test.shop.db, test.shop.now())
  expect(await price()).toBe(400_00)
  test.clock.advance(1)
  await applyDeals(test.shop.db, test.shop.now())
  expect(await price()).toBe(500_00)
})
