import { expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { type MoveDetails, moveOrder } from './move-order.ts'
import type { OrderEventName } from './transition.ts'

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const initial = await stockNow(test.shop.db)
  const move = (id: number, event: OrderEventName, details: Partial<MoveDetails> = {}) =>
    test.shop.db.transaction((tx) => moveOrder(tx, id, event, { now: test.clock.now(), ...details }))
  const order = async (id: number) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order
  const mails = async () =>
    (await test.shop.db.select().from(test.shop.db.tables.outbox)).map(({ dedupe_key }) => dedupe_key)
  const check = () => checkInvariants(test.shop.db, initial)
  return { test, shopper, product, move, order, mails, check }
}

it('takes an order to the door, each step once, with its time, and mails at the right ones', async () => {
  const { test, shopper, product, move, order, mails, check } = await setUp()
  const { body } = await shopper.place(shopper.order([item(product)], 599)).expect(201)
  const id: number = body.order_id
  const parcel = { courier: 'Blue Dart', tracking_number: 'BD123' }
  for (const event of ['process', 'ship', 'out_for_delivery', 'deliver'] as const) {
    test.clock.advance(3600)
    expect(await move(id, event, event === 'ship' ? parcel : {})).toBe(true)
    expect(await move(id, event)).toBe(false)
  }
  const { events, ...shown } = await order(id)
  expect(shown).toMatchObject({ order_status: 'DELIVERED', ...parcel, refund_due: false })
  expect(events).toMatchObject([
    { status: 'CONFIRMED', created_at: '2026-03-02T06:30:00.000Z' },
    { status: 'PROCESSING', created_at: '2026-03-02T07:30:00.000Z', note: 'Your order is being prepared' },
    { status: 'SHIPPED' },
    { status: 'OUT_FOR_DELIVERY' },
    { status: 'DELIVERED', created_at: '2026-03-02T10:30:00.000Z' },
  ])
  expect(await mails()).toEqual([`order:${id}:confirmed`, `order:${id}:shipped`, `order:${id}:delivered`])
  expect(await move(id, 'cancel')).toBe(false)
  await check()
})

it('owes the money back when a paid order is cancelled, until it is refunded', async () => {
  const { test, shopper, product, move, order, check } = await setUp()
  const { order_id, tell } = await payOnline(test, shopper, [item(product, 3)], 1599)
  await tell().expect(200)
  expect(await move(order_id, 'cancel', { note: 'The shopper changed their mind.' })).toBe(true)
  expect(await order(order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due: true })
  expect((await order(order_id)).events.at(-1).note).toBe('The shopper changed their mind.')
  await check()
  expect(await move(order_id, 'refund')).toBe(true)
  expect(await move(order_id, 'refund')).toBe(false)
  expect(await order(order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due: false })
  await check()
})

it('owes nothing when an order to be paid at the door is cancelled', async () => {
  const { shopper, product, move, order, check } = await setUp()
  const { body } = await shopper.place(shopper.order([item(product)], 599)).expect(201)
  expect(await move(body.order_id, 'cancel')).toBe(true)
  expect(await order(body.order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due: false })
  await check()
})

it('does nothing to an order that is not there', async () => {
  const { move } = await setUp()
  expect(await move(999, 'cancel')).toBe(false)
})
