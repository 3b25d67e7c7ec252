import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { recordQueries } from '../../../test/record-queries.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import { catalogueVersion } from '../../db/catalogue-version.ts'

it('two transactions that change the catalogue at the same time do not wait, and both raise its version', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const [one, other] = [await aProduct(test), await aProduct(test)]
  const { variants } = db.tables
  const setStock = (stock: number, id: number) =>
    db.transaction((tx) => tx.update(variants).set({ stock }).where(eq(variants.id, id)))
  const versions = [await catalogueVersion(db)]
  await db.transaction(async (tx) => {
    await tx.update(variants).set({ stock: 1 }).where(eq(variants.id, one.variant.id))
    await setStock(2, other.variant.id)
    versions.push(await catalogueVersion(db))
  })
  versions.push(await catalogueVersion(db))
  await setStock(3, one.variant.id)
  versions.push(await catalogueVersion(db))
  const [first = 0] = versions
  expect(versions).toEqual([first, first + 1, first + 2, first + 3])
})

it("readers who meet a deal's edge share a transaction", async () => {
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
  // One may have asked before the first ended, and found out after it.
  expect(sent.filter((text) => text === 'begin').length).toBeLessThanOrEqual(2)
})
