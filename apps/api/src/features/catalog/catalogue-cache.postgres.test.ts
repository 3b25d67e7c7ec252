import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCategory, aCustomer, aDeal, aProduct } from '../../../test/factories.ts'
import { recordQueries } from '../../../test/record-queries.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import { catalogueRevision, touchCatalogue } from '../../db/catalogue-revision.ts'
import { refreshPrices } from './listing-columns.store.ts'

describe('a cached reply', () => {
  it('costs one query, and concurrent requests for it share two', async () => {
    const test = await shopForThisTest()
    const { id } = await aProduct(test)
    await test.get(`/api/products/${id}`).expect(200)
    const { sent } = recordQueries()
    await test.get(`/api/products/${id}`).expect(200)
    expect(sent).toHaveLength(1)
    const url = `/api/products/${id}`
    await Promise.all(Array.from({ length: 20 }, () => test.app.inject({ url })))
    expect(sent).toHaveLength(3)
  })

  it('outlives what customers do, and ends with a piece sold or a line of SQL', async () => {
    const test = await shopForThisTest()
    const { db } = test.shop
    const { id, variant } = await aProduct(test)
    const customer = await aCustomer(test)
    const before = await db.version()
    await test
      .post('/api/cart', { product_id: id, variant_id: variant.id, quantity: 1 }, customer.token)
      .expect(201)
    expect(await db.version()).toBe(before)
    const versions = new Set([before])
    const { variants, categories } = db.tables
    await db.transaction((tx) => tx.update(variants).set({ stock: 9 }).where(eq(variants.id, variant.id)))
    versions.add(await db.version())
    await db.transaction((tx) => tx.update(categories).set({ name: 'Other' }))
    versions.add(await db.version())
    await db.transaction((tx) => tx.delete(variants))
    versions.add(await db.version())
    expect(versions.size).toBe(4)
  })

  it('about products outlives a sold piece of another product: only stock and prices are looked up', async () => {
    const test = await shopForThisTest()
    const { db } = test.shop
    const { variants } = db.tables
    const [shown, sold] = [await aProduct(test), await aProduct(test)]
    const sell = ({ variant }: typeof shown) =>
      db.transaction((tx) =>
        tx
          .update(variants)
          .set({ stock: sql`${variants.stock} - 1` })
          .where(eq(variants.id, variant.id)),
      )
    const stock = async () => {
      const { body } = await test.get(`/api/products/${shown.id}`).expect(200)
      return body.variants[0].stock
    }
    const before = await stock()
    await sell(sold)
    const { sent } = recordQueries()
    expect(await stock()).toBe(before)
    expect(sent.filter((text) => text.includes('"media"'))).toEqual([])
    await sell(shown)
    expect(await stock()).toBe(before - 1)
  })

  it('outlives a new price of a product that it does not show, unless prices decide its order', async () => {
    const test = await shopForThisTest()
    const { db } = test.shop
    const { variants } = db.tables
    const { id: category_id } = await aCategory(test)
    const [shown, changed] = [await aProduct(test, { category_id }), await aProduct(test)]
    const setPrice = async ({ id, variant }: typeof shown, price: number) =>
      db.transaction(async (tx) => {
        await tx.update(variants).set({ price }).where(eq(variants.id, variant.id))
        await refreshPrices(tx, [id], test.shop.now())
      })
    const list = `/api/products/filter?category=${category_id}`
    const pages = [`/api/products/${shown.id}`, list, '/api/categories', '/api/products/brands']
    const byPrice = [`${list}&sort=price_asc`, `${list}&max_price=900`, `${list}&in_stock=1`]
    const { sent } = recordQueries()
    const read = async (paths: string[]) => {
      sent.length = 0
      const replies = []
      for (const path of paths) replies.push((await test.get(path).expect(200)).text)
      const lookups = /catalogue_commits|"counters"|"listed"|"deals"|"variants" inner join/
      return { computed: sent.filter((text) => !lookups.test(text)).length, replies }
    }
    const before = await read([...pages, ...byPrice])
    await setPrice(changed, 300_00)
    expect(await read(pages)).toEqual({ computed: 0, replies: before.replies.slice(0, pages.length) })
    expect((await read(byPrice)).computed).toBeGreaterThanOrEqual(byPrice.length)
    await setPrice(shown, 200_00)
    for (const path of pages.slice(0, 2))
      expect((await test.get(path).expect(200)).text).toContain('"price":200,')
  })

  it('ends with each of two transactions that change the catalogue at the same time', async () => {
    const test = await shopForThisTest()
    const { db } = test.shop
    const [one, other] = [await aProduct(test), await aProduct(test)]
    const { variants } = db.tables
    const setStock = (stock: number, id: number) =>
      db.transaction((tx) => tx.update(variants).set({ stock }).where(eq(variants.id, id)))
    const versions = [await db.version()]
    await db.transaction(async (tx) => {
      await tx.update(variants).set({ stock: 1 }).where(eq(variants.id, one.variant.id))
      await setStock(2, other.variant.id)
      versions.push(await db.version())
    })
    versions.push(await db.version())
    await setStock(3, one.variant.id)
    versions.push(await db.version())
    expect(new Set(versions).size).toBe(4)
  })
})

it('two transactions change the revision at the same time', async () => {
  const { db } = (await shopForThisTest()).shop
  await db.transaction(touchCatalogue)
  const before = await catalogueRevision(db)
  await db.transaction(async (tx) => {
    await touchCatalogue(tx)
    await db.transaction(touchCatalogue)
    expect(await catalogueRevision(db)).toBe(before + 1)
  })
  expect(await catalogueRevision(db)).toBe(before + 2)
})

it("readers who meet a deal's edge start one transaction", async () => {
  const test = await shopForThisTest()
  const { id } = await aProduct(test)
  const end_date = new Date(START.getTime() + 1000)
  await aDeal(test, id, { end_date })
  test.clock.set(end_date)
  const { sent } = recordQueries()
  const urls = Array.from({ length: 20 }, (_, page) => `/api/products/filter?page=1&limit=${page + 1}`)
  const replies = await Promise.all(urls.map((url) => test.app.inject({ url })))
  expect(replies.map((reply) => reply.json<{ products: { price: number }[] }>().products[0]?.price)).toEqual(
    urls.map(() => 500),
  )
  expect(sent.filter((text) => text === 'begin')).toHaveLength(1)
})
