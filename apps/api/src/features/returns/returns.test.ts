import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { checkInvariants, stockNow } from '../../../test/invariants.ts'
import { payOnline } from '../../../test/payer.ts'
import { rule } from '../../../test/rule.ts'
import { aShopper, item, type Shopper } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { removeItems } from '../../acts/orders/change-order.ts'
import { changeOrder, getOrder, returnItems } from '../../acts/orders/orders.ts'
import { changeSettings } from '../../acts/settings/settings.ts'
import { translationActs } from '../../acts/translations/translations.ts'
import { MAIL_KINDS } from '../../jobs.ts'
import type { TextMessage } from '../../adapters/sms.ts'
import { missingLogin } from '../auth/customer.store.ts'
import { runOutbox } from '../mail/outbox.ts'
import { moveOrder } from '../orders/move-order.ts'

const DAY_MS = 86_400_000
const SIZES = [
  { size: 'M', stock: 10 },
  { size: 'L', stock: 1 },
  { size: 'XL', stock: 5, price: 900_00 },
]

/** A shop with a shirt in sizes, and a shopper whose order of two M is delivered. */
async function setUp({ online = false } = {}) {
  const test = await shopForThisTest()
  const { shop } = test
  const shopper = await aShopper(test)
  const shirt = await aProduct(test, { name: 'Shirt' }, SIZES)
  const [, large, extra] = shirt.variants
  const place = async (lines = [item(shirt, 2)], total = 1099) => {
    if (!online) {
      const placed = await shopper.place(shopper.order(lines, total), crypto.randomUUID()).expect(201)
      return placed.body.order_id as number
    }
    const { order_id, sendCallback } = await payOnline(test, shopper, lines, total)
    await sendCallback().expect(200)
    return order_id
  }
  const deliver = async (id: number) => {
    await changeOrder(shop, id, 'ship', { courier: 'Self' })
    await changeOrder(shop, id, 'deliver', {})
    return id
  }
  const id = await deliver(await place())
  const call = callsOf(test, shopper)
  const order = await call.order(id)
  const [line] = order.order_items
  const asked = (changes: object = {}) => ({
    ...{ items: [{ order_item_id: line.order_item_id, quantity: 1 }], wish: 'refund', reason: 'size' },
    refund_upi: 'asha@okbank',
    ...changes,
  })
  const inExchange = (variant_id: number | undefined, quantity = 1) =>
    asked({ wish: 'exchange', items: [{ order_item_id: line.order_item_id, quantity, variant_id }] })
  const stock = async (variant = shirt.variant) => (await stockNow(shop.db)).get(variant.id)
  const owner = await atTheDesk(test)
  const act = (request: number, name: string, body: object) =>
    owner.call('POST', `/api/desk/returns/${request}/${name}`, body)
  const world = { test, shop, shopper, shirt, large: large!, extra: extra!, place, deliver, id, line, owner }
  return { ...world, asked, inExchange, stock, act, ...call }
}

const callsOf = (test: Awaited<ReturnType<typeof shopForThisTest>>, shopper: Shopper) => {
  const { token } = shopper.customer
  return {
    order: async (id: number) => (await shopper.get(`/api/orders/${id}`).expect(200)).body.order,
    list: async (id: number) => (await shopper.get(`/api/orders/${id}/returns`).expect(200)).body,
    ask: (id: number, body: object) => test.post(`/api/orders/${id}/returns`, body, token),
    withdraw: (id: number, request: number) =>
      test.post(`/api/orders/${id}/returns/${request}/withdraw`, {}, token),
    photo: (id: number, request: number, bytes: Buffer, type = 'image/png', as = token) =>
      test
        .post(`/api/orders/${id}/returns/${request}/photos`, undefined, as)
        .set('content-type', type)
        .send(bytes),
  }
}

/** Sends the mails, also those that wait for an undo. @returns each as its subject and text */
async function sendMails({ test }: Awaited<ReturnType<typeof setUp>>): Promise<string[]> {
  test.mail.messages.length = 0
  test.clock.advance(120)
  await runOutbox(test.shop, MAIL_KINDS)
  return test.mail.messages.map(({ subject, text }) => `${subject}\n${text}`)
}

async function mailsOf({ shop }: Awaited<ReturnType<typeof setUp>>): Promise<string[]> {
  const rows = await shop.db.select().from(shop.db.tables.outbox)
  return rows.flatMap(({ payload }) => {
    const { mail, alert } = JSON.parse(payload) as { mail?: string; alert?: string }
    return mail ?? alert ?? []
  })
}

rule(
  'goes from the request of a cash customer to the refund by UPI, with mails, credit note and stock',
  async () => {
    const world = await setUp()
    const { id, ask, asked, act, list, order, stock, shop, owner } = world
    expect(await list(id)).toMatchObject({
      requests: [],
      returnable: [
        { order_item_id: world.line.order_item_id, quantity: 2, worth_left: 1000, pieces_left: 2 },
      ],
      ...{ why_not: null, refundable: true, asks_upi: true },
    })
    const { body } = await ask(id, asked({ comment: 'Too tight' })).expect(201)
    const request = body.request.id as number
    expect(body.request).toMatchObject({
      state: 'REQUESTED',
      items: [{ product_name: 'Shirt', quantity: 1 }],
    })
    const ended = async () => (await world.shopper.get('/api/orders?show=ended').expect(200)).body.orders
    expect(await ended()).toMatchObject([{ id, returning: { state: 'REQUESTED', wish: 'refund' } }])
    expect((await owner.call('GET', '/api/desk/today')).json().returns_to_decide).toBe(1)
    expect((await act(request, 'receive', {})).statusCode).toBe(409)
    expect((await act(request, 'accept', { answer: 'Our courier comes on Tuesday.' })).json()).toMatchObject({
      ...{ state: 'ACCEPTED', refund_upi: 'asha@okbank', comment: 'Too tight', refund_by: null },
      items: [{ worth_left: 1000, pieces_left: 2 }],
    })
    expect((await act(request, 'accept', { answer: 'Again' })).statusCode).toBe(409)
    expect((await act(request, 'receive', {})).json()).toMatchObject({ state: 'RECEIVED' })
    expect(await order(id)).toMatchObject({
      ...{ order_status: 'DELIVERED', refund_due_amount: 500, credit_notes: [expect.any(String)] },
      order_items: [{ returned: 1 }],
    })
    expect(await list(id)).toMatchObject({
      requests: [{ state: 'RECEIVED', answer: 'Our courier comes on Tuesday.', replacement: null }],
      returnable: [{ quantity: 1 }],
    })
    expect(await ended()).toMatchObject([
      { id, returning: { state: 'RECEIVED', answer: expect.any(String) } },
    ])
    const { refunds } = shop.db.tables
    expect(await shop.db.select().from(refunds)).toMatchObject([{ amount: 500_00, upi: 'asha@okbank' }])
    expect(await stock()).toBe(9)
    const mails = await mailsOf(world)
    expect(mails).toEqual(
      expect.arrayContaining(['requested', 'return_requested', 'accepted', 'returned', 'refund_due']),
    )
    await checkInvariants(shop.db)
  },
)

rule('takes back fewer pieces than asked for, written off; the rest can be asked for again', async () => {
  const { id, ask, asked, act, list, line, stock, order, shop } = await setUp({ online: true })
  const items = [{ order_item_id: line.order_item_id, quantity: 2 }]
  const { request } = (await ask(id, asked({ items, refund_upi: undefined })).expect(201)).body
  await act(request.id, 'accept', { answer: 'Send it to us.' })
  for (const body of [
    { item: ['1=3'] },
    { item: ['2'] },
    { item: ['1=0'] },
    { item: ['1=1'], write_off: ['2'] },
  ])
    expect((await act(request.id, 'receive', body)).statusCode).toBe(400)
  expect((await act(request.id, 'receive', { item: ['1=1'], write_off: ['1'] })).statusCode).toBe(200)
  expect(await stock()).toBe(8)
  expect(await order(id)).toMatchObject({ refund_due_amount: 500, order_items: [{ returned: 1 }] })
  expect(await list(id)).toMatchObject({ returnable: [{ quantity: 1 }], asks_upi: false })
  await checkInvariants(shop.db)
})

rule('pays the delivery back as well once all of an order is back that the shop got wrong', async () => {
  const { id, ask, asked, act, list, line, order, shop } = await setUp({ online: true })
  const of = (quantity: number) => [{ order_item_id: line.order_item_id, quantity }]
  const send = async (quantity: number, reason: string) => {
    const { request } = (await ask(id, asked({ items: of(quantity), reason })).expect(201)).body
    const accepted = (await act(request.id, 'accept', { answer: 'Send it to us.' })).json()
    return { ...request, delivery_back: accepted.delivery_back }
  }
  expect((await list(id)).delivery_back).toBe(99)
  const first = await send(1, 'damaged')
  expect(first).toMatchObject({ refund: 500, delivery_back: 0 })
  expect((await list(id)).delivery_back).toBe(0)
  await act(first.id, 'receive', {})
  expect(await order(id)).toMatchObject({ refund_due_amount: 500 })
  expect((await list(id)).delivery_back).toBe(99)
  const second = await send(1, 'wrong_item')
  expect(second).toMatchObject({ refund: 599, delivery_back: 99 })
  await act(second.id, 'receive', {})
  expect(await order(id)).toMatchObject({ order_status: 'RETURNED', refund_due_amount: 1099 })
  expect((await list(id)).requests).toMatchObject([{ refund: null }, { refund: null }])
  await checkInvariants(shop.db)
})

rule('keeps the delivery where the customer has sent some of it back for a reason of their own', async () => {
  for (const first of ['size', null] as const) {
    const { id, ask, asked, act, list, order, shop } = await setUp({ online: true })
    const send = async (reason: string) => {
      const { request } = (await ask(id, asked({ reason })).expect(201)).body
      const { delivery_back } = (await act(request.id, 'accept', { answer: 'Send it to us.' })).json()
      await act(request.id, 'receive', {})
      return { refund: request.refund, delivery_back }
    }
    if (first) await send(first)
    else await returnItems(shop, id, ['1=1'], {})
    expect((await list(id)).delivery_back).toBe(0)
    expect(await send('defective')).toEqual({ refund: 500, delivery_back: 0 })
    expect(await order(id)).toMatchObject({ order_status: 'RETURNED', refund_due_amount: 1000 })
  }
})

rule('keeps the delivery of an order that is sent back because it is not wanted', async () => {
  const { id, ask, asked, act, line, order } = await setUp({ online: true })
  const items = [{ order_item_id: line.order_item_id, quantity: 2 }]
  const { request } = (await ask(id, asked({ items, reason: 'not_wanted' })).expect(201)).body
  expect(request.refund).toBe(1000)
  await act(request.id, 'accept', { answer: 'Send it to us.' })
  await act(request.id, 'receive', {})
  expect(await order(id)).toMatchObject({ order_status: 'RETURNED', refund_due_amount: 1000 })
})

rule('names what is wanted in exchange in the language of who reads', async () => {
  const world = await setUp()
  const { shop, shopper, id } = world
  const csv = 'text,translation\nShirt,कमीज़\nL,बड़ा\n'
  const who = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const
  await translationActs.set(shop, { language: 'hi', csv, translation: '' }, who)
  const { orders } = shop.db.tables
  await shop.db.transaction((tx) => tx.update(orders).set({ language: 'hi' }))
  await world.ask(id, world.inExchange(world.large.id)).expect(201)
  const { body } = await shopper.get(`/api/orders/${id}/returns`).set('accept-language', 'hi').expect(200)
  expect(body.returnable[0].exchange_for).toMatchObject([{ variant_name: 'M' }, { variant_name: 'बड़ा' }])
  expect(body.requests[0].items).toMatchObject([{ product_name: 'कमीज़', wanted: 'बड़ा' }])
  const mails = await sendMails(world)
  expect(mails.join('\n')).toContain('1 × कमीज़ (M)')
})

rule('calls the same again a new one, on the page and in the mail', async () => {
  const world = await setUp()
  const asked = { ...world.inExchange(world.shirt.variant.id), reason: 'damaged' }
  const { request } = (await world.ask(world.id, asked).expect(201)).body
  expect(request.items).toMatchObject([{ variant_name: 'M', wanted: 'a new one' }])
  expect((await sendMails(world)).join()).toContain(', in exchange for a new one\n')
})

rule('sends another size in exchange, at no charge and without papers, and links both orders', async () => {
  const world = await setUp()
  const { id, ask, inExchange, act, list, order, large, extra, stock, shop, deliver } = world
  const { returnable } = await list(id)
  expect(returnable[0].exchange_for).toMatchObject([
    { id: world.shirt.variant.id, variant_name: 'M', size: 'M', price: 500, stock: 8, is_same: true },
    { id: large.id, variant_name: 'L', size: 'L', price: 500, stock: 1, is_same: false },
  ])
  // The same again would not fit either.
  for (const wrong of [undefined, extra.id, world.shirt.variant.id])
    expect((await ask(id, inExchange(wrong)).expect(400)).body.errors).toMatchObject([
      { path: 'items.0.variant_id' },
    ])
  await ask(id, inExchange(large.id, 2)).expect(409)
  const { request } = (await ask(id, inExchange(large.id)).expect(201)).body
  expect(request).toMatchObject({ wish: 'exchange', refund_upi: null, items: [{ wanted: 'L' }] })
  expect((await sendMails(world)).join()).toMatch(/We have your exchange request.*, in exchange for L\n/s)
  await act(request.id, 'accept', { answer: 'Send it to us.' })
  const received = (await act(request.id, 'receive', {})).json()
  expect(received).toMatchObject({ state: 'RECEIVED', replacement_number: expect.any(String) })
  const { requests } = await list(id)
  const { order_id } = requests[0].replacement
  const first = await order(id)
  expect(first).toMatchObject({ order_status: 'DELIVERED', refund_due: false, credit_notes: [] })
  // What was sent back is told by the request, in the reader's language.
  expect(first.events.at(-1)).toMatchObject({ kind: 'exchanged', note: null })
  const shown = (await world.owner.call('GET', `/api/desk/orders/${id}`)).json()
  expect(shown.events.at(-1).note).toMatch(/^Came back: 1 × Shirt \(M\)\. Order #\w{10} is sent instead\.$/)
  expect(first.exchange_of).toBeNull()
  expect(await order(order_id)).toMatchObject({
    arrives: expect.anything(),
    ...{ order_status: 'CONFIRMED', total_amount: 0, total_discount_amount: 500 },
    exchange_of: { order_id: id, order_number: first.order_number },
    order_items: [{ variant_name: 'L', price: 500, quantity: 1 }],
    events: [{ note: expect.stringContaining(first.order_number) }],
  })
  expect([await stock(), await stock(large)]).toEqual([9, 0])
  const spy = vi.spyOn(Pdf.prototype, 'text')
  const owner = await atTheDesk(world.test)
  expect((await owner.call('GET', `/api/desk/orders/packing-slip?orders=${order_id}`)).statusCode).toBe(200)
  expect(spy.mock.calls.flat()).toContain(`In exchange for order #${first.order_number}: nothing to collect`)
  spy.mockRestore()
  const cancelled = await world.test.post(`/api/orders/${order_id}/cancel`, {}, world.shopper.customer.token)
  expect([cancelled.status, cancelled.body.message]).toEqual([
    ...[409, expect.stringContaining('we have not packed it yet')],
  ])
  await deliver(order_id)
  expect(await order(order_id)).toMatchObject({ order_status: 'DELIVERED', invoice_number: null })
  await checkInvariants(shop.db)
})

rule('refunds what was sent in exchange to where the first order was paid from', async () => {
  const { id, shop, ask, asked, inExchange, act, list, order, large, deliver } = await setUp()
  const exchanged = (await ask(id, inExchange(large.id)).expect(201)).body.request
  await act(exchanged.id, 'accept', { answer: 'Send it to us.' })
  await act(exchanged.id, 'receive', {})
  const [{ replacement }] = (await list(id)).requests
  const other = await deliver(replacement.order_id as number)
  expect(await list(other)).toMatchObject({ refundable: true, asks_upi: true })
  const [{ order_item_id }] = (await order(other)).order_items
  const items = [{ order_item_id, quantity: 1 }]
  await ask(other, asked({ items, refund_upi: undefined })).expect(400)
  const { request } = (await ask(other, asked({ items })).expect(201)).body
  await act(request.id, 'accept', { answer: 'Send it to us.' })
  expect((await act(request.id, 'receive', {})).statusCode).toBe(200)
  expect(await order(other)).toMatchObject({ order_status: 'RETURNED', refund_due_amount: 0 })
  expect(await order(id)).toMatchObject({ refund_due_amount: 500, refund_upi: 'asha@okbank' })
  await checkInvariants(shop.db)
})

rule('refunds instead where what was to be sent in exchange is gone', async () => {
  const { id, ask, inExchange, act, order, large, shopper, shirt, shop } = await setUp()
  const { request } = (await ask(id, inExchange(large.id)).expect(201)).body
  await act(request.id, 'accept', { answer: 'Send it to us.' })
  await shopper.place(shopper.order([item({ ...shirt, variant: large })], 599)).expect(201)
  const refused = await act(request.id, 'receive', {})
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'EXCHANGE_GONE', message: expect.stringContaining('Refund') })
  expect(await order(id)).toMatchObject({ order_items: [{ returned: 0 }] })
  expect((await act(request.id, 'receive', { refund_instead: true })).json()).toMatchObject({
    ...{ state: 'RECEIVED', replacement_order_id: null },
  })
  expect(await order(id)).toMatchObject({ refund_due_amount: 500, order_items: [{ returned: 1 }] })
  await checkInvariants(shop.db)
})

rule('refuses with a reason, also what was accepted and never came; the pieces are free again', async () => {
  const world = await setUp()
  const { id, ask, asked, act, list, order } = world
  const { request } = (await ask(id, asked()).expect(201)).body
  expect((await act(request.id, 'refuse', {})).statusCode).toBe(400)
  await act(request.id, 'accept', { answer: 'Send it to us.' })
  expect((await act(request.id, 'refuse', { reason: 'It never came.' })).statusCode).toBe(200)
  expect((await act(request.id, 'receive', {})).statusCode).toBe(409)
  expect(await list(id)).toMatchObject({
    requests: [{ state: 'REFUSED', answer: 'It never came.', closed_at: expect.any(String) }],
    returnable: [{ quantity: 2 }],
  })
  expect(await order(id)).toMatchObject({ returning: { state: 'REFUSED', answer: 'It never came.' } })
  expect(await mailsOf(world)).toContain('refused')
})

it('is told by text message where there is no e-mail address, whose link says what, also when it is fetched', async () => {
  const world = await setUp()
  const { test, shop, shopper, id, ask, inExchange, asked, act, large, order } = world
  const { users } = shop.db.tables
  const set = { email: missingLogin() }
  await shop.db.transaction((tx) => tx.update(users).set(set).where(eq(users.id, shopper.customer.id)))
  const sent: TextMessage[] = []
  shop.sms = { sends: () => true, isFailing: false, deliver: async (message) => void sent.push(message) }
  /** What the newest message links to. */
  const tracked = async () => {
    await sendMails(world)
    const news = sent.splice(0).find(({ kind }) => kind === 'news')
    if (!news) return null
    const [, , of, key] = new URL(news.write('en').values['link']!).pathname.split('/')
    return (await test.get(`/api/orders/${of}/track?key=${key}`).expect(200)).body.order
  }
  await tracked()
  const { request } = (await ask(id, inExchange(large.id)).expect(201)).body
  expect(await tracked()).toBeNull()
  await act(request.id, 'accept', { answer: 'Our courier comes on Tuesday.' })
  const answer = 'Our courier comes on Tuesday.'
  expect(await tracked()).toMatchObject({ id, returning: { state: 'ACCEPTED', answer } })
  await act(request.id, 'receive', {})
  expect(await tracked()).toMatchObject({ id, returning: { state: 'RECEIVED', replacement: {} } })
  const next = (await ask(id, asked()).expect(201)).body.request
  await act(next.id, 'refuse', { reason: 'It was worn.' })
  const returning = { state: 'REFUSED', answer: 'It was worn.' }
  expect(await tracked()).toMatchObject({ id, returning })
  expect(await order(id)).toMatchObject({ returning })
})

it('can be withdrawn until it is closed, and no piece is asked for twice', async () => {
  const { id, ask, asked, withdraw, list, act, line } = await setUp()
  const both = asked({ items: [{ order_item_id: line.order_item_id, quantity: 2 }] })
  const tries = await Promise.all([ask(id, both), ask(id, both)])
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const { request } = tries.find(({ status }) => status === 201)!.body
  expect((await ask(id, asked()).expect(409)).body.message).toContain('you have asked to return it')
  expect((await withdraw(id, request.id).expect(200)).body.request).toMatchObject({ state: 'WITHDRAWN' })
  await withdraw(id, request.id).expect(200)
  expect((await act(request.id, 'accept', { answer: 'Too late' })).statusCode).toBe(409)
  expect(await list(id)).toMatchObject({ returnable: [{ quantity: 2 }] })
  const again = (await ask(id, asked()).expect(201)).body.request
  await act(again.id, 'refuse', { reason: 'Worn.' })
  await withdraw(id, again.id).expect(409)
})

rule('locks nobody out who corrects a request, and counts those that it takes', async () => {
  const { test, id, ask, asked, withdraw } = await setUp()
  test.shop.config = { ...test.shop.config, rateLimit: true }
  for (let times = 0; times < 15; times += 1) await ask(id, asked({ refund_upi: null })).expect(400)
  for (let times = 0; times < 10; times += 1) {
    const { body } = await ask(id, asked()).expect(201)
    await withdraw(id, body.request.id).expect(200)
  }
  await ask(id, asked()).expect(429)
})

rule('says what to do where nothing can be returned: too early, too late, or not at all', async () => {
  const { id, ask, asked, list, place, shop, deliver } = await setUp()
  const fresh = await place()
  expect((await ask(fresh, asked()).expect(409)).body).toMatchObject({
    ...{ code: 'NOT_RETURNABLE', message: expect.stringContaining('not delivered yet') },
  })
  const now = shop.now().getTime()
  const { order_events } = shop.db.tables
  const delivered = (at: Date) =>
    shop.db.transaction(async (tx) => {
      await tx.update(order_events).set({ at }).where(eq(order_events.kind, 'delivered'))
    })
  await delivered(new Date(now - 7 * DAY_MS))
  await ask(id, asked()).expect(201)
  await delivered(new Date(now - 7 * DAY_MS - 1))
  expect(await list(id)).toMatchObject({ returnable: [], why_not: expect.stringContaining('ended on') })
  await ask(id, asked()).expect(409)
  await changeOrder(shop, fresh, 'cancel', {})
  expect((await list(fresh)).why_not).toContain('was not delivered')
  const back = await deliver(await place())
  await changeOrder(shop, back, 'return', {})
  expect((await list(back)).why_not).toContain('came back to us')
})

rule('keeps what was promised when the order was placed, whatever product and shop say since', async () => {
  const { test, id, list, place, shop, shirt, owner, deliver } = await setUp()
  const days = async (order: number) => {
    const { returnable, why_not } = await list(order)
    return why_not ?? (Date.parse(returnable[0].until) - shop.now().getTime()) / DAY_MS
  }
  const ofProduct = (return_days: string) =>
    owner.call('PATCH', `/api/desk/products/${shirt.id}`, { set: { return_days } })
  await ofProduct('30')
  const long = await deliver(await place())
  await ofProduct('0')
  const never = await deliver(await place())
  await ofProduct('none')
  await changeSettings(test.shop, { return_days: '2' })
  const short = await deliver(await place())
  expect(await days(id)).toBeCloseTo(7, 2)
  expect(await days(long)).toBeCloseTo(30, 2)
  expect(await days(never)).toContain('cannot be returned. Arrived damaged or wrong? Write to us')
  expect(await days(short)).toBeCloseTo(2, 2)
})

rule('lists the requests of many orders by the same number of queries', async () => {
  const { test, id, ask, asked, order, place, deliver, owner } = await setUp()
  const read = async () => {
    const queries = vi.spyOn(test.shop.db, 'select')
    // Of two servers, one counts.
    await owner.call('GET', '/api/desk/returns')
    const { body } = await owner.call('GET', '/api/desk/returns')
    const rows = (JSON.parse(body) as unknown[]).length
    const count = queries.mock.calls.length
    queries.mockRestore()
    return { rows, count }
  }
  const askFor = async (placed: number) => {
    const [line] = (await order(placed)).order_items
    return ask(placed, asked({ items: [{ order_item_id: line.order_item_id, quantity: 1 }] })).expect(201)
  }
  await ask(id, asked()).expect(201)
  // The first call reads the session too.
  await read()
  const { count } = await read()
  for (let more = 0; more < 3; more += 1) await askFor(await deliver(await place()))
  expect(await read()).toEqual({ rows: 4, count })
})

rule('refuses what is not the order, incomplete, or another customer’s', async () => {
  const { test, id, ask, asked, photo, withdraw, line } = await setUp()
  const errorAt = async (body: object, path: string) =>
    expect((await ask(id, body).expect(400)).body.errors[0]).toMatchObject({ path })
  await errorAt(asked({ refund_upi: undefined }), 'refund_upi')
  await errorAt(asked({ refund_upi: 'not an id' }), 'refund_upi')
  await errorAt(asked({ items: [] }), 'items')
  await errorAt(asked({ items: [{ order_item_id: 999_999, quantity: 1 }] }), 'items.0')
  await errorAt(asked({ items: [line, line].map((one) => ({ ...one, quantity: 1 })) }), 'items')
  await errorAt(asked({ reason: 'whim' }), 'reason')
  const { request } = (await ask(id, asked()).expect(201)).body
  const other = callsOf(test, await aShopper(test))
  await other.ask(id, asked()).expect(404)
  await other.withdraw(id, request.id).expect(404)
  await other.photo(id, request.id, Buffer.from('x')).expect(404)
  await withdraw(id, request.id + 1).expect(404)
  await photo(id, request.id + 1, Buffer.from('x')).expect(404)
  await test.get(`/api/orders/${id}/returns`).expect(401)
  const viewer = await atTheDesk(test, 'viewer')
  expect((await viewer.call('GET', '/api/desk/returns')).json()).toMatchObject([{ id: request.id }])
  const refusal = await viewer.call('POST', `/api/desk/returns/${request.id}/accept`, { answer: 'Yes' })
  expect(refusal.statusCode).toBe(403)
})

rule(
  'keeps up to four photos, which only their customer and the staff can see, until the request is decided',
  async () => {
    const { test, id, ask, asked, photo, act, shopper, owner } = await setUp()
    const { request } = (await ask(id, asked()).expect(201)).body
    const create = { width: 4, height: 4, channels: 3, background: 'red' } as const
    const red = await sharp({ create }).png().toBuffer()
    await photo(id, request.id, Buffer.from('no picture')).expect(400)
    await photo(id, request.id, red, 'application/pdf').expect(415)
    const added = (await photo(id, request.id, red).expect(201)).body.request.photos
    const path = `/api/orders/${id}/returns/${request.id}/photos/${added[0]}`
    const seen = await shopper.get(path).expect(200).expect('content-type', 'image/webp')
    expect(seen.headers['cache-control']).toBe('no-store')
    expect((await sharp(seen.body as Buffer).metadata()).width).toBe(4)
    await (await aShopper(test)).get(path).expect(404)
    await test.get(path).expect(401)
    const [atDesk] = (await owner.call('GET', `/api/desk/returns/${request.id}`)).json().photos
    expect((await owner.call('GET', `${atDesk}?w=160`)).headers['content-type']).toBe('image/webp')
    expect((await owner.call('GET', `/api/desk/returns/${request.id}/photos/999`)).statusCode).toBe(404)
    await test.get(atDesk).expect(401)
    const [file] = readdirSync(join(test.shop.config.dataDir, 'media')).filter((name) =>
      name.startsWith('r-'),
    )
    for (const name of [file, file!.replace('.webp', '.jpg')])
      await test.get(`/media/${name}?w=160`).expect(404)
    for (let more = 0; more < 3; more += 1) await photo(id, request.id, red).expect(201)
    expect((await photo(id, request.id, red).expect(409)).body.message).toContain('4 photos')
    await act(request.id, 'accept', { answer: 'Send it to us.' })
    await photo(id, request.id, red).expect(409)
    const kept = readdirSync(join(test.shop.config.dataDir, 'media')).filter((name) => name.startsWith('r-'))
    expect(kept).toHaveLength(4)
  },
)

rule('mails each step of a request with the pieces that it is about', async () => {
  const world = await setUp()
  const { id, ask, asked, act, shirt, place, deliver, order } = world
  const rope = await aProduct(world.test, { name: 'Rope' })
  const both = await deliver(await place([item(shirt, 2), item(rope, 1)], 1599))
  const [line] = (await order(both)).order_items
  await sendMails(world)
  const mailOf = async (subject: string) => {
    const found = (await sendMails(world)).filter((mail) => mail.startsWith(subject))
    expect(found).toHaveLength(1)
    return found[0]
  }
  const one = asked({ items: [{ order_item_id: line.order_item_id, quantity: 1 }] })
  const { request } = (await ask(both, one).expect(201)).body
  expect(await mailOf('We have your return request')).toContain('- 1 × Shirt (M)\n')
  await act(request.id, 'accept', { answer: 'Our courier comes on Tuesday.' })
  expect(await mailOf('Your return of order')).toContain('Our courier comes on Tuesday.')
  const other = (await ask(id, asked()).expect(201)).body.request
  await sendMails(world)
  await act(other.id, 'refuse', { reason: 'Worn.' })
  expect(await mailOf('Your return request')).toContain('Worn.')
  await act(request.id, 'receive', {})
  await returnItems(world.shop, both, ['2'], {})
  const arrived = (await sendMails(world)).filter((mail) => mail.startsWith('Your return of order'))
  expect(arrived).toHaveLength(2)
  for (const piece of ['Shirt (M)', 'Rope']) {
    const its = arrived.filter((mail) => mail.includes(piece))
    expect(its).toEqual([expect.stringContaining(`- 1 × ${piece} = ₹500\n`)])
    expect(its[0]).toMatch(new RegExp(`₹500 for 1 × ${piece.replace(/[()]/g, '\\$&')} goes`))
  }
  await returnItems(world.shop, both, [], {})
  await changeOrder(world.shop, both, 'refund', {})
  expect((await order(both)).events.at(-1)).toMatchObject({ kind: 'refunded', note: 'Refunded ₹1,500.' })
  expect(await mailOf('Refund for order')).toContain(
    'We have paid back ₹1,500 for 2 × Shirt (M) and 1 × Rope.',
  )
})

describe('of pieces that were exchanged, and do not stay with the customer either, pays back what was paid once', () => {
  /** Exchanges pieces of an order. @returns the id of the order in exchange */
  const exchanging =
    ({ ask, act, list, order, large, shop }: Awaited<ReturnType<typeof setUp>>) =>
    async (from: number, quantity: number, came = quantity) => {
      const { variants } = shop.db.tables
      await shop.db.transaction(async (tx) => {
        await tx.update(variants).set({ stock: 9 }).where(eq(variants.id, large.id))
      })
      const [{ order_item_id }] = (await order(from)).order_items
      const items = [{ order_item_id, quantity, variant_id: large.id }]
      const { request } = (await ask(from, { items, wish: 'exchange', reason: 'damaged' }).expect(201)).body
      await act(request.id, 'accept', { answer: 'Send it to us.' })
      expect((await act(request.id, 'receive', { item: [`1=${came}`] })).statusCode).toBe(200)
      return (await list(from)).requests.at(-1).replacement.order_id as number
    }
  const world = async () => {
    const made = await setUp({ online: true })
    const ship = (id: number) => changeOrder(made.shop, id, 'ship', { courier: 'Self' })
    const due = async (id = made.id) => (await made.order(id)).refund_due_amount
    return { ...made, exchange: exchanging(made), ship, due }
  }

  it('a lost parcel, not again when it is found', async () => {
    const { id, shop, exchange, ship, due, order } = await world()
    const other = await exchange(id, 1)
    await ship(other)
    await changeOrder(shop, other, 'lose', {})
    expect(await due()).toBe(500)
    const { order_items, credit_notes, events } = await order(id)
    expect(order_items).toMatchObject([{ quantity: 2, returned: 1, reduced_by: 0 }])
    expect(credit_notes).toHaveLength(1)
    expect(events.at(-1).note).toMatch(/You do not keep 1 × Shirt \(L\) of .* You get back ₹500\.$/)
    await returnItems(shop, other, [], {})
    expect(await due()).toBe(500)
    expect((await order(id)).credit_notes).toHaveLength(1)
    await returnItems(shop, id, [], {})
    expect(await due()).toBe(1000)
    await checkInvariants(shop.db)
  })

  rule('a parcel that is refused after everything else came back', async () => {
    const { id, shop, exchange, ship, due, order } = await world()
    const other = await exchange(id, 1)
    await returnItems(shop, id, [], {})
    expect(await order(id)).toMatchObject({ refund_due_amount: 500, order_status: 'RETURNED' })
    await ship(other)
    await changeOrder(shop, other, 'refuse', {})
    expect(await due()).toBe(1000)
    await checkInvariants(shop.db)
  })

  rule('what is left of the price that was given back in part, or nothing of it', async () => {
    const made = await world()
    const { id, shop, exchange, ship, order, due } = made
    const lost = async () => {
      const other = await exchange(id, 1)
      await ship(other)
      await changeOrder(shop, other, 'lose', {})
      return (await sendMails(made)).filter((mail) => mail.includes('sent you in exchange')).at(-1)
    }
    const givePart = (paise: number) => {
      const returned = { amounts: new Map([[made.line.order_item_id, paise]]) }
      return shop.db.transaction((tx) => moveOrder(tx, id, 'refund_part', { now: shop.now(), returned }))
    }
    await givePart(400_00)
    expect(await lost()).toContain('₹300 for 1 × Shirt (M) goes back to ')
    expect((await order(id)).events.at(-1).note).toMatch(/You get back ₹300\.$/)
    await givePart(300_00)
    expect(await lost()).toMatch(/^The exchange of order.*Their price went back to you before\./s)
    expect((await order(id)).events.at(-1).note).toMatch(/sent in exchange\.$/)
    expect(await due()).toBe(1000)
    await checkInvariants(shop.db)
  })

  rule('the pieces that came and were sent, not those asked for', async () => {
    const { id, shop, exchange, ship, due } = await world()
    const other = await exchange(id, 2, 1)
    await ship(other)
    await changeOrder(shop, other, 'lose', {})
    expect(await due()).toBe(500)
    await checkInvariants(shop.db)
  })

  rule('an exchange of an exchange', async () => {
    const made = await world()
    const { id, shop, exchange, deliver, ship, due, list } = made
    const second = await exchange(await deliver(await exchange(id, 1)), 1)
    await ship(second)
    await changeOrder(shop, second, 'lose', {})
    expect(await due()).toBe(500)
    const mails = (await sendMails(made)).filter((mail) => mail.startsWith('Refund for the exchange'))
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('- 1 × Shirt (M) = ₹500')
    expect((await list(id)).requests).toHaveLength(1)
    await checkInvariants(shop.db)
  })

  rule('pieces taken out before it is sent, and the others that are cancelled', async () => {
    const { id, shop, exchange, due } = await world()
    const other = await exchange(id, 2)
    await removeItems(shop, other, ['1=1'], { restock: true })
    expect(await due()).toBe(500)
    await changeOrder(shop, other, 'cancel', {})
    expect(await due()).toBe(1000)
    await checkInvariants(shop.db)
  })

  rule('pieces that come back one by one; the first order has none of them', async () => {
    const { id, shop, exchange, deliver, order } = await world()
    const other = await deliver(await exchange(id, 2))
    const { order_number } = (await getOrder(shop, other)).order
    for (const items of [[], ['1=1']])
      await expect(returnItems(shop, id, items, {})).rejects.toThrow(`was sent instead: #${order_number}.`)
    for (const [paid, order_status] of [
      [500, 'DELIVERED'],
      [1000, 'RETURNED'],
    ]) {
      await returnItems(shop, other, ['1=1'], {})
      expect(await order(id)).toMatchObject({ refund_due_amount: paid, order_status })
    }
    await checkInvariants(shop.db)
  })
})
