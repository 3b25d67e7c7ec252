/** Migrates a database to the program's schema, with the same steps on both engines. */
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { PACKAGE } from '../package-folder.ts'
import { type Engine } from './database.ts'
import { DatabaseRefused } from './errors.ts'

/** What the migrator needs of an engine, inside one locked transaction. */
export interface MigrationTarget {
  applied(): Promise<string[]>
  run(statement: string): Promise<void>
  record(hash: string): Promise<void>
}

const NEWER = 'The database is newer than this program. Start the version that wrote it, or a later one.'
const UNRELEASED =
  'The database was made by an unreleased version of this program, whose migrations have changed since. Start that version and export your catalogue, or restore a backup of a released version.'

const folder = (engine: Engine): string => join(PACKAGE, 'migrations', engine)

/** Migrations of this program, in order. */
export const knownMigrations = (engine: Engine) => readMigrationFiles({ migrationsFolder: folder(engine) })

/**
 * Begins a row of `applied_migrations` that closes a database whose shop was moved to another one: no version of the
 * program opens a database with a migration that it does not know. JSON follows.
 */
const MOVED = 'moved '

/** Where the shop of a database was moved. */
export interface Moved {
  /** The other database, for people: no password is in it. */
  to: string
  /** What to do to use the shop. */
  remedy: string
  /** ISO 8601. */
  at: string
}

export const movedRow = (moved: Moved): string => MOVED + JSON.stringify(moved)

/** The mark of a moved shop among the applied migrations, or null. */
export function findMoved(applied: string[]): Moved | null {
  const row = applied.find((hash) => hash.startsWith(MOVED))
  return row === undefined ? null : (JSON.parse(row.slice(MOVED.length)) as Moved)
}

/** The row that marks a shop as moved to this place, or null. */
export const markOfMove = (applied: string[], to: string): string | null =>
  findMoved(applied)?.to === to ? (applied.find((hash) => hash.startsWith(MOVED)) ?? null) : null

/**
 * The migrations that have not been applied yet.
 *
 * @param applied hashes of the applied migrations
 * @throws DatabaseRefused when this program does not know one of them: a newer version has applied it, it was edited
 *   before a release, or the shop was moved
 */
export function pendingMigrations(engine: Engine, applied: string[]) {
  const moved = findMoved(applied)
  if (moved)
    throw new DatabaseRefused(
      `This shop was moved to ${moved.to} on ${moved.at.slice(0, 10)}. ${moved.remedy} To go back, move it again with haat move.`,
    )
  const known = knownMigrations(engine)
  const unknown = applied.filter((hash) => !known.some((migration) => migration.hash === hash))
  const pending = known.filter((migration) => !applied.includes(migration.hash))
  if (unknown.length > 0) throw new DatabaseRefused(pending.length === 0 ? NEWER : UNRELEASED)
  return pending
}

/** Applies the pending migrations. @returns their number */
export async function migrate(engine: Engine, target: MigrationTarget): Promise<number> {
  const pending = pendingMigrations(engine, await target.applied())
  for (const migration of pending) {
    for (const statement of migration.sql) await target.run(statement)
    await target.record(migration.hash)
  }
  return pending.length
}
