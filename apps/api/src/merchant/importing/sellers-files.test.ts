/** Files as the sellers' programs write them: the first command takes them, and the money is right to the paisa. */
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { catalogueOf, importText } from '../../../test/import-file.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { describeImport } from './import-summary.ts'
import { importTemplate } from './template.ts'

/** Name, price in rupees, MRP, stock, GST rate and whether it is shown, of each variant. */
async function soldBy(test: TestShop) {
  return (await catalogueOf(test)).flatMap(({ name, gst_rate, is_published, variants }) =>
    variants.map(({ price, mrp, stock }) => [
      name,
      price / 100,
      mrp && mrp / 100,
      stock,
      gst_rate,
      is_published,
    ]),
  )
}

const workbook = async (...sheets: [name: string, rows: (string | number | null)[][]][]) =>
  Buffer.from(await writeXlsx({ sheets: sheets.map(([name, rows]) => ({ name, rows })) }))

describe('prices without tax', () => {
  it.each([
    ['Tax Inclusive (Y/N)', 'N'],
    ['Sales Price Tax Type', 'Without Tax'],
    ['Is Tax Inclusive', 'false'],
  ])('are those of a file whose %s is %s', async (heading, value) => {
    const test = await shopForThisTest()
    await importText(test, `Name,Price,GST %,${heading}\nCement,100,18,${value}\n`)
    expect((await soldBy(test)).map(([, price]) => price)).toEqual([118])
  })

  it('that a note below them names are refused until it is said', async () => {
    const test = await shopForThisTest()
    const list = 'Name,Price,GST %\nCement,100,18\nNote: GST extra,,\n'
    await expect(importText(test, list)).rejects.toThrow(
      'Row 3 says that prices are without tax. Add --set tax_included=no',
    )
    expect(await soldBy(test)).toEqual([])
    await importText(test, list, { defaults: { tax_included: 'no' } })
    expect((await soldBy(test)).map(([, price]) => price)).toEqual([118])
  })

  it('get the tax of their rate, in an export of Vyapar or Khatabook', async () => {
    const test = await shopForThisTest()
    await importText(
      test,
      `Item Name,HSN,Sale Price,Opening Stock Quantity,Tax Rate,Inclusive Of Tax
Cement,2523,380,12,GST@18%,Exclusive
Sand,2505,55,3,GST@5%,Inclusive
`,
    )
    await importText(
      test,
      `Item Name,Selling Price,Tax Included,GST %,Opening Stock,Current Stock
Fevicol,260,No,18,40,36
Nails,80,Yes,18,200,152.5
`,
    )
    expect(await soldBy(test)).toEqual([
      ['Cement', 448.4, null, 12, 18, true],
      ['Fevicol', 306.8, null, 36, 18, true],
      ['Nails', 80, null, 152, 18, true],
      ['Sand', 55, null, 3, 5, true],
    ])
  })

  it('are refused without a rate, and recognised by a title above them', async () => {
    const test = await shopForThisTest()
    const list =
      'Sharma Traders,,\nAll rates exclusive of GST,,\nDescription of Goods,Dealer Price,MRP\nPipe,100,150\n'
    const { refused, result } = await importText(test, list)
    expect(refused[0]?.reason).toContain('without tax and its GST rate is not known')
    expect(describeImport(result)).toContain('says that its prices are without tax')
    await importText(test, list, { defaults: { gst_rate: '18' } })
    expect(await soldBy(test)).toEqual([['Pipe', 118, 150, 0, 18, true]])
    await importText(test, 'name,Rate (excl. GST)\nPIPE,110\n', { only: ['price', 'mrp'] })
    expect(await soldBy(test)).toEqual([['Pipe', 129.8, 150, 0, 18, true]])
    const priceList = 'Item Name,Sale Price,Tax Rate,Inclusive Of Tax\nPipe,120,GST@5%,Exclusive\n'
    await importText(test, priceList, { only: ['price', 'mrp'] })
    expect(await soldBy(test)).toEqual([['Pipe', 126, 150, 0, 18, true]])
  })

  it.each([
    ['Basic Rate', 118],
    ['Basic Rate (incl. GST)', 100],
    ['Basic Price (Including Tax)', 100],
  ])('are those below a heading that says so: %s', async (heading, price) => {
    const test = await shopForThisTest()
    await importText(test, `Item Name,${heading},GST %\nPipe,100,18\n`, { map: `price=${heading}` })
    expect((await soldBy(test))[0]?.[1]).toBe(price)
  })

  it.each([
    ['Rates do not include GST', 118],
    ['Rates are net of GST. Taxes as applicable', 118],
    ['18% GST will be charged extra', 118],
    ['MRP incl. of all taxes. Rates excl. GST', 118],
    ['भाव जीएसटी अलग', 118],
    ['Price list: prices inclusive of GST; transport extra', 100],
    ['Prices incl. of all taxes transport extra', 100],
    ['Taxes included. Freight extra', 100],
    ['Basic Rate', 118],
    ['Basic Rate (incl. GST)', 100],
    ['Basic Rate not incl. GST', 118],
  ])('are those of a list that says so: %s', async (title, price) => {
    const test = await shopForThisTest()
    await importText(test, `${title},,\nItem Name,Rate,GST %\nPipe,100,18\n`)
    expect((await soldBy(test))[0]?.[1]).toBe(price)
  })
})

it('reads an Amazon flat file: your price, sale dates, parents, and rows to delete', async () => {
  const test = await shopForThisTest()
  const { result } = await importText(
    test,
    `TemplateType=fptcustom\tVersion=2026\tThe top 3 rows are for Amazon only\t\t\t\t\t\t\t\t
Seller SKU\tProduct Name\tYour price\tMaximum Retail Price\tSale Price\tSale End Date\tQuantity\tParentage\tParent SKU\tColour\tUpdate Delete
item_sku\titem_name\tstandard_price\tmaximum_retail_price\tsale_price\tsale_end_date\tquantity\tparent_child\tparent_sku\tcolor_name\tupdate_delete
T\tTawa\t\t\t\t\t\tParent\t\t\tUpdate
T-1\tTawa black\t425\t599\t\t\t5\tChild\tT\tBlack\tUpdate
T-2\tTawa red\t425\t599\t399\t2020-01-31\t2\tChild\tT\tRed\tUpdate
P\tPot\t100\t120\t\t\t4\t\t\t\tDelete
`,
    {},
    'flat.txt',
  )
  expect(result).toMatchObject({ layout: 'amazon', created: 2, refused: 0 })
  expect(await soldBy(test)).toEqual([
    ['Pot', 100, 120, 4, null, false],
    ['Tawa', 425, 599, 5, null, true],
    ['Tawa', 425, 599, 2, null, true],
  ])
})

it('reads a Flipkart listing below its row of explanations', async () => {
  const test = await shopForThisTest()
  const file = await workbook([
    'Listings',
    [
      [
        'Product Title',
        'Seller SKU Id',
        'Listing Status',
        'MRP',
        'Your Selling Price',
        'Your Stock Count',
        'Tax Code',
      ],
      [
        'Title shown',
        'Your id',
        'Active or not',
        'Maximum retail price',
        'Price you ask',
        'Pieces you have',
        'Code',
      ],
      ['Kurta', 'K-1', 'ACTIVE', 999, 499, 7, 'GST_18'],
      ['Saree', 'S-1', 'INACTIVE', 1999, 1499, 2, 'GST_5'],
    ],
  ])
  expect((await importText(test, file, {}, 'flipkart.xlsx')).counts).toMatchObject({ created: 2, refused: 0 })
  expect(await soldBy(test)).toEqual([
    ['Kurta', 499, 999, 7, 18, true],
    ['Saree', 1499, 1999, 2, 5, false],
  ])
})

it('reads the sheet of a Meesho workbook that has products, or the one that is named', async () => {
  const test = await shopForThisTest()
  const file = await workbook(
    ['Instructions', [['How to fill this sheet'], ['Write one product in a row']]],
    [
      'Catalogue',
      [
        ['Product Name', 'Meesho Price', 'MRP', 'GST %', 'HSN ID', 'Inventory'],
        ['Dupatta', 210, 499, 5, 6214, 9],
      ],
    ],
    [
      'Old',
      [
        ['name', 'price'],
        ['Scarf', 90],
      ],
    ],
  )
  const { result } = await importText(test, file, {}, 'meesho.xlsx')
  expect(describeImport(result)).toContain('only "Catalogue" is read (see --sheet)')
  await importText(test, file, { sheet: 'Old' }, 'meesho.xlsx')
  expect(await soldBy(test)).toEqual([
    ['Dupatta', 210, 499, 9, 5, true],
    ['Scarf', 90, null, 0, null, true],
  ])
  await expect(importText(test, file, { sheet: 'New' }, 'meesho.xlsx')).rejects.toThrow(
    'Its sheets are: Instructions, Catalogue, Old.',
  )
})

it('takes HSN, GST and country of Shopify and WooCommerce, and sells no gift card', async () => {
  const test = await shopForThisTest()
  await importText(
    test,
    `Handle,Title,Variant Price,Variant Inventory Qty,Variant Inventory Tracker,Status,Gift Card,HSN (product.metafields.custom.hsn),GST (product.metafields.custom.gst_rate)
tee,Tee,400,-3,shopify,active,false,'6109,5
old,Old,400,1,shopify,archived,false,6109,5
card,Card,500,1,shopify,active,true,,
`,
  )
  await importText(
    test,
    'ID,Type,SKU,Name,Published,Regular price,Stock,Tax class,Meta: _hsn_code\n7,simple,m,Mug,1,250,,gst-18,6912\n',
  )
  expect(await soldBy(test)).toEqual([
    ['Mug', 250, null, 0, 18, true],
    ['Old', 400, null, 1, 5, false],
    ['Tee', 400, null, 0, 5, true],
  ])
  expect((await catalogueOf(test)).map(({ hsn }) => hsn)).toEqual(['6912', '6109', '6109'])
})

it('reads the two rows of headings and the units of Tally, whose closing rate is a cost and no price', async () => {
  const test = await shopForThisTest()
  const summary =
    'Gupta & Sons,,,\nParticulars,Closing Balance,,\n,Quantity,Rate,Value\nRice,60.000 Kgs,380.00/Nos,22800\nSalt,12 Nos,18.50/Nos,222\nGrand Total,72,,23022\n'
  await expect(importText(test, summary)).rejects.toThrow('its Rate is what the goods cost')
  await expect(importText(test, summary.replace(',Value', ',').replaceAll(/,\d+$/gm, ','))).rejects.toThrow(
    'its Rate is what the goods cost',
  )
  await importText(
    test,
    'Gupta & Sons,,\nPrice List: Retail,,\nParticulars,GST Rate,Rate\nRice,5%,410.00/Kgs\nSalt,Nil Rated,20.00/Nos\n',
  )
  const { refused } = await importText(test, summary, { only: ['stock'] })
  expect(refused).toMatchObject([{ reason: 'The row is a total, not a product' }])
  expect((await soldBy(test)).map((row) => row.slice(0, 5))).toEqual([
    ['Rice', 410, null, 60, 5],
    ['Salt', 20, null, 12, 0],
  ])
})

it('reads Hindi headings, digits and units', async () => {
  const test = await shopForThisTest()
  await importText(test, 'क्र.,सामान का नाम,भाव,एमआरपी,माल\n1,गाय का घी,६५०,७००,८० पैकेट\n2,हल्दी,85 रु,90,5\n')
  expect((await soldBy(test)).map((row) => row.slice(0, 4))).toEqual([
    ['गाय का घी', 650, 700, 80],
    ['हल्दी', 85, 90, 5],
  ])
})

it('adds to the stock by +5 or a column of changes', async () => {
  const test = await shopForThisTest()
  await importText(test, 'sku,name,price,stock\nA,Tea,10,5\nB,Ghee,20,5\n')
  const only = ['stock', 'stock_change'] as const
  await importText(test, 'sku,stock\nA,+5\nB,3\n', { only })
  await importText(test, 'sku,stock change\nA,-2\nB,-9\n', { only })
  expect((await soldBy(test)).map((row) => [row[0], row[3]])).toEqual([
    ['Ghee', 3],
    ['Tea', 8],
  ])
})

describe('headings that no list has', () => {
  it.each([
    [
      'Zoho: stock on hand before opening stock',
      'Item Name,SKU,HSN/SAC,Rate,Taxable,Intra State Tax Name,Intra State Tax Rate,Status,Purchase Rate,Stock On Hand,Opening Stock\nLamp,DL-1,9405,INR 850.00,true,GST18,18,Active,INR 600.00,14.00,20\n',
      ['Lamp', 850, null, 14, 18],
    ],
    [
      'Marg: sale rate, not purchase rate',
      'Code,Product Name,Packing,Company,Stock,M.R.P.,Purch. Rate,Sale Rate,HSN Code,GST%\nA101,AMIFRU,10T,CIPLA,25,200.00,110.00,150.00,30049099,12\n',
      ['AMIFRU', 150, 200, 25, 12],
    ],
    [
      'Busy: tax category',
      'Gupta & Co,,,,,,\nS.No.,Item Name,Sales Price,Purchase Price,M.R.P.,Tax Category,Opening Stock (Main Qty),Op. Stock Value\n1,Paste,52,45,55,GST 18%,24,1080\n',
      ['Paste', 52, 55, 24, 18],
    ],
    [
      'a price with tax beside one without',
      'Stock Item,Stock Type,Selling Price,Selling Price with Tax,MRP,GST Tax Rate(%),Current stock,Low stock quantity\nPen,Own,8.47,10,10,18,500,50\n',
      ['Pen', 10, 10, 500, 18],
    ],
    [
      'joined words, and a type of tax',
      'ItemName,SellingPrice,MRP,Tax %,Tax Type,StockQty\nButter,100,130,12,Exclusive,10\n',
      ['Butter', 112, 130, 10, 12],
    ],
    [
      'an app for shops: grams and percentages',
      'product_name,price,discounted_price,quantity,weight_in_grams,gst_percentage\nAlmonds,400,350,12,250,5\n',
      ['Almonds', 350, 400, 12, 5],
    ],
    [
      'a list with Hindi purchase and sale rates',
      'दर सूची २०२६,,,,,\nक्र. सं.,सामान,खरीद भाव,बिक्री भाव,एम.आर.पी.,स्टॉक,जीएसटी\n१,घी,₹५५०,₹६५०/-,७००,-,५%\nकुल,,,,,९२,\n',
      ['घी', 650, 700, 0, 5],
    ],
    [
      'a price ex GST between semicolons',
      'Sl No;Item;Sale Price ex GST;GST;Bal Qty\n1;Bolt;100;18;50\n',
      ['Bolt', 118, null, 50, 18],
    ],
    [
      'other Hindi words',
      'उत्पाद,मूल्य (₹),अधिकतम खुदरा मूल्य,उपलब्ध मात्रा,जीएसटी दर\nसाबुन,३०,३५,१०,१८%\n',
      ['साबुन', 30, 35, 10, 18],
    ],
    ['Gujarati', 'અ.નં.,વસ્તુનું નામ,ભાવ,એમઆરપી,સ્ટોક\n૧,ગાંઠિયા,૧૨૦,૧૫૦,૨૦\n', ['ગાંઠિયા', 120, 150, 20, null]],
    ['Tamil', 'வ.எண்,பொருள்,விலை,இருப்பு\n1,அரிசி,௬௦,௨௫\n', ['அரிசி', 60, null, 25, null]],
  ])('are understood by their words: %s', async (_, text, expected) => {
    const test = await shopForThisTest()
    await importText(test, text)
    expect((await soldBy(test)).map((row) => row.slice(0, 5))).toEqual([expected])
  })

  it('take no list price without tax for an MRP, and no tax where the rate is none', async () => {
    const test = await shopForThisTest()
    await importText(
      test,
      'All rates exclusive of GST,,,,\nSr.,Item Description,List Price,Disc.,Net Rate,GST\nPIPES,,,,,\n1,Elbow,18.5,15%,15.73,18%\nTerms: cash,,,,,\n',
    )
    await importText(test, 'Item Name,Sale Price,Tax Rate,Inclusive Of Tax\nMilk,66,None,N\n')
    expect((await soldBy(test)).map((row) => row.slice(0, 5))).toEqual([
      ['Elbow', 18.56, null, 0, 18],
      ['Milk', 66, null, 0, null],
    ])
  })

  it('give weight and size, and what nobody gave stays unknown', async () => {
    const test = await shopForThisTest()
    await importText(
      test,
      'Product Title,Your Selling Price,Package Weight - Weight of the final package in kgs,Package Length - in cms,Country of Origin ISO code\nShirt,599,0.35,30,IN\nTea,99,,,\n',
    )
    const found = await catalogueOf(test)
    expect(found[0]).toMatchObject({ country_of_origin: 'India', variants: [{ weight: 0.35, length: 30 }] })
    expect(found[1]).toMatchObject({
      variants: [{ weight: null, length: null, breadth: null, height: null }],
    })
  })
})

it('says how many products lose a second category, and takes the tax of other columns than the class', async () => {
  const test = await shopForThisTest()
  const { result } = await importText(
    test,
    'ID,Type,SKU,Name,Published,Regular price,Tax class,Categories,Meta: _wc_gst_rate\n7,simple,m,Mug,1,250,,"Food, Food > Cups, Gifts > Diwali",12\n8,simple,p,Pot,1,250,gst-18,"Food, Food > Cups",\n',
  )
  expect(describeImport(result)).toContain('1 row has more than one category')
  expect((await catalogueOf(test)).map(({ category, gst_rate }) => [category, gst_rate])).toEqual([
    ['Food > Cups', 12],
    ['Food > Cups', 18],
  ])
})

it('reads the template that it prints, without its examples', async () => {
  const test = await shopForThisTest()
  const template = importTemplate()
  const { result } = await importText(test, template)
  expect(describeImport(result)).toContain('only headings or examples')
  expect(result.unused).toEqual([])
  await importText(test, `${template}\nCopper Jug,850,"1,100",4,Kitchen,12,7418,India,,,,,,\n`)
  expect(await soldBy(test)).toEqual([['Copper Jug', 850, 1100, 4, 12, true]])
})

it.each([
  ['Catalog Status', 'Paused'],
  ['Listing Status', 'READY_FOR_ACTIVATION'],
  ['स्थिति', 'बंद'],
])('what a marketplace does not sell stays off sale: %s %s', async (heading, value) => {
  const test = await shopForThisTest()
  await importText(test, `Name,Price,${heading}\nCement,100,${value}\n`)
  expect((await soldBy(test)).map((row) => row.at(-1))).toEqual([false])
})

it('stock is what can be sold, in single pieces, and a mark of a text is no part of a SKU', async () => {
  const test = await shopForThisTest()
  const { refused } = await importText(
    test,
    "Name,SKU,Price,On hand,Available\nGhee,'6103-S,100,9,7\nSoap,S-2,10,2 dozen,2 dozen\n",
  )
  expect(refused.map(({ reason }) => reason)).toEqual(['Write the number of single pieces'])
  expect((await soldBy(test)).map((row) => row[3])).toEqual([7])
  expect((await catalogueOf(test))[0]?.variants[0]?.sku).toBe('6103-S')
})

it('headings in two rows give price and stock', async () => {
  const test = await shopForThisTest()
  await importText(
    test,
    'Particulars,Standard Price,Closing Balance,\n,,Quantity,Rate\nRice,450,60 Nos,380\n',
  )
  expect((await soldBy(test)).map((row) => row.slice(0, 4))).toEqual([['Rice', 450, null, 60]])
})
