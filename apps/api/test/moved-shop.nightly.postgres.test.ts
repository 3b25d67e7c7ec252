/**
 * A shop moved from SQLite with many orders, on two servers behind a proxy: both answer whatever a shopper calls from the first
 * visit to a paid order. The project `two-servers` does so with the tests of all features.
 */
import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { readConfig } from '../src/config.ts'
import type { Database } from '../src/db/database.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { digestRows } from '../src/merchant/moving/copy-shop.store.ts'
import { openShop } from '../src/open-shop.ts'
import { readSecrets } from '../src/secrets.ts'
import { signCallback } from '../src/test-bank/test-bank.ts'
import { emptyPostgres } from './empty-postgres.ts'
import { report } from './figure.ts'
import { openFolderShop } from './folder-shop.ts'
import { haatInProcess } from './haat-in-process.ts'
import { checkInvariants } from './invariants.ts'
import { replyFault } from './response-check.ts'
import { roundRobin } from './round-robin.ts'
import { openProcess, stopProcess, temporaryFolder } from './server-process.ts'
import { smtpForThisTest, type TestSmtp } from './smtp.ts'

const SIZES = byDepth(
  ['--products', '200', '--customers', '50', '--orders', '300'],
  ['--products', '3000', '--customers', '10000', '--orders', '50000'],
)
/** Rounds of all journeys: each starts at the other server, so two are enough for both to answer all calls. */
const ROUNDS = 4
/** Of a request that a busy machine refuses, a second apart. */
const RETRIES = 30

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

type Json = ReturnType<typeof JSON.parse>

interface Call {
  /** Replaces the path's parameters, and is followed by a query string. */
  id?: number | string
  query?: string
  body?: object
  token?: string
  headers?: Record<string, string>
  status?: number
}

/** What journeys need: calls through the proxy, mails, and the database. */
interface World {
  call: (endpoint: Endpoint, call?: Call) => Promise<Json>
  smtp: TestSmtp
  db: Database
  paymentSecret: string
  haat: (...words: string[]) => Promise<string>
  round: number
}

/** Calls endpoints, checks status and shape, and notes which server has answered which. */
function caller(url: string) {
  const servers = new Map<string, Set<string>>()
  const call: World['call'] = async (
    endpoint,
    { id = '', query = '', body, token, headers, ...rest } = {},
  ) => {
    const path = endpoint.path.replace(/\{\w+\}/, String(id)) + query
    const send = () =>
      fetch(url + path, {
        method: endpoint.method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    let reply = await send()
    // A busy server may refuse; it has done nothing then.
    for (let tries = 0; reply.status === 503 && tries < RETRIES; tries += 1) {
      await sleep(1000)
      reply = await send()
    }
    const { status = endpoint.status ?? 200 } = rest
    const text = endpoint.file === undefined ? await reply.text() : (await reply.blob()).type
    expect(`${nameOf(endpoint)} ${reply.status} ${reply.status === status ? '' : text}`).toBe(
      `${nameOf(endpoint)} ${status} `,
    )
    const by = servers.get(nameOf(endpoint)) ?? new Set()
    if (reply.ok) servers.set(nameOf(endpoint), by.add(reply.headers.get('x-server') ?? ''))
    if (endpoint.file !== undefined) return { type: text }
    expect(replyFault(endpoint.method, endpoint.path, reply.status, text)).toBeNull()
    return JSON.parse(text)
  }
  return { call, servers }
}

/** Waits for the next mail with a code to an address. */
async function codeFor({ smtp }: World, email: string, before: number): Promise<string> {
  return vi.waitFor(() => {
    const mail = smtp.received.slice(before).findLast(({ to }) => to.includes(email))
    const code = /\b\d{6}\b/.exec(mail?.raw.slice(mail.raw.indexOf('\r\n\r\n')) ?? '')?.[0]
    if (code === undefined) throw new Error(`no code for ${email}`)
    return code
  }, 20_000)
}

async function browse({ call }: World): Promise<Json> {
  const { settings, catalog, deals } = contract
  await call(settings.get)
  await call(settings.page, { id: 'about' })
  await call(catalog.categories)
  await call(catalog.banners)
  await call(catalog.brands)
  await call(deals.active)
  await call(deals.all)
  expect((await call(catalog.search, { query: '?search=shoe' }))['total']).toBeGreaterThan(0)
  expect((await call(catalog.suggest, { query: '?query=sho' }))['products']).not.toEqual([])
  const { products } = await call(catalog.filter, { query: '?in_stock=1&limit=100&min_price=100' })
  const product = products.find((one: Json) => one['variants'][0].stock >= 10)
  const detail = await call(catalog.product, { id: product.id })
  expect(detail['price']).toBe(product.price)
  expect((await call(catalog.media, { id: product.id })).length).toBeGreaterThan(0)
  return detail
}

async function joinShop(world: World): Promise<{ email: string; token: string }> {
  const { call, smtp, db, round } = world
  const { auth, profile } = contract
  const phone_number = String(9_800_000_000 + round)
  const [wrong, email] = [`wrong${round}@journey.in`, `asha${round}@journey.in`]
  let password = 'Canary-4711'
  const person = { name: 'Asha Rao', email: wrong, phone_number, password }
  const { accessToken: token, user } = await call(auth.signup, { body: person })
  await call(auth.signup, { body: person, status: 409 })
  await call(profile.changeEmail, { body: { email, password }, token })
  let mails = smtp.received.length
  await call(profile.sendEmailOtp, { token })
  await call(profile.verifyEmail, { body: { otp: await codeFor(world, email, mails) }, token })
  await db.transaction(async (tx) => {
    const { users } = tx.tables
    await tx
      .update(users)
      .set({ phone_number: `none:${randomUUID()}` })
      .where(eq(users.id, user.id))
  })
  await call(profile.update, { body: { name: 'Asha Rao', phone_number }, token })
  expect((await call(profile.get, { token }))['user']).toMatchObject({ email, phone_number, order_count: 0 })

  mails = smtp.received.length
  await call(auth.forgotPassword, { body: { email } })
  const otp = await codeFor(world, email, mails)
  await call(auth.verifyOtp, { body: { email, otp } })
  password = 'Another-4711'
  await call(auth.resetPassword, { body: { email, otp, newPassword: password } })
  await call(profile.get, { token, status: 401 })
  const first = (await call(auth.login, { body: { email, password } }))['accessToken']
  const second = (await call(auth.login, { body: { phone_number, password } }))['accessToken']
  await call(auth.logout, { token: first })
  await call(profile.get, { token: first, status: 401 })
  const passwords = { currentPassword: password, newPassword: 'Changed-4711' }
  await call(profile.changePassword, { body: passwords, token: second })
  await endSessions(world, { email, password: passwords.newPassword }, second)
  return { email, token: second }
}

async function endSessions({ call }: World, login: object, token: string): Promise<void> {
  const { auth, profile } = contract
  const logIn = async () => (await call(auth.login, { body: login }))['accessToken']
  const [third, fourth] = [await logIn(), await logIn()]
  const { sessions } = await call(profile.sessions, { token: fourth })
  expect(sessions).toHaveLength(3)
  await call(profile.endSession, { id: sessions[0].id, token })
  await call(profile.get, { token: fourth, status: 401 })
  await call(profile.endOtherSessions, { token })
  await call(profile.get, { token: third, status: 401 })
}

async function writeAddresses({ call }: World, token: string): Promise<number> {
  const { profile } = contract
  const home = { address_line1: '1 MG Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const add = async () => (await call(profile.addAddress, { body: home, token }))['address'].id
  const [first, second] = [await add(), await add()]
  await call(profile.updateAddress, { id: second, body: { ...home, address_line1: '2 MG Road' }, token })
  await call(profile.setDefaultAddress, { id: second, token })
  await call(profile.deleteAddress, { id: first, token })
  const { addresses } = await call(profile.addresses, { token })
  expect(addresses).toMatchObject([{ id: second, address_line1: '2 MG Road', is_default: 1 }])
  return second
}

async function fillCart({ call }: World, product: Json, token: string): Promise<void> {
  const { cart, wishlist } = contract
  const add = { body: { variant_id: product['variant_id'], quantity: 1 }, token }
  const { cart_item } = await call(cart.add, add)
  await call(cart.add, { ...add, status: 200 })
  await call(cart.update, { body: { cart_item_id: cart_item.cart_item_id, quantity: 3 }, token })
  const save = async (): Promise<number> => {
    const [line] = (await call(cart.list, { token }))['cart']
    const body = { cart_item_id: line.cart_item_id }
    return (await call(cart.saveForLater, { body, token }))['saved_item'].saved_item_id
  }
  const saved = await call(cart.moveToCart, { id: await save(), token })
  expect(saved['cart_item']).toMatchObject({ quantity: 3 })
  await save()
  const [left] = (await call(cart.saved, { token }))['saved']
  await call(cart.removeSaved, { id: left.saved_item_id, token })
  const again = await call(cart.add, add)
  await call(cart.remove, { id: again['cart_item'].cart_item_id, token })
  expect((await call(cart.list, { token }))['cart']).toEqual([])

  const guest = await call(cart.guest, { query: `?variants=${product['variant_id']}` })
  expect(guest['items']).toMatchObject([{ variant_id: product['variant_id'] }])
  const lines = [{ variant_id: product['variant_id'], quantity: 1 }]
  const merge = { body: { key: randomUUID(), lines }, token }
  for (const added of [1, 0]) expect((await call(cart.merge, merge))['added']).toBe(added)
  const [merged] = (await call(cart.list, { token }))['cart']
  expect(merged).toMatchObject({ quantity: 1 })
  await call(cart.remove, { id: merged.cart_item_id, token })

  await call(wishlist.add, { body: { product_id: product['id'] }, token })
  expect((await call(wishlist.list, { token }))['products']).toMatchObject([{ id: product['id'] }])
  await call(wishlist.remove, { id: product['id'], token })
}

interface Buyer {
  token: string
  address_id: number
  product: Json
}

/** Orders what is in the cart with a coupon, for cash; the shop cancels it. */
async function buyForCash({ call, haat }: World, { token, address_id, product }: Buyer): Promise<number> {
  const { cart, coupons, orders, invoices } = contract
  const item = { product_id: product['id'], variant_id: product['variant_id'], quantity: 2 }
  await call(cart.add, { body: { variant_id: item.variant_id, quantity: 2 }, token })
  const coupon = await call(coupons.apply, { body: { code: 'WELCOME10', cart_items: [item] }, token })
  const discount = coupon['discount_amount']
  expect(discount).toBeGreaterThan(0)
  const paise = Math.round(product['price'] * 200 - discount * 100)
  const order = {
    address_id,
    payment_method: 'COD',
    checkout: 'cart',
    items: [item],
    order_coupon_id: coupon['order_coupon_id'],
    total_items_discount: discount,
    total_amount: paise / 100,
  }
  const headers = { 'idempotency-key': randomUUID() }
  const { order_id } = await call(orders.place, { body: order, token, headers })
  const again = await call(orders.place, { body: order, token, headers })
  expect(again['order_id']).toBe(order_id)
  expect((await call(cart.list, { token }))['cart']).toEqual([])
  await call(orders.place, {
    body: { ...order, total_amount: 1 },
    token,
    headers: { 'idempotency-key': randomUUID() },
    status: 409,
  })
  expect((await call(invoices.get, { id: order_id, token }))['type']).toBe('application/pdf')
  await haat('orders', 'cancel', String(order_id))
  expect((await call(orders.get, { id: order_id, token }))['order']).toMatchObject({
    order_status: 'CANCELLED',
    coupon_code: 'WELCOME10',
    total_amount: paise / 100,
  })
  return order_id
}

/** Pays one order online, fails to pay another, and abandons a third. */
async function buyOnline(world: World, { token, address_id, product }: Buyer): Promise<number[]> {
  const { call, paymentSecret } = world
  const { orders, payments } = contract
  const ids: number[] = []
  for (const [state, status] of [
    ['COMPLETED', 'CONFIRMED'],
    ['FAILED', 'PAYMENT_FAILED'],
    [null, 'CANCELLED'],
  ] as const) {
    const item = { product_id: product['id'], variant_id: product['variant_id'], quantity: 1 }
    const delivery = product['price'] > 50_000 ? 0 : 99
    const total_amount = Math.round((product['price'] + delivery) * 100) / 100
    const body = { address_id, payment_method: 'ONLINE', checkout: 'buy-now', items: [item], total_amount }
    const placed = await call(orders.place, { body, token, headers: { 'idempotency-key': randomUUID() } })
    const { order_id, merchantOrderId, transactionId } = placed
    ids.push(order_id)
    if (state === null) {
      const { order } = await call(orders.abandon, { id: order_id, token })
      expect(order['order_status']).toBe(status)
      continue
    }
    const event = { event_id: randomUUID(), merchantOrderId, transactionId, state }
    const paid = { ...event, amount: Math.round(total_amount * 100) }
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = signCallback(JSON.stringify(paid), timestamp, paymentSecret)
    const headers = { 'x-haat-timestamp': timestamp, 'x-haat-signature': signature }
    await call(payments.callback, { body: paid, headers })
    await call(payments.callback, { body: paid, headers })
    expect((await call(orders.get, { id: order_id, token }))['order'].order_status).toBe(status)
  }
  return ids
}

async function everyJourney(world: World): Promise<void> {
  const product = await browse(world)
  const { email, token } = await joinShop(world)
  const address_id = await writeAddresses(world, token)
  await fillCart(world, product, token)
  const buyer = { token, address_id, product }
  const placed = [await buyForCash(world, buyer), ...(await buyOnline(world, buyer))]
  const { orders } = await world.call(contract.orders.list, { query: '?page=1', token })
  expect(orders.map(({ id }: Json) => id)).toEqual(placed.toReversed())
  // Each mail is sent once, whichever server sends it.
  await vi.waitFor(async () => {
    const { outbox } = world.db.tables
    const rows = await world.db.select().from(outbox)
    expect(rows.filter(({ done_at }) => done_at === null)).toEqual([])
  }, 20_000)
  const ids = world.smtp.received
    .filter(({ to }) => to.includes(email))
    .map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
  expect(new Set(ids).size).toBe(ids.length)
}

/** Replies that a move must not change: those of guests, and of a customer with orders. */
const READS = [
  ...['page=1', 'page=7', 'sort=price_desc', 'is_on_sale=1', 'brand=Kaveri', 'facets=1'].map(
    (query) => `/api/products/filter?${query}`,
  ),
  ...['shoe', 'steel bottle', 'gogles'].map((text) => `/api/products/search?search=${text}`),
  '/api/products/suggest?query=sho',
  ...['/api/categories', '/api/banners', '/api/products/brands', '/api/products/1', '/api/products/150'],
  ...['/api/deals/active', '/api/deals', '/api/pages/terms'],
]
const PRIVATE_READS = ['/api/orders?page=1', '/api/users/profile', '/api/users/addresses']
/** Of all generated customers. */
const PASSWORD = 'Demo@1234'

async function readAll(get: (path: string, token?: string) => Promise<string>, token: string) {
  const replies: [path: string, body: string][] = []
  for (const path of READS) replies.push([path, await get(path)])
  for (const path of PRIVATE_READS) replies.push([path, await get(path, token)])
  return replies
}

/** The digests of all tables but the one whose catalogue revision an index changes. */
const digests = async (db: Database) => (await digestRows(db)).filter(({ table }) => table !== 'counters')

async function anEmptyDatabase(): Promise<string> {
  const { url, release } = await emptyPostgres()
  onTestFinished(async () => {
    release()
  })
  return url
}

/** Prepares a seeded shop: its used-up coupon has no orders. @returns the e-mail address of a customer with orders */
async function prepare(db: Database): Promise<string> {
  await db.transaction((tx) =>
    tx.execute(
      sql`update coupons set used_count = 0 where id not in (select coupon_id from orders where coupon_id is not null)`,
    ),
  )
  const rows = await db.rows<{ email: string }>(
    sql`select u.email from users u join orders o on o.user_id = u.id group by u.email order by count(*) desc, u.email limit 1`,
  )
  return rows[0]!.email
}

it('answers from two servers behind a proxy', { timeout: 1_800_000 }, async (context) => {
  const dataDir = temporaryFolder()
  const base = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const haat =
    (env: Record<string, string>) =>
    async (...words: string[]) => {
      const run = await haatInProcess(words, { cwd: dataDir, env })
      expect(run).toMatchObject({ code: 0 })
      return run.out
    }
  await haat({ ...base, HAAT_DEMO: '0' })('seed', ...SIZES)

  const prepared = await openFolderShop(base)
  const login = { email: await prepare(prepared.shop.db), password: PASSWORD }
  const rowsPrepared = await digests(prepared.shop.db)
  await prepared.close()

  const first = await anEmptyDatabase()
  await haat(base)('move', '--to', first)
  await haat({ ...base, DATABASE_URL: first })('move', '--to', 'sqlite')

  const inSqlite = await openFolderShop(base)
  expect(await digests(inSqlite.shop.db)).toEqual(rowsPrepared)
  const { accessToken } = (await inSqlite.post('/api/auth/login', login).expect(200)).body
  const before = await readAll(
    async (path, token) => (await inSqlite.get(path, token).expect(200)).text,
    accessToken,
  )
  const rowsBefore = await digests(inSqlite.shop.db)
  await inSqlite.close()
  const DATABASE_URL = await anEmptyDatabase()
  const began = performance.now()
  await haat(base)('move', '--to', DATABASE_URL)
  const seconds = (performance.now() - began) / 1000
  const moved = await openPostgres(DATABASE_URL)
  const rowsAfter = await digests(moved)
  await moved.close()
  expect(rowsAfter).toEqual(rowsBefore)

  const smtp = await smtpForThisTest()
  const secrets = readSecrets(dataDir)!
  const shared = {
    LOG_LEVEL: 'silent',
    DATABASE_URL,
    SMTP_URL: smtp.url,
    TRUST_PROXY: '1',
    JWT_SECRET: secrets.jwt,
    PAYMENT_SECRET: secrets.payment,
  }
  const otherFolder = temporaryFolder()
  cpSync(join(dataDir, 'media'), join(otherFolder, 'media'), { recursive: true })
  // One after the other, as docs/scaling.md says.
  const servers = [await openProcess({ ...shared, DATA_DIR: dataDir })]
  servers.push(await openProcess({ ...shared, DATA_DIR: otherFolder }))
  const url = await roundRobin(servers.map((server) => server.url))
  const shop = await openShop(readConfig({ ...shared, DATA_DIR: dataDir }))
  onTestFinished(() => shop.db.close())
  const get = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await fetch(url + path, { headers })).text()
  }
  // An odd number of reads: the second time, each comes from the other server.
  expect((READS.length + PRIVATE_READS.length) % 2).toBe(1)
  for (let time = 0; time < 2; time += 1) {
    const after = await readAll(get, accessToken)
    expect(after.filter(([, body], at) => body !== before[at]?.[1]).map(([path]) => path)).toEqual([])
  }

  const { call, servers: answered } = caller(url)
  const env = { ...shared, DATA_DIR: dataDir }
  const lacking = () => [...answered].filter(([, by]) => by.size < servers.length).map(([name]) => name)
  let round = 0
  for (; round < ROUNDS && (round === 0 || lacking().length > 0); round += 1) {
    if (round % 2 === 1) await fetch(`${url}/healthz`)
    const world = { call, smtp, db: shop.db, paymentSecret: secrets.payment, haat: haat(env), round }
    await everyJourney(world)
  }
  expect(lacking()).toEqual([])
  await checkInvariants(shop.db)
  for (const { child } of servers) expect(await stopProcess(child)).toBe(0)
  const orders = rowsBefore.find(({ table }) => table === 'orders')?.rows
  report(
    context,
    `${orders} orders moved from SQLite in ${seconds.toFixed(1)} s; ${answered.size} endpoints answered by both of two servers`,
  )
})
