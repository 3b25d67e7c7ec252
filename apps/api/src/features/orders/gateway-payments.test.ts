/** What can go wrong between the shop and a gateway, each with its end: played by the simulated gateways over HTTP. */
import { randomUUID } from 'node:crypto'
import type { GatewayName } from '@haat/contract/staff/payments'
import { describe, expect, it, vi } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { gatewayShop } from '../../../test/gateway-shop.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { getOrder } from '../../acts/orders/orders.ts'
import { refundsDue } from '../../merchant/doctor/doctor.store.ts'
import { findUnbalanced } from '../payments/ledger.store.ts'
import { applyReport } from './check-payments.ts'
import { orderMails } from './order-mail.ts'

const UTR = '412345678901'

/** @param subjects how they begin */
const alertsOf = (mails: readonly string[], ...subjects: string[]): string[] =>
  mails.filter((mail) => subjects.some((subject) => mail.startsWith(subject)))

async function setUp(stock = 5) {
  const test = await gatewayShop()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock }])
  const initial = await stockNow(test.shop.db)
  const place = async (payment_provider: string, quantity = 1, changes = {}) => {
    const total = quantity * 500 + 99
    const claims = { payment_method: 'ONLINE', payment_provider, ...changes }
    const body = shopper.order([item(product, quantity)], total, claims)
    return (await shopper.place(body, randomUUID()).expect(201)).body
  }
  const order = async (id: number) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order
  return {
    test,
    shopper,
    product,
    place,
    order,
    stockLeft: async () => (await stockNow(test.shop.db)).get(product.variant.id),
    kinds: async (id: number) => (await order(id)).events.map(({ kind }: { kind: string }) => kind),
    refunds: async (id: number) => (await getOrder(test.shop, id)).refunds,
    payAgain: (id: number, payment_provider?: string) =>
      test.post(`/api/orders/${id}/pay`, { payment_provider }, shopper.customer.token),
    check: () => checkInvariants(test.shop.db, initial),
  }
}

type Placed = { order_id: number; transactionId: string; merchantOrderId: string; paymentUrl: string }

/** Pays at a simulated gateway. */
async function pay(
  test: Awaited<ReturnType<typeof setUp>>['test'],
  gateway: GatewayName,
  { transactionId, merchantOrderId }: Placed,
  outcome: string,
): Promise<void> {
  if (gateway === 'phonepe') {
    await test.control('phonepe', { order: merchantOrderId, outcome })
    return
  }
  const { text } = await test.get(`/pay/${transactionId}`).expect(200)
  const action = /action="([^"]+embedded)"/.exec(text)![1]!
  const fields = [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
  const body = new URLSearchParams(fields as [string, string][])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await fetch(action, { method: 'POST', headers, body })).status).toBe(200)
  await test.control('razorpay', { order: body.get('order_id'), outcome })
}

rule('asks not to pay again while a gateway has not decided, also after the time to pay', async () => {
  const { test, place, order, kinds, check } = await setUp()
  const placed = await place('phonepe')
  await pay(test, 'phonepe', placed, 'late-failed')
  expect(await order(placed.order_id)).toMatchObject({ processing: false, can_pay: true })
  for (let times = 0; times < 2; times += 1) await test.get(`/pay/${placed.transactionId}/return`).expect(303)
  expect(await kinds(placed.order_id)).toEqual(['placed', 'payment_processing'])
  const undecided = { processing: true, can_pay: false }
  expect(await order(placed.order_id)).toMatchObject({ order_status: 'PENDING', ...undecided })
  await test.pass(16 * 60)
  expect(await order(placed.order_id)).toMatchObject({ order_status: 'PAYMENT_FAILED', ...undecided })
  const desk = () => test.act('orders.show', { order: String(placed.order_id) })
  expect(await desk()).toMatchObject({ at_bank: true })
  expect(alertsOf((await test.mails()).customer, 'Payment for', 'Your payment for')).toEqual([
    expect.stringMatching(/^Your payment for order #\w+ is still being processed[^]*do not pay again/),
  ])
  await test.pass(10 * 60)
  expect(await order(placed.order_id)).toMatchObject({ processing: false, can_pay: true })
  expect(await desk()).toMatchObject({ at_bank: false })
  await check()
})

describe.each(['phonepe', 'razorpay'] as const)('%s', (gateway) => {
  rule('confirms an order once by its callback, however often it comes', async () => {
    const { test, place, order, kinds, check } = await setUp()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'repeated')
    expect(await order(placed.order_id)).toMatchObject({ order_status: 'CONFIRMED', can_pay: false })
    expect(await kinds(placed.order_id)).toEqual(['placed', 'paid'])
    await test.control(gateway, { replay: true })
    expect(await kinds(placed.order_id)).toEqual(['placed', 'paid'])
    await check()
  })

  rule('is believed by the return of the browser when no callback came', async () => {
    const { test, place, order } = await setUp()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'no-webhook')
    const { headers } = await test.get(`/pay/${placed.transactionId}/return`).expect(303)
    expect(headers['location']).toMatch(
      gateway === 'phonepe' ? /payment_status=success&order_id=/ : /payment_status=/,
    )
    expect((await order(placed.order_id)).order_status).toBe('CONFIRMED')
  })

  rule('is asked when neither callback nor browser came, and before the order would end', async () => {
    const { test, place, order, check } = await setUp()
    const [one, other] = [await place(gateway), await place(gateway)]
    await pay(test, gateway, one, 'paid-unheard')
    await test.pass(21)
    expect((await order(one.order_id)).order_status).toBe('CONFIRMED')
    await pay(test, gateway, other, 'paid-unheard')
    // One step: the same run would end the order.
    await test.pass(16 * 60)
    expect((await order(other.order_id)).order_status).toBe('CONFIRMED')
    await check()
  })

  rule(
    'keeps an order that is paid after it has expired while its items are there, and else owes the money',
    async () => {
      const { test, place, order, kinds, refunds, check } = await setUp(1)
      const kept = await place(gateway)
      await pay(test, gateway, kept, 'late-paid')
      await test.pass(16 * 60)
      expect((await order(kept.order_id)).order_status).toBe('PAYMENT_FAILED')
      // The customer did not come back: PhonePe alone says that the bank has the payment.
      if (gateway === 'phonepe') expect((await order(kept.order_id)).processing).toBe(true)
      await test.pass(10 * 60)
      expect((await order(kept.order_id)).order_status).toBe('CONFIRMED')
      await test.act('orders.cancel', { orders: [String(kept.order_id)] })
      const late = await place(gateway)
      await pay(test, gateway, late, 'late-paid')
      await test.pass(16 * 60)
      // Somebody else takes the last piece.
      await place('test-bank')
      await test.pass(10 * 60)
      expect((await order(late.order_id)).order_status).toBe('PAYMENT_FAILED')
      expect((await kinds(late.order_id)).at(-1)).toBe('refund_due')
      expect(await refunds(late.order_id)).toMatchObject([{ amount: 599_00 }])
      await check()
    },
  )

  rule('changes nothing by forged reports', async () => {
    const { test, place, order } = await setUp()
    const placed = await place(gateway)
    for (const outcome of ['forged-none', 'forged-wrong']) await pay(test, gateway, placed, outcome)
    expect((await order(placed.order_id)).order_status).toBe('PENDING')
    await test.post(`/api/payments/${gateway}/callback`, { event: 'paid' }).expect(400)
  })

  rule('books another amount: more pays the order and the rest is owed, less is owed', async () => {
    const { test, place, order, kinds, refunds, check } = await setUp()
    const more = await place(gateway)
    await pay(test, gateway, more, 'more')
    await test.pass(30)
    // Razorpay captures another amount than that of the order only where it was asked to.
    if ((await order(more.order_id)).order_status === 'CONFIRMED') {
      expect((await test.mails()).customer).toEqual([
        expect.stringMatching(/confirmed[^]*₹599\.01 reached us, ₹0\.01 more .*\n[^]*₹0\.01 goes back to/),
      ])
      // Less than a rupee is the merchant's to pay: gateways refuse it.
      await test.pass(61)
      expect(await refunds(more.order_id)).toMatchObject([{ amount: 1, state: 'DUE', next_check_at: null }])
    }
    await check()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'less')
    await test.pass(30)
    expect((await order(placed.order_id)).order_status).toBe('PENDING')
    expect(await kinds(placed.order_id)).toEqual(['placed', 'payment_mismatch'])
    expect(await refunds(placed.order_id)).toMatchObject([{ amount: 598_99 }])
    expect(alertsOf((await test.mails()).owner, 'Payment')).toEqual([
      expect.stringContaining('It does not pay the order. All of it goes back to the customer.'),
    ])
    await check()
  })

  it('keeps what came as it was booked, whatever amount is reported afterwards', async () => {
    const { test, place, check } = await setUp()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'paid')
    const { shop } = test
    const [payment] = (await getOrder(shop, placed.order_id)).payments
    const provider = shop.pay.all.find(({ name }) => name === gateway)!
    const report = {
      merchantOrderId: payment!.merchant_order_id,
      state: 'COMPLETED',
      amount: 700_00,
    } as const
    await applyReport(shop, provider, payment!, { ...report, providerPaymentId: 'OTHER', fee: null })
    const { payments, refunds } = await getOrder(shop, placed.order_id)
    expect([payments, refunds]).toMatchObject([[{ state: 'PAID', amount: 599_00 }], []])
    expect(await findUnbalanced(shop.db)).toEqual([])
    await check()
  })

  rule('tells the staff why an attempt failed, until the order is paid', async () => {
    const { test, place, check } = await setUp()
    const placed = await place(gateway)
    const problem = async () => (await getOrder(test.shop, placed.order_id)).payments[0]!.problem
    await pay(test, gateway, placed, gateway === 'phonepe' ? 'retried' : 'failed')
    if (gateway === 'razorpay') {
      await test.pass(30)
      expect(await problem()).toBe('Razorpay: Payment was declined by the bank.')
      await test.control(gateway, { order: placed.merchantOrderId, outcome: 'paid' })
    }
    expect(await problem()).toBeNull()
    const other = await place(gateway)
    await pay(test, gateway, other, 'failed')
    await test.pass(30)
    const [failed] = (await getOrder(test.shop, other.order_id)).payments
    expect(failed!.problem).toMatch(/^(PhonePe: AUTHORIZATION_ERROR \(ZM\)|Razorpay: Payment was declined)/)
    await check()
  })

  rule('pays back a second payment of one order', async () => {
    const { test, place, order, payAgain, refunds, check } = await setUp()
    const first = await place(gateway)
    const other = gateway === 'phonepe' ? 'razorpay' : 'phonepe'
    const { body: second } = await payAgain(first.order_id, other).expect(200)
    const tries = { [gateway]: first, [other]: { ...first, ...second } } as Record<GatewayName, Placed>
    // Both in open windows: the shop offers no page for an order that is paid.
    for (const name of ['razorpay', 'phonepe'] as const) await pay(test, name, tries[name], 'paid')
    expect((await order(first.order_id)).order_status).toBe('CONFIRMED')
    expect(await refunds(first.order_id)).toMatchObject([{ state: 'DUE', amount: 599_00 }])
    await test.pass(61)
    await test.pass(3600)
    expect(await refunds(first.order_id)).toMatchObject([{ state: 'PAID', amount: 599_00 }])
    await check()
  })

  rule('pays a cancelled order back, once, and says so on the timeline', async () => {
    const { test, place, order, kinds, refunds, check } = await setUp()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'paid')
    await test.act('orders.cancel', { orders: [String(placed.order_id)] })
    await test.pass(30)
    expect(await refunds(placed.order_id)).toMatchObject([{ state: 'DUE' }])
    expect(await refundsDue(test.shop.db)).toEqual([])
    await test.pass(31)
    await test.pass(3600)
    await test.pass(20 * 3600)
    expect(await refunds(placed.order_id)).toMatchObject([{ state: 'PAID', reference: expect.any(String) }])
    const mails = await test.mails()
    expect(alertsOf(mails.owner, 'Refund')).toEqual([])
    expect(alertsOf(mails.customer, 'Refund')).toEqual([
      expect.stringContaining('paid back ₹599 to the card, bank account or UPI id that you paid with.'),
    ])
    expect(await kinds(placed.order_id)).toEqual(['placed', 'paid', 'cancelled', 'refund_sent', 'refunded'])
    expect(await order(placed.order_id)).toMatchObject({ refund_due_amount: 0, refunded_amount: 599 })
    const { refunds: sent } = await test.control<{ refunds: unknown[] }>(gateway, {})
    expect(sent).toHaveLength(1)
    await check()
  })

  rule('pays its own refunds alone, while the merchant pays his by hand', async () => {
    const { test, place, order, payAgain, refunds, kinds, check } = await setUp()
    const placed = await place('upi')
    const orders = [String(placed.order_id)]
    await test.act('payments.confirm', { order: orders[0], utr: UTR, received: 50, pay_back: true })
    const { body } = await payAgain(placed.order_id, gateway).expect(200)
    await pay(test, gateway, { ...placed, ...body }, 'paid')
    await test.act('orders.cancel', { orders })
    expect(alertsOf((await test.mails()).owner, 'Refund due')).toEqual([
      expect.stringMatching(
        /: ₹50\n[^]*In all, ₹50 is due\. When you have paid all of it: haat orders refund/,
      ),
    ])
    await test.act('orders.refund', { orders, reference: 'HAND50' })
    expect(await refunds(placed.order_id)).toMatchObject([
      { state: 'PAID', amount: 50_00, reference: 'HAND50' },
      { state: 'DUE', amount: 599_00, reference: null },
    ])
    await expect(test.act('orders.refund', { orders })).rejects.toThrow('pays back ₹599 by itself')
    await test.pass(61)
    await test.pass(20 * 3600)
    expect(await order(placed.order_id)).toMatchObject({ refund_due_amount: 0, refunded_amount: 649 })
    expect((await kinds(placed.order_id)).slice(-3)).toEqual(['refunded', 'refund_sent', 'refunded'])
    const { refunds: sent } = await test.control<{ refunds: unknown[] }>(gateway, {})
    expect(sent).toMatchObject([{ amount: 599_00 }])
    await check()
  })

  rule('decides by the payment that was paid who pays back, whatever was opened afterwards', async () => {
    const { test, shopper, place, order, payAgain, refunds, check } = await setUp()
    const { token } = shopper.customer
    const delivered = async (id: string) => {
      await test.act('orders.ship', { orders: [id], courier: 'Self' })
      await test.act('orders.deliver', { orders: [id] })
      const [{ order_item_id }] = (await order(Number(id))).order_items
      const items = [{ order_item_id, quantity: 1 }]
      return (refund_upi?: string) =>
        test.post(`/api/orders/${id}/returns`, { items, wish: 'refund', reason: 'size', refund_upi }, token)
    }
    const online = await place(gateway)
    await payAgain(online.order_id, 'upi').expect(200)
    await pay(test, gateway, online, 'paid')
    expect(await order(online.order_id)).toMatchObject({ by_upi_id: false })
    const ask = await delivered(String(online.order_id))
    await ask().expect(201)
    const byUpi = await place('upi')
    await payAgain(byUpi.order_id, gateway).expect(200)
    await test.act('payments.confirm', { order: String(byUpi.order_id), utr: UTR })
    expect(await order(byUpi.order_id)).toMatchObject({ by_upi_id: true })
    const askUpi = await delivered(String(byUpi.order_id))
    await askUpi().expect(400)
    const { body } = await askUpi('asha@okaxis').expect(201)
    await test.act('returns.accept', { request: body.request.id, answer: 'Send it.' })
    await test.act('returns.receive', { request: body.request.id })
    expect(await refunds(byUpi.order_id)).toMatchObject([{ upi: 'asha@okaxis', next_check_at: null }])
    await check()
  })

  it('leaves a refund that it refuses to the merchant, who can let it try again', async () => {
    const { test, place, kinds, refunds, check } = await setUp()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'paid')
    await test.asRealMoney()
    await test.control(gateway, { faults: { refund: [400, 400] } })
    await test.act('orders.cancel', { orders: [String(placed.order_id)] })
    expect(alertsOf((await test.mails()).customer, 'Order').join('\n')).toContain(
      '₹599 goes back to the card, bank account or UPI id that you paid with.',
    )
    await test.pass(61)
    const [refund] = await refunds(placed.order_id)
    expect(refund).toMatchObject({ state: 'DUE', problem: expect.any(String) })
    expect(await kinds(placed.order_id)).toContain('refund_failed')
    const due =
      /did not go through[^]*₹599 goes back to you by UPI\. Please open your order and tell us your UPI id/
    const mails = await test.mails()
    expect(alertsOf(mails.owner, 'Refund due', 'A refund of')).toEqual([
      expect.stringContaining('₹599 for order'),
    ])
    expect(alertsOf(mails.customer, 'Refund')).toEqual([expect.stringMatching(due)])
    expect(await refundsDue(test.shop.db)).toMatchObject([{ id: placed.order_id }])
    await test.control(gateway, { faults: { refund: [] } })
    await test.act('payments.resend', { refund: refund!.id })
    await test.pass(61)
    await test.pass(20 * 3600)
    if ((await refunds(placed.order_id))[0]!.state === 'DUE')
      await test.act('orders.refund', { orders: [String(placed.order_id)], reference: 'UTR 1' })
    expect(await refunds(placed.order_id)).toMatchObject([{ state: 'PAID', problem: refund!.problem }])
    await check()
  })

  rule('is asked about a refund whose answer was lost, and never pays it twice', async () => {
    const { test, place, refunds, check } = await setUp()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'paid')
    await test.control(gateway, { faults: { refund: ['lost'] } })
    await test.act('orders.cancel', { orders: [String(placed.order_id)] })
    await test.pass(61)
    expect(await refunds(placed.order_id)).toMatchObject([{ state: 'SENT' }])
    for (const seconds of [120, 3600, 20 * 3600]) await test.pass(seconds)
    expect(await refunds(placed.order_id)).toMatchObject([{ state: 'PAID' }])
    const { refunds: sent } = await test.control<{ refunds: unknown[] }>(gateway, {})
    expect(sent).toHaveLength(1)
    await check()
  })

  rule('pays back at its own dashboard: booked once, told to the customer, and owed no more', async () => {
    const { test, place, order, kinds, refunds, check } = await setUp()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'paid')
    const byHand = (refundByHand: number) =>
      test.control(gateway, { order: placed.merchantOrderId, refundByHand })
    await byHand(200_00)
    await test.control(gateway, { replay: true })
    expect(await kinds(placed.order_id)).toEqual(['placed', 'paid', 'refunded'])
    expect(await refunds(placed.order_id)).toMatchObject([{ state: 'PAID', amount: 200_00 }])
    expect((await order(placed.order_id)).refunded_amount).toBe(200)
    await test.act('orders.cancel', { orders: [String(placed.order_id)] })
    expect((await refunds(placed.order_id))[1]).toMatchObject({ state: 'DUE', amount: 399_00 })
    await byHand(300_00)
    expect((await refunds(placed.order_id))[1]).toMatchObject({ state: 'DUE', amount: 99_00 })
    await test.pass(61)
    await test.pass(20 * 3600)
    const made = await refunds(placed.order_id)
    expect(made.map(({ state, amount }) => [state, amount])).toEqual([
      ['PAID', 200_00],
      ['PAID', 99_00],
      ['PAID', 300_00],
    ])
    const { refunds: sent } = await test.control<{ refunds: { amount: number }[] }>(gateway, {})
    expect(sent.map(({ amount }) => amount)).toEqual([200_00, 300_00, 99_00])
    await check()
  })

  rule(
    'counts what its dashboard paid back before the goods came towards their return, with its credit note',
    async () => {
      const { test, place, order, refunds, check } = await setUp()
      const placed = await place(gateway, 3)
      const id = String(placed.order_id)
      await pay(test, gateway, placed, 'paid')
      await test.act('orders.ship', { orders: [id], courier: 'Self' })
      await test.act('orders.deliver', { orders: [id] })
      await test.control(gateway, { order: placed.merchantOrderId, refundByHand: 700_00 })
      const takeBack = () => test.act('orders.return', { order: id, item: ['1=1'] })
      await takeBack()
      expect(await order(placed.order_id)).toMatchObject({
        ...{ order_status: 'DELIVERED', refund_due_amount: 0, refunded_amount: 700 },
        credit_notes: [expect.any(String)],
      })
      await takeBack()
      expect(await order(placed.order_id)).toMatchObject({ refund_due_amount: 300 })
      await takeBack()
      expect((await refunds(placed.order_id)).map(({ amount }) => amount)).toEqual([700_00, 300_00, 500_00])
      await test.pass(61)
      await test.pass(20 * 3600)
      expect(await order(placed.order_id)).toMatchObject({
        ...{ order_status: 'RETURNED', refund_due_amount: 0, refunded_amount: 1500 },
        credit_notes: [expect.any(String), expect.any(String), expect.any(String)],
      })
      await check()
    },
  )

  rule('owes no more for a return whose refund failed than its dashboard left', async () => {
    const { test, place, order, check } = await setUp()
    const placed = await place(gateway)
    const id = String(placed.order_id)
    await pay(test, gateway, placed, 'paid')
    await test.act('orders.ship', { orders: [id], courier: 'Self' })
    await test.act('orders.deliver', { orders: [id] })
    await test.control(gateway, { faults: { refund: ['reset', 400, 400] } })
    await test.act('orders.refund_part', { order: id, amount: 100 })
    await test.pass(61)
    await test.control(gateway, { order: placed.merchantOrderId, refundByHand: 40_00 })
    await test.pass(120)
    expect(await order(placed.order_id)).toMatchObject({ refund_due_amount: 60, refunded_amount: 40 })
    await check()
  })

  rule('owes nothing more where the dashboard pays back what the shop is just asking for', async () => {
    const { test, place, kinds, refunds, check } = await setUp()
    const placed = await place(gateway)
    await pay(test, gateway, placed, 'paid')
    await test.control(gateway, { faults: { refund: ['reset'] } })
    await test.act('orders.cancel', { orders: [String(placed.order_id)] })
    await test.pass(61)
    await test.control(gateway, { order: placed.merchantOrderId, refundByHand: 599_00 })
    for (const seconds of [120, 3600]) await test.pass(seconds)
    const made = await refunds(placed.order_id)
    expect(made.map(({ state, amount }) => [state, amount])).toEqual([['PAID', 599_00]])
    expect(await kinds(placed.order_id)).toEqual(['placed', 'paid', 'cancelled', 'refund_sent', 'refunded'])
    await check()
  })

  rule('fails an order whose payment cannot be started', async () => {
    const { test, shopper, product, stockLeft, check } = await setUp()
    await test.control(gateway, {
      faults: { [gateway === 'phonepe' ? 'pay' : 'createOrder']: [500, 500, 500] },
    })
    const claims = { payment_method: 'ONLINE', payment_provider: gateway }
    await shopper.place(shopper.order([item(product)], 599, claims), randomUUID()).expect(503)
    expect(await stockLeft()).toBe(5)
    const problem = expect.stringContaining('answers 500')
    expect(await test.act('payments.list', {})).toMatchObject([{ state: 'FAILED', problem }])
    const gateways = (await test.act('payments.gateways', {})) as { name: string }[]
    expect(gateways.find(({ name }) => name === gateway)).toMatchObject({ refused: { problem } })
    await check()
  })
})

it('keeps two tries apart that are opened at the same time', async () => {
  const { test, shopper, product, order, payAgain } = await setUp()
  await test.control('phonepe', { faults: { pay: ['slow'] } })
  const claims = { payment_method: 'ONLINE', payment_provider: 'phonepe' }
  const first = shopper.place(shopper.order([item(product)], 599, claims), 'twice').then(({ body }) => body)
  await vi.waitUntil(async () => (await test.shop.db.select().from(test.shop.db.tables.payments)).length > 0)
  const { orders } = (await shopper.get('/api/orders').expect(200)).body
  const { body: second } = await payAgain(orders[0].id, 'razorpay').expect(200)
  const placed = await first
  expect(second.paymentUrl).not.toBe(placed.paymentUrl)
  const tries = (await getOrder(test.shop, placed.order_id)).payments
  expect(tries.map(({ provider, payment_url }) => [provider, payment_url])).toEqual([
    ['phonepe', placed.paymentUrl],
    ['razorpay', second.paymentUrl],
  ])
  await test.control('phonepe', { order: placed.merchantOrderId, outcome: 'paid-unheard' })
  await test.pass(61)
  expect((await order(placed.order_id)).order_status).toBe('CONFIRMED')
})

rule('finds the money of a payment that was opened for an order which had ended meanwhile', async () => {
  const { test, shopper, product, order, refunds, check } = await setUp()
  await test.control('razorpay', { faults: { createOrder: ['slow'] } })
  const claims = { payment_method: 'ONLINE', payment_provider: 'razorpay' }
  const placing = shopper.place(shopper.order([item(product)], 599, claims), 'once').expect(409)
  const answered = placing.then(({ body }) => body)
  const { payments } = test.shop.db.tables
  await vi.waitUntil(async () => (await test.shop.db.select().from(payments)).length > 0)
  const [{ id }] = (await shopper.get('/api/orders').expect(200)).body.orders
  await test.act('orders.cancel', { orders: [String(id)] })
  expect(await answered).toMatchObject({ code: 'ORDER_ENDED' })
  const [payment] = (await getOrder(test.shop, id)).payments
  expect(payment).toMatchObject({ state: 'FAILED', provider_reference: expect.stringMatching(/^order_/) })
  await test.control('razorpay', { order: payment!.merchant_order_id, outcome: 'paid-unheard' })
  await test.pass(61)
  expect(await order(id)).toMatchObject({ order_status: 'CANCELLED' })
  expect(await refunds(id)).toMatchObject([{ amount: 599_00 }])
  await check()
})

rule('pays back what a customer paid again at PhonePe for the same payment', async () => {
  const { test, place, order, kinds, refunds, check } = await setUp()
  const placed = await place('phonepe')
  await pay(test, 'phonepe', placed, 'paid-twice')
  await test.control('phonepe', { replay: true })
  expect(await order(placed.order_id)).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 599 })
  expect(await kinds(placed.order_id)).toEqual(['placed', 'paid', 'refund_due'])
  expect(alertsOf((await test.mails()).customer, 'Second payment')).toHaveLength(1)
  const { payments } = await getOrder(test.shop, placed.order_id)
  expect(payments).toMatchObject([
    { state: 'PAID', provider_payment_id: expect.stringMatching(/^OM/) },
    { state: 'PAID_AGAIN', provider_payment_id: expect.stringMatching(/^OM/), amount: 599_00 },
  ])
  await test.act('orders.cancel', { orders: [String(placed.order_id)] })
  await test.pass(61)
  await test.pass(3600)
  expect(await refunds(placed.order_id)).toMatchObject([
    { state: 'PAID', amount: 599_00 },
    { state: 'PAID', amount: 599_00 },
  ])
  const { refunds: sent } = await test.control<{ refunds: { amount: number }[] }>('phonepe', {})
  expect(sent.map(({ amount }) => amount)).toEqual([599_00, 599_00])
  await check()
})

rule('finds what a customer paid again at PhonePe later, and nobody told of', async () => {
  const { test, place, refunds, check } = await setUp()
  const placed = await place('phonepe')
  await pay(test, 'phonepe', placed, 'again-unheard')
  await test.pass(600)
  expect(await refunds(placed.order_id)).toEqual([])
  await test.pass(3000)
  expect(await refunds(placed.order_id)).toMatchObject([{ state: 'DUE', amount: 599_00 }])
  for (const hours of [24, 24]) await test.pass(hours * 3600)
  const { payments } = await getOrder(test.shop, placed.order_id)
  expect(payments[0]).toMatchObject({ state: 'PAID', next_check_at: null })
  await check()
})

rule('asks the merchant to pay a refund whose gateway has gone before it was sent', async () => {
  const { test, place, refunds } = await setUp()
  const placed = await place('phonepe')
  await pay(test, 'phonepe', placed, 'paid')
  await test.act('orders.cancel', { orders: [String(placed.order_id)] })
  const { all } = test.shop.pay
  Object.defineProperty(test.shop.pay, 'all', { configurable: true, get: () => [] })
  await test.pass(61)
  Object.defineProperty(test.shop.pay, 'all', { configurable: true, get: () => all })
  expect(await refunds(placed.order_id)).toMatchObject([{ state: 'DUE', next_check_at: null }])
  expect(alertsOf((await test.mails()).owner, 'Refund due')).toHaveLength(1)
})

rule('asks about a refund again whose gateway was away', async () => {
  const { test, place, refunds, check } = await setUp()
  const placed = await place('phonepe')
  await pay(test, 'phonepe', placed, 'paid')
  await test.act('orders.cancel', { orders: [String(placed.order_id)] })
  await test.pass(61)
  const { all } = test.shop.pay
  Object.defineProperty(test.shop.pay, 'all', { configurable: true, get: () => [] })
  await test.pass(3600)
  expect(await refunds(placed.order_id)).toMatchObject([{ state: 'SENT', next_check_at: expect.any(Date) }])
  Object.defineProperty(test.shop.pay, 'all', { configurable: true, get: () => all })
  await test.pass(4 * 3600)
  expect(await refunds(placed.order_id)).toMatchObject([{ state: 'PAID' }])
  await check()
})

rule('asks the gateway before the staff end an unpaid order', async () => {
  const { test, place, order, refunds } = await setUp()
  const placed = await place('phonepe')
  await pay(test, 'phonepe', placed, 'paid-unheard')
  await test.act('orders.cancel', { orders: [String(placed.order_id)] })
  expect((await order(placed.order_id)).order_status).toBe('CANCELLED')
  expect(await refunds(placed.order_id)).toMatchObject([{ amount: 599_00 }])
})

describe('an order whose payment failed', () => {
  it('can be paid again, with its coupon, by another provider', async () => {
    const { test, shopper, product, place, order, payAgain, check } = await setUp()
    const coupon = await aCoupon(test, { per_user_limit: 1 })
    const { body } = await shopper.apply(coupon.code, [item(product)]).expect(200)
    const total = { total_amount: 549, order_coupon_id: body.order_coupon_id }
    const placed = await place('phonepe', 1, total)
    await pay(test, 'phonepe', placed, 'failed')
    expect(await order(placed.order_id)).toMatchObject({ order_status: 'PAYMENT_FAILED', can_pay: true })
    await payAgain(placed.order_id, 'upi').expect(200)
    expect(await order(placed.order_id)).toMatchObject({
      order_status: 'PENDING',
      total_amount: 549,
      coupon_code: coupon.code,
    })
    await payAgain(placed.order_id, 'test-bank').expect(200)
    await payAgain(placed.order_id, 'paypal').expect(400)
    await check()
  })

  rule('cannot once its items are gone, a day is over, or it is cancelled', async () => {
    const { test, place, order, payAgain } = await setUp(1)
    const placed = await place('phonepe')
    await pay(test, 'phonepe', placed, 'failed')
    const other = await place('test-bank')
    const { body } = await payAgain(placed.order_id).expect(409)
    expect(body.code).toBe('OUT_OF_STOCK')
    await test.pass(16 * 60)
    expect((await order(other.order_id)).order_status).toBe('PAYMENT_FAILED')
    await payAgain(placed.order_id).expect(200)
    await test.post(`/api/orders/${placed.order_id}/abandon`, {}, undefined).expect(401)
  })
})

rule('finds a refund of its dashboard whose callback was lost', async () => {
  const { test, place, refunds, check } = await setUp()
  const placed = await place('razorpay')
  await pay(test, 'razorpay', placed, 'paid')
  const provider = test.shop.pay.all.find(({ name }) => name === 'razorpay')!
  const lost = vi.spyOn(provider, 'parseCallback').mockResolvedValue(null)
  await test.pass(2 * 3600)
  await test.control('razorpay', { order: placed.merchantOrderId, refundByHand: 200_00 })
  lost.mockRestore()
  await test.pass(12 * 3600)
  expect(await refunds(placed.order_id)).toEqual([])
  for (const hours of [11, 2, 24]) {
    await test.pass(hours * 3600)
    const found = hours === 11 ? [] : [{ state: 'PAID', amount: 200_00 }]
    expect(await refunds(placed.order_id)).toMatchObject(found)
  }
  await check()
})

rule('leaves a payment in another currency to the merchant, as a refund that names it', async () => {
  const { test, place, order, kinds, refunds, check } = await setUp()
  const placed = await place('razorpay')
  await pay(test, 'razorpay', placed, 'dollars')
  await test.pass(30)
  await test.pass(16 * 60)
  const problem = 'USD 599.00 came, and not rupees: pay it back at Razorpay, then record it here.'
  expect(await refunds(placed.order_id)).toMatchObject([{ state: 'DUE', amount: 0, problem }])
  expect(await order(placed.order_id)).toMatchObject({
    order_status: 'PAYMENT_FAILED',
    refund_due_amount: 0,
    refund_by_hand: false,
  })
  const [due] = (await test.act('payments.refunds', {})) as { id: number }[]
  expect(due).toMatchObject({ provider: null, problem })
  await expect(test.act('payments.resend', { refund: due!.id })).rejects.toThrow('No provider can pay')
  await test.act('orders.refund', { orders: [String(placed.order_id)] })
  expect(await refunds(placed.order_id)).toMatchObject([{ state: 'PAID' }])
  expect(await kinds(placed.order_id)).toEqual(['placed', 'payment_mismatch', 'payment_expired', 'refunded'])
  const { outbox } = test.shop.db.tables
  const sent = await test.shop.db.select().from(outbox)
  const mails = await Promise.all(
    sent.filter(({ kind }) => kind === 'order').map(({ payload }) => orderMails.compose(test.shop, payload)),
  )
  expect(mails.map((mail) => mail!.subject.split(' · ')[0])).toEqual([
    expect.stringMatching(/was not in rupees$/),
    expect.stringMatching(/failed$/),
    expect.stringMatching(/paid$/),
  ])
  expect(mails[0]!.text).toContain('It goes back to you')
  const alerts = sent.filter(({ kind }) => kind === 'order_alert')
  expect(JSON.stringify(alerts)).toContain('other_currency')
  await check()
})
