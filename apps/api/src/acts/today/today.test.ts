import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { beginNewShop, markInitialised } from '../../features/settings/settings.store.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { insertRefund } from '../../features/payments/refunds.store.ts'
import { advanceOrder } from '../orders/orders.ts'

it('counts open orders by status, since the oldest, and orders with a refund due once each', async () => {
  const test = await shopForThisTest()
  const owner = await atTheDesk(test)
  const today = async () => (await owner.call('GET', '/api/desk/today')).json()
  const money = {
    refunds_due: 0,
    payments_to_confirm: 0,
    refunds_failed: 0,
    returns_to_decide: 0,
    cash_overdue: 0,
  }
  const words = { reviews_to_approve: 0, questions_to_answer: 0 }
  expect(await today()).toEqual({ statuses: [], ...money, ...words })
  const rice = await aProduct(test, {}, [{ price: 299_00, stock: 99 }])
  const shopper = await aShopper(test)
  const placed: number[] = []
  const since: Date[] = []
  for (const pieces of [1, 2, 3, 4]) {
    since.push(test.shop.now())
    const { body } = await shopper.place(shopper.order([item(rice, pieces)], 299 * pieces + 99)).expect(201)
    placed.push(body.order_id)
    test.clock.advance(60)
  }
  const [, second, third] = placed as [number, number, number, number]
  await advanceOrder(test.shop, second, 'process')
  await advanceOrder(test.shop, third, 'cancel')
  await test.shop.db.transaction(async (tx) => {
    for (const amount of [100_00, 50_00])
      await insertRefund(tx, { order_id: third, amount, due_at: test.shop.now() })
  })
  expect(await today()).toEqual({
    statuses: [
      { status: 'CONFIRMED', orders: 2, oldest: since[0]?.toISOString() },
      { status: 'PROCESSING', orders: 1, oldest: since[1]?.toISOString() },
    ],
    ...money,
    ...words,
    refunds_due: 1,
    returns_to_decide: 0,
  })
})

it('warns in production that the shop is not open and lacks a provider, mail and a backup, those who may mend it', async () => {
  const test = await shopForThisTest({ NODE_ENV: 'production' })
  await beginNewShop(test.shop.db)
  const warnings = async (role?: string) =>
    (await (await atTheDesk(test, role)).call('GET', '/api/desk/warnings')).json()
  expect(await warnings()).toEqual({
    is_production: true,
    is_open: false,
    warnings: ['opening', 'payment', 'mail', 'backup'],
  })
  expect(await warnings('packer')).toEqual({ is_production: true, is_open: false, warnings: [] })
  await test.shop.db.transaction((tx) => markInitialised(tx, test.shop.now()))
  expect((await warnings()).warnings).toEqual(['payment', 'mail', 'backup'])
})
