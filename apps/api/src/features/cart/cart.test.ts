import { describe, expect, it } from 'vitest'
import { aCustomer, aDeal, aProduct } from '../../../test/factories.ts'
import { rule } from '../../../test/rule.ts'
import { shopForThisTest, type TestShop, untilAnswered } from '../../../test/test-shop.ts'

async function setUp(stock = 10) {
  const test = await shopForThisTest()
  const customer = await aCustomer(test)
  const product = await aProduct(test, {}, [
    { stock },
    { stock, price: 700_00, color: 'Blue', is_default: false },
  ])
  const add = (quantity: number, variant_id = product.variant.id) =>
    test.post('/api/cart/', { variant_id, quantity }, customer.token)
  const cart = async () => (await test.get('/api/cart', customer.token).expect(200)).body.cart
  return { test, customer, product, add, cart }
}

const anItem = async ({ add }: Awaited<ReturnType<typeof setUp>>, quantity = 2): Promise<number> =>
  (await add(quantity).expect(201)).body.cart_item.cart_item_id

async function hide(test: TestShop): Promise<void> {
  await test.shop.db.transaction(async (tx) => {
    await tx.update(tx.tables.products).set({ is_published: false })
  })
}

describe('POST /api/cart', () => {
  rule('adds a line with everything the cart page shows', async () => {
    const { add, product, cart } = await setUp()
    const { body } = await add(2).expect(201)
    expect(body).toMatchObject({ success: true, message: 'Item added to cart' })
    expect(body.cart_item).toMatchObject({
      product_id: product.id,
      variant_id: product.variant.id,
      product_name: product.name,
      description: 'A short description',
      price: 500,
      deal_price: null,
      mrp: 800,
      quantity: 2,
      stock: 10,
      media_url: null,
      weight: 0.5,
      length: 10,
      breadth: 10,
      height: 5,
    })
    expect(await cart()).toEqual([body.cart_item])
  })

  rule('adds to an existing line', async () => {
    const { add, cart } = await setUp()
    await add(2).expect(201)
    const { body } = await add(3).expect(200)
    expect(body.cart_item.quantity).toBe(5)
    expect(await cart()).toHaveLength(1)
  })

  rule('has the deal price for the default variant only, and only while the deal runs', async () => {
    const { test, add, product, cart } = await setUp()
    await aDeal(test, product.id, { end_date: new Date(test.clock.now().getTime() + 1000) })
    await add(1)
    await add(1, product.variants[1]!.id)
    const prices = async () =>
      (await cart()).map(({ price, deal_price }: Record<string, number>) => [price, deal_price])
    expect(await prices()).toEqual([
      [500, 400],
      [700, null],
    ])
    test.clock.advance(1)
    expect(await prices()).toEqual([
      [500, null],
      [700, null],
    ])
  })

  rule.each([0, -1, 1.5, 1000, 1e9, '2', null, [2], { $gt: 0 }])('refuses quantity %j', async (quantity) => {
    const { add, cart } = await setUp()
    await add(quantity as number).expect(400)
    expect(await cart()).toEqual([])
  })

  it('ignores a price from the client', async () => {
    const { test, customer, product } = await setUp()
    const line = { variant_id: product.variant.id, quantity: 1, price: 0.01, deal_price: 0.01 }
    const { body } = await test.post('/api/cart', line, customer.token).expect(201)
    expect(body.cart_item).toMatchObject({ price: 500, deal_price: null })
  })

  rule('refuses more than the stock, and returns the stock', async () => {
    const { add, cart } = await setUp(3)
    const { body } = await add(4).expect(409)
    expect(body).toMatchObject({
      success: false,
      code: 'OUT_OF_STOCK',
      available: 3,
      message: 'Only 3 left in stock.',
    })
    await add(2).expect(201)
    const second = await add(2).expect(409)
    expect(second.body).toMatchObject({
      available: 3,
      message: 'Only 3 left in stock. Your cart has 2 already.',
    })
    expect((await cart())[0].quantity).toBe(2)
  })

  rule('refuses a new or increased line above 999', async () => {
    const { add } = await setUp(5000)
    await add(999).expect(201)
    expect((await add(1).expect(409)).body.code).toBe('QUANTITY_LIMIT')
  })

  rule('refuses a variant that does not exist or is not published', async () => {
    const { test, add } = await setUp()
    const missing = await add(1, 999_999).expect(404)
    await hide(test)
    const hidden = await add(1).expect(404)
    expect(hidden.body).toEqual(missing.body)
  })

  rule('has at most 50 lines', async () => {
    const { test, add } = await setUp()
    const { variants } = await aProduct(
      test,
      {},
      Array.from({ length: 51 }, () => ({})),
    )
    for (const variant of variants.slice(0, 50)) await add(1, variant.id).expect(201)
    await add(1, variants[50]!.id).expect(409)
    await add(1, variants[0]!.id).expect(200)
  })

  it('creates one line from 40 concurrent requests', async () => {
    const { add, cart } = await setUp(100)
    const replies = await Promise.all(Array.from({ length: 40 }, () => untilAnswered(() => add(1))))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await cart()).toMatchObject([{ quantity: 40 }])
  })
})

describe('GET /api/cart', () => {
  it("replies 403 for another customer's user_id, 400 for a list, and the cart for the caller's own", async () => {
    const { test, customer, add } = await setUp()
    const other = await aCustomer(test)
    await add(1)
    await test.get(`/api/cart?user_id=${customer.id}`, other.token).expect(403)
    await test.get(`/api/cart?user_id=1&user_id=2`, customer.token).expect(400)
    await test.get(`/api/cart?user_id=${customer.id},${other.id}`, customer.token).expect(400)
    await test.get(`/api/cart?user_id=${customer.id}`).expect(401)
    const { body } = await test.get(`/api/cart?user_id=${customer.id}`, customer.token).expect(200)
    expect(body.cart).toHaveLength(1)
    expect((await test.get('/api/cart', other.token).expect(200)).body.cart).toEqual([])
  })

  rule('shows unpublished products as not available, and refuses more of them', async () => {
    const shop = await setUp()
    const { test, customer, product, cart } = shop
    const cart_item_id = await anItem(shop, 1)
    expect(await cart()).toMatchObject([{ is_available: 1 }])
    await hide(test)
    expect(await cart()).toMatchObject([{ is_available: 0, stock: 0, quantity: 1 }])
    const { body } = await test.put('/api/cart', { cart_item_id, quantity: 2 }, customer.token).expect(409)
    expect(body).toMatchObject({ code: 'OUT_OF_STOCK', message: `${product.name} is no longer available.` })
  })
})

describe('PUT and DELETE /api/cart', () => {
  it('sets a quantity and removes a line', async () => {
    const shop = await setUp()
    const { test, customer, cart } = shop
    const cart_item_id = await anItem(shop)
    const { body } = await test.put('/api/cart', { cart_item_id, quantity: 7 }, customer.token).expect(200)
    expect(body).toMatchObject({ success: true, result: { updated: 1 } })
    expect(await cart()).toMatchObject([{ quantity: 7 }])
    const deleted = await test.delete(`/api/cart/${cart_item_id}`, customer.token).expect(200)
    expect(deleted.body).toMatchObject({ success: true, result: { deleted: 1 } })
    await test.delete(`/api/cart/${cart_item_id}`, customer.token).expect(404)
  })

  rule('gives a line that is put back its place among the others', async () => {
    const { test, customer, product, add, cart } = await setUp()
    await add(1).expect(201)
    test.clock.advance(60)
    await add(1, product.variants[1]!.id).expect(201)
    const before = await cart()
    const [{ cart_item_id, variant_id, quantity, added_at }] = before
    await test.delete(`/api/cart/${cart_item_id}`, customer.token).expect(200)
    await test.post('/api/cart', { variant_id, quantity, added_at }, customer.token).expect(201)
    const places = (lines: Record<string, number>[]) => lines.map((line) => line.variant_id)
    expect(places(await cart())).toEqual(places(before))
  })

  rule("does not find another customer's line", async () => {
    const shop = await setUp()
    const { test, cart } = shop
    const cart_item_id = await anItem(shop)
    const other = await aCustomer(test)
    const put = await test.put('/api/cart', { cart_item_id, quantity: 1 }, other.token).expect(404)
    expect(put.body).toEqual({ success: false, message: 'Cart item not found' })
    await test.delete(`/api/cart/${cart_item_id}`, other.token).expect(404, put.body)
    await test.post('/api/saved', { cart_item_id }, other.token).expect(404, put.body)
    expect(await cart()).toMatchObject([{ quantity: 2 }])
  })

  rule('refuses to raise a quantity beyond the stock, but allows lowering one that is too high', async () => {
    const shop = await setUp(10)
    const { test, customer } = shop
    const cart_item_id = await anItem(shop, 8)
    await test.shop.db.transaction(async (tx) => {
      await tx.update(tx.tables.variants).set({ stock: 3 })
    })
    const put = (quantity: number) => test.put('/api/cart', { cart_item_id, quantity }, customer.token)
    expect((await put(9).expect(409)).body).toMatchObject({ code: 'OUT_OF_STOCK', available: 3 })
    await put(7).expect(200)
    await put(-1).expect(400)
    await put(1000).expect(400)
  })
})

describe('saved for later', () => {
  rule('moves a line out of the cart and back', async () => {
    const shop = await setUp()
    const { test, customer, cart } = shop
    const { body } = await test
      .post('/api/saved', { cart_item_id: await anItem(shop) }, customer.token)
      .expect(201)
    expect(body.saved_item).toMatchObject({ quantity: 2, price: 500 })
    expect(await cart()).toEqual([])
    const list = await test.get('/api/saved', customer.token).expect(200)
    expect(list.body.saved).toEqual([body.saved_item])
    const { saved_item_id } = body.saved_item
    const back = await test
      .post(`/api/saved/${saved_item_id}/move-to-cart`, undefined, customer.token)
      .expect(200)
    expect(await cart()).toEqual([back.body.cart_item])
    expect((await test.get('/api/saved', customer.token)).body.saved).toEqual([])
  })

  it('merges lines of one variant in both directions', async () => {
    const shop = await setUp()
    const { test, customer, add, cart } = shop
    const save = async (quantity: number) =>
      (await test.post('/api/saved', { cart_item_id: await anItem(shop, quantity) }, customer.token)).body
        .saved_item
    await save(2)
    const saved = await save(3)
    expect(saved.quantity).toBe(5)
    await add(4)
    await test.post(`/api/saved/${saved.saved_item_id}/move-to-cart`, undefined, customer.token).expect(200)
    expect(await cart()).toMatchObject([{ quantity: 9 }])
  })

  rule('keeps lines that exceed the stock', async () => {
    const shop = await setUp(10)
    const { test, customer, add } = shop
    const { body } = await test.post('/api/saved', { cart_item_id: await anItem(shop, 6) }, customer.token)
    await add(6)
    const move = `/api/saved/${body.saved_item.saved_item_id}/move-to-cart`
    expect((await test.post(move, undefined, customer.token).expect(409)).body.available).toBe(10)
    expect((await test.get('/api/saved', customer.token)).body.saved).toHaveLength(1)
  })

  rule("does not find another customer's line", async () => {
    const shop = await setUp()
    const { test, customer } = shop
    const { body } = await test.post('/api/saved', { cart_item_id: await anItem(shop) }, customer.token)
    const other = await aCustomer(test)
    const path = `/api/saved/${body.saved_item.saved_item_id}`
    await test.post(`${path}/move-to-cart`, undefined, other.token).expect(404)
    await test.delete(path, other.token).expect(404, { success: false, message: 'Saved item not found' })
    expect((await test.get('/api/saved', other.token)).body.saved).toEqual([])
    await test.delete(path, customer.token).expect(200)
  })
})
