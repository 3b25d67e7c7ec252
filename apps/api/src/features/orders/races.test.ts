/** Concurrent requests for limited stock and coupons. After each race the whole shop must be consistent. */
import { describe, expect, it } from 'vitest'
import { aCoupon, aCustomer, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item, type Shopper } from '../../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { takeCouponUse } from '../coupons/coupons.store.ts'
import { expireUnpaidOrders } from './check-payments.ts'

async function crowd(test: TestShop, size: number): Promise<Shopper[]> {
  const shoppers: Shopper[] = []
  for (let n = 0; n < size; n += 1) shoppers.push(await aShopper(test))
  return shoppers
}

/** The number of replies by status. */
function countByStatus(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('stock', () => {
  it('of 10 pieces sells 10 to 50 concurrent buyers', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, {}, [{ stock: 10 }])
    const initial = await stockNow(test.shop.db)
    const buyers = await crowd(test, 50)
    const replies = await Promise.all(buyers.map((buyer) => buyer.place(buyer.order([item(product)], 599))))
    expect(countByStatus(replies)).toEqual({ 201: 10, 409: 40 })
    expect([...(await stockNow(test.shop.db)).values()]).toEqual([0])
    const lost = replies.find(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({
      code: 'OUT_OF_STOCK',
      available: 0,
      message: `${product.name} is out of stock.`,
    })
    expect((await test.get(`/api/products/${product.id}`)).body.in_stock).toBe(0)
    await checkInvariants(test.shop.db, initial)
  })

  it('of one piece sells one, in every round', async () => {
    const test = await shopForThisTest()
    const buyers = await crowd(test, 12)
    for (let round = 0; round < 5; round += 1) {
      const product = await aProduct(test, {}, [{ stock: 1 }])
      const replies = await Promise.all(buyers.map((buyer) => buyer.place(buyer.order([item(product)], 599))))
      expect(countByStatus(replies)).toEqual({ 201: 1, 409: 11 })
    }
    await checkInvariants(test.shop.db)
  })

  it('sold in orders with the same variants in opposite order does not deadlock', async () => {
    const test = await shopForThisTest()
    const [one, two] = [await aProduct(test, {}, [{ stock: 15 }]), await aProduct(test, {}, [{ stock: 15 }])]
    const initial = await stockNow(test.shop.db)
    const buyers = await crowd(test, 24)
    const replies = await Promise.all(
      buyers.map((buyer, n) => {
        const items = [item(one), item(two)]
        return buyer.place(buyer.order(n % 2 === 0 ? items : items.toReversed(), 1099))
      }),
    )
    expect(countByStatus(replies)).toEqual({ 201: 15, 409: 9 })
    await checkInvariants(test.shop.db, initial)
  })

  it('of two variants of one product, sold out at the same moment, leaves the product out of stock', async () => {
    const test = await shopForThisTest()
    const buyers = await crowd(test, 10)
    for (let round = 0; round < 5; round += 1) {
      const product = await aProduct(test, {}, [{ stock: 1 }, { stock: 1 }])
      const [first, second] = product.variants.map(({ id }) => ({
        product_id: product.id,
        variant_id: id,
        quantity: 1,
      }))
      await Promise.all(
        buyers.map((buyer, n) => buyer.place(buyer.order([n % 2 === 0 ? first! : second!], 599))),
      )
      await checkInvariants(test.shop.db)
    }
    const { products } = test.shop.db.tables
    const flags = await test.shop.db.select({ in_stock: products.in_stock }).from(products)
    expect(flags.every(({ in_stock }) => !in_stock)).toBe(true)
  })

  it('reserved by unpaid orders is released once when callback and expiry race', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, {}, [{ stock: 12 }])
    const initial = await stockNow(test.shop.db)
    const buyers = await crowd(test, 12)
    const payments = []
    for (const buyer of buyers) payments.push(await payOnline(test, buyer, [item(product)], 599))
    test.clock.advance(15 * 60)
    await Promise.all([
      expireUnpaidOrders(test.shop),
      ...payments.map(({ sendCallback }, n) => sendCallback({ state: n % 2 === 0 ? 'COMPLETED' : 'FAILED' })),
      expireUnpaidOrders(test.shop),
    ])
    const statuses = await Promise.all(payments.map(({ status }) => status()))
    expect(statuses).toEqual(statuses.map((_, n) => (n % 2 === 0 ? 'CONFIRMED' : 'PAYMENT_FAILED')))
    expect([...(await stockNow(test.shop.db)).values()]).toEqual([6])
    await checkInvariants(test.shop.db, initial)
  })
})

describe('a coupon', () => {
  it('for 10 orders is used by 10 of 60 concurrent customers', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, {}, [{ stock: 100 }])
    const coupon = await aCoupon(test, { usage_limit: 10 })
    const initial = await stockNow(test.shop.db)
    const shoppers = await crowd(test, 60)
    const applied = await Promise.all(shoppers.map((shopper) => shopper.apply(coupon.code, [item(product)])))
    expect(countByStatus(applied)).toEqual({ 200: 60 })
    const replies = await Promise.all(
      shoppers.map((shopper, n) => {
        const { order_coupon_id } = applied[n]!.body
        return shopper.place(shopper.order([item(product)], 549, { order_coupon_id }))
      }),
    )
    expect(countByStatus(replies)).toEqual({ 201: 10, 409: 50 })
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'COUPON_INVALID',
      message: 'This coupon has been fully used.',
    })
    await checkInvariants(test.shop.db, initial)
  })

  it('for one order per customer is used once in 20 concurrent orders of one customer', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, {}, [{ stock: 100 }])
    const coupon = await aCoupon(test, { per_user_limit: 1 })
    const initial = await stockNow(test.shop.db)
    const shopper = await aShopper(test)
    const { order_coupon_id } = (await shopper.apply(coupon.code, [item(product)])).body
    const body = shopper.order([item(product)], 549, { order_coupon_id })
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => shopper.place(body, `key-${n}`)))
    expect(countByStatus(replies)).toEqual({ 201: 1, 409: 19 })
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
      'You have already used this coupon.',
    )
    await checkInvariants(test.shop.db, initial)
  })

  it('is counted within its limits also where nothing else checks them', async () => {
    const test = await shopForThisTest()
    const [limited, once] = [
      await aCoupon(test, { usage_limit: 10 }),
      await aCoupon(test, { per_user_limit: 1 }),
    ]
    const [first, second] = [await aCustomer(test), await aCustomer(test)]
    const take = async (coupon: { id: number }, customerId: number) =>
      await test.shop.db.transaction((tx) => takeCouponUse(tx, coupon.id, customerId))
    const race = async (coupon: { id: number }, customerId: number) => {
      const taken = await Promise.all(Array.from({ length: 20 }, () => take(coupon, customerId)))
      return taken.filter(Boolean).length
    }
    expect(await race(limited, first.id)).toBe(10)
    expect(await race(once, first.id)).toBe(1)
    expect(await race(once, second.id)).toBe(1)
    const { coupons } = test.shop.db.tables
    const counts = await test.shop.db.select({ id: coupons.id, used: coupons.used_count }).from(coupons)
    expect(new Map(counts.map(({ id, used }) => [id, used]))).toEqual(
      new Map([
        [limited.id, 10],
        [once.id, 2],
      ]),
    )
  })

  it('of failed and expired orders is released', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, {}, [{ stock: 100 }])
    const coupon = await aCoupon(test, { usage_limit: 6, per_user_limit: 2 })
    const shoppers = await crowd(test, 6)
    const place = async (shopper: Shopper) => {
      const { order_coupon_id } = (await shopper.apply(coupon.code, [item(product)])).body
      return payOnline(test, shopper, [item(product)], 549, { order_coupon_id })
    }
    const payments = []
    for (const shopper of shoppers) payments.push(await place(shopper))
    const { coupons } = test.shop.db.tables
    const used = async () => (await test.shop.db.select().from(coupons))[0]?.used_count
    expect(await used()).toBe(6)
    await Promise.all(payments.slice(0, 3).map(({ sendCallback }) => sendCallback({ state: 'FAILED' })))
    expect(await used()).toBe(3)
    test.clock.advance(15 * 60)
    await expireUnpaidOrders(test.shop)
    expect(await used()).toBe(0)
    await checkInvariants(test.shop.db)
  })
})

describe('unpaid orders', () => {
  it('are limited to three per customer, with 10 concurrent requests', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, {}, [{ stock: 100 }])
    const shopper = await aShopper(test)
    const body = shopper.order([item(product)], 599, { payment_method: 'ONLINE' })
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => shopper.place(body, `key-${n}`)))
    expect(countByStatus(replies)).toEqual({ 201: 3, 409: 7 })
    await checkInvariants(test.shop.db)
  })
})

describe('the cart', () => {
  it('is ordered once by two concurrent tabs', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test)
    const shopper = await aShopper(test)
    await shopper.add(product.variant.id, 4)
    const body = shopper.order([item(product, 4)], 2000, { total_shipping_price: 0 })
    const replies = await Promise.all([shopper.place(body, 'tab-1'), shopper.place(body, 'tab-2')])
    expect(countByStatus(replies)).toEqual({ 201: 1, 409: 1 })
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('PRICE_CHANGED')
    await checkInvariants(test.shop.db)
  })
})
