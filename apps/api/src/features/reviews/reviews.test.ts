import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { changeOrder } from '../../acts/orders/orders.ts'
import { changeSettings } from '../../acts/settings/settings.ts'
import { MAIL_KINDS } from '../../jobs.ts'
import { runOutbox } from '../mail/outbox.ts'
import { authorOf } from './reviews.ts'
import { rule } from '../../../test/rule.ts'

/** A shop with a lamp, and a shopper to whom it was delivered. */
async function setUp() {
  const test = await shopForThisTest()
  const lamp = await aProduct(test, { name: 'Lamp', brand: 'Lux' }, [{ color: 'Red', price: 500_00 }])
  const buyer = await aBuyer(test, lamp, 'Asha Rao')
  const owner = await atTheDesk(test)
  const path = `/api/products/${lamp.id}`
  const list = async (query = '') => (await test.get(`${path}/reviews${query}`).expect(200)).body
  const product = async () => (await test.get(path).expect(200)).body
  const write = (token: string, stars: number, text = 'It is bright.') =>
    test.put(`${path}/review`, { stars, text }, token)
  return { test, lamp, path, buyer, owner, list, product, write }
}

async function aBuyer(test: TestShop, product: Bought, name: string) {
  const shopper = await aShopper(test, { name })
  await deliver(test, shopper, product)
  return { ...shopper, token: shopper.customer.token }
}

type Bought = { id: number; variant: { id: number } }

/** Orders a product of ₹500 and brings it. */
async function deliver(test: TestShop, shopper: Awaited<ReturnType<typeof aShopper>>, product: Bought) {
  const placed = await shopper.place(shopper.order([item(product)], 599), crypto.randomUUID()).expect(201)
  const order = placed.body.order_id as number
  await changeOrder(test.shop, order, 'ship', { courier: 'Self' })
  await changeOrder(test.shop, order, 'deliver', {})
}

const picture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()

it('shows what buyers say, counts their stars, and makes the rating of it', async () => {
  const { test, lamp, path, buyer, list, product, write } = await setUp()
  const other = await aBuyer(test, lamp, 'ravi')
  await write(buyer.token, 5).expect(200)
  await write(other.token, 2, 'Too dim.\r\n \n\n\n\u202eReally.').expect(200)
  await write(buyer.token, 4, 'Bright, and warm.').expect(200)
  const shown = await list()
  expect(shown).toMatchObject({ total: 2, histogram: [0, 1, 0, 1, 0] })
  expect(shown.reviews).toEqual([
    expect.objectContaining({ author: 'ravi', stars: 2, text: 'Too dim.\n\nReally.', answer: null }),
    expect.objectContaining({ author: 'Asha R.', variant: 'Red', stars: 4, text: 'Bright, and warm.' }),
  ])
  expect(await product()).toMatchObject({ rating: 3, review_count: 2 })
  expect((await list('?stars=2')).reviews).toHaveLength(1)
  expect((await list('?sort=highest')).reviews[0].stars).toBe(4)
  await test.delete(`${path}/review`, other.token).expect(200)
  expect(await product()).toMatchObject({ rating: 4, review_count: 1 })
})

rule('takes a review only of what was delivered to the customer, and each of them once', async () => {
  const { test, path, buyer, write, list } = await setUp()
  const stranger = await aShopper(test)
  const refused = await write(stranger.customer.token, 1).expect(409)
  expect(refused.body.code).toBe('NOT_DELIVERED_TO_YOU')
  await test.put(`${path}/review`, { stars: 5, text: '' }).expect(401)
  await write(buyer.token, 6).expect(400)
  const own = async (token: string) => (await test.get(`${path}/review`, token).expect(200)).body
  expect(await own(stranger.customer.token)).toMatchObject({ review: null, may_write: false })
  await Promise.all([1, 2, 3].map((stars) => write(buyer.token, stars)))
  expect((await list()).total).toBe(1)
  expect(await own(buyer.token)).toMatchObject({ may_write: true, review: { state: 'SHOWN' } })
})

it('counts who found a review helpful once, and never its author', async () => {
  const { test, path, buyer, write, list } = await setUp()
  const { body } = await write(buyer.token, 4).expect(200)
  const vote = (token: string, helpful = true) =>
    test.post(`/api/reviews/${body.review.id}/helpful`, { helpful }, token)
  const { token } = (await aShopper(test)).customer
  await vote(buyer.token).expect(409)
  await vote(token).expect(200, { success: true, helpful: 1 })
  await vote(token).expect(200, { success: true, helpful: 1 })
  expect((await list()).reviews[0].helpful).toBe(1)
  expect((await test.get(`${path}/review`, token)).body.found_helpful).toEqual([body.review.id])
  await vote(token, false).expect(200, { success: true, helpful: 0 })
})

rule('takes up to four photos, which go with their review', async () => {
  const { test, path, buyer, write, list } = await setUp()
  const bytes = await picture()
  const add = (body: Buffer, type = 'image/png') =>
    test.post(`${path}/review/photos`, undefined, buyer.token).set('content-type', type).send(body)
  await add(bytes).expect(404)
  await write(buyer.token, 5).expect(200)
  await add(Buffer.from('<svg/>')).expect(400)
  await add(Buffer.from('{}'), 'application/json').expect(415)
  for (let at = 0; at < 4; at += 1) await add(bytes).expect(201)
  await add(bytes).expect(409)
  const [{ photos }] = (await list('?photos=1')).reviews
  expect(new Set(photos).size).toBe(4)
  await test.get(photos[0]).expect(200)
  const file = join(test.shop.config.dataDir, 'media', basename(photos[0]))
  expect(existsSync(file)).toBe(true)
  await test.delete(`${path}/review`, buyer.token).expect(200)
  expect(existsSync(file)).toBe(false)
})

it('lets the merchant approve, hide and answer', async () => {
  const { test, path, buyer, owner, write, list, product } = await setUp()
  const desk = async (method: string, url: string, body?: object) => {
    const reply = await owner.call(method, `/api/desk/${url}`, body)
    expect(reply.statusCode).toBe(200)
    return reply.json()
  }
  await changeSettings(test.shop, { 'reviews.approve': 'yes' })
  const { review } = (await write(buyer.token, 5).expect(200)).body
  expect(review.state).toBe('PENDING')
  expect([(await list()).total, (await product()).rating]).toEqual([0, 0])
  expect(await desk('GET', 'reviews?state=PENDING')).toMatchObject([{ id: review.id, customer: 'Asha Rao' }])
  await desk('POST', `reviews/${review.id}/approve`, {})
  await desk('POST', `reviews/${review.id}/answer`, { answer: 'Thank you!' })
  expect((await list()).reviews).toMatchObject([{ answer: 'Thank you!' }])
  await desk('POST', `reviews/${review.id}/answer`, { answer: 'Thank you, Asha!' })
  test.clock.advance(60)
  await runOutbox(test.shop, MAIL_KINDS)
  const answers = test.mail.messages.filter(({ subject }) => subject.startsWith('Our answer about'))
  expect(answers).toEqual([
    expect.objectContaining({ to: buyer.customer.email, text: expect.stringContaining('Thank you, Asha!') }),
  ])
  await desk('POST', `reviews/${review.id}/hide`, {})
  expect([(await list()).total, (await product()).review_count]).toEqual([0, 0])
  await changeSettings(test.shop, { 'reviews.approve': 'no' })
  // A hidden review does not come back by a change of its words.
  const again = (await write(buyer.token, 5, 'Again').expect(200)).body.review
  expect(again).toMatchObject({ state: 'HIDDEN', answer: null })
  await test.delete(`${path}/review`, buyer.token).expect(409)
  expect((await list()).total).toBe(0)
  const viewer = await atTheDesk(test, 'viewer')
  expect((await viewer.call('POST', `/api/desk/reviews/${review.id}/approve`, {})).statusCode).toBe(403)
  expect((await test.get(`${path}/reviews`)).body.total).toBe(0)
})

rule('answers questions on the page and by mail', async () => {
  const { test, path, owner, list } = await setUp()
  const { customer } = await aShopper(test, { name: 'Meena Iyer' })
  const ask = (text: string) => test.post(`${path}/questions`, { text }, customer.token)
  await ask('Does it need a bulb?').expect(201)
  expect((await ask('Why?').expect(400)).body.message).toBe('A question needs at least 5 letters')
  expect((await list()).questions).toEqual([])
  const open = async () => (await test.get(`${path}/review`, customer.token)).body.open_questions
  expect(await open()).toEqual([{ id: expect.any(Number), text: 'Does it need a bulb?' }])
  const [question] = (await owner.call('GET', '/api/desk/questions?open=true')).json()
  const answer = { answer: 'No, one is in the box.' }
  await owner.call('POST', `/api/desk/questions/${question.id}/answer`, answer)
  expect((await list()).questions).toMatchObject([{ author: 'Meena I.', ...answer }])
  expect(await open()).toEqual([])
  test.clock.advance(60)
  await runOutbox(test.shop, MAIL_KINDS)
  expect(test.mail.messages.map(({ to, text }) => [to, text])).toContainEqual([
    customer.email,
    expect.stringMatching(/about Lux Lamp: Does it need a bulb\?[^]*No, one is in the box\./),
  ])
  for (let at = 0; at < 5; at += 1) await ask(`Question ${at}?`).expect(201)
  await ask('One more?').expect(409)
})

it('asks some days after the delivery, once, and not who has written already', async () => {
  const { test, lamp, buyer, write } = await setUp()
  const other = await aBuyer(test, lamp, 'Ravi')
  const asked = async () => {
    await runOutbox(test.shop, MAIL_KINDS)
    return test.mail.messages.filter(({ subject }) => subject.startsWith('How is'))
  }
  expect(await asked()).toEqual([])
  await write(other.token, 3).expect(200)
  test.clock.advance(5 * 86_400 + 60)
  const mails = await asked()
  expect(mails.map(({ to }) => to)).toEqual([buyer.customer.email])
  expect(mails[0]!.text).toContain(`/product/${lamp.id}/lux-lamp?review=write#reviews`)
  expect(mails[0]!.subject).toContain('How is Lux Lamp?')
  test.clock.advance(86_400)
  expect(await asked()).toHaveLength(1)
})

rule('stops asking who says so, in the mail or its program', async () => {
  const { test, lamp, buyer } = await setUp()
  test.clock.advance(20 * 3600)
  await deliver(test, buyer, lamp)
  const asked = async () => {
    test.clock.advance(100.5 * 3600)
    await runOutbox(test.shop, MAIL_KINDS)
    return test.mail.messages.splice(0).filter(({ subject }) => subject.startsWith('How is'))
  }
  const [mail, ...others] = await asked()
  expect(others).toEqual([])
  const url = /<(.+)>/.exec(mail!.headers!['List-Unsubscribe']!)![1]!
  expect(mail!.headers!['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect([mail!.text, mail!.html]).toEqual([expect.stringContaining(url), expect.stringContaining(url)])
  const { pathname } = new URL(url)
  const open = (method: 'GET' | 'POST', path: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = method === 'POST' && { payload: 'List-Unsubscribe=One-Click', headers }
    return test.app.inject({ method, url: path, ...sent })
  }
  expect((await open('POST', pathname.slice(0, -1))).statusCode).toBe(404)
  expect((await open('GET', pathname)).body).toContain('Stop these mails')
  expect((await open('POST', pathname)).body).toContain('We will not ask again')
  expect(await asked()).toEqual([])
})

rule('calls a customer by first name and initial', () => {
  expect(['Asha Rao', ' ravi ', 'मीना देवी अय्यर'].map(authorOf)).toEqual(['Asha R.', 'ravi', 'मीना अ.'])
})
