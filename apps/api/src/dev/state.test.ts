import { describe, expect, it } from 'vitest'
import { devShopForThisTest } from '../../test/dev-shop.ts'
import { aCoupon, aCustomer, aDeal, aProduct } from '../../test/factories.ts'
import { aShopper, item } from '../../test/shopper.ts'
import { START } from '../../test/test-shop.ts'
import { pathTo } from './orders.ts'

describe('state', () => {
  it('brings the shop to "deal expires in 3 seconds, payment pending, stock 1" in one call', async () => {
    const test = await devShopForThisTest()
    const product = await aProduct(test, {}, [{ stock: 0 }])
    const { email } = await aCustomer(test)
    const { body } = await test
      .post('/dev/state', {
        clock: { set: '2026-03-02T10:00:00Z', freeze: true },
        place: [{ customer: email, items: [{ variant_id: product.variant.id }] }],
        deals: [{ product_id: product.id, deal_price: 299, ends_in: 3 }],
        variants: [{ variant_id: product.variant.id, stock: 1 }],
        sessions: [email],
      })
      .expect(200)
    const { accessToken } = body.sessions[0]
    const { order } = (await test.get(`/api/orders/${body.placed[0].order_id}`, accessToken).expect(200)).body
    expect(order).toMatchObject({ order_status: 'PENDING', total_amount: 599 })
    expect(body.placed[0].paymentUrl).toContain('/pay/')
    const firstVariant = async () => (await test.get(`/api/products/${product.id}`)).body.variants[0]
    expect(await firstVariant()).toMatchObject({ price: 299, stock: 1 })
    await test.post('/dev/clock', { advance: 3 })
    expect(await firstVariant()).toMatchObject({ price: 500, stock: 1 })
  })

  it('moves an order by its events, and never backwards', async () => {
    const test = await devShopForThisTest()
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    const { body } = await shopper.place(shopper.order([item(product)], 599)).expect(201)
    const setStatus = (status: string) => test.post('/dev/state', { orders: [{ id: body.order_id, status }] })
    await setStatus('SHIPPED').expect(200)
    const { order } = (await shopper.get(`/api/orders/${body.order_id}`)).body
    expect(order).toMatchObject({ order_status: 'SHIPPED', courier: 'Dakiya Logistics' })
    expect(order.events.map(({ status }: { status: string }) => status)).toEqual([
      'CONFIRMED',
      'PROCESSING',
      'SHIPPED',
    ])
    const refused = await setStatus('PROCESSING').expect(409)
    expect(refused.body.message).toContain('cannot become PROCESSING')
  })

  it('changes prices, deals and coupons', async () => {
    const test = await devShopForThisTest()
    const product = await aProduct(test)
    await aDeal(test, product.id)
    const coupon = await aCoupon(test)
    const shopper = await aShopper(test)
    await test
      .post('/dev/state', {
        variants: [{ variant_id: product.variant.id, price: 450.5, mrp: null }],
        deals: [{ product_id: product.id, is_active: false }],
        coupons: [{ code: coupon.code, ends_in: -1 }],
      })
      .expect(200)
    const odd = { variants: [{ variant_id: product.variant.id, price: 450.5, mrp: 100 }] }
    expect((await test.post('/dev/state', odd).expect(200)).body.notes).toEqual([
      `Variant ${product.variant.id} costs ₹450.5, more than its MRP of ₹100.`,
    ])
    const dear = { deals: [{ product_id: product.id, deal_price: 999, is_active: false }] }
    expect((await test.post('/dev/state', dear).expect(200)).body.notes[0]).toContain('not less than')
    const free = {
      variants: [{ variant_id: product.variant.id, price: 0, mrp: null }],
      deals: [{ product_id: product.id, deal_price: 0 }],
    }
    expect((await test.post('/dev/state', free).expect(200)).body.notes).toEqual([
      `Variant ${product.variant.id} costs ₹0: it is free.`,
      `The deal of product ${product.id} costs ₹0: it is free.`,
    ])
    const usual = {
      variants: [{ variant_id: product.variant.id, price: 450.5 }],
      deals: [{ product_id: product.id, deal_price: 400 }],
    }
    expect((await test.post('/dev/state', usual).expect(200)).body.notes).toEqual([])
    const listed = (await test.get('/api/products/filter')).body.products[0]
    expect(listed).toMatchObject({ price: 450.5, mrp: null })
    expect((await shopper.apply(coupon.code, [item(product)]).expect(400)).body.message).toContain('expired')
  })

  it('expires an unpaid order at once', async () => {
    const test = await devShopForThisTest()
    const { email } = await aCustomer(test)
    const product = await aProduct(test)
    const place = { place: [{ customer: email, items: [{ variant_id: product.variant.id, quantity: 2 }] }] }
    const { placed } = (await test.post('/dev/state', place).expect(200)).body
    const end = () => test.post('/dev/state', { orders: [{ id: placed[0].order_id, hold_ends_in: 0 }] })
    await end().expect(200)
    expect((await end().expect(400)).body.message).toContain('PAYMENT_FAILED: only a PENDING order')
    expect((await test.get(`/api/products/${product.id}`)).body.variants[0].stock).toBe(10)
  })

  it('refuses a deal without a change, and empty lists', async () => {
    const test = await devShopForThisTest()
    const product = await aProduct(test)
    const message = async (body: object) => (await test.post('/dev/state', body).expect(400)).body.message
    const deals = [{ product_id: product.id }]
    await test.post('/dev/state', { deals }).expect(200)
    await test.post('/dev/state', { deals: [{ ...deals[0], ends_in: -1 }] }).expect(200)
    expect(await message({ deals })).toContain('Nothing to change')
    for (const name of ['place', 'variants', 'deals', 'coupons', 'orders', 'sessions'])
      expect(await message({ [name]: [] })).toBe(`Nothing to do: ${name} is an empty list.`)
  })

  it('refuses unknown rows and malformed parts, and changes nothing', async () => {
    const test = await devShopForThisTest()
    const product = await aProduct(test)
    const variants = [{ variant_id: product.variant.id, stock: 3 }]
    await test.post('/dev/state', { variants, coupons: [{ code: 'NONE', is_active: true }] }).expect(404)
    await test.post('/dev/state', { variants, sessions: ['nobody@x.in'] }).expect(404)
    await test.post('/dev/state', { variants: [{ variant_id: 999, stock: 1 }] }).expect(404)
    await test.post('/dev/state', { variants, what: 1 }).expect(400)
    await test.post('/dev/state?dry=1', { variants }).expect(400)
    await test.post('/dev/state', {}).expect(400)
    await test.post('/dev/state', { variants: [{ variant_id: product.variant.id }] }).expect(400)
    const late = { clock: { advance: 3600 }, variants, coupons: [{ code: 'NONE', is_active: true }] }
    await test.post('/dev/state', late).expect(404)
    expect((await test.get('/dev/clock')).body.now).toBe(START.toISOString())
    await test.post('/dev/state', { variants: [{ variant_id: product.variant.id, stock: -1 }] }).expect(400)
    await test
      .post('/dev/state', { deals: [{ product_id: product.id, starts_in: 5, ends_in: 5 }] })
      .expect(409)
    expect((await test.get(`/api/products/${product.id}`)).body.variants[0].stock).toBe(10)
  })

  it('finds the events that lead to a status', () => {
    const order = (status: 'PENDING' | 'DELIVERED') => ({ status, paid: false, refund_due: false })
    expect(pathTo(order('PENDING'), 'DELIVERED')).toEqual([
      'pay',
      'process',
      'ship',
      'out_for_delivery',
      'deliver',
    ])
    expect(pathTo(order('PENDING'), 'PENDING')).toEqual([])
    expect(pathTo(order('DELIVERED'), 'PENDING')).toBeNull()
  })
})

describe('the courier', () => {
  const setUp = async () => {
    const test = await devShopForThisTest()
    const shopper = await aShopper(test)
    const product = await aProduct(test, {}, [{ stock: 100 }])
    for (let n = 0; n < 3; n += 1)
      await shopper.place(shopper.order([item(product)], 599), `order-${n}`).expect(201)
    const statuses = async () =>
      (await shopper.get('/api/orders')).body.orders.map(
        (order: { order_status: string }) => order.order_status,
      )
    return { test, statuses }
  }

  it('moves orders as the clock moves', async () => {
    const { test, statuses } = await setUp()
    await test.post('/dev/courier', { running: true, seconds_per_step: 20 }).expect(200)
    await test.post('/dev/clock', { advance: 45 })
    expect(await statuses()).toEqual(['SHIPPED', 'SHIPPED', 'SHIPPED'])
    await test.post('/dev/courier', { running: false })
    await test.post('/dev/clock', { advance: 3600 })
    expect(await statuses()).toEqual(['SHIPPED', 'SHIPPED', 'SHIPPED'])
    const { body } = await test.post('/dev/courier', { steps: 2 }).expect(200)
    expect(await statuses()).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED'])
    expect(body.courier).toMatchObject({ running: false, moved: 12 })
  })

  it('cancels the given percentage of orders', async () => {
    const { test, statuses } = await setUp()
    await test.post('/dev/courier', { cancel_percent: 100, steps: 1 }).expect(200)
    expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
    await test.post('/dev/courier', { cancel_percent: 101 }).expect(400)
    await test.post('/dev/courier', {}).expect(400)
    expect((await test.get('/dev/courier')).body.courier.cancel_percent).toBe(100)
  })
})
