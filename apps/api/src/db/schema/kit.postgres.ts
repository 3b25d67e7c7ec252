/** Column types and constraints for PostgreSQL. Both kits have the same keys. */
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

export const postgresKit = {
  table: pgTable,
  id: () => integer().primaryKey().generatedByDefaultAsIdentity(),
  /** The id of a row of another table. @param onDelete `cascade`: the row goes when that one does */
  idOf: (other: () => AnyPgColumn, onDelete?: 'cascade') =>
    integer()
      .notNull()
      .references(other, onDelete && { onDelete }),
  integer: () => integer(),
  /** Integer paise. */
  money: () => bigint({ mode: 'number' }),
  real: () => doublePrecision(),
  text: () => text(),
  flag: () => boolean(),
  moment: () => timestamp({ withTimezone: true, mode: 'date', precision: 3 }),
  index,
  unique,
  uniqueIndex,
  check,
  primaryKey,
}

export type Kit = typeof postgresKit
