/** Writes many rows with one prepared statement: drizzle would build a new one for each call. */
import type Sqlite from 'better-sqlite3'
import { getTableColumns } from 'drizzle-orm'
import type { Tx } from './database.ts'
import type { Tables } from './schema.ts'

interface PreparedWrite {
  statement: Sqlite.Statement<unknown[]>
  columns: BulkColumn[]
}

interface BulkColumn {
  name: string
  dataType: string
  mapToDriverValue(value: unknown): unknown
}

/** The driver takes numbers and texts as they are. */
const isEncoded = ({ dataType }: BulkColumn): boolean => dataType !== 'number' && dataType !== 'string'

/** The values of a row, in the order of the fields. */
function valuesOf(row: Record<string, unknown>, fields: string[], columns: BulkColumn[]): unknown[] {
  const values: unknown[] = []
  for (const [at, column] of columns.entries()) {
    const value = row[fields[at] ?? ''] ?? null
    values.push(value !== null && isEncoded(column) ? column.mapToDriverValue(value) : value)
  }
  return values
}

const quoted = (name: string): string => `"${name}"`

export function bulkInserter(writer: Sqlite.Database, tables: Tables): Tx['insertMany'] {
  const inserts = new Map<string, PreparedWrite>()

  const prepare = (name: keyof Tables, fields: string[], skipOn: readonly string[] = []): PreparedWrite => {
    const columns: Record<string, BulkColumn> = getTableColumns(tables[name])
    const columnsOf = (names: readonly string[]) =>
      names.map((field) => columns[field]).filter((column) => column !== undefined)
    const listed = (names: readonly string[]) =>
      columnsOf(names)
        .map((column) => quoted(column.name))
        .join(', ')
    const chosen = columnsOf(fields)
    const into = `${quoted(name)} (${listed(fields)})`
    const skipping = skipOn.length > 0 ? ` on conflict (${listed(skipOn)}) do nothing` : ''
    const values = chosen.map(() => '?').join(', ')
    return {
      statement: writer.prepare(`insert into ${into} values (${values})${skipping}`),
      columns: chosen,
    }
  }

  return async (name, rows, skipOn) => {
    const [first] = rows as Record<string, unknown>[]
    if (!first) return
    const fields = Object.keys(first)
    const key = `${name} ${skipOn?.join() ?? ''} ${fields.join()}`
    const insert = inserts.get(key) ?? prepare(name, fields, skipOn)
    inserts.set(key, insert)
    for (const row of rows as Record<string, unknown>[])
      insert.statement.run(valuesOf(row, fields, insert.columns))
  }
}

/** Rows of one update statement. */
const ROWS = 2000

/**
 * Updates many rows with one statement: SQLite copies each page that a statement changes to a file, to be able to
 * undo the statement, and a row of a table with many indexes changes many pages.
 */
export function bulkUpdater(writer: Sqlite.Database, tables: Tables): Tx['updateMany'] {
  const prepared = new Map<string, PreparedWrite>()

  const prepare = (name: keyof Tables, fields: string[]): PreparedWrite => {
    const columns: Record<string, BulkColumn> = getTableColumns(tables[name])
    const chosen = fields.map((field) => columns[field]).filter((column) => column !== undefined)
    const assignments = chosen.map((column, at) => `${quoted(column.name)} = changed.value ->> ${at + 1}`)
    return {
      statement: writer.prepare(
        `update ${quoted(name)} set ${assignments.join(', ')} from json_each(?) as changed
         where ${quoted(name)}."id" = changed.value ->> 0`,
      ),
      columns: chosen,
    }
  }

  return async (name, updates) => {
    const fields = Object.keys(updates[0]?.set ?? {})
    if (fields.length === 0) return
    const key = `${name} ${fields.join()}`
    const update = prepared.get(key) ?? prepare(name, fields)
    prepared.set(key, update)
    const rows = (updates as { id: number; set: Record<string, unknown> }[]).map(({ id, set }) => [
      id,
      ...valuesOf(set, fields, update.columns),
    ])
    for (let start = 0; start < rows.length; start += ROWS)
      update.statement.run(JSON.stringify(rows.slice(start, start + ROWS)))
  }
}
