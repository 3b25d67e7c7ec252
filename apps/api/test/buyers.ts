/** Parallel checkouts against a real process, and their results. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { demoFolder, openProcess, stopProcess } from './server-process.ts'

const REPLY_WITHIN_MS = 15_000

/** One attempt to place an order; `order_id` is null until the server has acknowledged it. */
export interface Attempt {
  key: string
  token: string
  order_id: number | null
}

/** A demo shop with one product of practically unlimited stock. */
export interface BusyShop {
  env: Record<string, string>
  file: string
  body: (address_id: number) => string
  buyers: { token: string; address_id: number }[]
  variant_id: number
  stock: number
}

/** Copies a demo shop, stocks a product, signs up buyers and stops the shop. */
export async function openBusyShop(buyers = 4): Promise<BusyShop> {
  const DATA_DIR = await demoFolder()
  const env = { DATA_DIR, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', TZ: 'UTC' }
  const { url, child } = await openProcess(env)
  const signedUp = await Promise.all(Array.from({ length: buyers }, (_, n) => signUp(url, n)))
  await stopProcess(child)
  const file = join(DATA_DIR, 'haat.db')
  const stock = 1_000_000
  const { variant_id, product_id, price } = stockProduct(file, stock)
  const items = [{ product_id, variant_id, quantity: 1 }]
  return {
    env,
    file,
    buyers: signedUp,
    variant_id,
    stock,
    body: (address_id) =>
      JSON.stringify({
        address_id,
        payment_method: 'COD',
        checkout: 'buy-now',
        items,
        total_amount: price / 100 + 99,
      }),
  }
}

async function signUp(url: string, n: number): Promise<{ token: string; address_id: number }> {
  const person = {
    name: 'Buyer',
    email: `buyer${n}@shop.in`,
    phone_number: `900000000${n}`,
    password: 'Demo@1234',
  }
  const session = await post(url, '/api/auth/signup', JSON.stringify(person))
  const token = String(session['accessToken'])
  const home = { address_line1: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', pincode: '560001' }
  const { address } = await post(url, '/api/users/addresses', JSON.stringify(home), { token })
  return { token, address_id: (address as { id: number }).id }
}

/** Stocks a cheap variant without deals or orders. */
function stockProduct(file: string, stock: number) {
  const database = new Sqlite(file)
  const variant = database
    .prepare<[], { variant_id: number; product_id: number; price: number }>(
      `select v.id as variant_id, v.product_id, v.price from variants v join products p on p.variant_id = v.id
       where p.is_published and p.in_stock and v.price < 1000000 and v.product_id not in (select product_id from deals)
       and v.id not in (select variant_id from order_items where variant_id is not null) order by v.id limit 1`,
    )
    .get()
  if (!variant) throw new Error('The demo has nothing to order.')
  // The demo's used-up coupon has no orders.
  database
    .prepare(
      'update coupons set used_count = 0 where id not in (select coupon_id from orders where coupon_id is not null)',
    )
    .run()
  database.prepare('update variants set stock = ? where id = ?').run(stock, variant.variant_id)
  database.close()
  return variant
}

/** @throws Error without a reply, or for a reply that is not a success */
export async function post(
  url: string,
  path: string,
  body: string,
  { token = '', key = randomUUID() as string } = {},
): Promise<Record<string, unknown>> {
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body,
    signal: AbortSignal.timeout(REPLY_WITHIN_MS),
  })
  const answer = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`${reply.status} ${String(answer['message'])}`)
  return answer
}

/** Places orders from `workers` buyers in parallel until the server ends. Resolves after the first orders. */
export async function startBuying(
  shop: BusyShop,
  url: string,
  workers = 16,
): Promise<{ attempts: Attempt[]; ended: Promise<unknown> }> {
  const attempts: Attempt[] = []
  const first = Promise.withResolvers<undefined>()
  const buy = async (n: number): Promise<void> => {
    const { token, address_id } = shop.buyers[n % shop.buyers.length]!
    for (;;) {
      const attempt: Attempt = { key: randomUUID(), token, order_id: null }
      attempts.push(attempt)
      const reply = await post(url, '/api/orders/place-order', shop.body(address_id), attempt).catch(
        nullIfDisconnected,
      )
      if (reply === null) return
      attempt.order_id = Number(reply['order_id'])
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
