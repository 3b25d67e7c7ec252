/**
 * Measures orders per second, each on disk before its reply: `node bench/orders.ts [orders]`, 2,000 by default, from
 * 16 customers at once. For comparison it measures the disk alone: bare inserts, each with its own commit. The load
 * generator shares the machine with the server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { seedDemo } from '../src/merchant/seeding/seed-shop.ts'
import { openShop } from '../src/open-shop.ts'

const ORDERS = Number(process.argv[2] ?? 2000)
const CUSTOMERS = 16
const dataDir = mkdtempSync(join(tmpdir(), 'haat-bench-'))
const agent = new Agent({ keepAlive: true, maxSockets: CUSTOMERS })

interface Customer {
  token: string
  address: number
}

const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
const shop = await openShop(config)
const { db } = shop
await seedDemo(shop)
await db.transaction(async (tx) => tx.update(tx.tables.variants).set({ stock: 1_000_000 }))
const app = await buildApp(shop)
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)

function post(path: string, body: object, token = '', key = ''): Promise<{ status: number; body: unknown }> {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    authorization: `Bearer ${token}`,
    ...(key && { 'idempotency-key': key }),
  }
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (reply) => {
      let seen = ''
      reply.on('data', (chunk) => (seen += String(chunk)))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: JSON.parse(seen) }))
    })
    call.on('error', reject)
    call.end(text)
  })
}

async function customer(n: number): Promise<Customer> {
  const person = {
    name: `Buyer ${n}`,
    email: `buyer${n}@example.com`,
    phone_number: String(9_500_000_000 + n),
  }
  const signup = await post('/api/auth/signup', { ...person, password: 'Market@2026' })
  const { accessToken: token } = signup.body as { accessToken: string }
  const place = { address_line1: '1 MG Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const added = await post('/api/users/addresses', place, token)
  return { token, address: (added.body as { address: { id: number } }).address.id }
}

const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, n) => customer(n)))
const reply = await fetch(`http://127.0.0.1:${port}/api/products/filter?limit=40`)
const { products } = (await reply.json()) as { products: { id: number; variant_id: number; price: number }[] }

const times: number[] = []
let placed = 0
let failed = 0

async function placeOrders({ token, address }: Customer): Promise<void> {
  while (placed < ORDERS) {
    const n = (placed += 1)
    const product = products[n % products.length]
    if (!product) return
    const body = {
      address_id: address,
      payment_method: 'COD',
      checkout: 'buy-now',
      items: [{ product_id: product.id, variant_id: product.variant_id, quantity: 1, price: product.price }],
      total_amount: product.price + (product.price > 50_000 ? 0 : 99),
    }
    const begun = performance.now()
    const answer = await post('/api/orders/place-order', body, token, `bench-${n}`)
    times.push(performance.now() - begun)
    if (answer.status !== 201) failed += 1
  }
}

const begun = performance.now()
await Promise.all(customers.map(placeOrders))
const perSecond = times.length / ((performance.now() - begun) / 1000)
const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

/** Commits of one small row per second. */
function bareCommits(): number {
  const bare = new Sqlite(join(dataDir, 'bare.db'))
  bare.pragma('journal_mode = wal')
  bare.pragma('synchronous = full')
  bare.exec('create table notes (text text)')
  const insert = bare.prepare('insert into notes values (?)')
  const start = performance.now()
  let commits = 0
  while (performance.now() - start < 2000) {
    insert.run('an order')
    commits += 1
  }
  bare.close()
  return commits / 2
}

const bare = bareCommits()
console.log(`orders           ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms, ${failed} refused`)
console.log(`bare commits     ${bare.toFixed(0)} a second; ratio ${(perSecond / bare).toFixed(2)}`)
agent.destroy()
await app.close()
await db.close()
rmSync(dataDir, { recursive: true, force: true })
