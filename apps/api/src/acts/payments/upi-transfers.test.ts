/** Transfers to the shop's UPI id that are too little, too much, or more than one. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { gatewayShop } from '../../../test/gateway-shop.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { findUnbalanced } from '../../features/payments/ledger.store.ts'

const [FIRST, SECOND, THIRD] = ['412345678901', '512345678901', '612345678901']
const TOTAL = 599

async function setUp() {
  const test = await gatewayShop()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 5 }])
  const initial = await stockNow(test.shop.db)
  const claims = { payment_method: 'ONLINE', payment_provider: 'upi' }
  const place = async () =>
    (await shopper.place(shopper.order([item(product)], TOTAL, claims), randomUUID()).expect(201)).body
  const { order_id, transactionId } = await place()
  return {
    ...{ test, shopper, place, order_id, transactionId },
    act: test.act,
    pass: test.pass,
    order: async (id = order_id) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order,
    page: async () => (await test.get(`/pay/${transactionId}`)).text,
    tell: (utr: string) => test.post(`/pay/${transactionId}`).type('form').send({ utr }).expect(303),
    confirm: (found: { utr?: string; received?: number; pay_back?: boolean }, id = order_id) =>
      test.act('payments.confirm', { order: String(id), ...found }),
    refunds: async () => (await test.act('payments.refunds', {})) as Record<string, unknown>[],
    mails: async () => {
      const { outbox } = test.shop.db.tables
      return (await test.shop.db.select().from(outbox)).map(({ dedupe_key }) => dedupe_key).join()
    },
    check: async () => {
      expect(await findUnbalanced(test.shop.db)).toEqual([])
      await checkInvariants(test.shop.db, initial)
    },
  }
}

it('does not count a second transfer that is too little as the whole price', async () => {
  const { confirm, order, refunds, mails, order_id, check } = await setUp()
  await confirm({ utr: FIRST, received: 50, pay_back: true })
  await expect(confirm({ utr: SECOND, received: 10 })).rejects.toThrow('₹539 is missing')
  await confirm({ utr: SECOND, received: 10, pay_back: true })
  expect(await order()).toMatchObject({ order_status: 'PENDING', refund_due_amount: 60, can_pay: true })
  expect((await order()).events.at(-1).note).toBe(
    '₹10 reached us, and the order costs ₹599: you get it back.',
  )
  expect(await mails()).toContain(`order:${order_id}:paid_short`)
  expect(await refunds()).toMatchObject([{ amount: 10_00 }, { amount: 50_00 }])
  await check()
})

it('counts what came before and was not given back', async () => {
  const { act, confirm, order, order_id, place, check } = await setUp()
  await confirm({ utr: FIRST, received: 50, pay_back: true })
  await confirm({ utr: SECOND, received: 549 })
  expect(await order()).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 0 })
  expect((await order()).events.at(-2).note).toContain('With ₹50 of the ₹50 that came before')
  // What was given back is missing.
  const { order_id: other } = await place()
  await confirm({ utr: THIRD, received: 50, pay_back: true }, other)
  await act('orders.refund', { orders: [String(other)] })
  await expect(confirm({ utr: '712345678901', received: 549 }, other)).rejects.toThrow('₹50 is missing')
  await act('orders.cancel', { orders: [String(order_id)] })
  expect(await order()).toMatchObject({ refund_due_amount: TOTAL })
  await check()
})

it('books a further transfer as what the order costs, whatever came before', async () => {
  const { confirm, order, act, check } = await setUp()
  await confirm({ utr: FIRST, received: 50, pay_back: true })
  await confirm({ utr: SECOND })
  expect(await order()).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 50 })
  await confirm({ utr: THIRD })
  expect(await act('payments.list', {})).toMatchObject([
    { utr: THIRD, amount: 599_00, state: 'PAID_AGAIN' },
    { utr: SECOND, amount: 599_00, state: 'PAID' },
    { utr: FIRST, amount: 50_00, state: 'PAID_AGAIN' },
  ])
  expect(await order()).toMatchObject({ refund_due_amount: 649 })
  await check()
})

it('refuses an amount that cannot be meant, and says when too much came', async () => {
  const { confirm, order, check } = await setUp()
  for (const received of [0, -1])
    await expect(confirm({ utr: FIRST, received, pay_back: true })).rejects.toThrow()
  await expect(confirm({ utr: FIRST, received: 50_00_000 })).rejects.toThrow(
    '₹50,00,000 is more than ten times the ₹599 of the order.',
  )
  expect(await order()).toMatchObject({ order_status: 'PENDING', refund_due_amount: 0 })
  await confirm({ utr: FIRST, received: 1000 })
  expect(await order()).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 401 })
  expect((await order()).events.at(-2).note).toContain('₹1,000 reached us, ₹401 more than the order costs.')
  await check()
})
