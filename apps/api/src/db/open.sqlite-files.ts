/** Work on whole SQLite files: checking a copy, replacing a file that no server uses, or one that is in use. */
import Sqlite from 'better-sqlite3'
import { DatabaseRefused, isBusy, isDamage } from './errors.ts'
import { APPLIED_MIGRATIONS, knownMigrations, pendingMigrations } from './migrate.ts'

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
    const applied = connection.prepare<[], string>('select hash from applied_migrations').pluck().all()
    pendingMigrations('sqlite', applied)
    const foreign = foreignObject(connection, applied)
    if (foreign !== undefined)
      throw new DatabaseRefused(`The database in the backup is not as Haat made it: see its ${foreign}.`)
    if (connection.prepare('pragma foreign_key_check').get() !== undefined)
      throw new DatabaseRefused('The database in the backup is damaged: it has rows that belong to nothing.')
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    throw new DatabaseRefused('The database in the backup is damaged or not a Haat database.')
  } finally {
    connection.close()
  }
}

const OBJECTS = "select type || ' ' || name as object, sql from sqlite_schema where name not like 'sqlite_%'"

/**
 * A table, index, trigger or view that the migrations did not make: it could show or change the data of a shop that runs on
 * the file.
 *
 * @param applied hashes of the migrations of the file
 */
function foreignObject(connection: Sqlite.Database, applied: readonly string[]): string | undefined {
  const own = new Sqlite(':memory:')
  try {
    own.exec(APPLIED_MIGRATIONS)
    for (const { hash, sql } of knownMigrations('sqlite'))
      if (applied.includes(hash)) for (const statement of sql) own.exec(statement)
    const made = new Set(
      own
        .prepare<[], { sql: string }>(OBJECTS)
        .all()
        .map(({ sql }) => sql),
    )
    const objects = connection.prepare<[], { object: string; sql: string }>(OBJECTS).all()
    return objects.find(({ sql }) => !made.has(sql))?.object
  } finally {
    own.close()
  }
}

/**
 * Looks for damage, one table after another, and ends early when the time is over: a table that has begun is finished.
 * Without `rowsMax` it compares the indexes with their rows too, as a restore does.
 *
 * @param rowsMax tables of more rows are not checked
 * @returns null for a file that cannot be read, which proves nothing
 */
export function isDamaged(file: string, limitMs: number, rowsMax = Number.POSITIVE_INFINITY): boolean | null {
  const end = performance.now() + limitMs
  const check = Number.isFinite(rowsMax) ? 'quick_check' : 'integrity_check'
  let connection: Sqlite.Database | null = null
  try {
    connection = new Sqlite(file, { readonly: true, fileMustExist: true })
    // Each page is read once. The driver's 16 MiB of pages would stay with the process.
    connection.pragma('cache_size = -500')
    const tables = connection
      .prepare<[], string>("select name from sqlite_schema where type = 'table'")
      .pluck()
    for (const table of tables.all()) {
      if (performance.now() > end) break
      if (hasMoreRows(connection, table, rowsMax)) continue
      const name = table.replaceAll("'", "''")
      if (connection.pragma(`${check}('${name}')`, { simple: true }) !== 'ok') return true
    }
    return false
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    return isDamage(error) || error.code === 'SQLITE_IOERR_CORRUPTFS' ? true : null
  } finally {
    connection?.close()
  }
}

/** Counts no further than it must. */
const hasMoreRows = (connection: Sqlite.Database, table: string, rows: number): boolean =>
  Number.isFinite(rows) &&
  connection
    .prepare<[number], number>(`select 1 from "${table.replaceAll('"', '""')}" limit 1 offset ?`)
    .get(rows) !== undefined

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
