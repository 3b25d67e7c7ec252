import { randomUUID } from 'node:crypto'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { atNight, byDepth } from '../../../../../scripts/depth.ts'
import { emptyPostgres, newPostgres, query } from '../../../test/empty-postgres.ts'
import { aProduct } from '../../../test/factories.ts'
import { report } from '../../../test/figure.ts'
import { openFolderShop } from '../../../test/folder-shop.ts'
import { haatInProcess } from '../../../test/haat-in-process.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { START, type TestShop } from '../../../test/test-shop.ts'
import type { Database, Tx } from '../../db/database.ts'
import { openPostgres } from '../../db/open.postgres.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import { storeSetting } from '../../features/settings/settings.store.ts'
import { seedGenerated } from '../seeding/seed-shop.ts'
import { copyShop, digestRows } from './copy-shop.store.ts'
import { moveToPostgres, moveToSqlite } from './move-command.ts'

interface Shops {
  dataDir: string
  url: string
  file: string
  /** Runs work in the shop of the folder, with the database of `DATABASE_URL` if there is one. */
  inShop: <T>(engine: 'sqlite' | 'postgres', work: (test: TestShop) => Promise<T>) => Promise<T>
  move: { dataDir: string; url: string; now: Date }
}

async function anEmptyDatabase(): Promise<string> {
  const { url, release } = await emptyPostgres()
  onTestFinished(async () => {
    release()
  })
  return url
}

/** A folder with a SQLite shop, and an empty PostgreSQL database. */
async function aShopToMove(): Promise<Shops> {
  const url = await anEmptyDatabase()
  const dataDir = temporaryFolder()
  const inShop: Shops['inShop'] = async (engine, work) => {
    const env = { DATA_DIR: dataDir, ...(engine === 'postgres' && { DATABASE_URL: url }) }
    const test = await openFolderShop(env)
    try {
      return await work(test)
    } finally {
      await test.close()
    }
  }
  return { dataDir, url, file: join(dataDir, 'haat.db'), inShop, move: { dataDir, url, now: START } }
}

/** The digests of all tables but the one whose catalogue revision an index changes. */
const digests = async (db: Database) => (await digestRows(db)).filter(({ table }) => table !== 'counters')

async function placeOrder(test: TestShop): Promise<number> {
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const order = shopper.order([item(product)], 599)
  return (await shopper.place(order, randomUUID()).expect(201)).body.order_id
}

/** What a shop has that its engines store, sort or count differently. */
async function addOddRows({ shop: { db } }: TestShop): Promise<void> {
  await db.transaction(async (tx) => {
    const { users, banners, sessions } = tx.tables
    const [user] = await tx.select().from(users)
    const sids = ['b', 'B', 'ä', 'Z', '_', 'a-1', 'a1', '😀', '\uFFFD']
    const [created_at, expires_at] = [new Date(START.getTime() + 1), new Date('9999-12-31T23:59:59.999Z')]
    await tx.insertMany(
      'sessions',
      sids.map((sid) => ({ sid, user_id: user!.id, created_at, expires_at })),
    )
    expect((await tx.select().from(sessions)).length).toBeGreaterThanOrEqual(sids.length)
    await tx.insertMany('banners', [
      { banner_name: 'quo"te, \\back {slash}\nNULL', banner_image: '', link: null },
    ])
    // Its id is not given again.
    await tx.insertMany('banners', [{ id: 4711, banner_name: 'last', banner_image: '' }])
    const { sql } = await import('drizzle-orm')
    await tx.delete(banners).where(sql`id = 4711`)
  })
}

const newBannerId = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const { banners } = tx.tables
    const rows = await tx.insert(banners).values({ banner_name: 'x', banner_image: '' }).returning()
    return rows[0]!.id
  })

const SIZES = { products: byDepth(200, 3000), customers: byDepth(10, 10_000), orders: byDepth(30, 50_000) }

/** @returns the result and the seconds it took */
async function timed<T>(work: () => Promise<T>): Promise<[T, string]> {
  const began = performance.now()
  const result = await work()
  return [result, ((performance.now() - began) / 1000).toFixed(1)]
}

it('moves a shop to PostgreSQL and back: rows, ids, sequences, search and closed databases', async (context) => {
  const { dataDir, url, file, inShop, move } = await aShopToMove()
  const before = await inShop('sqlite', async (test) => {
    await seedGenerated(test.shop, { profile: 'demo', seed: 1, sizes: SIZES, base: START, replace: false })
    await addOddRows(test)
    await placeOrder(test)
    return digests(test.shop.db)
  })
  const bytes = readFileSync(file)
  const progress: number[] = []
  const onProgress = (done: number, all: number) => void progress.push(done / all)
  const [{ to, tables }, there] = await timed(() => moveToPostgres({ ...move, onProgress }))
  expect(to).toBe(url.replace(/\/\/[^@]*@/, '//'))
  expect(tables.find(({ table }) => table === 'orders')?.rows).toBeGreaterThan(10)
  expect([progress.at(0)! > 0, progress.at(-1), progress]).toEqual([
    true,
    1,
    progress.toSorted((a, b) => a - b),
  ])
  const onPostgres = await inShop('postgres', async (test) => {
    expect(await digests(test.shop.db)).toEqual(before)
    expect((await test.get('/api/products/search?search=shoe').expect(200)).body.total).toBeGreaterThan(0)
    expect(await newBannerId(test.shop.db)).toBe(4712)
    await placeOrder(test)
    return digests(test.shop.db)
  })
  await expect(inShop('sqlite', placeOrder)).rejects.toThrow(
    /moved to postgres:.*Set DATABASE_URL.*haat move/,
  )
  expect(readFileSync(file).length).toBe(bytes.length)

  const later = new Date(START.getTime() + 1000)
  const [moved, back] = await timed(() => moveToSqlite({ ...move, now: later }))
  expect(moved.to).toBe(file)
  expect(
    readdirSync(dataDir)
      .filter((name) => name.startsWith('haat.db'))
      .toSorted(),
  ).toEqual(['haat.db', 'haat.db.before-move-2026-03-02T06-30-01Z'])
  await inShop('sqlite', async (test) => {
    expect(await digests(test.shop.db)).toEqual(onPostgres)
    expect((await test.get('/api/products/search?search=shoe').expect(200)).body.total).toBeGreaterThan(0)
    expect(await newBannerId(test.shop.db)).toBe(4713)
    await placeOrder(test)
  })
  await expect(inShop('postgres', placeOrder)).rejects.toThrow(/moved to .*haat\.db.*Unset DATABASE_URL/)
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  report(
    context,
    `${SIZES.orders} orders moved to PostgreSQL in ${there} s, back in ${back} s, ${memory} MiB`,
  )
}, 900_000)

it('refuses a database that is not empty or in use, and changes nothing', async () => {
  const { url, file, inShop, move } = await aShopToMove()
  await expect(moveToPostgres(move)).rejects.toThrow(/no SQLite shop/)
  await inShop('sqlite', placeOrder)
  const server = await openSqlite(file)
  await expect(moveToPostgres(move)).rejects.toThrow(/A server is using .*haat\.db/)
  await server.close()
  const nowhere = url.replace(/:\d+\//, ':1/')
  await expect(moveToPostgres({ ...move, url: nowhere })).rejects.toThrow(/PostgreSQL cannot be used/)

  const target = await openPostgres(url)
  await target.transaction((tx) =>
    tx.insertMany('pages', [{ slug: 'x', title: '', text: '', changed_at: new Date() }]),
  )
  await expect(moveToPostgres(move)).rejects.toThrow(/already holds a shop \(there are rows in pages\)/)
  await expect(moveToSqlite(move)).rejects.toThrow(/haat\.db exists already/)
  await target.close()
  await inShop('sqlite', placeOrder)

  const client = new pg.Client({ connectionString: url, application_name: 'haat 1 other' })
  await client.connect()
  const elsewhere = { ...move, dataDir: temporaryFolder() }
  await expect(moveToSqlite(elsewhere)).rejects.toThrow(/A server is using postgres:/)
  expect(readdirSync(elsewhere.dataDir)).toEqual([])
  await client.end()
})

atNight(() => {
  it('refuses when a server has been started meanwhile, and leaves the shop open', async () => {
    const { file, inShop, move } = await aShopToMove()
    await inShop('sqlite', placeOrder)
    let server: Sqlite.Database | undefined
    const onProgress = () => {
      server ??= new Sqlite(file)
      server.pragma('user_version')
    }
    await expect(moveToPostgres({ ...move, onProgress })).rejects.toThrow(
      /A server has been started meanwhile/,
    )
    server?.close()
    await inShop('sqlite', placeOrder)
    await moveToPostgres(move)
  })
})

it('refuses a database without a shop, or with another one, and changes nothing', async () => {
  const { dataDir, url, inShop, move } = await aShopToMove()
  await inShop('sqlite', placeOrder)
  await moveToPostgres(move)
  const other = await aShopToMove()
  await other.inShop('sqlite', placeOrder)
  await moveToPostgres(other.move)
  const [empty, bare] = [await anEmptyDatabase(), await newPostgres()]
  const before = readdirSync(dataDir)
  for (const database of [empty, bare])
    await expect(moveToSqlite({ ...move, url: database })).rejects.toThrow(/the database is empty/)
  await expect(moveToSqlite({ ...move, url: other.url })).rejects.toThrow(
    /belongs to the shop .* to the shop .*Correct/,
  )
  expect(readdirSync(dataDir)).toEqual(before)
  expect((await query(bare, "select from pg_tables where schemaname = 'public'")).rowCount).toBe(0)
  expect((await moveToSqlite({ ...move, url })).to).toBe(move.dataDir + '/haat.db')
})

it('leaves the shop where it was when the copy fails or differs', async () => {
  const { url, file, inShop, move } = await aShopToMove()
  await inShop('sqlite', async (test) => {
    await placeOrder(test)
    await addOddRows(test)
  })
  const onProgress = () => {
    throw new Error('the disk is full')
  }
  await expect(moveToPostgres({ ...move, onProgress })).rejects.toThrow('the disk is full')
  const [source, target] = [await openSqlite(file), await openPostgres(url)]
  onTestFinished(async () => void (await Promise.all([source.close(), target.close()])))
  const spoil = (change: (rows: never[]) => never[]) =>
    target.transaction((to) => {
      const insertMany: Tx['insertMany'] = (name, rows, skipOn) =>
        to.insertMany(name, name === 'banners' ? change(rows as never[]) : rows, skipOn)
      return copyShop(source, { ...to, insertMany })
    })
  await expect(spoil((rows) => rows.slice(1))).rejects.toThrow('The copy of the table banners differs')
  const other = (row: object) => ({ ...row, position: 7 }) as never
  await expect(spoil((rows) => rows.map(other))).rejects.toThrow('The copy of the table banners differs')
  await source.close()
  await inShop('sqlite', placeOrder)
  await moveToPostgres(move)
})

atNight(() => {
  it('leaves one shop open whatever ends it, and goes on when it is run again', async () => {
    const { dataDir, url, file, inShop, move } = await aShopToMove()
    const id = await inShop('sqlite', placeOrder)
    const orders = ({ shop: { db } }: TestShop) => db.select().from(db.tables.orders)
    await moveToPostgres(move)
    // A lock on the mark ends the move before anything is closed.
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table settings in share mode')
    await expect(moveToSqlite(move)).rejects.toThrow(/settings/)
    await holder.query('rollback')
    await holder.end()
    await expect(inShop('sqlite', orders)).rejects.toThrow(/moved to postgres/)
    expect(await inShop('postgres', orders)).toHaveLength(1)
    expect(readdirSync(dataDir).filter((name) => name.includes('unfinished'))).toEqual([])
    // Killed between the mark and the new file: both are closed, and the next move goes on.
    await query(url, `insert into settings values ('moved_to', '${file}')`)
    await expect(inShop('postgres', orders)).rejects.toThrow(/moved to .*haat\.db/)
    await moveToSqlite(move)
    expect(await inShop('sqlite', orders)).toMatchObject([{ id }])
    await expect(inShop('postgres', orders)).rejects.toThrow(/moved to .*haat\.db/)
    // The same on the way to PostgreSQL, whose copy was not committed.
    const other = await anEmptyDatabase()
    const closed = await openSqlite(file)
    const to = other.replace(/\/\/[^@]*@/, '//')
    await closed.transaction((tx) => storeSetting(tx, 'moved_to', to))
    await closed.close()
    await expect(inShop('sqlite', orders)).rejects.toThrow(/moved to postgres/)
    await expect(moveToPostgres({ ...move, url: await anEmptyDatabase() })).rejects.toThrow(
      /moved to postgres/,
    )
    expect((await moveToPostgres({ ...move, url: other })).to).toBe(to)
    await expect(inShop('sqlite', orders)).rejects.toThrow(/moved to postgres/)
  }, 120_000)
})

it('is a command that says what to do next', async () => {
  const { dataDir, url, inShop } = await aShopToMove()
  await inShop('sqlite', placeOrder)
  const haat = (words: string[], DATABASE_URL = '') =>
    haatInProcess(['move', ...words], { cwd: dataDir, env: { DATA_DIR: dataDir, DATABASE_URL } })
  expect((await haat([])).err).toContain("required option '--to <database>'")
  expect((await haat(['--to', 'mysql://x'])).err).toContain('--to must be')
  expect((await haat(['--to', 'sqlite'])).err).toContain('in SQLite already')
  expect((await haat(['--to', url], url)).err).toContain('in PostgreSQL already')
  const moved = await haat(['--to', url])
  expect(moved.out).toMatch(
    /^Moved the shop to postgres:.* rows in \d+ tables, each compared\.\nSet DATABASE_URL/,
  )
  const second = { DATA_DIR: temporaryFolder(), DATABASE_URL: url }
  for (const name of ['secrets.json', 'media'])
    cpSync(join(dataDir, name), join(second.DATA_DIR, name), { recursive: true })
  await (await openFolderShop(second)).close()
  expect((await haatInProcess(['doctor'], { cwd: dataDir, env: { DATA_DIR: dataDir } })).err).toMatch(
    /^haat: This shop was moved to postgres/,
  )
})
