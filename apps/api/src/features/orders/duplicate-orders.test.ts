/** Duplicate requests place one order: idempotency keys, double clicks, concurrent duplicates. */
import { describe, expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, untilAnswered } from '../../../test/test-shop.ts'

async function setUp() {
  const test = await shopForThisTest()
  const { db } = test.shop
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 100 }])
  const initial = await stockNow(db)
  return {
    test,
    ...shopper,
    product,
    cod: shopper.order([item(product)], 599),
    online: shopper.order([item(product)], 599, { payment_method: 'ONLINE' }),
    count: async () => (await db.select().from(db.tables.orders)).length,
    check: () => checkInvariants(db, initial),
  }
}

describe('with an Idempotency-Key', () => {
  rule('repeats the first reply to the same request, whatever the status of the order', async () => {
    const { test, place, online, count, check } = await setUp()
    const first = await place(online, 'key').expect(201)
    test.clock.advance(3600)
    await test.post(new URL(first.body.paymentUrl).pathname).type('form').send({ action: 'decline' })
    const second = await place(online, 'key').expect(201)
    expect(second.text).toBe(first.text)
    expect(await count()).toBe(1)
    await check()
  })

  rule('recognises the same request in another spelling', async () => {
    const { place, cod, count } = await setUp()
    const first = await place(cod, 'key').expect(201)
    const backwards = Object.fromEntries(Object.entries({ ...cod, unknown: 1 }).toReversed())
    const second = await place(backwards, 'key').expect(201)
    expect(second.body).toEqual(first.body)
    expect(await count()).toBe(1)
  })

  rule('replies 422 to the same key with another body', async () => {
    const { place, cod, online, order, product, count } = await setUp()
    await place(cod, 'key').expect(201)
    const { body } = await place(online, 'key').expect(422)
    expect(body).toMatchObject({ success: false, code: 'IDEMPOTENCY_KEY_REUSED' })
    await place(order([item(product, 2)], 1099), 'key').expect(422)
    expect(await count()).toBe(1)
  })

  rule("does not match another customer's key", async () => {
    const { test, place, cod, product, count } = await setUp()
    const rival = await aShopper(test)
    const mine = await place(cod, 'key').expect(201)
    const theirs = await rival.place(rival.order([item(product)], 599), 'key').expect(201)
    expect(theirs.body.order_id).not.toBe(mine.body.order_id)
    expect(await count()).toBe(2)
  })

  it('does not repeat a refusal', async () => {
    const { test, place, order, product, count } = await setUp()
    const body = order([item(product)], 499)
    await place(body, 'key').expect(409)
    await test.shop.db.transaction(async (tx) => {
      await tx.update(tx.tables.variants).set({ price: 400_00 })
    })
    await place(body, 'key').expect(201)
    expect(await count()).toBe(1)
  })

  rule('places two orders for the same body with two keys', async () => {
    const { place, cod, count } = await setUp()
    await place(cod, 'one').expect(201)
    await place(cod, 'two').expect(201)
    expect(await count()).toBe(2)
  })

  rule('refuses an invalid key', async () => {
    const { place, cod, count } = await setUp()
    for (const key of ['x'.repeat(201), 'with space']) await place(cod, key).expect(400)
    expect(await count()).toBe(0)
  })

  it.each(['cod', 'online'] as const)(
    'places one order for 50 concurrent requests, with identical replies: %s',
    async (method) => {
      const shop = await setUp()
      const place = () => untilAnswered(() => shop.place(shop[method], 'key'))
      const replies = await Promise.all(Array.from({ length: 50 }, place))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(await shop.count()).toBe(1)
      await shop.check()
    },
  )
})

describe('without a key', () => {
  it('places one order for a double click, in both checkouts', async () => {
    const { place, cod, order, product, add, count, get, check } = await setUp()
    const [first, second] = await Promise.all([place(cod), place(cod)])
    expect(second.text).toBe(first.text)
    expect(await count()).toBe(1)
    await add(product.variant.id, 2)
    const fromCart = order([item(product, 2)], 1000, { total_shipping_price: 0 })
    const [third, fourth] = await Promise.all([place(fromCart), place(fromCart)])
    expect([third.status, fourth.status]).toEqual([201, 201])
    expect(fourth.text).toBe(third.text)
    expect(await count()).toBe(2)
    expect((await get('/api/cart')).body.cart).toEqual([])
    await check()
  })

  rule('places another order for the same body after ten seconds', async () => {
    const { test, place, cod, count } = await setUp()
    const first = await place(cod).expect(201)
    test.clock.advance(9.999)
    expect((await place(cod).expect(201)).text).toBe(first.text)
    test.clock.advance(0.001)
    expect((await place(cod).expect(201)).text).not.toBe(first.text)
    expect(await count()).toBe(2)
  })

  it('places another order for the same body after the clock was set back', async () => {
    const { test, place, cod, count } = await setUp()
    const first = await place(cod).expect(201)
    test.clock.advance(-9)
    expect((await place(cod).expect(201)).text).toBe(first.text)
    test.clock.advance(-1)
    expect((await place(cod).expect(201)).text).not.toBe(first.text)
    expect(await count()).toBe(2)
  })

  rule('places another order after a failed payment', async () => {
    const { test, place, online, count } = await setUp()
    const { body } = await place(online).expect(201)
    expect((await place(online).expect(201)).body).toEqual(body)
    await test.post(new URL(body.paymentUrl).pathname).type('form').send({ action: 'cancel' })
    expect((await place(online).expect(201)).body.order_id).not.toBe(body.order_id)
    expect(await count()).toBe(2)
  })

  rule('does not match an order with a key', async () => {
    const { place, cod, count } = await setUp()
    await place(cod, 'key').expect(201)
    await place(cod).expect(201)
    expect(await count()).toBe(2)
  })
})
