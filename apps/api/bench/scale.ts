/**
 * X1 to X4: what one server of each kind carries, on both engines: `npm run bench -- scale`. Checkouts on one and on two
 * servers, catalogue pages, reads beside writes, and the import. About ten minutes on a quiet machine.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import type { Database, Engine } from '../src/db/database.ts'
import { refreshListings } from '../src/features/catalog/listing-columns.store.ts'
import { openShop } from '../src/open-shop.ts'
import { catalogueReplies, readsBesideWrites, threeWords } from './catalogue.ts'
import { type Listed, listProducts, order } from './customers.ts'
import { databaseCpu } from './database-cpu.ts'
import { type Call, closedLoop, type Figures, type Reply } from './load.ts'
import { Orders } from './ordering.ts'
import { detail, detailPath, filter, filterPath, firstAndAgain, mixed, pick, searchPath } from './reading.ts'
import { type Bench, fault, line, type Row } from './row.ts'
import { type Server, startServer } from './server.ts'

export const BUYERS = 16
const ORDERS = 1500
const WARM_UP = 200
const MIXED_SECONDS = 60
const MIXED_CONNECTIONS = 32
/** One request in so many is a write: an order, or a price that changes. */
const WRITE_EVERY = 20
const PAGES = 300
const SEARCHES = 1500
const PRICED = 20
const IMPORTED = 50_000

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** X1: orders for cash of 16 buyers, on one server and on two. */
export async function checkouts(bench: Bench): Promise<Row[]> {
  const second = await startServer(bench.shop)
  try {
    const one = await checkout(bench, [bench.server])
    return [one, await checkout(bench, [bench.server, second])]
  } finally {
    await second.stop()
  }
}

async function checkout(bench: Bench, servers: Server[]): Promise<Row> {
  const { customers, shop } = bench
  const products = await listProducts(bench.server)
  const made = new Orders()
  const place = (requests: number): Promise<Figures> => {
    const keys: string[] = []
    const call = (n: number, connection: number): Call => {
      const next = order(pick(customers, connection), pick(products, mixed(n)), 'buy-now')
      keys[n] = next.key
      return next
    }
    const onReply = (reply: Reply, n: number) => made.add(keys[n] ?? '', reply)
    const port = servers.map((server) => server.port)
    return closedLoop({ port, connections: BUYERS, call, onReply }, { requests })
  }
  await place(WARM_UP)
  const ofDatabase = await databaseCpu(shop.env['DATABASE_URL'] ?? null)
  const before = [sum(servers.map((server) => server.cpuTime())), await ofDatabase.now()] as const
  const figures = await place(ORDERS)
  const server = (sum(servers.map((one) => one.cpuTime())) - before[0]) / figures.requests
  const database = ((await ofDatabase.now()) - before[1]) / figures.requests
  await ofDatabase.close()
  const wrong = figures.othersThan(201, 503)
  const trips = servers.length === 1 && shop.engine === 'postgres' ? await countTrips(bench, products) : null
  const parts = [
    `CPU of an order: server ${server.toFixed(2)} ms${shop.engine === 'postgres' ? `, database ${database.toFixed(2)} ms` : ''}`,
    ...(trips === null ? [] : [`${trips.statements} statements in ${trips.trips} trips to the database`]),
    figures.summary,
  ]
  return {
    id: 'X1',
    what: `cash orders of ${BUYERS} buyers, ${servers.length === 1 ? 'one server' : 'two servers'}`,
    figures,
    cpu: server,
    counts: parts.join(', '),
    mark: 'invariants, none lost',
    holds: figures.othersThan(201) === 0,
    faults: [...fault(wrong > 0, `${wrong} not 201 or 503`), ...(await made.faults(bench))],
  }
}

/** Statements of one order, and how often the server waits for the database, counted on a server in this process. */
async function countTrips({ shop, customers }: Bench, products: Listed[]) {
  const { buildApp } = await import('../src/app.ts')
  const open = await openShop(readConfig(shop.env))
  const app = await buildApp(open)
  const query = pg.Client.prototype.query
  const counts = { statements: 0, trips: 0 }
  const waiting = new WeakMap<pg.Client, number>()
  try {
    const placeOne = async (n: number): Promise<void> => {
      const { path, body, token, key } = order(customers[0]!, pick(products, n), 'buy-now')
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
      const { statusCode } = await app.inject({ method: 'POST', url: path, headers, payload: body as object })
      if (statusCode !== 201) throw new Error(`The order was answered with ${statusCode}.`)
      await open.background.idle()
    }
    await placeOne(0)
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, ...parts: unknown[]): unknown {
        const pending = waiting.get(this) ?? 0
        counts.statements += 1
        if (pending === 0) counts.trips += 1
        waiting.set(this, pending + 1)
        const result = Reflect.apply(query, this, parts) as unknown
        if (!(result instanceof Promise)) return result
        return result.finally(() => waiting.set(this, (waiting.get(this) ?? 1) - 1))
      },
    })
    await placeOne(1)
    return counts
  } finally {
    Object.assign(pg.Client.prototype, { query })
    await app.close()
    await open.db.close()
  }
}

/** X2: pages of the catalogue; the CPU is that of the server alone. */
export async function pages(bench: Bench): Promise<Row[]> {
  const rows = [
    ...(await detail(bench)),
    ...(await filter(bench)),
    ...(await firstAndAgain(bench, {
      id: 'X2',
      what: 'search of three words',
      path: (n) => searchPath(threeWords(bench.shop, n)),
      rate: 400,
      p99: 200,
      requests: SEARCHES,
    })),
  ]
  return rows.map((row) => ({ ...row, id: 'X2', mark: 'all 200 or 503', holds: row.faults.length === 0 }))
}

/** A price in paise, from when its change began until the next one was committed, in ms. */
interface PricePeriod {
  price: number
  from: number
  until: number
}

/** X3: 95 % reads of hot pages beside 5 % writes, for a minute each: without and with prices that change. */
export async function readsAndWrites(bench: Bench): Promise<Row[]> {
  const rows = (await readsBesideWrites(bench)).map((row) => ({ ...row, id: 'X3' }))
  return [...rows, await readsAndPrices(bench)]
}

/** No order may be charged a price that was over. */
async function readsAndPrices(bench: Bench): Promise<Row> {
  const { shop, server, customers } = bench
  const open = await openShop(readConfig(shop.env))
  // Products of the demo have deals, which hide the price of the variant.
  const products = (await listProducts(server, `&category=${shop.leaves[0]}`)).slice(0, PRICED)
  const periods = new Map(
    products.map(({ id, price }) => [id, [{ price: Math.round(price * 100), from: 0, until: Infinity }]]),
  )
  const before = await catalogueReplies(server.metricsPort)
  const made = new Orders()
  const placed = new Map<number, { id: number; price: number; key: string; at: number }>()
  let [stale, changes, refused] = [0, 0, 0]
  const shown = (id: number): number => periods.get(id)!.at(-1)!.price
  /** Of price changes, one at a time. */
  const changing: { now: Promise<void> | null } = { now: null }
  const call = (n: number, connection: number): Call => {
    if (n % WRITE_EVERY > 0)
      return { path: n % 2 === 0 ? filterPath(shop, n % PAGES) : detailPath(shop, n % PAGES) }
    const product = pick(products, mixed(n))
    // With every second write, a price changes beside the requests.
    if (n % (2 * WRITE_EVERY) === 0)
      changing.now ??= changePrice(open.db, periods, pick(products, mixed(n + 1)).id).finally(() => {
        changes += 1
        changing.now = null
      })
    const price = shown(product.id)
    const next = order(pick(customers, connection), { ...product, price: price / 100 }, 'buy-now')
    placed.set(n, { id: product.id, price, key: next.key, at: performance.now() })
    return next
  }
  const onReply = (reply: Reply, n: number): void => {
    const sent = placed.get(n)
    if (sent === undefined) return
    made.add(sent.key, reply)
    if (reply.status === 409) refused += 1
    const now = performance.now()
    const isCurrent = ({ price, from, until }: PricePeriod) =>
      price === sent.price && from <= now && until >= sent.at
    if (reply.status === 201 && !periods.get(sent.id)!.some(isCurrent)) stale += 1
    placed.delete(n)
  }
  const load = { port: server.port, connections: MIXED_CONNECTIONS, call, onReply }
  const figures = await closedLoop(load, { seconds: MIXED_SECONDS })
  await changing.now
  await open.db.close()
  const after = await catalogueReplies(server.metricsPort)
  const memory = after.memory - before.memory
  const hits = memory / (memory + after.database - before.database)
  const wrong = figures.othersThan(200, 201, 409, 503)
  return {
    id: 'X3',
    what: `95 % reads of ${PAGES} pages beside 5 % orders, and prices that change, for ${MIXED_SECONDS} s`,
    figures,
    counts: `${(100 * hits).toFixed(0)} % of reads from memory, ${changes} price changes, ${refused} orders refused with the new price, ${stale} charged an old price; ${figures.summary}`,
    mark: 'no old price charged, invariants',
    holds: stale === 0,
    faults: [
      ...fault(stale > 0, `${stale} charged an old price`),
      ...fault(wrong > 0, `${wrong} others`),
      ...(await made.faults(bench)),
    ],
  }
}

/** Adds a rupee to a product's price, as the merchant's commands do. */
async function changePrice(db: Database, periods: Map<number, PricePeriod[]>, id: number): Promise<void> {
  const known = periods.get(id)!
  const before = known.at(-1)!
  const price = before.price + 100
  const period = { price, from: performance.now(), until: Infinity }
  await db.transaction(async (tx) => {
    const { variants } = tx.tables
    await tx.update(variants).set({ price, mrp: price }).where(eq(variants.product_id, id))
    await refreshListings(tx, [id], new Date())
  })
  before.until = performance.now()
  known.push(period)
}

/** X4: the import, in a process of its own that `bench/import.ts` describes. @returns a line of the table */
export async function imports(engine: Engine): Promise<string> {
  const program = join(import.meta.dirname, 'import.ts')
  const args = ['--max-semi-space-size=8', '--heap-growing-percent=150', program, String(IMPORTED), engine]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const found = /^first import +([\d,]+) (products\/s), (.*)$/m.exec(stdout)
  const others = [
    ...stdout.matchAll(/^(second import|all changed) +([\d,]+ products\/s), .*?, ([\d.]+ of bare)/gm),
  ]
  const counts = [found?.[3], ...others.map(([, what, rate, ratio]) => `${what} ${rate}, ${ratio}`)].join(
    '; ',
  )
  const rate = `${found?.[1]} ${found?.[2]}`
  return line([
    'X4',
    `first import of ${IMPORTED} products`,
    engine,
    rate,
    '',
    '',
    '',
    '',
    counts,
    '≥ 10,000/s',
    '',
  ])
}
