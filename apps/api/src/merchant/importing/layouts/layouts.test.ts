import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variantLabel } from '@haat/contract/rules'
import { describe, expect, it } from 'vitest'
import { describeImport } from '../import-summary.ts'
import { FIELDS } from '../../../acts/cells/fields.ts'
import tables from './headings.json' with { type: 'json' }
import { saleRuns } from './prices.ts'
import { catalogueOf, importText } from '../../../../test/import-file.ts'
import { shopForThisTest } from '../../../../test/test-shop.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../test/fixtures', name), 'utf8')

it('has headings for fields that there are', () => {
  const fields = Object.values(tables).flatMap(({ headings }) => Object.keys(headings))
  expect(FIELDS).toEqual(expect.arrayContaining(fields))
})

it.each([
  ['Opening Qty,Purchase Qty,Sale Qty,Closing Qty', '40,10,14,36', 36],
  ['Inward Qty,Outward Qty,Balance Qty', '100,64,36', 36],
  ['Op. Stk,Cl. Stk', '40,36', 36],
  ['Opening Stock,Available', '40,36', 36],
  ['Qty Sold,Carton Qty,Case Qty', '5,24,12', 0],
  ['Reserved Qty,Damaged Stock,Max Qty,Qty (pcs)', '1,2,99,36', 36],
])('takes what is there for the stock: %s', async (columns, cells, stock) => {
  const test = await shopForThisTest()
  await importText(test, `Item Name,Price,${columns}\nPipe,100,${cells}\n`)
  expect((await catalogueOf(test))[0]?.variants).toMatchObject([{ stock }])
})

it.each([
  ['Dealer Price,Retail Price,MRP', '1800,2499,2999', 2499, 2999],
  ['Wholesale Price,Retail Price', '80,120', 120, null],
  ['Wholesale Price,Sale Price', '80,120', 120, null],
  ['Dealer Price,Selling Rate', '80,120', 120, null],
  ['Dealer Price,MRP', '80,120', 80, 120],
  ['Price,Retail Price', '80,120', 80, 120],
])('takes what customers pay for the price: %s', async (columns, cells, price, mrp) => {
  const test = await shopForThisTest()
  await importText(test, `Item Name,${columns}\nPipe,${cells}\n`)
  expect(await catalogueOf(test)).toMatchObject([{ price: price * 100, mrp: mrp && mrp * 100 }])
})

it('reads the newer template of Amazon', async () => {
  const test = await shopForThisTest()
  const { result } = await importText(
    test,
    `settings=attributeRow=3&contentLanguageTag=en_IN&feedType=113&headerLanguageTag=en_IN&primaryMarketplaceId=amzn1.mp.o.A21TJRUUN4KGV,,,,,,,
"Listing Identity",,"Product Identity",,Offer,Variations,,
SKU,Listing Action,Item Name,"Your Price INR (Sell on Amazon, IN)",Quantity (IN),Parentage Level,Parent SKU,Colour
contribution_sku#1.value,::record_action,item_name[marketplace_id=A21TJRUUN4KGV][language_tag=en_IN]#1.value,purchasable_offer[marketplace_id=A21TJRUUN4KGV]#1.our_price#1.schedule#1.value_with_tax,fulfillment_availability#1.quantity,parentage_level[marketplace_id=A21TJRUUN4KGV]#1.value,child_parent_sku_relationship[marketplace_id=A21TJRUUN4KGV]#1.parent_sku,color[marketplace_id=A21TJRUUN4KGV]#1.value
T,Create or Replace,Tawa,,,Parent,,
T-1,Create or Replace,Tawa black,425,5,Child,T,Black
T-2,Edit (Partial Update),Tawa red,399,2,Child,T,Red
P,Delete,Pot,100,4,,,
`,
  )
  expect(result).toMatchObject({ layout: 'amazon', created: 2, refused: 0 })
  const [pot, tawa] = await catalogueOf(test)
  expect(pot).toMatchObject({ price: 100_00, is_published: false })
  expect(tawa?.variants).toMatchObject([
    { sku: 'T-1', price: 425_00, stock: 5 },
    { sku: 'T-2', price: 399_00, stock: 2 },
  ])
})

it('leaves out a weight that it cannot read, and a note below the table', async () => {
  const test = await shopForThisTest()
  const { result, refused } = await importText(
    test,
    'Item Name,Price,Weight\nPipe,100,heavy\nRates do not include GST,,\n',
    { defaults: { tax_included: 'yes' } },
  )
  expect((await catalogueOf(test))[0]?.variants).toMatchObject([{ weight: null }])
  expect(describeImport(result)).toContain('1 row has a weight that cannot be read')
  expect(refused).toMatchObject([{ line: '3', reason: 'A note about tax, not a product' }])
})

describe('a Shopify file', () => {
  it('becomes products with options, MRPs, pictures and categories', async () => {
    const test = await shopForThisTest()
    const { counts, refused, result } = await importText(test, fixture('shopify.csv'))
    expect(result.layout).toBe('shopify')
    expect(counts).toEqual({ created: 3, changed: 0, unchanged: 0, refused: 2 })
    expect(refused).toEqual([
      {
        line: '7',
        column: 'Variant Compare At Price',
        value: '1000',
        reason: 'The MRP is below the price: 1200',
      },
      { line: '8', column: '', value: 'bad-tent', reason: 'Its product was refused: line 7' },
    ])
    const [box, bottle, shoe] = await catalogueOf(test)
    expect(shoe).toMatchObject({
      name: 'Trail Runner',
      brand: 'Sahyadri',
      category: 'Footwear > Running',
      description: 'Grips wet rock.\n\n• Mesh\n• 240 g',
      price: 3499_00,
      mrp: 4999_00,
      is_on_sale: true,
      is_published: true,
    })
    expect(shoe?.variants).toMatchObject([
      {
        sku: 'TR-B-8',
        color: 'Blue',
        size: 'UK 8',
        variant_name: null,
        stock: 12,
        weight: 0.62,
        is_default: true,
      },
      { sku: 'TR-B-9', color: 'Blue', size: 'UK 9', stock: 0, weight: 0.64 },
      { sku: 'TR-R-8', color: 'Red', size: 'UK 8', stock: 4, price: 3299_00, mrp: null },
    ])
    expect(bottle?.variants).toMatchObject([{ color: null, variant_name: null, stock: 0, mrp: null }])
    expect(box).toMatchObject({ is_published: false, description: 'Ready to give & keep', is_on_sale: false })
    expect(box?.variants).toMatchObject([{ variant_name: 'Set of 2', stock: 5, mrp: 999_00 }])
  })

  it('changes nothing the second time', async () => {
    const test = await shopForThisTest()
    await importText(test, fixture('shopify.csv'))
    const { counts } = await importText(test, fixture('shopify.csv'))
    expect(counts).toEqual({ created: 0, changed: 0, unchanged: 3, refused: 2 })
  })

  it('is recognised by its newer headings', async () => {
    const test = await shopForThisTest()
    const text = `Title,URL handle,Description,Vendor,Type,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Weight value (grams)
Mug,mug,<p>Blue</p>,Kaveri,Kitchen,TRUE,Active,M-1,Size,Big,250,300,shopify,7,350
`
    const { result } = await importText(test, text)
    expect(result).toMatchObject({ layout: 'shopify', created: 1 })
    const [mug] = await catalogueOf(test)
    expect(mug).toMatchObject({ description: 'Blue', price: 250_00, mrp: 300_00, category: 'Kitchen' })
    expect(mug?.variants).toMatchObject([{ sku: 'M-1', size: 'Big', stock: 7, weight: 0.35 }])
  })
})

describe('a map of columns', () => {
  it('adds to the layout that the file has', async () => {
    const test = await shopForThisTest()
    const map = 'brand=Maker,hsn=HSN code'
    const text = `Handle,Title,Maker,HSN code,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price
tee,Tee,Kaveri,6109,Color,Red,T-R,0,400
tee,,,,,Blue,T-B,200,400
`
    const { result } = await importText(test, text, { map })
    expect(result).toMatchObject({ layout: 'shopify', created: 1, refused: 0, unused: [] })
    const [tee] = await catalogueOf(test)
    expect(tee).toMatchObject({ brand: 'Kaveri', hsn: '6109' })
    expect(tee?.variants.map(({ color, weight }) => [color, weight])).toEqual([
      ['Red', null],
      ['Blue', 0.2],
    ])
  })

  it('takes the place of a column, which then is not used', async () => {
    const test = await shopForThisTest()
    const text = 'name,special price,price,mrp,dealer price\nTea,80,90,100,70\n'
    const { result } = await importText(test, text, { map: 'price=dealer price,mrp=' })
    expect(result).toMatchObject({ unused: ['special price', 'price', 'mrp'] })
    expect(await catalogueOf(test)).toMatchObject([{ price: 70_00, mrp: null }])
  })
})

describe('the dates of a sale', () => {
  const now = new Date('2026-11-22T12:00:00+05:30')
  const cell = (text: string) => ({ column: 'Sale', text })

  it.each([
    ['01/11/2026', '05/12/2026', true],
    ['01/11/2026', '31/12/2025', false],
    ['12/11/2026', '', true],
    ['23-11-2026', '', false],
    ['', '22/11/2026', true],
    ['', '2026-11-22 00:00:00', true],
    ['2026-11-01T00:00+0530', '2026-11-22T11:59+0530', false],
    ['2026-11-22 12:30', '', false],
    ['2026-11-01T00:00+0530/2026-11-30T00:00+0530', '', true],
    ['2026-10-01/2026-11-21', '', false],
  ])('run from %j to %j: %s', (from, to, runs) => {
    expect(saleRuns(cell(from), cell(to), now)).toBe(runs)
  })

  it.each(['12/31/2026', '31/02/2026', 'till Diwali', '400', '46347'])('cannot be %s', (text) => {
    expect(saleRuns(undefined, cell(text), now)).toEqual(cell(text))
  })

  it('decide on the price of a plain table, and are named with it', async () => {
    const test = await shopForThisTest()
    const head = 'sku,name,price,special price,special price from,special price to\n'
    const { result, refused } = await importText(
      test,
      `${head}A,Tea,500,400,01/11/2020,05/12/2999\nB,Rice,500,400,,31/12/2019\nC,Ghee,500,400,,soon\nD,Dal,500,,,soon\n`,
    )
    expect(describeImport(result)).toContain(
      'price from special price (dates: special price from, special price to), or price if empty',
    )
    expect(refused).toMatchObject([{ line: '4', column: 'special price to', value: 'soon' }])
    const found = (await catalogueOf(test)).map(({ name, price }) => [name, price])
    expect(found).toEqual([
      ['Dal', 500_00],
      ['Rice', 500_00],
      ['Tea', 400_00],
    ])
  })
})

describe('a WooCommerce file', () => {
  it('joins variations to parents elsewhere in the file, and applies running sales', async () => {
    const test = await shopForThisTest()
    const { counts, refused, result } = await importText(test, fixture('woocommerce.csv'))
    expect(result.layout).toBe('woocommerce')
    expect(counts).toEqual({ created: 4, changed: 0, unchanged: 0, refused: 3 })
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      ['6', 'Only simple and variable products can be imported'],
      ['9', 'No row of the file names this product, and the shop does not have it'],
      ['10', 'None of its variations could be imported'],
    ])
    const [belt, cap, hoodie, sticker] = await catalogueOf(test)
    expect(belt).toMatchObject({
      price: 450_00,
      mrp: 600_00,
      is_on_sale: true,
      is_featured: true,
      in_stock: true,
    })
    expect(cap).toMatchObject({ price: 200_00, mrp: null, is_on_sale: false, in_stock: false })
    expect(sticker).toMatchObject({ category: 'Odds, Ends', price: 25_00 })
    expect(hoodie).toMatchObject({
      is_published: true,
      category: 'Clothing > Winter',
      description: 'Brushed inside.\n\nMachine wash.',
      price: 900_00,
      mrp: 1200_00,
    })
    expect(hoodie?.variants).toMatchObject([
      { sku: 'hoodie-b-m', color: 'Blue', size: 'M', stock: 3, is_default: true, shown: true },
      { sku: 'hoodie-g-l', color: 'Grey', size: 'L', price: 1200_00, stock: 0 },
    ])
  })

  it('keeps hidden products hidden, and shows yes-or-no options only for yes', async () => {
    const test = await shopForThisTest()
    const text = `ID,Type,SKU,Name,Published,Visibility in catalog,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
1,variable,tee,Tee,1,visible,,,Colour,Red,Logo,"Yes, No"
2,variation,tee-1,Tee,1,visible,50,tee,Colour,Red,Logo,No
3,variation,tee-2,Tee,1,visible,60,tee,Colour,Red,Logo,Yes
4,simple,secret,Secret,1,hidden,70,,,,,
`
    await importText(test, text)
    const [secret, tee] = await catalogueOf(test)
    expect(secret).toMatchObject({ name: 'Secret', is_published: false })
    expect(tee?.variants.map(variantLabel)).toEqual(['Red', 'Red, Logo'])
  })

  it('changes nothing the second time, and a dry run predicts it', async () => {
    const test = await shopForThisTest()
    const predicted = await importText(test, fixture('woocommerce.csv'), { dryRun: true })
    expect(predicted.counts).toMatchObject({ created: 4, changed: 0 })
    await importText(test, fixture('woocommerce.csv'))
    const { counts } = await importText(test, fixture('woocommerce.csv'))
    expect(counts).toEqual({ created: 0, changed: 0, unchanged: 4, refused: 3 })
  })
})

describe('a Google Merchant feed', () => {
  it('is read as TSV', async () => {
    const test = await shopForThisTest()
    const { counts, refused, result } = await importText(test, fixture('google.tsv'), {}, 'feed.tsv')
    expect(result.layout).toBe('google')
    expect(counts).toEqual({ created: 2, changed: 0, unchanged: 0, refused: 1 })
    expect(refused).toMatchObject([{ line: '5', column: 'price', reason: 'Amounts must be in rupees' }])
    const [bag, whistle] = await catalogueOf(test)
    expect(bag).toMatchObject({ price: 599_00, mrp: 799_00, category: 'Sports > Swimming', in_stock: false })
    expect(bag?.variants).toMatchObject([
      { sku: 'B-1', color: 'Teal', variant_name: 'Nylon', stock: 0, weight: 0.4 },
      { sku: 'B-2', color: 'Black', stock: 0, price: 799_00, mrp: null, weight: 0.4 },
    ])
    expect(bag?.variants.map(variantLabel)).toEqual(['Teal, Nylon', 'Black, Nylon'])
    expect(whistle).toMatchObject({ price: 99_00, mrp: null, is_on_sale: false })
  })

  it('is read as XML', async () => {
    const test = await shopForThisTest()
    const { counts, refused } = await importText(test, fixture('google.xml'), {}, 'feed.xml')
    expect(counts).toEqual({ created: 1, changed: 0, unchanged: 0, refused: 1 })
    expect(refused).toEqual([
      { line: '28', column: 'price', value: 'ninety', reason: 'Give an amount of 0 or more, such as 499' },
    ])
    const [bag] = await catalogueOf(test)
    expect(bag).toMatchObject({ name: 'Swim Bag', description: 'Dries fast & packs small', price: 599_00 })
    expect(bag?.variants.map(({ sku, stock }) => [sku, stock])).toEqual([
      ['B-1', 0],
      ['B-2', 0],
    ])
  })

  it('names the attributes that occur in it, read or not', async () => {
    const test = await shopForThisTest()
    const text =
      '<rss><channel><item><g:id>1</g:id><g:title>Tee &amp;amp; Top</g:title><g:price>5 INR</g:price><g:gtin>1</g:gtin><g:availability>in stock</g:availability></item></channel></rss>'
    const { result } = await importText(test, text, {}, 'feed.xml')
    expect(result).toMatchObject({ layout: 'google', created: 1, unused: ['gtin'] })
    expect(describeImport(result).split('\n')[0]).toBe(
      'Layout: google. Columns: key from id; name from title; sku from id; price; stock from availability.',
    )
    expect(await catalogueOf(test)).toMatchObject([{ name: 'Tee & Top' }])
    await expect(importText(test, '<rss><channel></channel></rss>', {}, 'none.xml')).rejects.toThrow(
      'no items',
    )
  })

  it('does not expand entities that it declares', async () => {
    const test = await shopForThisTest()
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
<rss><channel><item><id>1</id><title>Tea &b; &f;</title><price>5</price><availability>in_stock</availability></item></channel></rss>`
    await importText(test, bomb, {}, 'bomb.xml')
    expect(await catalogueOf(test)).toMatchObject([{ name: 'Tea &b; &f;' }])
  })
})
