import { orderSentence } from '@haat/contract/staff/orders'
import { expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { changeOrder, changeOrders, getOrder, returnItems, staffOrder } from '../../acts/orders/orders.ts'
import { refundPart } from '../../acts/orders/refund-part.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 10 }])
  const place = async (quantity = 1) => {
    const body = shopper.order([item(product, quantity)], 500 * quantity + 99)
    return (await shopper.place(body, crypto.randomUUID()).expect(201)).body.order_id as number
  }
  const stock = async () => (await stockNow(test.shop.db)).get(product.variant.id)
  const wire = async (id: number) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order
  return { test, shop: test.shop, shopper, product, place, stock, wire }
}

const SHIP = { courier: 'Self' }

it('a parcel that the customer refuses comes back: stock and the count of open orders', async () => {
  const { shop, shopper, product, place, stock, wire } = await setUp()
  const limits = { ...DEFAULT_SETTINGS.limits, open_cod_orders: 1 }
  await shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, limits }))
  const id = await place(3)
  await changeOrder(shop, id, 'ship', SHIP)
  await expect(changeOrder(shop, id, 'cancel', {})).rejects.toMatchObject({
    extra: { remedy: expect.stringContaining(`haat orders refuse ${id}`) },
  })
  const again = shopper.order([item(product)], 599)
  await shopper.place(again).expect(409)
  const { order } = await changeOrder(shop, id, 'refuse', { note: 'Nobody was at home' })
  expect(order).toMatchObject({ status: 'RETURNED', paid_at: null, refund_due_amount: 0 })
  expect(await stock()).toBe(10)
  await shopper.place(again).expect(201)
  expect(await wire(id)).toMatchObject({
    order_status: 'RETURNED',
    order_items: [{ quantity: 3, returned: 3 }],
    refund_due_amount: 0,
  })
  expect((await getOrder(shop, id)).customer.refused).toBe(1)
  await expect(changeOrder(shop, id, 'deliver', {})).rejects.toThrow('is “Came back”')
  const { outbox } = shop.db.tables
  const mails = (await shop.db.select().from(outbox)).map(({ payload }) => JSON.parse(payload).mail)
  expect(mails).toContain('refused')
  await checkInvariants(shop.db)
})

it('a lost parcel is written off, and its payment refunded with the delivery', async () => {
  const { test, shop, shopper, product, stock, wire } = await setUp()
  const { order_id: id, sendCallback } = await payOnline(test, shopper, [item(product, 2)], 1099)
  await sendCallback().expect(200)
  await changeOrder(shop, id, 'ship', SHIP)
  await changeOrder(shop, id, 'out-for-delivery', {})
  const { order, refunds } = await changeOrder(shop, id, 'lose', {})
  expect(order.status).toBe('LOST')
  expect(refunds).toMatchObject([{ state: 'DUE', amount: 1099_00, payment_id: expect.any(Number) }])
  expect(await stock()).toBe(8)
  expect(await wire(id)).toMatchObject({ refund_due: true, refund_due_amount: 1099 })
  const settled = await changeOrder(shop, id, 'refund', { reference: 'UTR 412345678901' })
  expect(settled.refunds).toMatchObject([{ state: 'PAID', reference: 'UTR 412345678901' }])
  expect(await wire(id)).toMatchObject({ refund_due: false, refund_due_amount: 0 })
  await checkInvariants(shop.db)
})

it('a lost parcel that turns up goes back to the stock, once, and the refund stays', async () => {
  const { test, shop, shopper, product, stock, wire } = await setUp()
  const { order_id: id, sendCallback } = await payOnline(test, shopper, [item(product, 2)], 1099)
  await sendCallback().expect(200)
  await changeOrder(shop, id, 'ship', SHIP)
  await changeOrder(shop, id, 'lose', {})
  expect(await stock()).toBe(8)
  const { order, customer } = await returnItems(shop, id, [], {})
  expect([order.status, customer.refused]).toEqual(['RETURNED', 0])
  expect(await stock()).toBe(10)
  expect(await wire(id)).toMatchObject({ refund_due: true, refund_due_amount: 1099 })
  await expect(returnItems(shop, id, [], {})).rejects.toThrow('is “Came back”')
  expect(await stock()).toBe(10)
  await checkInvariants(shop.db)
})

it('pieces come back one by one: the parts add up to what was paid, to the paisa', async () => {
  const { test, shop, shopper, stock, product, wire } = await setUp()
  const lamp = await aProduct(test, { name: 'Lamp' }, [{ price: 33_33, stock: 10, sku: 'LAMP' }])
  const coupon = await aCoupon(test, { kind: 'flat', value: 10_01, max_discount: null })
  const items = [item(product, 1), item(lamp, 3)]
  const { body } = await shopper.apply(coupon.code, items).expect(200)
  const total = 500 + 99.99 + 99 - 10.01
  const claims = { order_coupon_id: body.order_coupon_id }
  const { order_id: id } = (await shopper.place(shopper.order(items, total, claims)).expect(201)).body
  await changeOrder(shop, id, 'ship', SHIP)
  await expect(returnItems(shop, id, [], {})).rejects.toMatchObject({
    extra: { remedy: expect.stringContaining(`once it is delivered: haat orders return ${id}`) },
  })
  await changeOrder(shop, id, 'deliver', {})
  await expect(returnItems(shop, id, ['4'], {})).rejects.toThrow('has no line "4"')
  await expect(returnItems(shop, id, ['LAMP=4'], {})).rejects.toThrow('has 3 pieces left')
  for (const restock of [true, false]) await returnItems(shop, id, ['LAMP=1'], { restock })
  const part = staffOrder(await getOrder(shop, id))
  expect(part.status).toBe('DELIVERED')
  expect(part.events.at(-1)).toMatchObject({ kind: 'returned', note: 'Returned: 1 × Lamp' })
  // A customer reads the merchant's own words, whatever they begin with, and the shop's list at the items.
  expect((await wire(id)).events.at(-1)).toMatchObject({ kind: 'returned', note: null })
  const note = 'Returned: the box was open, and we took it all the same.'
  await returnItems(shop, id, ['2'], { with_delivery: true, note })
  expect((await wire(id)).events.at(-1)).toMatchObject({ kind: 'returned', note })
  const { order, refunds } = await returnItems(shop, id, [], {})
  expect(order.status).toBe('RETURNED')
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total_amount)
  expect(refunds).toHaveLength(4)
  expect(await stock()).toBe(10)
  expect((await stockNow(shop.db)).get(lamp.variant.id)).toBe(9)
  await expect(returnItems(shop, id, [], {})).rejects.toThrow('is “Came back”')
  await checkInvariants(shop.db)
})

it('takes one of several at once that want the same pieces, and refuses the others with a reason', async () => {
  const { test, shop, shopper, product } = await setUp()
  const { order_id: id, sendCallback } = await payOnline(test, shopper, [item(product, 3)], 1599)
  await sendCallback().expect(200)
  await changeOrder(shop, id, 'ship', SHIP)
  await changeOrder(shop, id, 'deliver', {})
  const back = () => returnItems(shop, id, ['1=2'], {})
  const give = () => refundPart(shop, id, ['1=2'], { with_delivery: false })
  const answers = await Promise.allSettled([back(), give(), back()])
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []))
  expect(refused.length).toBeGreaterThan(0)
  for (const status of refused) expect(status).toBeLessThan(500)
  await checkInvariants(shop.db)
})

it('changes several orders at once, and says which it could not', async () => {
  const { shop, place } = await setUp()
  const ids = [await place(), await place(), await place()].map(String)
  const ship = (id: number) => changeOrder(shop, id, 'ship', SHIP)
  const shipped = await changeOrders(shop, ids.slice(0, 2), ship)
  expect(shipped.map(({ order }) => order.status)).toEqual(['SHIPPED', 'SHIPPED'])
  await expect(changeOrders(shop, [...ids, '99'], ship)).rejects.toThrow(
    new RegExp(
      `^Order ${ids[2]} .* is “On the way”\\.\nOrder ${ids[0]} is “On the way”.*\nOrder ${ids[1]} .*\nThere is no order 99\\.$`,
    ),
  )
})

it('pays back in parts what was collected in whole rupees, and says what it settles', async () => {
  const test = await shopForThisTest()
  const { shop } = test
  const payments = { ...DEFAULT_SETTINGS.payments, round_cash: true }
  await shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, payments }))
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ price: 231_70, stock: 10 }])
  const { order_id: id } = (
    await shopper.place(shopper.order([item(product, 2)], 562.4), crypto.randomUUID()).expect(201)
  ).body
  for (const [move, details] of [
    ['ship', SHIP],
    ['out-for-delivery', {}],
    ['deliver', {}],
  ] as const)
    await changeOrder(shop, id, move, details)
  await returnItems(shop, id, ['1=1'], {})
  const { refunds } = await returnItems(shop, id, ['1=1'], { with_delivery: true })
  expect(refunds.map(({ amount }) => amount)).toEqual([231_70, 330_30])
  expect(orderSentence(staffOrder(await getOrder(shop, id)))).toMatch(/A refund of ₹562 is due\.$/)
  const settled = await changeOrder(shop, id, 'refund', { reference: 'R1' })
  expect(orderSentence(staffOrder(settled))).toMatch(/Refunded ₹562 on .*, reference R1\.$/)
  await checkInvariants(shop.db)
})
