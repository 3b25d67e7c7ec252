import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCategory, aDeal, aProduct } from '../../../test/factories.ts'
import { buildIndex } from '../search/search-index.store.ts'
import { beginNewShop } from '../settings/settings.store.ts'
import { refreshListings } from './listing-columns.store.ts'
import { openTestShop, shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { rule } from '../../../test/rule.ts'

interface Row {
  id: number
  name: string
  brand: string
  category_id: number
  price: number
  discount_percentage: number
  variants: { color: string | null; size: string | null; stock: number }[]
}

let test: TestShop
let rescue: number
let ropes: number
let lab: number

/** Three categories (ropes below rescue) and 24 products, some with equal prices and discounts. */
beforeAll(async () => {
  test = await openTestShop()
  rescue = (await aCategory(test, { name: 'Rescue Gear' })).id
  ropes = (await aCategory(test, { name: 'Ropes', parent_id: rescue })).id
  lab = (await aCategory(test, { name: 'Lab' })).id
  for (let n = 0; n < 24; n += 1) {
    const category_id = [rescue, ropes, lab][n % 3] as number
    await aProduct(
      test,
      {
        category_id,
        name: `Thing ${n}`,
        brand: ['Kaveri', 'Tapti', "O'Hara & Sons"][n % 4] ?? 'Periyar',
        rating: n % 6,
        is_new_arrival: n % 2 === 0,
        is_featured: n % 5 === 0,
        is_on_sale: n % 7 === 0,
        is_published: n !== 23,
        created_at: new Date(START.getTime() + (n % 8) * 1000),
      },
      [
        { price: (n % 5) * 100_00 + 50, mrp: 1000_00, stock: n % 3, size: `UK ${7 + (n % 3)}`, color: 'Red' },
        {
          price: 5_00,
          stock: n % 4 === 0 ? 3 : 0,
          size: n % 2 ? 'UK 8' : null,
          color: n % 5 ? null : 'Sea Blue',
        },
      ],
    )
  }
})
afterAll(() => test.close())

const filter = async (query = ''): Promise<{ products: Row[]; total: number; totalPages: number }> =>
  (await test.get(`/api/products/filter?${query}`).expect(200)).body

const SORTS = ['', 'sort=price_asc', 'sort=price_desc', 'sort=discount_desc', 'sort=newest']

describe('GET /api/products/filter', () => {
  rule('sends the short description, not the full one', async () => {
    const freshShop = await shopForThisTest()
    await aProduct(freshShop, { short_description: 'Two lines', description: 'x'.repeat(50_000) })
    const { body, text } = await freshShop.get('/api/products/filter').expect(200)
    expect(body.products[0].description).toBe('Two lines')
    expect(text.length).toBeLessThan(2000)
  })

  rule('returns a hundred products with their variants without a query', async () => {
    const { body } = await test.get('/api/products/filter').expect(200)
    expect(body).toMatchObject({ success: true, page: 1, limit: 100, total: 23, totalPages: 1 })
    const [first] = body.products
    expect(first).toMatchObject({ name: 'Thing 0', price: 0.5, mrp: 1000, originalPrice: 1000, in_stock: 1 })
    expect(first.discount).toBe(first.discount_percentage)
    expect(first.image).toBe(first.media_url)
    expect(first.variants).toHaveLength(2)
    expect(first.variants[0]).toMatchObject({ id: first.variant_id, is_default: 1, price: 0.5, stock: 0 })
    expect(first.variants[1]).toMatchObject({ is_default: 0, price: 5, stock: 3 })
    expect(JSON.stringify(body)).not.toMatch(/hsn|external_key|is_published/)
  })

  rule('returns twelve products when the query has a page', async () => {
    const { products, totalPages, total } = await filter('page=2')
    expect([products.length, totalPages, total]).toEqual([11, 2, 23])
    expect((await filter('page=3')).products).toEqual([])
    expect(await filter('page=10000')).toMatchObject({ products: [], total: 23, totalPages: 2 })
  })

  rule('never shows an unpublished product', async () => {
    const { products } = await filter('limit=100')
    expect(products.map((product) => product.name)).not.toContain('Thing 23')
  })

  it('includes the sub-categories of a category', async () => {
    const inRescue = await filter(`category=${rescue}`)
    expect(new Set(inRescue.products.map((row) => row.category_id))).toEqual(new Set([rescue, ropes]))
    expect(inRescue.total).toBe(16)
    expect((await filter(`category_id=${ropes}`)).total).toBe(8)
    expect((await filter('category=all')).total).toBe(23)
    expect((await filter('category=')).total).toBe(23)
    expect(await filter('category=999999')).toMatchObject({ products: [], total: 0, totalPages: 1 })
  })

  rule('accepts several brands and returns each product once', async () => {
    const { products, total } = await filter(
      `brand=${encodeURIComponent("Tapti,O'Hara & Sons,Tapti, ,Nobody")}`,
    )
    expect(total).toBe(12)
    expect(products).toHaveLength(12)
    expect(new Set(products.map((row) => row.brand))).toEqual(new Set(['Tapti', "O'Hara & Sons"]))
  })

  it('filters by a range of prices in rupees, both ends included', async () => {
    const { products } = await filter('min_price=100.50&max_price=200.5')
    expect(new Set(products.map((row) => row.price))).toEqual(new Set([100.5, 200.5]))
    expect((await filter('min_price=300&max_price=100')).total).toBe(0)
  })

  it('gives the same result as a plain loop, for every filter with every sort', async () => {
    const { products: all } = await filter('limit=100')
    const byId = new Map(all.map((row) => [row.id, row]))
    const has = ({ variants }: Row, key: 'color' | 'size', names: string, stock = 0) =>
      variants.some((one) => names.split(',').includes(one[key] ?? '') && one.stock >= stock)
    const filters: [string, (row: Row & Record<string, unknown>) => boolean][] = [
      ['', () => true],
      ['rating=3', (row) => Number(row['rating']) >= 3],
      [`category=${rescue}`, (row) => row.category_id !== lab],
      [`category=${lab}&is_new_arrival=1`, (row) => row.category_id === lab && row['is_new_arrival'] === 1],
      ['brand=Kaveri,Periyar', (row) => row.brand === 'Kaveri' || row.brand === 'Periyar'],
      [
        `brand=Kaveri,Tapti&category=${rescue}`,
        (row) => 'KaveriTapti'.includes(row.brand) && row.category_id !== lab,
      ],
      ['is_new_arrival=1', (row) => row['is_new_arrival'] === 1],
      ['is_featured=1&in_stock=1', (row) => row['is_featured'] === 1 && row['in_stock'] === 1],
      ['is_on_sale=0&min_price=100', (row) => row['is_on_sale'] === 0 && row.price >= 100],
      ['min_discount=80&rating=2', (row) => row.discount_percentage >= 80 && Number(row['rating']) >= 2],
      [
        `min_discount=60&category=${rescue}`,
        (row) => row.discount_percentage >= 60 && row.category_id !== lab,
      ],
      ['in_stock=0', (row) => row['in_stock'] === 0],
      ['size=UK 8', (row) => has(row, 'size', 'UK 8')],
      [
        'size=UK 8,UK 9&color=Sea Blue,Mauve',
        (row) => has(row, 'size', 'UK 8,UK 9') && has(row, 'color', 'Sea Blue'),
      ],
      ['size=UK 8&in_stock=1', (row) => has(row, 'size', 'UK 8', 1)],
      ['size=UK 8&in_stock=0', (row) => has(row, 'size', 'UK 8') && !has(row, 'size', 'UK 8', 1)],
      [
        'size=UK 8&color=Sea Blue&in_stock=1&brand=Kaveri',
        (row) => has(row, 'size', 'UK 8', 1) && has(row, 'color', 'Sea Blue', 1) && row.brand === 'Kaveri',
      ],
      ['color=Mauve', () => false],
    ]
    for (const [query, passes] of filters) {
      const expected = all.filter((row) => passes(row as never)).map((row) => row.id)
      for (const sort of SORTS) {
        const { products, total } = await filter(`${query}&${sort}&limit=100`)
        const ids = products.map((row) => row.id)
        expect(
          ids.toSorted((a, b) => a - b),
          `${query} ${sort}`,
        ).toEqual(expected)
        expect(total).toBe(expected.length)
        expect((await filter(`${query}&facets=1`)).total).toBe(total)
        expectSorted(
          products.map((row) => byId.get(row.id) as Row),
          sort,
        )
      }
    }
  })

  it('returns every product once over the pages of every sort', async () => {
    for (const sort of SORTS) {
      for (const query of [
        '',
        `category=${rescue}`,
        'brand=Kaveri,Tapti,Periyar',
        'search=thing',
        'size=UK 8',
      ]) {
        const whole = await filter(`${query}&${sort}&limit=100`)
        const pages = []
        for (let page = 1; page <= Math.ceil(whole.total / 5); page += 1)
          pages.push(...(await filter(`${query}&${sort}&limit=5&page=${page}`)).products)
        expect(pages, `${query} ${sort}`).toEqual(whole.products)
      }
    }
  })

  it('has no product in two pages where what is sold out in the size comes last', async () => {
    const shop = await shopForThisTest()
    const add = (name: string, stock: number, other: number) =>
      aProduct(shop, { name }, [
        { stock, size: 'UK 8' },
        { stock: other, size: 'UK 9' },
      ])
    await add('Other size', 0, 3)
    await add('Nothing', 0, 0)
    await add('Both', 1, 1)
    await add('Own size', 2, 0)
    await beginNewShop(shop.shop.db)
    const read = async (query: string) => (await shop.get(`/api/products/filter?${query}`).expect(200)).body
    const names = async (query: string) => (await read(query)).products.map(({ name }: Row) => name)
    expect(await names('size=UK 8')).toEqual(['Both', 'Own size', 'Other size', 'Nothing'])
    expect(await names('size=UK 8&page=2&limit=3')).toEqual(['Nothing'])
    const { facets, total } = await read('size=UK 8&in_stock=1&facets=1')
    expect([facets.sizes[0], facets.in_stock, total]).toEqual([
      { name: 'UK 8', size: 'UK 8', count: 2 },
      2,
      2,
    ])
    expect((await read('size=UK 8&facets=1')).facets.in_stock).toBe(2)
  })

  it('shows a variant of the colour and size that are looked for', async () => {
    const shop = await shopForThisTest()
    const { id } = await aProduct(shop, { name: 'Canvas shoe' }, [
      { color: 'Blue', size: 'UK 7' },
      { color: 'Red', size: 'UK 7', stock: 0 },
      { color: 'Red', size: 'UK 7', price: 900_00 },
      { color: 'Red', size: 'UK 8', stock: 2 },
      { color: 'Blue', size: 'UK 8', stock: 2 },
    ])
    const { products } = (await shop.get('/api/products/filter').expect(200)).body
    const [, soldOut, red, large, largeBlue] = products[0].variants
    expect(products[0].wanted_variant).toBeUndefined()
    await shop.shop.db.transaction(async (tx) => {
      const picture = { product_id: id, media_type: 'image' as const, alt: '', position: 0 }
      await tx.insert(tx.tables.media).values([
        { ...picture, variant_id: soldOut.id, media_url: '/media/sold-out.webp' },
        { ...picture, variant_id: red.id, media_url: '/media/red.webp' },
      ])
      await refreshListings(tx, [id], START, new Map([[id, {}]]))
      await buildIndex(tx)
    })
    const found = async (path: string) =>
      (await shop.get(`/api/products/${path}`).expect(200)).body.products[0].wanted_variant
    for (const path of [
      'filter?color=Red',
      'filter?search=red shoe',
      'search?search=Shoe, RED!',
      'filter?search=लाल shoe',
      'filter?search=lal shoe',
    ])
      expect(await found(path), path).toEqual({ id: red.id, media_url: '/media/red.webp' })
    for (const path of ['filter?size=UK 8&color=Red', 'filter?size=UK 8&search=red shoe'])
      expect(await found(path), path).toEqual({ id: large.id, media_url: '/media/sold-out.webp' })
    for (const path of ['filter?size=UK 8', 'filter?size=UK 8&color=Blue'])
      expect(await found(path), path).toMatchObject({ id: largeBlue.id })
    for (const path of [
      'filter?color=Blue',
      'filter?search=shoe',
      'filter?color=Red,Blue',
      'filter?size=UK 7',
    ])
      expect(await found(path), path).toBeUndefined()
  })

  it('takes the sixty newest for new arrivals while none is marked', async () => {
    const shop = await shopForThisTest()
    const ids: number[] = []
    for (let n = 1; n <= 62; n += 1)
      ids.push(
        (await aProduct(shop, { name: `Thing ${n}`, brand: n % 2 ? 'Odd' : 'Even' }, [{ stock: n % 62 }])).id,
      )
    const read = async (query = '') =>
      (await shop.get(`/api/products/filter?is_new_arrival=1${query}`).expect(200)).body
    const all = await read('&page=1&facets=1')
    expect(all).toMatchObject({
      total: 60,
      totalPages: 5,
      facets: { brands: [{ count: 30 }, { count: 30 }] },
    })
    expect(all.products[0].name).toBe('Thing 61')
    expect(await read('&brand=Odd&sort=price_asc')).toMatchObject({ total: 30 })
    const { db } = shop.shop
    const { products } = db.tables
    await db.transaction((tx) =>
      tx.update(products).set({ is_new_arrival: true }).where(eq(products.id, ids[0]!)),
    )
    expect((await read()).products.map(({ name }: Row) => name)).toEqual(['Thing 1'])
  })

  it('takes what is below its MRP for on sale while nothing is marked', async () => {
    const shop = await shopForThisTest()
    for (const [name, mrp] of [
      ['Usual', 100],
      ['Less', 200],
      ['Least', 400],
    ] as const)
      await aProduct(shop, { name }, [{ price: 100_00, mrp: mrp * 100 }])
    const names = async () =>
      (await shop.get('/api/products/filter?is_on_sale=1').expect(200)).body.products.map(
        ({ name }: Row) => name,
      )
    expect(await names()).toEqual(['Least', 'Less'])
    const { db } = shop.shop
    const { products } = db.tables
    await db.transaction((tx) =>
      tx.update(products).set({ is_on_sale: true }).where(eq(products.name, 'Usual')),
    )
    expect(await names()).toEqual(['Usual'])
  })

  it('leads with what is in stock and has a picture, when asked', async () => {
    const shop = await shopForThisTest()
    const add = (name: string, stock: number) => aProduct(shop, { name }, [{ stock }])
    const products = [
      await add('Sold out', 0),
      await add('No picture', 5),
      // More than a page holds.
      ...(await Promise.all(Array.from({ length: 100 }, () => add('Sold out', 0)))),
      await add('Lamp', 5),
      await add('Pen', 5),
    ]
    await shop.shop.db.transaction(async (tx) => {
      const pictured = products.filter(({ name }) => name !== 'No picture')
      await tx.insert(tx.tables.media).values(
        pictured.map(({ id }) => ({
          product_id: id,
          media_type: 'image' as const,
          media_url: '/media/x.webp',
          alt: '',
          position: 0,
        })),
      )
      await refreshListings(
        tx,
        products.map(({ id }) => id),
        START,
      )
    })
    const names = async (query: string) =>
      (await shop.get(`/api/products/filter?${query}`).expect(200)).body.products.map((row: Row) => row.name)
    expect(await names('buyable_first=1&limit=3')).toEqual(['Lamp', 'Pen', 'No picture'])
    expect(await names('buyable_first=1')).toHaveLength(3)
    expect(await names('buyable_first=1&sort=newest&limit=2')).toEqual(['Pen', 'Lamp'])
    expect(await names('buyable_first=1&in_stock=0&limit=1')).toEqual(['Sold out'])
    expect(await names('limit=2')).toEqual(['Sold out', 'No picture'])
    await beginNewShop(shop.shop.db)
    expect(await names('limit=4')).toEqual(['No picture', 'Lamp', 'Pen', 'Sold out'])
    expect(await names('page=2&limit=2')).toEqual(['Pen', 'Sold out'])
    const pages = await Promise.all(
      Array.from({ length: 21 }, async (_, n) => shop.get(`/api/products/filter?page=${n + 1}&limit=5`)),
    )
    const ids = pages.flatMap(({ body }) => body.products.map(({ id }: Row) => id))
    expect([ids.length, new Set(ids).size]).toEqual([104, 104])
    expect(await names('sort=newest&page=2&limit=2')).toEqual(['Sold out', 'Sold out'])
    expect(await names('in_stock=0&limit=1')).toEqual(['Sold out'])
    await shop.shop.db.transaction(async (tx) => {
      await tx.update(tx.tables.variants).set({ stock: 0 })
      await refreshListings(
        tx,
        products.map(({ id }) => id),
        START,
      )
    })
    expect(await names('buyable_first=1&limit=2')).toEqual(['Sold out', 'No picture'])
  })

  it('leads with what is like one product: of its kind, its words and its price, and in stock', async () => {
    const shop = await shopForThisTest()
    const category_id = (await aCategory(shop, { name: 'Care' })).id
    const add = async (name: string, price: number, stock = 1, brand = 'Lux', description = '') =>
      (await aProduct(shop, { name, brand, category_id, description }, [{ price: price * 100, stock }])).id
    const names = ['Lamp Oil', 'Rose Soap', 'Saffron Rice', 'Neem Soap', 'Rose Soap', 'Rose Soap']
    for (const [at, name] of names.entries()) await add(name, 100 - at, at === 1 ? 0 : 1, `Brand ${at}`)
    const id = await add('Soap - Rose', 96)
    await add('Hair Oil', 20)
    // More rare words than products are looked for by.
    const words = Array.from({ length: 30 }, (_, n) => `zeb${'aeiou'[n % 5]}${'bdfgkm'[n % 6]}`).join(' ')
    const oil = await add('Argan Oil', 21, 1, 'Kaveri', words)
    await add('Box', 22, 1, 'Kaveri', words)
    await shop.shop.db.transaction((tx) => buildIndex(tx))
    const { body } = await shop.get(`/api/products/filter?category=${category_id}&like=${id}&limit=7`)
    const toText = ({ name, price }: Row) => `${name} ${price}`
    const found = body.products.map(toText)
    expect(found.slice(0, 3)).toEqual(['Rose Soap 96', 'Rose Soap 95', 'Neem Soap 97'])
    expect(found).toHaveLength(7)
    expect(found).not.toContain('Soap - Rose 96')
    const others = await shop.get(`/api/products/filter?category=${category_id}&like=${oil}&limit=3`)
    expect(others.body.products.map(toText)).toEqual(['Box 22', 'Hair Oil 20', 'Lamp Oil 100'])
    await shop.get('/api/products/filter?like=999&limit=2').expect(200)
  })

  it('keeps to the products that are named, in their order, and to the other filters', async () => {
    const all = (await filter('')).products
    const [a, b, c] = [all[8]!, all[2]!, all[19]!]
    const ids = (query: string) =>
      filter(query).then(({ products, total }) => [total, ...products.map(({ id }) => id)])
    expect(await ids(`ids=${a.id},${b.id},999999,${c.id},${b.id}`)).toEqual([3, a.id, b.id, c.id])
    expect(await ids(`ids=${a.id},${b.id}&limit=1&page=2`)).toEqual([2, b.id])
    expect(await ids(`ids=${a.id},${b.id},${c.id}&sort=price_asc`)).toEqual([
      3,
      ...[a, b, c].toSorted((x, y) => x.price - y.price || x.id - y.id).map(({ id }) => id),
    ])
    expect(await ids(`ids=${a.id},${b.id}&min_price=${b.price}&max_price=${b.price}`)).toEqual([1, b.id])
    for (const bad of ['0', '1;2', '1,', 'x', Array.from({ length: 51 }, (_, n) => n + 1).join()])
      await test.get(`/api/products/filter?ids=${bad}`).expect(400)
  })

  rule('ignores unknown keys and empty values', async () => {
    expect((await filter('colour=red&brand=&sort=&min_price=&page=&limit=&search=')).products).toHaveLength(
      23,
    )
    expect((await filter('__proto__=1&constructor=1')).total).toBe(23)
  })

  it.each([
    'sort=price;drop',
    'sort=foo',
    'min_price=NaN',
    'min_price=-1',
    'max_price=1e999',
    'page=0',
    'page=-1',
    'page=1e12',
    'page=10001',
    'limit=0',
    'limit=101',
    'limit=1000000',
    'limit[]=5&limit[]=6',
    'category=1 or 1=1',
    'category=0',
    'category=1&category=2',
    'rating=6',
    'rating=4.55',
    'rating=x',
    'is_featured=yes',
    'brand=a&brand=b',
    `search=${'x'.repeat(101)}`,
    'page=1.5',
    `brand=${'a,'.repeat(101)}`,
    'category=99999999999',
  ])('refuses ?%s with the path', async (query) => {
    const { body } = await test.get(`/api/products/filter?${query}`).expect(400)
    expect(body.errors[0].path).toBe(query.split(/[=[]/)[0])
  })

  it.each([
    `brand=${encodeURIComponent("a,b'--")}`,
    `brand=${encodeURIComponent('"; drop table products; --')}`,
  ])('finds nothing for ?%s', async (query) => {
    expect(await filter(query)).toMatchObject({ products: [], total: 0 })
  })
})

function expectSorted(rows: Row[], sort: string): void {
  const keys = rows.map((row) => (sort.includes('discount') ? -row.discount_percentage : row.price))
  if (sort === 'sort=price_asc' || sort === 'sort=discount_desc')
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
  if (sort === 'sort=price_desc') expect(keys).toEqual(keys.toSorted((a, b) => b - a))
}

describe('a deal in a list', () => {
  it('changes price, discount and position of the product while it runs, to the millisecond', async () => {
    const freshShop = await shopForThisTest()
    const cheap = await aProduct(freshShop, {}, [{ price: 300_00, mrp: 800_00 }])
    const dear = await aProduct(freshShop, {}, [{ price: 500_00, mrp: 800_00 }, { price: 450_00 }])
    const start_date = new Date(START.getTime() + 1000)
    const end_date = new Date(START.getTime() + 2000)
    await aDeal(freshShop, dear.id, { deal_price: 200_00, start_date, end_date })
    const list = async () => {
      const { body } = await freshShop.get('/api/products/filter?sort=price_asc').expect(200)
      return body.products.map((row: { id: number; price: number }) => [row.id, row.price])
    }
    const usual = [
      [cheap.id, 300],
      [dear.id, 500],
    ]
    expect(await list()).toEqual(usual)
    freshShop.clock.set(new Date(start_date.getTime() - 1))
    expect(await list()).toEqual(usual)
    freshShop.clock.set(start_date)
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => list()))
    expect(atOnce).toEqual(
      atOnce.map(() => [
        [dear.id, 200],
        [cheap.id, 300],
      ]),
    )
    expect(await list()).toEqual([
      [dear.id, 200],
      [cheap.id, 300],
    ])
    const { body } = await freshShop.get('/api/products/filter?max_price=200').expect(200)
    expect(body.total).toBe(1)
    expect(body.products[0]).toMatchObject({ mrp: 800, discount_percentage: 75 })
    expect(body.products[0].variants.map((row: { price: number }) => row.price)).toEqual([200, 450])
    freshShop.clock.set(new Date(end_date.getTime() - 1))
    expect((await list())[0]).toEqual([dear.id, 200])
    freshShop.clock.set(end_date)
    expect(await list()).toEqual(usual)
  })
})
