/** Transfers to the shop's UPI id that are too little, too much, more than one, or that nobody compares; and their refunds. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { gatewayShop } from '../../../test/gateway-shop.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { orderMails } from '../../features/orders/order-mail.ts'
import { findUnbalanced } from '../../features/payments/ledger.store.ts'
import { changeSettings } from '../settings/settings.ts'

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
    sent: test.mails,
    mails: async () => {
      const { outbox } = test.shop.db.tables
      return (await test.shop.db.select().from(outbox)).map(({ dedupe_key }) => dedupe_key).join()
    },
    /** The last mail of a kind about the order. */
    mail: async (kind: string) => {
      const { outbox } = test.shop.db.tables
      const rows = await test.shop.db.select().from(outbox)
      const row = rows.findLast(({ dedupe_key }) => dedupe_key.startsWith(`order:${order_id}:${kind}`))
      return (await orderMails.compose(test.shop, row!.payload))!.text
    },
    check: async () => {
      expect(await findUnbalanced(test.shop.db)).toEqual([])
      await checkInvariants(test.shop.db, initial)
    },
  }
}

rule('does not count a second transfer that is too little as the whole price', async () => {
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

rule('asks nobody for the rest of a cancelled order: what came goes back', async () => {
  const { act, tell, confirm, order, order_id, check } = await setUp()
  await tell(FIRST)
  await act('orders.cancel', { orders: [String(order_id)] })
  await confirm({ utr: FIRST, received: 50 })
  expect(await order()).toMatchObject({ order_status: 'CANCELLED', refund_due_amount: 50 })
  await check()
})

rule('counts what came before and was not given back', async () => {
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

it('tells the customer that what was to go back pays the order now', async () => {
  const { confirm, order, sent, check } = await setUp()
  for (const utr of [FIRST, SECOND]) await confirm({ utr, received: 50, pay_back: true })
  expect((await sent()).customer).toHaveLength(2)
  await confirm({ utr: THIRD, received: 580 })
  expect(await order()).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 81 })
  expect((await sent()).customer).toEqual([
    expect.stringContaining(
      'With ₹19 of the ₹100 that came before, this order is paid. You get the other ₹81 back.',
    ),
  ])
  await check()
})

it('does not ask for the price any more in a mail that goes out after another transfer has paid it', async () => {
  const { confirm, sent, check } = await setUp()
  await confirm({ utr: FIRST, received: 50, pay_back: true })
  await confirm({ utr: SECOND, received: 549 })
  const short = (await sent()).customer.find((mail) => mail.includes('was too little'))
  expect(short).toContain('less than the ₹599 that this order costs, and another one has paid it since.')
  expect(short).not.toMatch(/pay ₹599|refund of/)
  await check()
})

rule('books a further transfer as what the order costs, whatever came before', async () => {
  const { confirm, order, act, check } = await setUp()
  await confirm({ utr: FIRST, received: 50, pay_back: true })
  await confirm({ utr: SECOND })
  expect(await order()).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 50 })
  await confirm({ utr: THIRD })
  expect(await act('payments.list', {})).toMatchObject([
    { utr: THIRD, amount: 599_00, state: 'PAID_AGAIN', is_short: false },
    { utr: SECOND, amount: 599_00, state: 'PAID', is_short: false },
    { utr: FIRST, amount: 50_00, state: 'PAID_AGAIN', is_short: true },
  ])
  expect(await order()).toMatchObject({ refund_due_amount: 649 })
  await check()
})

rule('refuses an amount that cannot be meant, and says when too much came', async () => {
  const { confirm, order, sent, check } = await setUp()
  await expect(confirm({ utr: FIRST, pay_back: true })).rejects.toThrow('How much came?')
  await expect(confirm({ utr: FIRST, received: 0, pay_back: true })).rejects.toThrow('more than ₹0')
  await expect(confirm({ utr: FIRST, received: TOTAL, pay_back: true })).rejects.toThrow('is not less than')
  await expect(confirm({ utr: FIRST, received: 50_00_000 })).rejects.toThrow(
    '₹50,00,000 is more than ten times the ₹599 of the order.',
  )
  expect(await order()).toMatchObject({ order_status: 'PENDING', refund_due_amount: 0 })
  await confirm({ utr: FIRST, received: 1000 })
  expect(await order()).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 401 })
  expect((await order()).events.at(-2).note).toContain('₹1,000 reached us, ₹401 more than the order costs.')
  const [confirmed] = (await sent()).customer.filter((mail) => mail.includes('confirmed'))
  expect(confirmed).toContain('₹1,000 reached us, ₹401 more than the order costs.')
  expect(confirmed).toContain('₹401 goes back to you by UPI. Please open your order and tell us your UPI id.')
  await check()
})

rule('tells the customer that too little came, and does not call it paid', async () => {
  const { tell, confirm, page, order_id } = await setUp()
  await tell(FIRST)
  await confirm({ received: 50, pay_back: true })
  const text = await page()
  expect(text).toContain('₹50 reached us, and the order costs ₹599: you get it back.')
  expect(text).toContain('pay it in full')
  expect(text).toContain(`/order-confirmation/${order_id}"`)
  expect(text).not.toContain('There is nothing left to do here')
  await confirm({ utr: SECOND })
  expect(await page()).toContain('What came too much goes back to you')
})

rule('does not say that a payment failed which the merchant has not compared', async () => {
  const { test, tell, pass, order, confirm, mails, order_id, check } = await setUp()
  await changeSettings(test.shop, { 'payments.upi.confirm_hours': '2' })
  await tell(FIRST)
  await pass(3 * 3600)
  expect(await order()).toMatchObject({
    ...{ order_status: 'PAYMENT_FAILED', payment_told: true, can_pay: false },
  })
  const sent = await mails()
  expect(sent).toContain(`order:${order_id}:payment_unconfirmed`)
  expect(sent).not.toContain(`order:${order_id}:payment_failed`)
  expect(sent).toContain(`payment_unconfirmed:${order_id}`)
  expect(await test.act('payments.list', { waiting: true })).toMatchObject([
    { order_id, order_status: 'PAYMENT_FAILED' },
  ])
  await confirm({})
  expect(await order()).toMatchObject({ order_status: 'CONFIRMED', payment_told: false })
  await check()
})

rule('lets the customer mend a UTR, or cancel, while the merchant compares it', async () => {
  const { test, tell, order, confirm, order_id, transactionId, refunds, shopper, check } = await setUp()
  const { token } = shopper.customer
  const cancel = () => test.post(`/api/orders/${order_id}/cancel`, {}, token)
  await cancel().expect(409)
  const { page, utr } = (await order()).upi_payment
  expect([new URL(page).pathname, utr]).toEqual([`/pay/${transactionId}`, null])
  await tell(FIRST)
  await tell(SECOND)
  expect((await order()).upi_payment).toMatchObject({ utr: SECOND })
  await cancel().expect(200)
  expect(await order()).toMatchObject({ order_status: 'CANCELLED', payment_told: true, refund_due: false })
  await confirm({})
  expect(await order()).toMatchObject({
    ...{ order_status: 'CANCELLED', upi_payment: null, refund_due_amount: TOTAL, refund_by_hand: true },
  })
  expect(await refunds()).toMatchObject([{ order_id, amount: TOTAL * 100 }])
  await check()
})

it('offers to pay again only while the order takes money', async () => {
  const { tell, act, pass, order_id, mail, confirm, check } = await setUp()
  const show = async () =>
    (await act('orders.show', { order: String(order_id) })) as { status: string; events: { note: string }[] }
  const notFound = () => act('payments.not_found', { order: String(order_id) })
  await tell(FIRST)
  await notFound()
  expect(await mail('payment_not_found')).toContain('tell it again, or pay again.')
  await pass(25 * 3600)
  expect((await show()).status).toBe('PAYMENT_FAILED')
  await tell(SECOND)
  await notFound()
  expect(await mail('payment_not_found')).toContain('tell it again.')
  expect((await show()).events.at(-1)!.note).toBe('We did not find your transfer. Please check its number.')
  await confirm({ utr: THIRD, received: 50, pay_back: true })
  expect(await mail('paid_short')).not.toContain('in full')
  await check()
})

rule('does not say that the bank returns what came too little', async () => {
  const { pass, confirm, mail } = await setUp()
  await confirm({ utr: FIRST, received: 50, pay_back: true })
  expect(await mail('paid_short')).toContain('open your order and pay ₹599 in full')
  await pass(3600)
  expect(await mail('payment_failed')).toContain('The other money that reached us goes back to you.')
})

rule('asks which of several transfers the bank has', async () => {
  const { test, shopper, order_id, tell, act, order, check } = await setUp()
  await tell(FIRST)
  await act('payments.not_found', { order: String(order_id) })
  const pay = (payment_provider: string) =>
    test.post(`/api/orders/${order_id}/pay`, { payment_provider }, shopper.customer.token).expect(200)
  await pay('razorpay')
  const { transactionId } = (await pay('upi')).body
  // Two pages are open.
  await tell(FIRST)
  await test.post(`/pay/${transactionId}`).type('form').send({ utr: SECOND }).expect(303)
  expect(await act('payments.list', { waiting: true })).toMatchObject([
    { utr: SECOND, next: expect.stringContaining(`payments confirm ${order_id} --utr ${SECOND}`) },
    { utr: FIRST },
  ])
  const answer = (name: 'confirm' | 'not_found', utr?: string) =>
    act(`payments.${name}`, { order: String(order_id), utr })
  for (const name of ['confirm', 'not_found'] as const)
    await expect(answer(name)).rejects.toThrow(`Say which one, by its UTR: ${FIRST}, ${SECOND}.`)
  await expect(answer('not_found', THIRD)).rejects.toMatchObject({ status: 409 })
  await answer('not_found', SECOND)
  await answer('confirm', FIRST)
  expect(await order()).toMatchObject({ order_status: 'CONFIRMED', refund_due_amount: 0 })
  await check()
})

it('asks where a refund goes that the merchant pays by hand', async () => {
  const { test, tell, confirm, order, order_id, refunds, shopper, place, check } = await setUp()
  const { token } = shopper.customer
  const give = (refund_upi: string) => test.post(`/api/orders/${order_id}/refund-upi`, { refund_upi }, token)
  await give('asha@okaxis').expect(409)
  await tell(FIRST)
  await confirm({ received: 1000 })
  expect(await order()).toMatchObject({ refund_by_hand: true, refund_upi: null, by_upi_id: true })
  await give('asha').expect(400)
  await give('asha@okaxis').expect(200)
  expect(await order()).toMatchObject({ refund_upi: 'asha@okaxis' })
  expect(await refunds()).toMatchObject([{ amount: 401_00, upi: 'asha@okaxis', provider: null }])
  const other = (await aShopper(test)).customer.token
  await test.post(`/api/orders/${order_id}/refund-upi`, { refund_upi: 'x2@okaxis' }, other).expect(404)
  const { order_id: second } = await place()
  await confirm({ utr: SECOND }, second)
  const body = { refund_upi: 'asha@oksbi' }
  await test.post(`/api/orders/${second}/cancel`, body, token).expect(200)
  expect(await refunds()).toMatchObject([{ order_id: second, upi: 'asha@oksbi' }, {}])
  await check()
})
