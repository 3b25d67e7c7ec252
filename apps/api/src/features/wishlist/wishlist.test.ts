import { LIMITS } from '@haat/contract/rules'
import { expect, it } from 'vitest'
import { aCustomer, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'

const wished = async (test: TestShop, token: string): Promise<number[]> =>
  (await test.get('/api/wishlist', token).expect(200)).body.products.map((row: { id: number }) => row.id)

it('lists products once each, the latest first', async () => {
  const test = await shopForThisTest()
  const { token } = await aCustomer(test)
  const first = await aProduct(test)
  const second = await aProduct(test)
  await test.post('/api/wishlist', { product_id: first.id }, token).expect(201)
  test.clock.advance(1)
  await test.post('/api/wishlist', { product_id: second.id }, token).expect(201)
  await test.post('/api/wishlist/', { product_id: first.id }, token).expect(200)
  expect(await wished(test, token)).toEqual([second.id, first.id])
  const { body } = await test.delete(`/api/wishlist/${second.id}`, token).expect(200)
  expect(body.result).toEqual({ deleted: 1 })
  await test.delete(`/api/wishlist/${second.id}`, token).expect(404)
  expect(await wished(test, token)).toEqual([first.id])
})

it("neither shows nor changes another customer's wishlist", async () => {
  const test = await shopForThisTest()
  const asha = await aCustomer(test)
  const vikram = await aCustomer(test)
  const product = await aProduct(test)
  await test.post('/api/wishlist', { product_id: product.id, user_id: vikram.id }, asha.token).expect(201)
  expect(await wished(test, vikram.token)).toEqual([])
  await test.delete(`/api/wishlist/${product.id}`, vikram.token).expect(404)
  expect(await wished(test, asha.token)).toEqual([product.id])
})

it('requires a login', async () => {
  const test = await shopForThisTest()
  await test.get('/api/wishlist').expect(401)
  await test.post('/api/wishlist', { product_id: 1 }).expect(401)
})

it('refuses a missing or unpublished product, and neither shows nor counts one that is unpublished later', async () => {
  const test = await shopForThisTest()
  const { token } = await aCustomer(test)
  const product = await aProduct(test)
  const hidden = await aProduct(test, { is_published: false })
  await test.post('/api/wishlist', { product_id: hidden.id }, token).expect(404)
  await test.post('/api/wishlist', { product_id: 2_000_000_000 }, token).expect(404)
  for (const product_id of [0, -1, 1.5, '1', null, [1], 9e15])
    await test.post('/api/wishlist', { product_id }, token).expect(400)
  await test.post('/api/wishlist', { product_id: product.id }, token).expect(201)
  const { db } = test.shop
  await db.transaction((tx) => tx.update(tx.tables.products).set({ is_published: false }))
  expect(await wished(test, token)).toEqual([])
})

it('has a limited number of products, with concurrent requests too', async () => {
  const test = await shopForThisTest()
  const { token, id: user_id } = await aCustomer(test)
  const products = []
  for (let n = 0; n < 4; n += 1) products.push((await aProduct(test)).id)
  await test.shop.db.transaction(async (tx) => {
    const { products: table, wishlist_items } = tx.tables
    const copies = Array.from({ length: LIMITS.wishlist - 2 }, (_, n) => ({
      slug: `copy-${n}`,
      name: 'Copy',
      brand: 'Kaveri',
      short_description: '',
      description: '',
      country_of_origin: 'India',
      created_at: test.shop.now(),
      category_id: 1,
    }))
    const rows = await tx.insert(table).values(copies).returning()
    const created_at = test.shop.now()
    await tx.insert(wishlist_items).values(rows.map((row) => ({ user_id, product_id: row.id, created_at })))
  })
  const replies = await Promise.all(
    products.map((product_id) => test.post('/api/wishlist', { product_id }, token)),
  )
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(2)
  expect(replies.filter((reply) => reply.status === 409)).toHaveLength(2)
  expect(await wished(test, token)).toHaveLength(2)
})
