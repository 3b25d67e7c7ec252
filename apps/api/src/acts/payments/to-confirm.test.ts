import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { insertRefund, updateRefund } from '../../features/payments/refunds.store.ts'

const UTR = '412345678901'

it('marks what waits for the bank or the customer, and what a provider pays back is not due from the merchant', async () => {
  const test = await shopForThisTest({ PAYMENT: 'upi' })
  const owner = await atTheDesk(test)
  const call = async (method: string, path: string, body?: object) =>
    (await owner.call(method, `/api/desk/${path}`, body)).json()
  await call('PATCH', 'settings', {
    set: { 'payments.upi.id': 'haatshop@okhdfcbank', 'payments.cod_confirm': 'yes' },
  })
  const rice = await aProduct(test, {}, [{ price: 299_00, stock: 99 }])
  const shopper = await aShopper(test)
  const { body: cash } = await shopper.place(shopper.order([item(rice)], 299 + 99)).expect(201)
  const online = await payOnline(test, shopper, [item(rice, 2)], 2 * 299 + 99)
  await test.post(online.path).type('form').send({ utr: UTR }).expect(303)

  const marks = async () =>
    ((await call('GET', 'orders')) as { id: number; to_confirm: string | null }[]).map((order) => [
      order.id,
      order.to_confirm,
    ])
  expect(await marks()).toEqual([
    [online.order_id, 'payment'],
    [cash.order_id, 'customer'],
  ])
  const today = await call('GET', 'today')
  expect(today).toMatchObject({ payments_to_confirm: 1, refunds_failed: 0 })
  expect(today.statuses).toMatchObject([{ status: 'CONFIRMED', orders: 1 }])
  expect(await call('GET', 'orders?stated=yes')).toMatchObject([{ id: online.order_id }])
  expect(await call('GET', 'orders?stated=no')).toMatchObject([{ id: cash.order_id }])
  expect(await call('POST', `payments/${online.order_id}/confirm`, {})).toMatchObject({ status: 'CONFIRMED' })
  expect((await call('GET', `orders/${online.order_id}`)).events).toMatchObject([
    { kind: 'placed', by: null, reference: null },
    { kind: 'payment_stated', by: null, reference: UTR },
    { kind: 'paid', by: expect.stringMatching(/^Member/), reference: UTR },
  ])
  expect(await call('POST', 'orders/confirm', { orders: [String(cash.order_id)] })).toMatchObject([
    { to_confirm: null },
  ])
  expect(await marks()).toEqual([
    [online.order_id, null],
    [cash.order_id, null],
  ])

  const now = test.shop.now()
  const due = { order_id: online.order_id, amount: 50_00, due_at: now }
  const { id: refund } = await test.shop.db.transaction((tx) => insertRefund(tx, due))
  const set = (changes: Parameters<typeof updateRefund>[2]) =>
    test.shop.db.transaction((tx) => updateRefund(tx, refund, changes))
  await set({ next_check_at: now })
  expect(await call('GET', `orders/${online.order_id}`)).toMatchObject({
    refund_due: false,
    refunds: [{ state: 'DUE', provider: 'upi' }],
  })
  expect(await call('GET', 'orders?refund_due=true')).toEqual([])
  await set({ next_check_at: null, problem: 'The balance is too low.' })
  expect(await call('GET', 'today')).toMatchObject({ refunds_due: 1, refunds_failed: 1 })
  expect(await call('GET', `orders/${online.order_id}`)).toMatchObject({
    ...{ refund_due: true, refund_due_amount: 50 },
    refunds: [{ provider: null, problem: 'The balance is too low.' }],
  })
})
