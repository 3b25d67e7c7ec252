/** The search on the demo shop: some fixed examples. search-quality.nightly.test.ts judges it by all queries. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchDemo } from '../bench/search-quality.ts'
import { type DemoInProcess, openDemoInProcess } from './demo-in-process.ts'

let demo: DemoInProcess
beforeAll(async () => {
  demo = await openDemoInProcess()
})
afterAll(() => demo.close())

interface Reply {
  products: { name: string; price: number; media_url: string }[]
  total: number
  did_you_mean?: string
  categories: { id: number; name: string }[]
  brands: string[]
}
const get = async (path: string): Promise<Reply> =>
  (await (await demo.fetch(new Request(`http://localhost${path}`))).json()) as Reply

describe('search', () => {
  it.each([
    ['torch light', 'RSQ307'],
    ['cooker 5 litre', 'KIT021'],
    ['bp machine', 'MED805'],
    ['facewash', 'CAR416'],
    ['hairoil', 'CAR414'],
    ['flashlight', 'RSQ307'],
    ['dustbin', 'STA024'],
    ['SNK201', 'SNK201'],
    ['lab 101', 'LAB101'],
    ['जूता', 'SNK201'],
    ['கயிறு', 'RSQ304'],
    ['बच्चों के जूते 1000 से कम', 'SNK204'],
    ['UK 9', 'SNK201'],
    ['weighing scale', 'LAB112'],
    ['goggles for swimming', 'OUT908'],
    ['moze', 'SNK213'],
    ['things for camping', 'OUT905'],
  ])('finds by %j first %s', async (query, code) => {
    expect((await searchDemo(demo, query))[0]).toBe(code)
  })

  it.each([
    'iphone 15 pro max',
    'laptop charger',
    'car insurance',
    'level 9',
    'chair',
    'pen drive',
    'washing machine',
    'bra',
  ])('finds nothing for %j', async (query) => {
    expect(await searchDemo(demo, query)).toEqual([])
  })

  it('keeps to the price that a search names, also beside those of the filter', async () => {
    const { products, total } = await get('/api/products/search?search=shoes+under+2000')
    expect(total).toBe(products.length)
    expect(Math.max(...products.map(({ price }) => price))).toBeLessThanOrEqual(2000)
    const filtered = await get('/api/products/filter?search=shoes+under+2000&min_price=1500&limit=100')
    expect(filtered.products.map(({ name }) => name)).toEqual(
      products.filter(({ price }) => price >= 1500).map(({ name }) => name),
    )
  })

  it('says which word it has corrected, in search and filter', async () => {
    expect((await get('/api/products/search?search=stethoskope')).did_you_mean).toBe('stethoscope')
    expect((await get('/api/products/filter?search=blue+stethoskope')).did_you_mean).toBe('blue stethoscope')
    expect(await get('/api/products/search?search=stethoscope')).not.toHaveProperty('did_you_mean')
  })
})

describe('suggestions', () => {
  const suggest = (query: string) => get(`/api/products/suggest?query=${encodeURIComponent(query)}`)

  it('are products with picture and price, their categories, and brands by name', async () => {
    const { products, categories } = await suggest('micr')
    expect(products[0]).toEqual({
      id: expect.any(Number),
      name: 'Prayog Student Compound Microscope',
      price: 4890,
      media_url: expect.stringMatching(/^\/media\//),
    })
    expect(categories).toEqual([{ id: expect.any(Number), name: 'Lab Equipment' }])
    expect((await suggest('da')).brands).toEqual(['Dabba', 'Daftar', 'Daud'])
    expect((await suggest('first a')).categories[0]?.name).toBe('Medical & First Aid')
  })

  it('take the last word for a beginning, and keep to the limit', async () => {
    expect((await suggest('pressure coo')).products.map(({ name }) => name)).toEqual([
      'Rasoiya Outer-Lid Pressure Cooker',
    ])
    expect((await get('/api/products/suggest?query=s&limit=2')).products).toHaveLength(2)
  })

  it.each([
    ['backpa', 'Ghumakkad 45 Litre Trek Pack'],
    ['dustb', 'Daftar Wire Mesh Waste Basket'],
    ['sho', 'Daud Savera Cushioned Runner'],
    ['flashl', 'Rakshak Nishaan Rescue Torch'],
    ['जू', 'Daud Tez 2 Road Running Shoe'],
    ['water b', 'Banjara Insulated Steel Bottle'],
    ['pressure c', 'Rasoiya Outer-Lid Pressure Cooker'],
  ])('complete synonyms and terms: %j suggests first %s', async (query, product) => {
    expect((await suggest(query)).products[0]?.name).toBe(product)
  })

  it('take the text by either name', async () => {
    expect((await get('/api/products/suggest?search=micr')).products).toEqual(
      (await suggest('micr')).products,
    )
  })

  it('are empty for nothing and for nonsense, and refuse what is too long', async () => {
    for (const query of ['', '   ', '!!', 'zzzzqq'])
      expect(await suggest(query)).toEqual({ success: true, products: [], categories: [], brands: [] })
    expect((await suggest('x'.repeat(101))).products).toBeUndefined()
  })
})
