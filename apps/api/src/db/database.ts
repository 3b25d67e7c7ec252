/**
 * The database as the program sees it. Reads are possible anywhere; writes exist only on `Tx`, inside
 * `db.transaction(async (tx) => …)`, where nothing but `tx` may be awaited.
 */
import { type Column, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Tables } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

type Drizzle = NodePgDatabase<Record<string, never>>

export interface Reader extends Pick<Drizzle, 'select' | 'selectDistinct' | 'with' | '$with'> {
  readonly engine: Engine
  readonly tables: Tables
}

export interface Tx extends Reader, Pick<Drizzle, 'insert' | 'update' | 'delete'> {
  /**
   * Inserts many rows that all name the columns of the first.
   *
   * @param conflict leaves out rows whose unique key is there already
   */
  insertMany<Name extends keyof Tables>(
    name: Name,
    rows: Tables[Name]['$inferInsert'][],
    conflict?: 'skip',
  ): Promise<void>
  /** For what the builders cannot say: the search index. */
  execute: Drizzle['execute']
}

export interface Database extends Reader {
  /** Commits what `work` wrote, durably, or nothing if it throws. Writers wait for one another on SQLite. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rows of a statement the builders cannot say; it must not write. */
  rows<Row>(statement: Parameters<Drizzle['execute']>[0]): Promise<Row[]>
  /** A mark that is the same only while nothing has been committed in between, by whatever process. */
  version(): Promise<string>
  /** Writes a consistent copy of the whole database to a new file. SQLite only. */
  copyTo(file: string): Promise<void>
  /** Whether the database answers and can be written. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * A query that is prepared once per connection and then only run.
 *
 * @param build makes the prepared query
 */
export function hot<Prepared, Source extends Reader = Reader>(
  build: (source: Source) => Prepared,
): (source: Source) => Prepared {
  const prepared = new WeakMap<Source, Prepared>()
  return (source) => {
    const known = prepared.get(source)
    if (known !== undefined) return known
    const made = build(source)
    prepared.set(source, made)
    return made
  }
}

/** A named value of a prepared query, encoded as `column` stores it (a bare placeholder is not). */
export const named = (name: string, column: Column) => sql`${sql.param(sql.placeholder(name), column)}`

/** A database that must not be used as it is: damaged, newer than the program, unwritable. */
export class DatabaseRefused extends Error {}
