import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { atTheDesk } from '../../../test/desk.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { rule } from '../../../test/rule.ts'

const ADDRESS = {
  name: 'Meena Pillai',
  phone: '98470 12345',
  street: '4 Beach Road',
  city: 'Kochi',
  state: 'Kerala',
  pin: '682001',
}

async function setUp() {
  const test = await shopForThisTest()
  const desk = await atTheDesk(test, 'manager')
  const shirt = await aProduct(test, { name: 'Shirt' }, [{ price: 400_00, stock: 3, sku: 'SHIRT-M' }])
  const take = (more: object) => desk.call('POST', '/api/desk/orders', { ...ADDRESS, ...more })
  return { test, desk, shirt, take, stock: async () => (await stockNow(test.shop.db)).get(shirt.variant.id) }
}

it('takes an order by phone as the shop sells: price, coupon, stock, timeline, audit, and no way to log in', async () => {
  const { test, desk, take, stock } = await setUp()
  const { code } = await aCoupon(test, { kind: 'flat', value: 100_00, max_discount: null })
  const asked = { item: ['shirt-m=2'], coupon: code.toLowerCase() }
  const quoted = await desk.call('GET', `/api/desk/orders/quote?item=shirt-m%3D2&coupon=${code}&pin=682001`)
  const reply = await take(asked)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json()).toMatchObject({ customer: 'Meena Pillai', is_new_customer: true, payment_url: null })
  const { id, payable } = reply.json()
  expect(quoted.json()).toMatchObject({ total_amount: payable, total_discount_amount: 100 })
  expect(await stock()).toBe(1)
  const order = (await desk.call('GET', `/api/desk/orders/${id}`)).json()
  expect(order).toMatchObject({
    status: 'CONFIRMED',
    payment: 'COD',
    coupon_code: code,
    shipping_phone: '9847012345',
    customer: { name: 'Meena Pillai', email: '', phone_number: '9847012345' },
  })
  expect(order.events[0].note).toBe('Order taken by phone.')
  const entries = (await desk.call('GET', '/api/desk/audit')).json()
  expect(JSON.stringify(entries)).toContain('orders.create')
  const login = { phone_number: '9847012345', password: 'none' }
  expect((await test.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })).statusCode).toBe(
    401,
  )
  await checkInvariants(test.shop.db)
})

rule(
  'knows a customer by the phone number, keeps the address once, and repeats nothing that was sent twice',
  async () => {
    const { test, desk, take, stock } = await setUp()
    const [first, again] = [await take({ item: ['SHIRT-M'] }), await take({ item: ['SHIRT-M'] })]
    expect(again.json().id).toBe(first.json().id)
    test.clock.advance(60)
    const second = await take({ item: ['SHIRT-M'], email: 'meena@shop.in' })
    expect(second.json()).toMatchObject({ is_new_customer: false })
    expect(await stock()).toBe(1)
    const customer = (await desk.call('GET', '/api/desk/customers/9847012345')).json()
    expect(customer).toMatchObject({ orders_count: 2, addresses: [{ pin: '682001' }] })
    expect(customer.addresses).toHaveLength(1)
  },
)

it('refuses what the shop cannot sell or deliver, with nothing written', async () => {
  const { test, desk, take, stock } = await setUp()
  await aProduct(test, { is_published: false }, [{ sku: 'OLD' }])
  for (const [more, text] of [
    [{ item: ['SHIRT-M=9'] }, 'Only 3 left'],
    [{ item: ['OLD'] }, 'hidden'],
    [{ item: ['NONE'] }, 'no variant NONE'],
    [{ item: ['SHIRT-M'], coupon: 'NOPE' }, 'Invalid coupon'],
    [{ item: ['SHIRT-M'], pin: '110001' }, 'Delhi'],
    [{ item: ['SHIRT-M'], phone: '12' }, 'hone'],
  ] as const) {
    const { statusCode, body } = await take(more)
    expect([statusCode >= 400 && statusCode < 500, body]).toEqual([true, expect.stringContaining(text)])
  }
  expect(await stock()).toBe(3)
  expect((await desk.call('GET', '/api/desk/customers?search=98470')).json()).toEqual([])
})

it('refuses cash on delivery to a blocked customer and number, at the desk and in the shop, and tells no reason', async () => {
  const { test, take, shirt } = await setUp()
  const blocked = await aShopper(test)
  const { users } = test.shop.db.tables
  await test.shop.db.transaction((tx) =>
    tx.update(users).set({ cod_blocked_at: test.shop.now() }).where(eq(users.id, blocked.customer.id)),
  )
  const own = await blocked.place(blocked.order([item(shirt)], 499)).expect(409)
  expect(own.body).toMatchObject({
    code: 'COD_NOT_OFFERED',
    message: expect.not.stringMatching(/block|refus/i),
  })
  const phone = blocked.customer.phone_number
  expect((await take({ item: ['SHIRT-M'], phone })).json()).toMatchObject({ code: 'COD_NOT_OFFERED' })
  const other = { item: ['SHIRT-M'], customer: blocked.customer.email }
  expect((await take(other)).json()).toMatchObject({ code: 'COD_NOT_OFFERED' })
})
