/** A customer who comes back from the bank without a result, or without the reply to a request. */
import { describe, expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'

async function setUp() {
  const test = await shopForThisTest()
  const { db } = test.shop
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 1 }])
  const initial = await stockNow(db)
  const coupon = await aCoupon(test, { per_user_limit: 1 })
  const items = [item(product)]
  const apply = () => shopper.apply(coupon.code, items)
  const { order_coupon_id } = (await apply().expect(200)).body
  const payment = await payOnline(test, shopper, items, 549, { order_coupon_id })
  const abandon = (token = shopper.customer.token) =>
    test.post(`/api/orders/${payment.order_id}/abandon`, {}, token)
  return { test, shopper, items, apply, abandon, ...payment, check: () => checkInvariants(db, initial) }
}

describe('POST /api/orders/{id}/abandon', () => {
  it('ends an unpaid order: stock and coupon are free again, without a mail; it names the next one', async () => {
    const { test, shopper, items, apply, abandon, order, check } = await setUp()
    const { body } = await abandon().expect(200)
    expect(body.order).toMatchObject({ order_status: 'CANCELLED', refund_due: false, ordered_again: null })
    const { order_coupon_id } = (await apply().expect(200)).body
    const again = shopper.order(items, 549, { payment_method: 'ONLINE', order_coupon_id })
    const { order_id, order_number } = (await shopper.place(again, 'again').expect(201)).body
    expect((await order()).ordered_again).toEqual({ order_id, order_number })
    const { db } = test.shop
    expect(await db.select().from(db.tables.outbox)).toEqual([])
    await check()
  })

  it('changes nothing when it is repeated', async () => {
    const { abandon, check } = await setUp()
    const first = await abandon().expect(200)
    expect((await abandon().expect(200)).text).toBe(first.text)
    await check()
  })

  it('never cancels a paid order', async () => {
    const { abandon, sendCallback, check } = await setUp()
    await sendCallback().expect(200)
    const { body } = await abandon().expect(200)
    expect(body.order).toMatchObject({ order_status: 'CONFIRMED', refund_due: false })
    await check()
  })

  it('is refused while the bank processes the payment, which then confirms the order', async () => {
    const { abandon, sendCallback, order, check } = await setUp()
    await sendCallback({ state: 'PENDING' }).expect(200)
    await sendCallback({ state: 'PENDING' }).expect(200)
    const { id, order_number, events, processing } = await order()
    expect(processing).toBe(true)
    expect(events).toMatchObject([{ kind: 'placed' }, { status: 'PENDING', kind: 'payment_processing' }])
    const { body } = await abandon().expect(409)
    expect(body).toMatchObject({ code: 'PAYMENT_PROCESSING', order_id: id, order_number })
    expect(body.message).toContain(`Your payment for order #${order_number} is still being processed.`)
    expect(await order()).toMatchObject({ order_status: 'PENDING' })
    await sendCallback().expect(200)
    expect(await order()).toMatchObject({
      order_status: 'CONFIRMED',
      refund_due: false,
      processing: false,
    })
    await check()
  })

  it('ends nothing after a processed payment has failed', async () => {
    const { abandon, sendCallback, check } = await setUp()
    await sendCallback({ state: 'PENDING' }).expect(200)
    await sendCallback({ state: 'FAILED' }).expect(200)
    const { body } = await abandon().expect(200)
    expect(body.order).toMatchObject({ order_status: 'PAYMENT_FAILED' })
    await check()
  })

  it('never confirms an abandoned order: money that arrives late is refunded', async () => {
    const { abandon, sendCallback, order, check } = await setUp()
    await abandon().expect(200)
    await sendCallback().expect(200)
    expect(await order()).toMatchObject({ order_status: 'CANCELLED', refund_due: true })
    await check()
  })

  it('cannot be paid at the bank any more', async () => {
    const { abandon, press, order, check } = await setUp()
    await abandon().expect(200)
    const { text } = await press('pay').expect(409)
    expect(text).toContain('This order has ended')
    expect(await order()).toMatchObject({ order_status: 'CANCELLED', refund_due: false })
    await check()
  })

  it('is decided once when the payment arrives at the same time', async () => {
    const { abandon, sendCallback, order, check } = await setUp()
    await Promise.all([abandon().expect(200), sendCallback().expect(200)])
    const { order_status, refund_due } = await order()
    expect(refund_due).toBe(order_status === 'CANCELLED')
    expect(['CONFIRMED', 'CANCELLED']).toContain(order_status)
    await check()
  })

  it('leaves an order that is paid on delivery', async () => {
    const { test, shopper } = await setUp()
    const other = await aProduct(test)
    const { order_id } = (await shopper.place(shopper.order([item(other)], 599), 'cod').expect(201)).body
    const { body } = await test.post(`/api/orders/${order_id}/abandon`, {}, shopper.customer.token)
    expect(body.order.order_status).toBe('CONFIRMED')
  })

  it("does not know another customer's order", async () => {
    const { test, abandon, status } = await setUp()
    const rival = await aShopper(test)
    await abandon(rival.customer.token).expect(404)
    expect(await status()).toBe('PENDING')
  })
})

describe('GET /api/orders?idempotency_key=', () => {
  it("finds the customer's order that was placed with the key", async () => {
    const { test, shopper } = await setUp()
    const product = await aProduct(test)
    const { order_id } = (await shopper.place(shopper.order([item(product)], 599), 'lost').expect(201)).body
    const found = async (by: typeof shopper, key: string) => {
      const { body } = await by.get(`/api/orders?idempotency_key=${key}`).expect(200)
      expect(body.total).toBe(body.orders.length)
      return body.orders.map(({ id }: { id: number }) => id)
    }
    expect(await found(shopper, 'lost')).toEqual([order_id])
    expect(await found(shopper, 'never')).toEqual([])
    expect(await found(await aShopper(test), 'lost')).toEqual([])
  })
})
