/** Copies a whole shop from one database to another, of the same or of the other engine, and compares both. */
import { createHash } from 'node:crypto'
import { type AnyColumn, asc, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Database, hasRow, type Reader, type Tx } from '../../db/database.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import type { Tables } from '../../db/schema.ts'
import { deleteAllRows, holdMoment, readLastId, writeLastIds } from '../../db/whole-database.ts'
import { buildIndex } from '../../features/search/search-index.store.ts'

type TableName = keyof Tables
type Row = Record<string, unknown>

/** Rows that are read at once. */
const BATCH = 2000

/** buildIndex() makes these from the products. */
const SEARCH_INDEX: readonly TableName[] = ['search_documents', 'search_words']

/** The number of a table's rows and a SHA-256 of all of them, which is the same on both engines for the same rows. */
export interface TableDigest {
  table: string
  rows: number
  sha256: string
}

/** Tables are listed after those they reference. */
const copiedTables = (reader: Reader): TableName[] =>
  (Object.keys(reader.tables) as TableName[]).filter((name) => !SEARCH_INDEX.includes(name))

const columnsOf = (table: PgTable): Record<string, AnyColumn> => getTableColumns(table)

const countRows = (reader: Reader, name: TableName): Promise<number> => reader.$count(reader.tables[name])

/** The first table that has rows, or null in an empty database. */
export async function findFilledTable(reader: Reader): Promise<string | null> {
  for (const name of Object.keys(reader.tables) as TableName[])
    if (await hasRow(reader, reader.tables[name])) return name
  return null
}

/**
 * Replaces all rows of `to` by those of `from`, with their ids and the last id that each table has given, compares every
 * row, and builds the search index.
 *
 * @param from a transaction that reads one moment, or a database that nobody else writes
 * @returns the digests of the tables
 * @throws when a table differs
 */
export async function copyShop(
  from: Reader,
  to: Tx,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<TableDigest[]> {
  let [done, total] = [0, 1]
  for (const name of copiedTables(from)) total += 2 * (await countRows(from, name))
  const onRows = (rows: Row[]): void => onProgress((done += rows.length), total)
  await deleteAllRows(to)
  const read = await digestRows(from, async (rows, name) => {
    await to.insertMany(name, rows as never)
    onRows(rows)
  })
  const last = new Map<string, number>()
  for (const name of copiedTables(from).filter((one) => 'id' in columnsOf(from.tables[one]))) {
    const id = await readLastId(from, name)
    if (id) last.set(name, id)
  }
  await writeLastIds(to, last)
  const written = await digestRows(to, onRows)
  for (const [at, { table, rows, sha256 }] of read.entries()) {
    const copy = written[at]
    if (copy?.rows !== rows || copy.sha256 !== sha256)
      throw new Error(`The copy of the table ${table} differs (${copy?.rows} rows of ${rows}).`)
  }
  await buildIndex(to)
  onProgress(total, total)
  return read
}

/**
 * Counts and digests every table that is copied, in the order of its key.
 *
 * @param use gets the rows, some at a time; a row counts as it leaves it
 */
export async function digestRows(
  reader: Reader,
  use: (rows: Row[], name: TableName) => void | Promise<void> = () => undefined,
): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const name of copiedTables(reader)) {
    const hash = createHash('sha256')
    for await (const rows of batches(reader, reader.tables[name])) {
      await use(rows, name)
      for (const row of rows) hash.update(`${JSON.stringify(Object.values(row))}\n`)
    }
    digests.push({ table: name, rows: await countRows(reader, name), sha256: hash.digest('hex') })
  }
  return digests
}

async function* batches(reader: Reader, table: PgTable): AsyncGenerator<Row[]> {
  const all = Object.entries(columnsOf(table))
  const primary = all.filter(([, column]) => column.primary)
  // Where the primary key has several columns: all columns of the table, none of which is null there.
  const key = primary.length > 0 ? primary : all
  const order = key.map(([, column]) => column)
  const columns = sql.join(order, sql`, `)
  let last: Row | undefined
  for (;;) {
    const values = key.map(([field, column]) => sql`${sql.param(last?.[field], column)}`)
    const rows: Row[] = await reader
      .select()
      .from(table)
      .where(last && sql`(${columns}) > (${sql.join(values, sql`, `)})`)
      .orderBy(...order.map((column) => asc(column)))
      .limit(BATCH)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

/** Works with a database, and closes it. */
export async function closing<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Writes a copy of the open database, as it is at one moment, to a new SQLite file. */
export async function copyToFile(db: Database, file: string): Promise<void> {
  if (db.engine === 'sqlite') return db.copyTo(file)
  await closing(await openSqlite(file), (copy) =>
    db.transaction(async (from) => {
      await holdMoment(from, false)
      await copy.transaction((to) => copyShop(from, to))
    }),
  )
}

/** Replaces all rows of a database by those of a SQLite file, which is migrated first. */
export const copyFromFile = async (file: string, db: Database): Promise<void> =>
  closing(await openSqlite(file), (source) => db.transaction(async (to) => void (await copyShop(source, to))))
