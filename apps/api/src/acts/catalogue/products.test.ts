import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  PRODUCT_COLUMNS,
  PRODUCT_STATES,
  type ProductState,
  VARIANT_COLUMNS,
} from '@haat/contract/staff/products'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { aCategory, aCoupon, aCustomer, aDeal, aProduct } from '../../../test/factories.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { parsePairs } from '../../merchant/arguments.ts'
import { addProduct, addVariant, removeVariant } from './product-acts.ts'
import {
  changeProduct,
  deleteProduct,
  findProductId,
  getProduct,
  listProducts,
  listVariants,
  rateNotes,
} from './products.ts'
import { changeInBulk } from './bulk-change.ts'
import { publishDueProducts } from './publish-due.ts'
import { NAMED_ACTS, runAct } from '../audit/run-act.ts'
import { countProducts } from './products.store.ts'
import { parseProductValues } from './variants.ts'
import { currentPeriod } from '../../features/catalog/catalogue-cache.ts'
import { findLowStock } from '../../features/alerts/alerts.store.ts'

let test: TestShop
beforeAll(async () => {
  test = await openTestShop()
  return test.close
})

let serial = 0
/** A product in the search index, with a name of its own. */
async function anIndexedProduct(
  ...[row, variants]: [Parameters<typeof aProduct>[1]?, Parameters<typeof aProduct>[2]?]
) {
  const product = await aProduct(test, { name: `Zinnia${(serial += 1)}`, ...row }, variants)
  await test.shop.db.transaction((tx) => indexProducts(tx, [product.id]))
  return product
}

const valuesOf = (pairs: string[]) =>
  parsePairs(pairs, [...PRODUCT_COLUMNS, ...VARIANT_COLUMNS, 'category', 'is_published'])

const set = (product: string, pairs: string[], rest: Partial<Parameters<typeof changeProduct>[1]> = {}) =>
  changeProduct(test.shop, { product, set: valuesOf(pairs), ...rest })

const inShop = async (id: number) => (await test.get(`/api/products/${id}`)).body
const searched = async (text: string): Promise<number> =>
  (await test.get(`/api/products/search?search=${encodeURIComponent(text)}`).expect(200)).body.total

describe('findProductId', () => {
  rule('takes id, SKU, slug, key and, in any case, the name', async () => {
    const product = await aProduct(test, { slug: 'lamp', external_key: 'K-LAMP', name: 'Brass Lamp' }, [
      { sku: 'LAMP-S' },
      { sku: 'LAMP-L' },
    ])
    const { db } = test.shop
    for (const text of [String(product.id), `#${product.id}`, 'lamp', 'K-LAMP', 'LAMP-L', 'brass lamp'])
      expect([text, await findProductId(db, text)]).toEqual([text, product.id])
  })

  it('refuses a text that names no product or several', async () => {
    const { db } = test.shop
    const first = await aProduct(test, { name: 'Twin' })
    await aProduct(test, { name: 'twin' }, [{ sku: String(first.id) }])
    await expect(findProductId(db, 'nothing')).rejects.toThrow('There is no product "nothing"')
    for (const text of [String(first.id), 'TWIN'])
      await expect(findProductId(db, text)).rejects.toThrow('name the product by its id')
    expect(await findProductId(db, `#${first.id}`)).toBe(first.id)
  })
})

describe('a product by hand', () => {
  rule('is added with what it needs, and is for sale and found at once', async () => {
    const category = await aCategory(test, { name: 'Bottles' })
    const add = async (...pairs: string[]) => {
      const { name = '', ...rest } = valuesOf(pairs)
      return (await addProduct(test.shop, { name, set: rest })).product
    }
    await expect(add('name=Cup', 'category=bottles')).rejects.toThrow('needs a price')
    await expect(add('name=Cup', 'price=5')).rejects.toThrow('needs a category')
    await expect(add('name=Cup', 'price=5', 'mrp=4', 'category=bottles')).rejects.toThrow('above the MRP')
    const { product, variants } = await add(
      'name=Kettlefish',
      'price=499',
      'mrp=649',
      'category=bottles',
      'hsn=7323',
    )
    expect(product).toMatchObject({
      slug: 'kettlefish',
      category_id: category.id,
      hsn: '7323',
      is_published: true,
    })
    expect(variants).toMatchObject([{ price: 499_00, mrp: 649_00, stock: 0, is_default: true }])
    expect(await inShop(product.id)).toMatchObject({ price: 499, in_stock: 0 })
    expect(await searched('Kettlefish')).toBe(1)
    const second = await add('name=Kettlefish', 'price=5', 'category=bottles', 'stock=3', 'color=Red')
    expect(second.product.slug).not.toBe(product.slug)
    expect(second.variants).toMatchObject([{ stock: 3, color: 'Red' }])
  })

  it('gets and loses variants, but keeps the last one and what was ordered', async () => {
    const shopper = await aShopper(test)
    const product = await aProduct(test, {}, [{ sku: 'SH-M', size: 'M', price: 500_00, mrp: null }])
    const key = `#${product.id}`
    const add = (...pairs: string[]) => addVariant(test.shop, { product: key, set: valuesOf(pairs) })
    expect((await add('size=L', 'sku=SH-L')).variants).toMatchObject([
      { sku: 'SH-M', is_default: true },
      { sku: 'SH-L', price: 500_00, stock: 0, is_default: false },
    ])
    await expect(add('size=L')).rejects.toThrow('has this variant already: L (SH-L)')
    await expect(add('size=XL', 'sku=SH-M')).rejects.toThrow('Another variant has the SKU SH-M')
    await removeVariant(test.shop, { product: key, variant: 'SH-M' })
    expect((await getProduct(test.shop, key)).variants).toMatchObject([{ sku: 'SH-L', is_default: true }])
    expect(await inShop(product.id)).toMatchObject({ price: 500, in_stock: 0 })
    await expect(removeVariant(test.shop, { product: key, variant: 'SH-L' })).rejects.toThrow(
      'has no other variant',
    )
    await add('size=S', 'sku=SH-S', 'stock=5')
    const { variants } = await getProduct(test.shop, key)
    const small = variants.find(({ sku }) => sku === 'SH-S')!
    await shopper
      .place(shopper.order([{ product_id: product.id, variant_id: small.id, quantity: 1 }], 599))
      .expect(201)
    await expect(removeVariant(test.shop, { product: key, variant: 'SH-S' })).rejects.toThrow(
      'was ordered and cannot be removed',
    )
  })
})

describe('listProducts', () => {
  it('filters by category with its sub-categories, brand, text, visibility and stock', async () => {
    const top = await aCategory(test, { name: 'Garden' })
    const below = await aCategory(test, { parent_id: top.id })
    const spade = await aProduct(
      test,
      { name: 'Spade', brand: 'Mali', category_id: below.id, is_published: false },
      [{ stock: 2, sku: 'SPADE_1' }, { stock: 40 }],
    )
    const rake = await aProduct(test, { name: 'Rake', category_id: top.id })
    const ids = async (filter: Partial<Parameters<typeof listProducts>[1]>) =>
      (await listProducts(test.shop, { limit: 50, ...filter })).map(({ id }) => id)
    expect(await ids({ category: 'Garden' })).toEqual([rake.id, spade.id])
    expect(await ids({ category: 'Garden', after: rake.id })).toEqual([spade.id])
    expect(await ids({ category: 'Garden', sort: '-stock', after: spade.id })).toEqual([rake.id])
    for (const sort of ['-name', '-stock'] as const)
      expect(await ids({ category: 'Garden', sort })).toEqual([spade.id, rake.id])
    expect(await ids({ category: String(below.id) })).toEqual([spade.id])
    expect(await ids({ category: 'Garden', state: 'hidden' })).toEqual([spade.id])
    expect(await ids({ category: 'Garden', state: 'selling' })).toEqual([rake.id])
    expect(await ids({ category: 'Garden', state: 'sold_out' })).toEqual([])
    expect(await ids({ category: 'Garden', lacks: 'any' })).toEqual([rake.id, spade.id])
    expect(await ids({ category: 'Garden', lacks: 'country_of_origin' })).toEqual([])
    expect(await ids({ category: 'Garden', stockUpTo: 2 })).toEqual([spade.id])
    expect(await ids({ brand: 'mali' })).toEqual([spade.id])
    expect(await ids({ search: 'spade_' })).toEqual([spade.id])
    expect(await ids({ search: 'SPAD%' })).toEqual([])
    expect(await ids({ category: 'Garden', limit: 1 })).toEqual([rake.id])
    const [row] = await listProducts(test.shop, { search: 'SPADE_1', limit: 1 })
    expect(row).toMatchObject({ variants: 2, stock: 42, price: 500_00, is_published: false })
  })
})

describe('changeProduct', () => {
  it('changes the listing, the search index and what the running shop serves', async () => {
    const product = await anIndexedProduct({}, [{ sku: 'SET-1' }])
    const category = await aCategory(test, { name: 'Umbrellas' })
    await inShop(product.id)
    const { changed } = await set('SET-1', [
      'name=Rainguard',
      'price=199.50',
      'mrp=250',
      'stock=0',
      'category=Umbrellas',
    ])
    expect(changed.toSorted()).toEqual(['category', 'mrp', 'name', 'price', 'stock'])
    expect(await inShop(product.id)).toMatchObject({
      name: 'Rainguard',
      price: 199.5,
      mrp: 250,
      discount_percentage: 20,
      in_stock: 0,
      category_id: category.id,
    })
    expect(await searched('Rainguard')).toBe(1)
    expect(await searched(product.name)).toBe(0)
    expect((await set('SET-1', ['price=199.50'])).changed).toEqual([])
  })

  rule('changes the variant that --variant or a SKU names, and asks for one of several', async () => {
    const product = await aProduct(test, {}, [{ sku: 'V-S' }, { sku: 'V-L' }, {}])
    const [small, large, plain] = product.variants
    await set('V-L', ['stock=3'])
    await set(`#${product.id}`, ['mrp=none', 'price=900'], { variant: 'V-S' })
    await set(`#${product.id}`, ['stock=7'], { variant: String(plain?.id) })
    const { variants } = await getProduct(test.shop, 'V-S')
    expect(variants).toMatchObject([
      { id: small?.id, price: 900_00, mrp: null, stock: 10 },
      { id: large?.id, price: 500_00, stock: 3 },
      { id: plain?.id, stock: 7 },
    ])
    await expect(set(`#${product.id}`, ['stock=1'])).rejects.toThrow('one must be named: V-S, V-L')
    await expect(set('V-S', ['stock=1'], { variant: 'V-X' })).rejects.toThrow('no variant "V-X"')
  })

  rule.each([
    [['price=900'], 'The price is above the MRP: 900 is above 800'],
    [['mrp=499.99'], 'above the MRP: 500 is above 499.99'],
    [['colour=red'], 'There is no field "colour"'],
    [['price'], 'write field=value'],
    [['price='], 'There is no price'],
    [['price=$5'], 'in rupees'],
    [['gst_rate=99'], 'from 0 to 40'],
    [['name='], 'There is no name'],
    [['category=Nowhere'], 'There is no category "Nowhere"'],
    [['sku=TAKEN'], 'Another variant has the SKU TAKEN'],
    [['name=Changed', 'price=900'], 'above the MRP'],
  ])('refuses %j and changes nothing', async (pairs, message) => {
    const product = await aProduct(test)
    if (pairs[0] === 'sku=TAKEN') await aProduct(test, {}, [{ sku: 'TAKEN' }])
    const attempt = async () => set(`#${product.id}`, pairs)
    await expect(attempt()).rejects.toThrow(message)
    expect(await getProduct(test.shop, `#${product.id}`)).toMatchObject({
      product: { name: product.name },
      variants: [{ price: 500_00, mrp: 800_00, stock: 10, sku: null }],
    })
  })

  rule('keeps the price of a running deal in the shop', async () => {
    const product = await aProduct(test)
    await aDeal(test, product.id)
    await set(`#${product.id}`, ['price=700'])
    expect(await inShop(product.id)).toMatchObject({ price: 400 })
  })

  it('adds pictures from files and the web, reorders and removes them', async () => {
    const { dataDir } = test.shop.config
    const files = ['red', 'blue'].map((name) => join(dataDir, `${name}.png`))
    onTestFinished(() => files.forEach((file) => rmSync(file)))
    const png = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer()
    for (const [at, file] of files.entries()) writeFileSync(file, await png(at === 0 ? 'red' : 'blue'))
    const product = await aProduct(test)
    const key = `#${product.id}`
    const added = await changeProduct(
      test.shop,
      { product: key, add_picture: [...files, 'https://pictures.example/green.png'] },
      async () => png('green'),
    )
    const addresses = added.product.media.map(({ media_url }) => media_url)
    expect(new Set(addresses).size).toBe(3)
    const shown = async () =>
      (await test.get(`/api/products/media/${product.id}`).expect(200)).body.map(
        (row: { media_url: string }) => addresses.indexOf(row.media_url),
      )
    expect(await inShop(product.id)).toMatchObject({ media_url: addresses[0] })
    const pictures = (...order: number[]) =>
      order.map((at) => ({ media_url: addresses[at] ?? '/media/none.webp', alt: `Side ${at}` }))
    await set(key, [], { pictures: pictures(2, 0, 1) })
    expect(await shown()).toEqual([2, 0, 1])
    const { changed, product: after } = await set(key, [], { pictures: pictures(0, 1) })
    expect(changed).toEqual(['pictures'])
    expect(after.media.map(({ alt }) => alt)).toEqual(['Side 0', 'Side 1'])
    expect(await shown()).toEqual([0, 1])
    expect(await inShop(product.id)).toMatchObject({ media_url: addresses[0] })
    expect((await set(key, [], { pictures: pictures(0, 1) })).changed).toEqual([])
    await set(key, [], {
      pictures: [...pictures(0), { ...pictures(2)[0]!, variant: `${product.variant.id}` }],
    })
    expect(await inShop(product.id)).toMatchObject({ media_url: addresses[2] })
    await expect(set(key, [], { pictures: pictures(7) })).rejects.toThrow('no picture /media/none.webp')
    const gone = [{ media_url: `/media/i-${'0'.repeat(32)}.webp`, alt: '' }]
    await expect(set(key, [], { pictures: gone })).rejects.toThrow('Upload it again')
    await expect(set(key, [], { add_picture: ['/nowhere.png'] })).rejects.toThrow('cannot be read')
    await expect(set(key, [], { add_picture: ['http://127.0.0.1/x.png'] })).rejects.toThrow('private network')
  })
})

describe('variants of a product, all at once', () => {
  it('are added with it, then changed, added and removed together', async () => {
    await aCategory(test, { name: 'Shirts' })
    const { product } = await addProduct(test.shop, {
      name: 'Matrix Shirt',
      set: { category: 'Shirts', price: '499' },
      variants: [
        { set: { color: 'Blue', size: 'M', stock: '3' } },
        { set: { color: 'Blue', size: 'L', price: '549' } },
      ],
    })
    const [medium, large] = product.variants
    expect(product.variants).toMatchObject([
      { color: 'Blue', size: 'M', price: 499_00, stock: 3, is_default: true },
      { color: 'Blue', size: 'L', price: 549_00, stock: 0, is_default: false },
    ])
    const done = await set(`#${product.product.id}`, [], {
      variants: [
        { id: medium!.id, set: {}, remove: true },
        { id: large!.id, set: { stock: '+4', price: '199' } },
        { set: { color: 'Red', size: 'L' } },
      ],
    })
    expect(done.product.variants).toMatchObject([
      { id: large!.id, stock: 4, price: 199_00, is_default: true },
      { color: 'Red', price: 499_00 },
    ])
    expect(done.notes).toEqual([expect.stringContaining('more than half: ₹549 → ₹199')])
  })

  rule('take a count in the place of the stock that was shown, and of no other', async () => {
    const { id, variants } = await aProduct(test, {}, [{ size: 'S', stock: 63 }])
    const count = (stock: string, was: number) =>
      set(`#${id}`, [], { variants: [{ id: variants[0]!.id, set: { stock }, was: { stock: was } }] })
    await expect(count('50', 65)).rejects.toMatchObject({
      ...{ status: 409, extra: { code: 'STALE' } },
      message: expect.stringContaining('The stock is 63 now, and was 65'),
    })
    expect((await count('50', 63)).product.variants).toMatchObject([{ stock: 50 }])
    expect((await count('50', 63)).changed).toEqual([])
  })

  rule('change all or none, and what is wrong names the variant', async () => {
    const product = await aProduct(test, {}, [{ size: 'S' }, { size: 'M' }])
    const [small, medium] = product.variants
    const variants = [
      { id: small!.id, set: { stock: '1' } },
      { id: medium!.id, set: { price: '900' } },
    ]
    await expect(set(`#${product.id}`, ['name=Other'], { variants })).rejects.toMatchObject({
      message: expect.stringMatching(/^M: The price is above the MRP/),
      extra: { errors: [{ path: 'variants' }] },
    })
    const { product: now, variants: rows } = await getProduct(test.shop, `#${product.id}`)
    expect([now.name, rows[0]!.stock]).toEqual([product.name, 10])
  })
})

describe('a bulk change', () => {
  it('refuses all rows that give a product several values, also the one that is stored', async () => {
    const yoyo = await anIndexedProduct({ gst_rate: 18 }, [{ size: 'S' }, { size: 'M' }, { size: 'L' }])
    const ids = yoyo.variants.map(({ id }) => id)
    const bulk = (rates: string[]) =>
      changeInBulk(test.shop, {
        rows: rates.map((gst_rate, at) => ({
          variant: ids[at]!,
          set: { gst_rate },
          was: { gst_rate: '18' },
        })),
        dry_run: false,
      })
    const message = 'All variants of a product have the same, and these rows differ: 18, 7.'
    const refused = await bulk(['18', 'abc', '7'])
    expect(refused.changed).toEqual([])
    expect(refused.refused).toEqual([
      { variant: ids[1], field: 'gst_rate', message: expect.not.stringContaining('differ') },
      { variant: ids[0], field: 'gst_rate', message },
      { variant: ids[2], field: 'gst_rate', message },
    ])
    expect((await getProduct(test.shop, `#${yoyo.id}`)).product.gst_rate).toBe(18)
    expect(await bulk(['12', '12.0', '12'])).toMatchObject({ changed: ids, refused: [] })
    expect((await getProduct(test.shop, `#${yoyo.id}`)).product.gst_rate).toBe(12)
  })

  it('changes all of a product or nothing, says what is refused by field, and what is odd', async () => {
    const shirt = await anIndexedProduct({}, [{ size: 'S' }, { size: 'M' }])
    const kurta = await anIndexedProduct({}, [{ size: 'S' }, { size: 'M' }])
    await aCategory(test, { name: 'Bulk' })
    const [small, medium] = shirt.variants
    const [other, wrong] = kurta.variants
    const rows = [
      { variant: small!.id, set: { price: '₹199.00', hsn: '6205', stock: '+5' } },
      { variant: medium!.id, set: { category: 'Bulk', is_featured: 'yes' } },
      { variant: other!.id, set: { price: '450' } },
      { variant: wrong!.id, set: { price: '900', gst_rate: '99' } },
      { variant: 2_000_000_000, set: { price: '1' } },
    ]
    const expected = {
      changed: [small!.id, medium!.id],
      refused: [
        { variant: wrong!.id, field: 'gst_rate', message: expect.stringContaining('from 0 to 40') },
        { variant: wrong!.id, field: 'price', message: expect.stringContaining('above the MRP') },
        { variant: 2_000_000_000, field: null, message: expect.stringContaining('not in the shop') },
      ],
      odd: [{ variant: small!.id, field: 'price', message: expect.stringContaining('₹500 → ₹199') }],
    }
    expect(await changeInBulk(test.shop, { rows, dry_run: true })).toEqual(expected)
    expect(await inShop(shirt.id)).toMatchObject({ price: 500 })
    expect(await changeInBulk(test.shop, { rows, dry_run: false })).toEqual(expected)
    const { product, variants, category } = await getProduct(test.shop, `#${shirt.id}`)
    expect(product).toMatchObject({ hsn: '6205', is_featured: true, price: 199_00 })
    expect([category, variants[0]!.stock]).toEqual([['Bulk'], 15])
    expect((await getProduct(test.shop, `#${kurta.id}`)).variants[0]!.price).toBe(500_00)
  })

  rule('refuses what somebody has changed since it was shown, unless it has the value already', async () => {
    await aCategory(test, { name: 'Seen' })
    const { id, variants } = await aProduct(test, {}, [{ stock: 65 }])
    const variant = variants[0]!.id
    const count = (stock: string, was: string) =>
      changeInBulk(test.shop, { rows: [{ variant, set: { stock }, was: { stock: was } }], dry_run: false })
    expect(await count('50', '65')).toMatchObject({ changed: [variant], refused: [] })
    expect(await count('40', '65')).toMatchObject({
      changed: [],
      refused: [{ variant, field: 'stock', message: expect.stringContaining('It was 65') }],
    })
    expect((await getProduct(test.shop, `#${id}`)).variants[0]!.stock).toBe(50)
    expect(await count('50', '65')).toMatchObject({ refused: [] })
    const rows = [{ variant, set: { category: 'Seen', hsn: '6205' }, was: { category: 'Seen', hsn: 'none' } }]
    const { refused } = await changeInBulk(test.shop, { rows, dry_run: true })
    expect(refused.map(({ field }) => field)).toEqual(['category'])
  })
})

it('lists variants by product and stock, a page after the other, and counts products', async () => {
  const product = await aProduct(test, { name: 'Pagewise' }, [
    { size: 'S', stock: 0 },
    { size: 'M', stock: 9 },
  ])
  const [small, medium] = product.variants
  const ids = async (filter: Partial<Parameters<typeof listVariants>[1]>) =>
    (await listVariants(test.shop, { limit: 50, ...filter })).map(({ id }) => id)
  expect(await ids({ products: [product.id] })).toEqual([small!.id, medium!.id])
  expect(await ids({ search: 'pagewise', stockUpTo: 0 })).toEqual([small!.id])
  await aDeal(test, product.id, { deal_price: 111_00 })
  const found = await listVariants(test.shop, { products: [product.id], limit: 50 })
  expect(found.map(({ deal_price }) => deal_price)).toEqual([111_00, null])
  const all = await ids({ limit: 2000 })
  expect(await ids({ after: all[1], limit: 2 })).toEqual(all.slice(2, 4))
  const before = await countProducts(test.shop.db)
  await aProduct(test, { is_published: false })
  const after = await countProducts(test.shop.db)
  expect(after).toEqual({
    ...before,
    all: before.all + 1,
    hidden: before.hidden + 1,
    lacking: before.lacking + 1,
  })
})

describe('is_published', () => {
  rule('hides a product from the running shop at once, and publishes it again', async () => {
    const product = await anIndexedProduct()
    const listed = async (): Promise<number> =>
      (await test.get(`/api/products/filter?category=${product.category_id}`).expect(200)).body.total
    const publish = async (value: string) => (await set(`#${product.id}`, [`is_published=${value}`])).changed
    expect([await searched(product.name), await listed()]).toEqual([1, 1])
    expect(await publish('no')).toEqual(['is_published'])
    await test.get(`/api/products/${product.id}`).expect(404)
    expect([await searched(product.name), await listed()]).toEqual([0, 0])
    expect(await publish('no')).toEqual([])
    expect(await publish('yes')).toEqual(['is_published'])
    await test.get(`/api/products/${product.id}`).expect(200)
    expect([await searched(product.name), await listed()]).toEqual([1, 1])
  })

  it('does not publish a product without variants', async () => {
    const product = await aProduct(test, { is_published: false }, [])
    await expect(set(`#${product.id}`, ['is_published=yes'])).rejects.toThrow('has no variants')
  })
})

describe('publish_at', () => {
  const at = (hours: number) => new Date(test.shop.now().getTime() + hours * 3_600_000)

  it('hides a product until its time; then the schedule publishes it, and says so once', async () => {
    const product = await anIndexedProduct()
    const { db } = test.shop
    const publish_at = at(2)
    await set(`#${product.id}`, [], { publish_at })
    await publishDueProducts(test.shop)
    await test.get(`/api/products/${product.id}`).expect(404)
    const listed = async (state: ProductState) =>
      (await listProducts(test.shop, { search: product.name, state, limit: 1 })).length
    expect(await Promise.all(PRODUCT_STATES.map(listed))).toEqual([0, 0, 1, 0])
    expect((await countProducts(db)).scheduled).toBe(1)

    test.clock.advance(2 * 3600)
    const period = await currentPeriod(db, test.shop.now())
    await Promise.all([publishDueProducts(test.shop), publishDueProducts(test.shop)])
    await publishDueProducts(test.shop)
    await test.get(`/api/products/${product.id}`).expect(200)
    expect(await currentPeriod(db, test.shop.now())).not.toBe(period)
    expect(await searched(product.name)).toBe(1)
    const entries = await db.select().from(db.tables.audit_entries)
    expect(entries).toMatchObject([
      { act: 'products.set', staff_name: 'Schedule', via: 'job', subject: product.name },
    ])
    const undo = NAMED_ACTS.get('audit.undo')!
    const owner = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const
    await runAct(test.shop, owner, undo, { entry: entries[0]!.id, dry_run: false })
    await publishDueProducts(test.shop)
    await test.get(`/api/products/${product.id}`).expect(404)
  })

  it('ends when somebody publishes or hides the product, and must lie ahead', async () => {
    const product = await anIndexedProduct()
    const key = `#${product.id}`
    const planned = async () => (await getProduct(test.shop, key)).product.publish_at
    for (const value of ['yes', 'no']) {
      await set(key, [], { publish_at: at(1) })
      expect((await set(key, ['name=Renamed'])).changed).toEqual(['name'])
      expect(await planned()).toEqual(at(1))
      await set(key, [`is_published=${value}`, 'name=Zinnia'])
      expect(await planned()).toBeNull()
    }
    await set(key, [], { publish_at: at(1) })
    const [{ variant_id } = { variant_id: 0 }] = await listProducts(test.shop, { search: 'Zinnia', limit: 1 })
    await changeInBulk(test.shop, {
      rows: [{ variant: variant_id!, set: { is_published: 'no' } }],
      dry_run: false,
    })
    expect(await planned()).toBeNull()
    await expect(set(key, [], { publish_at: at(0) })).rejects.toThrow('give a time to come')
  })
})

describe('deleteProduct', () => {
  it('deletes it from carts and wishlists with its coupons, which it names first', async () => {
    const product = await anIndexedProduct({}, [{}, {}])
    const customer = await aCustomer(test)
    const { code } = await aCoupon(test, { product_id: product.id })
    await test
      .post(
        '/api/cart',
        { product_id: product.id, variant_id: product.variant.id, quantity: 1 },
        customer.token,
      )
      .expect((reply) => expect(reply.status).toBeLessThan(300))
    await test.post('/api/wishlist', { product_id: product.id }, customer.token)
    const coupons = [code]
    expect(await deleteProduct(test.shop, { product: `#${product.id}`, yes: false })).toMatchObject({
      coupons,
    })
    await test.get(`/api/products/${product.id}`).expect(200)
    expect(await deleteProduct(test.shop, { product: `#${product.id}`, yes: true })).toMatchObject({
      coupons,
    })
    await test.get(`/api/products/${product.id}`).expect(404)
    expect(await searched(product.name)).toBe(0)
    const { cart_items, variants } = test.shop.db.tables
    expect(await test.shop.db.select().from(cart_items)).toEqual([])
    const left = (await test.shop.db.select().from(variants)).filter((row) => row.product_id === product.id)
    expect(left).toEqual([])
  })

  rule('refuses a product that was ordered', async () => {
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    await shopper.place(shopper.order([item(product)], 599)).expect(201)
    await expect(deleteProduct(test.shop, { product: `#${product.id}`, yes: true })).rejects.toMatchObject({
      message: expect.stringContaining('is in 1 order and cannot be deleted'),
      extra: { remedy: `Hide it: haat products set ${product.id} is_published=no` },
    })
    await test.get(`/api/products/${product.id}`).expect(200)
  })
})

it('lists the variants that are low on stock, the fewest pieces first', async () => {
  const product = await aProduct(test, {}, [{ stock: 3 }, { stock: 0 }, { stock: 6 }])
  await aProduct(test, { is_published: false }, [{ stock: 0 }])
  const rows = (await findLowStock(test.shop.db, 5, 50)).filter(({ product_id }) => product_id === product.id)
  expect(rows.map(({ stock }) => stock)).toEqual([0, 3])
})

rule.each(['name=none', 'brand=None', 'category=none'])(
  'refuses to erase what a product needs: %s',
  (pair) => {
    expect(() => parseProductValues(valuesOf([pair]))).toThrow('cannot be erased')
  },
)

rule(
  'takes a change of the stock, which an order meanwhile is part of, and refuses half pieces',
  async () => {
    const product = await aProduct(test, {}, [{ stock: 5 }])
    const key = `#${product.id}`
    const stock = async () => (await getProduct(test.shop, key)).variants[0]!.stock
    await Promise.all([set(key, ['stock=+5']), set(key, ['stock=-2'])])
    expect(await stock()).toBe(8)
    await expect(set(key, ['stock=-9'])).rejects.toThrow('only 8 pieces')
    for (const half of ['stock=1.5', 'stock=+1.5'])
      await expect(async () => set(key, [half])).rejects.toThrow('stock')
    expect(await stock()).toBe(8)
  },
)

rule('warns about a GST rate that India does not have', () => {
  const notes = [17, 28, 18, null, undefined].map((gst_rate) => rateNotes({ gst_rate }))
  expect(notes.map(({ length }) => length)).toEqual([1, 1, 0, 0, 0])
  expect(notes[0]).toEqual([expect.stringContaining('does not have a GST rate of 17 %')])
  expect(notes[1]).toEqual([expect.stringContaining('28 % ended on 22 September 2025')])
})

rule('warns about a price that rises or falls by more than half, as price lists do', async () => {
  const product = await aProduct(test, {}, [{ price: 500_00, mrp: null }])
  const notes = async (pair: string) => (await set(`#${product.id}`, [pair])).notes
  expect(await notes('price=750')).toEqual([])
  expect(await notes('price=75')).toEqual([
    'WARNING: the price changes by more than half: ₹750 → ₹75. Check it.',
  ])
  expect(await notes('stock=3')).toEqual([])
})

it('names and tells apart SKUs in any case', async () => {
  const product = await aProduct(test, {}, [
    { sku: 'Case-1', size: 'S' },
    { sku: 'CASE-2', size: 'M' },
  ])
  const { changed } = await set('case-2', ['stock=4'])
  expect(changed).toEqual(['stock'])
  await expect(set('CASE-1', ['sku=case-2'])).rejects.toThrow('Another variant has the SKU case-2')
  await set('CASE-1', ['sku=CASE-1'])
  expect((await getProduct(test.shop, `#${product.id}`)).variants).toMatchObject([
    { sku: 'CASE-1', stock: 10 },
    { sku: 'CASE-2', stock: 4 },
  ])
})
