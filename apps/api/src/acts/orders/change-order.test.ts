import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { issueInvoice } from '../../features/invoices/invoices.ts'
import { ACTS } from '../acts.ts'
import { changeAddress, hasUnknownState, removeItems } from './change-order.ts'
import { changeOrder, getOrder } from './orders.ts'
import { findAnyOrders } from './orders.store.ts'
import { rule } from '../../../test/rule.ts'

const WHO = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test, { name: 'Latha Iyer' })
  const rice = await aProduct(test, { name: 'Rice', gst_rate: 5 }, [{ stock: 10, sku: 'RICE' }])
  const dal = await aProduct(test, { name: 'Dal', gst_rate: 5 }, [{ price: 333_33, stock: 10, sku: 'DAL' }])
  const place = async () =>
    (await shopper.place(shopper.order([item(rice)], 599), crypto.randomUUID()).expect(201)).body
      .order_id as number
  return { test, shop: test.shop, shopper, rice, dal, place }
}

it('changes the address until the order is shipped, on its invoice too', async () => {
  const { shop, place } = await setUp()
  const id = await place()
  await issueInvoice(shop, id)
  const { order, documents, events } = await changeAddress(shop, id, {
    shipping_street: '7, FC Road',
    shipping_city: 'Pune',
    shipping_state: 'maharashtra',
    shipping_zip: '411004',
    shipping_phone: '+91 98765 43219',
  })
  expect(order).toMatchObject({
    shipping_street: '7, FC Road',
    shipping_state: 'Maharashtra',
    shipping_phone: '9876543219',
  })
  expect(documents.map(({ voided_at }) => voided_at !== null)).toEqual([true, false])
  expect((await issueInvoice(shop, id))?.supply).toBe('inter')
  expect(events.at(-1)).toMatchObject({ kind: 'changed', status: 'CONFIRMED' })
  await expect(changeAddress(shop, id, { shipping_zip: '110001' })).rejects.toThrow('is in Delhi')
  await expect(changeAddress(shop, id, { shipping_phone: '12' })).rejects.toThrow('10 digits')
  await expect(changeAddress(shop, id, {})).rejects.toThrow('at least one')
  await changeOrder(shop, id, 'ship', { courier: 'Self' })
  await expect(changeAddress(shop, id, { shipping_city: 'Mumbai' })).rejects.toThrow('until it is shipped')
})

it('promises another day for another place, and refuses one where the shop does not deliver', async () => {
  const { shop, place } = await setUp()
  const id = await place()
  await ACTS.delivery.set(shop, { area: '793', served: 'no' }, WHO)
  await ACTS.delivery.set(shop, { area: 'Kerala', days: '9-11' }, WHO)
  const before = (await getOrder(shop, id)).order
  const kerala = { shipping_state: 'Kerala', shipping_city: 'Kochi', shipping_zip: '682001' }
  const { order } = await changeAddress(shop, id, kerala)
  expect(order.arrives_to! > before.arrives_to!).toBe(true)
  await expect(
    changeAddress(shop, id, { shipping_state: 'Meghalaya', shipping_zip: '793001' }),
  ).rejects.toThrow('does not deliver to 793001')
  await ACTS.delivery.set(shop, { area: 'Goa', cod: 'no' }, WHO)
  await expect(changeAddress(shop, id, { shipping_state: 'Goa', shipping_zip: '403001' })).rejects.toThrow(
    'No cash is taken at 403001',
  )
  expect((await getOrder(shop, id)).order.shipping_zip).toBe('682001')
  await ACTS.delivery.set(shop, { area: '682', served: 'no' }, WHO)
  const renamed = await changeAddress(shop, id, { shipping_name: 'L Iyer' })
  expect(renamed.order).toMatchObject({ shipping_name: 'L Iyer', arrives_to: order.arrives_to })
})

it('lists orders whose state is none, and corrects it after they were shipped', async () => {
  const { shop, place } = await setUp()
  const [id, other] = [await place(), await place()]
  await changeOrder(shop, id, 'ship', { courier: 'Self' })
  const { orders } = shop.db.tables
  await shop.db.transaction((tx) =>
    tx.update(orders).set({ shipping_state: 'Karnatka' }).where(eq(orders.id, id)),
  )
  const unknown = async () => {
    const listed = await findAnyOrders(shop.db, { states: ['Karnataka'], limit: 10 })
    return listed.filter(hasUnknownState).map((row) => row.id)
  }
  expect(await unknown()).toEqual([id])
  expect((await issueInvoice(shop, id))?.state_code).toBeNull()
  await changeAddress(shop, id, { shipping_state: 'Karnataka' })
  expect(await unknown()).toEqual([])
  expect((await issueInvoice(shop, id))?.supply).toBe('intra')
  expect(other).toBeGreaterThan(id)
})

rule('removes pieces with their share of the discount, and refunds the difference', async () => {
  const { test, shop, shopper, rice, dal } = await setUp()
  const coupon = await aCoupon(test, { kind: 'flat', value: 100_00, max_discount: null })
  const items = [item(rice, 2), item(dal, 3)]
  const { body } = await shopper.apply(coupon.code, items).expect(200)
  const total = 1000 + 999.99 + 99 - 100
  const claims = { order_coupon_id: body.order_coupon_id }
  const { order_id: id, sendCallback } = await payOnline(test, shopper, items, total, claims)
  await sendCallback({ amount: Math.round(total * 100) }).expect(200)
  const before = await getOrder(shop, id)
  const after = await removeItems(shop, id, ['DAL=1', '1'], { restock: false })
  expect(after.items.map(({ sku, quantity }) => [sku, quantity])).toEqual([['DAL', 2]])
  expect(after.order.total_amount).toBe(
    2 * 333_33 + 99_00 - after.items.reduce((sum, { discount_amount }) => sum + discount_amount, 0),
  )
  expect(after.refunds).toMatchObject([
    { state: 'DUE', amount: before.order.total_amount - after.order.total_amount },
  ])
  expect(after.events.at(-1)?.note).toBe('Removed: 2 × Rice, 1 × Dal.')
  expect((await stockNow(shop.db)).get(dal.variant.id)).toBe(7)
  await expect(removeItems(shop, id, ['1'], { restock: true })).rejects.toMatchObject({
    extra: { remedy: expect.stringContaining('haat orders cancel') },
  })
  const less = await removeItems(shop, id, ['DAL=1'], { restock: true })
  expect((await stockNow(shop.db)).get(dal.variant.id)).toBe(8)
  const owed = less.refunds.reduce((sum, { amount }) => sum + amount, 0)
  expect(owed + less.order.total_amount).toBe(before.order.total_amount)
  await checkInvariants(shop.db)
  await changeOrder(shop, id, 'ship', { courier: 'Self' })
  expect((await issueInvoice(shop, id))?.taxed.total.amount).toBe(less.order.total_amount)
  await expect(removeItems(shop, id, ['1=1'], { restock: true })).rejects.toThrow('until it is shipped')
})

it('takes no piece without which the coupon would not have counted, unless its discount shall stay', async () => {
  const { test, shop, shopper, rice, dal } = await setUp()
  const coupon = await aCoupon(test, { kind: 'flat', value: 100_00, max_discount: null, min_amount: 900_00 })
  const items = [item(rice, 2), item(dal)]
  const { body } = await shopper.apply(coupon.code, items).expect(200)
  const claims = { order_coupon_id: body.order_coupon_id }
  const total = 1000 + 333.33 + 99 - 100
  const placed = await shopper.place(shopper.order(items, total, claims)).expect(201)
  const { order_id: id } = placed.body
  await removeItems(shop, id, ['DAL'], { restock: true })
  await expect(removeItems(shop, id, ['1=1'], { restock: true })).rejects.toThrow(
    'below the ₹900 of the coupon',
  )
  const { order } = await removeItems(shop, id, ['1=1'], { restock: true, keepDiscount: true })
  expect(order.total_discount_amount).toBeGreaterThan(0)
  await checkInvariants(shop.db)
})

it('finds orders by name, phone, number and day', async () => {
  const { test, shop, shopper, place } = await setUp()
  const id = await place()
  test.clock.advance(2 * 86_400)
  const { order } = await getOrder(shop, id)
  const found = async (filter: Omit<Parameters<typeof findAnyOrders>[1], 'limit'>) =>
    (await findAnyOrders(shop.db, { ...filter, limit: 10 })).length
  for (const search of ['latha', order.shipping_phone.slice(2), order.order_number, shopper.customer.email])
    expect([search, await found({ search })]).toEqual([search, 1])
  expect(await found({ search: 'ravi' })).toBe(0)
  const yesterday = new Date(shop.now().getTime() - 86_400_000)
  expect(await found({ from: yesterday })).toBe(0)
  expect(await found({ to: yesterday })).toBe(1)
})
