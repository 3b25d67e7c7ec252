/**
 * A rival request runs between any two queries of another, at a second server on the same database. Whatever the
 * moment, the replies and what is stored are as if one request had come after the other.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { expect, inject, it, onTestFinished } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { storeOtp } from '../src/features/auth/otp.store.ts'
import { keyedDigest } from '../src/secrets.ts'
import { refreshListings } from '../src/features/catalog/listing-columns.store.ts'
import { moveOrder } from '../src/features/orders/move-order.ts'
import { orderColumns } from '../src/features/orders/orders.store.ts'
import { findPayment } from '../src/features/payments/payments.store.ts'
import { createShop, openShop } from '../src/open-shop.ts'
import type { Shop } from '../src/shop.ts'
import { signCallback } from '../src/test-bank/test-bank.ts'
import { emptyShop } from './buyers.ts'
import { aCoupon, aCustomer, anAddress, aProduct, type TestCustomer } from './factories.ts'
import { report } from './figure.ts'
import { interleave, watchQueries } from './interleave.ts'
import { checkInvariants } from './invariants.ts'
import { CollectedMail, START } from './test-shop.ts'

/** In the short run every eighth moment is tried. */
const STRIDE = byDepth(8, 1)
/** On SQLite the rival waits for the end of an open transaction, on PostgreSQL only for the same rows. */
const BLOCKED_MS = inject('engine') === 'sqlite' ? 15 : 60

/** A server without a port. */
interface Server {
  shop: Shop
  app: FastifyInstance
}

/** What a request did, without ids and moments: they differ between runs. */
type Outcome = unknown
type Act = (server: Server) => Promise<Outcome>

interface Race {
  first: Act
  rival: Act
  /** What is stored afterwards. */
  state: () => Promise<unknown>
}

type Method = 'POST' | 'PUT' | 'DELETE'

/** Sends a request. @returns status, code and message of its reply */
const send =
  (
    method: Method,
    url: string,
    by?: TestCustomer,
    body?: object,
    headers: Record<string, string> = {},
  ): Act =>
  async ({ app }) => {
    const authorization = by && { authorization: `Bearer ${by.token}` }
    const payload = body && { payload: JSON.stringify(body) }
    const json = body && { 'content-type': 'application/json' }
    const reply = await app.inject({
      method,
      url,
      headers: { ...json, ...authorization, ...headers },
      ...payload,
    })
    const { code, message } = reply.json<{ code?: string; message?: string }>()
    return [reply.statusCode, code, message]
  }

async function openServer(env: Record<string, string>): Promise<Server> {
  const now = () => START
  const opened = await openShop(readConfig(env), now)
  const shop = createShop(opened.config, opened.db, { now, mail: new CollectedMail() })
  const app = await buildApp(shop)
  onTestFinished(async () => {
    await app.close()
    await shop.db.close()
  })
  return { shop, app }
}

/** The shop's one product and customers of a race. */
async function setUp(server: Server, stock = 5) {
  const { db } = server.shop
  const { tables } = db
  const product = await aProduct(server, { name: 'Lamp', slug: randomUUID() }, [{ stock }])
  const [asha, vikram] = [await aCustomer(server), await aCustomer(server)]
  const address = await anAddress(server, asha, { is_default: true })
  const others = await anAddress(server, vikram)
  const variant_id = product.variant.id
  const place = (by: TestCustomer, quantity: number, total_amount: number, more: object = {}, key?: string) =>
    send(
      'POST',
      '/api/orders/place-order',
      by,
      {
        address_id: by === asha ? address.id : others.id,
        payment_method: 'COD',
        items: [{ product_id: product.id, variant_id, quantity }],
        total_amount,
        ...more,
      },
      { 'idempotency-key': key ?? randomUUID() },
    )
  const { orders, addresses, cart_items } = tables
  return {
    db,
    tables,
    product,
    variant_id,
    asha,
    vikram,
    address,
    place,
    stock: async () =>
      (await db.select().from(tables.variants).where(eq(tables.variants.id, variant_id)))[0]?.stock,
    orders: async (by = asha) => {
      const rows = await db
        .select(orderColumns(tables))
        .from(orders)
        .where(eq(orders.user_id, by.id))
        .orderBy(orders.id)
      return rows.map((row) => [row.status, row.total_amount, row.shipping_city, row.refund_due_amount])
    },
    addresses: async () => {
      const rows = await db
        .select()
        .from(addresses)
        .where(eq(addresses.user_id, asha.id))
        .orderBy(addresses.id)
      return rows.map(({ city, is_default }) => [city, is_default])
    },
    cart: async () => {
      const rows = await db
        .select()
        .from(cart_items)
        .where(eq(cart_items.user_id, asha.id))
        .orderBy(cart_items.id)
      return rows.map(({ quantity }) => quantity)
    },
    add: (quantity: number) => send('POST', '/api/cart', asha, { variant_id, quantity }),
  }
}

/** An online order that waits for its payment, and what can happen to it. */
async function setUpPayment(server: Server) {
  const { db, tables, place, asha, stock, orders } = await setUp(server, 2)
  await place(asha, 2, 1099, { payment_method: 'ONLINE', checkout: 'buy-now' })(server)
  const [order] = await db.select().from(tables.orders).where(eq(tables.orders.user_id, asha.id))
  const { id } = order!
  const { merchant_order_id, transaction_id } = (await findPayment(db, id))!
  const pay = (state: string): Act => {
    const event = {
      event_id: randomUUID(),
      merchantOrderId: merchant_order_id,
      transactionId: transaction_id,
    }
    const body = JSON.stringify({ ...event, state, amount: 1099_00 })
    const at = String(Math.floor(START.getTime() / 1000))
    const headers = {
      'x-haat-timestamp': at,
      'x-haat-signature': signCallback(body, at, server.shop.config.paymentSecret),
    }
    return send('POST', '/api/payments/callback', undefined, JSON.parse(body) as object, headers)
  }
  const move =
    (event: 'hold_expired' | 'cancel'): Act =>
    ({ shop }) =>
      shop.db.transaction((tx) => moveOrder(tx, id, event, { now: START }))
  return { pay, move, state: async () => [await orders(), await stock()] }
}

const ADDRESS = {
  full_name: 'Asha Rao',
  phone: '9876543210',
  address_line1: '7 Hill Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
}

async function setUpAddresses(server: Server, count: number) {
  const base = await setUp(server)
  const ids = [base.address.id]
  for (let n = 1; n < count; n += 1) ids.push((await anAddress(server, base.asha, { city: `City ${n}` })).id)
  const url = (n: number, end = '') => `/api/users/addresses/${ids[n]}${end}`
  return {
    ...base,
    url,
    create: send('POST', '/api/users/addresses', base.asha, { ...ADDRESS, is_default: true }),
  }
}

async function setUpOtp(server: Server) {
  const { asha, db, tables } = await setUp(server)
  const { keys } = server.shop.config
  await db.transaction((tx) => storeOtp(tx, { to: asha.email, code: '123456', isMailed: true }, keys, START))
  const otp = (path: string, code: string, more: object = {}) =>
    send('POST', `/api/auth/${path}`, undefined, { email: asha.email, otp: code, ...more })
  const state = async () => {
    const rows = await db
      .select()
      .from(tables.otps)
      .where(eq(tables.otps.email_hash, keyedDigest(keys.otps, asha.email)))
    return rows.map(({ tries_left }) => tries_left)
  }
  return { otp, state }
}

const RACES: Record<string, (server: Server) => Promise<Race>> = {
  'two customers order the last piece': async (server) => {
    const { place, asha, vikram, stock, orders } = await setUp(server, 1)
    return {
      first: place(asha, 1, 599),
      rival: place(vikram, 1, 599),
      state: async () => [await stock(), await orders(), await orders(vikram)],
    }
  },
  'an order is sent twice with one key': async (server) => {
    const { place, asha, stock, orders } = await setUp(server)
    const key = randomUUID()
    const send = place(asha, 2, 1099, { checkout: 'buy-now' }, key)
    return { first: send, rival: send, state: async () => [await stock(), await orders()] }
  },
  'the cart is ordered in two tabs': async (server) => {
    const { place, asha, add, stock, orders, cart } = await setUp(server)
    await add(2)(server)
    const order = () => place(asha, 2, 1000, { checkout: 'cart', total_shipping_price: 0 })
    return {
      first: order(),
      rival: order(),
      state: async () => [await stock(), await orders(), await cart()],
    }
  },
  'the cart is ordered while a piece is added': async (server) => {
    const { place, asha, add, orders, cart } = await setUp(server)
    await add(2)(server)
    return {
      first: place(asha, 2, 1000, { checkout: 'cart', total_shipping_price: 0 }),
      rival: add(1),
      state: async () => [await orders(), await cart()],
    }
  },
  'an order is placed while its price changes': async (server) => {
    const { place, asha, product, variant_id, orders } = await setUp(server)
    const raise: Act = ({ shop }) =>
      shop.db.transaction(async (tx) => {
        const { variants } = tx.tables
        await tx.update(variants).set({ price: 700_00 }).where(eq(variants.id, variant_id))
        await refreshListings(tx, [product.id], START)
      })
    return { first: place(asha, 1, 599), rival: raise, state: orders }
  },
  'an order is placed while its address is deleted': async (server) => {
    const { place, asha, address, orders, addresses } = await setUp(server)
    return {
      first: place(asha, 1, 599),
      rival: send('DELETE', `/api/users/addresses/${address.id}`, asha),
      state: async () => [await orders(), await addresses()],
    }
  },
  'an order is placed while its address changes': async (server) => {
    const { place, asha, address, orders, addresses } = await setUp(server)
    return {
      first: place(asha, 1, 599),
      rival: send('PUT', `/api/users/addresses/${address.id}`, asha, ADDRESS),
      state: async () => [await orders(), await addresses()],
    }
  },
  'two customers use the last use of a coupon': async (server) => {
    const { place, asha, vikram, product, variant_id, db, tables } = await setUp(server)
    const coupon = await aCoupon(server, { usage_limit: 1 })
    const order = async (by: TestCustomer) => {
      const cart_items = [{ product_id: product.id, variant_id, quantity: 1 }]
      await send('POST', '/api/coupons/apply', by, { code: coupon.code, cart_items })(server)
      const { coupon_applications } = tables
      const [row] = await db.select().from(coupon_applications).where(eq(coupon_applications.user_id, by.id))
      return place(by, 1, 549, { order_coupon_id: row!.id })
    }
    return {
      first: await order(asha),
      rival: await order(vikram),
      state: async () =>
        (await db.select().from(tables.coupons).where(eq(tables.coupons.id, coupon.id)))[0]?.used_count,
    }
  },
  'a variant is added to the cart in two tabs': async (server) => {
    const { add, cart } = await setUp(server)
    return { first: add(2), rival: add(1), state: cart }
  },
  'a cart line changes while it is removed': async (server) => {
    const { add, asha, db, tables, cart } = await setUp(server)
    await add(1)(server)
    const [line] = await db.select().from(tables.cart_items).where(eq(tables.cart_items.user_id, asha.id))
    return {
      first: send('PUT', '/api/cart', asha, { cart_item_id: line!.id, quantity: 3 }),
      rival: send('DELETE', `/api/cart/${line!.id}`, asha),
      state: cart,
    }
  },
  'the fifth address is added twice': async (server) => {
    const { create, addresses } = await setUpAddresses(server, 4)
    return { first: create, rival: create, state: addresses }
  },
  'two addresses become the default': async (server) => {
    const { asha, url, addresses } = await setUpAddresses(server, 3)
    return {
      first: send('PUT', url(1, '/default'), asha),
      rival: send('PUT', url(2, '/default'), asha),
      state: addresses,
    }
  },
  'an address becomes the default while it is deleted': async (server) => {
    const { asha, url, addresses } = await setUpAddresses(server, 3)
    return {
      first: send('PUT', url(1, '/default'), asha),
      rival: send('DELETE', url(1), asha),
      state: addresses,
    }
  },
  'the default is deleted while an address is added': async (server) => {
    const { asha, url, create, addresses } = await setUpAddresses(server, 5)
    return { first: send('DELETE', url(0), asha), rival: create, state: addresses }
  },
  'a code resets a password twice': async (server) => {
    const { otp, state } = await setUpOtp(server)
    const reset = (newPassword: string) => otp('reset-password', '123456', { newPassword })
    return { first: reset('first-4711'), rival: reset('second-4711'), state }
  },
  'a code is tried right and wrong': async (server) => {
    const { otp, state } = await setUpOtp(server)
    return { first: otp('verify-otp', '123456'), rival: otp('verify-otp', '654321'), state }
  },
  'an account is opened twice': async (server) => {
    const n = Math.floor(Math.random() * 1e9)
    const person = { name: 'Asha', email: `asha${n}@shop.in`, phone_number: `9${String(n).padStart(9, '0')}` }
    const signUp = send('POST', '/api/auth/signup', undefined, { ...person, password: 'Canary-4711' })
    const { users } = server.shop.db.tables
    return {
      first: signUp,
      rival: signUp,
      state: async () =>
        (await server.shop.db.select().from(users).where(eq(users.email, person.email))).length,
    }
  },
  'a payment succeeds while its order expires': async (server) => {
    const { pay, move, state } = await setUpPayment(server)
    return { first: pay('COMPLETED'), rival: move('hold_expired'), state }
  },
  'an order expires while its payment fails': async (server) => {
    const { pay, move, state } = await setUpPayment(server)
    return { first: move('hold_expired'), rival: pay('FAILED'), state }
  },
  'an order is cancelled while it is paid': async (server) => {
    const { pay, move, state } = await setUpPayment(server)
    return { first: move('cancel'), rival: pay('COMPLETED'), state }
  },
}

/** Runs one race at every moment. @returns the number of moments */
async function runRace(
  [one, two]: [Server, Server],
  name: string,
  prepare: (server: Server) => Promise<Race>,
): Promise<number> {
  const inTurn = async (order: 'first' | 'rival') => {
    const { first, rival, state } = await prepare(one)
    const before = order === 'rival' ? await rival(two) : undefined
    const result = await first(one)
    return { first: result, rival: order === 'rival' ? before : await rival(two), state: await state() }
  }
  const allowed = [await inTurn('first'), await inTurn('rival')]
  let moments = 0
  for (let after = 1; ; after += STRIDE) {
    const { first, rival, state } = await prepare(one)
    let started = false
    const results = await interleave(
      () => first(one),
      () => {
        started = true
        return rival(two)
      },
      after,
      BLOCKED_MS,
    )
    if (!started) return moments
    moments += 1
    const outcome = { first: results[0], rival: results[1], state: await state() }
    expect(allowed, `${name}, after query ${after}`).toContainEqual(outcome)
  }
}

it('a rival at any moment changes nothing but the order of two requests', async (context) => {
  watchQueries()
  const env = { ...(await emptyShop()), HAAT_DEMO: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }
  const servers: [Server, Server] = [await openServer(env), await openServer(env)]
  let moments = 0
  for (const [name, prepare] of Object.entries(RACES)) moments += await runRace(servers, name, prepare)
  await checkInvariants(servers[0].shop.db)
  expect(moments).toBeGreaterThan(Object.keys(RACES).length)
  const races = `${Object.keys(RACES).length} pairs of requests, a rival at ${moments} moments`
  report(context, `interleaving, ${inject('engine')}: ${races}: always as if one came after the other`)
}, 600_000)
