import { describe, expect, it } from 'vitest'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import { applyDeals } from '../catalog/listing-columns.store.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { writeSettings } from './settings.store.ts'

describe('GET /api/settings', () => {
  it("returns the settings in rupees and the server's time", async () => {
    const test = await shopForThisTest()
    const { body } = await test.get('/api/settings').expect(200)
    expect(body.success).toBe(true)
    expect(body.now).toBe(START.toISOString())
    expect(body.settings.delivery).toEqual({ charge: 99, free_above: 50_000, waivedOnCartCheckout: true })
  })

  it('returns the stored settings', async () => {
    const test = await shopForThisTest()
    await test.shop.db.transaction((tx) =>
      writeSettings(tx, { ...DEFAULT_SETTINGS, shop_name: 'Kirana', showcase: null }),
    )
    const { body } = await test.get('/api/settings/').expect(200)
    expect(body.settings).toMatchObject({ shop_name: 'Kirana', showcase: null })
  })
})

describe('GET /api/pages/{slug}', () => {
  it('returns the footer pages and replies 404 for others', async () => {
    const test = await shopForThisTest()
    const { body } = await test.get('/api/pages/refund-policy').expect(200)
    expect(body.page.title).toBe('Refund Policy')
    await test.get('/api/pages/nothing').expect(400)
  })
})

it('updates the listing with a deal', async () => {
  const test = await shopForThisTest()
  const product = await aProduct(test)
  await aDeal(test, product.id, { end_date: new Date(START.getTime() + 1000) })
  const { products } = test.shop.db.tables
  const price = async () => (await test.shop.db.select({ price: products.price }).from(products))[0]?.price
  await applyDeals(test.shop.db, test.shop.now())
  expect(await price()).toBe(400_00)
  test.clock.advance(1)
  await applyDeals(test.shop.db, test.shop.now())
  expect(await price()).toBe(500_00)
})
