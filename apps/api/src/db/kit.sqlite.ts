/** Column types and constraints for SQLite, under PostgreSQL's stricter TypeScript types. */
import {
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
