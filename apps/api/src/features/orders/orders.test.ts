import { PAISE_MAX } from '@haat/contract/money'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCoupon, aDeal, anAddress, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'
import { storeTranslation } from '../translations/translations.store.ts'
import { moveOrder } from './move-order.ts'
import { confirmationLink, trackingLink } from './order-links.ts'
import { updateOrder } from './orders.store.ts'

async function setUp(stock = 10) {
  const test = await shopForThisTest()
  const { db } = test.shop
  const shopper = await aShopper(test)
  const product = await aProduct(test, { hsn: '9018', gst_rate: 18 }, [
    { stock, variant_name: 'Large', sku: 'L-1' },
    { stock, price: 700_00, mrp: null, color: 'Blue', size: 'M', is_default: false },
  ])
  const initial = await stockNow(db)
  const blue = { product_id: product.id, variant_id: product.variants[1]!.id, quantity: 1 }
  return {
    test,
    ...shopper,
    product,
    blue,
    rows: () => db.select().from(db.tables.orders),
    quantities: async () =>
      (await shopper.get('/api/cart')).body.cart.map(({ quantity }: { quantity: number }) => quantity),
    check: () => checkInvariants(db, initial),
    /** Asserts that there is no order and all stock is left. */
    untouched: async () => {
      expect(await db.select().from(db.tables.orders)).toEqual([])
      expect(await stockNow(db)).toEqual(initial)
    },
  }
}

const waiverOff = (test: TestShop) =>
  test.shop.db.transaction((tx) =>
    writeSettings(tx, {
      ...DEFAULT_SETTINGS,
      delivery: { ...DEFAULT_SETTINGS.delivery, waivedOnCartCheckout: false },
    }),
  )

describe('POST /api/orders/place-order', () => {
  rule('refuses an order above the largest amount, as its coupon is refused', async () => {
    const { test, order, place, apply } = await setUp()
    const [product, coupon] = [
      await aProduct(test, {}, [{ price: PAISE_MAX, mrp: null }]),
      await aCoupon(test),
    ]
    const refused = { success: false, message: 'This order is too large.' }
    const placed = await place(order([item(product, 2)], 100)).expect(400)
    expect(placed.body).toEqual(refused)
    expect((await apply(coupon.code, [item(product, 2)]).expect(400)).body).toEqual(refused)
  })

  rule('names the brand in the cart and on the order where the name does not', async () => {
    const { test, order, place, get, add } = await setUp()
    const soap = await aProduct(test, { name: 'Soap', brand: 'Lux' })
    expect((await add(soap.variant.id, 1)).body.cart_item).toMatchObject({ product_name: 'Lux Soap' })
    const { body } = await place(order([item(soap)], 500)).expect(201)
    const { order_items } = (await get(`/api/orders/${body.order_id}`).expect(200)).body.order
    expect(order_items).toMatchObject([{ product_name: 'Lux Soap' }])
  })

  rule('places a buy-now order with delivery and leaves the cart unchanged', async () => {
    const { order, place, product, get, add, blue, quantities, check } = await setUp()
    await add(blue.variant_id, 2)
    const { body } = await place(order([item(product)], 599, { total_shipping_price: 99 })).expect(201)
    expect(body).toEqual({
      success: true,
      message: 'Order created (COD)',
      order_number: expect.any(String),
      order_id: expect.any(Number),
      transactionId: null,
      merchantOrderId: null,
      paymentUrl: null,
    })
    const detail = await get(`/api/orders/${body.order_id}`).expect(200)
    expect(detail.body.order).toMatchObject({
      id: body.order_id,
      created_at: START.toISOString(),
      order_status: 'CONFIRMED',
      payment_method: 'COD',
      shipping_name: 'Asha Rao',
      shipping_street: '12 MG Road',
      shipping_city: 'Bengaluru',
      shipping_state: 'Karnataka',
      shipping_country: 'India',
      shipping_zip: '560001',
      shipping_phone: '9876543210',
      total_shipping_price: 99,
      total_discount_amount: 0,
      total_amount: 599,
      coupon_code: null,
      refund_due: false,
      hold_expires_at: null,
      order_items: [
        { product_name: product.name, variant_name: 'Large', price: 500, quantity: 1, subtotal: 500 },
      ],
      events: [{ status: 'CONFIRMED' }],
    })
    expect(await quantities()).toEqual([2])
    await check()
  })

  rule('removes the ordered quantities from the cart, without delivery charge', async () => {
    const { order, place, product, add, blue, quantities, check } = await setUp()
    await add(product.variant.id, 3)
    await add(blue.variant_id, 1)
    await place(order([item(product, 2), blue], 1700, { total_shipping_price: 0 })).expect(201)
    expect(await quantities()).toEqual([1])
    await check()
  })

  it('stores a copy of names, pictures, prices, tax and address', async () => {
    const { test, order, place, product, blue, get, address_id, customer } = await setUp()
    const { db } = test.shop
    const { body } = await place(order([item(product), blue], 1299)).expect(201)
    const path = `/api/orders/${body.order_id}`
    const before = (await get(path)).body
    await db.transaction(async (tx) => {
      await tx.update(tx.tables.products).set({ name: 'Renamed', hsn: null, media_url: '/x' })
      await tx.update(tx.tables.variants).set({ price: 1, variant_name: 'Other' })
    })
    await test.delete(`/api/users/addresses/${address_id}`, customer.token)
    expect((await get(path)).body).toEqual(before)
    expect(before.order.order_items[1].variant_name).toBe('Blue, M')
    const items = await db.select().from(db.tables.order_items)
    expect(items[0]).toMatchObject({ sku: 'L-1', hsn: '9018', gst_rate: 18, mrp: 800_00 })
  })

  rule('charges the deal price for the default variant while the deal runs', async () => {
    const { test, order, place, product, check } = await setUp()
    await aDeal(test, product.id, { end_date: new Date(START.getTime() + 1000) })
    await place(order([{ ...item(product), price: 400, sub_total: 400 } as never], 400)).expect(201)
    test.clock.advance(1)
    const { body } = await place(order([item(product)], 400)).expect(409)
    expect(body).toMatchObject({
      code: 'PRICE_CHANGED',
      message: 'Prices have changed. The total is now ₹599. Please review your order.',
      totals: {
        items_total: 500,
        total_shipping_price: 99,
        total_items_discount: 0,
        total_amount: 599,
      },
    })
    await check()
  })

  rule('uses the default variant for an item without a variant', async () => {
    const { test, order, place, product } = await setUp()
    await place(order([{ product_id: product.id, quantity: 1 } as never], 599)).expect(201)
    const [row] = await test.shop.db.select().from(test.shop.db.tables.order_items)
    expect(row?.variant_id).toBe(product.variant.id)
  })

  rule('completes name and phone from the profile, and joins the two lines of the address', async () => {
    const { test, order, place, product, get, customer } = await setUp()
    const address = await anAddress(test, customer, {
      full_name: '',
      phone: '',
      country: '',
      address_line2: 'Floor 2',
    })
    const { body } = await place(order([item(product)], 599, { address_id: address.id })).expect(201)
    expect((await get(`/api/orders/${body.order_id}`)).body.order).toMatchObject({
      shipping_name: expect.stringMatching(/^Customer \d+$/),
      shipping_phone: customer.phone_number,
      shipping_street: '12 MG Road, Floor 2',
      shipping_country: 'India',
    })
  })

  rule('charges delivery in the cart checkout when the waiver is off', async () => {
    const { test, order, place, product, add, quantities } = await setUp()
    await waiverOff(test)
    await add(product.variant.id, 2)
    await place(order([item(product, 2)], 1000, { total_shipping_price: 0 })).expect(409)
    await place(order([item(product, 2)], 1099, { total_shipping_price: 99 })).expect(201)
    expect(await quantities()).toEqual([])
  })

  rule('accepts buy-now when the cart has the same lines', async () => {
    const { order, place, product, add, quantities } = await setUp()
    await add(product.variant.id, 2)
    await place(order([item(product)], 500, { checkout: 'buy-now' })).expect(409)
    await place(order([item(product)], 599, { checkout: 'buy-now' })).expect(201)
    expect(await quantities()).toEqual([2])
  })

  rule('waives no delivery when the cart does not have the lines', async () => {
    const { order, place, product, add, untouched } = await setUp()
    await add(product.variant.id, 1)
    const { body } = await place(order([item(product, 2)], 1000, { total_shipping_price: 0 })).expect(409)
    expect(body.totals.total_shipping_price).toBe(99)
    const claim = { checkout: 'cart', total_shipping_price: 99 }
    const refused = await place(order([item(product, 2)], 1099, claim)).expect(409)
    expect(refused.body.code).toBe('CART_CHANGED')
    await untouched()
  })

  it('orders a cart that is open in four tabs once, and replays it to the tab that ordered', async () => {
    const { test, order, place, product, add, quantities } = await setUp()
    await add(product.variant.id, 1)
    // Above the free-delivery limit or with free deals, a cart checkout costs the same as buy-now.
    await waiverOff(test)
    const body = order([item(product)], 599, { checkout: 'cart' })
    const tabs = ['tab-1', 'tab-2', 'tab-3', 'tab-4']
    const replies = await Promise.all(tabs.map(async (key) => place(body, key)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => reply.body.code === 'CART_CHANGED')).toHaveLength(3)
    const placed = replies.findIndex(({ status }) => status === 201)
    const again = await place(body, tabs[placed])
    expect(again.body.order_id).toBe(replies[placed]!.body.order_id)
    expect(await quantities()).toEqual([])
  })
})

describe('place-order with', () => {
  rule('no address, no method or nothing: 400 with the messages of the checkout, in its order', async () => {
    const { order, place, product, untouched } = await setUp()
    const cases: [object, string][] = [
      [{ address_id: undefined }, 'Please select a delivery address'],
      [{ address_id: 0 }, 'Please select a delivery address'],
      [{ payment_method: undefined }, 'Please select a payment method!'],
      [{ payment_method: 'FREE' }, 'Please select a payment method!'],
      [{ payment_method: 'cod' }, 'Please select a payment method!'],
      [{ payment_method: ['COD'] }, 'Please select a payment method!'],
      [{ items: [] }, 'No items in cart'],
      [{ items: undefined }, 'No items in cart'],
      [{ address_id: null, payment_method: null, items: [] }, 'Please select a delivery address'],
      [{ payment_method: null, items: [] }, 'Please select a payment method!'],
    ]
    for (const [changes, message] of cases) {
      const { body } = await place(order([item(product)], 599, changes)).expect(400)
      expect(body).toMatchObject({ success: false, message })
    }
    await untouched()
  })

  rule('an invalid quantity, price or id: 400 that names the item', async () => {
    const { order, place, product, untouched } = await setUp()
    const refused = async (changes: object, message: string) => {
      const { body } = await place(order([{ ...item(product), ...changes }], 599)).expect(400)
      expect(body.message).toBe(message)
    }
    for (const quantity of [0, -5, 0.5, 1000, 1e9])
      await refused({ quantity }, `Invalid quantity for item: ${product.name}`)
    for (const price of [0, -500]) await refused({ price }, `Invalid price for item: ${product.name}`)
    for (const product_id of [0, -1, 1.5, 999_999, 1e15])
      await refused({ product_id }, `Invalid product ID for item: ${product_id}`)
    for (const variant_id of [0, -1, 1.5, 999_999, 1e15])
      await refused({ variant_id }, `Invalid product ID for item: ${product.id}`)
    await untouched()
  })

  rule("another product's variant, or one that is not published: 400", async () => {
    const { test, order, place, product, rows } = await setUp()
    const other = await aProduct(test, { is_published: false })
    await place(order([{ ...item(product), product_id: other.id }], 599)).expect(400)
    const { body } = await place(order([item(other)], 599)).expect(400)
    expect(body.message).toBe(`Invalid product ID for item: ${other.id}`)
    await place(order([{ product_id: other.id, quantity: 1 } as never], 599)).expect(400)
    expect(await rows()).toEqual([])
  })

  rule('a product of the cart that is no longer published: 409, in the words of the cart', async () => {
    const { test, order, place, product, add, untouched } = await setUp()
    await add(product.variant.id)
    const { db } = test.shop
    await db.transaction((tx) => tx.update(tx.tables.products).set({ is_published: false }))
    const message = `${product.name} is no longer available.`
    const { body } = await place(order([item(product)], 500)).expect(409)
    expect(body).toEqual({ success: false, code: 'OUT_OF_STOCK', message, available: 0 })
    await untouched()
  })

  rule('an amount that differs: 409 PRICE_CHANGED and no order', async () => {
    const { order, place, product, untouched } = await setUp()
    const one = item(product)
    const claims = [
      order([one], 1),
      order([one], 0),
      order([one], 599.01),
      order([one], 500),
      order([one], 599, { total_shipping_price: 0 }),
      order([one], 599, { total_shipping_price: 50 }),
      order([{ ...one, price: 0.01 } as never], 599),
      order([{ ...one, sub_total: 1 } as never], 599),
    ]
    for (const claim of claims) {
      const { body } = await place(claim).expect(409)
      expect(body).toMatchObject({ code: 'PRICE_CHANGED', totals: { total_amount: 599 } })
    }
    await untouched()
  })

  rule('a total that is not an amount: 400', async () => {
    const { test, order, product, customer, untouched } = await setUp()
    for (const text of ['-599', '"599"', '1e308', '1e999', 'null', '599.001', '[599]']) {
      const body = JSON.stringify(order([item(product)], 12345)).replace('12345', text)
      await test
        .post('/api/orders/place-order', undefined, customer.token)
        .set('content-type', 'application/json')
        .send(body)
        .expect(400)
    }
    await untouched()
  })

  rule("another customer's address, or one that does not exist: the same 404", async () => {
    const { test, order, place, product, untouched } = await setUp()
    const rival = await aShopper(test)
    const foreign = await place(order([item(product)], 599, { address_id: rival.address_id })).expect(404)
    expect(foreign.body).toEqual({ success: false, message: 'Address not found' })
    await place(order([item(product)], 599, { address_id: 999_999 })).expect(404, foreign.body)
    await untouched()
  })

  it('an older address whose state does not fit its PIN code, until it is corrected', async () => {
    const { test, customer, order, place, product, rows, untouched } = await setUp()
    for (const [state, pincode, message] of [
      ['Kerala', '110001', 'PIN code 110001 is in Delhi, not in Kerala.'],
      ['Karnatka', '560001', '“Karnatka” is not a state or union territory of India.'],
    ]) {
      const { id } = await anAddress(test, customer, { state: state!, pincode: pincode! })
      const { body } = await place(order([item(product)], 599, { address_id: id })).expect(409)
      const text = `Please correct your delivery address. ${message}`
      expect(body).toEqual({ success: false, message: text, code: 'ADDRESS_INVALID' })
    }
    await untouched()
    const { id } = await anAddress(test, customer, { state: 'KA' })
    await place(order([item(product)], 599, { address_id: id })).expect(201)
    expect(await rows()).toMatchObject([{ shipping_state: 'Karnataka' }])
  })

  rule('shipping details in the body: the stored address is used', async () => {
    const { order, place, product, rows } = await setUp()
    const shipping_details = {
      shipping_name: 'Mallory',
      shipping_street: 'Elsewhere',
      shipping_zip: '999999',
    }
    await place(order([item(product)], 599, { shipping_details })).expect(201)
    expect(await rows()).toMatchObject([{ shipping_name: 'Asha Rao', shipping_zip: '560001' }])
    const long = { shipping_details: { shipping_name: 'x'.repeat(101) } }
    await place(order([item(product)], 599, long)).expect(400)
  })

  rule('columns of the table in the body: none is stored', async () => {
    const { test, order, place, product, rows, customer } = await setUp()
    const rival = await aShopper(test)
    const columns = {
      id: 7,
      user_id: rival.customer.id,
      status: 'DELIVERED',
      order_status: 'DELIVERED',
      paid: true,
      paid_at: '2020-01-01T00:00:00Z',
      refund_due: true,
      coupon_id: 1,
      items_total: 0,
      created_at: '2020-01-01T00:00:00Z',
    }
    const text = JSON.stringify({ ...order([item(product)], 599), ...columns })
    await place(JSON.parse(text)).expect(201)
    expect(await rows()).toMatchObject([
      { user_id: customer.id, status: 'CONFIRMED', paid_at: null, coupon_id: null },
    ])
    expect((await rows())[0]?.created_at).toEqual(START)
  })

  rule('more than 50 lines: 400', async () => {
    const { order, place, product, untouched } = await setUp()
    await place(
      order(
        Array.from({ length: 51 }, () => item(product)),
        599,
      ),
    ).expect(400)
    await untouched()
  })

  rule('the same variant in two lines: one item, and 409 when their sum exceeds the stock', async () => {
    const { order, place, product, get, untouched, check } = await setUp(10)
    const twice = [item(product, 6), item(product, 6)]
    const { body } = await place(order(twice, 6099)).expect(409)
    expect(body).toMatchObject({ code: 'OUT_OF_STOCK', available: 10 })
    await untouched()
    await place(order([item(product, 600), item(product, 600)], 600_099)).expect(400)
    const placed = await place(order([item(product, 4), item(product, 6)], 5099)).expect(201)
    const { order_items } = (await get(`/api/orders/${placed.body.order_id}`)).body.order
    expect(order_items).toMatchObject([{ quantity: 10, subtotal: 5000 }])
    await check()
  })

  rule('one line out of stock among others: 409 that names it, nothing changed', async () => {
    const { test, order, place, product, blue, rows } = await setUp(10)
    const few = await aProduct(test, {}, [{ stock: 2 }])
    const soldOut = await aProduct(test, {}, [{ stock: 0 }])
    const { body } = await place(order([item(product), item(few, 3), item(soldOut), blue], 3299)).expect(409)
    expect(body).toMatchObject({
      code: 'OUT_OF_STOCK',
      message: `Only 2 left of ${few.name}. ${soldOut.name} is out of stock.`,
      items: [
        { product_id: few.id, quantity: 3, available: 2 },
        { product_id: soldOut.id, quantity: 1, available: 0 },
      ],
    })
    expect((await stockNow(test.shop.db)).get(blue.variant_id)).toBe(10)
    expect(await rows()).toEqual([])
  })

  rule('a fourth online order while three wait for payment: 409', async () => {
    const { test, order, place, product } = await setUp()
    const online = (n: number) => place(order([item(product)], 599, { payment_method: 'ONLINE' }), `key-${n}`)
    for (const n of [1, 2, 3]) await online(n).expect(201)
    const { body } = await online(4).expect(409)
    expect(body).toMatchObject({
      code: 'TOO_MANY_UNPAID',
      message: 'You have 3 orders waiting for payment. Please pay for one, or wait 15 minutes.',
    })
    await place(order([item(product)], 599)).expect(201)
    test.clock.advance(15 * 60)
    await online(5).expect(201)
  })
})

describe('place-order with rate limits', () => {
  it('replies 429 with Retry-After to the eleventh order in a minute, for that customer only', async () => {
    const test = await shopForThisTest({ RATE_LIMIT: 'on' })
    const product = await aProduct(test, {}, [{ stock: 100 }])
    const [shopper, rival] = [await aShopper(test), await aShopper(test)]
    const buy = (n: number) => shopper.place(shopper.order([item(product)], 599), `key-${n}`)
    for (let n = 0; n < 10; n += 1) await buy(n).expect(201)
    const { body } = await buy(10).expect(429).expect('retry-after', /^\d+$/)
    expect(body).toMatchObject({ success: false, code: 'RATE_LIMITED' })
    await rival.place(rival.order([item(product)], 599)).expect(201)
  })
})

describe('GET /api/orders', () => {
  it("lists the caller's orders, newest first, in pages, each as in the detail", async () => {
    const { test, order, place, product, get } = await setUp()
    const ids: number[] = []
    for (const key of ['a', 'b', 'c']) {
      test.clock.advance(60)
      ids.unshift((await place(order([item(product)], 599), key).expect(201)).body.order_id)
    }
    const rival = await aShopper(test)
    await rival.place(rival.order([item(product)], 599)).expect(201)
    const { body } = await get('/api/orders').expect(200)
    expect(body).toMatchObject({ success: true, page: 1, limit: 12, total: 3, totalPages: 1 })
    expect(body.orders.map(({ id }: { id: number }) => id)).toEqual(ids)
    expect(body.orders[0]).toEqual((await get(`/api/orders/${ids[0]}`)).body.order)
    const second = (await get('/api/orders?page=2&limit=2')).body
    expect(second).toMatchObject({ page: 2, limit: 2, total: 3, totalPages: 2, orders: [{ id: ids[2] }] })
    expect((await get('/api/orders/?page=9')).body.orders).toEqual([])
  })

  it('finds orders by group, number and product, in any case', async () => {
    const { test, order, place, product, get } = await setUp()
    const rope = await aProduct(test, { name: 'Jute Rope', brand: 'Lux' }, [{ color: 'Red' }])
    await test.shop.db.transaction((tx) => storeTranslation(tx, 'hi', 'Jute Rope', 'जूट रस्सी'))
    const first = (await place(order([item(rope)], 599)).expect(201)).body
    test.clock.advance(60)
    const second = (await place(order([item(product)], 599), 'b').expect(201)).body
    await test.shop.db.transaction((tx) =>
      moveOrder(tx, first.order_id, 'cancel', { now: test.shop.now(), note: 'No more' }),
    )
    const found = async (query: string) =>
      (await get(`/api/orders?${query}`).expect(200)).body.orders.map(({ id }: { id: number }) => id)
    expect(await found('show=open')).toEqual([second.order_id])
    expect(await found('show=ended')).toEqual([first.order_id])
    for (const text of ['jute', 'rope lux', 'red rope', 'Lux रस्सी'])
      expect(await found(`search=${encodeURIComponent(text)}`)).toEqual([first.order_id])
    expect(await found('search=jute%20cable')).toEqual([])
    expect(await found(`search=%23${second.order_number.toLowerCase()}`)).toEqual([second.order_id])
    expect(await found('show=open&search=jute')).toEqual([])
    expect((await get('/api/orders?search=jute&limit=1')).body).toMatchObject({ total: 1, totalPages: 1 })
    const counts = async (query: string) => (await get(`/api/orders?${query}`)).body.counts
    expect(await counts('show=open')).toEqual({ all: 2, open: 1, delivered: 0, ended: 1 })
    const both = order([item(product), item(rope)], 1099)
    test.clock.advance(60)
    await place(both, 'c').expect(201)
    const [last] = (await get(`/api/orders?search=${encodeURIComponent('रस्सी')}`)).body.orders
    expect(last.order_items.map(({ product_id }: { product_id: number }) => product_id)).toEqual([
      rope.id,
      product.id,
    ])
    expect(await counts('search=jute')).toEqual({ all: 2, open: 1, delivered: 0, ended: 1 })
    await get('/api/orders?show=mine').expect(400)
  })

  it('has a failed order among the open ones as long as it can be paid', async () => {
    const { test, order, place, product, get } = await setUp()
    const body = order([item(product)], 599, { payment_method: 'ONLINE' })
    const { order_id } = (await place(body).expect(201)).body
    await test.shop.db.transaction((tx) =>
      moveOrder(tx, order_id, 'payment_failed', { now: test.shop.now() }),
    )
    const found = async (show: string) =>
      (await get(`/api/orders?show=${show}`)).body.orders.map(({ can_pay }: { can_pay: boolean }) => can_pay)
    expect([await found('open'), await found('ended')]).toEqual([[true], []])
    expect((await get('/api/orders')).body.counts).toMatchObject({ all: 1, open: 1, ended: 0 })
    const created_at = new Date(test.shop.now().getTime() - 86_400_000)
    await test.shop.db.transaction((tx) => updateOrder(tx, order_id, { created_at }))
    expect([await found('open'), await found('ended')]).toEqual([[], [false]])
  })

  rule('returns one empty page to a new customer', async () => {
    const { get } = await setUp()
    expect((await get('/api/orders')).body).toMatchObject({ orders: [], total: 0, totalPages: 1 })
  })

  rule('refuses an invalid page', async () => {
    const { get } = await setUp()
    for (const query of ['page=0', 'page=-1', 'limit=101', 'limit=0', 'page=1&page=2', 'page=1.5'])
      await get(`/api/orders?${query}`).expect(400)
  })
})

describe('GET /api/orders/{id}', () => {
  rule("gives the same 404 for another customer's order and for an invalid id", async () => {
    const { test, order, place, product, get } = await setUp()
    const { body } = await place(order([item(product)], 599)).expect(201)
    const rival = await aShopper(test)
    const missing = { success: false, message: 'Order not found' }
    await rival.get(`/api/orders/${body.order_id}`).expect(404, missing)
    for (const id of ['999999', '0', '-1', '1.5', '1e3', '0x1', 'abc', '9007199254740993', '%2e%2e%2f', ' 1'])
      await get(`/api/orders/${encodeURI(id)}`).expect(404, missing)
    await test.get(`/api/orders/${body.order_id}`).expect(401)
  })

  rule('contains no payment secrets', async () => {
    const { order, place, product, get } = await setUp()
    const { body } = await place(order([item(product)], 599, { payment_method: 'ONLINE' })).expect(201)
    const text = JSON.stringify((await get(`/api/orders/${body.order_id}`)).body)
    for (const secret of [body.transactionId, body.merchantOrderId, '/pay/'])
      expect(text).not.toContain(secret)
  })

  it('is not cached', async () => {
    const { get } = await setUp()
    await get('/api/orders').expect('cache-control', 'no-store')
  })
})

describe('GET /api/orders/{id}/track', () => {
  rule('shows an order by the link of its mails, without what is private', async () => {
    const { test, order, place, product } = await setUp()
    const { order_id } = (await place(order([item(product)], 599)).expect(201)).body
    const [, , id, key] = new URL(trackingLink(test.shop, order_id)).pathname.split('/')
    const reply = await test.get(`/api/orders/${id}/track?key=${key}`).expect(200)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body.order).toMatchObject({
      ...{ id: order_id, order_status: 'CONFIRMED', shipping_city: 'Bengaluru' },
      ...{ shipping_street: '', shipping_phone: '', can_pay: false },
    })
    expect(reply.body.order.shipping_name).not.toContain(' ')
  })

  it('shows nothing for another key, order or purpose', async () => {
    const { test, order, place, product } = await setUp()
    const { order_id } = (await place(order([item(product)], 599)).expect(201)).body
    const keyOf = (link: string) => link.split('/').at(-1)
    for (const key of [
      keyOf(trackingLink(test.shop, order_id + 1)),
      keyOf(confirmationLink(test.shop, order_id)),
      'x',
    ])
      await test.get(`/api/orders/${order_id}/track?key=${key}`).expect(404)
    await test.get(`/api/orders/${order_id}/track`).expect(400)
  })
})

it('uses a placeholder name for an empty profile', async () => {
  const { test, order, place, product, customer, rows } = await setUp()
  const { users, addresses } = test.shop.db.tables
  await test.shop.db.transaction(async (tx) => {
    await tx.update(users).set({ name: '', phone_number: '' }).where(eq(users.id, customer.id))
    await tx.update(addresses).set({ full_name: '', phone: '' })
  })
  await place(order([item(product)], 599)).expect(201)
  expect(await rows()).toMatchObject([{ shipping_name: 'Customer', shipping_phone: '0000000000' }])
})
