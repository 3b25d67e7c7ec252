/** Databases of every release open in this version. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { type Database, DatabaseRefused, type Engine } from '../src/db/database.ts'
import { knownMigrations, pendingMigrations } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { checkInvariants } from './invariants.ts'
import { temporaryFolder } from './server-process.ts'

const RELEASES = join(import.meta.dirname, 'fixtures/releases')
const releases = readdirSync(RELEASES)
const fileOf = (release: string, name: string): Buffer => readFileSync(join(RELEASES, release, name))

/** Copies the release's database. @returns a function that opens the copy, which migrates it */
async function copyOf(release: string, engine: Engine): Promise<() => Promise<Database>> {
  const content = gunzipSync(fileOf(release, `${engine}.gz`))
  if (engine === 'sqlite') {
    const file = join(temporaryFolder(), 'haat.db')
    writeFileSync(file, content)
    return () => openSqlite(file)
  }
  // `template.ts` drops databases whose names begin so.
  const name = `${inject('template')}_release_${release.replaceAll('.', '_')}`
  const url = new URL(inject('server'))
  await query(url.href, `create database ${name}`)
  url.pathname = `/${name}`
  await query(url.href, content.toString())
  return () => openPostgres(url.href)
}

async function query(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

describe.each(releases)('release %s', (release) => {
  const engine = inject('engine')

  it('has migrations that nobody has edited since', () => {
    const released = JSON.parse(fileOf(release, 'migrations.json').toString()) as Record<Engine, string[]>
    const known = knownMigrations(engine).map(({ hash }) => hash)
    expect(known.slice(0, released[engine].length)).toEqual(released[engine])
  })

  it('has a database that this version migrates, with the same orders, also when two servers start', async () => {
    const open = await copyOf(release, engine)
    const [db, other] = await Promise.all([open(), open()])
    const { orders, users } = db.tables
    await checkInvariants(db)
    const statuses = await db.select({ status: orders.status }).from(orders).orderBy(orders.id)
    expect(statuses.map(({ status }) => status)).toEqual([
      'CONFIRMED',
      'PROCESSING',
      'SHIPPED',
      'OUT_FOR_DELIVERY',
      'DELIVERED',
      'CANCELLED',
    ])
    expect(await db.select({ email: users.email }).from(users)).toEqual([{ email: 'asha@shop.example' }])
    await other.transaction(async (tx) => tx.update(users).set({ name: 'Asha R' }))
    expect(await db.select({ name: users.name }).from(users)).toEqual([{ name: 'Asha R' }])
    await other.close()
    await db.close()
  })
})

describe('a database with an unknown migration', () => {
  const hashes = knownMigrations('sqlite').map(({ hash }) => hash)
  const refusal = (applied: string[]) => () => pendingMigrations('sqlite', applied)

  it('is newer where every known migration is applied too', () => {
    expect(refusal([...hashes, 'of the future'])).toThrow(DatabaseRefused)
    expect(refusal([...hashes, 'of the future'])).toThrow('newer than this program')
  })

  it('is of an unreleased version where a known migration is missing', () => {
    expect(refusal([...hashes.slice(0, -1), 'edited since'])).toThrow(DatabaseRefused)
    expect(refusal([...hashes.slice(0, -1), 'edited since'])).toThrow('unreleased version')
  })
})
