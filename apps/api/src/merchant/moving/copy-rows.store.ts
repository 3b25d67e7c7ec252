/** Copies the rows of a whole shop from one database to another, of the same or of the other engine. */
import { createHash } from 'node:crypto'
import { type AnyColumn, asc, count, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { readLastId, writeLastIds } from '../../db/whole-database.ts'

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

/** The first table that has rows, or null in an empty database. */
export async function findFilledTable(reader: Reader): Promise<string | null> {
  for (const name of Object.keys(reader.tables) as TableName[]) {
    const table: PgTable = reader.tables[name]
    const rows = await reader.select().from(table).limit(1)
    if (rows.length > 0) return name
  }
  return null
}

/** The number of rows that copyRows() copies. */
export async function countRows(reader: Reader): Promise<number> {
  let total = 0
  for (const name of copiedTables(reader)) total += await countTable(reader, reader.tables[name])
  return total
}

async function countTable(reader: Reader, table: PgTable): Promise<number> {
  const [row] = await reader.select({ rows: count() }).from(table)
  return row?.rows ?? 0
}

/**
 * Copies every row with its id, and the last id that each table has given. The search index is left out.
 *
 * @param onRows called with the number of rows after each batch
 * @returns the digests of what was read
 */
export async function copyRows(from: Reader, to: Tx, onRows: (rows: number) => void): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const name of copiedTables(from)) {
    digests.push(
      await digestTable(from, name, async (rows) => {
        await to.insertMany(name, rows as never)
        onRows(rows.length)
      }),
    )
  }
  await writeLastIds(to, await readLastIds(from))
  return digests
}

/** Counts and digests every table that copyRows() copies. */
export async function digestRows(reader: Reader, onRows: (rows: number) => void): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const name of copiedTables(reader))
    digests.push(await digestTable(reader, name, async (rows) => onRows(rows.length)))
  return digests
}

/** Reads a table in the order of its key. A row counts as `use` leaves it. */
async function digestTable(
  reader: Reader,
  name: TableName,
  use: (rows: Row[]) => Promise<void>,
): Promise<TableDigest> {
  const hash = createHash('sha256')
  for await (const rows of batches(reader, reader.tables[name])) {
    await use(rows)
    for (const row of rows) hash.update(`${JSON.stringify(Object.values(row))}\n`)
  }
  return { table: name, rows: await countTable(reader, reader.tables[name]), sha256: hash.digest('hex') }
}

async function* batches(reader: Reader, table: PgTable): AsyncGenerator<Row[]> {
  const key = keyOf(table)
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

/** The primary key; where it has several columns, all columns of the table, none of which is null there. */
function keyOf(table: PgTable): [field: string, column: AnyColumn][] {
  const columns = Object.entries(columnsOf(table))
  const primary = columns.filter(([, column]) => column.primary)
  return primary.length > 0 ? primary : columns
}

const tablesWithIds = (reader: Reader): TableName[] =>
  copiedTables(reader).filter((name) => 'id' in columnsOf(reader.tables[name]))

async function readLastIds(reader: Reader): Promise<Map<string, number>> {
  const last = new Map<string, number>()
  for (const name of tablesWithIds(reader)) {
    const id = await readLastId(reader, name)
    if (id) last.set(name, id)
  }
  return last
}
