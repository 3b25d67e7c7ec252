/** The merchant's work on payments: UPI, keys, settlements and the ledger. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { gatewayShop } from '../../../test/gateway-shop.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { confirmationLink, trackingLink } from '../../features/orders/order-links.ts'
import { addToLedger, findUnbalanced } from '../../features/payments/ledger.store.ts'
import { upiLink } from '@haat/contract/upi-link'
import { SIMULATED_KEYS } from '../../gateways/gateways.ts'
import { changeSettings } from '../settings/settings.ts'

const UTR = '412345678901'

async function setUp(stock = 5) {
  const test = await gatewayShop()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock }])
  const initial = await stockNow(test.shop.db)
  const place = async (payment_provider = 'upi', total = 599) => {
    const claims = { payment_method: 'ONLINE', payment_provider }
    const body = shopper.order([item(product)], total, claims)
    return (await shopper.place(body, randomUUID()).expect(201)).body
  }
  const tell = (transactionId: string, utr: string) =>
    test.post(`/pay/${transactionId}`).type('form').send({ utr })
  return {
    ...test,
    test,
    /** The page after a UTR that is refused. */
    async refused(transactionId: string, utr: string): Promise<string> {
      const { headers } = await tell(transactionId, utr).expect(303)
      const { text } = await test.get(headers['location']!).expect(200)
      expect(text).toContain('aria-invalid="true"')
      return text
    },
    shopper,
    product,
    place,
    order: async (id: number) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order,
    tell,
    check: () => checkInvariants(test.shop.db, initial),
  }
}

rule('makes the UPI link that NPCI describes', () => {
  const payment = {
    ...{ id: 'haatshop@okhdfcbank', category: '5399', shopName: 'Haat Shop', reference: 'HAAT1001A1' },
    amount: 500_00,
  }
  expect(upiLink(payment, '04')).toBe(
    'upi://pay?pa=haatshop@okhdfcbank&pn=Haat%20Shop&tr=HAAT1001A1&tn=HAAT1001A1&am=500.00&cu=INR&mc=5399&mode=04',
  )
})

describe("a payment to the shop's UPI id", () => {
  it('shows code, apps and time, and waits for the merchant once its UTR is told', async () => {
    const { place, order, tell, refused, act, get, pass, check } = await setUp()
    const { order_id, transactionId, paymentUrl } = await place()
    const { text } = await get(new URL(paymentUrl).pathname).expect(200)
    expect(text).toContain('upi://pay?pa=haatshop@okhdfcbank&amp;pn=')
    expect(text).toMatch(/am=599\.00.*<svg.*role="timer"|role="timer".*<svg/s)
    const [{ reference }] = (await act('payments.list', {})) as [{ reference: string }]
    expect(text).toContain(`<dd>${reference}</dd>`)
    expect(text).toContain(`tr=${reference}&amp;tn=${reference}&amp;`)
    await refused(transactionId, '4123')
    await tell(transactionId, '4123 4567 8901').expect(303)
    const told = await order(order_id)
    expect(told).toMatchObject({ order_status: 'PENDING', processing: true, can_pay: false })
    expect(told.events.map(({ kind }: { kind: string }) => kind)).toEqual(['placed', 'payment_stated'])
    expect((await get(`/pay/${transactionId}`)).text).toContain(UTR)
    // It waits for a day, not for minutes.
    await pass(12 * 3600)
    expect((await order(order_id)).order_status).toBe('PENDING')
    expect(await act('payments.list', { waiting: true, search: reference })).toMatchObject([
      { order_id, utr: UTR },
    ])
    expect(await act('payments.confirm', { order: String(order_id) })).toMatchObject({ status: 'CONFIRMED' })
    await expect(act('payments.confirm', { order: String(order_id) })).rejects.toMatchObject({ status: 409 })
    expect(await act('payments.list', { waiting: true })).toEqual([])
    await check()
  })

  rule('asks nobody to pay for orders whose UTR is told', async () => {
    const { test, place, tell, shopper, pass } = await setUp(10)
    const other = async () => {
      const claims = { payment_method: 'ONLINE', payment_provider: 'upi' }
      return shopper.place(shopper.order([item(await aProduct(test))], 599, claims), randomUUID())
    }
    const all = [await place(), (await other()).body, (await other()).body]
    await pass(300)
    expect((await other()).body.message).toContain('Please pay for one, or wait 10 minutes.')
    for (const [at, { transactionId }] of all.entries()) await tell(transactionId, `41234567890${at}`)
    const { status, body } = await other()
    expect([status, body.code]).toEqual([409, 'TOO_MANY_UNPAID'])
    expect(body.message).toMatch(/payment we still compare with the bank\. Please wait until one/)
  })

  rule('lets the customer pay another way, and keeps the order and its time', async () => {
    const { test, place, order, shopper, tell, refused, get, check } = await setUp(1)
    const { order_id, transactionId } = await place()
    const link = /href="([^"]+)">Pay another way/
    const { text } = await get(`/pay/${transactionId}`)
    expect(new URL(link.exec(text)![1]!).pathname).toBe(`/order-confirmation/${order_id}`)
    const { hold_expires_at } = await order(order_id)
    const { body } = await test
      .post(`/api/orders/${order_id}/pay`, { payment_provider: 'razorpay' }, shopper.customer.token)
      .expect(200)
    expect(body.paymentUrl).not.toContain(transactionId)
    expect(await order(order_id)).toMatchObject({ order_status: 'PENDING', can_pay: true, hold_expires_at })
    await tell(transactionId, UTR).expect(303)
    expect((await get(`/pay/${transactionId}`)).text).not.toMatch(link)
    expect(await refused(transactionId, '4123')).not.toMatch(link)
    await check()
  })

  rule('takes each UTR for one payment only', async () => {
    const { place, tell, refused, act, check } = await setUp()
    const [one, other] = [await place(), await place()]
    await tell(one.transactionId, UTR).expect(303)
    expect(await refused(other.transactionId, UTR)).toContain('given for another payment')
    // Who corrects a number has paid: the first one stands, and nothing asks for money.
    await tell(other.transactionId, '512345678901').expect(303)
    const text = await refused(other.transactionId, UTR)
    expect(text).toMatch(/<h1>Thank you<\/h1>.*512345678901.*<details open>.*given for another payment/s)
    expect(text).not.toContain('upi://')
    await tell(one.transactionId, UTR).expect(303)
    await expect(act('payments.confirm', { order: String(other.order_id), utr: UTR })).rejects.toMatchObject({
      status: 409,
    })
    await check()
  })

  rule('asks again when the bank does not have it, and takes the right UTR then', async () => {
    const { test, place, order, tell, act, check } = await setUp()
    const { order_id, transactionId } = await place()
    await tell(transactionId, UTR).expect(303)
    await act('payments.not_found', { order: String(order_id), note: 'Nothing of that amount came.' })
    expect(await order(order_id)).toMatchObject({ processing: false, can_pay: true })
    expect((await order(order_id)).events.at(-1)).toMatchObject({ note: 'Nothing of that amount came.' })
    const { outbox } = test.shop.db.tables
    const mails = (await test.shop.db.select().from(outbox)).map(({ dedupe_key }) => dedupe_key)
    expect(mails.some((key) => key.startsWith(`order:${order_id}:payment_not_found`))).toBe(true)
    await expect(act('payments.not_found', { order: String(order_id) })).rejects.toMatchObject({
      status: 409,
    })
    await tell(transactionId, '512345678901').expect(303)
    await act('payments.confirm', { order: String(order_id) })
    expect((await order(order_id)).order_status).toBe('CONFIRMED')
    await check()
  })

  rule(
    'is kept when its UTR comes late and the items are there, and is to be paid back when they are not',
    async () => {
      const { shop, place, order, tell, act, pass, check } = await setUp(1)
      const { order_id, transactionId } = await place()
      await pass(16 * 60)
      expect((await order(order_id)).order_status).toBe('PAYMENT_FAILED')
      await place('test-bank')
      await tell(transactionId, UTR).expect(303)
      await act('payments.confirm', { order: String(order_id) })
      expect(await order(order_id)).toMatchObject({ order_status: 'PAYMENT_FAILED', refund_due_amount: 599 })
      expect(await act('payments.refunds', {})).toMatchObject([{ order_id, provider: null, state: 'DUE' }])
      await act('orders.refund', { orders: [String(order_id)], reference: 'UTR 9' })
      expect(await order(order_id)).toMatchObject({ refunded_amount: 599, refund_reference: 'UTR 9' })
      expect(await findUnbalanced(shop.db)).toEqual([])
      await check()
    },
  )

  rule('takes the number of money that left the account before the order was given up', async () => {
    const { test, shopper, place, order, tell, refused, act, check } = await setUp()
    const { order_id, transactionId, paymentUrl } = await place()
    await test.post(`/api/orders/${order_id}/abandon`, {}, shopper.customer.token).expect(200)
    expect((await order(order_id)).order_status).toBe('CANCELLED')
    const { text } = await test.get(new URL(paymentUrl).pathname).expect(200)
    expect(text).toContain('Please do not pay now.')
    expect(text).not.toContain('upi://')
    expect(await refused(transactionId, '4123')).toMatch(/<details open>.*aria-invalid="true"/s)
    await tell(transactionId, UTR).expect(303)
    expect((await test.get(`/pay/${transactionId}`)).text).toContain(
      'We then confirm your order, or refund you.',
    )
    await act('payments.confirm', { order: String(order_id) })
    expect(await order(order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due_amount: 599 })
    await check()
  })

  rule('owes what came too much for an order that has ended, and every further transfer', async () => {
    const { place, order, act, check } = await setUp()
    const { order_id } = await place()
    await act('orders.cancel', { orders: [String(order_id)] })
    await act('payments.confirm', { order: String(order_id), utr: UTR, received: 1000 })
    expect(await order(order_id)).toMatchObject({ order_status: 'CANCELLED', refund_due_amount: 1000 })
    const { order_id: kept } = await place()
    await act('payments.confirm', { order: String(kept), utr: '512345678901' })
    await act('payments.confirm', { order: String(kept), utr: '612345678901', received: 700 })
    expect(await order(kept)).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 700 })
    await expect(act('payments.confirm', { order: String(kept), utr: '612345678901' })).rejects.toMatchObject(
      { status: 409 },
    )
    await check()
  })

  rule('owes what came too much, and does not count as paid with less', async () => {
    const { place, order, act, check } = await setUp()
    const { order_id } = await place()
    const confirm = (received: number) =>
      act('payments.confirm', { order: String(order_id), utr: UTR, received })
    await expect(confirm(598)).rejects.toMatchObject({ status: 409 })
    const { order_id: short } = await place()
    const less = { order: String(short), utr: '712345678901', received: 300, pay_back: true }
    await act('payments.confirm', less)
    expect(await order(short)).toMatchObject({
      ...{ order_status: 'PENDING', refund_due_amount: 300, can_pay: true },
    })
    await confirm(610)
    expect(await order(order_id)).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 11 })
    await check()
  })
})

describe('the keys of a gateway', () => {
  const KEYS =
    'key_id=rzp_live_1234567890abcd\nkey_secret=a-very-secret-secret\nwebhook_secrets=hook-secret-1'

  rule('are in a file of the data folder that others cannot read, in no table, audit or reply', async () => {
    const { test, act } = await setUp()
    expect(await act('payments.gateways', {})).toMatchObject([
      { name: 'phonepe', keys: 'simulator' },
      {
        name: 'razorpay',
        keys: 'simulator',
        webhook_url: expect.stringMatching(/\/api\/payments\/razorpay\/callback$/),
      },
    ])
    expect(await act('payments.keys', { provider: 'razorpay', keys: KEYS })).toMatchObject({
      is_complete: true,
    })
    const file = join(test.shop.config.dataDir, 'payment-keys.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain('a-very-secret-secret')
    const shown = JSON.stringify([
      await act('payments.gateways', {}),
      await act('audit.list', { limit: 50 }),
      (await test.get('/api/settings')).body,
    ])
    expect(shown).not.toMatch(/very-secret|hook-secret/)
    expect(shown).toContain('rzp_live_1234567890abcd')
    const provider = test.shop.pay.all.find(({ name }) => name === 'razorpay')
    expect(provider?.simulated).toBe(false)
  })

  it('say what is missing or wrong, and are used once they are whole', async () => {
    const { test, act } = await setUp()
    const { missing } = (await act('payments.keys', { provider: 'phonepe', keys: 'client_id=M1' })) as {
      missing: string[]
    }
    expect(missing.join()).toMatch(/client_version.*client_secret.*webhook/)
    expect(test.shop.pay.all.map(({ name }) => name)).not.toContain('phonepe')
    await expect(act('payments.keys', { provider: 'phonepe', keys: 'password=x' })).rejects.toMatchObject({
      status: 400,
    })
    await act('payments.forget', { provider: 'phonepe' })
    expect(test.shop.pay.all.map(({ name }) => name)).toContain('phonepe')
  })
})

rule('remembers that a gateway refused its keys, until others are stored', async () => {
  const { act } = await setUp()
  const refused = async () => ((await act('payments.gateways', {})) as { refused: unknown }[])[0]!.refused
  const wrong = Object.entries({ ...SIMULATED_KEYS.phonepe, client_secret: 'a-wrong-secret' })
  const keys = (pairs: [string, string][]) =>
    act('payments.keys', { provider: 'phonepe', keys: pairs.map((pair) => pair.join('=')).join('\n') })
  await keys(wrong)
  const problem = 'PhonePe does not accept the client id, version and secret.'
  await expect(act('settings.test_payment', { name: 'phonepe' })).rejects.toThrow(problem)
  expect(await refused()).toEqual({ problem, at: expect.any(Date) })
  await keys(Object.entries(SIMULATED_KEYS.phonepe))
  expect(await refused()).toBeNull()
  await act('settings.test_payment', { name: 'phonepe' })
  expect(await refused()).toBeNull()
})

describe('a settlement file', () => {
  rule(
    'is compared line by line, records what the gateway took once, and tells what is missing',
    async () => {
      const { test, place, act, control, pass, check } = await setUp()
      const [one, other] = [await place('phonepe'), await place('phonepe')]
      for (const { merchantOrderId: order } of [one, other])
        await control('phonepe', { order, outcome: 'paid' })
      const paid = (await act('payments.list', { provider: 'phonepe' })) as {
        order_id: number
        provider_payment_id: string
      }[]
      const [first] = paid.filter(({ order_id }) => order_id === one.order_id)
      const sheet = `Payment_ID,Amount,Fee,Settlement UTR\n${first!.provider_payment_id},599.00,11.80,U1\npay_foreign,10,0,U1\n${first!.provider_payment_id},599.00,11.80,U1\n`
      const tried = await act('payments.settle', { sheet, dry_run: true })
      expect(tried).toMatchObject({
        lines: [
          { problem: null, fee: 1180 },
          { problem: expect.stringContaining('no such payment') },
          { problem: expect.any(String) },
        ],
      })
      await pass(8 * 86_400)
      const settled = await act('payments.settle', { sheet })
      expect(settled).toMatchObject({ missing: [{ order_id: other.order_id }] })
      expect(await act('payments.settle', { sheet })).toMatchObject({
        lines: [{ problem: null, is_recorded: true }, { is_recorded: false }, { is_recorded: false }],
        notes: [expect.any(String), '1 line of it was recorded already.'],
      })
      const { ledger_entries } = test.shop.db.tables
      const fees = (await test.shop.db.select().from(ledger_entries)).filter(({ kind }) => kind === 'fee')
      expect(fees).toMatchObject([{ amount: -1180, provider: 'phonepe' }])
      await expect(act('payments.settle', { sheet: 'a,b\n1,2' })).rejects.toMatchObject({ status: 400 })
      await check()
    },
  )

  it('reads the report of PhonePe, compares refunds, and takes no impossible charge', async () => {
    const { place, act, control, pass, check } = await setUp()
    const { order_id, merchantOrderId: order } = await place('phonepe')
    await control('phonepe', { order, outcome: 'paid' })
    const [paid] = (await act('payments.list', { provider: 'phonepe' })) as { provider_payment_id: string }[]
    const id = paid!.provider_payment_id
    const report = (fee: string, more = '') =>
      `PaymentType,PhonePeReferenceId,Amount,Fee,IGST,BankReferenceNo\nPAYMENT,${id},599.00,${fee},-1.80,B1\n${more}`
    const problemsOf = async (sheet: string) =>
      ((await act('payments.settle', { sheet, dry_run: true })) as { lines: { problem: string | null }[] })
        .lines
    expect(await problemsOf(report('-10.00'))).toMatchObject([{ problem: null, fee: 1180 }])
    expect(await problemsOf(report('soon'))).toMatchObject([{ problem: 'The charge cannot be read.' }])
    expect(await problemsOf(report('99999'))).toMatchObject([
      { problem: 'The charge is more than the payment.' },
    ])
    const minus = report('-10.00').replace('599.00', '-599.00')
    expect(await problemsOf(minus)).toMatchObject([{ problem: 'The amount cannot be read.' }])
    const foreign = await problemsOf(report('-10.00', 'REVERSAL,RF1,10,0,0,B1\n'))
    expect(foreign).toMatchObject([{ problem: null }, { problem: 'The shop has no such refund.' }])
    await act('payments.settle', { sheet: report('-10.00') })
    expect(await act('payments.list', {})).toMatchObject([{ order_id, fee: 1180, settlement: 'B1' }])
    const other = await place('razorpay')
    await control('razorpay', { order: other.merchantOrderId, outcome: 'paid' })
    await act('orders.cancel', { orders: [String(other.order_id)] })
    await pass(61)
    await pass(20 * 3600)
    const [refund] = (await act('payments.refunds', { all: true })) as { provider_refund_id: string }[]
    const line = `REVERSAL,${refund!.provider_refund_id},599,0,0,B1\n`
    expect(await problemsOf(report('-10.00', line))).toMatchObject([
      { problem: null },
      { problem: 'This is of another gateway than the first payment of the file.' },
    ])
    const settle = (utr: string) =>
      act('payments.settle', { sheet: `${report('').split('\n')[0]}\n${line.replace('B1', utr)}` })
    for (const is_recorded of [false, true])
      expect(await settle('R1')).toMatchObject({ lines: [{ problem: null, is_recorded }] })
    const problem = 'Another settlement had this refund.'
    expect(await settle('R2')).toMatchObject({ lines: [{ problem, is_recorded: false }] })
    await check()
  })
})

it('reports every rupee by day, and leaves test payments out of the sums', async () => {
  const { test, place, order, act, control, pass, shopper, product, check } = await setUp()
  const online = await place('phonepe')
  await control('phonepe', { order: online.merchantOrderId, outcome: 'paid' })
  const { body: cash } = await shopper.place(shopper.order([item(product)], 599), randomUUID()).expect(201)
  await act('orders.ship', { orders: [String(cash.order_id)], courier: 'Blue Dart' })
  await act('orders.deliver', { orders: [String(cash.order_id)] })
  await act('orders.cancel', { orders: [String(online.order_id)] })
  await pass(61)
  await pass(3600)
  expect((await order(online.order_id)).refunded_amount).toBe(599)
  const report = await act('payments.ledger', { from: '2026-03-02', to: '2026-03-02' })
  expect(report).toMatchObject({
    // The simulated gateway's payment and refund are no money.
    total: { online: 0, cash: 599_00, refunds: 0, net: 599_00 },
    days: [{ day: '2026-03-02' }],
    simulated: 0,
  })
  const { ledger_entries } = test.shop.db.tables
  await expect(
    test.shop.db.transaction(async (tx) => void (await tx.delete(ledger_entries))),
  ).rejects.toThrow(/append-only|Failed query/)
  await check()
})

rule('leaves the cash of a courier out of the sums until it is handed over', async () => {
  const { act, pass, shopper, product, check } = await setUp()
  const deliver = async (tracking?: string) => {
    const { body } = await shopper.place(shopper.order([item(product)], 599), randomUUID()).expect(201)
    const orders = [String(body.order_id)]
    await act('orders.ship', { orders, courier: 'Blue Dart', tracking })
    await act('orders.deliver', { orders })
    return orders[0]!
  }
  const money = () => act('payments.ledger', { from: '2026-03-02', to: '2026-03-02' })
  const [own, first, second] = [await deliver(), await deliver('BD1'), await deliver('BD2')]
  expect(await money()).toMatchObject({
    ...{ total: { cash: 599_00, net: 599_00 }, with_couriers: { amount: 1198_00, orders: 2 } },
    entry_count: 3,
  })
  expect(await act('payments.courier_cash', {})).toMatchObject([
    { order_id: Number(first), courier: 'Blue Dart', tracking_number: 'BD1', amount: 599_00 },
    { order_id: Number(second), tracking_number: 'BD2' },
  ])
  // All or nothing.
  await expect(act('payments.cash_came', { orders: [first, own] })).rejects.toThrow('No courier has cash')
  expect(await act('payments.cash_came', { orders: [first, first] })).toEqual({ orders: 1, amount: 599_00 })
  const collected = async (id: string) =>
    ((await act('orders.show', { order: id })) as { courier_cash: unknown }).courier_cash
  expect(await collected(own)).toBeNull()
  expect(await collected(first)).toEqual({ amount: 599_00, handed_over_at: expect.any(Date) })
  expect(await collected(second)).toEqual({ amount: 599_00, handed_over_at: null })
  await expect(act('payments.cash_came', { orders: [first] })).rejects.toThrow('No courier has cash')
  expect(await money()).toMatchObject({
    ...{ total: { cash: 1198_00, net: 1198_00 }, with_couriers: { amount: 599_00, orders: 1 } },
    days: [{ day: '2026-03-02', cash: 1198_00 }],
    entries: [{ kind: 'cash' }, { kind: 'with_courier', amount: -599_00 }, {}, {}, {}],
  })
  const undo = async (name: string) => {
    const entries = (await act('audit.list', {})) as { id: number; act: string }[]
    return act('audit.undo', { entry: entries.find((entry) => entry.act === name)!.id })
  }
  const cameByMistake = await act('payments.cash_came', { orders: [second] })
  expect(cameByMistake).toMatchObject({ amount: 599_00 })
  await expect(undo('orders.deliver')).rejects.toMatchObject({ status: 409 })
  await undo('payments.cash_came')
  expect(await collected(second)).toEqual({ amount: 599_00, handed_over_at: null })
  await undo('orders.deliver')
  expect(await collected(second)).toBeNull()
  await pass(60)
  await act('orders.deliver', { orders: [second] })
  expect(await money()).toMatchObject({
    ...{ total: { cash: 1198_00 }, with_couriers: { amount: 599_00, orders: 1 } },
  })
  expect(await act('today.show', {})).toMatchObject({ cash_overdue: 0 })
  await pass(8 * 86_400)
  expect(await act('today.show', {})).toMatchObject({ cash_overdue: 1 })
  // The report of a day that is over stays as it was.
  await act('payments.cash_came', { orders: [second] })
  const then = await act('payments.ledger', { from: '2026-03-10', to: '2026-03-10' })
  expect(then).toMatchObject({ total: { cash: 599_00 } })
  await pass(86_400)
  await undo('payments.cash_came')
  expect(await act('payments.ledger', { from: '2026-03-10', to: '2026-03-11' })).toMatchObject({
    days: [
      { day: '2026-03-10', cash: 599_00 },
      { day: '2026-03-11', cash: -599_00 },
    ],
  })
  // What comes back is owed, whoever has the cash.
  for (const order of [first, second]) {
    await act('orders.return', { order })
    await act('orders.refund', { orders: [order] })
  }
  expect(await act('payments.ledger', { from: '2026-03-02', to: '2026-03-12' })).toMatchObject({
    total: { refunds: -1000_00 },
  })
  await check()
})

it('writes every entry of the ledger to a file, newest first', async () => {
  const { test, act, shopper, product } = await setUp()
  const { body } = await shopper.place(shopper.order([item(product)], 599), randomUUID()).expect(201)
  const at = test.shop.now()
  const entry = {
    order_id: body.order_id as number,
    kind: 'fee',
    provider: 'razorpay',
    simulated: false,
  } as const
  await test.shop.db.transaction(async (tx) => {
    for (let fee = 1; fee <= 1001; fee += 1)
      await addToLedger(tx, { ...entry, amount: -fee, source: `fee:${fee}`, at })
  })
  const period = { from: '2026-03-02', to: '2026-03-02' }
  const { content } = (await act('payments.entries', period)) as { content: AsyncIterable<string> }
  let file = ''
  for await (const part of content) file += part
  const rows = file.trim().split('\n')
  expect(rows).toHaveLength(1002)
  expect(rows[1]).toMatch(/,fee,razorpay,-10\.01,0$/)
  expect(rows.at(-1)).toMatch(/,-0\.01,0$/)
  expect(await act('payments.ledger', period)).toMatchObject({ entry_count: 1001, total: { fees: -5015_01 } })
})

describe('cash on delivery', () => {
  it('costs its fee, stays away from places, and asks for a confirmation by link', async () => {
    const { test, shopper, product, order, get, post, act, check } = await setUp()
    await changeSettings(test.shop, {
      'payments.cod_fee': '30',
      'payments.cod_confirm': 'yes',
    })
    const place = (total: number) => shopper.place(shopper.order([item(product)], total), randomUUID())
    await place(599).expect(409)
    const { body } = await place(629).expect(201)
    expect(await order(body.order_id)).toMatchObject({
      cod_fee: 30,
      total_amount: 629,
      needs_confirmation: true,
    })
    const path = new URL(confirmationLink(test.shop, body.order_id)).pathname
    expect((await get(path).expect(200)).text).toContain('Will you take this parcel?')
    expect((await order(body.order_id)).needs_confirmation).toBe(true)
    const key = new URL(trackingLink(test.shop, body.order_id)).pathname.split('/').at(-1)
    const tracked = await get(`/api/orders/${body.order_id}/track?key=${key}`).expect(200)
    expect(tracked.body.order).toMatchObject({ needs_confirmation: true, why_not_cancelled: null })
    expect((await post(path).type('form').send({}).expect(200)).text).toContain('is confirmed')
    expect((await order(body.order_id)).needs_confirmation).toBe(false)
    await get(`${path}x`).expect(404)
    const { body: called } = await place(629).expect(201)
    await act('orders.confirm', { orders: [String(called.order_id)] })
    expect((await order(called.order_id)).needs_confirmation).toBe(false)
    await act('products.set', { product: String(product.id), set: { no_cod: 'yes' } })
    expect((await place(629).expect(409)).body.message).toContain('cannot be paid on delivery')
    await act('products.set', { product: String(product.id), set: { no_cod: 'no' } })
    const { shipping_state } = await order(called.order_id)
    await act('delivery.set', { area: shipping_state, cod: 'no' })
    expect((await place(629).expect(409)).body.code).toBe('COD_NOT_OFFERED')
    await check()
  })
})
