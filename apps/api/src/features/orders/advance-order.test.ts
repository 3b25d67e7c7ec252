import { expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { checkInvariants } from '../../../test/invariants.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { advanceOrder } from './advance-order.ts'
import { findAnyOrder, findAnyOrders } from '../../merchant/orders/orders.store.ts'

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const { body } = await shopper.place(shopper.order([item(product)], 599)).expect(201)
  return { test, shopper, id: body.order_id as number }
}

it('ships a new order in one go, with courier and mail', async () => {
  const { test, shopper, id } = await setUp()
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

it('writes nothing when the last step cannot happen', async () => {
  const { test, id } = await setUp()
  expect(await advanceOrder(test.shop, id, 'deliver')).toBe(false)
  expect(await advanceOrder(test.shop, id, 'refund')).toBe(false)
  expect(await advanceOrder(test.shop, 999, 'ship')).toBe(false)
  const found = await findAnyOrder(test.shop.db, id)
  expect(found?.order.status).toBe('CONFIRMED')
  expect(found?.events).toHaveLength(1)
})

it('lists any customer’s orders, by status and by refunds to make', async () => {
  const { test, id } = await setUp()
  expect(await findAnyOrders(test.shop.db, { limit: 10 })).toMatchObject([
    { id, lines: 1, status: 'CONFIRMED' },
  ])
  expect(await findAnyOrders(test.shop.db, { limit: 10, status: 'SHIPPED' })).toEqual([])
  expect(await findAnyOrders(test.shop.db, { limit: 10, refund_due: true })).toEqual([])
  expect(await findAnyOrder(test.shop.db, 999)).toBeUndefined()
})
