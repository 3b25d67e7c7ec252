/** Bank, customer, merchant and the end of the time to pay act on one order at the same moment. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { expireUnpaidOrders } from '../src/features/orders/check-payments.ts'
import { moveOrder } from '../src/features/orders/move-order.ts'
import type { OrderEventName } from '../src/features/orders/transition.ts'
import { aProduct } from './factories.ts'
import { report } from './figure.ts'
import { checkInvariants, stockNow } from './invariants.ts'
import { callback, payOnline } from './payer.ts'
import { aShopper, item } from './shopper.ts'
import { shopForThisTest } from './test-shop.ts'

const ORDERS = 150
const ACTS_AT_ONCE = 6

it(`${ORDERS} orders get six acts at once each`, { timeout: 900_000 }, async (context) => {
  const test = await shopForThisTest()
  const { db, now } = test.shop
  const product = await aProduct(test, {}, [{ stock: ORDERS }])
  const initial = await stockNow(db)
  const ends: Record<string, number> = {}
  for (let n = 0; n < ORDERS; n += 1) {
    const shopper = await aShopper(test)
    const payment = await payOnline(test, shopper, [item(product)], 599)
    const { order_id, event } = payment
    const merchant = (name: OrderEventName) => () =>
      db.transaction((tx) => moveOrder(tx, order_id, name, { now: now() }))
    const paid = event()
    const expire = async () => {
      const { orders } = db.tables
      await db.transaction((tx) =>
        tx.update(orders).set({ hold_expires_at: now() }).where(eq(orders.id, order_id)),
      )
      await expireUnpaidOrders(test.shop)
    }
    const acts: (() => PromiseLike<unknown>)[] = [
      () => callback(test, paid),
      () => callback(test, paid),
      () => payment.sendCallback({ event_id: randomUUID() }),
      () => payment.sendCallback({ state: 'FAILED' }),
      () => payment.sendCallback({ state: 'PENDING' }),
      () => payment.press('pay'),
      () => payment.press('decline'),
      () => test.post(`/api/orders/${order_id}/abandon`, {}, shopper.customer.token),
      () => test.get(`/api/orders/${order_id}`, shopper.customer.token),
      merchant('cancel'),
      merchant('process'),
      expire,
    ]
    const chosen = acts.toSorted(() => Math.random() - 0.5).slice(0, ACTS_AT_ONCE)
    await Promise.all(chosen.map((act) => act()))
    const { order_status, events } = await payment.order()
    ends[order_status] = (ends[order_status] ?? 0) + 1
    const entered = events.map(({ status }: { status: string }) => status)
    expect(entered.filter((status: string) => status === 'CONFIRMED').length).toBeLessThanOrEqual(1)
  }
  await checkInvariants(db, initial)
  const counts = Object.entries(ends).map(([status, orders]) => `${orders} ${status}`)
  report(
    context,
    `${ORDERS * ACTS_AT_ONCE} acts on ${ORDERS} orders, ${inject('engine')}: ${counts.join(', ')}; money and stock right`,
  )
})
