/** Parallel checkouts against real processes, and their results. */
import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject, onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openShop } from '../src/open-shop.ts'
import { emptyPostgres } from './empty-postgres.ts'
import { aCustomer, anAddress, aProduct, type FactoryShop } from './factories.ts'
import { temporaryFolder } from './server-process.ts'
import type { OrderItemInput } from './shopper.ts'

const REPLY_WITHIN_MS = 30_000

export interface Buyer {
  token: string
  address_id: number
}

/** One attempt to place an order; `order_id` is null until the server has acknowledged it. */
export interface Attempt {
  key: string
  buyer: Buyer
  order_id: number | null
}

/** An attempt that has not been made yet. */
export const newAttempt = (shop: BusyShop, n: number): Attempt => ({
  key: randomUUID(),
  buyer: shop.buyers[n % shop.buyers.length]!,
  order_id: null,
})

/** A shop for server processes, with one product of practically unlimited stock. */
export interface BusyShop {
  /** The environment of its servers. */
  env: Record<string, string>
  buyers: Buyer[]
  item: OrderItemInput
  stock: number
  /** Works on the shop in this process, while servers run or not. */
  inProcess: <T>(work: (test: FactoryShop) => Promise<T>) => Promise<T>
}

/** Makes a shop that no process has open, with customers who are logged in. @param database its environment */
export async function openBusyShop(
  customers = 4,
  database?: { DATABASE_URL: string; DATABASE_READ_URL?: string },
): Promise<BusyShop> {
  const place = database ? { ...database, DATA_DIR: temporaryFolder() } : await emptyShop()
  const env = { ...place, HAAT_DEMO: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'silent', TZ: 'UTC' }
  const inProcess: BusyShop['inProcess'] = async (work) => {
    const shop = await openShop(readConfig(env))
    const app = await buildApp(shop)
    try {
      return await work({ shop, app })
    } finally {
      await app.close()
      await shop.db.close()
    }
  }
  const stock = 1_000_000
  return inProcess(async (test) => {
    const product = await aProduct(test, {}, [{ stock }])
    const item = { product_id: product.id, variant_id: product.variant.id, quantity: 1 }
    return { env, buyers: await signUp(test, customers), item, stock, inProcess }
  })
}

/** Makes an empty shop for this test. @returns the environment in which it is opened */
export async function emptyShop(): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const DATA_DIR = temporaryFolder()
  if (inject('engine') === 'postgres') {
    const { url, release } = await emptyPostgres()
    onTestFinished(release)
    return { DATA_DIR, DATABASE_URL: url }
  }
  copyFileSync(inject('template'), join(DATA_DIR, 'haat.db'))
  return { DATA_DIR }
}

async function signUp(test: FactoryShop, customers: number): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  for (let n = 0; n < customers; n += 1) {
    const customer = await aCustomer(test)
    const { id } = await anAddress(test, customer)
    buyers.push({ token: customer.token, address_id: id })
  }
  return buyers
}

/** The body of a request to order an item for cash; amounts in rupees. */
export const orderOf = (buyer: Buyer, item: OrderItemInput, total_amount = 599, more: object = {}): string =>
  JSON.stringify({
    address_id: buyer.address_id,
    payment_method: 'COD',
    checkout: 'buy-now',
    items: [item],
    total_amount,
    ...more,
  })

/** A reply of the server: its status, and its JSON. */
export interface Reply {
  status: number
  body: Record<string, unknown>
}

/** @throws TypeError without a reply */
export async function post(
  url: string,
  path: string,
  body: string,
  { token = '', key = randomUUID() as string } = {},
): Promise<Reply> {
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body,
    signal: AbortSignal.timeout(REPLY_WITHIN_MS),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

/** Places an order, and tries again while the server has too much to do. @throws TypeError without a reply */
export async function place(
  url: string,
  { token }: Buyer,
  body: string,
  key: string = randomUUID(),
): Promise<Reply> {
  for (;;) {
    const reply = await post(url, '/api/orders/place-order', body, { token, key })
    if (reply.status !== 503) return reply
    await sleep(100)
  }
}

/** @throws Error without a reply, or for a refusal */
export async function placeAttempt(shop: BusyShop, url: string, { buyer, key }: Attempt): Promise<number> {
  const { status, body } = await place(url, buyer, orderOf(buyer, shop.item), key)
  if (status !== 201) throw new Error(`${status} ${String(body['message'])}`)
  return Number(body['order_id'])
}

/** Places orders from `workers` buyers in parallel until the servers end. Resolves after the first orders. */
export async function startBuying(
  shop: BusyShop,
  urls: string[],
  workers = 16,
): Promise<{ attempts: Attempt[]; ended: Promise<unknown> }> {
  const attempts: Attempt[] = []
  const first = Promise.withResolvers<undefined>()
  const buy = async (n: number): Promise<void> => {
    for (;;) {
      const attempt = newAttempt(shop, n)
      attempts.push(attempt)
      attempt.order_id = await placeAttempt(shop, urls[n % urls.length]!, attempt).catch(nullIfDisconnected)
      if (attempt.order_id === null) return
      if (attempts.length > 2 * workers) first.resolve(undefined)
    }
  }
  const ended = Promise.all(Array.from({ length: workers }, (_, n) => buy(n)))
  await Promise.race([first.promise, ended])
  return { attempts, ended }
}

/** Accepts a lost connection, but no refusal. */
function nullIfDisconnected(error: unknown): null {
  if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return null
  throw error
}

/**
 * Checks the stored orders against what buyers have seen.
 *
 * @returns the acknowledged attempts that are lost, and those without an acknowledgement that are stored
 */
export async function compareStored(
  { shop }: FactoryShop,
  attempts: Attempt[],
): Promise<{ lost: Attempt[]; silent: Attempt[] }> {
  const { orders } = shop.db.tables
  const rows = await shop.db.select({ id: orders.id, key: orders.idempotency_key }).from(orders)
  const stored = new Map(rows.map(({ id, key }) => [key, id]))
  const idOf = ({ key }: Attempt) => stored.get(`key:${key}`)
  return {
    lost: attempts.filter((attempt) => attempt.order_id !== null && idOf(attempt) !== attempt.order_id),
    silent: attempts.filter((attempt) => attempt.order_id === null && idOf(attempt) !== undefined),
  }
}
