/** Work on whole SQLite files: checking a copy, replacing a file that no server uses, or one that is in use. */
import Sqlite from 'better-sqlite3'
import { DatabaseRefused, isBusy, isDamage, type Soundness } from './errors.ts'
import { findMoved, knownMigrations, markOfMove, pendingMigrations } from './migrate.ts'

/**
 * Checks that a copy can become the shop's database: undamaged, Haat's, and not newer than this program.
 *
 * @throws DatabaseRefused
 */
export function inspectSqlite(file: string): void {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    if (connection.pragma('integrity_check', { simple: true }) !== 'ok')
      throw new DatabaseRefused('The database in the backup is damaged.')
    const applied = appliedIn(connection)
    pendingMigrations('sqlite', applied)
    refuseForeignSchema(connection, applied)
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    throw new DatabaseRefused('The database in the backup is damaged or not a Haat database.')
  } finally {
    connection.close()
  }
}

interface SchemaObject {
  type: string
  name: string
  sql: string | null
}

const schemaOf = (connection: Sqlite.Database): SchemaObject[] =>
  connection.prepare<[], SchemaObject>('select type, name, sql from sqlite_schema').all()

/** A trigger, or a view in the place of a table, could show or change the data of a shop that runs on it. */
function refuseForeignSchema(connection: Sqlite.Database, applied: string[]): void {
  const memory = new Sqlite(':memory:')
  try {
    for (const { hash, sql } of knownMigrations('sqlite'))
      if (applied.includes(hash)) for (const statement of sql) memory.exec(statement)
    const [own, given] = [schemaOf(memory), schemaOf(connection)]
    const isGiven = ({ type, name }: SchemaObject) =>
      given.some((other) => other.type === type && other.name === name)
    const isOwn = ({ name, sql }: SchemaObject) =>
      own.some((other) => other.name === name && other.sql === sql)
    const foreign =
      given.find((object) => object.type === 'trigger' && !isOwn(object)) ??
      own.find((object) => !object.name.startsWith('sqlite_') && !isGiven(object))
    if (foreign !== undefined)
      throw new DatabaseRefused(
        `The database in the backup is not as Haat made it: see its ${foreign.type} ${foreign.name}.`,
      )
  } finally {
    memory.close()
  }
}

const appliedIn = (connection: Sqlite.Database): string[] =>
  connection.prepare<[], string>('select hash from applied_migrations').pluck().all()

/**
 * Looks for damage, one table after another, and ends early when the time is over: a table that has begun is finished.
 *
 * @param rowsMax tables of more rows are not checked
 */
export function checkForDamage(file: string, limitMs: number, rowsMax = Number.POSITIVE_INFINITY): Soundness {
  const end = performance.now() + limitMs
  let connection: Sqlite.Database | null = null
  try {
    connection = new Sqlite(file, { readonly: true, fileMustExist: true })
    // Each page is read once. The driver's 16 MiB of pages would stay with the process.
    connection.pragma('cache_size = -500')
    for (const table of tablesOf(connection)) {
      if (performance.now() > end) break
      if (hasMoreRows(connection, table, rowsMax)) continue
      const name = table.replaceAll("'", "''")
      if (connection.pragma(`quick_check('${name}')`, { simple: true }) !== 'ok') return { state: 'damaged' }
    }
    return { state: 'sound' }
  } catch (error) {
    return soundnessAfter(error)
  } finally {
    connection?.close()
  }
}

/** What an error during the check shows: a disk that cannot be read, or a file that cannot be opened, proves neither. */
export function soundnessAfter(error: unknown): Soundness {
  if (!(error instanceof Sqlite.SqliteError)) throw error
  const { code, message } = error
  if (isDamage(error) || code === 'SQLITE_IOERR_CORRUPTFS') return { state: 'damaged' }
  return { state: 'unchecked', reason: `${message} (${code})` }
}

const tablesOf = (connection: Sqlite.Database): string[] =>
  connection.prepare<[], string>("select name from sqlite_schema where type = 'table'").pluck().all()

/** Counts no further than it must. */
const hasMoreRows = (connection: Sqlite.Database, table: string, rows: number): boolean =>
  Number.isFinite(rows) &&
  connection
    .prepare<[number], number>(`select 1 from "${table.replaceAll('"', '""')}" limit 1 offset ?`)
    .get(rows) !== undefined

/** Whether a move has closed this database. */
export function isMoved(file: string): boolean {
  // Not read-only, which would leave files of the write-ahead log behind.
  const connection = new Sqlite(file, { fileMustExist: true })
  try {
    return findMoved(appliedIn(connection)) !== null
  } finally {
    connection.close()
  }
}

/** Opens a database again that a move to `to` has closed without getting there. */
export function unmarkMoved(file: string, to: string): void {
  const connection = new Sqlite(file, { fileMustExist: true })
  try {
    const mark = markOfMove(appliedIn(connection), to)
    if (mark !== null) connection.prepare('delete from applied_migrations where hash = ?').run(mark)
  } finally {
    connection.close()
  }
}

/**
 * Locks every other process out of a database while `work` replaces it. Meanwhile there is no write-ahead log: the
 * file is complete. A damaged file cannot be locked, and `work` runs all the same.
 *
 * @returns false, without running `work`, when another process has the database open
 */
export async function whileAlone(file: string, work: () => Promise<void>): Promise<boolean> {
  let connection: Sqlite.Database | null = null
  try {
    connection = new Sqlite(file, { timeout: 0, fileMustExist: true })
    // Fails where another connection exists.
    connection.pragma('journal_mode = delete')
    connection.exec('begin exclusive')
  } catch (error) {
    connection?.close()
    connection = null
    if (isBusy(error)) return false
  }
  try {
    await work()
    return true
  } finally {
    connection?.close()
  }
}

/** Pages at a time: a demo shop in a few steps. */
const PAGES = 5000

/**
 * Replaces the content of `target` by that of `source`, in one transaction.
 *
 * @throws DatabaseRefused when the source is damaged or of another version of the program
 */
export async function replaceContent(source: string, target: string): Promise<void> {
  const from = new Sqlite(source, { readonly: true, fileMustExist: true })
  try {
    if (pendingMigrations('sqlite', appliedIn(from)).length > 0)
      throw new DatabaseRefused('It was saved by an earlier version of the program.')
    await from.backup(target, { progress: () => PAGES })
  } finally {
    from.close()
  }
}
