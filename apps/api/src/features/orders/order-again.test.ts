/** A customer who orders the same items again, in another browser, before the first order is paid. */
import { ORDERED_AGAIN_NOTE } from '@haat/contract/rules'
import { describe, expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { bankOf, callback, payOnline } from '../../../test/payer.ts'
import { aShopper, item, type Shopper } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'

const CART = { payment_method: 'ONLINE', checkout: 'cart', total_shipping_price: 0 }

/** A customer with the last piece of a product in the cart. */
async function setUp() {
  const test = await shopForThisTest()
  const { db } = test.shop
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 1 }])
  const other = await aProduct(test, {}, [{ stock: 5 }])
  const initial = await stockNow(db)
  await shopper.add(product.variant.id).expect(201)
  await shopper.add(other.variant.id).expect(201)
  const items = [item(product)]
  const body = shopper.order(items, 500, CART)
  const orderOf = async (id: number) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order
  const check = () => checkInvariants(db, initial)
  return { test, shopper, product, other, items, body, orderOf, check }
}

const placed = async (shopper: Shopper, body: object, key: string): Promise<number> =>
  (await shopper.place(body, key).expect(201)).body.order_id

describe('an order of items that wait for their payment', () => {
  it('ends the first one and gets its last piece', async () => {
    const { shopper, product, body, orderOf, check } = await setUp()
    const first = await placed(shopper, body, 'phone')
    const { cart } = (await shopper.get('/api/cart').expect(200)).body
    expect(cart[0]).toMatchObject({ stock: 1 })
    expect((await shopper.add(product.variant.id).expect(409)).body).toMatchObject({ available: 1 })
    const second = await placed(shopper, body, 'laptop')
    expect(await orderOf(first)).toMatchObject({
      order_status: 'CANCELLED',
      refund_due: false,
      ordered_again: { order_id: second },
      events: [
        { status: 'PENDING' },
        { status: 'CANCELLED', kind: 'ordered_again', note: ORDERED_AGAIN_NOTE },
      ],
    })
    expect(await orderOf(second)).toMatchObject({ order_status: 'PENDING' })
    await check()
  })

  it.each([
    ['per customer', { per_user_limit: 1 }],
    ['in all', { usage_limit: 1 }],
  ])('gets the coupon that can be used once %s', async (_what, limit) => {
    const { test, shopper, items, other, orderOf, check } = await setUp()
    const coupon = await aCoupon(test, limit)
    const place = async (key: string) => {
      const { order_coupon_id } = (await shopper.apply(coupon.code, items).expect(200)).body
      return placed(shopper, shopper.order(items, 450, { ...CART, order_coupon_id }), key)
    }
    const first = await orderOf(await place('phone'))
    // Of other items, which do not end the first order.
    const { order_coupon_id } = (await shopper.apply(coupon.code, [item(other)]).expect(200)).body
    const ofOther = shopper.order([item(other)], 450, { ...CART, order_coupon_id })
    expect((await shopper.place(ofOther, 'other').expect(409)).body.code).toBe('COUPON_INVALID')
    expect(await orderOf(first.id)).toMatchObject({ order_status: 'PENDING' })
    const second = await place('laptop')
    await check()
    expect(await orderOf(second)).toMatchObject({ order_status: 'PENDING', coupon_code: coupon.code })
    const third = await aShopper(test)
    const expected = 'usage_limit' in limit ? 400 : 200
    await third.apply(coupon.code, items).expect(expected)
  })

  it('ends it also when it is paid on delivery, and shares one line of it', async () => {
    const { shopper, product, other, body, orderOf, check } = await setUp()
    const both = shopper.order([item(product), item(other)], 1000, CART)
    const first = await placed(shopper, both, 'phone')
    const second = await placed(shopper, { ...body, payment_method: 'COD' }, 'laptop')
    expect(await orderOf(first)).toMatchObject({ order_status: 'CANCELLED' })
    expect(await orderOf(second)).toMatchObject({ order_status: 'CONFIRMED' })
    await check()
  })

  it('ends one whose payment failed: it cannot be paid again, and a payment that comes late goes back', async () => {
    const { test, shopper, product, body, orderOf, check } = await setUp()
    const first = await payOnline(test, shopper, [item(product)], 599)
    await first.sendCallback({ state: 'FAILED' }).expect(200)
    expect(await first.status()).toBe('PAYMENT_FAILED')
    const second = await placed(shopper, { ...body, payment_method: 'COD' }, 'laptop')
    expect(await orderOf(first.order_id)).toMatchObject({
      order_status: 'CANCELLED',
      events: [{}, {}, { kind: 'ordered_again' }],
    })
    const again = await test.post(`/api/orders/${first.order_id}/pay`, {}, shopper.customer.token).expect(409)
    expect(again.body.code).toBe('NOT_PAYABLE')
    await first.sendCallback().expect(200)
    expect(await orderOf(first.order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due: true })
    expect(await orderOf(second)).toMatchObject({ order_status: 'CONFIRMED' })
    await check()
  })

  it('leaves orders of other items, of other customers, and to be paid on delivery', async () => {
    const { test, shopper, other, body, orderOf, check } = await setUp()
    const cod = await placed(shopper, shopper.order([item(other)], 599, { checkout: 'buy-now' }), 'cod')
    const unpaid = await placed(shopper, shopper.order([item(other)], 500, CART), 'unpaid')
    const rival = await aShopper(test)
    const theirs = await payOnline(test, rival, [item(other)], 599)
    await placed(shopper, body, 'laptop')
    expect(await orderOf(cod)).toMatchObject({ order_status: 'CONFIRMED' })
    expect(await orderOf(unpaid)).toMatchObject({ order_status: 'PENDING' })
    expect(await theirs.status()).toBe('PENDING')
    await placed(shopper, { ...body, payment_method: 'COD' }, 'last-piece')
    await placed(shopper, shopper.order([item(other)], 500, CART), 'again')
    expect(await orderOf(cod)).toMatchObject({ order_status: 'CONFIRMED' })
    expect(await theirs.status()).toBe('PENDING')
    await check()
  })

  it('is refused while the bank processes the payment of the first one; other items are not', async () => {
    const { test, shopper, other, body, orderOf, check } = await setUp()
    const { order_id, order_number, merchantOrderId, transactionId } = (
      await shopper.place(body, 'phone').expect(201)
    ).body
    const event = { event_id: 'processing', merchantOrderId, transactionId, amount: 50_000 }
    await callback(test, { ...event, state: 'PENDING' }).expect(200)
    for (const payment_method of ['ONLINE', 'COD']) {
      const { body: refusal } = await shopper.place({ ...body, payment_method }, payment_method).expect(409)
      expect(refusal).toMatchObject({ code: 'PAYMENT_PROCESSING', order_id, order_number })
    }
    await placed(shopper, shopper.order([item(other)], 500, CART), 'other')
    expect(await orderOf(order_id)).toMatchObject({ order_status: 'PENDING' })
    await callback(test, { ...event, event_id: 'paid', state: 'COMPLETED' }).expect(200)
    expect(await orderOf(order_id)).toMatchObject({ order_status: 'CONFIRMED' })
    await check()
  })

  it('leaves the first one when it is refused', async () => {
    const { shopper, product, body, orderOf, check } = await setUp()
    const first = await placed(shopper, body, 'phone')
    await shopper.place({ ...body, total_amount: 1 }, 'price').expect(409)
    const two = shopper.order([item(product, 2)], 1099, {
      ...CART,
      checkout: 'buy-now',
      total_shipping_price: 99,
    })
    const { body: refusal } = await shopper.place(two, 'stock').expect(409)
    expect(refusal).toMatchObject({ code: 'OUT_OF_STOCK', available: 1 })
    expect(await orderOf(first)).toMatchObject({ order_status: 'PENDING' })
    await check()
  })

  it('counts an overdue one no longer, and ends it', async () => {
    const { test, shopper, body, orderOf, check } = await setUp()
    const first = await placed(shopper, body, 'phone')
    test.clock.advance(15 * 60)
    await placed(shopper, body, 'laptop')
    expect(await orderOf(first)).toMatchObject({ order_status: 'CANCELLED' })
    await check()
  })

  it('refunds money that comes for the ended one, and can still be paid', async () => {
    const { test, shopper, product, body, orderOf, check } = await setUp()
    const { db } = test.shop
    const ids = [await placed(shopper, body, 'phone'), await placed(shopper, body, 'laptop')]
    for (const id of ids) {
      const [row] = (await db.select().from(db.tables.payments)).filter(({ order_id }) => order_id === id)
      const { merchant_order_id: merchantOrderId, transaction_id: transactionId } = row!
      const event = {
        event_id: `paid-${id}`,
        merchantOrderId,
        transactionId,
        state: 'COMPLETED',
        amount: 50_000,
      }
      await callback(test, event).expect(200)
    }
    expect(await orderOf(ids[0]!)).toMatchObject({ order_status: 'CANCELLED', refund_due: true })
    expect(await orderOf(ids[1]!)).toMatchObject({ order_status: 'CONFIRMED', refund_due: false })
    const { cart } = (await shopper.get('/api/cart').expect(200)).body
    expect(cart.map(({ variant_id }: { variant_id: number }) => variant_id)).not.toContain(product.variant.id)
    await check()
  })
})

describe('concurrent orders of the same cart', () => {
  it('leave one to pay', async () => {
    const { test, shopper, body, check } = await setUp()
    const keys = ['phone', 'laptop', 'tablet', 'desk']
    const replies = await Promise.all(keys.map((key) => shopper.place(body, key)))
    for (const { status, body: reply } of replies)
      if (status !== 201) expect([status, reply.code]).toEqual([409, 'ORDER_ENDED'])
    const { db } = test.shop
    const statuses = (await db.select().from(db.tables.orders)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'PENDING'])
    await check()
  })

  it('tell the one that has ended before its payment was opened', async () => {
    const { test, shopper, body, orderOf, check } = await setUp()
    const bank = bankOf(test)
    const { start } = bank
    bank.start = async (request, signal) => {
      bank.start = start
      await placed(shopper, body, 'laptop')
      return start(request, signal)
    }
    const { body: reply } = await shopper.place(body, 'phone').expect(409)
    expect(reply).toMatchObject({ success: false, code: 'ORDER_ENDED' })
    const [second, first] = (await shopper.get('/api/orders').expect(200)).body.orders
    expect([first.order_status, second.order_status]).toEqual(['CANCELLED', 'PENDING'])
    await placed(shopper, body, 'phone')
    expect(await orderOf(second.id)).toMatchObject({ order_status: 'CANCELLED' })
    await check()
  })

  it('of many customers, with lines in opposite orders, all succeed', async () => {
    const { test, other } = await setUp()
    const more = await aProduct(test, {}, [{ stock: 1000 }])
    await test.shop.db.transaction(async (tx) => tx.update(tx.tables.variants).set({ stock: 1000 }))
    const initial = await stockNow(test.shop.db)
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => aShopper(test)))
    const orders = async (shopper: Shopper, turn: number) => {
      const lines = turn % 2 === 0 ? [item(other), item(more)] : [item(more), item(other)]
      const one = { payment_method: 'ONLINE', checkout: 'buy-now' }
      await placed(shopper, shopper.order([lines[0]!], 599, one), 'one')
      await placed(shopper, shopper.order(lines, 1099, one), 'both')
      await placed(shopper, shopper.order([lines[1]!], 599, one), 'other')
    }
    await Promise.all(shoppers.map(orders))
    const { db } = test.shop
    const statuses = (await db.select().from(db.tables.orders)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'PENDING')).toHaveLength(6)
    expect(statuses.filter((status) => status === 'CANCELLED')).toHaveLength(12)
    await checkInvariants(db, initial)
  })
})

describe('buy-now of the same variant', () => {
  it('ends the first one where the client names its checkout', async () => {
    const { test, shopper, items, check } = await setUp()
    const first = await payOnline(test, shopper, items, 599)
    const second = await payOnline(test, shopper, items, 599)
    expect([await first.status(), await second.status()]).toEqual(['CANCELLED', 'PENDING'])
    await check()
  })

  it('is another order where it does not', async () => {
    const { test, shopper, orderOf } = await setUp()
    const other = await aProduct(test)
    const online = shopper.order([item(other)], 599, { payment_method: 'ONLINE' })
    const ids = [await placed(shopper, online, 'one'), await placed(shopper, online, 'two')]
    for (const id of ids) expect(await orderOf(id)).toMatchObject({ order_status: 'PENDING' })
    await checkInvariants(test.shop.db)
  })
})

describe('the first device', () => {
  it('finds its order ended, by its key and at the bank', async () => {
    const { test, shopper, body } = await setUp()
    const first = (await shopper.place(body, 'phone').expect(201)).body
    await placed(shopper, body, 'laptop')
    expect((await shopper.place(body, 'phone').expect(201)).body).toEqual(first)
    const [found] = (await shopper.get('/api/orders?idempotency_key=phone').expect(200)).body.orders
    expect(found).toMatchObject({ id: first.order_id, order_status: 'CANCELLED' })
    const page = new URL(first.paymentUrl).pathname
    const { text } = await test.get(page).expect(200)
    expect(text).toContain('This order has ended')
    expect(text).not.toContain('<form')
    const refused = await test.post(page).type('form').send({ action: 'pay' }).expect(409)
    expect(refused.text).toContain('No money was taken')
    expect(await test.shop.db.select().from(test.shop.db.tables.payment_events)).toEqual([])
  })
})
