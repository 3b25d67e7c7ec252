/** The limits against hoarding, and the numbers of orders. */
import type { OrderLimits } from '@haat/contract/settings'
import { sql } from 'drizzle-orm'
import { beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest'
import { aProduct, anAddress } from '../../../test/factories.ts'
import { aShopper, item, type OrderItemInput, type Shopper } from '../../../test/shopper.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { knownMigrations } from '../../db/migrate.ts'
import { findLines } from '../cart/cart.store.ts'
import { DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'
import { addressKey, fillAddressKeys } from './order-limits.ts'
import { advanceOrder } from '../../merchant/orders/orders.ts'
import { findNewCustomersShares } from './order-limits.store.ts'
import { insertOrder, updateOrder } from './orders.store.ts'

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

  it.each([
    ['This phone number', 1, { phone: '6123456789' }],
    ['This address', 3, { address_line1: 'Flat 3-B, Lake  View', state: 'Kerala', pincode: '682001' }],
  ])('is limited for %s among new customers', async (owner, most, address) => {
    await limit({ open_cod_orders: 1 })
    for (let orders = 0; orders < most; orders += 1) await buy(await shopperAt(address)).expect(201)
    const again = { ...address, ...('address_line1' in address && { address_line1: 'flat 3b lake-view' }) }
    const { body } = await buy(await shopperAt(again)).expect(409)
    expect(body.code).toBe('TOO_MANY_COD_ORDERS')
    expect(body.message).toContain(`${owner} already has ${most} cash on delivery order`)
  })

  it('is limited by orders from before there were address keys', async () => {
    await limit({ open_cod_orders: 1 })
    const address = { address_line1: '8 Lake Road', pincode: '560002' }
    const { db } = test.shop
    for (let orders = 0; orders < 3; orders += 1) {
      const { order_id } = (await buy(await shopperAt(address)).expect(201)).body
      await db.transaction((tx) => updateOrder(tx, order_id, { address_key: null, payment_method: null }))
    }
    await fillAddressKeys(test.shop)
    const { body } = await buy(await shopperAt(address)).expect(409)
    expect(body.message).toContain('This address already has 3')
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

  it('is limited for customers with a delivered order by their own orders alone', async () => {
    await limit({ open_cod_orders: 1 })
    const address = { phone: '6222222222', address_line1: '5 Station Road' }
    const customer = await shopperAt(address)
    const { order_id } = (await buy(customer).expect(201)).body
    for (const action of ['ship', 'deliver'] as const)
      expect(await advanceOrder(test.shop, order_id, action)).toBe(true)
    await buy(await shopperAt(address)).expect(201)
    for (const stranger of await Promise.all([shopperAt(address), shopperAt(address)]))
      await buy(stranger).expect(409)
    await buy(customer).expect(201)
    expect((await buy(customer).expect(409)).body.message).toContain('Your account already has 1')
  })

  it('of customers with a delivered order does not count for others', async () => {
    await limit({ open_cod_orders: 1 })
    const address = { phone: '6333333333', address_line1: '6 Station Road' }
    const customer = await shopperAt(address)
    const { order_id } = (await buy(customer).expect(201)).body
    for (const action of ['ship', 'deliver'] as const) await advanceOrder(test.shop, order_id, action)
    await buy(customer).expect(201)
    await buy(await shopperAt(address)).expect(201)
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
    test.shop.pay = null
    for (const message of await messages())
      expect(message).toMatch(/Please (order less|wait for a delivery)\.$/)
    test.shop.pay = pay
  })

  it('is not exceeded by concurrent orders of one customer, or of many to one phone or address', async () => {
    await limit({ open_cod_orders: 3 })
    const one = await shopperAt()
    const crowds = [
      Array.from({ length: 8 }, () => one),
      await Promise.all(Array.from({ length: 8 }, () => shopperAt({ phone: '6111111111' }))),
      await Promise.all(Array.from({ length: 12 }, () => shopperAt({ address_line1: '1 Hill Road' }))),
    ]
    for (const [index, crowd] of crowds.entries()) {
      const most = index === 2 ? 9 : 3
      const replies = await Promise.all(crowd.map((shopper) => buy(shopper)))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(most)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(crowd.length - most)
    }
  })
})

describe('customers without a delivered order', () => {
  /** A product of its own, with this stock, and orders of it at its price. */
  async function stocked(stock: number) {
    const made = await aProduct(test, { name: 'Kettle' }, [{ stock }])
    const order = (shopper: Shopper, quantity: number, changes = {}) =>
      shopper.place(shopper.order([item(made, quantity)], 500 * quantity + 99, changes), crypto.randomUUID())
    return { made, order }
  }

  it('reserve at most a share of a variant together, until their orders are shipped', async () => {
    await limit({ first_orders_share: 30 })
    const { order } = await stocked(40)
    const { order_id } = (await order(await shopperAt(), 4).expect(201)).body
    await order(await shopperAt(), 4).expect(201)
    await order(await shopperAt(), 2).expect(201)
    const refused = (await order(await shopperAt(), 3).expect(409)).body
    expect(refused).toMatchObject({ code: 'FIRST_ORDERS_SHARE' })
    expect(refused.message).toBe(
      'You can still order 2 of Kettle with cash on delivery. Please order fewer, or pay another way.',
    )
    const { db } = test.shop
    const alerts = async () =>
      (await db.select().from(db.tables.alerts)).filter(({ kind }) => kind === 'first_orders_share')
    expect(await alerts()).toHaveLength(0)
    await order(await shopperAt(), 2).expect(201)
    expect(await alerts()).toHaveLength(1)
    expect((await order(await shopperAt(), 1).expect(409)).body.message).toMatch(
      /^New customers have reserved all that they may of Kettle .* in a day or two, or pay another way\.$/,
    )
    await order(await shopperAt(), 1, { payment_method: 'ONLINE' }).expect(201)
    await advanceOrder(test.shop, order_id, 'ship')
    await order(await shopperAt(), 2).expect(201)
    await order(await shopperAt(), 1).expect(409)
    expect(await alerts()).toHaveLength(1)
  })

  it.each(['COD', 'ONLINE'])(
    'reserve at most a third of that share each, paying %s',
    async (payment_method) => {
      await limit({ first_orders_share: 30 })
      const { order } = await stocked(40)
      const one = await shopperAt()
      expect((await order(one, 5, { payment_method }).expect(409)).body.message).toMatch(
        /^You can still order 4 of Kettle .* Please order fewer/,
      )
      await order(one, 3, { payment_method }).expect(201)
      const fewer = await order(one, 2, { payment_method }).expect(409)
      expect(fewer.body.message).toMatch(/^You can still order 1 of Kettle .* Please order fewer/)
      await order(one, 1, { payment_method }).expect(201)
      const { body } = await order(one, 1, { payment_method }).expect(409)
      expect(body).toMatchObject({ code: 'FIRST_ORDERS_SHARE' })
      expect(body.message).toMatch(/^You have reserved all that a new customer may of Kettle/)
      await order(await shopperAt(), 4, { payment_method }).expect(201)
      const few = await stocked(2)
      await few.order(await shopperAt(), 1, { payment_method }).expect(201)
    },
  )

  it.each(['COD', 'ONLINE'])(
    'may reserve three pieces each of a small stock, paying %s',
    async (payment_method) => {
      await limit({ first_orders_share: 30 })
      const { order } = await stocked(12)
      const one = await shopperAt()
      await order(one, 4, { payment_method }).expect(409)
      await order(one, 2, { payment_method }).expect(201)
      await order(one, 1, { payment_method }).expect(201)
      expect((await order(one, 1, { payment_method }).expect(409)).body.code).toBe('FIRST_ORDERS_SHARE')
      for (let n = 0; n < 2; n += 1) await order(await shopperAt(), 3, { payment_method }).expect(201)
      expect((await order(await shopperAt(), 1, { payment_method }).expect(409)).body.code).toBe(
        'FIRST_ORDERS_SHARE',
      )
    },
  )

  it('may reserve the last pieces', async () => {
    await limit({ first_orders_share: 30 })
    const { order } = await stocked(4)
    for (const pieces of [3, 1]) await order(await shopperAt(), pieces).expect(201)
    const single = await stocked(1)
    await single.order(await shopperAt(), 1).expect(201)
    expect((await single.order(await shopperAt(), 1).expect(409)).body.code).toBe('OUT_OF_STOCK')
  })

  it('leave the rest to customers with a delivered order, whose orders do not count', async () => {
    await limit({ first_orders_share: 30 })
    const { order } = await stocked(50)
    const regular = await shopperAt()
    const { order_id } = (await order(regular, 5).expect(201)).body
    for (let n = 0; n < 2; n += 1) await order(await shopperAt(), 5).expect(201)
    await order(await shopperAt(), 1).expect(409)
    for (const action of ['ship', 'deliver'] as const) await advanceOrder(test.shop, order_id, action)
    await order(regular, 20).expect(201)
    await order(regular, 5, { payment_method: 'ONLINE' }).expect(201)
    await order(await shopperAt(), 1).expect(409)
  })

  it('count with old orders that have no payment method', async () => {
    await limit({ first_orders_share: 30, open_cod_orders: 1 })
    const { order } = await stocked(10)
    const shopper = await shopperAt()
    const { order_id } = (await order(shopper, 3).expect(201)).body
    for (let n = 0; n < 2; n += 1) await order(await shopperAt(), 3).expect(201)
    await test.shop.db.transaction((tx) => updateOrder(tx, order_id, { payment_method: null }))
    expect((await order(await shopperAt(), 1).expect(409)).body.code).toBe('FIRST_ORDERS_SHARE')
    expect((await order(shopper, 1).expect(409)).body.message).toContain('Your account already has 1')
  })

  it('never exceed the share with 20 parallel orders', async () => {
    await limit({ first_orders_share: 30 })
    const { made, order } = await stocked(40)
    const crowd = await Promise.all(Array.from({ length: 20 }, () => shopperAt()))
    const replies = await Promise.all(crowd.map((shopper) => order(shopper, 1)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(12)
    expect(replies.filter(({ body }) => body.code === 'FIRST_ORDERS_SHARE')).toHaveLength(8)
    const [found] = await findNewCustomersShares(test.shop.db, 0, [made.variant.id], 'COD')
    expect(found).toMatchObject({ reserved: 12, stock: 28 })
  })

  it('place a number of cash on delivery orders per network and day', async () => {
    await limit({ first_orders_per_network: 2 })
    const shopper = await shopperAt()
    const replies = await Promise.all([1, 2, 3].map(() => buy(shopper)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    const { body } = await buy(await shopperAt()).expect(409)
    expect(body).toMatchObject({ code: 'FIRST_ORDERS_PER_NETWORK' })
    expect(body.message).toMatch(/from another connection, or pay another way\.$/)
    await buy(shopper, 1, { payment_method: 'ONLINE' }).expect(201)
    const regular = replies.find(({ status }) => status === 201)?.body.order_id
    for (const action of ['ship', 'deliver'] as const) await advanceOrder(test.shop, regular, action)
    await buy(shopper).expect(201)
    test.clock.advance(86_400)
    await buy(await shopperAt()).expect(201)
  })

  it('count together in an IPv6 /48, which one home can have, and apart at every IPv4 address', async () => {
    await limit({ first_orders_per_network: 2 })
    const buyAt = async (ip: string) => (await buy(await shopperAt()).set('x-forwarded-for', ip)).status
    for (const n of [1, 2]) expect(await buyAt(`2001:db8:7:${n}::1`)).toBe(201)
    expect(await buyAt('2001:db8:7:3::1')).toBe(409)
    expect(await buyAt('2001:db8:8:3::1')).toBe(201)
    for (const status of [201, 201, 409]) expect(await buyAt('198.51.100.1')).toBe(status)
    expect(await buyAt('198.51.100.2')).toBe(201)
  })

  it.each([
    ['COD', 'a day with cash on delivery', 86_400],
    ['ONLINE', 'in 15 minutes with online payment', 900],
  ])(
    'order a number of pieces of all variants per network, paying %s',
    async (payment_method, words, seconds) => {
      await limit({ first_pieces_per_network: 6 })
      const [one, other] = [await stocked(100), await stocked(100)]
      test.clock.advance(86_400)
      const pay = { payment_method }
      expect((await one.order(await shopperAt(), 7, pay).expect(409)).body.message).toBe(
        `New customers can order 6 pieces ${words} from one internet connection, all together. Please order fewer, or from another connection, or pay another way.`,
      )
      await one.order(await shopperAt(), 4, pay).expect(201)
      const { body } = await other.order(await shopperAt(), 3, pay).expect(409)
      expect(body).toMatchObject({ code: 'FIRST_ORDERS_PER_NETWORK' })
      await other.order(await shopperAt(), 2, pay).expect(201)
      await one.order(await shopperAt(), 1, pay).expect(409)
      test.clock.advance(seconds)
      await one.order(await shopperAt(), 6, pay).expect(201)
    },
  )

  it('alert the merchant once a day for each way to reserve the share of a variant', async () => {
    await limit({ first_orders_share: 30 })
    const { made, order } = await stocked(40)
    for (const payment_method of ['COD', 'ONLINE'])
      for (const quantity of payment_method === 'COD' ? [4, 4, 4] : [3, 3, 3])
        await order(await shopperAt(), quantity, { payment_method }).expect(201)
    const { db } = test.shop
    const keys = (await db.select().from(db.tables.alerts)).map(({ dedupe_key }) => dedupe_key)
    expect(keys.filter((key) => key.includes(`:${made.variant.id}:`))).toHaveLength(2)
  })
})

it('recognises an address whatever its case, spaces and punctuation', () => {
  expect(addressKey('12, M.G. Road', '560001')).toBe(addressKey('12 mg  ROAD', '560001'))
  expect(addressKey('12 MG Road', '560001')).not.toBe(addressKey('12 MG Road', '560002'))
  expect(addressKey('१२ गांधी मार्ग', '110001')).toBe('110001:१२गांधीमार्ग')
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

  it('is given to the orders from before, whose customers count as verified', async () => {
    const { db } = test.shop
    const buyer = await shopperAt()
    await buy(buyer).expect(201)
    const other = await shopperAt()
    const updates = knownMigrations(db.engine)
      .flatMap((migration) => migration.sql)
      .filter((statement) =>
        /^\s*UPDATE (orders SET order_number|users SET email_verified_at)/.test(statement),
      )
    expect(updates).toHaveLength(2)
    await db.transaction(async (tx) => {
      for (const update of updates) await tx.execute(sql.raw(update))
    })
    const orders = await db.select().from(db.tables.orders)
    const numbers = orders.map(({ order_number }) => order_number)
    expect(new Set(numbers).size).toBe(orders.length)
    for (const number of numbers) expect(number).toMatch(/^[CDFHJKMNPRTVWX][CDFHJKMNPRTVWX2-9]{9}$/)
    const users = await db.select().from(db.tables.users)
    const verified = ({ customer }: Shopper) => users.find(({ id }) => id === customer.id)?.email_verified_at
    expect(verified(buyer)).toBeInstanceOf(Date)
    expect(verified(other)).toBeNull()
  })
})

it('proposes the limits of a new shop', () => {
  expect(NEW_SHOP_LIMITS).toEqual({
    pieces_per_line: 10,
    open_cod_orders: 3,
    cod_order_value: 50_000_00,
    first_orders_share: 30,
    first_orders_per_network: 10,
    first_pieces_per_network: 30,
    verified_contact: true,
  })
})
