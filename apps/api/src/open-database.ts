import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openSqlite } from './db/open.sqlite.ts'

/** The file of the SQLite database in a data folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'haat.db')

/** @throws DatabaseRefused */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl === null) return openSqlite(sqliteFile(config.dataDir))
  // Loaded where it is used: most shops never need PostgreSQL's driver.
  const { openPostgres } = await import('./db/open.postgres.ts')
  return openPostgres(config.databaseUrl)
}
