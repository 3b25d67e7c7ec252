/** The limits against hoarding, and the numbers of orders. */
import type { OrderLimits } from '@haat/contract/settings'
import { beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest'
import { providersOf } from '../../../test/providers.ts'
import { aProduct, anAddress } from '../../../test/factories.ts'
import { aShopper, item, type OrderItemInput, type Shopper } from '../../../test/shopper.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { findLines } from '../cart/cart.store.ts'
import { DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'
import { advanceOrder } from '../../acts/orders/orders.ts'
import { insertOrder } from './orders.store.ts'

let test: TestShop
let product: Awaited<ReturnType<typeof aProduct>>
let phone = 7_000_000_000

beforeAll(async () => {
  test = await openTestShop({ TRUST_PROXY: 'true' })
  product = await aProduct(test, { name: 'Rope' }, [{ stock: 10_000 }])
})
afterAll(() => test.close())
beforeEach(() => limit({}))

const limit = (limits: Partial<OrderLimits>) =>
  test.shop.db.transaction((tx) =>
    writeSettings(tx, { ...DEFAULT_SETTINGS, limits: { ...DEFAULT_SETTINGS.limits, ...limits } }),
  )

/** A shopper whose phone number and address nobody else has, unless `address` says so. */
async function shopperAt(address: Parameters<typeof anAddress>[2] = {}): Promise<Shopper> {
  const shopper = await aShopper(test)
  phone += 1
  const row = { phone: String(phone), address_line1: `${phone} MG Road`, ...address }
  const { id } = await anAddress(test, shopper.customer, row)
  return {
    ...shopper,
    order: (items, total, changes) => ({ ...shopper.order(items, total, changes), address_id: id }),
  }
}

const buy = (shopper: Shopper, quantity = 1, changes = {}) => {
  const items: OrderItemInput[] = [item(product, quantity)]
  const total = 500 * quantity + (500 * quantity > 50_000 ? 0 : 99)
  return shopper.place(shopper.order(items, total, changes), crypto.randomUUID())
}

describe('pieces per line', () => {
  it('are limited in an order, whatever the payment method', async () => {
    await limit({ pieces_per_line: 10 })
    const shopper = await shopperAt()
    for (const payment_method of ['COD', 'ONLINE']) {
      const { body } = await buy(shopper, 11, { payment_method }).expect(409)
      expect(body).toMatchObject({ code: 'QUANTITY_LIMIT', message: 'You can buy at most 10 of Rope.' })
    }
    await buy(shopper, 10).expect(201)
    const twice = shopper.order([item(product, 6), item(product, 5)], 5599)
    expect((await shopper.place(twice).expect(409)).body.code).toBe('QUANTITY_LIMIT')
  })

  it('are limited in the cart, but a line from before the limit may stay and become smaller', async () => {
    const shopper = await shopperAt()
    const { body } = await shopper.add(product.variant.id, 20).expect(201)
    await limit({ pieces_per_line: 10 })
    const { cart_item_id } = body.cart_item
    const set = (quantity: number) =>
      test.put('/api/cart', { cart_item_id, quantity }, shopper.customer.token)
    expect((await set(21).expect(409)).body.code).toBe('QUANTITY_LIMIT')
    await set(20).expect(200)
    await set(9).expect(200)
    await shopper.add(product.variant.id, 1).expect(200)
    const refused = (await shopper.add(product.variant.id, 1).expect(409)).body
    expect(refused).toMatchObject({ code: 'QUANTITY_LIMIT', message: 'You can buy at most 10 of one item.' })
  })

  it('are not exceeded by saving a line twice', async () => {
    await limit({ pieces_per_line: 10 })
    const shopper = await shopperAt()
    for (const quantity of [7, 6]) {
      const { body } = await shopper.add(product.variant.id, quantity).expect(201)
      const { cart_item_id } = body.cart_item
      await test.post('/api/saved', { cart_item_id }, shopper.customer.token).expect(201)
    }
    const saved = await findLines(test.shop.db, shopper.customer.id, 'saved_items')
    expect(saved).toMatchObject([{ quantity: 10 }])
  })
})

describe('cash on delivery', () => {
  it('is possible up to a value; online payment is not limited', async () => {
    await limit({ cod_order_value: 1_099_00 })
    const shopper = await shopperAt()
    await buy(shopper, 2).expect(201)
    const { body } = await buy(shopper, 3).expect(409)
    expect(body.code).toBe('COD_VALUE_LIMIT')
    expect(body.message).toContain('up to ₹1,099')
    await buy(shopper, 3, { payment_method: 'ONLINE' }).expect(201)
  })

  it('is limited to some undelivered orders of a customer', async () => {
    await limit({ open_cod_orders: 2 })
    const shopper = await shopperAt()
    const { order_id } = (await buy(shopper).expect(201)).body
    await buy(shopper).expect(201)
    const { body } = await buy(shopper).expect(409)
    expect(body).toMatchObject({ code: 'TOO_MANY_COD_ORDERS' })
    expect(body.message).toMatch(/^Your account already has 2 cash on delivery orders not delivered yet/)
    await buy(shopper, 1, { payment_method: 'ONLINE' }).expect(201)
    await advanceOrder(test.shop, order_id, 'cancel')
    await buy(shopper).expect(201)
  })

  it('is limited for a phone number, whoever orders to it', async () => {
    await limit({ open_cod_orders: 1 })
    const [one, other] = [await shopperAt({ phone: '6123456789' }), await shopperAt({ phone: '6123456789' })]
    const { order_id } = (await buy(one).expect(201)).body
    const { body } = await buy(other).expect(409)
    expect(body.code).toBe('TOO_MANY_COD_ORDERS')
    expect(body.message).toContain('This phone number already has 1 cash on delivery order not delivered yet')
    for (const action of ['ship', 'deliver'] as const)
      expect(await advanceOrder(test.shop, order_id, action)).toBe(true)
    await buy(other).expect(201)
  })

  it('is not stopped by orders of strangers to the phone number of the account', async () => {
    await limit({ open_cod_orders: 1 })
    const shopper = await aShopper(test)
    const { phone_number } = shopper.customer
    const { id: address_id } = await anAddress(test, shopper.customer, {
      phone: phone_number,
      address_line1: '4 Temple Street',
    })
    await buy(await shopperAt({ phone: phone_number })).expect(201)
    await buy(shopper, 1, { address_id }).expect(201)
    const { body } = await buy(shopper, 1, { address_id }).expect(409)
    expect(body.message).toContain('Your account already has 1')
  })

  it('names another way to pay only where there is one', async () => {
    await limit({ open_cod_orders: 1, cod_order_value: 1_000_00 })
    const shopper = await shopperAt()
    await buy(shopper).expect(201)
    const messages = async () => [
      (await buy(shopper, 2).expect(409)).body.message,
      (await buy(shopper).expect(409)).body.message,
    ]
    for (const message of await messages()) expect(message).toMatch(/, or pay another way\.$/)
    const { pay } = test.shop
    test.shop.pay = providersOf()
    for (const message of await messages())
      expect(message).toMatch(/Please (order less|wait for a delivery)\.$/)
    test.shop.pay = pay
  })

  it('is not exceeded by concurrent orders of one customer, or of many to one phone number', async () => {
    await limit({ open_cod_orders: 3 })
    const one = await shopperAt()
    const crowds = [
      Array.from({ length: 8 }, () => one),
      await Promise.all(Array.from({ length: 8 }, () => shopperAt({ phone: '6111111111' }))),
    ]
    for (const crowd of crowds) {
      const replies = await Promise.all(crowd.map((shopper) => buy(shopper)))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(crowd.length - 3)
    }
  })
})

describe('an order number', () => {
  it('has ten characters, without vowels and look-alikes, and is on the order and its list', async () => {
    const shopper = await shopperAt()
    const { order_id, order_number } = (await buy(shopper).expect(201)).body
    expect(order_number).toMatch(/^[CDFHJKMNPRTVWX][CDFHJKMNPRTVWX2-9]{9}$/)
    expect((await shopper.get(`/api/orders/${order_id}`).expect(200)).body.order).toMatchObject({
      order_number,
    })
    expect((await shopper.get('/api/orders').expect(200)).body.orders[0]).toMatchObject({ order_number })
  })

  it('is made again when it is taken', async () => {
    const { db } = test.shop
    const shopper = await shopperAt()
    const { order_id, order_number } = (await buy(shopper).expect(201)).body
    const [row] = (await db.select().from(db.tables.orders)).filter(({ id }) => id === order_id)
    const { id: _, ...copy } = { ...row!, idempotency_key: 'key:again' }
    const numbers = [order_number, order_number, 'KD7M2XPR94']
    const order = await db.transaction((tx) => insertOrder(tx, copy, () => numbers.shift()!))
    expect(order.order_number).toBe('KD7M2XPR94')
    const taken = db.transaction((tx) =>
      insertOrder(tx, { ...copy, idempotency_key: 'key:third' }, () => order_number),
    )
    await expect(taken).rejects.toThrow('were taken')
  })
})

it('proposes the limits of a new shop', () => {
  expect(NEW_SHOP_LIMITS).toEqual({
    pieces_per_line: 10,
    open_cod_orders: 3,
    cod_order_value: 50_000_00,
    verified_contact: true,
  })
})
