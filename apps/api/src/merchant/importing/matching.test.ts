import { describe, expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { catalogueOf, importText } from '../../../test/import-file.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { isRowNumber } from './layouts/columns.ts'
import { describeImport } from './import-summary.ts'
import { rule } from '../../../test/rule.ts'

describe('row numbers', () => {
  it.each([
    'S.No',
    'S. No.',
    'Sl. No.',
    'SlNo',
    'Sr No',
    'Sr.No.',
    'Serial',
    'Serial Number',
    '#',
    'No.',
    'Index',
  ])('are recognised: %s', (heading) => expect(isRowNumber(heading)).toBe(true))

  it.each(['id', 'Name', 'Size', 'Notes', 'SKU', 'Item No.'])('are other columns than %s', (heading) =>
    expect(isRowNumber(heading)).toBe(false),
  )

  it('identify no product: a second price list keeps the products of the first', async () => {
    const test = await shopForThisTest()
    await importText(test, 'S.No,Particulars,MRP (Rs.),Selling Price (Rs)\n1,Tea,120,99\n2,Ghee,600,550\n')
    const { result } = await importText(
      test,
      'S.No,Particulars,MRP (Rs.),Selling Price (Rs),HSN/SAC,GST%,Closing Stock\n1,Rice,80,75,1006,5%,7\n2,Tea,120,95,0902,5%,8\n',
    )
    expect(result).toMatchObject({ created: 1, changed: 1, refused: 0, unused: ['S.No'] })
    const found = (await catalogueOf(test)).map(({ name, price, gst_rate, hsn }) => [
      name,
      price,
      gst_rate,
      hsn,
    ])
    expect(found).toEqual([
      ['Ghee', 550_00, null, null],
      ['Rice', 75_00, 5, '1006'],
      ['Tea', 95_00, 5, '0902'],
    ])
  })

  rule('keep rows of one name and brand apart, and a second import finds each of them', async () => {
    const test = await shopForThisTest()
    const list = 'index,name,brand,price\n1,Tea,Taj,99\n2,Tea,Taj,180\n3,Tea,Own,70\n4,Tea,Taj,20\n'
    const first = await importText(test, list)
    expect(first.result).toMatchObject({ created: 4, refused: 0 })
    const second = await importText(test, list.replace('180', '185'))
    expect(second.result).toMatchObject({ created: 0, changed: 1, unchanged: 3, refused: 0 })
    const prices = (await catalogueOf(test)).map(({ price }) => price)
    expect(prices.toSorted((a, b) => a - b)).toEqual([20_00, 70_00, 99_00, 185_00])
  })

  rule('keep rows apart only where nothing can make them variants', async () => {
    const test = await shopForThisTest()
    const list = 'S.No,name,size,price\n1,Shirt,S,99\n2,Shirt,M,99\n3,Shirt,M,120\n'
    expect((await importText(test, list)).result).toMatchObject({ created: 1, refused: 1 })
  })
})

describe('a file without names', () => {
  it('finds products by SKU, slug, or the id that the shop shows, whatever their key', async () => {
    const test = await shopForThisTest()
    await importText(
      test,
      'name,brand,price,mrp,sku,color\nTee,Kaveri,400,500,T-1,Red\nTee,Kaveri,450,500,T-2,Blue\n',
    )
    const own = await aProduct(test, { slug: 'own', name: 'Own' }, [{ sku: 'O-1', price: 50_00, mrp: null }])
    const changes = [
      ['sku,mrp\nT-1,600\nT-2,700\nO-1,60\n', 2],
      ['sku,price\nT-1,350\nT-2,300\n', 1],
      ['sku,stock\nT-2,44\n', 1],
      ['sku,is_published\nT-1,no\nT-2,no\n', 1],
      ['slug,is_published\nkaveri-tee,yes\ntee,yes\nown,no\n', 2],
      [`id,brand\n${own.id},Haat\n`, 1],
    ] as const
    for (const [text, changed] of changes)
      expect((await importText(test, text)).counts, text).toMatchObject({ created: 0, changed })
    const [ownProduct, tee] = await catalogueOf(test)
    expect(ownProduct).toMatchObject({ brand: 'Haat', is_published: false, mrp: 60_00 })
    expect(tee).toMatchObject({ is_published: true, price: 350_00, mrp: 600_00 })
    expect(tee?.variants).toMatchObject([{ mrp: 600_00 }, { price: 300_00, mrp: 700_00, stock: 44 }])
  })

  rule('finds SKUs in any case, which stays that of the shop', async () => {
    const test = await shopForThisTest()
    await aProduct(test, { slug: 'tee' }, [
      { sku: 'Tee-S', size: 'S', stock: 1 },
      { sku: 'TEE-M', size: 'M', stock: 1 },
    ])
    const text = 'sku,stock\nTEE-S,5\ntee-m,6\nTee-m,7\n'
    const { counts, refused } = await importText(test, text, { only: ['stock'] })
    expect(counts).toMatchObject({ changed: 2, refused: 1 })
    expect(refused).toMatchObject([{ line: '4', reason: 'Has the SKU of an earlier row: line 3' }])
    await importText(test, 'key,sku,price,mrp\ntee,TEE-s,450,800\n')
    const other = await importText(test, 'name,sku,price\nCap,cap-1,50\n')
    expect(other.counts).toMatchObject({ created: 1 })
    const taken = await importText(test, 'key,name,sku,price\nhat,Hat,CAP-1,50\n')
    expect(taken.refused[0]?.reason).toContain('Another product has this SKU')
    const tee = (await catalogueOf(test)).find(({ slug }) => slug === 'tee')
    expect(tee?.variants).toMatchObject([
      { sku: 'Tee-S', stock: 5, price: 450_00 },
      { sku: 'TEE-M', stock: 6 },
    ])
  })

  rule('refuses rows that fit no product, under a column of the file, and numbers that fit two', async () => {
    const test = await shopForThisTest()
    const { id } = await aProduct(test, { name: 'First' })
    await aProduct(test, { name: 'Second', external_key: `${id}` })
    for (const column of ['sku', 'slug', 'id'] as const) {
      const { refused } = await importText(test, `${column},is_published\n987654,no\n`)
      expect(refused).toMatchObject([
        { column, value: '987654', reason: 'New products need a name and a price' },
      ])
    }
    const { refused } = await importText(test, `id,is_published\n${id},no\n`)
    expect(refused[0]?.reason).toMatch(
      /^The shop has several products of this name or number: \d+ "First" and \d+ "Second"$/,
    )
    const { counts } = await importText(test, `key,is_published\n${id},no\n`)
    expect(counts).toMatchObject({ changed: 1, refused: 0 })
  })

  rule('with headings only says so', async () => {
    const test = await shopForThisTest()
    expect(describeImport((await importText(test, 'name,price\n')).result)).toContain(
      'only headings or examples, no rows',
    )
  })
})

rule('names the GST rates that India does not have, in dry run and run', async () => {
  const test = await shopForThisTest()
  const list = 'name,price,gst\nTea,10,12.5\nGhee,20,5%\nRice,30,17\nOats,30,12.5\nSoap,30,12\nSalt,,9\n'
  const dry = await importText(test, list, { dryRun: true })
  const { result } = await importText(test, list)
  expect(describeImport(result)).toContain(
    'WARNING: India does not have a GST rate of 12.5 %. Correct it before you sell. (2 products)',
  )
  expect(describeImport(result)).toContain(
    'WARNING: the GST rate of 12 % ended on 22 September 2025 for nearly all goods. Check it before you sell. (1 product)',
  )
  expect(dry.result.odd_rates).toEqual(result.odd_rates)
})

rule('reads headings with stars, percent and commas, and a category with its sub-category', async () => {
  const test = await shopForThisTest()
  const text = 'Name*,"Price, Rs",MRP*,GST Rate (%),Category,sub_category\nTea,90,100,5,Food,Drinks\n'
  const { result } = await importText(test, text, { map: 'price=Price, Rs,brand=' })
  expect(result.unused).toEqual([])
  expect(await catalogueOf(test)).toMatchObject([
    { name: 'Tea', price: 90_00, mrp: 100_00, gst_rate: 5, category: 'Food > Drinks' },
  ])
})

describe('a row that hides one variant of several', () => {
  const HEAD = 'SKU,Name,Colour,Price,Stock,Status\n'

  it('has no stock, in any order of rows, and the product stays on sale', async () => {
    const test = await shopForThisTest()
    const kurta = 'K1,Kurta,Red,500,5,Active\nK2,Kurta,Blue,500,5,Inactive\n'
    const saree = 'S1,Saree,Red,900,5,Inactive\nS2,Saree,Blue,900,5,Active\n'
    const stole = 'T1,Stole,Red,300,5,\nX1,Cap,,90,5,Inactive\nT2,Stole,Blue,300,5,Inactive\n'
    expect((await importText(test, HEAD + kurta + saree + stole)).refused).toEqual([])
    const found = (await catalogueOf(test)).map(({ name, is_published, variants }) => [
      name,
      is_published,
      variants.map(({ sku, stock }) => `${sku} ${stock}`),
    ])
    expect(found).toEqual([
      ['Cap', false, ['X1 5']],
      ['Kurta', true, ['K1 5', 'K2 0']],
      ['Saree', true, ['S1 0', 'S2 5']],
      ['Stole', true, ['T1 5', 'T2 0']],
    ])
  })

  rule('hides the product once no variant of it is shown', async () => {
    const test = await shopForThisTest()
    await importText(test, `${HEAD}A1,Kurta,Red,500,5,\nA2,Kurta,Blue,500,5,\n`)
    const shown = async () => {
      const [kurta] = await catalogueOf(test)
      return [kurta?.is_published, ...(kurta?.variants ?? []).map(({ stock }) => stock)]
    }
    await importText(test, 'sku,status\nA2,Inactive\n')
    expect(await shown()).toEqual([true, 5, 0])
    await importText(test, 'sku,status\nA1,Inactive\nA2,Active\n')
    expect(await shown()).toEqual([true, 0, 0])
    await importText(test, 'sku,status\nA1,Inactive\nA2,Inactive\n')
    expect(await shown()).toEqual([false, 0, 0])
  })
})
