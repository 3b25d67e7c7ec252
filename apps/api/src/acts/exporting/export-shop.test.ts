import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { toRupees } from '@haat/contract/money'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aCategory, aCustomer, aDeal, anAddress, aProduct } from '../../../test/factories.ts'
import { catalogueOf, importText } from '../../../test/import-file.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { issueInvoice } from '../../features/invoices/invoices.ts'
import { DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { writeSettings } from '../../features/settings/settings.store.ts'
import { openPictureArchive } from '../../merchant/importing/picture-archives.ts'
import { advanceOrder, returnItems } from '../orders/orders.ts'
import { type ExportFormat, type ExportKind, exportPictures, exportShop } from './export-shop.ts'
import { rule } from '../../../test/rule.ts'

async function exported({ shop }: TestShop, kind: ExportKind, format: ExportFormat): Promise<string> {
  let text = ''
  for await (const part of exportShop(shop.db, kind, format, 'https://shop.test')) text += part
  return text
}

const rowsOf = (text: string) => parse(text, { columns: true, bom: true }) as Record<string, string>[]

/** A small shop whose products have every kind of value. */
async function aRichShop(test: TestShop): Promise<void> {
  const home = await aCategory(test, { name: 'Home & Kitchen', slug: 'home' })
  const steel = await aCategory(test, { name: 'Steel', slug: 'steel', parent_id: home.id })
  const lamp = await aProduct(
    test,
    {
      name: '=HYPERLINK("http://evil")',
      slug: 'lamp',
      brand: '-Deepa',
      category_id: steel.id,
      description: 'Brass.\n\n• Two wicks\n• <b>Heavy</b> & "old"',
      short_description: '',
      hsn: '0306',
      gst_rate: 12,
      rating: 4.5,
      is_featured: true,
      created_at: new Date('2025-03-01T19:00:00.123Z'),
    },
    [
      { sku: 'L-R', color: 'Red', size: '20 cm', price: 450_50, mrp: 500_00, stock: 0, weight: 1.25 },
      { sku: '+L-B', color: 'Blue', size: '20 cm', price: 460_00, mrp: null, stock: 7 },
    ],
  )
  await aProduct(
    test,
    {
      ...{ name: 'चाय का कप', slug: 'cup', external_key: 'item 7', is_new_arrival: true },
      ...{ is_published: false, publish_at: new Date('2026-12-03T04:30:00.456Z') },
    },
    [{ sku: '00123', variant_name: 'Set of 6', price: 1, mrp: 1, length: 3.5, breadth: 1, height: 99 }],
  )
  await aDeal(test, lamp.id, { deal_price: 100_00 })
  const media = (row: object) => ({ product_id: lamp.id, media_type: 'image', alt: '', ...row })
  await test.shop.db.transaction(async (tx) => {
    await tx
      .insert(tx.tables.media)
      .values([
        media({ media_url: '/media/front.webp', alt: 'Front, lit', position: 0 }),
        media({ media_url: '/media/back.webp', position: 1 }),
        media({ media_type: 'video', video_source: 'youtube', media_url: 'dQw4w9WgXcQ', position: 2 }),
        media({ media_url: '/media/blue.webp', variant_id: lamp.variants[1]?.id, alt: '=Blue', position: 3 }),
      ] as never)
  })
  const folder = join(test.shop.config.dataDir, 'media')
  mkdirSync(folder, { recursive: true })
  for (const [name, width] of Object.entries({ front: 30, back: 20, blue: 10 })) {
    const picture = sharp({ create: { width, height: 10, channels: 3, background: '#369' } })
    await picture.webp().toFile(join(folder, `${name}.webp`))
  }
}

/** The catalogue without deal prices and file names, which differ in another shop. */
const comparable = async (test: TestShop) =>
  (await catalogueOf(test)).map(({ price: _, discount_percentage: __, media_url: ___, ...product }) => ({
    ...product,
    media: product.media.map(withoutName),
    variants: product.variants.map((variant) => ({ ...variant, media: variant.media.map(withoutName) })),
  }))

const withoutName = (medium: { media_type: string; media_url: string; alt: string }) =>
  medium.media_type === 'image' ? { media_type: 'image', alt: medium.alt } : medium

describe('products', () => {
  it.each(['csv', 'shopify'] as const)(
    'are the same in another shop that imports the exported %s',
    async (format) => {
      const [from, into] = [await shopForThisTest(), await shopForThisTest()]
      await aRichShop(from)
      const pictures = join(from.shop.config.dataDir, 'pictures')
      expect(await exportPictures(from.shop, pictures)).toBe(3)
      const text = await exported(from, 'products', format)
      const media = {
        originals: into.shop.media.originals,
        publicUrl: 'https://other.test',
        archive: await openPictureArchive(pictures),
      }
      const { counts, refused } = await importText(into, text, { media })
      expect(refused).toEqual([])
      expect(counts).toMatchObject({ created: 2, refused: 0 })
      expect(await comparable(into)).toEqual(await comparable(from))
      const [, lamp] = await catalogueOf(into)
      const front = (lamp?.media[0]?.media_url ?? '').replace('/media/', '')
      expect(await sharp(join(into.shop.config.dataDir, 'media', front)).metadata()).toMatchObject({
        width: 30,
      })
      expect((await importText(into, text, { media })).counts).toMatchObject({
        unchanged: 2,
        created: 0,
        changed: 0,
      })
    },
  )

  it.each(['csv', 'shopify'] as const)(
    'do not change when their shop imports the exported %s',
    async (format) => {
      const test = await shopForThisTest()
      await aRichShop(test)
      const before = await catalogueOf(test)
      const text = await exported(test, 'products', format)
      const { originals } = test.shop.media
      const media = { originals, publicUrl: 'https://shop.test', archive: null }
      expect((await importText(test, text, { media })).counts).toMatchObject({
        unchanged: 2,
        created: 0,
        refused: 0,
      })
      expect(await catalogueOf(test)).toEqual(before)
    },
  )

  rule('have no cell that a spreadsheet would run, and no deal prices', async () => {
    const test = await shopForThisTest()
    await aRichShop(test)
    for (const format of ['csv', 'shopify'] as const) {
      const rows = rowsOf(await exported(test, 'products', format))
      const cells = rows.flatMap((row) => Object.values(row))
      expect(cells.filter((cell) => /^(?!="\d+"$)[=+\-@\t\r]/.test(cell))).toEqual([])
      expect(cells).toContain(`'=HYPERLINK("http://evil")`)
      expect(cells).toContain('450.50')
    }
  })

  rule('keep their codes, letters and Indian dates in Excel', async () => {
    const test = await shopForThisTest()
    await aRichShop(test)
    const text = await exported(test, 'products', 'csv')
    expect(text.startsWith('\uFEFFkey,')).toBe(true)
    expect(rowsOf(text)).toMatchObject([
      { hsn: '="0306"', created_at: '2025-03-02T00:30:00.123+05:30' },
      {},
      { name: 'चाय का कप', sku: '="00123"', publish_at: '2026-12-03T10:00:00.456+05:30' },
    ])
    for (const format of ['json', 'shopify'] as const)
      expect(await exported(test, 'products', format)).not.toMatch(/\uFEFF|="/)
  })

  rule('can be exported as JSON', async () => {
    const test = await shopForThisTest()
    await aRichShop(test)
    const products = JSON.parse(await exported(test, 'products', 'json'))
    expect(products).toMatchObject([
      {
        key: 'lamp',
        category: 'Home & Kitchen > Steel',
        variants: [
          { sku: 'L-R', price: 450.5 },
          { sku: '+L-B', media: [{ url: '/media/blue.webp' }] },
        ],
      },
      { key: 'item 7' },
    ])
  })
})

describe('customers and orders', () => {
  async function withAnOrder() {
    const test = await shopForThisTest()
    const customer = await aCustomer(test, { name: '@Asha Rao', password_hash: 'SECRET-HASH' })
    await anAddress(test, customer, { city: '=Pune', is_default: true })
    const product = await aProduct(test, { name: '+Rope' })
    await test.shop.db.transaction(async (tx) => {
      const { orders, order_items, payments } = tx.tables
      const [order] = await tx
        .insert(orders)
        .values({
          user_id: customer.id,
          status: 'CONFIRMED',
          payment_method: 'COD',
          checkout: 'cart',
          holds_stock: true,
          created_at: test.shop.now(),
          shipping_name: 'Asha',
          shipping_street: '=1+1',
          shipping_city: 'Pune',
          shipping_state: 'MH',
          shipping_country: 'India',
          shipping_zip: '411001',
          shipping_phone: '9876543210',
          items_total: 1500_00,
          total_shipping_price: 0,
          total_discount_amount: 100_00,
          total_amount: 1400_00,
          idempotency_key: 'SECRET-KEY',
          request_hash: 'SECRET-REQUEST',
        })
        .returning()
      await tx.insert(payments).values({
        order_id: order!.id,
        provider: 'test-bank',
        merchant_order_id: 'SECRET-ORDER',
        transaction_id: 'SECRET-TXN',
        amount: 1400_00,
        state: 'PAID',
        started_at: test.shop.now(),
      })
      const line = { order_id: order?.id ?? 0, product_id: product.id, product_name: '+Rope', price: 500_00 }
      await tx.insert(order_items).values([
        { ...line, quantity: 2, subtotal: 1000_00 },
        { ...line, quantity: 1, subtotal: 500_00 },
      ])
    })
    return test
  }

  it.each(['csv', 'json'] as const)('have no secrets and no formulas as %s', async (format) => {
    const test = await withAnOrder()
    for (const kind of ['customers', 'orders'] as const) {
      const text = await exported(test, kind, format)
      expect(text).not.toContain('SECRET')
      if (format === 'json') expect(JSON.parse(text)).toHaveLength(1)
      else {
        const cells = rowsOf(text).flatMap((row) => Object.values(row))
        expect(cells.filter((cell) => /^(?!="\d+"$)[=+\-@]/.test(cell))).toEqual([])
      }
    }
  })

  it('say which orders brought no money', async () => {
    const test = await withAnOrder()
    const { orders } = test.shop.db.tables
    await test.shop.db.transaction((tx) => tx.update(orders).set({ payment_method: 'ONLINE' }))
    expect(await exported(test, 'orders', 'csv')).toContain('ONLINE (test bank: no money)')
  })

  it('have no formula, whatever character begins it', async () => {
    const test = await shopForThisTest()
    const texts = [...'=+-@\t\r\n＝＋－＠', "'=", '\t='].map((start) => `${start}SUM(1)`)
    for (const text of texts) {
      const customer = await aCustomer(test, { name: text })
      await anAddress(test, customer, { city: text, is_default: true })
      await aProduct(test, { name: text, brand: text, description: text }, [{ color: text, sku: text }])
    }
    for (const [kind, format] of [
      ['customers', 'csv'],
      ['products', 'csv'],
      ['products', 'shopify'],
    ] as const) {
      const cells = rowsOf(await exported(test, kind, format)).flatMap((row) => Object.values(row))
      const guarded = cells.filter((cell) => cell.includes('SUM(1)'))
      expect(guarded.length).toBeGreaterThanOrEqual(2 * texts.length)
      expect(guarded.filter((cell) => !/^('|<p>)/.test(cell))).toEqual([])
    }
  })

  rule('have times in India, and the tax of each line and of the delivery', async () => {
    const test = await shopForThisTest()
    test.clock.set(new Date('2026-03-31T18:45:00Z'))
    const delivery = {
      charge: 65_60,
      free_above: 5000_00,
      waivedOnCartCheckout: false,
      deals_ship_free: false,
      areas: [],
      dispatch_days: 1,
    }
    await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, delivery }))
    const shopper = await aShopper(test)
    const rice = await aProduct(test, { hsn: '1006', gst_rate: 5 }, [{ price: 420_00 }])
    const pen = await aProduct(test, { hsn: '0960', gst_rate: 18 }, [{ price: 236_00 }])
    const { order_id } = (
      await shopper.place(shopper.order([item(rice), item(pen)], 721.6), 'one').expect(201)
    ).body
    const rows = rowsOf(await exported(test, 'orders', 'csv'))
    const of = ({ product_name, hsn, taxable_value, cgst, sgst_utgst, igst }: Record<string, string>) =>
      [product_name, hsn, taxable_value, cgst, sgst_utgst, igst].join(' ')
    expect(rows[0]).toMatchObject({ created_at: '2026-04-01 00:15:00', place_of_supply: '29-Karnataka' })
    expect(rows.map(of)).toEqual([
      `${rice.name} ="1006" 400.00 10.00 10.00 0.00`,
      `${pen.name} ="0960" 200.00 18.00 18.00 0.00`,
      'Delivery  40.00 1.00 1.00 0.00',
      'Delivery  20.00 1.80 1.80 0.00',
    ])
    const invoice = (await issueInvoice(test.shop, order_id))!
    const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0)
    expect(sum('taxable_value')).toBeCloseTo(toRupees(invoice.taxed.total.taxable), 5)
    expect(sum('cgst')).toBeCloseTo(toRupees(invoice.taxed.total.cgst), 5)
    await advanceOrder(test.shop, order_id, 'cancel')
    const [after] = rowsOf(await exported(test, 'orders', 'csv'))
    expect(after).toMatchObject({
      status: 'CANCELLED',
      taxable_value: '400.00',
      invoice_number: invoice.number,
    })
  })

  it('have an order’s amounts on one row only, so that sums are right', async () => {
    const test = await withAnOrder()
    const rows = rowsOf(await exported(test, 'orders', 'csv'))
    expect(rows.map((row) => [row['total_amount'], row['quantity'], row['subtotal']])).toEqual([
      ['1400.00', '2', '1000.00'],
      ['', '1', '500.00'],
    ])
    expect(rowsOf(await exported(test, 'customers', 'csv'))).toMatchObject([
      { name: "'@Asha Rao", orders: '1', total_spent: '1400.00', city: "'=Pune" },
    ])
    const { shop } = test
    const [order] = await shop.db.select().from(shop.db.tables.orders)
    for (const step of ['ship', 'deliver'] as const)
      await advanceOrder(shop, order!.id, step, { courier: 'Self' })
    await returnItems(shop, order!.id, ['2'], {})
    const [row] = rowsOf(await exported(test, 'customers', 'csv'))
    expect(row?.['total_spent']).toBe('900.00')
  })
})
