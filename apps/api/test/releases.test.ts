/** Databases of every release open in this version. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { atNight, byDepth } from '../../../scripts/depth.ts'
import { type Database, type Engine } from '../src/db/database.ts'
import { DatabaseRefused } from '../src/db/errors.ts'
import { knownMigrations, pendingMigrations } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { report } from './figure.ts'
import { checkInvariants } from './invariants.ts'
import { stopProcess, temporaryFolder } from './server-process.ts'

const KILLS = byDepth(1, 100)
const engine = inject('engine')
let copies = 0

const RELEASES = join(import.meta.dirname, 'fixtures/releases')
const releases = readdirSync(RELEASES)
const fileOf = (release: string, name: string): Buffer => readFileSync(join(RELEASES, release, name))

interface Copy {
  /** The file or the address of the copy. */
  place: string
  /** Opens the copy, which migrates it. */
  open: () => Promise<Database>
  remove: () => Promise<void>
}

/** Copies the release's database. */
async function copyOf(release: string): Promise<Copy> {
  if (engine === 'sqlite') {
    const file = join(temporaryFolder(), 'haat.db')
    writeFileSync(file, gunzipSync(fileOf(release, 'sqlite.gz')))
    return { place: file, open: () => openSqlite(file), remove: async () => undefined }
  }
  // `template.ts` drops databases whose names begin so.
  const source = `${inject('template')}_release_${release.replaceAll('.', '_')}`
  const addressOf = (name: string): string =>
    Object.assign(new URL(inject('server')), { pathname: name }).href
  const { rowCount } = await query(inject('server'), `select from pg_database where datname = '${source}'`)
  if (rowCount === 0) {
    await query(inject('server'), `create database ${source}`)
    await query(addressOf(source), gunzipSync(fileOf(release, 'postgres.gz')).toString())
  }
  copies += 1
  const name = `${source}_${copies}`
  await query(inject('server'), `create database ${name} template ${source}`)
  return {
    place: addressOf(name),
    open: () => openPostgres(addressOf(name)),
    remove: async () => void (await query(inject('server'), `drop database ${name} with (force)`)),
  }
}

async function query(url: string, statements: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statements)
  } finally {
    await client.end()
  }
}

/** Checks that everything in the release's shop is still there. */
async function expectSameShop(db: Database): Promise<void> {
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
}

/** Opens a database in another process. Its output is `opening` before, and `opening, open` when it is migrated. */
function openElsewhere(place: string): ChildProcess {
  const [name, module] =
    engine === 'sqlite' ? ['openSqlite', 'open.sqlite.ts'] : ['openPostgres', 'open.postgres.ts']
  const path = JSON.stringify(join(import.meta.dirname, '../src/db', module))
  const program = `import { ${name} } from ${path}
    process.stdout.write('opening')
    await ${name}(${JSON.stringify(place)})
    process.stdout.write(', open')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  // Whoever waits for its output learns that none comes.
  child.once('exit', (code) => {
    if (code !== null) child.stdout?.destroy(new Error(`The process ended with ${code}.`))
  })
  return child
}

/** The copies that a migration made of a SQLite database: each is whole, with the orders of before. */
function expectWholeCopies(file: string): void {
  for (const name of readdirSync(dirname(file)).filter((path) => /\.before-migration-\d+$/.test(path))) {
    const copy = new Sqlite(join(dirname(file), name), { readonly: true })
    expect([name, copy.pragma('integrity_check', { simple: true })]).toEqual([name, 'ok'])
    expect(copy.prepare('select count(*) from orders').pluck().get()).toBe(6)
    copy.close()
  }
}

describe.each(releases)('release %s', (release) => {
  const released = JSON.parse(fileOf(release, 'migrations.json').toString()) as Record<Engine, string[]>
  const known = knownMigrations(engine).map(({ hash }) => hash)

  it('has migrations that nobody has edited since', () => {
    expect(known.slice(0, released[engine].length)).toEqual(released[engine])
  })

  it('has a database that this version migrates, with the same orders, also when two servers start', async () => {
    const { open } = await copyOf(release)
    const [db, other] = await Promise.all([open(), open()])
    const { users } = db.tables
    await expectSameShop(db)
    await other.transaction(async (tx) => tx.update(users).set({ name: 'Asha R' }))
    expect(await db.select({ name: users.name }).from(users)).toEqual([{ name: 'Asha R' }])
    await other.close()
    await db.close()
  })

  atNight(() => {
    it(
      `migrates whole or not at all when its server is killed, ${KILLS} times`,
      { timeout: 600_000 },
      async (context) => {
        let [duration, unfinished] = [0, 0]
        // The first one is not killed: it shows how long a migration takes.
        for (let kill = 0; kill <= KILLS; kill += 1) {
          const { place, open, remove } = await copyOf(release)
          const child = openElsewhere(place)
          await once(child.stdout!, 'data')
          const began = performance.now()
          if (kill === 0) await once(child.stdout!, 'data')
          else await sleep(Math.random() * duration)
          duration = kill === 0 ? performance.now() - began : duration
          await stopProcess(child, 'SIGKILL')
          if (engine === 'sqlite') {
            const database = new Sqlite(place)
            const applied = database.prepare('select hash from applied_migrations').pluck().all()
            database.close()
            expect([released.sqlite.length, known.length]).toContain(applied.length)
            if (applied.length < known.length) unfinished += 1
            expectWholeCopies(place)
          }
          const db = await open()
          await expectSameShop(db)
          await db.close()
          if (engine === 'sqlite') expectWholeCopies(place)
          await remove()
        }
        const found = engine === 'sqlite' ? `, of which ${unfinished} before the commit` : ''
        report(context, `migration of ${release} killed, ${engine}: ${KILLS} times${found}: data equal`)
      },
    )
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
