/**
 * Checks SQLite's plan of every statement that endpoints run on many products: no growing table is scanned or sorted,
 * and lists are filtered by their index alone. Without statistics, plans do not depend on the number of rows.
 */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { getTableColumns, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../src/features/settings/default-settings.ts'
import { buildIndex } from '../src/features/search/search-index.store.ts'
import { writeSettings } from '../src/features/settings/settings.store.ts'
import { aCustomer, aDeal, anAddress, aProduct, type TestCustomer } from './factories.ts'
import { type ManyProducts, manyProducts } from './many-products.ts'
import { aShopper, item } from './shopper.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const SEEDED = 1000
const COPIES = byDepth(9, 99)

const GROWING = [
  ...['products', 'variants', 'media', 'deals', 'search_words', 'users', 'sessions', 'rate_limits'],
  ...[
    'addresses',
    'cart_items',
    'saved_items',
    'wishlist_items',
    'product_notices',
    'orders',
    'order_items',
    'order_events',
  ],
  ...[
    'payments',
    'refunds',
    'payment_events',
    'outbox',
    'coupon_applications',
    'coupon_uses',
    'search_index',
  ],
]

let test: TestShop
let made: ManyProducts
let customer: TestCustomer
let plans: Sqlite.Database
/** The executed statements that have not been checked yet. */
const fresh = new Set<string>()

beforeAll(async () => {
  const some = new Sqlite(':memory:')
  const statements = Object.getPrototypeOf(some.prepare('select 1')) as Sqlite.Statement
  some.close()
  for (const method of ['all', 'get', 'run'] as const) {
    const execute = statements[method]
    vi.spyOn(statements, method).mockImplementation(function record(this: Sqlite.Statement, ...values) {
      fresh.add(this.source)
      return execute.apply(this, values) as never
    })
  }
  test = await openTestShop()
  made = await manyProducts(test.shop.db, SEEDED, test.shop.now())
  await test.shop.db.transaction((tx) => buildIndex(tx))
  await multiply()
  customer = await aCustomer(test)
  for (const id of made.productIds.slice(0, 20)) await aDeal(test, id)
  plans = new Sqlite(join(test.shop.config.dataDir, 'haat.db'), { readonly: true })
  fresh.clear()
})

afterAll(async () => {
  vi.restoreAllMocks()
  plans.close()
  await test.close()
})

/** Copies the seeded rows in SQL, with other ids, slugs and prices. */
async function multiply(): Promise<void> {
  await test.shop.db.transaction(async (tx) => {
    const { products, variants } = tx.tables
    const [row] = await tx.select({ most: sql<number>`max(id)` }).from(variants)
    const step = row?.most ?? 0
    const copies = (table: 'products' | 'variants', changed: Record<string, string>) => {
      const names = Object.keys(getTableColumns(table === 'products' ? products : variants))
      const values = names.map((name) => changed[name] ?? name)
      return sql.raw(
        `with recursive copy (n) as (select 1 union all select n + 1 from copy where n < ${COPIES})
        insert into ${table} (${names.join()}) select ${values.join()} from copy, ${table}`,
      )
    }
    const own = { id: `id + n * ${SEEDED}`, slug: `slug || '-' || n`, price: 'price + n * 100' }
    await tx.execute(copies('products', { ...own, variant_id: `variant_id + n * ${step}` }))
    await tx.execute(copies('variants', { id: `id + n * ${step}`, product_id: `product_id + n * ${SEEDED}` }))
  })
}

function stepsOf(text: string): string[] {
  const statement = plans.prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
  const values = Array.from({ length: text.split('?').length - 1 }, () => null)
  return statement.all(...values).map((row) => row.detail)
}

/** The steps of a statement's plan that are not allowed. */
function faultsOf(text: string): string[] {
  const steps = stepsOf(text)
  const growing = steps.filter((step) =>
    GROWING.some((table) => new RegExp(`^(SCAN|SEARCH) ${table}\\b`).test(step)),
  )
  const isFirstFew = (step: string) =>
    text.endsWith(' limit +?') && step === 'SCAN deals USING INDEX deals_end'
  // A list may read, and a page of it sort, all entries of a listing index, a join not.
  const isList = (step: string) => / products USING COVERING INDEX products_/.test(step)
  const isOption = (step: string) => / variants USING COVERING INDEX variants_(color|size) /.test(step)
  const isJoin = text.includes(' join ')
  const scans = growing.filter(
    (step) =>
      step.startsWith('SCAN') &&
      !/VIRTUAL TABLE INDEX \d+:.*M/.test(step) &&
      !isFirstFew(step) &&
      (isJoin || !isList(step)),
  )
  // A list may read many index entries, so the index must have all columns that it filters by.
  const walks = growing.filter((step) => /^SEARCH products USING INDEX products_(?!.*unique)/.test(step))
  // A sort of rows found by id is as small as the list of ids.
  const isNamed = growing.every((step) => /\((rowid|product_id|id|user_id|order_id|variant_id)=\?/.test(step))
  // Sums per variant of one order: two columns of the orders that are open.
  const isShare = /^select "order_items"\."variant_id", sum\(.* group by "order_items"\."variant_id"$/s.test(
    text,
  )
  // Words that begin alike or have one stem: few, and a search takes the most frequent.
  const areWords = / from "search_words" where /.test(text)
  // Best sellers: of the latest orders, a limited number.
  if (/ from \(select [^()]* from "orders" order by "orders"\."id" desc limit \+\?\) "latest" /.test(text))
    return []
  const sorts =
    isNamed || isShare || areWords || growing.every((step) => isList(step) || isOption(step))
      ? []
      : steps.filter((step) => step.startsWith('USE TEMP B-TREE'))
  return [...scans, ...walks, ...sorts]
}

/** Checks the statements prepared since the last call. */
function expectGoodPlans(): number {
  const texts = [...fresh].filter((text) => /^\s*(select|insert|update|delete|with|\()/i.test(text))
  fresh.clear()
  const bad = texts
    .map((text) => ({ text, faults: faultsOf(text) }))
    .filter(({ faults }) => faults.length > 0)
  expect(bad).toEqual([])
  return texts.length
}

const SORTS = ['', 'sort=price_asc', 'sort=price_desc', 'sort=discount_desc', 'sort=newest']

it('has the products', async () => {
  const { body } = await test.get('/api/products/filter?page=1').expect(200)
  expect(body.total).toBe(SEEDED * (COPIES + 1))
})

it('filters in every order', async () => {
  const [parent, other] = made.parents
  const [leaf] = made.leaves
  const [a, b, c] = made.brands
  const manyBrands = Array.from({ length: 100 }, (_, n) => `Brand ${n}`).join()
  const whats = [
    ...['', `category=${leaf}`, `category=${parent}`, `brand=${a}`, `brand=${a},${b},${c}`],
    ...[`brand=${manyBrands}`, `category=${other}&brand=${a},${b}`, `category=${leaf}&brand=${manyBrands}`],
    ...['search=helmet', 'is_new_arrival=1', 'is_featured=1', 'size=UK 8,UK 9&facets=1'],
    `category=${leaf}&color=Red&size=S`,
  ]
  const bounds = [
    '',
    'min_price=100&max_price=2000',
    'rating=4',
    'in_stock=1',
    'is_on_sale=1&max_price=500',
    'min_discount=25',
  ]
  for (const what of whats) {
    for (const bound of bounds) {
      for (const sort of SORTS) {
        const { statusCode } = await test.app.inject(`/api/products/filter?${what}&${bound}&${sort}&page=2`)
        expect(statusCode).toBe(200)
      }
    }
  }
  expect(expectGoodPlans()).toBeGreaterThan(100)
})

it('serves the other endpoints of the catalogue', async () => {
  const id = made.productIds[5]
  const paths = [
    ...[`/api/products/${id}`, `/api/products/media/${id}`, '/api/categories', '/api/banners', '/api/deals'],
    ...['/api/deals/active', '/api/products/brands', `/api/products/brands?category=${made.parents[0]}`],
    ...['helmet', 'river hel', 'hlemet', 'rope zzzzzz', 'made of steel', 'SNK201', 'helmet 204'].map(
      (text) => `/api/products/search?search=${text}`,
    ),
    ...['/api/settings', '/api/products/highlights', `/api/products/filter?ids=${id},1,2`],
  ]
  for (const path of paths) await test.get(path).expect(200)
  expect(expectGoodPlans()).toBeGreaterThan(10)
})

it('starts and ends deals', async () => {
  test.clock.advance(7200)
  await test.get('/api/products/filter').expect(200)
  expect(expectGoodPlans()).toBeGreaterThan(3)
})

it("serves a customer's private data", async () => {
  const { token } = customer
  await anAddress(test, customer)
  fresh.clear()
  const own = [
    '/api/cart',
    '/api/saved',
    '/api/wishlist',
    '/api/notices',
    '/api/orders',
    '/api/users/profile',
    '/api/users/addresses',
  ]
  await test.post('/api/wishlist', { product_id: made.productIds[0] }, token).expect(201)
  for (const path of own) await test.get(path, token).expect(200)
  await test.get('/api/orders/1', token).expect(404)
  await test.post('/api/auth/logout', {}, token)
  expectGoodPlans()
})

it('places a cash on delivery order within limits', async () => {
  const shopper = await aShopper(test)
  const product = await aProduct(test, { slug: 'rope-of-the-order' })
  const limits = { ...NEW_SHOP_LIMITS, verified_contact: false }
  await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, limits }))
  fresh.clear()
  await shopper.place(shopper.order([item(product)], 599)).expect(201)
  expectGoodPlans()
})
