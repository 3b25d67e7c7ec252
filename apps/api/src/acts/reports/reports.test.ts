import { Day, Month } from '@haat/contract/staff/act'
import { staffReports } from '@haat/contract/staff/reports'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCategory, anAddress, aProduct } from '../../../test/factories.ts'
import { aShopper, item, type OrderItemInput } from '../../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { issueInvoice } from '../../features/invoices/invoices.ts'
import { DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { writeSettings } from '../../features/settings/settings.store.ts'
import { insertPayment } from '../../features/payments/payments.store.ts'
import { insertRefund } from '../../features/payments/refunds.store.ts'
import { advanceOrder, returnItems } from '../orders/orders.ts'
import { returnActs } from '../returns/return-acts.ts'
import { replyCsv, replyText } from '../cells/act-output.ts'
import { gstReport } from './gst-report.ts'
import { atTheServer } from '../../merchant/command.ts'
import { begun, issueMissingInvoices, monthOf, periodOf, reportActs, salesReport } from './reports.ts'
import { rule } from '../../../test/rule.ts'

const month = (text: string): Date => z.decode(Month, text)
const APRIL = monthOf(month('2026-04'))

const aprilReport = (test: TestShop) =>
  reportActs.gst(test.shop, { month: month('2026-04'), issue_missing: false, yes: false }, atTheServer())

/** A shop in Karnataka on 31 March 2026, 23:00 in India, whose delivery costs ₹50. */
async function setUp() {
  const test = await shopForThisTest()
  test.clock.set(new Date('2026-03-31T17:30:00Z'))
  const delivery = {
    charge: 50_00,
    free_above: 100_00_000_00,
    waivedOnCartCheckout: false,
    deals_ship_free: false,
    areas: [],
    dispatch_days: 1,
  }
  await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, delivery }))
  const food = await aCategory(test, { name: 'Food' })
  const rice = await aProduct(test, { name: 'Rice', hsn: '1006', gst_rate: 5, category_id: food.id }, [
    { price: 299_00, stock: 99 },
  ])
  const milk = await aProduct(test, { name: 'Milk', hsn: '0401', gst_rate: 0, category_id: food.id }, [
    { price: 52_00, stock: 99 },
  ])
  const ring = await aProduct(test, { name: 'Ring', hsn: '7113', gst_rate: 3 }, [
    { price: 60_000_00, stock: 99 },
  ])
  return { test, rice, milk, ring }
}
type SetUp = Awaited<ReturnType<typeof setUp>>

/** Customers keep their session for a day: each order has its own. */
async function buy(
  { test }: SetUp,
  state: string,
  pincode: string,
  items: OrderItemInput[],
  total: number,
  more: object = {},
) {
  const shopper = await aShopper(test)
  const { id } = await anAddress(test, shopper.customer, { state, pincode, city: state })
  const reply = await shopper.place(shopper.order(items, total + 50, { address_id: id, ...more })).expect(201)
  return reply.body.order_id as number
}

async function aMonth(shop: SetUp) {
  const { test, rice, milk, ring } = shop
  const ids: Record<string, number> = {}
  const invoiced = async (name: string, ...order: [string, string, OrderItemInput[], number]) => {
    ids[name] = await buy(shop, ...order)
    return (await issueInvoice(test.shop, ids[name]))!
  }
  const march = await invoiced('march', 'Karnataka', '560001', [item(rice)], 299)
  test.clock.advance(3601)
  const invoices = [
    await invoiced('home', 'Karnataka', '560001', [item(rice), item(milk)], 351),
    await invoiced('away', 'Maharashtra', '400001', [item(rice, 3)], 897),
    await invoiced('large', 'Kerala', '682001', [item(ring, 2), item(rice)], 1_20_299),
  ]
  const gone = await invoiced('gone', 'Karnataka', '560001', [item(rice)], 299)
  await advanceOrder(test.shop, ids['gone']!, 'cancel')
  await advanceOrder(test.shop, ids['march']!, 'cancel')
  return { ids, invoices, gone, march }
}

rule('tells sales to businesses one by one, with their GSTIN, and so their credit notes', async () => {
  const shop = await setUp()
  const { test, rice, milk } = shop
  test.clock.advance(3601)
  const buyer_gstin = '29ABCDE1234F1ZW'
  const id = await buy(shop, 'Karnataka', '560001', [item(rice, 2), item(milk)], 650, { buyer_gstin })
  const invoice = (await issueInvoice(test.shop, id))!
  await advanceOrder(test.shop, id, 'cancel')
  const report = await gstReport(test.shop, APRIL)
  expect(report.b2b).toMatchObject([{ buyer_gstin, number: invoice.number, rate: 5 }])
  expect(report.credit_notes.map((row) => [row.table, row.rate, row.buyer_gstin])).toEqual([
    ['8', 0, buyer_gstin],
    ['9B', 5, buyer_gstin],
  ])
  expect([report.b2c, report.b2c_large]).toEqual([[], []])
  const csv = replyCsv(staffReports.gst, await aprilReport(test))
  expect(csv).toContain(buyer_gstin)
})

rule("adds up to the paisa with the month's invoices", async () => {
  const shop = await setUp()
  const { invoices, gone, march } = await aMonth(shop)
  const { test } = shop
  const report = await gstReport(test.shop, APRIL)
  for (const name of ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const) {
    const sum = (rows: { [key in typeof name]: number }[]) =>
      rows.reduce((total, row) => total + row[name], 0)
    const expected = sum(invoices.map(({ taxed }) => taxed.total))
    expect(report.total[name]).toBe(expected + gone.taxed.total[name])
    expect(report.credited[name]).toBe(gone.taxed.total[name] + march.taxed.total[name])
    expect(sum(report.credit_notes)).toBe(report.credited[name])
    const left = expected - march.taxed.total[name]
    expect(sum([...report.b2c, ...report.b2c_large, ...report.nil_rated])).toBe(left)
    expect(sum(report.hsn)).toBe(left)
  }
  expect(report.b2c.map(({ place_of_supply, rate }) => [place_of_supply, rate])).toEqual([
    ['27-Maharashtra', 5],
    ['29-Karnataka', 5],
  ])
  expect(report.nil_rated).toMatchObject([{ place_of_supply: '29-Karnataka', rate: 0 }])
  expect(report.b2c_large.map(({ number, rate }) => [number, rate])).toEqual([
    ['IN/26-27/0000003', 3],
    ['IN/26-27/0000003', 5],
  ])
  expect(report.hsn.map(({ hsn, quantity }) => [hsn, quantity])).toEqual([
    ['0401', 1],
    ['1006', 4],
    ['7113', 2],
  ])
  expect(report.documents).toEqual([
    { kind: 'credit_note', from: 'CN/26-27/0000001', to: 'CN/26-27/0000002', issued: 2, cancelled: 0 },
    { kind: 'tax_invoice', from: 'IN/26-27/0000001', to: 'IN/26-27/0000004', issued: 4, cancelled: 0 },
  ])
  expect(report.credit_notes).toMatchObject([
    { number: 'CN/26-27/0000001', invoice: 'IN/26-27/0000004', table: '7', rate: 5 },
    { number: 'CN/26-27/0000002', invoice: 'IN/25-26/0000001', invoice_date: '2026-03-31' },
  ])
  const inMarch = await gstReport(test.shop, monthOf(month('2026-03')))
  expect(inMarch.total).toEqual(march.taxed.total)
  expect(inMarch.documents).toMatchObject([{ issued: 1, cancelled: 0 }])
})

it('names shipped orders without an invoice, and a shop without GSTIN', async () => {
  const shop = await setUp()
  const { test, rice } = shop
  const id = await buy(shop, 'Karnataka', '560001', [item(rice)], 299)
  expect((await gstReport(test.shop, APRIL)).not_invoiced).toEqual([])
  await advanceOrder(test.shop, id, 'ship', { courier: 'Blue Dart' })
  expect((await gstReport(test.shop, APRIL)).not_invoiced).toEqual([])
  // As one that was shipped before invoices were issued by the shipping.
  await test.shop.db.transaction((tx) => tx.delete(tx.tables.documents))
  expect((await gstReport(test.shop, APRIL)).not_invoiced).toEqual([id])
  expect((await gstReport(test.shop, monthOf(month('2026-02')))).not_invoiced).toEqual([])
  expect(await issueMissingInvoices(test.shop, APRIL)).toMatch(/^This would issue 1 invoice, .*Add --yes/)
  expect((await gstReport(test.shop, APRIL)).not_invoiced).toEqual([id])
  const seller = { ...DEFAULT_SETTINGS.seller, gstin: null }
  await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, seller }))
  expect(await issueMissingInvoices(test.shop, APRIL, true)).toBe('Issued 1 invoice, dated today.')
  expect(await gstReport(test.shop, monthOf(month('2026-03')))).toMatchObject({
    gstin: null,
    b2c: [],
    hsn: [],
    bills_of_supply: 349_00,
    total: { amount: 0 },
    documents: [{ kind: 'bill_of_supply', issued: 1 }],
  })
})

rule('writes a spreadsheet with numbers as numbers and codes as text', async () => {
  const shop = await setUp()
  await aMonth(shop)
  const csv = replyCsv(staffReports.gst, await aprilReport(shop.test))
  expect(csv.slice(0, 20)).toMatch(/^\uFEFF"?Sales to consumers/)
  const rows: string[][] = parse(csv, { bom: true, relaxColumnCount: true })
  expect(rows).toContainEqual(['="0401"', 'Milk', 'NOS', '1', '59.41', '0%', '59.41', '0.00', '0.00', '0.00'])
  expect(rows).toContainEqual(['Tax invoice', 'IN/26-27/0000001', 'IN/26-27/0000004', '4', '0'])
})

rule('adds up sales by day, product and category', async () => {
  const shop = await setUp()
  const { ids } = await aMonth(shop)
  const { test } = shop
  await test.shop.db.transaction(async (tx) => {
    await insertRefund(tx, { order_id: ids['march']!, amount: 349_00, due_at: test.shop.now() })
  })
  test.clock.advance(86_400)
  await advanceOrder(test.shop, ids['march']!, 'refund')
  const report = await salesReport(test.shop, APRIL)
  expect(report.days).toMatchObject([
    { day: '2026-04-01', orders: 3, pieces: 8, refunded: 0 },
    { day: '2026-04-02', orders: 0, pieces: 0, refunded: 349_00 },
  ])
  expect(report.total).toEqual({
    orders: 3,
    pieces: 8,
    items_total: 1_21_547_00,
    total_discount_amount: 0,
    total_shipping_price: 150_00,
    total_amount: 1_21_697_00,
    returned: 0,
    net: 1_21_697_00,
    refunded: 349_00,
  })
  expect(report.products.map(({ name, orders, pieces, revenue }) => [name, orders, pieces, revenue])).toEqual(
    [
      ['Ring', 1, 2, 1_20_000_00],
      ['Rice', 3, 5, 1495_00],
      ['Milk', 1, 1, 52_00],
    ],
  )
  expect(report.categories[1]).toMatchObject({ name: 'Food', orders: 3, pieces: 6, revenue: 1547_00 })
})

rule('takes what came back off the sales, on the day it came back', async () => {
  const shop = await setUp()
  const { ids } = await aMonth(shop)
  const { test } = shop
  for (const name of ['home', 'away']) await advanceOrder(test.shop, ids[name]!, 'ship', { courier: 'Self' })
  await advanceOrder(test.shop, ids['home']!, 'deliver')
  test.clock.advance(86_400)
  await returnItems(test.shop, ids['home']!, ['2'], {})
  await advanceOrder(test.shop, ids['away']!, 'refuse')
  const { days, total, products } = await salesReport(test.shop, APRIL)
  const returned = 52_00 + 897_00 + 50_00
  expect(days).toMatchObject([
    { day: '2026-04-01', orders: 3, returned: 0, net: 1_21_697_00 },
    { day: '2026-04-02', orders: 0, returned, net: -returned },
  ])
  expect(total).toMatchObject({ total_amount: 1_21_697_00, returned, net: 1_21_697_00 - returned })
  expect(products.map(({ name, pieces, revenue }) => [name, pieces, revenue])).toEqual([
    ['Ring', 2, 1_20_000_00],
    ['Rice', 2, 598_00],
    ['Milk', 0, 0],
  ])
})

rule('counts what is sent in exchange as sold once', async () => {
  const { test, rice } = await setUp()
  const { shop } = test
  test.clock.advance(3601)
  const shopper = await aShopper(test)
  const { body } = await shopper.place(shopper.order([item(rice, 2)], 648)).expect(201)
  const id: number = body.order_id
  await advanceOrder(shop, id, 'ship', { courier: 'Self' })
  await advanceOrder(shop, id, 'deliver')
  const before = await salesReport(shop, APRIL)
  const [{ order_item_id }] = (await shopper.get(`/api/orders/${id}`)).body.order.order_items
  const items = [{ order_item_id, quantity: 1, variant_id: rice.variant.id }]
  const ask = { items, wish: 'exchange', reason: 'damaged' }
  const { request } = (await test.post(`/api/orders/${id}/returns`, ask, shopper.customer.token).expect(201))
    .body
  await returnActs.accept(shop, { request: request.id, answer: 'Send it.' }, atTheServer())
  const how = { request: request.id, refund_instead: false }
  const { replacement_order_id } = await returnActs.receive(shop, how, atTheServer())
  expect(replacement_order_id).not.toBeNull()
  expect(await salesReport(shop, APRIL)).toEqual(before)
})

it('says which sales were paid at the test bank, and names sub-categories by their path', async () => {
  const shop = await setUp()
  const { ids } = await aMonth(shop)
  const { test, rice } = shop
  await test.shop.db.transaction(async (tx) => {
    await tx.delete(tx.tables.payments)
    for (const name of ['home', 'gone', 'march'])
      await insertPayment(tx, {
        order_id: ids[name]!,
        provider: 'test-bank',
        simulated: true,
        merchant_order_id: `order_${name}`,
        transaction_id: `txn_${name}`,
        amount: 1,
        started_at: test.shop.now(),
      })
  })
  const { db } = test.shop
  const { products } = db.tables
  const parent_id = (await db.select().from(products).where(eq(products.id, rice.id)))[0]!.category_id
  const grains = await aCategory(test, { name: 'Grains', parent_id })
  await db.transaction((tx) =>
    tx.update(tx.tables.products).set({ category_id: grains.id }).where(eq(tx.tables.products.id, rice.id)),
  )
  const gst = await gstReport(test.shop, APRIL)
  const sales = await salesReport(test.shop, APRIL)
  expect(gst.test_bank).toEqual({ orders: 1, amount: 401_00 })
  expect(sales.test_bank).toEqual(gst.test_bank)
  const shown = 'which brought no money\nOrders    Total\n     1  ₹401.00'
  expect(replyText(staffReports.gst, await aprilReport(test))).toContain(shown)
  const input = { month: month('2026-04') }
  expect(replyText(staffReports.sales, await reportActs.sales(test.shop, input, atTheServer()))).toContain(
    shown,
  )
  expect(sales.categories.map(({ name, revenue }) => [name, revenue]).slice(1)).toEqual([
    ['Food > Grains', 1495_00],
    ['Food', 52_00],
  ])
  await test.shop.db.transaction((tx) => tx.delete(tx.tables.payments))
  expect(replyText(staffReports.gst, await aprilReport(test))).not.toContain('no money')
})

/** Days and months as they are typed. */
const Typed = z.object({ month: z.optional(Month), from: z.optional(Day), to: z.optional(Day) })

it.each([
  [{ month: '2026-12' }, '2026-11-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
  [{ month: '2027-02' }, '2027-01-31T18:30:00.000Z', '2027-02-28T18:30:00.000Z'],
  [{ from: '2026-02-28', to: '2026-02-28' }, '2026-02-27T18:30:00.000Z', '2026-02-28T18:30:00.000Z'],
])('reads the period %j in India', (typed, from, to) => {
  expect(periodOf(z.decode(Typed, typed))).toEqual({ from: new Date(from), to: new Date(to) })
})

it.each([
  {},
  { month: '2026-13' },
  { month: 'November' },
  { from: '2026-11-01' },
  { month: '2026-11', to: '2026-11-02' },
  { from: '2026-02-30', to: '2026-03-01' },
  { from: '2026-11-02', to: '2026-11-01' },
])('refuses the period %j', (typed) => {
  expect(() => periodOf(z.decode(Typed, typed))).toThrow(/\S/)
})

it('leaves out an HSN code of which nothing is left', async () => {
  const shop = await setUp()
  const { test, milk } = shop
  test.clock.advance(3601)
  const id = await buy(shop, 'Karnataka', '560001', [item(milk)], 52)
  await issueInvoice(test.shop, id)
  expect((await gstReport(test.shop, APRIL)).hsn).toMatchObject([{ hsn: '0401', quantity: 1 }])
  await advanceOrder(test.shop, id, 'cancel')
  expect((await gstReport(test.shop, APRIL)).hsn).toEqual([])
})

rule('refuses a period that has not begun in India', () => {
  const period = monthOf(month('2027-11'))
  expect(() => begun(period, new Date('2027-10-31T18:29:59Z'))).toThrow('has not begun')
  expect(begun(period, new Date('2027-10-31T18:30:00Z'))).toBe(period)
})
