/** `deals_ship_free`: a line at a running deal's price adds no delivery charge. */
import { expect, it } from 'vitest'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { drawInvoice } from '../invoices/draw-invoice.ts'
import { issueInvoice } from '../invoices/invoices.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'

const setDelivery = (test: TestShop, delivery: Partial<(typeof DEFAULT_SETTINGS)['delivery']>) =>
  test.shop.db.transaction((tx) =>
    writeSettings(tx, { ...DEFAULT_SETTINGS, delivery: { ...DEFAULT_SETTINGS.delivery, ...delivery } }),
  )

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  // ₹500 and the deal ₹400, with 3 % inside; ₹100 with 5 %.
  const deal = await aProduct(test, { hsn: '7113', gst_rate: 3 }, [{ price: 500_00, stock: 20 }])
  await aDeal(test, deal.id)
  const other = await aProduct(test, { hsn: '6109', gst_rate: 5 }, [{ price: 100_00, stock: 20 }])
  return { test, deal, other, ...shopper }
}

it('delivers a deal free in both checkouts, and charges an order for its other lines', async () => {
  const { test, deal, other, order, place, add, get } = await setUp()
  const free = { total_shipping_price: 0 }
  const { body } = await place(order([item(deal)], 400, { ...free, checkout: 'buy-now' })).expect(201)
  const detail = await get(`/api/orders/${body.order_id}`)
  expect(detail.body.order).toMatchObject({ total_shipping_price: 0, total_amount: 400 })
  expect(detail.body.order.order_items).toMatchObject([{ ships_free: true }])

  await setDelivery(test, { waivedOnCartCheckout: false })
  await add(deal.variant.id)
  await place(order([item(deal)], 400, { ...free, checkout: 'cart' })).expect(201)
  const mixed = await place(order([item(deal), item(other)], 599)).expect(201)
  const lines = (await get(`/api/orders/${mixed.body.order_id}`)).body.order.order_items
  expect(lines.map((line: { ships_free: boolean }) => line.ships_free)).toEqual([true, false])

  const invoice = (await issueInvoice(test.shop, mixed.body.order_id))!
  expect(invoice.taxed.delivery).toMatchObject([{ rate: 5, amount: 99_00 }])
  expect((await drawInvoice(invoice)).length).toBeGreaterThan(1000)
})

it('charges delivery once the deal has ended, and says so before it places an order', async () => {
  const { test, deal, order, place } = await setUp()
  test.clock.advance(3600)
  const { body } = await place(order([item(deal)], 400, { total_shipping_price: 0 })).expect(409)
  expect(body).toMatchObject({
    code: 'PRICE_CHANGED',
    totals: { items_total: 500, total_shipping_price: 99, total_amount: 599 },
  })
  await place(order([item(deal)], 599)).expect(201)
})

it('charges deals as everything else where the setting is off', async () => {
  const { test, deal, order, place } = await setUp()
  await setDelivery(test, { deals_ship_free: false })
  await place(order([item(deal)], 400)).expect(409)
  const { body } = await place(order([item(deal)], 499)).expect(201)
  const [row] = await test.shop.db.select().from(test.shop.db.tables.order_items)
  expect([body.message, row?.ships_free]).toEqual(['Order created (COD)', false])
})
