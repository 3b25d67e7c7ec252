/** The machine's clock jumps: customers stay logged in, and orders, codes and payments keep their rules. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { storeOtp } from '../src/features/auth/otp.store.ts'
import { expireUnpaidOrders } from '../src/features/orders/check-payments.ts'
import { aProduct } from './factories.ts'
import { checkInvariants, stockNow } from './invariants.ts'
import { payOnline } from './payer.ts'
import { aShopper, item } from './shopper.ts'
import { shopForThisTest, START } from './test-shop.ts'

const DAY = 86_400
const MINUTES = 60

it('a clock that jumps a day back and forth loses no session, order or piece of stock', async () => {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 10 }])
  const initial = await stockNow(test.shop.db)
  const { status } = await payOnline(test, shopper, [item(product)], 599)
  for (const jump of [-DAY, DAY / 2, DAY / 2]) {
    test.clock.advance(jump)
    await shopper.get('/api/cart').expect(200)
    await shopper.place(shopper.order([item(product)], 599), `key-${test.clock.now().getTime()}`).expect(201)
    expect(await expireUnpaidOrders(test.shop)).toBe(0)
    expect(await status()).toBe('PENDING')
  }
  expect(test.clock.now()).toEqual(START)
  test.clock.advance(DAY)
  expect(await expireUnpaidOrders(test.shop)).toBe(1)
  test.clock.advance(-DAY)
  expect(await expireUnpaidOrders(test.shop)).toBe(0)
  expect(await status()).toBe('PAYMENT_FAILED')
  expect((await shopper.get('/api/orders').expect(200)).body.orders).toHaveLength(4)
  await checkInvariants(test.shop.db, initial)
})

it('an unpaid order expires at its last millisecond, and no earlier', async () => {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  await payOnline(test, shopper, [item(await aProduct(test))], 599)
  test.clock.advance(15 * MINUTES - 0.001)
  expect(await expireUnpaidOrders(test.shop)).toBe(0)
  test.clock.advance(0.001)
  expect(await expireUnpaidOrders(test.shop)).toBe(1)
})

it('a code ends after ten minutes to the millisecond, and after a jump of a day', async () => {
  const test = await shopForThisTest()
  const { customer } = await aShopper(test)
  const { db, config } = test.shop
  const store = () =>
    db.transaction((tx) =>
      storeOtp(tx, { to: customer.email, code: '123456', isMailed: true }, config.keys, test.clock.now()),
    )
  const verify = () => test.post('/api/auth/verify-otp', { email: customer.email, otp: '123456' })
  await store()
  test.clock.advance(10 * MINUTES - 0.001)
  await verify().expect(200)
  test.clock.advance(0.001)
  await verify().expect(400)
  await store()
  test.clock.advance(DAY)
  await verify().expect(400)
})

it.each([
  ['a month', '2026-04-30T18:29:59.999Z'],
  ['a year', '2026-12-31T18:29:59.999Z'],
  ['February in a leap year', '2028-02-29T18:29:59.999Z'],
  ["the merchant's year", '2027-03-31T18:29:59.999Z'],
])(
  'the last millisecond of %s in India and the next one take orders with their own times',
  async (_what, last) => {
    const test = await shopForThisTest()
    test.clock.set(new Date(last))
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    const moments = []
    for (let n = 0; n < 2; n += 1) {
      moments.push(test.clock.now())
      const { body } = await shopper.place(shopper.order([item(product)], 599), `order-${n}`).expect(201)
      const { orders } = test.shop.db.tables
      const [order] = await test.shop.db.select().from(orders).where(eq(orders.id, body.order_id))
      expect(order?.created_at).toEqual(moments.at(-1))
      test.clock.advance(0.001)
    }
    expect(moments[1]!.getTime() - moments[0]!.getTime()).toBe(1)
    await checkInvariants(test.shop.db)
  },
)
