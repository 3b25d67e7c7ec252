import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { catalogueOf, importText, withRetriedTransactions } from '../../../test/import-file.ts'
import { aShopper } from '../../../test/shopper.ts'
import { shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { atTheServer } from '../command.ts'
import { describeUndo } from './import-summary.ts'
import { undoImport } from './catalogue-import.ts'

const undo = (test: TestShop, { dryRun = false } = {}) => undoImport(test.shop, atTheServer(), dryRun)

const FIRST = 'key,name,price,mrp,stock,category\na,Rope,500,600,7,Ropes\nb,Hook,50,,3,Hooks\n'
const SECOND = `key,name,price,mrp,stock,category,sku,color
a,Rope 10 m,550,650,9,Ropes > Long,R-1,
b,Hook,50,,3,Hooks,,
c,Pulley,900,,2,Gear > Heavy,,
a,,560,,1,,R-2,Red
`

describe('undo of an import', () => {
  it('takes back what the last import created and changed, and nothing else', async () => {
    const test = await shopForThisTest()
    await importText(test, FIRST)
    const before = await catalogueOf(test)
    await importText(test, SECOND)
    expect(await catalogueOf(test)).toHaveLength(3)
    const planned = await undo(test, { dryRun: true })
    expect(planned).toMatchObject({ deleted: 1, hidden: 0, restored: 1, categories: 3, kept: [] })
    expect(await catalogueOf(test)).toHaveLength(3)
    expect(await undo(withRetriedTransactions(test))).toEqual({ ...planned, dry_run: false })
    expect(await catalogueOf(test)).toEqual(before)
    const { body } = await test.get('/api/products/search?search=pulley').expect(200)
    expect(body.products).toEqual([])
    const { body: tree } = await test.get('/api/categories').expect(200)
    expect(tree.categories.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Hooks', 'Ropes'])
  })

  it('keeps values that were changed since, and says which', async () => {
    const test = await shopForThisTest()
    await importText(test, FIRST)
    await importText(test, 'key,name,price\na,Long rope,560\nb,Big hook,60\n')
    const { products } = test.shop.db.tables
    await test.shop.db.transaction((tx) =>
      tx.update(products).set({ name: 'Best rope' }).where(eq(products.name, 'Long rope')),
    )
    const result = await undo(test)
    expect(result).toMatchObject({ restored: 2 })
    expect(result.kept[0]).toMatch(/^product \d+ "Long rope" was changed since$/)
    const [hook, rope] = await catalogueOf(test)
    expect(rope).toMatchObject({ name: 'Best rope', price: 500_00 })
    expect(hook).toMatchObject({ name: 'Hook', price: 50_00 })
  })

  it('hides new products that were ordered', async () => {
    const test = await shopForThisTest()
    await importText(test, 'key,name,price\na,Rope,500\nb,Hook,50\n', { stock: 10 })
    const { variants, products } = test.shop.db.tables
    const [row] = await test.shop.db
      .select({ variant_id: variants.id, product_id: products.id })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.product_id))
      .where(eq(products.name, 'Rope'))
    const shopper = await aShopper(test)
    await shopper.place(shopper.order([{ ...row!, quantity: 1 }], 599)).expect(201)
    expect(await undo(test, { dryRun: true })).toMatchObject({ deleted: 1, hidden: 1 })
    expect(await undo(test)).toMatchObject({ deleted: 1, hidden: 1, categories: 0 })
    expect(await catalogueOf(test)).toMatchObject([{ name: 'Rope', is_published: false }])
  })

  it('hides new products of deals, and takes new variants away', async () => {
    const test = await shopForThisTest()
    await importText(test, FIRST)
    await importText(test, 'key,name,price,color\nTea,Tea,90,Red\nOil,Oil,90,Red\na,,510,Red\n')
    const { products, deals } = test.shop.db.tables
    const [oil] = await test.shop.db.select().from(products).where(eq(products.name, 'Oil'))
    await test.shop.db.transaction(async (tx) => {
      const [start_date, end_date] = [new Date(START), new Date(START.getTime() + 1)]
      const product_id = oil!.id
      await tx.insert(deals).values({ product_id, name: 'Oil', deal_price: 1, start_date, end_date })
    })
    const planned = await undo(test, { dryRun: true })
    expect(planned).toMatchObject({ deleted: 1, hidden: 1, restored: 1 })
    expect(planned.kept).toEqual([
      `product ${oil!.id} "Oil" is in a coupon or deal and is hidden instead of deleted`,
    ])
    expect(await undo(withRetriedTransactions(test))).toEqual({ ...planned, dry_run: false })
    expect(describeUndo(planned)).toContain('1 could not be undone:')
    const left = await catalogueOf(test)
    expect(left.map(({ name, variants }) => [name, variants.length])).toEqual([
      ['Hook', 1],
      ['Oil', 1],
      ['Rope', 1],
    ])
  })

  it('restores the oldest values of a product that several batches changed', async () => {
    const test = await shopForThisTest()
    await importText(test, 'key,name,price,sku\na,Rope,500,R-1\na,,510,R-2\n')
    const before = await catalogueOf(test)
    const others = Array.from({ length: 2001 }, (_, n) => `k${n},Product ${n},${n + 1},S-${n}`)
    const rows = ['a,Rope new,600,R-1', ...others, 'a,,610,R-2', 'a,,620,R-3']
    await importText(test, `key,name,price,sku\n${rows.join('\n')}\n`)
    expect(await undo(test)).toMatchObject({ deleted: 2001, restored: 1, kept: [] })
    expect(await catalogueOf(test)).toEqual(before)
  })

  it('undoes once, and imports an undone file from its beginning', async () => {
    const test = await shopForThisTest()
    await aProduct(test, { slug: 'kept' })
    await expect(undo(test)).rejects.toThrow('There is no import to undo')
    await importText(test, FIRST)
    expect((await importText(test, FIRST)).counts).toMatchObject({ unchanged: 2 })
    expect(await undo(test)).toMatchObject({ deleted: 2 })
    await expect(undo(test)).rejects.toThrow('There is no import to undo')
    expect((await importText(test, FIRST)).counts).toMatchObject({ created: 2 })
  })

  it('undoes an interrupted import, whose file can then be imported again', async () => {
    const test = await shopForThisTest()
    const rows = Array.from({ length: 2100 }, (_, n) => `k${n},Product ${n},${n + 1}`)
    const text = `key,name,price\n${rows.join('\n')}\n`
    const onBatch = () => {
      throw new Error('power cut')
    }
    await expect(importText(test, text, { onBatch })).rejects.toThrow('power cut')
    expect(await undo(test)).toMatchObject({ deleted: 2000, kept: [] })
    expect((await importText(test, text)).counts).toMatchObject({ created: 2100 })
  })

  it.each([
    ['another import, each is undone for itself', true],
    ['an undo, the import stops, and can go on', false],
  ])('when an import meets %s', async (_, isImport) => {
    const test = await shopForThisTest()
    const rows = Array.from({ length: 2001 }, (_, n) => `k${n},Product ${n},${n + 1},C ${n % 3}`)
    const text = `key,name,price,category\n${rows.join('\n')}\n`
    const { db } = test.shop
    let transactions = 0
    const transaction: typeof db.transaction = async (work) => {
      transactions += 1
      if (transactions === 2)
        await (isImport
          ? importText(test, 'key,name,price,category\nx,X,5,C 9\n', {}, 'other.csv')
          : undo(test))
      return db.transaction(work)
    }
    const busy = importText({ ...test, shop: { ...test.shop, db: { ...db, transaction } } }, text)
    if (isImport) {
      await busy
      expect(await undo(test)).toMatchObject({ deleted: 1 })
      expect(await catalogueOf(test)).toHaveLength(2001)
    } else {
      await expect(busy).rejects.toThrow('undone meanwhile')
      expect((await importText(test, text)).result.rows).toBe(2001)
      expect(await catalogueOf(test)).toHaveLength(2001)
    }
  })
})

it('imports two files with the same new products and categories at once', async () => {
  const test = await shopForThisTest()
  const rows = Array.from(
    { length: 40 },
    (_, n) => `k${n},Product ${n},${n + 1},S-${n},Top ${n % 7} > C ${n}`,
  )
  const [forwards, backwards] = [rows, rows.toReversed()].map((lines) =>
    importText(test, `key,name,price,sku,category\n${lines.join('\n')}\n`),
  )
  const counts = [(await forwards!).counts, (await backwards!).counts]
  expect(counts.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 40])
  expect(counts.map(({ unchanged }) => unchanged).toSorted((a, b) => a - b)).toEqual([0, 40])
})

it('says in a line that the shop is locked by something else for long', async () => {
  const test = await shopForThisTest()
  const transaction = () => Promise.reject(Object.assign(new Error('lock timeout'), { code: '55P03' }))
  const busy = { ...test, shop: { ...test.shop, db: { ...test.shop.db, transaction } } }
  await expect(importText(busy, FIRST)).rejects.toThrow(
    /^Something else writes to the shop .* Run this one again/,
  )
})
