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

  const prepare = (name: keyof Tables, fields: string[], skip: boolean): Kept => {
    const columns: Record<string, { name: string; mapToDriverValue(value: unknown): unknown }> =
      getTableColumns(tables[name])
    const chosen = fields.map((field) => columns[field]).filter((column) => column !== undefined)
    const into = `${quoted(name)} (${chosen.map((column) => quoted(column.name)).join(', ')})`
    const values = chosen.map(() => '?').join(', ')
    return {
      statement: writer.prepare(`insert ${skip ? 'or ignore ' : ''}into ${into} values (${values})`),
      toDriver: chosen.map(
        (column) => (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
      ),
    }
  }

  return async (name, rows, conflict) => {
    const [first] = rows as Record<string, unknown>[]
    if (!first) return
    const fields = Object.keys(first)
    const key = `${name} ${conflict ?? ''} ${fields.join()}`
    const known = kept.get(key) ?? prepare(name, fields, conflict === 'skip')
    kept.set(key, known)
    for (const row of rows as Record<string, unknown>[]) {
      known.statement.run(known.toDriver.map((map, at) => map(row[fields[at] ?? ''] ?? null)))
    }
  }
}
