import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { aFile, catalogueOf, importText } from '../../../test/import-file.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { describeImport } from './import-summary.ts'
import { importCatalogue } from './catalogue-import.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../test/fixtures', name), 'utf8')

const SHIRTS = `sku,name,brand,price,color,size,stock
T-R-M,Cotton Tee,Kaveri,400,Red,M,3
CAP,Cap,Kaveri,200,,,1
T-R-L,Cotton Tee,Kaveri,420,Red,L,4
T-B-M,cotton tee,KAVERI,400,Blue,M,
`

/** Another shop's crawl: category trees and pictures as JSON lists, numbers of its own. */
const CRAWLED = `uniq_id,product_name,product_category_tree,pid,retail_price,discounted_price,image,brand,description
a1,Alisha Solid Cycling Shorts,"[""Clothing >> Women's Clothing >> Shorts >> Alisha Shorts >> Alisha Solid Cycling Shorts""]",P1,999,379,"[""https://a.test/1.jpg"", ""https://a.test/2.jpg""]",Alisha,"<p>Soft <b>cotton</b></p><ul><li>Red</li></ul>"
a2,Alisha Solid Cycling Shorts,"[""Clothing >> Women's Clothing >> Shorts >> Alisha Shorts""]",P2,999,267,"[]",Alisha,R&D <3
a3,Double Sofa Bed,"[""Furniture >> Living Room >> Sofa Beds >> Fab Double Sofa Bed (Finish C...""]",P3,32157,22646,,Fab,
a4,Paper Weight,"[""Paper Weight...""]",P4,90,,,,
`

const LAYOUTS: [name: string, text: string, file?: string][] = [
  ['shopify', fixture('shopify.csv')],
  ['woocommerce', fixture('woocommerce.csv')],
  ['google', fixture('google.tsv'), 'feed.tsv'],
  ['google xml', fixture('google.xml'), 'feed.xml'],
  ['plain', SHIRTS],
  ['crawled', CRAWLED],
  // Rows of one product in several batches, SKUs of others, changes that depend on earlier rows.
  [
    'long',
    `key,name,price,sku,color,category\nfirst,First,10,F-1,Red,A\n${Array.from({ length: 2001 }, (_, n) => `k${n},P ${n},${n + 1},S-${n},,B`).join('\n')}\nfirst,,11,F-2,Blue,A\nfirst,,11,F-2,Blue,A\nother,Other,5,S-3,,A\nlost,,5,,,\n`,
  ],
]

describe('a dry run', () => {
  it.each(LAYOUTS)(
    'counts like the import, for new and for known products: %s',
    async (_layout, text, file) => {
      const test = await shopForThisTest()
      const options = { report: null }
      for (const isKnown of [false, true]) {
        const { result: planned } = await importText(test, text, { ...options, dryRun: true }, file)
        const { result } = await importText(test, text, options, file)
        expect({ ...planned, dry_run: false }).toEqual({ ...result, entry: null })
        if (isKnown) expect(result).toMatchObject({ created: 0, changed: 0 })
      }
    },
  )
})

describe('a CSV file with titles above its headings', () => {
  it.each([
    ['Price List 2026;;;;\n;;;;\nName;SKU;Price;MRP;Stock\n', ';'],
    ['My Shop Ltd\nPrices, July\nName;SKU;Price;MRP;Stock\n', ';'],
    ['My Shop Ltd,,,\nName,SKU,Price,MRP,Stock\n', ','],
    ['My Shop Ltd;Main Road;Phone;98450 12345;\nDate;1 May;Page;1;\nName;SKU;Price;MRP;Stock\n', ';'],
  ])('is read below them, with the lines of the file: %j', async (start, delimiter) => {
    const test = await shopForThisTest()
    const rows = [
      ['Tea', 'T-1', '99.50', '120', '7'],
      ['Ghee', 'G-1', 'x', '600', '3'],
    ].map((cells) => cells.join(delimiter))
    const { counts, refused } = await importText(test, start + rows.join('\n'))
    expect(counts).toMatchObject({ created: 1, refused: 1 })
    expect(refused).toMatchObject([{ line: String(start.split('\n').length + 1), column: 'Price' }])
  })
})

describe('rows of one name and brand', () => {
  it('become variants of one product, and stay it', async () => {
    const test = await shopForThisTest()
    const { counts } = await importText(test, SHIRTS)
    expect(counts).toEqual({ created: 2, changed: 0, unchanged: 0, refused: 0 })
    const [, tee] = await catalogueOf(test)
    expect(tee?.variants.map(({ sku, color, size }) => [sku, color, size])).toEqual([
      ['T-R-M', 'Red', 'M'],
      ['T-R-L', 'Red', 'L'],
      ['T-B-M', 'Blue', 'M'],
    ])
    expect((await importText(test, SHIRTS)).counts).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
    const more = 'sku,name,brand,price,color,size\nT-B-L,Cotton Tee,Kaveri,430,Blue,L\n'
    expect((await importText(test, more)).counts).toMatchObject({ created: 0, changed: 1 })
    expect((await catalogueOf(test))[1]?.variants).toHaveLength(4)
  })

  it('without anything that makes them variants are refused, with the cure', async () => {
    const test = await shopForThisTest()
    const { refused, result } = await importText(test, CRAWLED, { media: null })
    expect(refused).toMatchObject([
      {
        line: '3',
        reason:
          'Has the name and brand of an earlier row, and nothing that makes it a variant (SKU, colour, size). Name the column that numbers the products (--map "key=…"), or the one that makes them variants (--map "size=…"): line 2',
      },
    ])
    expect(describeImport(result)).toContain('  1 × Has the name and brand of an earlier row')
    const { counts } = await importText(test, CRAWLED, { map: 'sku=pid', media: null })
    expect(counts).toMatchObject({ changed: 3, refused: 0 })
  })

  it('with a SKU of another product say whose it is', async () => {
    const test = await shopForThisTest()
    await importText(test, 'key,name,price,sku\na,Rope,500,R-1\n')
    const { refused } = await importText(test, 'key,name,price,sku\nb,Hook,50,R-1\n')
    expect(refused[0]?.reason).toMatch(
      /^Another product has this SKU: \d+, "Rope"\. Use its key "a", or remove it: haat products delete \d+$/,
    )
  })
})

describe('a file with some columns only', () => {
  it('hides, renames and prices what is there, by key or SKU', async () => {
    const test = await shopForThisTest()
    await importText(
      test,
      'key,name,price,mrp,sku,hsn,description\na,Rope,500,600,R-1,5607,Strong\nb,Hook,50,60,H-1,,\n',
    )
    expect((await importText(test, 'key,is_published\na,no\nb,yes\n')).counts).toMatchObject({
      changed: 1,
      unchanged: 1,
    })
    expect((await importText(test, 'sku,name\nH-1,Big hook\n')).counts).toMatchObject({ changed: 1 })
    expect((await importText(test, 'key,price,mrp,hsn\na,550,,\n')).counts).toMatchObject({ changed: 1 })
    const [hook, rope] = await catalogueOf(test)
    expect(hook).toMatchObject({ name: 'Big hook', is_published: true, price: 50_00 })
    expect(rope).toMatchObject({ name: 'Rope', is_published: false, price: 550_00, mrp: 600_00, hsn: '5607' })
    await importText(test, 'key,mrp,hsn,description\na,none,,None\n')
    expect((await catalogueOf(test))[1]).toMatchObject({ mrp: null, hsn: '5607', description: '' })
  })

  it('schedules products by a day and a time in India, and ends a schedule', async () => {
    const test = await shopForThisTest()
    const planned = async () =>
      (await catalogueOf(test)).map(({ is_published, publish_at }) => [is_published, publish_at])
    const at = new Date('2026-12-03T04:30:00Z')
    await importText(
      test,
      'key,name,price,Publish on\na,Hook,50,2026-12-03 10:00\nb,Rope,500,03/12/2026 10:00\n',
    )
    expect(await planned()).toEqual([
      [false, at],
      [false, at],
    ])
    await importText(test, 'key,publish_at,is_published\na,,no\nb,none,\n')
    expect(await planned()).toEqual([
      [false, at],
      [false, null],
    ])
    await importText(test, 'key,publish_at,is_published\na,,yes\n')
    expect(await planned()).toEqual([
      [true, null],
      [false, null],
    ])
    const { refused } = await importText(test, 'key,publish_at\na,2026-01-01 10:00\nb,soon\n')
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^The time to publish it has passed/),
      'Write a day and a time, such as 2026-12-03 10:00',
    ])
  })

  it('refuses rows of products that are not there, and rows that fit several variants', async () => {
    const test = await shopForThisTest()
    await importText(test, 'key,name,price,color\na,Tee,500,Red\na,,500,Blue\n')
    const { counts, refused } = await importText(test, 'key,stock\nz,1\na,2\n')
    expect(counts).toMatchObject({ created: 0, changed: 0, refused: 2 })
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      ['2', 'New products need a name and a price'],
      ['3', 'The product has several variants: name one, such as by its SKU'],
    ])
    expect((await importText(test, 'key,color,stock\na,Blue,2\n')).counts).toMatchObject({ changed: 1 })
  })
})

describe('a plain table', () => {
  it('is read under the headings that people use', async () => {
    const test = await shopForThisTest()
    const text = 'Item,M.R.P.,Rate,Qty,Supplier\nTea,120,99,4,Ravi\n'
    const { result } = await importText(test, text)
    expect(result).toMatchObject({
      created: 1,
      unused: ['Supplier'],
      columns: { price: 'Rate', mrp: 'M.R.P.', stock: 'Qty' },
    })
    expect(describeImport(result).split('\n').slice(0, 2)).toEqual([
      'Layout: plain. Columns: name from Item; price from Rate; mrp from M.R.P.; stock from Qty.',
      'Not used: Supplier.',
    ])
    await importText(test, 'sku,name,price,special_price\nJ-1,Jacket,21,17\nJ-2,Coat,30,\n')
    const found = (await catalogueOf(test)).map(({ name, price, mrp }) => [name, price, mrp])
    expect(found).toEqual([
      ['Coat', 30_00, 30_00],
      ['Jacket', 17_00, 21_00],
      ['Tea', 99_00, 120_00],
    ])
  })

  it('gives category trees, pictures and HTML of other shops their meaning', async () => {
    const test = await shopForThisTest()
    const { result } = await importText(test, CRAWLED, { map: 'sku=pid' })
    expect(result).toMatchObject({ created: 3, refused: 0, default_stock: 4 })
    expect(result.categories).toHaveLength(7)
    const found = (await catalogueOf(test)).map(({ name, category, price, mrp, description }) => [
      name,
      category,
      price,
      mrp,
      description,
    ])
    expect(found).toEqual([
      [
        'Alisha Solid Cycling Shorts',
        "Clothing > Women's Clothing > Shorts",
        379_00,
        999_00,
        'Soft cotton\n\n• Red',
      ],
      ['Double Sofa Bed', 'Furniture > Living Room > Sofa Beds', 22646_00, 32157_00, ''],
      ['Paper Weight', 'Paper Weight...', 90_00, 90_00, ''],
    ])
    const lines = describeImport(result).split('\n')
    expect(lines).toEqual([
      expect.stringContaining('price from discounted_price, or retail_price if empty; mrp from retail_price'),
      'Not used: uniq_id.',
      '4 rows: 3 products created, 0 changed, 0 unchanged; 0 rows refused.',
      '4 new variants have no stock in the file: it starts at 0, sold out (or add --stock 25).',
      '  new: "Alisha Solid Cycling Shorts", ₹379 (MRP ₹999), in Clothing > Women\'s Clothing > Shorts, variants P1 / P2, 0 pictures',
      '  new: "Double Sofa Bed", ₹22,646 (MRP ₹32,157), in Furniture > Living Room > Sofa Beds, 0 pictures',
      '  new: "Paper Weight", ₹90, in Paper Weight..., 0 pictures',
      expect.stringMatching(/^7 new categories: "Clothing", "Clothing > Women's Clothing", .*, …\.$/),
    ])
  })

  it.each([
    ['hidden', 'yes,no,,Hidden,false'],
    ['Is Deleted', '1,0,,TRUE,n'],
  ])('keeps products off sale that a column %j names', async (heading, cells) => {
    const test = await shopForThisTest()
    const rows = cells.split(',').map((cell, index) => `P${index},5,${index === 4 ? 'no' : ''},${cell}\n`)
    const { result } = await importText(test, `name,price,published,${heading}\n${rows.join('')}X,5,,maybe\n`)
    expect(result).toMatchObject({ created: 6, refused: 0, unused: [] })
    expect(describeImport(result)).toContain(`is_published from published, ${heading}`)
    const found = await catalogueOf(test)
    expect(found.map((row) => row.is_published)).toEqual([false, true, true, false, false, false])
    const mapped = 'name,price,hidden,deleted\nP0,5,no,yes\n'
    expect((await importText(test, mapped, { map: 'is_published=hidden' })).counts).toMatchObject({
      changed: 1,
    })
    expect((await importText(test, 'id,hidden\np0,yes\n', { map: 'slug=id' })).counts).toMatchObject({
      changed: 1,
    })
  })

  it('keeps drafts and deleted products off sale, and ignores a status of another kind', async () => {
    const test = await shopForThisTest()
    const text = `name,price,Status,deleted_at,MRP (incl. of all taxes)
A,5,Active,NULL,9
B,5,Draft,,9
C,5,In stock,0000-00-00,9
D,5,,2024-05-01,9
`
    const { result } = await importText(test, text)
    expect(result).toMatchObject({ created: 4, refused: 0, unused: [] })
    expect(describeImport(result)).toContain('is_published from deleted_at, Status;')
    expect(describeImport(result)).toContain('2 products hidden from customers')
    const planned = await importText(test, 'name,price,Status\nE,5,Archived\nA,5,Draft\nF,5,\n', {
      dryRun: true,
    })
    expect(describeImport(planned.result)).toContain('2 products would be hidden from customers')
    const found = await catalogueOf(test)
    expect(found.map((row) => [row.is_published, row.mrp])).toEqual(
      [true, false, true, false].map((published) => [published, 9_00]),
    )
  })

  it.each([
    ['%PDF-1.4', 'a PDF document'],
    ['<!DOCTYPE html><html>', 'a web page'],
    ['[{"name":"A","price":1}]', 'a JSON file'],
  ])('is not %j', async (text, name) => {
    const test = await shopForThisTest()
    await expect(importText(test, text)).rejects.toThrow(`The file is ${name}, not a table.`)
  })

  it('lists every fault of a row', async () => {
    const test = await shopForThisTest()
    const { counts, refused, result } = await importText(test, 'name,price,stock,gst\nTea,x,many,900\n')
    expect(counts).toMatchObject({ created: 0, refused: 1 })
    expect(refused.map(({ line, column }) => [line, column])).toEqual([
      ['2', 'gst'],
      ['2', 'price'],
      ['2', 'stock'],
    ])
    expect(Object.values(result.reasons)).toEqual([1, 1, 1])
  })

  it('identifies products with very long names', async () => {
    const test = await shopForThisTest()
    const text = `name,price\n${'Rope '.repeat(50)},5\n${'Rope '.repeat(50)}2,5\n`
    expect((await importText(test, text)).counts).toMatchObject({ created: 2, refused: 0 })
    expect((await importText(test, text)).counts).toMatchObject({ unchanged: 2 })
  })
})

describe('a list of packs', () => {
  it('has the pack as the size, and a weight on request', async () => {
    const test = await shopForThisTest()
    const packs = 'S.No,Item,Pack,Rate\n1,Atta,1 kg,60\n2,Atta,5 kg,275\n'
    expect((await importText(test, packs)).counts).toMatchObject({ created: 1, refused: 0 })
    expect((await catalogueOf(test))[0]?.variants).toMatchObject([{ size: '1 kg' }, { size: '5 kg' }])
    const rice = 'Item,Weight,Rate\nRice,1 kg,60\nRice,5 kg,275\n'
    expect((await importText(test, rice)).refused[0]?.reason).toContain('(--map "size=…")')
    expect((await importText(test, rice, { map: 'size=Weight' })).refused).toEqual([])
  })
})

describe('an Excel workbook', () => {
  const workbook = async (data: (string | number | null)[][]) =>
    Buffer.from(await writeXlsx({ sheets: [{ name: 'Products', rows: data }] }))

  it('is read like a CSV file, also as a price list', async () => {
    const test = await shopForThisTest()
    const file = await workbook([
      ['Item', 'SKU', 'Rate', 'M.R.P.'],
      ['मसाला चाय', 8901234567890, 99.9, 120],
      ['Ghee', 'G-1', 'x', null],
    ])
    const { counts, refused } = await importText(test, file, {}, 'list.xlsx')
    expect(counts).toEqual({ created: 1, changed: 0, unchanged: 0, refused: 1 })
    expect(refused).toMatchObject([{ line: '3', column: 'Rate', value: 'x' }])
    expect(await catalogueOf(test)).toMatchObject([
      { name: 'मसाला चाय', price: 99_90, variants: [{ sku: '8901234567890' }] },
    ])
    const list = aFile(
      test,
      await workbook([
        ['sku', 'price'],
        [8901234567890, 89],
      ]),
      'prices.xlsx',
    )
    expect(await importCatalogue(test.shop, list, { only: ['price'] })).toMatchObject({ changed: 1 })
  })

  it('is read below its titles, with percentages and codes that lost a zero', async () => {
    const test = await shopForThisTest()
    const file = await workbook([
      ['Sharma Stores price list'],
      ['S.No', 'Item', 'HSN/SAC', 'GST%', 'Selling Price (Rs)', 'MRP (Rs.)', 'Closing Stock'],
      [1, 'Tea', 902, 0.18, 99.5, 120, 7],
      [2, 'Ghee', 405, 'x', 550, 600, 3],
    ])
    const { counts, refused } = await importText(test, file, {}, 'titles.xlsx')
    expect(counts).toMatchObject({ created: 1, refused: 1 })
    expect(refused).toMatchObject([{ line: '4', column: 'GST%' }])
    expect(await catalogueOf(test)).toMatchObject([{ name: 'Tea', hsn: '0902', gst_rate: 18, mrp: 120_00 }])
  })

  it('is read from its first visible sheet, with merged and hidden rows, without its totals', async () => {
    const test = await shopForThisTest()
    const rows = [
      ['Gupta Traders', null, null, null],
      ['Category', 'Item', 'Rate', 'Qty'],
      ['Tea', 'Assam', 100, 5],
      [null, 'Nilgiri', 120, 6],
      [null, 'Darjeeling', 300, 7],
      ['Ghee', 'Cow Ghee', 600, 8],
      [null, 'TOTAL', 1120, 26],
      ['Grand Total:', null, 1120, 26],
    ]
    const merges = [
      { startRow: 0, startCol: 0, endRow: 0, endCol: 3 },
      { startRow: 2, startCol: 0, endRow: 4, endCol: 0 },
    ]
    const file = await writeXlsx({
      sheets: [
        { name: 'Lookup', hidden: true, rows: [['name', 'price']] },
        { name: 'Items', rows, merges, rowDefs: new Map([[3, { hidden: true }]]) },
        { name: 'Terms', rows: [['Cash only']] },
      ],
    })
    const { result, counts, refused } = await importText(test, Buffer.from(file), {}, 'merged.xlsx')
    expect(counts).toMatchObject({ created: 4, refused: 2 })
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      ['7', 'The row is a total, not a product'],
      ['8', 'The row is a total, not a product'],
    ])
    expect((await catalogueOf(test)).map(({ name, category }) => [name, category])).toEqual([
      ['Assam', 'Tea'],
      ['Cow Ghee', 'Ghee'],
      ['Darjeeling', 'Tea'],
      ['Nilgiri', 'Tea'],
    ])
    expect(describeImport(result)).toContain('Of 3 sheets, only "Items" is read (see --sheet).')
  })

  it('is refused if it is old, damaged or a zip bomb', async () => {
    const test = await shopForThisTest()
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    await expect(importText(test, old, {}, 'old.xls')).rejects.toThrow('old Excel workbook (.xls)')
    const cut = (await workbook([['name', 'price']])).subarray(0, 300)
    await expect(importText(test, cut, {}, 'cut.xlsx')).rejects.toThrow(
      'cannot be read. Save it as CSV UTF-8',
    )
    const declare = async (bytes: number) => {
      const content = Buffer.alloc(5000, ' ')
      const zip = new ZipFile()
      zip.addBuffer(content, 'xl/worksheets/sheet1.xml')
      zip.end()
      const chunks: Buffer[] = []
      for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
      const [real, declared] = [content.length, bytes].map((size) => {
        const four = Buffer.alloc(4)
        four.writeUInt32LE(size)
        return four.toString('latin1')
      })
      return Buffer.from(Buffer.concat(chunks).toString('latin1').replaceAll(real!, declared!), 'latin1')
    }
    await expect(importText(test, await declare(300 * 1024 * 1024), {}, 'bomb.xlsx')).rejects.toThrow(
      'too large',
    )
    await expect(importText(test, await declare(10), {}, 'lying.xlsx')).rejects.toThrow('cannot be read')
  })

  it('is refused at once if it would take minutes', async () => {
    const test = await shopForThisTest()
    const wide = Array.from({ length: 1025 }, (_, column) => column)
    const far = await workbook([['name', 'price'], ['Tea', 5], wide])
    await expect(importText(test, far, {}, 'far.xlsx')).rejects.toThrow('reaches beyond column 1024')
    const spaces = await workbook([['name'], [' '.repeat(6 * 1024 * 1024)]])
    await expect(importText(test, spaces, {}, 'spaces.xlsx')).rejects.toThrow('too large')
    const unclosed = `<?xml version="1.0"?><rss><channel>${'<item>'.repeat(150_000)}</channel></rss>`
    await expect(importText(test, unclosed, {}, 'feed.xml')).rejects.toThrow('cut short or damaged')
  })

  it('may have hundreds of sheets', async () => {
    const test = await shopForThisTest()
    const notes = Array.from({ length: 300 }, (_, sheet) => ({ name: `Note ${sheet}`, rows: [['Read me']] }))
    const items = {
      name: 'Items',
      rows: [
        ['name', 'price'],
        ['Tea', 5],
      ],
    }
    const file = Buffer.from(await writeXlsx({ sheets: [...notes, items] }))
    expect((await importText(test, file, {}, 'sheets.xlsx')).counts).toMatchObject({ created: 1 })
  })
})
