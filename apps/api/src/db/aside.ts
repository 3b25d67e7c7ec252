import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader } from './database.ts'

/**
 * A column in a condition that is not to choose the index. SQLite, which keeps no statistics here, takes any
 * condition with an equals sign for a narrow one; its unary plus says that this one is not.
 */
export const aside = (reader: Reader, column: PgColumn): SQL =>
  reader.engine === 'sqlite' ? sql`+${column}` : sql`${column}`
