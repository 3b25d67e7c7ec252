/** Both engines give the same answers: case, order, limits and text beyond ASCII, on a cluster with an English locale. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { atNight, byDepth } from '../../../scripts/depth.ts'
import { DatabaseRefused } from '../src/db/errors.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { findProductList } from '../src/acts/catalogue/products.store.ts'
import { findCustomers } from '../src/acts/customers/customers.store.ts'
import { findOwnPages, storePage } from '../src/features/settings/settings.store.ts'
import { aCategory, aCustomer, aProduct } from './factories.ts'
import { HOSTILE } from './hostile-strings.ts'
import { newPostgres } from './empty-postgres.ts'
import { openTestShop, START, type TestShop } from './test-shop.ts'

const NAMES = [
  'apple',
  'Banana',
  'éclair',
  'Émilie',
  'emilie',
  'Zebra',
  'zebra 2',
  'ähre',
  'Öl',
  'öl extra',
  'straße',
  'STRASSE',
  'İstanbul',
  'हिन्दी',
  'தமிழ்',
  'a_b',
  'a%b',
  'a*b',
  'a[b',
  'a\\b',
  'a?b',
  "O'Neil",
  '100% cotton',
  '🙂 mug',
  'co-op',
  'co op',
]

const TEXTS = byDepth(
  HOSTILE.filter((_, at) => at % 5 === 0),
  HOSTILE,
)

let shops: TestShop[]

beforeAll(async () => {
  shops = await Promise.all([openTestShop({}, undefined, 'sqlite'), openTestShop()])
  for (const test of shops) {
    const ids = []
    for (const name of NAMES) ids.push((await aCategory(test, { name, slug: `c-${ids.length}` })).id)
    for (const [at, name] of NAMES.entries()) {
      await aProduct(
        test,
        {
          name,
          brand: NAMES[(at * 7) % NAMES.length]!,
          slug: `p-${at}`,
          external_key: `key ${name}`,
          category_id: ids[(at * 5) % ids.length]!,
          rating: at % 6,
        },
        [{ price: (at % 5) * 100_00 + 1, mrp: 1000_00, stock: at % 3, sku: `SKU ${name}` }],
      )
      const phone_number = String(9_000_000_000 + at)
      await aCustomer(test, { name, email: `${name.toLowerCase()}@example.com`, phone_number })
    }
    await test.shop.db.transaction(async (tx) => {
      for (const [at, title] of NAMES.entries())
        await storePage(tx, { slug: `own-${at}`, title, text: '' }, START)
    })
  }
})
afterAll(() => Promise.all(shops.map((test) => test.close())))

/** Checks that both shops answer alike. @returns the answer */
async function expectEqual<T>(what: string, ask: (test: TestShop) => Promise<T>): Promise<T> {
  const [sqlite, postgres] = await Promise.all(shops.map(ask))
  expect(postgres, what).toEqual(sqlite)
  return postgres!
}

const get = (url: string) =>
  expectEqual(url, async ({ app }) => {
    const { statusCode, body } = await app.inject({ url })
    return { statusCode, body: body.replace(/"request_id":"[^"]+"/, '') }
  })

it('lists', async () => {
  const lists = [
    ...['', 'price_asc', 'price_desc', 'discount_desc', 'newest'].map((sort) => `filter?sort=${sort}`),
    ...[
      'page=1&limit=1',
      'page=2&limit=7',
      'page=999999999',
      'page=0',
      'limit=0',
      'limit=101',
      'page=9999999999999999',
    ],
    ...['min_price=0', 'min_price=99999999999.99', 'max_price=-1', 'max_price=1e3', 'min_price=100.015'],
    ...[
      'rating=5',
      'rating=4.999999',
      'rating=NaN',
      'category=2147483647',
      'category=2147483648',
      'in_stock=1',
    ],
  ].map((query) => (query.startsWith('filter') ? query : `filter?${query}`))
  for (const url of [...lists, 'brands', 'brands?category=3']) await get(`/api/products/${url}`)
  for (const url of ['/api/categories', '/api/banners', '/api/deals', '/api/products/2147483648'])
    await get(url)
})

it('search and filter by any text', async () => {
  const texts = [
    ...NAMES,
    ...NAMES.map((name) => name.toUpperCase()),
    ...TEXTS.filter(({ length }) => length < 500),
  ]
  for (const text of texts.filter((name) => name.isWellFormed())) {
    const value = encodeURIComponent(text)
    for (const url of [
      `filter?brand=${value}`,
      `filter?search=${value}&sort=price_asc`,
      `search?search=${value}`,
    ]) {
      const { statusCode } = await get(`/api/products/${url}`)
      expect([200, 400]).toContain(statusCode)
    }
  }
})

atNight(() => {
  it('the merchant finds customers and products in any case, and pages in one order', async () => {
    const ids = async (search: string) =>
      (await expectEqual(search, ({ shop }) => findCustomers(shop.db, { search, limit: 100 }))).length
    expect([
      await ids('émilie'),
      await ids('ÉMILIE'),
      await ids('ÖL'),
      await ids('a_'),
      await ids('%'),
    ]).toEqual([1, 1, 2, 1, 2])
    for (const text of [...NAMES, ...TEXTS]) {
      for (const search of [text, text.toUpperCase(), text.toLowerCase()]) {
        await ids(search)
        await expectEqual(search, async ({ shop }) => [
          await findProductList(shop.db, { search, limit: 100 }),
          await findProductList(shop.db, { brand: search, limit: 100 }),
        ])
      }
    }
    const pages = await expectEqual('pages', ({ shop }) => findOwnPages(shop.db))
    expect(pages.map(({ title }) => title)).toEqual(
      NAMES.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    )
  })

  it('texts sort alike in a database with another locale', async () => {
    const db = await openPostgres(await newPostgres("locale_provider icu icu_locale 'en-US' encoding 'UTF8'"))
    await db.transaction(async (tx) => {
      for (const title of ['b', 'A', 'a', 'B', 'é'])
        await storePage(tx, { slug: `own-${title}`, title, text: '' }, START)
    })
    expect((await findOwnPages(db)).map(({ title }) => title)).toEqual(['A', 'B', 'a', 'b', 'é'])
    await db.close()
  })
})

it('a database that cannot hold every character is refused', async () => {
  const url = await newPostgres("encoding 'LATIN1' locale 'C'")
  await expect(openPostgres(url)).rejects.toThrow(DatabaseRefused)
  await expect(openPostgres(url)).rejects.toThrow('LATIN1')
})
