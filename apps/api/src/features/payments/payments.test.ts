import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { bankOf, callback, payOnline } from '../../../test/payer.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import { expireUnpaidOrders } from '../orders/check-payments.ts'
import type { PaymentProvider } from '../../adapters/payment-provider.ts'
import { changeOrder, getOrder } from '../../acts/orders/orders.ts'
import { startPayment } from './payments.ts'
import { insertPayment } from './payments.store.ts'

/** What a provider is told of a payment. */
const request = {
  ...{ merchantOrderId: 'm', transactionId: 't', amount: 100, orderNumber: 'KD7M2XPR94' },
  ...{ customer: { name: 'Asha', phone: '9876543210', email: null }, returnUrl: 'http://shop.example/' },
  expiresAt: START,
}

async function setUp(stock = 5) {
  const test = await shopForThisTest()
  const { db } = test.shop
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock }])
  const initial = await stockNow(db)
  return {
    test,
    shopper,
    product,
    stockLeft: async () => (await stockNow(db)).get(product.variant.id),
    online: (quantity = 1) => payOnline(test, shopper, [item(product, quantity)], 500 * quantity + 99),
    check: () => checkInvariants(db, initial),
    events: () => db.select().from(db.tables.payment_events),
    mails: async () =>
      (await db.select().from(db.tables.outbox))
        .filter(({ kind }) => kind === 'order')
        .map(({ dedupe_key }) => dedupe_key),
    /** Advances the clock by 15 minutes. */
    expire: async () => {
      test.clock.advance(15 * 60)
      return expireUnpaidOrders(test.shop)
    },
  }
}

describe('an online order', () => {
  it('reserves stock for 15 minutes while it waits for its payment', async () => {
    const { online, stockLeft, check, mails } = await setUp()
    const { reply, order } = await online(2)
    expect(reply).toMatchObject({ message: 'Order created', paymentUrl: expect.stringContaining('/pay/') })
    expect(reply.transactionId).toMatch(/^[A-Za-z0-9_-]{20,63}$/)
    expect(reply.merchantOrderId).toMatch(/^[A-Za-z0-9_-]{20,63}$/)
    const hold_expires_at = new Date(START.getTime() + 15 * 60_000).toISOString()
    expect(await order()).toMatchObject({
      order_status: 'PENDING',
      payment_method: 'ONLINE',
      hold_expires_at,
    })
    expect(await stockLeft()).toBe(3)
    expect(await mails()).toEqual([])
    await check()
  })

  it('is confirmed once by the genuine callback', async () => {
    const { test, online, stockLeft, check, mails } = await setUp()
    const { event, order, order_id } = await online()
    const paid = event()
    await callback(test, paid).expect(200)
    await callback(test, paid).expect(200)
    await callback(test, event()).expect(200)
    expect(await order()).toMatchObject({
      order_status: 'CONFIRMED',
      hold_expires_at: null,
      events: [{ status: 'PENDING' }, { status: 'CONFIRMED' }],
    })
    expect(await stockLeft()).toBe(4)
    expect(await mails()).toEqual([`order:${order_id}:confirmed`])
    await check()
  })

  it('releases stock when the payment fails', async () => {
    const { online, stockLeft, check, mails } = await setUp()
    const { sendCallback, status, order_id } = await online(5)
    expect(await stockLeft()).toBe(0)
    await sendCallback({ state: 'FAILED' }).expect(200)
    expect(await status()).toBe('PAYMENT_FAILED')
    expect(await stockLeft()).toBe(5)
    expect(await mails()).toEqual([`order:${order_id}:payment_failed`])
    await check()
  })

  it('releases stock exactly when the time to pay ends', async () => {
    const { test, online, stockLeft, check } = await setUp()
    const { status } = await online()
    test.clock.advance(15 * 60 - 1)
    expect(await expireUnpaidOrders(test.shop)).toBe(0)
    test.clock.advance(1)
    expect(await expireUnpaidOrders(test.shop)).toBe(1)
    expect(await expireUnpaidOrders(test.shop)).toBe(0)
    expect(await status()).toBe('PAYMENT_FAILED')
    expect(await stockLeft()).toBe(5)
    await check()
  })

  it('releases the coupon use too, and takes it again for a late payment', async () => {
    const { test, shopper, product, check, expire } = await setUp()
    const coupon = await aCoupon(test, { per_user_limit: 1, usage_limit: 1 })
    const items = [item(product)]
    const apply = () => shopper.apply(coupon.code, items)
    const { body } = await apply().expect(200)
    const order_coupon_id = body.order_coupon_id
    const { sendCallback, status } = await payOnline(test, shopper, items, 549, { order_coupon_id })
    await expire()
    await apply().expect(200)
    await check()
    await sendCallback().expect(200)
    expect(await status()).toBe('CONFIRMED')
    await apply().expect(400)
    await check()
  })

  it('removes its lines from the cart only when it is paid', async () => {
    const { test, shopper, product } = await setUp()
    await shopper.add(product.variant.id, 3)
    const changes = { checkout: 'cart', total_shipping_price: 0 }
    const { sendCallback } = await payOnline(test, shopper, [item(product, 2)], 1000, changes)
    const quantities = async () =>
      (await shopper.get('/api/cart')).body.cart.map(({ quantity }: { quantity: number }) => quantity)
    expect(await quantities()).toEqual([3])
    await sendCallback().expect(200)
    expect(await quantities()).toEqual([1])
  })
})

describe('a late payment', () => {
  it.each(['failure', 'expiry'])(
    'confirms the order after %s when its stock is still there',
    async (what) => {
      const { online, stockLeft, check, expire, mails } = await setUp()
      const { sendCallback, order, order_id } = await online(2)
      if (what === 'failure') await sendCallback({ state: 'FAILED' }).expect(200)
      else await expire()
      await sendCallback().expect(200)
      expect(await order()).toMatchObject({ order_status: 'CONFIRMED', refund_due: false })
      expect(await stockLeft()).toBe(3)
      expect(await mails()).toContain(`order:${order_id}:confirmed`)
      await check()
    },
  )

  it('marks the order for refund when its stock is gone', async () => {
    const { test, shopper, product, stockLeft, check, expire, mails } = await setUp(5)
    const second = await aProduct(test)
    const both = [item(product, 3), item(second, 2)]
    const { sendCallback, order, order_id } = await payOnline(test, shopper, both, 2599)
    await expire()
    const rival = await payOnline(test, await aShopper(test), [item(product, 4)], 2099)
    await rival.sendCallback().expect(200)
    await sendCallback().expect(200)
    expect(await order()).toMatchObject({ order_status: 'PAYMENT_FAILED', refund_due: true })
    expect((await order()).events.at(-1).note).toContain('refunded')
    expect(await stockLeft()).toBe(1)
    expect(await mails()).toContain(`order:${order_id}:refund_due`)
    await sendCallback().expect(200)
    expect((await order()).events).toHaveLength(3)
    await check()
  })

  it('marks the order for refund when its coupon has been used up', async () => {
    const { test, shopper, product, expire, check } = await setUp()
    const coupon = await aCoupon(test, { usage_limit: 1 })
    const rival = await aShopper(test)
    const items = [item(product)]
    const order_coupon_id = (await shopper.apply(coupon.code, items)).body.order_coupon_id
    const { sendCallback, order } = await payOnline(test, shopper, items, 549, { order_coupon_id })
    await expire()
    const theirs = (await rival.apply(coupon.code, items)).body.order_coupon_id
    await rival.place(rival.order(items, 549, { order_coupon_id: theirs })).expect(201)
    await sendCallback().expect(200)
    expect(await order()).toMatchObject({ order_status: 'PAYMENT_FAILED', refund_due: true })
    await check()
  })
})

describe('a late payment of an order with a coupon', () => {
  it('is refunded when the customer has used the coupon in another order, and counts no use', async () => {
    const { test, shopper, product, expire, check } = await setUp()
    const coupon = await aCoupon(test, { per_user_limit: 1, usage_limit: 9 })
    const items = [item(product)]
    const order_coupon_id = (await shopper.apply(coupon.code, items)).body.order_coupon_id
    const { sendCallback, order } = await payOnline(test, shopper, items, 549, { order_coupon_id })
    await expire()
    await shopper.place(shopper.order(items, 549, { order_coupon_id })).expect(201)
    await sendCallback().expect(200)
    expect(await order()).toMatchObject({ order_status: 'PAYMENT_FAILED', refund_due: true })
    const { coupons } = test.shop.db.tables
    expect(await test.shop.db.select().from(coupons)).toMatchObject([{ used_count: 1 }])
    await check()
  })
})

describe('POST /api/payments/callback with', () => {
  it('no signature, a wrong one, or another secret', async () => {
    const { test, online } = await setUp()
    const { event, status } = await online()
    const refused = { success: false, message: 'Invalid request' }
    await test.post('/api/payments/callback', event()).expect(400, refused)
    await test
      .post('/api/payments/callback', event())
      .set('x-haat-timestamp', '1')
      .set('x-haat-signature', 'sha256=00')
      .expect(400, refused)
    await callback(test, event(), { secret: 'not the secret of this shop' }).expect(400, refused)
    expect(await status()).toBe('PENDING')
  })

  it('a timestamp more than five minutes off', async () => {
    const { test, online } = await setUp()
    const { event, status } = await online()
    const off = (seconds: number) => new Date(test.clock.now().getTime() + seconds * 1000)
    await callback(test, event(), { at: off(-301) }).expect(400)
    await callback(test, event(), { at: off(301) }).expect(400)
    expect(await status()).toBe('PENDING')
    await callback(test, event(), { at: off(-300) }).expect(200)
  })

  it('a body changed after it was signed', async () => {
    const { test, online } = await setUp()
    const { event, status } = await online()
    const signed = callback(test, event())
    await signed.send(' ').expect(400)
    expect(await status()).toBe('PENDING')
  })

  it('a genuine payment of another amount: 409, stored for the merchant, order unchanged', async () => {
    const { test, online, events, check } = await setUp()
    const { event, status } = await online()
    const paid = event({ amount: 1_00 })
    await callback(test, paid).expect(409)
    await callback(test, paid).expect(409)
    expect(await events()).toMatchObject([{ outcome: 'amount_mismatch', amount: 100 }])
    const { outbox } = test.shop.db.tables
    const jobs = await test.shop.db.select().from(outbox)
    expect(jobs.filter(({ kind }) => kind === 'order_alert')).toMatchObject([
      { payload: expect.stringContaining('"alert":"amount_mismatch","order_id":1,"amount":100') },
    ])
    expect(await status()).toBe('PENDING')
    await callback(test, { ...paid, amount: 599_00 }).expect(200)
    expect(await status()).toBe('CONFIRMED')
    expect(await events()).toMatchObject([{ outcome: 'applied', amount: 599_00 }])
    await check()
  })

  it("the transaction of one order with another's merchantOrderId, or another's event", async () => {
    const { test, online } = await setUp()
    const [first, second] = [await online(), await online()]
    await first.sendCallback({ merchantOrderId: second.reply.merchantOrderId }).expect(409)
    await first.sendCallback({ transactionId: 'nobody' }).expect(409)
    const paid = first.event()
    await callback(test, paid).expect(200)
    await second.sendCallback({ event_id: paid.event_id }).expect(409)
    expect(await second.status()).toBe('PENDING')
  })

  it('an unknown payment', async () => {
    const { online } = await setUp()
    const { sendCallback } = await online()
    await sendCallback({ transactionId: 'nobody', merchantOrderId: 'nothing' }).expect(404)
  })

  it('a failure after success, PENDING, and fields it does not know', async () => {
    const { test, online, check } = await setUp()
    const { event, status } = await online()
    await callback(test, event({ state: 'PENDING' })).expect(200)
    expect(await status()).toBe('PENDING')
    await callback(test, { ...event(), order_status: 'DELIVERED', extra: { deep: true } }).expect(200)
    await callback(test, event({ state: 'FAILED' })).expect(200)
    expect(await status()).toBe('CONFIRMED')
    await check()
  })

  it.each([
    ['amount', '59900'],
    ['amount', 599.5],
    ['state', 'PAID'],
    ['event_id', ''],
    ['transactionId', ['x']],
    ['merchantOrderId', 'x'.repeat(64)],
  ])('a genuine body with %s %j', async (field, value) => {
    const { test, online } = await setUp()
    const { event, status } = await online()
    await callback(test, { ...event(), [field]: value }).expect(400)
    expect(await status()).toBe('PENDING')
  })

  it('the same success 20 times at once', async () => {
    const { test, online, mails, check, events } = await setUp()
    const { event, order, order_id } = await online()
    const paid = event()
    const replies = await Promise.all(Array.from({ length: 20 }, () => callback(test, paid)))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await order()).events).toHaveLength(2)
    expect(await mails()).toEqual([`order:${order_id}:confirmed`])
    expect(await events()).toMatchObject([{ event_id: paid.event_id, outcome: 'applied' }])
    await check()
  })
})

describe('in production', () => {
  const production = { NODE_ENV: 'production' }

  it('there is no online payment without a provider', async () => {
    const test = await shopForThisTest(production)
    const shopper = await aShopper(test)
    const product = await aProduct(test, {}, [{ stock: 5 }])
    const online = shopper.order([item(product)], 599, { payment_method: 'ONLINE' })
    const { body } = await shopper.place(online).expect(400)
    expect(body).toEqual({ success: false, message: 'Online payment is not available.' })
    expect((await stockNow(test.shop.db)).get(product.variant.id)).toBe(5)
    expect(await test.shop.db.select().from(test.shop.db.tables.orders)).toEqual([])
    const event = { event_id: 'e', merchantOrderId: 'm', transactionId: 't', state: 'COMPLETED', amount: 1 }
    await callback(test, event).expect(404)
    await test.get('/pay/anything').expect(404)
    const { body: settings } = await test.get('/api/settings').expect(200)
    expect(settings).toMatchObject({ online_payment: false, test_bank: false, warning: null })
    await shopper.place(shopper.order([item(product)], 599)).expect(201)
  })

  it('the test bank works only where PAYMENT names it, under a warning', async () => {
    const test = await shopForThisTest({ ...production, PAYMENT: 'test-bank' })
    const { body: settings } = await test.get('/api/settings').expect(200)
    expect(settings).toMatchObject({
      online_payment: true,
      test_bank: true,
      warning: expect.stringContaining('no money moves'),
    })
    const product = await aProduct(test)
    const { press, status } = await payOnline(test, await aShopper(test), [item(product)], 599)
    await press('pay').expect(303)
    expect(await status()).toBe('CONFIRMED')
  })
})

describe('a provider that cannot start a payment', () => {
  it('is a 503 that frees stock and idempotency key, with the cause in the log', async () => {
    const { test, shopper, product, stockLeft } = await setUp()
    const body = shopper.order([item(product)], 599, { payment_method: 'ONLINE' })
    const { log } = test.shop
    const pay = bankOf(test)
    const { start } = pay
    const error = vi.fn<(data: object, message: string) => void>()
    Object.assign(log, { error })
    const cause = new Error('wrong key')
    pay.start = () => Promise.reject(cause)
    const refused = await shopper.place(body, 'once').expect(503).expect('retry-after', /\d/)
    expect(refused.body).toMatchObject({
      ...{ code: 'PAYMENT_NOT_STARTED', message: expect.stringContaining('nothing was taken') },
    })
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ err: cause, provider: 'test-bank' }),
      'a payment could not be started',
    )
    expect(await stockLeft()).toBe(5)
    pay.start = start
    await shopper.place(body, 'once').expect(201)
  })

  it('is aborted after a time limit', async () => {
    const test = await shopForThisTest()
    const { log } = test.shop
    const pay = bankOf(test)
    const error = vi.fn<(data: { err: Error }, message: string) => void>()
    let observed: AbortSignal | undefined
    const start = (_request: object, signal: AbortSignal) => {
      observed = signal
      return new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    const started = startPayment({ pay: { ...pay, start }, log: Object.assign(log, { error }) }, request, 20)
    await expect(started).rejects.toMatchObject({ status: 503 })
    expect(observed?.aborted).toBe(true)
    expect(error.mock.calls[0]?.[0].err.name).toBe('TimeoutError')
  })

  it('that throws at once is a 503 too, and no promise is left to reject unhandled', async () => {
    const test = await shopForThisTest()
    const unhandled = vi.fn<(reason: unknown) => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const cause = new Error('no key')
    const start = () => {
      throw cause
    }
    const error = vi.fn<(data: object, message: string) => void>()
    const pay = { ...bankOf(test), start }
    const started = startPayment({ pay, log: Object.assign(test.shop.log, { error }) }, request, 20)
    await expect(started).rejects.toMatchObject({ status: 503 })
    expect(error.mock.calls[0]?.[0]).toMatchObject({ err: cause })
    await setTimeout(40)
    expect(unhandled).not.toHaveBeenCalled()
  })

  describe('in one of two duplicate requests', () => {
    /** Places an order twice with one key. The payments' starts end one after the other, the given way. */
    async function placeTwice(outcomes: readonly ('opened' | 'failed')[]) {
      const { test, shopper, product, ...shop } = await setUp()
      const body = shopper.order([item(product)], 599, { payment_method: 'ONLINE' })
      const place = async () => shopper.place(body, 'once')
      const pay = bankOf(test)
      const { start } = pay
      const calls: PromiseWithResolvers<void>[] = []
      pay.start = async (...request) => {
        const call = Promise.withResolvers<void>()
        const outcome = outcomes[calls.push(call) - 1]
        await call.promise
        if (outcome === 'failed') throw new Error('too many requests')
        return start(...request)
      }
      const requests = [place(), place()]
      await vi.waitFor(() => expect(calls).toHaveLength(2), 30_000)
      calls[0]?.resolve()
      await Promise.race(requests)
      calls[1]?.resolve()
      const replies = await Promise.all(requests)
      pay.start = start
      const { db } = test.shop
      const [orders, payments] = [
        await db.select().from(db.tables.orders),
        await db.select().from(db.tables.payments),
      ]
      return { ...shop, place, replies, orders, payments }
    }

    it('keeps the payment that the other has opened', async () => {
      const { replies, orders, payments, stockLeft, check } = await placeTwice(['opened', 'failed'])
      expect(replies.map(({ status }) => status)).toEqual([201, 201])
      expect(replies[0]?.text).toBe(replies[1]?.text)
      expect(orders).toMatchObject([{ status: 'PENDING', idempotency_key: 'key:once' }])
      expect(payments).toMatchObject([{ state: 'STARTED', payment_url: replies[0]?.body.paymentUrl }])
      expect(await stockLeft()).toBe(4)
      await check()
    })

    it('opens no payment for an order that the other has failed, and a retry makes a new one', async () => {
      const { replies, orders, payments, place, stockLeft, check } = await placeTwice(['failed', 'opened'])
      expect(replies.map(({ status }) => status)).toEqual([503, 503])
      expect(orders).toMatchObject([{ status: 'PAYMENT_FAILED' }])
      expect(payments).toMatchObject([{ state: 'FAILED', payment_url: null }])
      expect(await stockLeft()).toBe(5)
      expect(await place()).toMatchObject({ status: 201 })
      expect(await stockLeft()).toBe(4)
      await check()
    })
  })
})

describe('a gateway', () => {
  it('defines the payment page, and the headers, signature and body of its callbacks', async () => {
    const { test, online, check } = await setUp()
    const gateway: PaymentProvider = {
      name: 'test-bank',
      label: 'Gateway',
      marks: [],
      simulated: false,
      start: async ({ merchantOrderId }) => ({
        paymentUrl: `https://gateway.example/pay/${merchantOrderId}`,
      }),
      async parseCallback({ headers, rawBody }) {
        if (headers['authorization'] !== 'genuine') return undefined
        const { event, payload } = JSON.parse(rawBody)
        const { orderId, merchantOrderId, udf1: transactionId, amount } = payload
        const state: 'COMPLETED' | 'FAILED' = event === 'checkout.order.completed' ? 'COMPLETED' : 'FAILED'
        const payment = {
          merchantOrderId,
          transactionId,
          state,
          amount,
          providerPaymentId: orderId,
          fee: null,
        }
        return { payment: { ...payment, event_id: `${orderId}-${state}` } as const }
      },
    }
    Object.assign(bankOf(test), gateway)
    const { reply, status } = await online()
    const { merchantOrderId, transactionId } = reply
    expect(reply.paymentUrl).toBe(`https://gateway.example/pay/${merchantOrderId}`)
    const payload = { orderId: 'OMO1', merchantOrderId, udf1: transactionId, amount: 599_00 }
    const send = (authorization: string) =>
      test
        .post('/api/payments/callback', { event: 'checkout.order.completed', payload })
        .set('authorization', authorization)
    await send('forged').expect(400)
    expect(await status()).toBe('PENDING')
    await send('genuine').expect(200)
    expect(await status()).toBe('CONFIRMED')
    await check()
  })
})

it('owes the customer a second payment of the same order, once', async () => {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const payment = await payOnline(test, shopper, [item(product)], 599)
  const ids = { merchant_order_id: 'order_second', transaction_id: 'txn_second' }
  await test.shop.db.transaction((tx) =>
    insertPayment(tx, {
      order_id: payment.order_id,
      provider: 'test-bank',
      amount: 599_00,
      started_at: test.shop.now(),
      ...ids,
    }),
  )
  await payment.sendCallback().expect(200)
  const second = payment.event({ merchantOrderId: ids.merchant_order_id, transactionId: ids.transaction_id })
  for (const event of [second, second, { ...second, event_id: randomUUID() }])
    await callback(test, event).expect(200)
  const { order, payments, refunds } = await getOrder(test.shop, payment.order_id)
  expect(order.status).toBe('CONFIRMED')
  expect(payments.map(({ state }) => state)).toEqual(['PAID', 'PAID_AGAIN'])
  expect(refunds).toMatchObject([{ state: 'DUE', amount: 599_00, payment_id: payments[1]!.id }])
  await changeOrder(test.shop, payment.order_id, 'refund', {})
  expect(await payment.status()).toBe('CONFIRMED')
  await checkInvariants(test.shop.db)
})
