import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { atNight } from '../../../../../scripts/depth.ts'
import { emptyPostgres } from '../../../test/empty-postgres.ts'
import { aProduct } from '../../../test/factories.ts'
import { openFolderShop } from '../../../test/folder-shop.ts'
import { checkInvariants } from '../../../test/invariants.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { START, type TestShop } from '../../../test/test-shop.ts'
import { faultOfBackup } from './scheduled-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupsFolder } from '../../db/newest-backup.ts'
import { backUpWhenDue } from './scheduled-backup.ts'
import { writeBackup } from './write-backup.ts'

/** Where a shop is: its environment. */
type Env = Record<string, string>

async function onPostgres(): Promise<Env> {
  const { url, release } = await emptyPostgres()
  onTestFinished(release)
  return { DATA_DIR: temporaryFolder(), DATABASE_URL: url }
}

const onSqlite = (): Env => ({ DATA_DIR: temporaryFolder() })

async function inShop<T>(env: Env, work: (test: TestShop) => Promise<T>): Promise<T> {
  const test = await openFolderShop(env)
  try {
    return await work(test)
  } finally {
    await test.close()
  }
}

/** Places orders, one after another, until `work` ends. @returns those confirmed before it began */
async function placeOrdersWhile(test: TestShop, work: () => Promise<unknown>): Promise<number[]> {
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 1_000_000 }])
  const place = async (): Promise<number> =>
    (await shopper.place(shopper.order([item(product)], 599), randomUUID()).expect(201)).body.order_id
  const before = [await place(), await place()]
  const closing = new AbortController()
  const customer = (async () => {
    while (!closing.signal.aborted) await place()
  })()
  await work()
  closing.abort()
  await customer
  return before
}

const restore = ({ DATA_DIR = '', DATABASE_URL }: Env, file: string, replace = false) =>
  restoreBackup(file, DATA_DIR, { replace, now: START, databaseUrl: DATABASE_URL ?? null })

/** The ids of the orders of a restored shop, whose rows, search and pictures are whole. */
const ordersIn = (env: Env): Promise<number[]> =>
  inShop(env, async (test) => {
    await checkInvariants(test.shop.db)
    const { orders, search_documents } = test.shop.db.tables
    expect((await test.shop.db.select().from(search_documents)).length).toBeGreaterThan(0)
    expect(readFileSync(join(test.shop.config.dataDir, 'media/lamp.svg'), 'utf8')).toBe('<svg/>')
    return (await test.shop.db.select().from(orders).orderBy(orders.id)).map(({ id }) => id)
  })

async function aBackup(env: Env): Promise<{ file: string; before: number[] }> {
  const file = join(temporaryFolder(), 'shop.tar.gz')
  const before = await inShop(env, (test) => {
    const media = join(test.shop.config.dataDir, 'media')
    mkdirSync(media, { recursive: true })
    writeFileSync(join(media, 'lamp.svg'), '<svg/>')
    return placeOrdersWhile(test, () => writeBackup(test.shop, file, { secrets: true }))
  })
  return { file, before }
}

it('of PostgreSQL, made while orders are placed, is restored on both engines', async () => {
  const source = await onPostgres()
  const { file, before } = await aBackup(source)
  const [sqlite, postgres] = [onSqlite(), await onPostgres()]
  await restore(sqlite, file)
  const orders = await ordersIn(sqlite)
  expect(orders).toEqual(expect.arrayContaining(before))
  await restore(postgres, file)
  expect(await ordersIn(postgres)).toEqual(orders)
  expect(await faultOfBackup(file, temporaryFolder())).toBeNull()
  const next = await inShop(postgres, (test) => placeOrdersWhile(test, async () => undefined))
  expect(next[0]).toBeGreaterThan(orders.at(-1)!)
})

atNight(() => {
  it('of SQLite replaces a shop on PostgreSQL only with --replace and no server, and keeps a copy', async () => {
    const { file, before } = await aBackup(onSqlite())
    const target = await onPostgres()
    const replaced = await aBackup(target)
    await expect(restore(target, file)).rejects.toThrow(/--replace/)
    const server = new pg.Client({
      connectionString: target['DATABASE_URL'],
      application_name: 'haat 1 other',
    })
    await server.connect()
    await expect(restore(target, file, true)).rejects.toThrow(/Stop it first/)
    await server.end()
    const { safety } = await restore(target, file, true)
    expect(await ordersIn(target)).toEqual(expect.arrayContaining(before))
    expect(readdirSync(safety!).toSorted()).toEqual(['haat.db', 'media', 'secrets.json'])
    expect(await ordersIn({ DATA_DIR: safety! })).toEqual(expect.arrayContaining(replaced.before))
  })

  it('is made on schedule, in the environment of the server', async () => {
    const env: Env = { ...(await onPostgres()), BACKUP_EVERY: '24' }
    const command = join(temporaryFolder(), 'haat.mjs')
    writeFileSync(
      command,
      `import { writeFileSync } from 'node:fs'
       writeFileSync(process.argv[3], process.env.PGHOST)`,
    )
    await inShop(env, async ({ shop }) => {
      vi.stubEnv('PGHOST', 'db.meera.in')
      onTestFinished(() => void vi.unstubAllEnvs())
      expect(await backUpWhenDue(shop, new AbortController().signal, command)).toBe(true)
      const folder = backupsFolder(shop.config.dataDir)
      expect(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8')).toBe('db.meera.in')
    })
  })
})
