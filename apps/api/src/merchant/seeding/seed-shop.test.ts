import { stateProblem } from '@haat/contract/indian-states'
import { demoShop } from '@haat/seed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atNight } from '../../../../../scripts/depth.ts'
import { catalogueVersion } from '../../db/catalogue-version.ts'
import { aProduct } from '../../../test/factories.ts'
import { checkInvariants } from '../../../test/invariants.ts'
import { openTestShop, shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { shopTexts } from '../../acts/translations/shop-texts.store.ts'
import { seedDemo, seedGenerated, type SeedOptions, writePictures } from './seed-shop.ts'

const SIZES = { products: 260, customers: 20, orders: 60 }

const seed = ({ shop }: TestShop, options: Partial<SeedOptions> = {}) =>
  seedGenerated(shop, { profile: 'edge', seed: 42, sizes: SIZES, base: START, replace: false, ...options })

/** Every row of every table. */
async function contents({ shop: { db } }: TestShop): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const [name, table] of Object.entries(db.tables)) {
    const rows = await db.select().from(table)
    all[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return all
}

it('a demo for the public has the limits of a new shop, and asks for codes where it can mail them', async () => {
  const limitsOf = async (env: Record<string, string>) => {
    const test = await shopForThisTest({ HAAT_DEMO: '1', ...env })
    await seedDemo(test.shop)
    return (await readSettings(test.shop.db)).limits
  }
  const NODE_ENV = 'production'
  expect(await limitsOf({})).toEqual(DEFAULT_SETTINGS.limits)
  expect(await limitsOf({ NODE_ENV })).toEqual({ ...NEW_SHOP_LIMITS, verified_contact: false })
  expect(await limitsOf({ NODE_ENV, SMTP_URL: 'smtps://mail.example' })).toEqual(NEW_SHOP_LIMITS)
})

it('the demo speaks every language', async () => {
  const test = await shopForThisTest()
  await seedDemo(test.shop)
  for await (const page of shopTexts(test.shop))
    for (const { text, translations } of page)
      expect([...translations.keys()].toSorted(), text).toEqual(['hi', 'ta'])
})

it('the addresses of the demo and of a generated shop are valid', async () => {
  const test = await shopForThisTest()
  await seed(test)
  const generated = await test.shop.db.select().from(test.shop.db.tables.addresses)
  const all = [...demoShop.customers.flatMap(({ addresses }) => addresses), ...generated]
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter((address) => stateProblem(address))).toEqual([])
})

describe('a generated shop', () => {
  /** The shop of most tests, which the last one changes. */
  let test: TestShop
  let seeded: Awaited<ReturnType<typeof seed>>
  beforeAll(async () => {
    test = await openTestShop()
    seeded = await seed(test)
  })
  afterAll(() => test.close())

  atNight(() => {
    it('has the same rows for the same seed and base, also when it replaces another', async () => {
      const other = await shopForThisTest()
      await seed(other, { seed: 7, sizes: { ...SIZES, orders: 5 } })
      const before = await contents(other)
      const version = await catalogueVersion(other.shop.db)
      await seed(other, { replace: true })
      expect(await catalogueVersion(other.shop.db)).toBeGreaterThan(version)
      const [{ products, orders, ...rest }, after] = [await contents(test), await contents(other)]
      expect(after).toMatchObject({ products, orders, ...rest })
      expect(products).toHaveLength(260)
      expect(before['products']).not.toEqual(products)
    })
  })

  it('works as a shop: lists, search, logins, orders', async () => {
    expect(seeded).toMatchObject({ profile: 'edge', products: 260, customers: 20, orders: 60 })
    expect((await test.get('/api/products/filter?limit=1').expect(200)).body.total).toBe(260)
    const found = (await test.get('/api/products/search?search=sixty variants').expect(200)).body.products
    expect(found[0].variants ?? found).toBeTruthy()
    const { body } = await test.get(`/api/products/${found[0].id}`).expect(200)
    expect(body.variants).toHaveLength(60)
    const login = await test.post('/api/auth/login', { email: 'asha@example.com', password: 'Demo@1234' })
    expect(
      (await test.get('/api/orders', login.body.accessToken).expect(200)).body.orders.length,
    ).toBeGreaterThan(0)
  })

  it('writes the listing columns that refreshListings() computes', async () => {
    const before = (await contents(test))['products']
    const { db } = test.shop
    const ids = (await db.select({ id: db.tables.products.id }).from(db.tables.products)).map(({ id }) => id)
    await db.transaction((tx) => refreshListings(tx, ids, START))
    expect((await contents(test))['products']).toEqual(before)
  })

  it('is consistent, and has no events after the base time', async () => {
    const { db } = test.shop
    const { coupons, order_events, orders } = db.tables
    // The demo's used-up coupon was used by customers who are not in the data.
    await db.transaction(async (tx) => tx.update(coupons).set({ used_count: 0 }))
    await checkInvariants(db)
    const events = await db.select().from(order_events).orderBy(order_events.id)
    for (const { at } of events) expect(at <= START).toBe(true)
    for (const { id, status, payment_method, paid_at } of await db.select().from(orders)) {
      const timeline = events.filter((event) => event.order_id === id)
      const processed = timeline.find((event) => event.status === 'PROCESSING')
      if (processed) expect(processed.note).toBe('Your order is being prepared')
      if (status === 'DELIVERED' && payment_method === 'COD') expect(paid_at).toEqual(timeline.at(-1)!.at)
    }
  })

  it('accepts new rows', async () => {
    const { id } = await aProduct(test)
    expect(id).toBeGreaterThan(260)
  })

  it('can be empty', async () => {
    const test = await shopForThisTest()
    await seed(test, { profile: 'empty', sizes: {} })
    expect((await test.get('/api/products/filter')).body.products).toEqual([])
    expect((await test.get('/api/categories')).body.categories).toEqual([])
  })
})

describe('a shop that is not empty', () => {
  it('is refused without --replace, and unchanged', async () => {
    const test = await shopForThisTest()
    await aProduct(test)
    const before = await contents(test)
    await expect(seed(test)).rejects.toThrow('not empty')
    expect(await contents(test)).toEqual(before)
  })

  it('is never replaced in production', async () => {
    const test = await shopForThisTest({ NODE_ENV: 'production' })
    await aProduct(test)
    const before = await contents(test)
    await expect(seed(test, { replace: true })).rejects.toThrow('production')
    expect(await contents(test)).toEqual(before)
  })
})

it("overwrites no picture in a bucket, where it may be another shop's", async () => {
  const present = `category-${demoShop.categories[0]?.slug}.svg`
  const write = async (isShared: boolean): Promise<string[]> => {
    const written: string[] = []
    const originals = {
      list: async () => [present, 'else.webp'],
      write: async (name: string) => void written.push(name),
    }
    await writePictures({ originals, isShared })
    return written
  }
  const all = await write(false)
  expect(all).toContain(present)
  expect(await write(true)).toEqual(all.filter((name) => name !== present))
})
