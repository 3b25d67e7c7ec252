/** Writes many rows with one prepared statement: drizzle would build a new one for each call. */
import { getTableColumns } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './database.ts'
import type { Tables } from './schema.ts'

/** How an engine takes many rows in one statement. */
export interface BulkEngine {
  tables: Tables
  /** A table `given` that has the rows of the statement's parameters, with these columns. */
  given(columns: readonly PgColumn[]): string
  /** Runs a statement, prepared once for its text. @param rows values as the driver takes them, in the order of `given` */
  run(text: string, rows: unknown[][]): Promise<void>
  lockRows: Tx['lockRows']
}

type Row = Record<string, unknown>

/** Rows of one statement. */
const ROWS = 2000

const quoted = (name: string): string => `"${name}"`
const listed = (columns: readonly PgColumn[]): string => columns.map(({ name }) => quoted(name)).join(', ')

function* partsOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += ROWS) yield rows.slice(start, start + ROWS)
}

/** The fields of a row that are columns of the table, and how to read them. */
function columnsOf(tables: Tables, name: keyof Tables, fields: readonly string[]) {
  const columns: Record<string, PgColumn> = getTableColumns(tables[name])
  const chosen = fields.flatMap((field) => (columns[field] ? [{ field, column: columns[field] }] : []))
  return {
    columns: chosen.map(({ column }) => column),
    valuesOf: (row: Row): unknown[] =>
      chosen.map(({ field, column }) => {
        const value = row[field] ?? null
        return value === null ? null : column.mapToDriverValue(value)
      }),
  }
}

export function bulkInserter({ tables, given, run }: BulkEngine): Tx['insertMany'] {
  return async (name, rows, skipOn = []) => {
    const [first] = rows as Row[]
    if (!first) return
    const { columns, valuesOf } = columnsOf(tables, name, Object.keys(first))
    const key = listed(columnsOf(tables, name, skipOn).columns)
    const skipping = key === '' ? '' : ` on conflict (${key}) do nothing`
    const text = `insert into ${quoted(name)} (${listed(columns)}) select * from ${given(columns)} where true${skipping}`
    // Sent at once and in order, so that callers can send what refers to these rows before they are answered.
    const sent = [...partsOf(rows as Row[])].map((part) => run(text, part.map(valuesOf)))
    const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

/**
 * Updates alike rows with one statement: SQLite copies each page that a statement changes to a file, to be able to
 * undo the statement, and a row of a table with many indexes changes many pages.
 */
export function bulkUpdater({ tables, given, run, lockRows }: BulkEngine): Tx['updateMany'] {
  const updateAlike: Tx['updateMany'] = async (name, updates) => {
    const fields = Object.keys(updates[0]?.set ?? {})
    if (fields.length === 0) return
    const { columns, valuesOf } = columnsOf(tables, name, ['id', ...fields])
    const changes = columns.slice(1).map((column) => `${quoted(column.name)} = given.${quoted(column.name)}`)
    const text = `update ${quoted(name)} set ${changes.join(', ')} from ${given(columns)} where ${quoted(name)}."id" = given."id"`
    for (const part of partsOf(updates)) {
      if (part.length > 1)
        await lockRows(
          name,
          part.map(({ id }) => id),
        )
      await run(
        text,
        part.map(({ id, set }) => valuesOf({ id, ...set })),
      )
    }
  }
  return async (name, updates) => {
    const alike = Map.groupBy(updates, ({ set }) => Object.keys(set).join())
    for (const group of alike.values()) await updateAlike(name, group)
  }
}
