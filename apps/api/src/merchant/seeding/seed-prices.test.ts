/** Lists, product pages and the checkout agree on every price, whatever a shop is seeded with and when. */
import { PROFILES } from '@haat/seed/generator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { checkInvariants, checkPrices } from '../../../test/invariants.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { openTestShop, shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { seedGenerated } from './seed-shop.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Rupees that an order bought at once pays for delivery. */
const DELIVERY = 99
const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1000)

describe('the prices of a seeded shop', () => {
  let test: TestShop
  beforeAll(async () => void (test = await openTestShop()))
  afterAll(() => test.close())

  const BASES = { past: -300 * DAY, now: 0, future: 300 * DAY }
  const cases = PROFILES.flatMap((profile) =>
    Object.entries(BASES).map(([name, base]) => ({ profile, name, base })),
  )
  it.each(cases)('are the same everywhere: $profile, base in the $name', async ({ profile, base }) => {
    test.clock.set(START)
    const sizes = { products: 110, customers: 1, orders: 1 }
    await seedGenerated(test.shop, {
      profile,
      seed: 42,
      sizes: profile === 'empty' ? {} : sizes,
      base: at(base),
      replace: true,
    })
    const products = await checkPrices(test)
    expect(products > 60).toBe(profile !== 'empty')
    if (profile !== 'edge' || base !== 0) return
    // Over the edges of the deals, and back.
    for (const seconds of [-30, HOUR, DAY, 2 * DAY, 0]) {
      test.clock.set(at(seconds))
      expect(await checkPrices(test)).toBe(products)
    }
    const { coupons } = test.shop.db.tables
    // The demo's used-up coupon was used by customers who are not in the data.
    await test.shop.db.transaction(async (tx) => tx.update(coupons).set({ used_count: 0 }))
    await checkInvariants(test.shop.db)
  })

  it('are charged: an order of the listed total is accepted after each deal of a past base', async () => {
    test.clock.set(START)
    const sizes = { products: 100, customers: 1, orders: 1 }
    await seedGenerated(test.shop, { profile: 'edge', seed: 1, sizes, base: at(-30 * DAY), replace: true })
    const shopper = await aShopper(test)
    for (const deal of ['expired deal', 'coming deal', 'short deal', 'dear deal', 'switched off deal']) {
      const { products } = (await test.get(`/api/products/filter?brand=Edge: ${deal}`).expect(200)).body
      expect(products).toHaveLength(1)
      const [{ id, variant_id, price }] = products
      const order = shopper.order([{ product_id: id, variant_id, quantity: 1 }], price + DELIVERY)
      await shopper.place(order).expect(201)
    }
  })
})

it('a deal that nobody saw end leaves no price behind', async () => {
  const test = await shopForThisTest()
  const product = await aProduct(test)
  await aDeal(test, product.id, { start_date: at(-10), end_date: at(HOUR) })
  const { db } = test.shop
  // As an import does during the deal, before any shopper comes.
  await db.transaction((tx) => refreshListings(tx, [product.id], START))
  test.clock.advance(2 * HOUR)
  expect(await checkPrices(test)).toBe(1)
  const shopper = await aShopper(test)
  await shopper.place(shopper.order([item(product)], 500 + DELIVERY)).expect(201)
  await checkInvariants(db)
})
