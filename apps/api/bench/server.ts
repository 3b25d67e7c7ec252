/** The measured shop: its data, and the built server as a process of its own. Linux only: it reads /proc. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sizes } from '@haat/seed/generator'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { freePort } from '../../../scripts/free-port.mjs'
import { environment, nodeOptions } from '../../../scripts/serve.mjs'
import { readConfig } from '../src/config.ts'
import type { Database, Engine } from '../src/db/database.ts'
import { storeSetting } from '../src/features/settings/settings.store.ts'
import { seedDemo, seedGenerated } from '../src/merchant/seeding/seed-shop.ts'
import { openShop } from '../src/open-shop.ts'
import type { Shop } from '../src/shop.ts'
import { checkInvariants, stockNow } from '../test/invariants.ts'
import { type ManyProducts, manyProducts } from '../test/many-products.ts'
import { cpuTime } from './database-cpu.ts'

const MAIN = join(import.meta.dirname, '../dist/main.js')
const STOCK = 1_000_000
/** Products whose names are read for words to search: all words of a larger catalogue. */
const NAMED = 20_000
/** A demo shop with many more products, all in stock. */
export interface BenchShop extends ManyProducts {
  engine: Engine
  env: Record<string, string>
  /** Words of the product names. */
  words: string[]
  /** The words of each product's name, and of its category's. */
  named: { name: string[]; category: string[] }[]
  /** Counts the catalogue as changed, as the edit of a product does: nothing that was read of it counts as known. */
  touch: () => Promise<void>
  /** Checks the invariants. @returns the number of orders per idempotency key of `keys`, 0 or 1 */
  check: (keys: Iterable<string>) => Promise<Map<string, number>>
  remove: () => Promise<void>
}

/** @param folder of a shop that stays; without it, one of its own, which remove() deletes */
async function create(
  engine: Engine,
  fill: (shop: Shop) => Promise<ManyProducts>,
  folder?: string,
): Promise<BenchShop> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'haat-bench-'))
  mkdirSync(dataDir, { recursive: true })
  const database = engine === 'postgres' ? await createDatabase() : null
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    PICTURES_AHEAD: 'off',
    ...(database && { DATABASE_URL: database.url }),
  }
  const shop = await openShop(readConfig(env))
  const { db } = shop
  const filled = await fill(shop)
  await stockUp(db)
  const names = await db.rows<{ name: string; category: string }>(
    sql.raw(`select p.name, c.name as category from products p join categories c on c.id = p.category_id
      where p.is_published order by p.id desc limit ${NAMED}`),
  )
  const named = names.map(({ name, category }) => ({ name: wordsOf(name), category: wordsOf(category) }))
  const stock = await stockWithoutOrders(db)
  // PostgreSQL does so by itself in the first minutes after an import.
  if (engine === 'postgres') await db.rows(sql.raw('vacuum analyze'))
  await db.close()
  return {
    ...filled,
    engine,
    env,
    words: [...new Set(named.flatMap(({ name }) => name))],
    named: named.filter(({ name, category }) => name.length > 1 && category.length > 0),
    touch: () =>
      withDatabase(env, (opened) => opened.transaction((tx) => storeSetting(tx, 'bench', randomUUID()))),
    check: (keys) =>
      withDatabase(env, async (written) => {
        await checkInvariants(written, stock)
        return await countByKey(written, keys)
      }),
    async remove() {
      if (folder === undefined) rmSync(dataDir, { recursive: true, force: true })
      await database?.drop()
    },
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]{3,}/g) ?? []

async function withDatabase<T>(env: BenchShop['env'], work: (db: Database) => Promise<T>): Promise<T> {
  const { db } = await openShop(readConfig(env))
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** @param folder keeps the shop for the next time; without it, remove() deletes the shop */
export const makeShop = (engine: Engine, products: number, folder?: string): Promise<BenchShop> =>
  create(engine, (shop) => (folder ? fillOnce(shop, products, folder) : fill(shop, products)), folder)

/** A seeded shop with a history. @param folder one that `haat seed` has filled; without it, the shop is made and removed */
export const makeOldShop = (engine: Engine, sizes: Partial<Sizes>, folder?: string): Promise<BenchShop> =>
  create(
    engine,
    async (shop) => {
      const seeded = { profile: 'demo' as const, seed: 1, sizes, base: new Date(), replace: false }
      if (folder === undefined) await seedGenerated(shop, { ...seeded, onProgress: progressOf('Seeding') })
      return describe(shop.db)
    },
    folder,
  )

/** What the paths of a seeded shop are made of. */
async function describe(db: Database): Promise<ManyProducts> {
  const read = async <T>(text: string): Promise<T[]> =>
    (await db.rows<{ value: T }>(sql.raw(text))).map(({ value }) => value)
  return {
    productIds: await read(`select id as value from products where is_published order by id limit ${NAMED}`),
    brands: await read(
      'select distinct brand as value from products where is_published order by brand limit 50',
    ),
    leaves: await read(
      'select id as value from categories where id not in (select parent_id from categories where parent_id is not null) order by id',
    ),
    parents: await read('select id as value from categories where parent_id is null order by id'),
  }
}

/** Rewrites one line of the standard error. */
function progressOf(what: string): (done: number, total: number) => void {
  const begun = performance.now()
  return (done, total) => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    const end = done === total ? '\n' : ''
    process.stderr.write(`\r\u001B[K${what}: ${done} of ${total} (${seconds} s)${end}`)
  }
}

/** Says on the standard error what a large catalogue waits for, from which number of products. */
const LARGE = 100_000

/** Fills a folder that is empty; a file there says what it has been filled with. */
async function fillOnce(shop: Shop, products: number, folder: string): Promise<ManyProducts> {
  const file = join(folder, 'catalogue.json')
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await fill(shop, products)))
  const many: ManyProducts = JSON.parse(readFileSync(file, 'utf8'))
  if (many.productIds.length !== products)
    throw new Error(`${folder} has ${many.productIds.length} products, not ${products}.`)
  return many
}

/** Writes the generated products first: all their words are indexed with the demo. */
async function fill(shop: Shop, products: number): Promise<ManyProducts> {
  const { db } = shop
  const begun = performance.now()
  const report = (what: string): void => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    if (products >= LARGE) process.stderr.write(`\r\u001B[K${what} (${seconds} s)`)
  }
  const many = await manyProducts(db, products, new Date(), {
    stock: STOCK,
    onProgress: (done) => report(`${done} of ${products} products`),
  })
  report('Building the search index')
  await seedDemo(shop)
  report('The catalogue is there')
  if (products >= LARGE) process.stderr.write('\n')
  return many
}

async function stockUp(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update variants set stock = ${STOCK} where stock <> ${STOCK}`)
    await tx.execute(sql`update products set in_stock = true where variant_id is not null and not in_stock`)
    // The demo's used-up coupon has no orders, which the invariants would report.
    await tx.execute(
      sql`update coupons set used_count = 0 where id not in (select coupon_id from orders where coupon_id is not null)`,
    )
  })
}

/** The stock of every variant, and what the demo's orders hold of it. */
async function stockWithoutOrders(db: Database): Promise<Map<number, number>> {
  const stock = await stockNow(db)
  const held = await db.rows<{ id: number; held: number }>(
    sql.raw(`select i.variant_id as id, sum(i.quantity) as held from order_items i
      join orders o on o.id = i.order_id where o.holds_stock and i.variant_id is not null group by i.variant_id`),
  )
  for (const row of held) stock.set(row.id, (stock.get(row.id) ?? 0) + row.held)
  return stock
}

async function countByKey(db: Database, keys: Iterable<string>): Promise<Map<string, number>> {
  const rows = await db.rows<{ key: string }>(
    sql.raw("select substr(idempotency_key, 5) as key from orders where idempotency_key like 'key:%'"),
  )
  const counts = new Map([...keys].map((key) => [key, 0]))
  for (const { key } of rows) if (counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** A database of its own on the server of TEST_POSTGRES_URL. */
export async function createDatabase() {
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '')
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const name = `haat_bench_${process.pid}`
  await admin.query(`create database ${name}`)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

export interface Server {
  /** From the start of the process to its first answer, in ms. */
  startMs: number
  /** Processor time until then, in ms. */
  startCpu: number
  /** Memory in MiB, two seconds after the start. */
  idleMemory: number
  port: number
  metricsPort: number
  /** Processor time so far, in ms. */
  cpuTime: () => number
  /** Memory in MiB: of now, and the highest so far. */
  memory: () => { now: number; peak: number }
  /** Open files and sockets. */
  files: () => number
  /** Size of SQLite's log in MiB. */
  logSize: () => number
  stop: () => Promise<void>
}

export async function startServer({ env }: BenchShop): Promise<Server> {
  if (!existsSync(MAIN)) throw new Error('There is no dist/main.js: run `npx pnpm run build` first.')
  const [port, metricsPort] = [await freePort(), await freePort()]
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    env: { PATH, ...environment, ...env, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const begun = performance.now()
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) break
    await sleep(5)
  }
  const startMs = performance.now() - begun
  const { pid = 0 } = child
  const startCpu = cpuTime(pid)
  await sleep(2000)
  const log = join(env['DATA_DIR'] ?? '', 'haat.db-wal')
  return {
    startMs,
    startCpu,
    idleMemory: memory(pid).now,
    port,
    metricsPort,
    cpuTime: () => cpuTime(pid),
    memory: () => memory(pid),
    files: () => readdirSync(`/proc/${pid}/fd`).length,
    logSize: () => (existsSync(log) ? statSync(log).size / 1024 ** 2 : 0),
    stop: () => stop(child),
  }
}

/** Starts the bare Fastify server. */
export async function startBare(): Promise<Pick<Server, 'port' | 'cpuTime' | 'stop'>> {
  const child = fork(join(import.meta.dirname, 'bare.ts'))
  const [port] = (await once(child, 'message')) as [number]
  const { pid = 0 } = child
  return { port, cpuTime: () => cpuTime(pid), stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`The server has ended with ${child.exitCode}.`)
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function memory(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1] ?? 0) / 1024
  return { now: mib('VmRSS'), peak: mib('VmHWM') }
}
