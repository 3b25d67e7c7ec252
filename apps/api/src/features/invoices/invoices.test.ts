import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import Pdf from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { advanceOrder, getOrder, returnItems } from '../../acts/orders/orders.ts'
import { invoicePdf } from '../../acts/orders/papers.ts'
import { refundPart } from '../../acts/orders/refund-part.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'
import { amountInWords, drawInvoice } from './draw-invoice.ts'
import { createDrawer, type Invoice, issueInvoice, toInvoice } from './invoices.ts'
import { hsnTaxes, taxOrder } from '@haat/contract/gst'

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test, { hsn: '48201010', gst_rate: 18 }, [{ price: 590_00, stock: 100 }])
  // ₹590 and ₹99 for delivery, both with 18 % inside.
  const place = async (): Promise<number> =>
    (await shopper.place(shopper.order([item(product)], 689), randomUUID()).expect(201)).body.order_id
  return { test, shopper, product, place }
}

const invoiceOf = (test: TestShop, id: number, token?: string) => test.get(`/api/orders/${id}/invoice`, token)

/** Changes the seller's details. */
const sellAs = (test: TestShop, seller: Partial<(typeof DEFAULT_SETTINGS)['seller']>) =>
  test.shop.db.transaction((tx) =>
    writeSettings(tx, { ...DEFAULT_SETTINGS, seller: { ...DEFAULT_SETTINGS.seller, ...seller } }),
  )

it('returns a PDF with the same bytes every time', async () => {
  const { test, shopper, place } = await setUp()
  const id = await place()
  await advanceOrder(test.shop, id, 'ship', { courier: 'Self' })
  const { token } = shopper.customer
  const reply = await invoiceOf(test, id, token).responseType('blob').expect(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="IN-25-26-0000001.pdf"',
    'cache-control': 'no-store',
  })
  const bytes = reply.body as Buffer
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  test.clock.advance(86_400 * 60)
  const { body: again } = await invoiceOf(
    test,
    id,
    (await aShopperAgain(test, shopper.customer.id)).token,
  ).responseType('blob')
  expect(Buffer.compare(again as Buffer, bytes)).toBe(0)
})

/** A session of the same customer that is still valid much later. */
async function aShopperAgain(test: TestShop, user_id: number) {
  const created_at = test.shop.now()
  const session = {
    sid: 'later',
    user_id,
    created_at,
    expires_at: new Date(created_at.getTime() + 3_600_000),
  }
  await test.shop.db.transaction((tx) => tx.insert(tx.tables.sessions).values(session))
  return { token: test.app.tokens.sign(session) }
}

it('is a 404 for other customers, and for orders that are not sold', async () => {
  const { test, shopper, product, place } = await setUp()
  const id = await place()
  const other = await aShopper(test)
  await invoiceOf(test, id).expect(401)
  await invoiceOf(test, id, other.customer.token).expect(404, {
    success: false,
    message: 'Invoice not found',
  })
  await invoiceOf(test, 999, shopper.customer.token).expect(404)
  const { order_id } = await payOnline(test, shopper, [item(product)], 689)
  await invoiceOf(test, order_id, shopper.customer.token).expect(404)
  const cancelled = await place()
  await advanceOrder(test.shop, cancelled, 'cancel')
  await invoiceOf(test, cancelled, shopper.customer.token).expect(404)
})

it('numbers each order once and without gaps, with concurrent requests', async () => {
  const { test, place } = await setUp()
  const ids: number[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await place())
  const issued = await Promise.all([...ids, ...ids, ...ids].map((id) => issueInvoice(test.shop, id)))
  const numbers = issued.map((invoice) => invoice?.number)
  expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5, 6].map((n) => `IN/25-26/000000${n}`)))
  for (const [index, id] of ids.entries()) {
    expect((await issueInvoice(test.shop, id))?.number).toBe(numbers[index])
  }
})

it('restarts with the financial year, and numbers bills of supply in their own series', async () => {
  const { test, place } = await setUp()
  const [first, second] = [await place(), await place()]
  expect((await issueInvoice(test.shop, first))?.number).toBe('IN/25-26/0000001')
  await sellAs(test, { gstin: null })
  test.clock.set(new Date('2026-04-01T00:00:00+05:30'))
  const invoice = await issueInvoice(test.shop, second)
  expect(invoice).toMatchObject({ number: 'BS/26-27/0000001', kind: 'bill_of_supply' })
  expect(invoice?.taxed.total).toMatchObject({ taxable: invoice?.taxed.total.amount, cgst: 0, igst: 0 })
})

it('is a bill of supply under the composition scheme, with its GSTIN and the food licence', async () => {
  const { test, place } = await setUp()
  await sellAs(test, { composition: true, fssai: '11223344556677' })
  const invoice = await issueInvoice(test.shop, await place())
  expect(invoice).toMatchObject({
    number: 'BS/25-26/0000001',
    kind: 'bill_of_supply',
    seller: { gstin: DEFAULT_SETTINGS.seller.gstin, composition: true, fssai: '11223344556677' },
  })
  expect(invoice?.taxed.total).toMatchObject({ cgst: 0, igst: 0 })
})

it("does not change with the shop's settings", async () => {
  const { test, place } = await setUp()
  const id = await place()
  const before = await issueInvoice(test.shop, id)
  await sellAs(test, { legal_name: 'Another Private Limited', state: 'Kerala', gstin: null })
  expect(await issueInvoice(test.shop, id)).toEqual(before)
})

it('splits the tax into halves within one state only', async () => {
  const { test, place } = await setUp()
  const home = await issueInvoice(test.shop, await place())
  expect(home).toMatchObject({ supply: 'intra', destination: 'Karnataka', state_code: '29' })
  expect(home?.taxed.total).toEqual({ amount: 689_00, taxable: 583_90, cgst: 52_55, sgst: 52_55, igst: 0 })
  await sellAs(test, { state: 'Maharashtra', gstin: '27AAPFU0939F1ZV' })
  const away = await issueInvoice(test.shop, await place())
  expect(away).toMatchObject({ supply: 'inter' })
  expect(away?.taxed.total).toEqual({ amount: 689_00, taxable: 583_90, cgst: 0, sgst: 0, igst: 105_10 })
})

it('embeds a font with the rupee sign, and repeats the column titles on every page', async () => {
  const { test, shopper } = await setUp()
  const products = []
  for (let n = 0; n < 50; n += 1) {
    const name = `A long name that needs several lines in its narrow column, number ${n}`
    products.push(await aProduct(test, { name, gst_rate: n % 2 ? 5 : 18 }))
  }
  const body = shopper.order(
    products.map((product) => item(product)),
    25_099,
  )
  const { order_id } = (await shopper.place(body).expect(201)).body
  const invoice = await issueInvoice(test.shop, order_id)
  const pdf = await drawInvoice(invoice!)
  const streams = unpacked(pdf)
  expect(streams.join('\n')).toContain('20b9')
  const pages = streams.filter((stream) => /\bbt\b/.test(stream))
  expect(pages.length).toBeGreaterThan(2)
  // Only column titles are bold at 7.5 points; `f2` is the bold font. The last page may have notes alone.
  for (const page of pages.slice(0, -1)) expect(page).toContain('/f2 7.5 tf')
})

it('reads each font once for all documents', async () => {
  const { test, place } = await setUp()
  const invoice = (await issueInvoice(test.shop, await place()))!
  const first = await drawInvoice(invoice)
  const read = vi.spyOn(fs, 'readFileSync')
  syncBuiltinESMExports()
  const second = await drawInvoice(invoice)
  expect(read.mock.calls.filter(([file]) => String(file).endsWith('.ttf'))).toEqual([])
  expect(second.equals(first)).toBe(true)
  read.mockRestore()
  syncBuiltinESMExports()
})

it('keeps amounts in one line, explains deliveries of several rates, and sums the tax by HSN code', async () => {
  const { test, shopper } = await setUp()
  const ring = await aProduct(test, { hsn: '7113', gst_rate: 3 }, [{ price: 99_99_999_00, stock: 5 }])
  const sari = await aProduct(test, { hsn: '5007', gst_rate: 5 }, [{ price: 5_00_000_00 }])
  await sellAs(test, {})
  const body = shopper.order([item(ring, 2), item(sari)], 2_04_99_998)
  const { order_id } = (await shopper.place(body).expect(201)).body
  const invoice = (await issueInvoice(test.shop, order_id))!
  const withDelivery = { ...invoice, taxed: taxOrder(goodsOf(invoice), 99_00, 'intra') }
  const texts = await textsOf(withDelivery)
  expect(texts).toEqual(expect.arrayContaining(['99,99,999.00', '1,99,99,998.00', '₹2,05,00,097.00']))
  expect(texts.join(' ')).toContain('divided over the GST rates of the goods')
  expect(texts).toEqual(expect.arrayContaining(['7113', '5007', '3% (1.5% CGST + 1.5% SGST)']))
})

const goodsOf = ({ items }: Invoice) =>
  items.map(({ gst_rate, subtotal, discount_amount, ships_free }) => ({
    gst_rate,
    amount: subtotal - discount_amount,
    ships_free,
  }))

it('prints a refund in part as a reduced price, without pieces', async () => {
  const { test, place } = await setUp()
  const id = await place()
  await advanceOrder(test.shop, id, 'ship', { courier: 'Self' })
  await advanceOrder(test.shop, id, 'deliver')
  const found = await refundPart(test.shop, id, [], { amount: 59_00, with_delivery: false })
  const texts = await textsOf(toInvoice(found.documents.at(-1)!, found))
  const [item] = found.items
  expect(texts).toContain(`${item!.product_name} · price reduced`)
  expect(texts).toContain('₹59.00')
  expect(texts).not.toContain('590.00')
})

/** The texts that a drawing writes, one for each run. */
async function textsOf(invoice: Invoice): Promise<string[]> {
  const written = vi.spyOn(Pdf.prototype, 'text')
  await drawInvoice(invoice)
  const texts = written.mock.calls.map(([text]) => String(text))
  written.mockRestore()
  return texts
}

/** The decompressed streams in lower case: the pages, and the character maps of the fonts. */
function unpacked(pdf: Buffer): string[] {
  const found: string[] = []
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 7)) {
    try {
      found.push(inflateSync(pdf.subarray(at + 7)).toString('latin1'))
    } catch {
      // Not a compressed stream.
    }
  }
  return found.map((stream) => stream.toLowerCase())
}

it.each([
  [1, 'Zero Rupees And One Paisa Only'],
  [1_50_000_00, 'One Lakh Fifty Thousand Rupees Only'],
  [
    1_23_45_678_50,
    'One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight Rupees And Fifty Paise Only',
  ],
])('writes %i paise in words, in lakh and crore', (paise, text) => {
  expect(amountInWords(paise)).toBe(text)
})

it('ends a drawing thread that hangs: replies 503, and draws the next invoice', async () => {
  const { test, place } = await setUp()
  const invoice = (await issueInvoice(test.shop, await place()))!
  const worker = join(import.meta.dirname, '../../../test/fixtures/hanging-draw-worker.mjs')
  const draw = createDrawer({ worker, within: 1500 })
  const log = { error: vi.fn<(data: unknown, message?: string) => void>() }
  const hung = draw({ ...invoice, number: 'hang' }, log)
  const next = draw(invoice, log)
  await expect(hung).rejects.toMatchObject({ status: 503 })
  expect(Buffer.from(await next).toString()).toBe(invoice.number)
  expect(log.error).toHaveBeenCalledOnce()
})

it('is issued by the dispatch; before that the customer gets a summary, which takes no number', async () => {
  const { test, shopper, place } = await setUp()
  const id = await place()
  const { token } = shopper.customer
  const summary = await invoiceOf(test, id, token).responseType('blob').expect(200)
  const { order } = await getOrder(test.shop, id)
  expect(summary.headers['content-disposition']).toContain(`${order.order_number}.pdf`)
  expect(await test.shop.db.select().from(test.shop.db.tables.documents)).toEqual([])
  expect(order.invoice_number).toBeNull()
  await advanceOrder(test.shop, id, 'ship', { courier: 'Self' })
  const { body } = await shopper.get(`/api/orders/${id}`).expect(200)
  expect(body.order).toMatchObject({ invoice_number: 'IN/25-26/0000001', credit_notes: [] })
})

it('is reduced by credit notes to the paisa, in a series of their own', async () => {
  const { test, shopper } = await setUp()
  const { shop } = test
  await sellAs(test, {})
  const rice = await aProduct(test, { name: 'Rice', hsn: '1006', gst_rate: 5 }, [{ price: 99_99, stock: 50 }])
  const lamp = await aProduct(test, { name: 'Lamp', hsn: '9405', gst_rate: 18 }, [
    { price: 333_33, stock: 50 },
  ])
  const items = [item(rice, 7), item(lamp, 3)]
  const total = 7 * 99.99 + 3 * 333.33 + 99
  const { order_id: id } = (await shopper.place(shopper.order(items, total)).expect(201)).body
  await advanceOrder(shop, id, 'ship', { courier: 'Self' })
  await advanceOrder(shop, id, 'deliver')
  for (const pieces of [['1=3'], ['1=1', '2=2'], ['1=3']]) await returnItems(shop, id, pieces, {})
  const found = await returnItems(shop, id, [], { with_delivery: true })
  const [invoice, ...notes] = found.documents.map((document) => toInvoice(document, found))
  expect(notes.map(({ number }) => number)).toEqual([1, 2, 3, 4].map((n) => `CN/25-26/000000${n}`))
  for (const name of ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const) {
    expect(notes.reduce((sum, { taxed }) => sum + taxed.total[name], 0)).toBe(invoice!.taxed.total[name])
    for (const { items: goods, taxed } of notes)
      expect(hsnTaxes(goods, taxed).reduce((sum, row) => sum + row[name], 0)).toBe(taxed.total[name])
  }
  expect(found.returns.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoice!.taxed.total.amount)
  const texts = await textsOf(notes[1]!)
  expect(texts).toContain('Credit Note')
  expect(texts.join(' ')).toContain(`Against ${invoice!.number} of `)
  const number = encodeURIComponent(notes[3]!.number)
  const { token } = shopper.customer
  const pdf = await test.get(`/api/orders/${id}/invoice?number=${number}`, token).responseType('blob')
  expect(pdf.headers['content-disposition']).toContain('CN-25-26-0000004.pdf')
  await test.get(`/api/orders/${id}/invoice?number=CN/25-26/0000009`, token).expect(404)
})

it('has a credit note when its order is cancelled, refused or lost, and none is issued afterwards', async () => {
  const { test, place } = await setUp()
  const { shop } = test
  const [cancelled, refused, lost, old] = [await place(), await place(), await place(), await place()]
  await issueInvoice(shop, cancelled)
  await advanceOrder(shop, cancelled, 'cancel')
  for (const [id, event] of [
    [refused, 'refuse'],
    [lost, 'lose'],
  ] as const) {
    await advanceOrder(shop, id, 'ship', { courier: 'Self' })
    await advanceOrder(shop, id, event)
  }
  for (const id of [cancelled, refused, lost]) {
    const found = await getOrder(shop, id)
    const [invoice, note] = found.documents.map((document) => toInvoice(document, found))
    expect(note?.taxed.total).toEqual(invoice?.taxed.total)
    expect(note?.paper).toBe('credit_note')
  }
  await advanceOrder(shop, old, 'ship', { courier: 'Self' })
  const { documents } = shop.db.tables
  await shop.db.transaction((tx) => tx.delete(documents).where(eq(documents.order_id, old)))
  await advanceOrder(shop, old, 'refuse')
  expect(await issueInvoice(shop, old)).toBeNull()
  expect((await getOrder(shop, old)).documents).toEqual([])
})

it('can be replaced while its month is open and nothing was credited', async () => {
  const { test, place } = await setUp()
  const { shop } = test
  const [id, another] = [await place(), await place()]
  await advanceOrder(shop, id, 'ship', { courier: 'Self' })
  await sellAs(test, { legal_name: 'Right Name LLP' })
  await invoicePdf(shop, [await getOrder(shop, id)], true)
  const found = await getOrder(shop, id)
  expect(found.documents.map(({ number, voided_at }) => [number, voided_at !== null])).toEqual([
    ['IN/25-26/0000001', true],
    ['IN/25-26/0000002', false],
  ])
  expect((await issueInvoice(shop, id))?.seller.legal_name).toBe('Right Name LLP')
  const { name, content } = await invoicePdf(shop, [
    await getOrder(shop, id),
    await getOrder(shop, await place()),
  ])
  expect([
    name,
    Buffer.from(content)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ]).toMatchObject(['invoices.pdf', { length: 2 }])
  test.clock.set(new Date('2026-04-01T00:00:00+05:30'))
  await expect(invoicePdf(shop, [await getOrder(shop, id)], true)).rejects.toThrow('of a month that is over')
  await advanceOrder(shop, another, 'ship', { courier: 'Self' })
  await advanceOrder(shop, another, 'refuse')
  await expect(invoicePdf(shop, [await getOrder(shop, another)], true)).rejects.toThrow('has a credit note')
})
