/** What one server learns counts at the other: sessions, codes, limits, prices, deals, settings, mails and jobs. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { type BusyShop, openBusyShop, orderOf, place, post, type Reply } from './buyers.ts'
import { aDeal, aProduct } from './factories.ts'
import { haatInProcess } from './haat-in-process.ts'
import { openProcess, stopProcess } from './server-process.ts'
import { item } from './shopper.ts'
import { smtpForThisTest, type TestSmtp } from './smtp.ts'

interface Pair {
  shop: BusyShop
  smtp: TestSmtp
  /** The addresses of the two servers. */
  a: string
  b: string
}

const ASHA = { email: 'asha@shop.in', password: 'Canary-4711' }
const send = (url: string, path: string, body: object, token = '') =>
  post(url, path, JSON.stringify(body), { token })
const statusOf = async (reply: Promise<Reply>): Promise<number> => (await reply).status

async function get(url: string, path: string, token = ''): Promise<Reply> {
  const reply = await fetch(url + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

async function shareAccounts({ a, b, smtp }: Pair): Promise<void> {
  const signup = await send(a, '/api/auth/signup', { ...ASHA, name: 'Asha', phone_number: '9876543210' })
  const login = async (url: string) => String((await send(url, '/api/auth/login', ASHA)).body['accessToken'])
  const [first, second] = [await login(a), await login(b)]
  for (const token of [first, second, String(signup.body['accessToken'])])
    for (const url of [a, b]) expect(await statusOf(get(url, '/api/users/profile', token))).toBe(200)
  expect(await statusOf(send(a, '/api/auth/logout', {}, first))).toBe(200)
  expect(await statusOf(get(b, '/api/users/profile', first))).toBe(401)

  await send(a, '/api/auth/forgot-password', { email: ASHA.email })
  const mail = await vi.waitFor(() => {
    const found = smtp.received.find(({ to }) => to.includes(ASHA.email))
    expect(found).toBeDefined()
    return found!
  }, 30_000)
  const otp = /\b\d{6}\b/.exec(mail.raw.slice(mail.raw.indexOf('\r\n\r\n')))?.[0]
  const reset = { email: ASHA.email, otp, newPassword: 'Another-4711' }
  expect(await statusOf(send(b, '/api/auth/reset-password', reset))).toBe(200)
  expect(await statusOf(get(a, '/api/users/profile', second))).toBe(401)
}

async function shareLimits({ shop, a, b }: Pair): Promise<void> {
  const guess = (n: number) =>
    send(n % 2 === 0 ? a : b, '/api/auth/login', { email: 'nobody@shop.in', password: `Guess-${n}-4711` })
  const guesses: number[] = []
  for (let n = 0; n < 6; n += 1) guesses.push(await statusOf(guess(n)))
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429])

  const buyer = shop.buyers[0]!
  const order = (url: string) =>
    statusOf(post(url, '/api/orders/place-order', orderOf(buyer, shop.item), { token: buyer.token }))
  const orders = await Promise.all(Array.from({ length: 14 }, (_, n) => order(n % 2 === 0 ? a : b)))
  expect(orders.toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 10 }, () => 201),
    ...Array.from({ length: 4 }, () => 429),
  ])
  for (const url of [a, b]) expect(await order(url)).toBe(429)
}

async function shareCatalogue({ shop, a, b }: Pair): Promise<void> {
  const { env, buyers } = shop
  const product = await shop.inProcess(async (test) => {
    const created = await aProduct(test)
    await test.shop.db.transaction(async (tx) => {
      const { variants } = tx.tables
      await tx.update(variants).set({ sku: 'SHARED' }).where(eq(variants.id, created.variant.id))
    })
    return created
  })
  const priceAt = async (url: string) => (await get(url, `/api/products/${product.id}`)).body['price']
  const cwd = env['DATA_DIR']!
  const haat = async (...words: string[]) =>
    expect(await haatInProcess(words, { cwd, env })).toMatchObject({ code: 0, err: '' })
  const prices = () => Promise.all([a, b, a, b].map(priceAt))
  expect(await prices()).toEqual([500, 500, 500, 500])
  writeFileSync(join(cwd, 'prices.csv'), 'sku,price\nSHARED,450\n')
  await haat('prices', 'prices.csv')
  expect(await prices()).toEqual([450, 450, 450, 450])
  for (const [n, url] of [a, b].entries()) {
    const buyer = buyers[1 + n]!
    const stale = await place(url, buyer, orderOf(buyer, item(product), 599))
    expect([stale.status, stale.body['code']]).toEqual([409, 'PRICE_CHANGED'])
    expect((await place(url, buyer, orderOf(buyer, item(product), 549))).status).toBe(201)
  }

  const start_date = new Date(Date.now() + 2000)
  await shop.inProcess((test) => aDeal(test, product.id, { start_date }))
  for (let hasBegun = false; !hasBegun;) {
    hasBegun = Date.now() >= start_date.getTime()
    const shown = await Promise.all([a, b].map(priceAt))
    if (hasBegun) expect(shown).toEqual([400, 400])
    else if (Date.now() < start_date.getTime()) expect(shown).toEqual([450, 450])
    await sleep(50)
  }

  await haat('settings', 'set', 'delivery.charge=49')
  for (const url of [a, b]) {
    const { settings } = (await get(url, '/api/settings')).body
    expect(settings).toMatchObject({ delivery: { charge: 49 } })
  }
}

/** Each order's mail is sent once, whichever server sends it. */
async function shareWork({ shop, smtp, a, b }: Pair): Promise<void> {
  const buyers = shop.buyers.slice(3)
  const before = smtp.received.length
  const replies = await Promise.all(
    buyers.map((buyer, n) => place(n % 2 === 0 ? a : b, buyer, orderOf(buyer, shop.item, 549))),
  )
  expect(replies.map(({ status }) => status)).toEqual(buyers.map(() => 201))
  const mails = () => smtp.received.slice(before).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
  await vi.waitFor(() => expect(mails().length).toBeGreaterThanOrEqual(buyers.length), 30_000)
  await shop.inProcess(async ({ shop: { db } }) => {
    const { outbox } = db.tables
    await vi.waitFor(async () => {
      const rows = await db.select().from(outbox)
      expect(rows.filter(({ done_at, attempts }) => done_at === null || attempts !== 1)).toEqual([])
    }, 30_000)
  })
  expect(new Set(mails()).size).toBe(mails().length)
}

it('what one server learns counts at the other', async () => {
  const shop = await openBusyShop(11)
  const smtp = await smtpForThisTest()
  const env = { ...shop.env, RATE_LIMIT: 'on', SMTP_URL: smtp.url }
  const servers = await Promise.all([openProcess(env), openProcess(env)])
  const pair = { shop, smtp, a: servers[0].url, b: servers[1].url }
  await shareAccounts(pair)
  await shareLimits(pair)
  await shareCatalogue(pair)
  await shareWork(pair)
  for (const { child } of servers) expect(await stopProcess(child)).toBe(0)
})
