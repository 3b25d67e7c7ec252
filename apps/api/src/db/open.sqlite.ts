/**
 * Opens the SQLite file: one read-only connection, and one writer behind a queue, so that no other request can write
 * into an open transaction. A resolved transaction is on disk (WAL with synchronous=FULL).
 */
import {
  closeSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import { BetterSQLite3Database, BetterSQLiteSession } from 'drizzle-orm/better-sqlite3'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { LRUCache } from 'lru-cache'
import { type Database, type Reader, runAfterCommit, type Tx } from './database.ts'
import { DatabaseRefused } from './errors.ts'
import { APPLIED_MIGRATIONS, migrate, type MigrationTarget, pendingMigrations } from './migrate.ts'
import { defineTables } from './schema.ts'
import { type BulkEngine, bulkInserter, bulkUpdater } from './bulk.ts'
import { isDamaged } from './open.sqlite-files.ts'
import { restoreCommand } from './newest-backup.ts'
import { sqliteKit } from './schema/kit.sqlite.ts'
import { WriteHealth } from './write-health.ts'
import { begin, WriterQueue } from './writer-queue.sqlite.ts'

const sqliteTables = defineTables(sqliteKit)

/** More pages than any database has. */
const ALL_PAGES = 0x7f_ff_ff_ff
/** How long a start looks for damage, in ms, and in tables of how many rows. Backups are searched whole. */
const CHECK_MS = 2000
const CHECKED_ROWS = 20_000
/** How long an open waits for another process that recovers the log after a crash, in ms. */
const OPEN_MS = 5000
/** So many compiled statements are kept for each connection. */
const STATEMENTS = 400
/** More than a customer's request writes. */
const PROBE_BYTES = 256 * 1024

/**
 * @param file path of the database; created if missing
 * @param checkMs how long the file is searched for damage
 * @throws DatabaseRefused
 */
export async function openSqlite(file: string, checkMs = CHECK_MS): Promise<Database> {
  refuseDamagedFile(file)
  if (checkMs > 0 && existsSync(file) && isDamaged(file, checkMs, CHECKED_ROWS) === true) throw damaged(file)
  const writer = connect(file, false)
  try {
    await migrateSqlite(writer, file)
    return database(writer, connect(file, true))
  } catch (error) {
    writer.close()
    throw error
  }
}

function connect(file: string, readonly: boolean): Sqlite.Database {
  try {
    const connection = new Sqlite(file, { readonly, timeout: OPEN_MS })
    connection.pragma('trusted_schema = off')
    connection.pragma('foreign_keys = on')
    connection.pragma('cache_size = -4000')
    if (!readonly) {
      expectPragma(connection, 'journal_mode', 'wal', 'wal')
      expectPragma(connection, 'synchronous', 'full', 2)
    }
    // From now on the queue waits, without blocking the process.
    connection.pragma('busy_timeout = 0')
    return connection
  } catch (error) {
    throw refusal(error, file)
  }
}

function expectPragma(
  connection: Sqlite.Database,
  name: string,
  value: string,
  expected: string | number,
): void {
  connection.pragma(`${name} = ${value}`)
  if (connection.pragma(name, { simple: true }) !== expected) {
    throw new DatabaseRefused(`The database cannot be opened with ${name}=${value}.`)
  }
}

const damaged = (file: string) =>
  new DatabaseRefused(`${file} is damaged. Nothing was changed. To restore a backup: ${restoreCommand(file)}`)

const foreign = (file: string) => new DatabaseRefused(`${file} is not a Haat database. Nothing was changed.`)

function refusal(error: unknown, file: string): Error {
  if (error instanceof DatabaseRefused) return error
  const code = error instanceof Sqlite.SqliteError ? error.code : ''
  if (code === 'SQLITE_NOTADB') return foreign(file)
  if (code.startsWith('SQLITE_CORRUPT')) return damaged(file)
  if (/READONLY|CANTOPEN|PERM|EACCES/.test(code)) return new DatabaseRefused(`${file} cannot be written.`)
  return error instanceof Error ? error : new Error(String(error))
}

/** SQLite takes an empty file for a new database, and without a log a truncated one for a smaller one. */
function refuseDamagedFile(file: string): void {
  if (!existsSync(file)) return
  const stats = statSync(file)
  if (!stats.isFile()) throw foreign(file)
  const header = Buffer.alloc(100)
  const handle = openSync(file, 'r')
  readSync(handle, header, 0, header.length, 0)
  closeSync(handle)
  if (stats.size < header.length) throw damaged(file)
  if (header.toString('latin1', 0, 15) !== 'SQLite format 3') throw foreign(file)
  // After a crash in the middle of a checkpoint the header counts pages that are only in the log yet.
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) return
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  if (stats.size < pageSize * header.readUInt32BE(28)) throw damaged(file)
}

async function migrateSqlite(writer: Sqlite.Database, file: string): Promise<void> {
  await begin(writer)
  try {
    const tables = writer.prepare("select count(*) from sqlite_master where type = 'table'").pluck().get()
    const isHaat = writer.prepare("select 1 from sqlite_master where name = 'applied_migrations'").get()
    if (tables !== 0 && !isHaat) throw foreign(file)
    writer.exec(APPLIED_MIGRATIONS)
    const target = migrationTarget(writer)
    const applied = await target.applied()
    if (applied.length > 0 && pendingMigrations('sqlite', applied).length > 0) copyBeforeMigration(file)
    await migrate('sqlite', target)
    writer.exec('commit')
  } catch (error) {
    if (writer.inTransaction) writer.exec('rollback')
    throw refusal(error, file)
  }
}

/** Uses a second connection, because the writer has an open transaction. The copy gets its name when it is whole. */
function copyBeforeMigration(file: string): void {
  const partial = `${file}.before-migration.partial`
  rmSync(partial, { force: true })
  const reader = new Sqlite(file, { readonly: true })
  try {
    reader.prepare('vacuum into ?').run(partial)
  } finally {
    reader.close()
  }
  renameSync(partial, `${file}.before-migration-${Date.now()}`)
}

function migrationTarget(writer: Sqlite.Database): MigrationTarget {
  return {
    applied: async () =>
      writer
        .prepare<[], { hash: string }>('select hash from applied_migrations')
        .all()
        .map((row) => row.hash),
    run: async (statement) => {
      writer.exec(statement)
    },
    record: async (hash) => {
      writer.prepare('insert into applied_migrations (hash, at) values (?, ?)').run(hash, Date.now())
    },
  }
}

/**
 * Writes parameters with a plus sign, which changes no value. Of a plain one SQLite may look at the value to choose an
 * index, and then it compiles the statement again for each new value: that takes longer than to run it.
 */
class PlannedOnceDialect extends SQLiteSyncDialect {
  override escapeParam = (): string => '+?'
}

/** The connection, which keeps its statements: most take longer to compile than to run. */
function compilingOnce(connection: Sqlite.Database): Sqlite.Database {
  const statements = new LRUCache<string, Sqlite.Statement>({ max: STATEMENTS })
  const prepare = (text: string) => {
    const known = statements.get(text)
    const statement = known ?? connection.prepare(text)
    if (!known) statements.set(text, statement)
    return statement.reader ? statement.raw(false) : statement
  }
  return Object.create(connection, { prepare: { value: prepare } })
}

function buildersFor(connection: Sqlite.Database): BetterSQLite3Database {
  const dialect = new PlannedOnceDialect()
  type None = Record<string, never>
  const session = new BetterSQLiteSession<None, None>(compilingOnce(connection), dialect, undefined)
  return new BetterSQLite3Database<None>('sync', dialect, session, undefined)
}

/** Rows are a list of lists in JSON. */
function bulkEngine(connection: Sqlite.Database): BulkEngine {
  const statements = new Map<string, Sqlite.Statement<[string]>>()
  return {
    tables: sqliteTables,
    given(columns) {
      const values = columns.map(({ name }, at) => `value ->> ${at} as "${name}"`)
      return `(select ${values.join(', ')} from json_each(?)) as given`
    },
    async run(text, rows) {
      const statement = statements.get(text) ?? connection.prepare<[string]>(text)
      statements.set(text, statement)
      statement.run(JSON.stringify(rows))
    },
    lockRows: async () => undefined,
  }
}

/** What reads on one connection. The types are PostgreSQL's, the stricter engine. */
function readable(connection: Sqlite.Database, builders: BetterSQLite3Database) {
  return {
    engine: 'sqlite',
    tables: sqliteTables,
    connection,
    select: builders.select.bind(builders),
    selectDistinct: builders.selectDistinct.bind(builders),
    $count: builders.$count.bind(builders),
    rows: async <Row>(statement: SQL) => builders.all<Row>(statement),
  } as unknown as Reader
}

function writable(connection: Sqlite.Database): Omit<Tx, 'afterCommit'> {
  const builders = buildersFor(connection)
  const bulk = bulkEngine(connection)
  return {
    ...readable(connection, builders),
    insert: builders.insert.bind(builders),
    update: builders.update.bind(builders),
    delete: builders.delete.bind(builders),
    insertMany: bulkInserter(bulk),
    updateMany: bulkUpdater(bulk),
    lockRows: bulk.lockRows,
    execute: async (statement: string | SQLWrapper) => builders.run(statement),
  } as unknown as Omit<Tx, 'afterCommit'>
}

function database(writer: Sqlite.Database, reader: Sqlite.Database): Database {
  const builders = buildersFor(reader)
  const tx = writable(writer)
  const queue = new WriterQueue(writer)
  const health = new WriteHealth(() => queue.transaction(async () => probeWrite(writer)))
  let closed = false

  return {
    ...readable(reader, builders),
    transaction: async (work) => {
      const after: (() => void)[] = []
      const result = await queue.transaction(() =>
        work({ ...tx, afterCommit: (callback) => void after.push(callback) }),
      )
      runAfterCommit(after)
      return result
    },
    replica: () => null,
    copyTo: async (file) => {
      // In one step: a write between two steps would make it start again.
      await reader.backup(file, { progress: () => ALL_PAGES })
    },
    waiting: () => queue.length,
    problems: async () => [],
    noticeDamage: (error) => health.noticeDamage(error),
    ready: async () =>
      !closed && writer.open && reader.prepare('select 1').pluck().get() === 1 && (await health.canWrite()),
    close: async () => {
      await queue.idle()
      if (closed) return
      closed = true
      reader.close()
      writer.pragma('wal_checkpoint(truncate)')
      writer.close()
    },
  }
}

/**
 * Writes a page with the same content: SQLite skips an update that changes nothing, but not this. On a full disk the
 * page may fit into the log, which the failed transaction has made longer; the file beside it does not fit.
 */
function probeWrite(writer: Sqlite.Database): void {
  const file = `${writer.name}.probe`
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES))
  } finally {
    rmSync(file, { force: true })
  }
  const version = Number(writer.pragma('user_version', { simple: true }))
  writer.pragma(`user_version = ${version}`)
}
