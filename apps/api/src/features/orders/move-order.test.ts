import { expect, it, vi } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { findAnyOrder, findAnyOrders } from '../../acts/orders/orders.store.ts'
import { advanceOrder } from '../../acts/orders/orders.ts'
import { expireUnpaidOrders } from './check-payments.ts'
import { moveOrder } from './move-order.ts'
import type { OrderEventName } from './transition.ts'
import type { StepDetails } from './step-record.ts'
import { rule } from '../../../test/rule.ts'

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const initial = await stockNow(test.shop.db)
  const move = (id: number, event: OrderEventName, details: Partial<StepDetails> = {}) =>
    test.shop.db.transaction((tx) => moveOrder(tx, id, event, { now: test.clock.now(), ...details }))
  const order = async (id: number) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order
  const mails = async () =>
    (await test.shop.db.select().from(test.shop.db.tables.outbox))
      .filter(({ kind }) => kind === 'order')
      .map(({ dedupe_key }) => dedupe_key)
  const check = () => checkInvariants(test.shop.db, initial)
  const place = async (): Promise<number> =>
    (await shopper.place(shopper.order([item(product)], 599)).expect(201)).body.order_id
  return { test, shopper, product, place, move, order, mails, check }
}

rule('moves an order to delivery, each step once with its time, and mails at the right ones', async () => {
  const { test, shopper, product, move, order, mails, check } = await setUp()
  const { body } = await shopper.place(shopper.order([item(product)], 599)).expect(201)
  const id: number = body.order_id
  const parcel = { courier: 'Blue Dart', tracking_number: 'BD123' }
  for (const event of ['process', 'ship', 'out_for_delivery', 'deliver'] as const) {
    test.clock.advance(3600)
    expect(await move(id, event, event === 'ship' ? parcel : {})).toBe(true)
    expect(await move(id, event)).toBe(false)
  }
  const { events, ...fields } = await order(id)
  expect(fields).toMatchObject({ order_status: 'DELIVERED', ...parcel, refund_due: false })
  expect(events).toMatchObject([
    { status: 'CONFIRMED', created_at: '2026-03-02T06:30:00.000Z' },
    { status: 'PROCESSING', created_at: '2026-03-02T07:30:00.000Z', note: 'Your order is being prepared' },
    { status: 'SHIPPED' },
    { status: 'OUT_FOR_DELIVERY' },
    { status: 'DELIVERED', created_at: '2026-03-02T10:30:00.000Z' },
  ])
  const told = ['confirmed', 'shipped', 'out_for_delivery', 'delivered']
  expect(await mails()).toEqual(told.map((moment) => `order:${id}:${moment}`))
  expect(await move(id, 'cancel')).toBe(false)
  await check()
})

rule('has a refund due when a paid order is cancelled, until it is refunded', async () => {
  const { test, shopper, product, move, order, check } = await setUp()
  const { order_id, sendCallback } = await payOnline(test, shopper, [item(product, 3)], 1599)
  await sendCallback().expect(200)
  expect(await move(order_id, 'cancel', { note: 'The shopper changed their mind.' })).toBe(true)
  expect(await order(order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due: true })
  expect((await order(order_id)).events.at(-1)).toMatchObject({
    kind: 'cancelled',
    note: 'The shopper changed their mind.',
  })
  const { payments, refunds } = (await findAnyOrder(test.shop.db, order_id))!
  expect(payments).toMatchObject([{ state: 'PAID', amount: 1599_00, provider: 'test-bank', failed_at: null }])
  const due = { payment_id: payments[0]!.id, amount: 1599_00, state: 'DUE', paid_at: null }
  expect(refunds).toMatchObject([due])
  await check()
  test.clock.advance(60)
  expect(await move(order_id, 'refund')).toBe(true)
  const { refunds: paid } = (await findAnyOrder(test.shop.db, order_id))!
  expect(paid).toMatchObject([{ ...due, state: 'PAID', paid_at: test.clock.now() }])
  expect(await move(order_id, 'refund')).toBe(false)
  expect(await order(order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due: false })
  await check()
})

rule('has no refund due when a cash-on-delivery order is cancelled', async () => {
  const { shopper, product, move, order, check } = await setUp()
  const { body } = await shopper.place(shopper.order([item(product)], 599)).expect(201)
  expect(await move(body.order_id, 'cancel')).toBe(true)
  expect(await order(body.order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due: false })
  await check()
})

rule('does nothing for an order that does not exist', async () => {
  const { move } = await setUp()
  expect(await move(999, 'cancel')).toBe(false)
})

rule('ships a new order in one action, with courier and mail', async () => {
  const { test, shopper, place } = await setUp()
  const id = await place()
  expect(await advanceOrder(test.shop, id, 'ship', { courier: 'Blue Dart', tracking_number: 'BD1' })).toBe(
    true,
  )
  const { order } = (await shopper.get(`/api/orders/${id}`).expect(200)).body
  expect(order).toMatchObject({ order_status: 'SHIPPED', courier: 'Blue Dart', tracking_number: 'BD1' })
  expect(order.events.map(({ status }: { status: string }) => status)).toEqual([
    'CONFIRMED',
    'PROCESSING',
    'SHIPPED',
  ])
  const { outbox } = test.shop.db.tables
  const mails = (await test.shop.db.select().from(outbox)).map(({ dedupe_key }) => dedupe_key)
  expect(mails).toContain(`order:${id}:shipped`)
  expect(await advanceOrder(test.shop, id, 'deliver')).toBe(true)
  expect((await findAnyOrder(test.shop.db, id))?.order).toMatchObject({
    status: 'DELIVERED',
    paid_at: test.shop.now(),
  })
  await checkInvariants(test.shop.db)
})

rule('writes nothing when the last step cannot happen', async () => {
  const { test, place } = await setUp()
  const id = await place()
  expect(await advanceOrder(test.shop, id, 'deliver')).toBe(false)
  expect(await advanceOrder(test.shop, id, 'refund')).toBe(false)
  expect(await advanceOrder(test.shop, 999, 'ship')).toBe(false)
  const found = await findAnyOrder(test.shop.db, id)
  expect(found?.order.status).toBe('CONFIRMED')
  expect(found?.events).toHaveLength(1)
})

it('lists the orders of all customers, by status and by refund due', async () => {
  const { test, place } = await setUp()
  const id = await place()
  expect(await findAnyOrders(test.shop.db, { limit: 10 })).toMatchObject([
    { id, lines: 1, status: 'CONFIRMED' },
  ])
  expect(await findAnyOrders(test.shop.db, { limit: 10, status: 'SHIPPED' })).toEqual([])
  expect(await findAnyOrders(test.shop.db, { limit: 10, refund_due: true })).toEqual([])
  expect(await findAnyOrder(test.shop.db, 999)).toBeUndefined()
})

it('fails every overdue order, and logs one that cannot be failed', async () => {
  const { test, shopper, product, order, check } = await setUp()
  const { coupons } = test.shop.db.tables
  const coupon = await aCoupon(test)
  const applied = await shopper.apply(coupon.code, [item(product)]).expect(200)
  const { order_coupon_id } = applied.body
  const broken = await payOnline(test, shopper, [item(product)], 549, { order_coupon_id })
  test.clock.advance(1)
  const other = await payOnline(test, shopper, [item(await aProduct(test))], 599)
  const setUses = (used_count: number) =>
    test.shop.db.transaction((tx) => tx.update(coupons).set({ used_count }))
  // Releasing the use would make the count negative.
  await setUses(0)
  test.clock.advance(15 * 60)
  const error = vi.spyOn(test.shop.log, 'error')
  expect(await expireUnpaidOrders(test.shop)).toBe(1)
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ orderId: broken.order_id }),
    expect.any(String),
  )
  expect(await order(broken.order_id)).toMatchObject({ order_status: 'PENDING' })
  expect(await order(other.order_id)).toMatchObject({ order_status: 'PAYMENT_FAILED' })
  await setUses(1)
  expect(await expireUnpaidOrders(test.shop)).toBe(1)
  await check()
})
