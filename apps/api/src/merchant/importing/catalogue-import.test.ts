import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { listCategories, saveCategory } from '../../acts/catalogue/categories.ts'
import { importCatalogue } from './catalogue-import.ts'
import { aFile, catalogueOf, importText, withRetriedTransactions } from '../../../test/import-file.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'

const PLAIN = `index,product,category,sub_category,brand,sale_price,market_price,rating
1,Ragi Biscuits,Snacks,Biscuits,Kaveri ,45,50,4.1
2,"Brass Lamp, No.2",Home,Pooja Needs,Deepa,119,250,
3,Neem Soap,Beauty,Bath,Kaveri,99,90,3.9
4,,Beverages,Coffee,Malabar,200,240,4.2
5,Filter Coffee,Beverages,Coffee,Malabar,0,240,4.2
6,"Peanut Butter \r\nCreamy",Snacks,Spreads,Kaveri,170,170,2.7
7,Olive\u00a0Oil,Food,Oils,,"1,100",₹1200,
`
const MAP = 'key=index,name=product,price=sale_price,mrp=market_price,category=category>sub_category'

describe('a plain table', () => {
  it('is imported by the mapped columns, and bad rows are refused with line, column and reason', async () => {
    const test = await shopForThisTest()
    const { counts, refused } = await importText(test, PLAIN, { map: MAP })
    expect(counts).toEqual({ created: 4, changed: 0, unchanged: 0, refused: 3 })
    expect(refused).toEqual([
      { line: '4', column: 'market_price', value: '90', reason: 'The MRP is below the price: 99' },
      {
        line: '5',
        column: 'product',
        value: '',
        reason: 'New products need a name and a price',
      },
      { line: '6', column: 'sale_price', value: '0', reason: 'The price must be above zero' },
    ])
    const products = await catalogueOf(test)
    expect(
      products.map(({ name, brand, category, price, mrp }) => [name, brand, category, price, mrp]),
    ).toEqual([
      ['Brass Lamp, No.2', 'Deepa', 'Home > Pooja Needs', 119_00, 250_00],
      ['Olive Oil', 'Unbranded', 'Food > Oils', 1100_00, 1200_00],
      ['Peanut Butter Creamy', 'Kaveri', 'Snacks > Spreads', 170_00, 170_00],
      ['Ragi Biscuits', 'Kaveri', 'Snacks > Biscuits', 45_00, 50_00],
    ])
  })

  it('changes nothing the second time', async () => {
    const test = await shopForThisTest()
    await importText(test, PLAIN, { map: MAP })
    const before = await catalogueOf(test)
    const { counts } = await importText(test, PLAIN, { map: MAP })
    expect(counts).toEqual({ created: 0, changed: 0, unchanged: 4, refused: 3 })
    expect(await catalogueOf(test)).toEqual(before)
  })

  it('changes what differs and keeps what the file does not mention', async () => {
    const test = await shopForThisTest()
    await importText(test, 'key,name,price,mrp,stock,hsn\na,Rope,500,600,7,5607\nb,Hook,50,,3,\n')
    const { counts } = await importText(test, 'key,name,price,mrp\na,Rope 10 m,450,600\nb,Hook,50,\n')
    expect(counts).toEqual({ created: 0, changed: 1, unchanged: 1, refused: 0 })
    const [, rope] = await catalogueOf(test)
    expect(rope).toMatchObject({ name: 'Rope 10 m', price: 450_00, discount_percentage: 25, hsn: '5607' })
    expect(rope?.variants).toMatchObject([{ price: 450_00, stock: 7 }])
  })

  it('appears in search and categories at once', async () => {
    const test = await shopForThisTest()
    await importText(test, 'name,price,mrp,category\nCarabiner,500,600,Rescue > Ropes\n', { stock: 10 })
    const { body } = await test.get('/api/products/search?search=carabiner').expect(200)
    expect(body.products).toMatchObject([{ name: 'Carabiner', price: 500, mrp: 600, in_stock: 1 }])
    const { body: tree } = await test.get('/api/categories').expect(200)
    expect(tree.categories).toMatchObject([
      { name: 'Rescue', product_count: 1 },
      { name: 'Ropes', product_count: 1 },
    ])
  })

  it('lists "Uncategorised" after the categories of the file and later ones', async () => {
    const test = await shopForThisTest()
    await importText(test, 'name,price,category\nHook,50,\nRope,500,Climbing\n')
    await saveCategory(test.shop, null, { name: 'Diving' })
    const { body } = await test.get('/api/categories').expect(200)
    const names = body.categories.map(({ name }: { name: string }) => name)
    expect(names.filter((name: string) => name !== 'Diving')).toEqual(['Climbing', 'Uncategorised'])
    expect((await listCategories(test.shop.db)).map(({ name }) => name).at(-1)).toBe('Uncategorised')
  })

  it('imports rows with the same key as variants of one product, consecutive or not', async () => {
    const test = await shopForThisTest()
    const text = `key,name,price,color,size,sku
tee,Tee,400,Red,M,T-R-M
cap,Cap,200,,,C-1
tee,,420,Red,L,T-R-L
tee,,400,Blue,M,T-B-M
`
    const { counts } = await importText(test, text)
    expect(counts).toEqual({ created: 2, changed: 0, unchanged: 0, refused: 0 })
    const [, tee] = await catalogueOf(test)
    expect(tee?.variants.map(({ sku, is_default, price }) => [sku, is_default, price])).toEqual([
      ['T-R-M', true, 400_00],
      ['T-R-L', false, 420_00],
      ['T-B-M', false, 400_00],
    ])
    expect((await importText(test, text)).counts).toEqual({
      created: 0,
      changed: 0,
      unchanged: 2,
      refused: 0,
    })
  })

  it('refuses a second row for the same product', async () => {
    const test = await shopForThisTest()
    const text = 'name,price,brand\nNeem Soap,30,Kaveri\nTulsi Soap,30,Kaveri\nNeem Soap,35,Kaveri\n'
    const { counts, refused } = await importText(test, text)
    expect(counts).toMatchObject({ created: 2, refused: 1 })
    expect(refused).toMatchObject([
      {
        line: '4',
        reason: expect.stringMatching(
          /^Has the name and brand of an earlier row, and nothing that makes it a variant .*: line 2$/,
        ),
      },
    ])
    expect((await importText(test, text)).counts).toMatchObject({ unchanged: 2, changed: 0, refused: 1 })
  })

  it('refuses a category without a name', async () => {
    const test = await shopForThisTest()
    const { counts, refused } = await importText(test, 'name,price,category\nTea,10,>\nGhee,20,Food\n')
    expect(counts).toMatchObject({ created: 1, refused: 1 })
    expect(refused).toMatchObject([{ line: '2', column: 'category', reason: 'There is no category' }])
  })

  it('gives products with Indian names a readable address, and keeps the address of existing ones', async () => {
    const test = await shopForThisTest()
    await aProduct(test, { slug: 'item-0123456789', external_key: 'a', name: 'मसाला चाय' })
    await importText(test, 'key,name,price\na,मसाला चाय,10\nb,मसाला चाय,20\nc,मसाला चाय,30\n')
    expect((await catalogueOf(test)).map(({ slug }) => slug)).toEqual([
      'item-0123456789',
      'masala-chaya',
      expect.stringMatching(/^masala-chaya-[0-9a-f]{10}$/),
    ])
  })

  it('refuses a SKU that belongs to another product', async () => {
    const test = await shopForThisTest()
    await importText(test, 'key,name,price,sku\na,Rope,500,R-1\n')
    const { counts, refused } = await importText(test, 'key,name,price,sku\nb,Hook,50,R-1\n')
    expect(counts).toMatchObject({ created: 0, refused: 1 })
    expect(refused).toMatchObject([{ line: '2', column: 'sku', value: 'R-1' }])
  })

  it('refuses negative stock and an MRP of 0 with their row', async () => {
    const test = await shopForThisTest()
    const { refused } = await importText(test, 'name,price,mrp,stock\nTea,10,0,5\nGhee,20,25,-3\n')
    expect(refused.map(({ line, column }) => [line, column])).toEqual([
      ['2', 'mrp'],
      ['3', 'stock'],
    ])
    expect(await catalogueOf(test)).toEqual([])
  })

  it('refuses a price above the current MRP', async () => {
    const test = await shopForThisTest()
    await importText(test, 'key,name,price,mrp\na,Rope,500,600\n')
    const { refused } = await importText(test, 'key,name,price\na,Rope,700\n')
    expect(refused).toMatchObject([{ reason: 'The price is above the MRP: 700 is above 600' }])
    expect(await catalogueOf(test)).toMatchObject([{ price: 500_00 }])
  })

  it('reads other delimiters, Excel’s UTF-16 and windows-1252', async () => {
    const test = await shopForThisTest()
    await importText(test, 'name;price\nTea;10.50\n')
    await importText(test, Buffer.from('\ufeffname\tprice\nKāfi\t12\n', 'utf16le'))
    const { result } = await importText(test, Buffer.from('name,price\nCr\xe8me,5\n', 'latin1'))
    expect(result.notes).toEqual(['The file is not in UTF-8: it is read as windows-1252.'])
    const found = (await catalogueOf(test)).map(({ name, price }) => [name, price])
    expect(found).toEqual([
      ['Crème', 500],
      ['Kāfi', 1200],
      ['Tea', 1050],
    ])
  })

  it('applies defaults to rows that leave the field empty', async () => {
    const test = await shopForThisTest()
    await importText(test, 'name,price,brand\nTea,10,\nGhee,20,Amma\n', {
      defaults: { brand: 'House', gst_rate: '5', country_of_origin: 'India', stock: '3' },
    })
    const found = await catalogueOf(test)
    expect(
      found.map(({ brand, gst_rate, country_of_origin }) => [brand, gst_rate, country_of_origin]),
    ).toEqual([
      ['Amma', 5, 'India'],
      ['House', 5, 'India'],
    ])
    expect(found[0]?.variants[0]?.stock).toBe(3)
  })
})

describe('a file that cannot be imported', () => {
  it.each([
    ['', 'The file is empty.'],
    ['foo,bar\n1,2\n', 'No column was recognised as the name. The file has these columns: foo, bar.'],
    ['name,cost\nTea,2\n', 'No column was recognised as the price. The file has these columns: name, cost.'],
    ['name,price\n"Tea,2\nGhee,3\n', 'A quotation mark is opened and never closed'],
    ['<?xml version="1.0"?><rss><channel><item><g:id>1</g:id>', 'The feed is cut short'],
  ])('is refused as a whole, with the reason: %j', async (text, reason) => {
    const test = await shopForThisTest()
    await expect(importText(test, text)).rejects.toThrow(reason)
  })

  it('lists its columns when the map names another one', async () => {
    const test = await shopForThisTest()
    await expect(importText(test, PLAIN, { map: 'name=title' })).rejects.toThrow(
      'There is no column "title". The file has these columns: index, product, category,',
    )
    await expect(importText(test, PLAIN, { map: 'titel=product' })).rejects.toThrow(
      '--map does not know "titel"',
    )
  })

  it('refuses a row with more cells than the header and imports the others', async () => {
    const test = await shopForThisTest()
    const { counts, refused } = await importText(test, 'name,price\nTea,10\nGhee,20,"x"\n\nRice,30\n')
    expect(counts).toMatchObject({ created: 2, refused: 1 })
    expect(refused).toMatchObject([{ line: '3', value: 'x' }])
  })
})

describe('a dry run', () => {
  it('reports what would happen and writes nothing', async () => {
    const test = await shopForThisTest()
    await importText(test, 'key,name,price\na,Tea,10\nb,Ghee,20\n')
    const before = await catalogueOf(test)
    const text = 'key,name,price,category\na,Tea,11,New shelf\nb,Ghee,20,\nc,Rice,5,New shelf\nd,Bad,x,\n'
    const { counts, result } = await importText(test, text, { dryRun: true })
    expect(counts).toEqual({ created: 1, changed: 1, unchanged: 1, refused: 1 })
    expect(await catalogueOf(test)).toEqual(before)
    expect(readFileSync(result.report ?? '', 'utf8')).toContain(
      'Line 5, price “x”: Give an amount of 0 or more, such as 499',
    )
    expect((await importText(test, text)).counts).toEqual(counts)
  })

  it('removes copies of the shop that a killed one has left, but none that may be in use', async () => {
    const test = await shopForThisTest()
    const { dataDir } = test.shop.config
    for (const name of ['dry-run-old', 'dry-run-new']) mkdirSync(join(dataDir, name))
    const yesterday = Date.now() / 1000 - 25 * 60 * 60
    utimesSync(join(dataDir, 'dry-run-old'), yesterday, yesterday)
    await importText(test, 'name,price\nTea,10\n', { dryRun: true })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('dry-run'))).toEqual(['dry-run-new'])
  })
})

describe('the file of refused rows', () => {
  it('keeps what stands above the headings, cells that are too many, and all faults of a row', async () => {
    const test = await shopForThisTest()
    const { result, refused } = await importText(
      test,
      'All rates exclusive of GST\nname,price,mrp,gst rate\nTea,x,y,5\nGhee,20,30,5,more\nRice,100,200,5\n',
    )
    expect(refused.map(({ line, column }) => [line, column])).toEqual([
      ['3', 'price'],
      ['3', 'mrp'],
      ['4', ''],
    ])
    const file = readFileSync(result.report ?? '', 'utf8')
    expect(file).toMatch(
      /^\ufeff"All rates exclusive of GST"\n"name","price","mrp","gst rate","Why it was refused"\n/,
    )
    expect(file).toMatch(/"Ghee","20","30","5","Line 4 “more”: [^"]*","more"\n$/)
    const corrected = file.replace('"x","y"', '"100","200"').replace(/,"more"\n$/, '\n')
    expect((await importText(test, corrected)).counts).toMatchObject({ created: 2, refused: 0 })
    const prices = (await catalogueOf(test)).map(({ name, variants }) => [name, variants[0]?.price])
    expect(prices).toEqual([
      ['Ghee', 21_00],
      ['Rice', 105_00],
      ['Tea', 105_00],
    ])
  })

  it('replaces that of the import before', async () => {
    const test = await shopForThisTest()
    const source = aFile(test, 'name,price\nTea,x\n')
    const report = `${source}.refused.csv`
    for (const times of [1, 2]) {
      expect(await importCatalogue(test.shop, source, { report })).toMatchObject({ refused: 1 })
      expect(readFileSync(report, 'utf8').trim().split('\n'), `${times}`).toHaveLength(2)
    }
  })
})

describe('an interrupted import', () => {
  it('ends with the same products and refused rows when it is run again', async () => {
    const rows = Array.from(
      { length: 2600 },
      (_, n) => `k${n},Product ${n},${n % 7 === 0 ? 'x' : n + 1},Shelf ${n % 5}`,
    )
    const text = `key,name,price,category\n${rows.join('\n')}\n`
    const [whole, cut] = [await shopForThisTest(), await shopForThisTest()]
    const expected = await importText(whole, text)
    const onBatch = () => {
      throw new Error('power cut')
    }
    const report = `${cut.shop.config.dataDir}/refused.csv`
    await expect(importText(cut, text, { onBatch, report })).rejects.toThrow('power cut')
    const { counts } = await importText(cut, text, { report })
    expect(statSync(report).mode & 0o777).toBe(0o600)
    const { created } = expected.counts
    expect(counts).toEqual({ ...expected.counts, created: created - 2000, unchanged: 2000 })
    expect(readFileSync(report, 'utf8')).toBe(readFileSync(expected.result.report ?? '', 'utf8'))
    expect(await catalogueOf(cut)).toEqual(await catalogueOf(whole))
  })
})

it('waits for variations that follow thousands of their parents, in few batches', async () => {
  const test = await shopForThisTest()
  const rows = (type: string, parent: string, price: string) =>
    Array.from(
      { length: 2300 },
      (_, n) => `${type},${parent && 'v'}p${n},P ${n},${price},${parent && `p${n}`}`,
    )
  const text = [
    'Type,SKU,Name,Regular price,Parent',
    ...rows('variable', '', ''),
    ...rows('variation', 'p', '5'),
  ]
  let batches = 0
  const { counts } = await importText(test, text.join('\n'), { onBatch: () => void (batches += 1) })
  expect(counts).toEqual({ created: 2300, changed: 0, unchanged: 0, refused: 0 })
  expect(batches).toBeLessThan(5)
})

describe('a transaction that runs twice, as after a deadlock', () => {
  // The second row of "a" begins a second batch, which has known and new categories.
  const text = `key,name,price,sku,category
a,Tea,10,S-1,Drinks > Hot
b,Ghee,20,S-2,Food
c,Rice,x,S-3,Food
d,Oats,30,S-9,Food > Breakfast
a,Tea,10,S-4,Drinks > Hot
e,Juice,15,S-5,Drinks > Cold
`

  it('imports the same products, categories, counts and refused rows', async () => {
    const [once, twice] = [await shopForThisTest(), await shopForThisTest()]
    for (const test of [once, twice]) await importText(test, 'key,name,price,sku\nz,Taken,5,S-9\n')
    const expected = await importText(once, text)
    expect(expected.counts).toEqual({ created: 3, changed: 0, unchanged: 0, refused: 2 })
    const retried = await importText(withRetriedTransactions(twice), text)
    expect(retried.counts).toEqual(expected.counts)
    expect(retried.refused).toEqual(expected.refused)
    expect(await catalogueOf(twice)).toEqual(await catalogueOf(once))
  })
})
