/** Inserts many rows with one prepared statement and one array for each column: drizzle would build a new statement. */
import { getTableColumns } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Tx } from './database.ts'
import type { Tables } from './schema.ts'

/** Rows of one statement. */
const ROWS = 2000

/** Numbers for the names of prepared statements, by their texts. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `bulk_${names.size}`
  names.set(text, name)
  return name
}

const quoted = (name: string): string => `"${name}"`

export function bulkInserter(client: pg.PoolClient, tables: Tables): Tx['insertMany'] {
  return async (name, rows, skipOn) => {
    const [first] = rows as Record<string, unknown>[]
    if (!first) return
    const columns: Record<string, PgColumn> = getTableColumns(tables[name])
    const fields = Object.keys(first).filter((field) => columns[field] !== undefined)
    const chosen = fields.map((field) => columns[field]!)
    const listed = (of: readonly PgColumn[]): string => of.map((column) => quoted(column.name)).join(', ')
    const arrays = chosen.map((column, at) => `$${at + 1}::${column.getSQLType()}[]`).join(', ')
    const skipping = skipOn
      ? ` on conflict (${listed(skipOn.flatMap((field) => columns[field] ?? []))}) do nothing`
      : ''
    const text = `insert into ${quoted(name)} (${listed(chosen)}) select * from unnest(${arrays})${skipping}`
    const insert = async (some: Record<string, unknown>[]): Promise<void> => {
      const values = chosen.map((column, at) =>
        some.map((row) => {
          const value = row[fields[at] ?? ''] ?? null
          return value === null ? null : column.mapToDriverValue(value)
        }),
      )
      await client.query({ name: nameOf(text), text, values })
    }
    // Sent at once and in order, so that callers can send what refers to these rows before they are answered.
    const parts = Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, n) =>
      (rows as Record<string, unknown>[]).slice(n * ROWS, (n + 1) * ROWS),
    )
    const outcomes = await Promise.allSettled(parts.map(insert))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }
}
