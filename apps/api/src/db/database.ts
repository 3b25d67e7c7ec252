/**
 * The interface of both databases. Reads are possible anywhere; writes exist only on `Tx`, inside
 * `db.transaction(async (tx) => …)`, where nothing but `tx` may be awaited.
 */
import { type Column, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tables } from './schema.ts'
import { isSkipped } from './errors.ts'

export type Engine = 'sqlite' | 'postgres'

type Drizzle = NodePgDatabase<Record<string, never>>

export interface Reader extends Pick<Drizzle, 'select' | 'selectDistinct' | '$count'> {
  readonly engine: Engine
  readonly tables: Tables
  /** What queries run on: a connection, or a pool. Prepared statements are kept per connection. */
  readonly connection: object
  /**
   * Rows of a statement that the query builders cannot express, or for which they would take several times as long. It
   * must not write. The rows are the driver's: flags are numbers on SQLite, and moments are not decoded.
   */
  rows<Row>(statement: SQL): Promise<Row[]>
}

export interface Tx extends Reader, Pick<Drizzle, 'insert' | 'update' | 'delete'> {
  /**
   * Inserts many rows. All have the columns of the first.
   *
   * @param skipOn the columns of a unique key: rows whose key exists are left out; any other broken constraint throws
   */
  insertMany<Name extends keyof Tables>(
    name: Name,
    rows: Tables[Name]['$inferInsert'][],
    skipOn?: readonly (keyof Tables[Name]['$inferInsert'] & string)[],
  ): Promise<void>
  /** Updates many rows by id, with one statement for those that change the same columns. */
  updateMany<Name extends 'products' | 'variants' | 'media'>(
    name: Name,
    updates: { id: number; set: Partial<Tables[Name]['$inferInsert']> }[],
  ): Promise<void>
  /**
   * Locks rows until this transaction ends, in ascending order of their ids so that two transactions do not wait for
   * each other. What it reads afterwards includes all that was committed before. SQLite needs no locks: transactions run
   * one after another.
   */
  lockRows(name: 'products' | 'variants' | 'media', ids: readonly number[]): Promise<void>
  /** For statements that the query builders cannot express: the search index. */
  execute: Drizzle['execute']
  /**
   * Runs `work` once, right after the commit, or not at all if the transaction is rolled back. If the transaction is
   * retried, only the attempt that commits counts. `work` must not throw: its error becomes a warning.
   */
  afterCommit(work: () => void): void
}

/** What the operator of the database should change, and how: both without a full stop. */
export interface DatabaseProblem {
  /** A setting for `durability` is off: a crash may lose what was confirmed; or the `replica` can never be used. */
  about: 'durability' | 'replica'
  what: string
  remedy: string
}

export interface Database extends Reader {
  /**
   * Commits durably what `work` writes, or nothing if it throws. On PostgreSQL `work` runs again after a deadlock or a
   * serialization failure; on SQLite transactions run one after another.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A copy for reads that may miss what was committed less than a second ago; null where there is none, or none that is
   * up to date. Its transactions throw ReadOnlyReplica.
   */
  replica(): Database | null
  /** Writes a consistent copy of the whole database to a new file. SQLite only. */
  copyTo(file: string): Promise<void>
  /** The number of transactions (PostgreSQL: queries) that wait for the database. */
  waiting(): number
  /**
   * Takes note of an error that a query has thrown.
   *
   * @returns whether it is the first that shows damage; from then on the database is not ready until it is opened again
   */
  noticeDamage(error: unknown): boolean
  /** What is wrong with the servers and their settings. SQLite has none. */
  problems(): Promise<DatabaseProblem[]>
  /** Whether the database answers, is not damaged, and a small write succeeds. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * A query that is prepared once per connection (once for a whole pool) and then only run.
 *
 * @param build makes the prepared query
 */
export function prepared<Query, Source extends Reader = Reader>(
  build: (source: Source) => Query,
): (source: Source) => Query {
  const queries = new WeakMap<object, Query>()
  return (source) => {
    const cached = queries.get(source.connection)
    if (cached !== undefined) return cached
    const query = build(source)
    queries.set(source.connection, query)
    return query
  }
}

/** Some of the columns of a table, for a select. */
export const pick = <T extends object, Name extends keyof T>(table: T, ...names: Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, Name>

/** Whether a table has such a row. */
export async function hasRow(reader: Reader, table: PgTable, condition?: SQL): Promise<boolean> {
  const rows = reader.select({ one: sql`1` }).from(table)
  return (await rows.where(condition).limit(1)).length > 0
}

/** A row of a table, or undefined where no row is such. */
export async function findRow<Table extends PgTable>(
  reader: Reader,
  table: Table,
  condition: SQL | undefined,
): Promise<Table['$inferSelect'] | undefined> {
  const rows = reader.select().from(table as PgTable)
  return (await rows.where(condition).limit(1))[0]
}

/** Rows of a table, in this order. */
export const findRows = async <Table extends PgTable>(
  reader: Reader,
  table: Table,
  condition: SQL | undefined,
  ...order: SQL[]
): Promise<Table['$inferSelect'][]> =>
  reader
    .select()
    .from(table as PgTable)
    .where(condition)
    .orderBy(...order)

/** The ids of rows, in this order. */
export async function findIds(
  reader: Reader,
  table: PgTable & { id: PgColumn },
  condition: SQL | undefined,
  ...order: SQL[]
): Promise<number[]> {
  const rows = reader.select({ id: table.id }).from(table as PgTable)
  return (await rows.where(condition).orderBy(...order)).map(({ id }) => Number(id))
}

/** Inserts a row. @returns it as it is stored */
export const insertRow = async <Table extends PgTable>(
  tx: Tx,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Table['$inferSelect']> =>
  (
    await tx
      .insert(table as PgTable)
      .values(row as never)
      .returning()
  )[0]!

/** Changes a row. @returns it, or undefined where no row is such */
export async function changeRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  set: Partial<Table['$inferInsert']>,
  condition: SQL | undefined,
): Promise<Table['$inferSelect'] | undefined> {
  const update = tx.update(table as PgTable).set(set as never)
  return (await update.where(condition).returning())[0]
}

/** Changes rows. @returns how many there were */
export async function changeRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  set: Partial<Table['$inferSelect']>,
  condition: SQL | undefined,
): Promise<number> {
  const update = tx.update(table as PgTable).set(set as never)
  return (await update.where(condition).returning()).length
}

/** Deletes rows. @returns how many there were */
export const deleteRows = async (tx: Tx, table: PgTable, condition: SQL | undefined): Promise<number> =>
  (await tx.delete(table).where(condition).returning()).length

/**
 * A condition for any number of values in one parameter, which is as fast with one as with a thousand.
 *
 * @param values strings or numbers, or the placeholder of a prepared query, which is executed with a listParameter()
 */
export function isOneOf(reader: Reader, column: SQLWrapper, values: ListValues | Placeholder): SQL {
  const list = values instanceof Placeholder ? values : sql.param(listParameter(reader, values))
  return reader.engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${list}))`
    : sql`${column} = any(${list})`
}

type ListValues = readonly (string | number)[]

/** A list as the engine takes it in one parameter. */
export const listParameter = ({ engine }: Reader, values: ListValues): unknown =>
  engine === 'sqlite' ? JSON.stringify(values) : values

/**
 * A prepared query for any number of ids or words.
 *
 * @param build gets the list, for isOneOf()
 * @returns the prepared query, and what to `execute` it with
 */
export function preparedForList<Query>(build: (source: Reader, list: Placeholder) => Query) {
  const query = prepared((source: Reader) => build(source, sql.placeholder('list')))
  return (source: Reader, values: ListValues): [query: Query, values: { list: unknown }] => [
    query(source),
    { list: listParameter(source, values) },
  ]
}

/**
 * Answers all who call while a query runs by one further query. Each gets an answer to a query that began after its call.
 */
export function coalesced<T>(query: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  const run = async (): Promise<T> => {
    next = null
    const started = query()
    running = started
    try {
      return await started
    } finally {
      if (running === started) running = null
    }
  }
  return () => {
    if (running === null) return run()
    next ??= running.then(run, run)
    return next
  }
}

type Results<Queries extends readonly (() => Promise<unknown>)[]> = {
  -readonly [Index in keyof Queries]: Awaited<ReturnType<Queries[Index]>>
}

/**
 * Runs queries of one transaction that do not depend on each other. On PostgreSQL they are sent together and cost one
 * trip to the server and back; all have ended when it returns or throws, so that none is sent after the rollback. On
 * SQLite they run one after another until one fails: a failed write may have ended the transaction, and whatever came
 * after it would be committed.
 *
 * @throws the error of the first that failed
 */
export async function pipelined<const Queries extends readonly (() => Promise<unknown>)[]>(
  reader: Reader,
  queries: Queries,
): Promise<Results<Queries>> {
  const results: unknown[] = []
  if (reader.engine === 'sqlite') {
    for (const query of queries) results.push(await query())
    return results as never
  }
  const errors: unknown[] = []
  for (const outcome of await Promise.allSettled(queries.map((query) => query()))) {
    if (outcome.status === 'fulfilled') results.push(outcome.value)
    else errors.push(outcome.reason)
  }
  if (errors.length > 0) throw errors.find((error) => !isSkipped(error)) ?? errors[0]
  return results as never
}

/**
 * Runs the afterCommit() work of a committed transaction. An error becomes a warning: the writes are committed all
 * the same.
 */
export function runAfterCommit(tasks: readonly (() => void)[]): void {
  for (const task of tasks) {
    try {
      task()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}

/** A placeholder of a prepared query, encoded as `column` stores it (drizzle's placeholder is not encoded). */
export const placeholder = (name: string, column: Column) => sql`${sql.param(sql.placeholder(name), column)}`

/** `2026-11-28`. @param day as of `dayInIndia` */
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The day of a moment in India, which has no daylight saving time: days since 1970. For `groupBy`. */
export const dayInIndia = (reader: Reader, moment: PgColumn): SQL<number> =>
  (reader.engine === 'sqlite'
    ? sql`(${moment} + 19800000) / 86400000`
    : sql`floor((extract(epoch from ${moment}) + 19800) / 86400)`
  ).mapWith(Number)

/**
 * Waits until no other transaction has locked this name, and locks it until this transaction ends. On SQLite,
 * transactions run one after another anyway.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  if (tx.engine === 'postgres')
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
