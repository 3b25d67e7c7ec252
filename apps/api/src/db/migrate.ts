/** Migrates a database to the program's schema, with the same steps on both engines. */
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { PACKAGE } from '../package-folder.ts'
import { type Engine } from './database.ts'
import { DatabaseRefused } from './errors.ts'

/** The table of applied migrations on SQLite. */
export const APPLIED_MIGRATIONS =
  'create table if not exists applied_migrations (hash text primary key, at integer not null) strict'

/** What the migrator needs of an engine, inside one locked transaction. */
export interface MigrationTarget {
  applied(): Promise<string[]>
  run(statement: string): Promise<void>
  record(hash: string): Promise<void>
}

const NEWER = 'The database is newer than this program. Start the version that wrote it, or a later one.'
const UNRELEASED =
  'The database was made by an unreleased version of this program, whose migrations have changed since. Start that version and export your catalogue, or restore a backup of a released version.'

/** Migrations of this program, in order. */
export const knownMigrations = (engine: Engine) =>
  readMigrationFiles({ migrationsFolder: join(PACKAGE, 'migrations', engine) })

/**
 * The migrations that have not been applied yet.
 *
 * @param applied hashes of the applied migrations
 * @throws DatabaseRefused when this program does not know one of them: a newer version has applied it, or it was edited
 *   before a release
 */
export function pendingMigrations(engine: Engine, applied: string[]) {
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
