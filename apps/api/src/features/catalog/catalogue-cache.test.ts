import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCategory, aCustomer, aDeal, aProduct } from '../../../test/factories.ts'
import { aShopper, item, type Shopper } from '../../../test/shopper.ts'
import { shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { catalogueVersion, versionCache } from '../../db/catalogue-version.ts'
import type { Tx } from '../../db/database.ts'
import { storeSetting } from '../settings/settings.store.ts'
import { currentPeriod } from './catalogue-cache.ts'
import { refreshListings } from './listing-columns.store.ts'
import { listedProducts } from './product-list.store.ts'

interface Listed {
  id: number
  price: number
  variants: { stock: number }[]
}

const setStock = (test: TestShop, id: number, stock: number) =>
  test.shop.db.transaction(async (tx) => {
    await tx.update(tx.tables.variants).set({ stock }).where(eq(tx.tables.variants.id, id))
  })

describe('a reply of the catalogue', () => {
  it('can be cached and revalidated, and is sent once', async () => {
    const test = await shopForThisTest()
    const { id } = await aProduct(test)
    await aDeal(test, id)
    const paths = ['/api/products/filter?page=1', `/api/products/${id}`, '/api/categories', '/api/banners']
    const others = ['/api/products/search?search=product', '/api/deals', '/api/deals/active']
    for (const path of [...paths, ...others]) {
      const asked = await test.app.inject({ method: 'HEAD', url: path })
      const first = await test.get(path).expect(200)
      expect(asked.headers['etag']).toBe(first.headers['etag'])
      expect(first.text).toMatch(/^[{[]/)
      expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
      const etag = String(first.headers['etag'])
      const again = await test.get(path).expect(200)
      expect([again.headers['etag'], again.text, again.type]).toEqual([etag, first.text, 'application/json'])
      expect(again.headers['content-security-policy']).toBeDefined()
      const revalidated = await test.get(path).set('if-none-match', `"other", ${etag}`).expect(304)
      expect(revalidated.text).toBe('')
      expect(Object.keys(revalidated.headers)).not.toContain('content-type')
      expect(Object.keys(revalidated.headers)).not.toContain('content-length')
      await test.get(path).set('if-none-match', '"other"').expect(200)
      const head = await test.app.inject({ method: 'HEAD', url: path })
      expect([head.headers['etag'], head.body]).toEqual([etag, ''])
    }
  })

  it('is compressed for callers who accept it, with the same ETag', async () => {
    const test = await shopForThisTest()
    for (let n = 0; n < 3; n += 1) await aProduct(test)
    const path = '/api/products/filter'
    const plain = await test.app.inject({ url: path, headers: { 'accept-encoding': 'zstd, identity' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const weighted = await test.app.inject({
      url: path,
      headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' },
    })
    expect(weighted.headers['content-encoding']).toBe('gzip')
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [name, decode] of Object.entries(decoders)) {
      for (let times = 0; times < 2; times += 1) {
        const headers = { 'accept-encoding': `deflate, ${name}` }
        const reply = await test.app.inject({ url: path, headers })
        expect(reply.headers).toMatchObject({
          'content-encoding': name,
          vary: 'accept-language, cookie, accept-encoding',
          etag: plain.headers['etag'],
        })
        expect(decode(reply.rawPayload).toString()).toBe(plain.body)
        const again = { ...headers, 'if-none-match': String(reply.headers['etag']) }
        const revalidated = await test.app.inject({ url: path, headers: again })
        expect([revalidated.statusCode, revalidated.body]).toEqual([304, ''])
        expect(revalidated.headers['vary']).toBe('accept-language, cookie, accept-encoding')
      }
    }
  })

  it('shows new prices at once, in lists by price and in totals between prices', async () => {
    const test = await shopForThisTest()
    const [first, second] = [await aProduct(test), await aProduct(test)]
    const setPrice = ({ id, variant }: typeof first, price: number) =>
      test.shop.db.transaction(async (tx) => {
        const { variants } = tx.tables
        await tx
          .update(variants)
          .set({ price: price * 100, mrp: 900_00 })
          .where(eq(variants.id, variant.id))
        await refreshListings(tx, [id], test.shop.now())
      })
    for (const [one, other] of [
      [100, 200],
      [300, 200],
      [300, 400],
    ] as const) {
      await setPrice(first, one)
      await setPrice(second, other)
      const sorted = await test.get('/api/products/filter?sort=price_asc').expect(200)
      const prices = sorted.body.products.map(({ price }: Listed) => price)
      expect(prices).toEqual([one, other].toSorted((a, b) => a - b))
      const plain = await test.get('/api/products/filter').expect(200)
      expect(plain.body.products.map(({ price }: Listed) => price)).toEqual([one, other])
      const cheap = await test.get('/api/products/filter?max_price=250').expect(200)
      expect(cheap.body.total).toBe([one, other].filter((price) => price <= 250).length)
    }
  })

  it('is not cached when it failed', async () => {
    const test = await shopForThisTest()
    for (const path of ['/api/products/filter?page=0', '/api/products/999']) {
      const { headers } = await test.get(path)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['etag']).toBeUndefined()
    }
    const { id } = await aProduct(test)
    await test.get(`/api/products/${id}`).expect(200)
    await test.shop.db.transaction(async (tx) => {
      await tx.update(tx.tables.products).set({ is_published: false })
    })
    await test.get(`/api/products/${id}`).expect(404)
  })

  it('shows each change of stock at once, in lists and on the product page', async () => {
    const test = await shopForThisTest()
    const { id, variant } = await aProduct(test)
    for (const stock of [7, 3, 0, 12]) {
      await setStock(test, variant.id, stock)
      for (let times = 0; times < 3; times += 1) {
        const detail = await test.get(`/api/products/${id}`).expect(200)
        const list = await test.get('/api/products/filter').expect(200)
        expect([detail.body.variants[0].stock, list.body.products[0].variants[0].stock]).toEqual([
          stock,
          stock,
        ])
      }
    }
  })

  it('shows no stock from before an order and no price from before its change, while others order', async () => {
    const test = await shopForThisTest()
    const sold = await aProduct(test, {}, [{ stock: 50 }])
    const [other, priced] = [await aProduct(test, {}, [{ stock: 50 }]), await aProduct(test)]
    const buyers = await Promise.all(Array.from({ length: 4 }, () => aShopper(test)))
    const so = { far: 0, soon: 0, price: 500 }
    const read = async () => {
      const before = { ...so }
      const list = (await test.app.inject('/api/products/filter')).json<{ products: Listed[] }>().products
      const detail = (await test.app.inject(`/api/products/${sold.id}`)).json<Listed>()
      const stocks = [detail, list.find(({ id }) => id === sold.id)].map(
        (product) => product?.variants[0]?.stock ?? 0,
      )
      expect(Math.max(...stocks)).toBeLessThanOrEqual(50 - before.far)
      expect(Math.min(...stocks)).toBeGreaterThanOrEqual(50 - so.soon)
      expect(list.find(({ id }) => id === priced.id)?.price).toBeGreaterThanOrEqual(before.price)
    }
    const order = async (buyer: Shopper, product: Parameters<typeof item>[0]) => {
      if (product === sold) so.soon += 1
      await buyer.place(buyer.order([item(product)], 599), randomUUID()).expect(201)
      if (product === sold) so.far += 1
    }
    const raisePrice = async (price: number) => {
      const { variants } = test.shop.db.tables
      await test.shop.db.transaction(async (tx) => {
        await tx
          .update(variants)
          .set({ price: price * 100 })
          .where(eq(variants.id, priced.variant.id))
        await refreshListings(tx, [priced.id], test.shop.now())
      })
      so.price = price
    }
    for (let round = 1; round <= 4; round += 1) {
      const orders = buyers.map((buyer, n) => order(buyer, n % 2 === 0 ? sold : other))
      const change = round % 2 === 0 ? [raisePrice(500 + round)] : []
      await Promise.all([...orders, ...change, read(), read(), read()])
      await Promise.all([read(), read()])
    }
    expect(so.far).toBe(8)
  })

  it('shows the default variant first, whichever is the oldest', async () => {
    const test = await shopForThisTest()
    const { id, variants } = await aProduct(test, {}, [{ stock: 1 }, { stock: 2 }])
    await test.shop.db.transaction(async (tx) => {
      for (const [position, variant] of variants.toReversed().entries())
        await tx
          .update(tx.tables.variants)
          .set({ position, is_default: false })
          .where(eq(tx.tables.variants.id, variant.id))
      await tx
        .update(tx.tables.variants)
        .set({ is_default: true })
        .where(eq(tx.tables.variants.id, variants[1]!.id))
      await refreshListings(tx, [id], test.shop.now())
    })
    const [product] = await listedProducts(test.shop.db, [id])
    expect(product?.variants.map(({ stock }) => stock)).toEqual([2, 1])
  })

  it('shows the deal price from the first to the last millisecond of the deal, without any write', async () => {
    const test = await shopForThisTest()
    const { id } = await aProduct(test)
    const end_date = new Date(START.getTime() + 1000)
    await aDeal(test, id, { end_date, deal_price: 400_00 })
    const prices = async () => {
      const detail = await test.get(`/api/products/${id}`).expect(200)
      const list = await test.get('/api/products/filter').expect(200)
      return [detail.body.price, list.body.products[0].price]
    }
    expect([await prices(), await prices()]).toEqual([
      [400, 400],
      [400, 400],
    ])
    test.clock.set(new Date(end_date.getTime() - 1))
    expect(await prices()).toEqual([400, 400])
    test.clock.set(end_date)
    expect(await prices()).toEqual([500, 500])
  })

  it('counts added, removed and sold-out products', async () => {
    const test = await shopForThisTest()
    const { id: category_id } = await aCategory(test)
    const total = async (query: string) =>
      (await test.get(`/api/products/filter?${query}`).expect(200)).body.total
    expect([await total(''), await total('in_stock=1')]).toEqual([0, 0])
    const { id, variant } = await aProduct(test, { category_id })
    expect([await total(''), await total('in_stock=1'), await total(`category=${category_id}`)]).toEqual([
      1, 1, 1,
    ])
    await test.shop.db.transaction(async (tx) => {
      await tx.update(tx.tables.variants).set({ stock: 0 }).where(eq(tx.tables.variants.id, variant.id))
      await refreshListings(tx, [id], test.shop.now())
    })
    expect([await total(''), await total('in_stock=1'), await total('in_stock=0')]).toEqual([1, 0, 1])
    await test.shop.db.transaction(async (tx) => {
      await tx.update(tx.tables.products).set({ is_published: false })
      await refreshListings(tx, [id], test.shop.now())
    })
    expect([await total(''), await total(`category=${category_id}`)]).toEqual([0, 0])
  })
})

const change = ({ shop }: TestShop, value: string): Promise<void> =>
  shop.db.transaction((tx) => storeSetting(tx, 'test', value))

it('a reply is kept for a minute at most, and a pause of the clock does not matter', async () => {
  const test = await shopForThisTest()
  await aProduct(test)
  const { db } = test.shop
  const first = await currentPeriod(db, START)
  expect(await currentPeriod(db, new Date(START.getTime() + 59_999))).toBe(first)
  const next = await currentPeriod(db, new Date(START.getTime() + 60_000))
  expect(next).not.toBe(first)
  expect(await currentPeriod(db, START)).not.toBe(next)
})

it('a computed value is computed once for all who ask meanwhile, again after a change, and after a failure', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const cache = versionCache<number>(10)
  let computed = 0
  const read = () => cache(db, 'key', async () => (computed += 1))
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  await change(test, 'a')
  expect([await read(), await read()]).toEqual([2, 2])
  await change(test, 'b')
  const failing = () => cache(db, 'key', () => Promise.reject(new Error('unavailable')))
  await expect(failing()).rejects.toThrow('unavailable')
  expect(await read()).toBe(3)
})

describe('the version of the catalogue', () => {
  it('rises with what pages show, and not with what customers do', async () => {
    const test = await shopForThisTest()
    const { db } = test.shop
    const { id, variant } = await aProduct(test)
    const customer = await aCustomer(test)
    const before = await catalogueVersion(db)
    await test
      .post('/api/cart', { product_id: id, variant_id: variant.id, quantity: 1 }, customer.token)
      .expect(201)
    expect(await catalogueVersion(db)).toBe(before)
    const { products, variants, media, deals, categories, banners, pages, settings } = db.tables
    const picture = { product_id: id, media_type: 'image', media_url: '/media/a.webp' }
    const banner = { banner_name: 'Sale', banner_image: '/media/a.webp' }
    const window = { start_date: START, end_date: new Date(START.getTime() + 1000) }
    const writes: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => tx.update(variants).set({ stock: 9 }),
      (tx) => tx.insert(media).values(picture),
      (tx) => tx.insert(deals).values({ product_id: id, name: 'Deal', deal_price: 1, ...window }),
      (tx) => tx.update(categories).set({ name: 'Other' }),
      (tx) => tx.insert(banners).values(banner),
      (tx) => tx.insert(pages).values({ slug: 'care', title: 'Care', text: '', changed_at: START }),
      (tx) => tx.insert(settings).values({ key: 'test', value: '' }),
      (tx) => tx.delete(settings).where(eq(settings.key, 'test')),
      (tx) => tx.delete(products).where(eq(products.id, id)),
    ]
    let last = before
    for (const write of writes) {
      await db.transaction(write)
      const version = await catalogueVersion(db)
      expect(version).toBeGreaterThan(last)
      last = version
    }
  })
})
