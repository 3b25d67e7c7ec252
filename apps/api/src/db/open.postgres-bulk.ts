/** Writes many rows with one prepared statement and one array for each column: drizzle would build a new statement. */
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

const toDriver = (column: PgColumn, value: unknown): unknown =>
  value === null || value === undefined ? null : column.mapToDriverValue(value)

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
      const values = chosen.map((column, at) => some.map((row) => toDriver(column, row[fields[at] ?? ''])))
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

export function bulkUpdater(
  client: pg.PoolClient,
  tables: Tables,
  lockRows: Tx['lockRows'],
): Tx['updateMany'] {
  return async (name, updates) => {
    const rows = updates as { id: number; set: Record<string, unknown> }[]
    const columns: Record<string, PgColumn> = getTableColumns(tables[name])
    const fields = Object.keys(rows[0]?.set ?? {}).filter((field) => columns[field] !== undefined)
    if (fields.length === 0) return
    const chosen = fields.map((field) => columns[field]!)
    const names = chosen.map((column) => quoted(column.name))
    const arrays = chosen.map((column, at) => `$${at + 2}::${column.getSQLType()}[]`)
    const text = `update ${quoted(name)} set ${names.map((column) => `${column} = changed.${column}`).join(', ')}
      from unnest($1::integer[], ${arrays.join(', ')}) as changed ("id", ${names.join(', ')})
      where ${quoted(name)}."id" = changed."id"`
    for (let start = 0; start < rows.length; start += ROWS) {
      const some = rows.slice(start, start + ROWS)
      const ids = some.map(({ id }) => id)
      if (ids.length > 1) await lockRows(name, ids)
      const values = chosen.map((column, at) =>
        some.map(({ set }) => toDriver(column, set[fields[at] ?? ''])),
      )
      await client.query({ name: nameOf(text), text, values: [ids, ...values] })
    }
  }
}
