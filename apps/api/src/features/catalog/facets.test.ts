import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCategory, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { addRows, countFacets, noColumns } from './facets.ts'
import { refreshListings } from './listing-columns.store.ts'

const BRANDS = ['Beas', 'Indus', 'Kaveri']

describe('facets of many products', () => {
  const rows = Array.from({ length: 500 }, (_, n) => ({
    id: 3 * n + 1,
    category_id: 1 + (n % 4),
    brand: BRANDS[n % 3]!,
    price: ((n * 7919) % 12_000) * 100,
    rating: (n % 51) / 10,
    discount_percentage: n % 60,
    in_stock: n % 5 > 0,
    is_new_arrival: n % 7 === 0,
    is_featured: 0,
    is_on_sale: 1,
  }))
  const COLORS = ['Red', 'Blue', null]
  const options = rows.flatMap(({ id }, n) =>
    Array.from({ length: Math.floor(n / 2) % 5 }, (_, at) => ({
      product_id: id,
      color: COLORS[(Math.floor(n / 12) + at) % 3]!,
      size: ['UK 10', 'UK 8', 'UK 9', null, 'UK 8'][(Math.floor(n / 7) + at) % 5]!,
      in_stock: (n + at) % 7 > 0,
    })),
  )
  const columns = noColumns()
  addRows(columns, rows.slice(0, 200), options)
  addRows(columns, rows.slice(200), options)
  const subtrees = new Map([
    [1, [1, 2]],
    [2, [2]],
    [3, [3]],
    [4, [4]],
    [5, [5]],
  ])
  const filter = {
    categories: [1, 2],
    brands: ['Beas', 'Indus'],
    colors: ['Red', 'Mauve'],
    sizes: ['UK 8', 'UK 9'],
    min_price: 500_00,
    max_price: 11_000_00,
    rating: 0.5,
    min_discount: 3,
    in_stock: true,
  }
  type Row = (typeof rows)[number]
  const pass = {
    category: (row: Row) => filter.categories.includes(row.category_id),
    brand: (row: Row) => filter.brands.includes(row.brand),
    price: (row: Row) => filter.min_price <= row.price && row.price <= filter.max_price,
    rating: (row: Row) => row.rating >= filter.rating,
    discount: (row: Row) => row.discount_percentage >= filter.min_discount,
    in_stock: (row: Row) => row.in_stock,
    color: (row: Row) => filter.colors.some((name) => hasInStock(row, 'color', name)),
    size: (row: Row) => filter.sizes.some((name) => hasInStock(row, 'size', name)),
  }
  const hasInStock = ({ id }: Row, kind: 'color' | 'size', name: string) =>
    options.some((one) => one.product_id === id && one[kind] === name && one.in_stock)
  /** The products that pass all filters but one. */
  const without = (kind: keyof typeof pass | null, among = rows) =>
    among.filter((row) => Object.entries(pass).every(([name, passes]) => name === kind || passes(row)))

  it.each([undefined, rows.filter(({ id }) => id % 2 === 0).map(({ id }) => id)])(
    'count each choice with the filters of other kinds',
    (among) => {
      const some = among === undefined ? rows : rows.filter(({ id }) => among.includes(id))
      const facets = countFacets(columns, filter, subtrees, among && [...among, 2, 99_999])
      const ofCategory = (ids: number[]) =>
        without('category', some).filter(({ category_id }) => ids.includes(category_id)).length
      expect(facets.categories).toEqual(
        [...subtrees]
          .map(([id, below]) => ({ id, count: ofCategory(below) }))
          .filter(({ count }) => count > 0),
      )
      expect(facets.brands).toEqual(
        BRANDS.map((name) => ({
          name,
          count: without('brand', some).filter(({ brand }) => brand === name).length,
        })),
      )
      const ofOption = (kind: 'color' | 'size', name: string) =>
        without(kind, some).filter((row) => hasInStock(row, kind, name)).length
      expect(facets.colors.map(({ name, count, swatch }) => [name, count, swatch])).toEqual([
        ['Blue', ofOption('color', 'Blue'), 'blue'],
        ['Red', ofOption('color', 'Red'), 'red'],
      ])
      expect(facets.sizes.map(({ name, count }) => [name, count])).toEqual(
        ['UK 8', 'UK 9', 'UK 10'].map((name) => [name, ofOption('size', name)]),
      )
      for (const { from, below, count } of facets.prices)
        expect(count).toBe(
          without('price', some).filter(({ price }) => from <= price && price < (below ?? Infinity)).length,
        )
      for (const { from, count } of facets.ratings)
        expect(count).toBe(without('rating', some).filter(({ rating }) => rating >= from).length)
      for (const { from, count } of facets.discounts)
        expect(count).toBe(without('discount', some).filter((row) => row.discount_percentage >= from).length)
      expect(facets.in_stock).toBe(without('in_stock', some).filter(({ in_stock }) => in_stock).length)
    },
  )

  it('take a rating between two tenths for the lower one', () => {
    const between = noColumns()
    addRows(between, [{ ...rows[0]!, rating: 4.27 }], [])
    const countFrom = (rating: number) => countFacets(between, { rating }, subtrees).brands.length
    expect([countFrom(4.2), countFrom(4.3)]).toEqual([1, 0])
  })

  it.each([
    [[4_00, 190_00, 240_00, 999_00, 7000_00], 50_00],
    [[190_00, 600_00, 3000_00], 500_00],
    [[9000_00, 60_000_00, 70_000_00], 50_000_00],
    [[0], 5_00],
    [[], 500_00],
  ])('have bands about the middle one of the prices %j', (prices, second) => {
    const some = noColumns()
    addRows(
      some,
      prices.map((price) => ({ ...rows[0]!, price })),
      [],
    )
    const bands = countFacets(some, {}, subtrees).prices
    expect(bands.map(({ from }) => from / second)).toEqual([0, 1, 2, 4, 10, 20])
    expect(bands.reduce((sum, { count }) => sum + count, 0)).toBe(prices.length)
  })

  it('count nothing for a flag that no product has', () => {
    const facets = countFacets(columns, { is_featured: true }, subtrees)
    expect([facets.categories, facets.brands, facets.in_stock]).toEqual([[], [], 0])
  })
})

describe('GET /api/products/filter?facets=1', () => {
  const facetsOf = async (test: TestShop, query = '') =>
    (await test.get(`/api/products/filter?facets=1${query}`).expect(200)).body.facets

  it('counts what each filter shows, and follows prices and stock', async () => {
    const test = await shopForThisTest()
    const parent = await aCategory(test)
    const child = await aCategory(test, { parent_id: parent.id })
    const first = await aProduct(test, { category_id: parent.id, brand: 'Beas', rating: 4.5 })
    const second = await aProduct(test, { category_id: child.id, brand: 'Indus' }, [{ stock: 0 }])
    expect((await test.get('/api/products/filter').expect(200)).body.facets).toBeUndefined()
    const all = await facetsOf(test)
    expect(all).toMatchObject({
      categories: [
        { id: parent.id, count: 2 },
        { id: child.id, count: 1 },
      ],
      brands: [
        { name: 'Beas', count: 1 },
        { name: 'Indus', count: 1 },
      ],
      in_stock: 1,
    })
    expect(all.prices[1]).toEqual({ from: 500, below: 1000, count: 2 })
    const beas = await facetsOf(test, '&brand=Beas')
    expect(beas.brands).toEqual(all.brands)
    expect(beas.categories).toEqual([{ id: parent.id, count: 1 }])
    await test.shop.db.transaction(async (tx) => {
      const { variants } = tx.tables
      await tx.update(variants).set({ price: 100_00, stock: 3 }).where(eq(variants.product_id, second.id))
      await refreshListings(tx, [second.id, first.id], test.shop.now())
    })
    const after = await facetsOf(test)
    expect(after.in_stock).toBe(2)
    expect(after.prices.map(({ count }: { count: number }) => count)).toEqual([1, 1, 0, 0, 0, 0])
  })

  it('has none for a category that does not exist', async () => {
    const test = await shopForThisTest()
    expect(await facetsOf(test, '&category=999')).toBeUndefined()
  })
})
