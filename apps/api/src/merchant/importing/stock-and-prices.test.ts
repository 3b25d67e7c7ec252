import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { aFile, importText, withRetriedTransactions } from '../../../test/import-file.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { findPurchasableVariants } from '../../features/catalog/purchasable-variants.store.ts'
import { findActiveDeals } from '../../features/deals/deals.store.ts'
import { changeProduct } from '../../acts/catalogue/products.ts'
import { describeImport } from './import-summary.ts'
import { undoImport } from './catalogue-import.ts'
import { atTheServer } from '../command.ts'
import { importCatalogue, type ImportOptions } from './catalogue-import.ts'
import { rule } from '../../../test/rule.ts'

const LISTS: Record<string, ImportOptions> = {
  stock: { only: ['stock'] },
  prices: { only: ['price', 'mrp'] },
}

async function update(test: TestShop, kind: 'stock' | 'prices', text: string, options: ImportOptions = {}) {
  const file = aFile(test, text)
  const report_file = `${file}.refused`
  const result = await importCatalogue(test.shop, file, {
    ...LISTS[kind],
    report: report_file,
    who: atTheServer(),
    ...options,
  })
  const report = existsSync(`${file}.refused`) ? readFileSync(`${file}.refused`, 'utf8') : ''
  return { result, report }
}

/** What sitemaps say about the shop's first product. */
const lastChange = async (test: TestShop) =>
  /<lastmod>(.*?)</.exec((await test.app.inject('/sitemaps/products-1.xml')).body)?.[1]

const listed = async (test: TestShop, id: number) => (await test.get(`/api/products/${id}`).expect(200)).body

describe('stock by CSV', () => {
  it('sets the stock, shows it at once, and changes nothing the second time', async () => {
    const test = await shopForThisTest()
    const rope = await aProduct(test, {}, [{ sku: 'R-1', stock: 5 }])
    const hook = await aProduct(test, { external_key: 'hook' }, [{ stock: 0 }])
    const text = 'SKU,Key,Stock\nR-1,,0\n,hook,12\n'
    expect((await update(test, 'stock', text)).result).toMatchObject({ changed: 2, unchanged: 0, refused: 0 })
    expect(await listed(test, rope.id)).toMatchObject({ in_stock: 0, variants: [{ stock: 0 }] })
    expect(await listed(test, hook.id)).toMatchObject({ in_stock: 1, variants: [{ stock: 12 }] })
    expect((await update(test, 'stock', text)).result).toMatchObject({ changed: 0, unchanged: 2 })
  })

  rule(
    'tells old and new values, also in a dry run, and warns of prices that change by more than half',
    async () => {
      const test = await shopForThisTest()
      await aProduct(test, { name: 'Tea' }, [{ sku: 'TEA', stock: 5, price: 353_00 }])
      const { result } = await update(test, 'prices', 'sku,price\nTEA,3.53\n', { dryRun: true })
      expect(result).toMatchObject({ examples: ['"Tea" TEA: ₹353 → ₹3.53'], large_changes: 1 })
      expect(describeImport(result)).toContain('WARNING: 1 price changes by more than half.')
      const stock = await update(test, 'stock', 'sku,stock\nTEA,+5\n', { only: ['stock', 'stock_change'] })
      expect(stock.result).toMatchObject({ examples: ['"Tea" TEA: stock 5 → 10'], large_changes: 0 })
    },
  )

  it('gives sitemaps the time of a change that the page shows, of whichever variant and however made', async () => {
    const test = await shopForThisTest()
    const { slug } = await aProduct(test, {}, [
      { sku: 'A', stock: 5 },
      { sku: 'B', size: 'L', stock: 5, price: 500_00 },
    ])
    const isNewsAfter = async (change: () => Promise<unknown>) => {
      await lastChange(test)
      test.clock.advance(60)
      await change()
      return (await lastChange(test)) === test.shop.now().toISOString()
    }
    const change = { product: slug, variant: 'B', set: { price: '460' } }
    expect(await isNewsAfter(() => update(test, 'stock', 'sku,stock\nB,4\n'))).toBe(false)
    expect(await isNewsAfter(() => update(test, 'stock', 'sku,stock\nB,0\n'))).toBe(true)
    expect(await isNewsAfter(() => update(test, 'prices', 'sku,price\nB,450\n'))).toBe(true)
    expect(await isNewsAfter(() => changeProduct(test.shop, change))).toBe(true)
    expect(await isNewsAfter(() => importText(test, `key,sku,price\n${slug},B,470\n`))).toBe(true)
  })

  rule('refuses rows that fit no variant, with the reason, and applies the others', async () => {
    const test = await shopForThisTest()
    await aProduct(test, { slug: 'tee' }, [{ sku: 'T-1' }, { sku: 'T-2', color: 'Red' }])
    const { result, report } = await update(
      test,
      'stock',
      'sku,key,stock\nT-1,,3\nT-9,,3\n,tee,3\n,,3\nT-2,,lots\nT-1,,4\n',
    )
    expect(result).toMatchObject({ rows: 6, changed: 1, refused: 5 })
    expect(describeImport(result)).toContain('  1 × Has the SKU of an earlier row\n')
    expect(report.match(/Line .*?(?=")/g)).toEqual([
      'Line 3, sku “T-9”: The shop has no such product',
      'Line 4, sku: The product has several variants: name one, such as by its SKU',
      'Line 5, key: Nothing identifies the product',
      'Line 6, stock “lots”: Not a number of pieces',
      'Line 7, sku “T-1”: Has the SKU of an earlier row: line 2',
    ])
  })

  rule('changes nothing in a dry run', async () => {
    const test = await shopForThisTest()
    const rope = await aProduct(test, {}, [{ sku: 'R-1', stock: 5 }])
    const { result } = await update(test, 'stock', 'sku,stock\nR-1,9\n', { dryRun: true })
    expect(result).toMatchObject({ changed: 1, dry_run: true })
    expect(await listed(test, rope.id)).toMatchObject({ variants: [{ stock: 5 }] })
  })

  it('can be undone', async () => {
    const test = await shopForThisTest()
    const rope = await aProduct(test, {}, [{ sku: 'R-1', stock: 5 }])
    await update(test, 'stock', 'sku,stock\nR-1,3\n')
    expect(await undoImport(test.shop, atTheServer())).toMatchObject({ restored: 1, kept: [] })
    expect(await listed(test, rope.id)).toMatchObject({ variants: [{ stock: 5 }] })
  })

  rule('counts a batch once when its transaction runs twice', async () => {
    const test = await shopForThisTest()
    const rope = await aProduct(test, {}, [{ sku: 'R-1', stock: 5 }])
    const { result } = await update(withRetriedTransactions(test), 'stock', 'sku,stock\nR-1,9\nR-2,1\n')
    expect(result).toMatchObject({ changed: 1, refused: 1 })
    expect(await listed(test, rope.id)).toMatchObject({ variants: [{ stock: 9 }] })
  })

  rule('refuses a negative count with its row, and leaves the stock where the cell is empty', async () => {
    const test = await shopForThisTest()
    const rope = await aProduct(test, {}, [{ sku: 'R-1', stock: 5 }])
    const { result, report } = await update(test, 'stock', 'sku,stock\nR-1,-2\n')
    expect(result).toMatchObject({ changed: 0, refused: 1 })
    expect(report).toContain('Line 2, stock “-2”: Stock cannot be negative')
    const empty = await update(test, 'stock', 'sku,stock\nR-1,\nR-2,\n')
    expect(empty.result).toMatchObject({ changed: 0, unchanged: 1, refused: 1 })
    expect(empty.report).toContain('Line 3, sku “R-2”: The shop has no such product')
    expect(await listed(test, rope.id)).toMatchObject({ variants: [{ stock: 5 }] })
  })

  rule('reads the headings that import reads, and names the columns that it does not', async () => {
    const test = await shopForThisTest()
    const rope = await aProduct(test, {}, [{ sku: 'R-1', stock: 5 }])
    const { result } = await update(
      test,
      'stock',
      'S.No,Product Code,Name,closing stock,Rack\n1,R-1,Rope,12 Nos,L\n',
    )
    expect(describeImport(result)).toMatch(
      /^Layout: plain\. Columns: name from Name; sku from Product Code; stock from closing stock\.\nNot used: S\.No, Rack\.\n1 row: 1 variant changed/,
    )
    expect(await listed(test, rope.id)).toMatchObject({ variants: [{ stock: 12 }] })
    const two = await update(test, 'stock', 'sku,closing stock,qty\nR-1,9,\n')
    expect(two.result).toMatchObject({ changed: 1, unused: ['qty'] })
  })

  rule('refuses a file that lacks a column and lists its columns', async () => {
    const test = await shopForThisTest()
    await expect(update(test, 'stock', 'shelf,stock\n7,1\n')).rejects.toThrow(
      'id, key, sku or name is needed. The file has these columns: shelf, stock.',
    )
    await expect(update(test, 'stock', 'sku,pieces\nT,1\n')).rejects.toThrow('There is no column "stock".')
  })
})

describe('prices by CSV', () => {
  it('sets prices and MRPs, updates lists, and keeps a running deal', async () => {
    const test = await shopForThisTest()
    const rope = await aProduct(test, {}, [{ sku: 'R-1', price: 500_00, mrp: 800_00 }])
    const hook = await aProduct(test, {}, [{ sku: 'H-1', price: 50_00, mrp: 60_00 }])
    await aDeal(test, hook.id, { deal_price: 40_00 })
    const { result } = await update(test, 'prices', 'sku,price,mrp\nR-1,₹600,750\nH-1,55,70\n')
    expect(result).toMatchObject({ changed: 2, refused: 0 })
    expect(await listed(test, rope.id)).toMatchObject({ price: 600, mrp: 750, discount_percentage: 20 })
    expect(await listed(test, hook.id)).toMatchObject({ price: 40, mrp: 70 })
  })

  it('never asks more than the price while a deal runs that was cheaper', async () => {
    const test = await shopForThisTest()
    const { id, variants } = await aProduct(test, {}, [{ sku: 'R-1', price: 1500_00, mrp: 2000_00 }])
    await aDeal(test, id, { deal_price: 1499_00 })
    expect(await listed(test, id)).toMatchObject({ price: 1499 })
    await update(test, 'prices', 'sku,price\nR-1,1400\n')
    expect(await listed(test, id)).toMatchObject({ price: 1400 })
    const now = test.shop.now()
    const bought = await findPurchasableVariants(test.shop.db, [variants[0]!.id], now)
    expect(bought).toMatchObject([{ price: 1400_00, deal_price: null }])
    expect(await findActiveDeals(test.shop.db, now)).toEqual([])
    await update(test, 'prices', 'sku,price\nR-1,1600\n')
    expect(await listed(test, id)).toMatchObject({ price: 1499 })
    expect(await findActiveDeals(test.shop.db, now)).toHaveLength(1)
  })

  rule('takes the sale price, on its dates, and the other headings of import', async () => {
    const test = await shopForThisTest()
    const { id } = await aProduct(test, {}, [{ sku: 'R-1', price: 500_00, mrp: 800_00 }])
    await update(test, 'prices', 'sku,price,sale_price,maximum retail price\nR-1,480,450,700\n')
    expect(await listed(test, id)).toMatchObject({ price: 450, mrp: 700 })
    const head = 'sku,price,Special Price,sale ends,mrp\n'
    const { result } = await update(test, 'prices', `${head}R-1,480,400,31/12/2019,700\n`)
    expect(result).toMatchObject({ changed: 1, unused: [] })
    expect(await listed(test, id)).toMatchObject({ price: 480 })
    const { report } = await update(test, 'prices', `${head}R-1,490,400,12/31/2026,700\n`)
    expect(report).toContain('Line 2, sale ends “12/31/2026”: Not a date: write 31/12/2026 or 2026-12-31')
  })

  rule('names the command that sets prices and stock in one run', async () => {
    const test = await shopForThisTest()
    const { id } = await aProduct(test, {}, [{ sku: 'R-1', price: 500_00, mrp: null, stock: 3 }])
    const text = `id,price,Qty\n${id},450,9\n`
    const { result } = await update(test, 'prices', text)
    expect(describeImport(result)).toContain(
      'Qty is not read here. To set prices and stock in one run: haat import',
    )
    expect(await listed(test, id)).toMatchObject({ price: 450, variants: [{ stock: 3 }] })
    expect((await importText(test, text)).counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await listed(test, id)).toMatchObject({ price: 450, variants: [{ stock: 9 }] })
    expect((await update(test, 'prices', 'sku,price\nR-1,440\n')).result.notes).toEqual([])
  })

  rule('refuses a price above the new or current MRP', async () => {
    const test = await shopForThisTest()
    await aProduct(test, {}, [{ sku: 'R-1', price: 500_00, mrp: 800_00 }])
    expect((await update(test, 'prices', 'sku,price\nR-1,900\n')).report).toContain(
      'Line 2, sku “R-1”: The price is above the MRP: 900 is above 800',
    )
    expect((await update(test, 'prices', 'sku,M.R.P.\nR-1,₹400\n')).report).toContain(
      'Line 2, sku “R-1”: The price is above the MRP: 500 is above 400',
    )
    expect((await update(test, 'prices', 'sku,price,mrp\nR-1,900,850\n')).report).toContain(
      'The MRP is below the price: 900',
    )
    expect((await update(test, 'prices', 'sku,price,mrp\nR-1,900,900\n')).result.changed).toBe(1)
  })

  rule('refuses an MRP of 0, and erases it for the word none alone', async () => {
    const test = await shopForThisTest()
    const { id } = await aProduct(test, {}, [{ sku: 'R-1', price: 500_00, mrp: 800_00 }])
    const { result, report } = await update(test, 'prices', 'sku,mrp\nR-1,0.00\n')
    expect(result).toMatchObject({ changed: 0, refused: 1 })
    expect(report).toContain('or write none to erase the MRP')
    for (const word of ['Nil', '-', '--', 'n/a'])
      expect((await update(test, 'prices', `sku,mrp\nR-1,${word}\n`)).result).toMatchObject({ unchanged: 1 })
    expect((await update(test, 'prices', 'sku,price,mrp\nR-1,900,-\n')).report).toContain('900 is above 800')
    await update(test, 'prices', 'sku,mrp\nR-1,None\n')
    expect(await listed(test, id)).toMatchObject({ mrp: null })
  })

  rule('leaves the MRP where its cell is empty, and erases it where the file says none', async () => {
    const test = await shopForThisTest()
    const mixer = await aProduct(test, {}, [{ sku: 'MIX1', price: 4000_00, mrp: 4999_00 }])
    const { result, report } = await update(test, 'prices', 'sku,price,mrp\nMIX1,5200,\n')
    expect(result).toMatchObject({ changed: 0, refused: 1 })
    expect(report).toContain('The price is above the MRP: 5200 is above 4999')
    expect((await update(test, 'prices', 'sku,price,mrp\nMIX1,4500,\n')).result.changed).toBe(1)
    expect(await listed(test, mixer.id)).toMatchObject({ price: 4500, mrp: 4999 })
    expect((await update(test, 'prices', 'sku,mrp\nMIX1,none\n')).result.changed).toBe(1)
    expect(await listed(test, mixer.id)).toMatchObject({ price: 4500, mrp: null })
  })
})
