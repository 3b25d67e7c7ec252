import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openPostgres } from './db/open.postgres.ts'
import { openSqlite } from './db/open.sqlite.ts'

/** The file of the SQLite database in a data folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'haat.db')

/** @throws DatabaseRefused */
export const openDatabase = (config: Config): Promise<Database> =>
  config.databaseUrl === null ? openSqlite(sqliteFile(config.dataDir)) : openPostgres(config.databaseUrl)
