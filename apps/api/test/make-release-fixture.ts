/**
 * Makes the fixture of a release: a small shop with orders, in a database of each engine, and the hashes of its
 * migrations. Run it once per release, before the release is tagged:
 *
 *   TEST_POSTGRES_URL=postgres://… npx pnpm --filter @haat/api release:fixture 0.2.0
 *
 * It needs psql and pg_dump. Once its release is out a fixture is never made again: `releases.test.ts` proves that its shop still
 * opens.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Engine } from '../src/db/database.ts'
import { knownMigrations } from '../src/db/migrate.ts'
import { DEFAULT_SETTINGS } from '../src/features/settings/default-settings.ts'
import { importCatalogue } from '../src/merchant/importing/catalogue-import.ts'
import { changeOrder } from '../src/acts/orders/orders.ts'
import { withSeller } from './answers.ts'
import { setUpShop } from '../src/merchant/setup/init-command.ts'
import { openShop } from '../src/open-shop.ts'
import type { Shop } from '../src/shop.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const CUSTOMER = {
  name: 'Asha Rao',
  email: 'asha@shop.example',
  phone_number: '9876543210',
  password: 'Lamp-and-rope-7',
}
const ADDRESS = { address_line1: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', pincode: '560001' }
const STEPS = ['process', 'ship', 'out-for-delivery', 'deliver'] as const

/** Sets up a shop, imports a catalogue, and takes one order to each status that a merchant can give it. */
async function fillShop(shop: Shop, folder: string): Promise<void> {
  await setUpShop(shop, { ...withSeller({ gstin: null }), limits: DEFAULT_SETTINGS.limits })
  await importCatalogue(shop, join(FIXTURES, 'woocommerce.csv'), { report: join(folder, 'refused.csv') })
  const app = await buildApp(shop)
  const call = async (method: 'POST' | 'GET', url: string, payload?: object, token = '') => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
    return (await app.inject({ method, url, headers, ...(payload && { payload }) })).json()
  }
  const { accessToken: token } = await call('POST', '/api/auth/signup', CUSTOMER)
  const { address } = await call('POST', '/api/users/addresses', ADDRESS, token)
  const { variants } = shop.db.tables
  const [belt] = await shop.db.select().from(variants).where(eq(variants.sku, 'belt'))
  const { id: variant_id, product_id } = belt!
  const item = { product_id, variant_id, quantity: 1 }
  const order = { address_id: address.id, payment_method: 'COD', items: [item], total_amount: 499 }
  for (let steps = 0; steps <= STEPS.length + 1; steps += 1) {
    const placed = await call('POST', '/api/orders/place-order', order, token)
    if (placed.success !== true) throw new Error(JSON.stringify(placed))
    const moves = steps > STEPS.length ? (['cancel'] as const) : STEPS.slice(0, steps)
    for (const move of moves) await changeOrder(shop, placed.order_id, move, {})
  }
  await call('POST', '/api/cart', { variant_id, quantity: 1 }, token)
  await app.close()
}

/** @returns the database as a file: SQLite's own, or a dump of PostgreSQL */
async function makeDatabase(engine: Engine, folder: string, server: string): Promise<Buffer> {
  const url = new URL(server)
  url.pathname = `/haat_release_${process.pid}`
  const name = url.pathname.slice(1)
  const psql = (statement: string) => execFileSync('psql', ['-qX', server, '-c', statement])
  if (engine === 'postgres') psql(`create database ${name}`)
  try {
    const shop = await openShop(
      readConfig({
        DATA_DIR: join(folder, engine),
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
        ...(engine === 'postgres' && { DATABASE_URL: url.href }),
      }),
    )
    await fillShop(shop, folder)
    await shop.db.close()
    return engine === 'sqlite' ? readFileSync(join(folder, engine, 'haat.db')) : dump(url.href)
  } finally {
    if (engine === 'postgres') psql(`drop database ${name} with (force)`)
  }
}

/** A dump in plain SQL, without psql's own commands. */
function dump(url: string): Buffer {
  const text = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url]).toString()
  return Buffer.from(text.replaceAll(/^\\.*\n/gm, ''))
}

const version = process.argv[2] ?? ''
const server = process.env['TEST_POSTGRES_URL'] ?? ''
if (!/^\d+\.\d+\.\d+$/.test(version) || server === '') {
  throw new Error('Usage: TEST_POSTGRES_URL=postgres://… pnpm --filter @haat/api release:fixture VERSION')
}
const folder = mkdtempSync(join(tmpdir(), 'haat-release-'))
const target = join(FIXTURES, 'releases', version)
mkdirSync(target, { recursive: true })
try {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const database = await makeDatabase(engine, folder, server)
    writeFileSync(join(target, `${engine}.gz`), gzipSync(database, { level: 9 }))
  }
  const hashes = (engine: Engine) => knownMigrations(engine).map(({ hash }) => hash)
  const migrations = { sqlite: hashes('sqlite'), postgres: hashes('postgres') }
  writeFileSync(join(target, 'migrations.json'), `${JSON.stringify(migrations, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
