/** Inserts row after row through one kept statement: several times as fast as building one for many rows. */
import type Sqlite from 'better-sqlite3'
import { getTableColumns } from 'drizzle-orm'
import type { Tx } from './database.ts'
import type { Tables } from './schema.ts'

interface Kept {
  statement: Sqlite.Statement<unknown[]>
  toDriver: ((value: unknown) => unknown)[]
}

const quoted = (name: string): string => `"${name}"`

export function bulkInserter(writer: Sqlite.Database, tables: Tables): Tx['insertMany'] {
  const kept = new Map<string, Kept>()

  const prepare = (name: keyof Tables, fields: string[]): Kept => {
    const known = kept.get(`${name} ${fields.join()}`)
    if (known) return known
    const columns = getTableColumns(tables[name]) as Record<
      string,
      { name: string; mapToDriverValue(value: unknown): unknown }
    >
    const chosen = fields.map((field) => columns[field]).filter((column) => column !== undefined)
    const into = chosen.map((column) => quoted(column.name)).join(', ')
    const statement = writer.prepare<unknown[]>(
      `insert into ${quoted(name)} (${into}) values (${chosen.map(() => '?').join(', ')})`,
    )
    const made = {
      statement,
      toDriver: chosen.map(
        (column) => (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
      ),
    }
    kept.set(`${name} ${fields.join()}`, made)
    return made
  }

  return async (name, rows) => {
    const [first] = rows as Record<string, unknown>[]
    if (!first) return
    const fields = Object.keys(first)
    const { statement, toDriver } = prepare(name, fields)
    for (const row of rows as Record<string, unknown>[]) {
      statement.run(toDriver.map((map, at) => map(row[fields[at] ?? ''] ?? null)))
    }
  }
}
