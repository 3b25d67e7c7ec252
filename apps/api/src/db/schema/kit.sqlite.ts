/** Column types and constraints for SQLite, with the types of those for PostgreSQL, which are stricter. */
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Kit } from './kit.postgres.ts'

export const sqliteKit = {
  table: sqliteTable,
  id: () => integer().primaryKey({ autoIncrement: true }),
  idOf: (other: () => AnySQLiteColumn, onDelete?: 'cascade') =>
    integer()
      .notNull()
      .references(other, onDelete && { onDelete }),
  integer: () => integer(),
  money: () => integer(),
  real: () => real(),
  text: () => text(),
  flag: () => integer({ mode: 'boolean' }),
  moment: () => integer({ mode: 'timestamp_ms' }),
  index,
  unique,
  uniqueIndex,
  check,
  primaryKey,
} as unknown as Kit
