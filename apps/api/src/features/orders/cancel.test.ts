import { expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { changeOrder } from '../../acts/orders/orders.ts'

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 10 }])
  const cancel = (id: number, body: object = {}, token = shopper.customer.token) =>
    test.post(`/api/orders/${id}/cancel`, body, token)
  const stock = async () => (await stockNow(test.shop.db)).get(product.variant.id)
  const mails = async () => {
    const rows = await test.shop.db.select().from(test.shop.db.tables.outbox)
    return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)
  }
  return { test, shop: test.shop, shopper, product, cancel, stock, mails }
}

it('cancels a cash order with its reason: stock and coupon return, customer and merchant are told', async () => {
  const { test, shop, shopper, product, cancel, stock, mails } = await setUp()
  const coupon = await aCoupon(test, { per_user_limit: 1 })
  const { body: applied } = await shopper.apply(coupon.code, [item(product)])
  const claim = { order_coupon_id: applied.order_coupon_id }
  const total = 599 - applied.discount_amount
  const place = () => shopper.place(shopper.order([item(product)], total, claim), crypto.randomUUID())
  const { order_id: id } = (await place().expect(201)).body
  expect(await stock()).toBe(9)
  const { order } = (await cancel(id, { reason: 'Ordered by mistake' }).expect(200)).body
  expect(order).toMatchObject({ order_status: 'CANCELLED', refund_due: false })
  expect(order.events.at(-1)).toMatchObject({
    ...{ kind: 'cancelled', note: 'Cancelled in My Orders: Ordered by mistake' },
  })
  expect(await stock()).toBe(10)
  expect(await mails()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ mail: 'cancelled' }),
      expect.objectContaining({ alert: 'cancelled', order_id: id }),
    ]),
  )
  await cancel(id).expect(200)
  expect((await mails()).filter(({ alert }) => alert === 'cancelled')).toHaveLength(1)
  const { body: again } = await shopper.apply(coupon.code, [item(product)]).expect(200)
  claim.order_coupon_id = again.order_coupon_id
  await place().expect(201)
  await checkInvariants(shop.db)
})

it('owes what was paid online', async () => {
  const { test, shop, shopper, product, cancel } = await setUp()
  const { order_id: id, sendCallback } = await payOnline(test, shopper, [item(product)], 599)
  await sendCallback().expect(200)
  const { order } = (await cancel(id).expect(200)).body
  expect(order).toMatchObject({ order_status: 'CANCELLED', refund_due: true, refund_due_amount: 599 })
  expect(order.events.at(-1).note).toBe('Cancelled in My Orders.')
  await checkInvariants(shop.db)
})

it('gives up an order that waits for its payment, without a word to anybody; what comes then goes back', async () => {
  const { test, shop, shopper, product, cancel, stock, mails } = await setUp()
  const { order_id: id, sendCallback } = await payOnline(test, shopper, [item(product)], 599)
  const { order } = (await cancel(id).expect(200)).body
  expect(order).toMatchObject({ order_status: 'CANCELLED', refund_due: false })
  expect(order.events.at(-1)).toMatchObject({ kind: 'abandoned', note: 'Cancelled in My Orders.' })
  expect([await stock(), await mails()]).toEqual([10, []])
  await sendCallback().expect(200)
  expect((await shopper.get(`/api/orders/${id}`)).body.order).toMatchObject({ refund_due_amount: 599 })
  await checkInvariants(shop.db)
})

it('says what to do instead once it is packed, and cancels nobody else’s order', async () => {
  const { test, shop, shopper, product, cancel } = await setUp()
  const { order_id: id } = (await shopper.place(shopper.order([item(product)], 599)).expect(201)).body
  await cancel(id, {}, (await aShopper(test)).customer.token).expect(404)
  await cancel(id, { reason: 'x'.repeat(501) }).expect(400)
  const whyNot = async () => (await shopper.get(`/api/orders/${id}`)).body.order.why_not_cancelled
  const refusal = async () => (await cancel(id).expect(409)).body.message
  expect(await whyNot()).toBeNull()
  await changeOrder(shop, id, 'process', {})
  expect(await refusal()).toContain('We are packing this order')
  expect(await whyNot()).toBe(await refusal())
  await changeOrder(shop, id, 'ship', { courier: 'Self' })
  expect(await refusal()).toContain('do not accept the parcel')
  expect(await whyNot()).toBe(await refusal())
  await changeOrder(shop, id, 'deliver', {})
  expect(await refusal()).toContain('return it instead')
  expect(await whyNot()).toBeNull()
})
