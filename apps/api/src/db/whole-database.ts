/** What only whole copies of a shop need, and each engine does in its own way. */
import { sql } from 'drizzle-orm'
import type { Reader, Tx } from './database.ts'

/**
 * Makes a transaction read one moment. Call it first.
 *
 * @param lock keeps other transactions from writing until this one ends; on SQLite they have to wait anyway
 */
export async function holdMoment(tx: Tx, lock: boolean): Promise<void> {
  if (tx.engine === 'sqlite') return
  await tx.execute(sql`set transaction isolation level repeatable read`)
  // The transaction does nothing while the copy is compared and its search index is built.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
  if (lock) await tx.execute(sql`lock table ${sql.join(Object.values(tx.tables), sql`, `)} in share mode`)
}

/** The last id that was given in a table, of a deleted row too; null where there was none. */
export async function readLastId(reader: Reader, table: string): Promise<number | null> {
  const [row] = await (reader.engine === 'sqlite'
    ? reader
        .select({ id: sql<number | null>`seq` })
        .from(sql`sqlite_sequence`)
        .where(sql`name = ${table}`)
    : reader
        .select({ id: sql<number | null>`last_value` })
        .from(sql`pg_sequences`)
        .where(
          sql`format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence(${table}, 'id')::regclass`,
        ))
  return row?.id ?? null
}

export async function writeLastIds(tx: Tx, last: Map<string, number>): Promise<void> {
  if (tx.engine === 'sqlite') await tx.execute(sql`delete from sqlite_sequence`)
  for (const [name, id] of last) {
    await tx.execute(
      tx.engine === 'sqlite'
        ? sql`insert into sqlite_sequence (name, seq) values (${name}, ${id})`
        : sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${id})`,
    )
  }
}

/** The names of other processes of Haat that are connected to a PostgreSQL database. */
export async function findOtherProcesses(reader: Reader): Promise<string[]> {
  if (reader.engine === 'sqlite') return []
  const rows = await reader
    .selectDistinct({ name: sql<string>`application_name` })
    .from(sql`pg_stat_activity`)
    .where(
      sql`datname = current_database() and application_name like 'haat %' and application_name <> current_setting('application_name')`,
    )
  return rows.map((row) => row.name)
}

/** Deletes every row of every table and restarts ids at 1. The caller rebuilds the search index afterwards. */
export async function deleteAllRows(tx: Tx): Promise<void> {
  const tables = Object.values(tx.tables)
  if (tx.engine === 'postgres') {
    const names = sql.join(
      tables.map((table) => sql`${table}`),
      sql`, `,
    )
    await tx.execute(sql`truncate ${names} restart identity cascade`)
    return
  }
  // Lets the append-only audit go too.
  await tx.execute(sql`insert into audit_context values (0, 0)`)
  // Tables are listed after those they reference.
  for (const table of tables.toReversed()) await tx.delete(table)
  await tx.execute(sql`delete from audit_context`)
  await tx.execute(sql`delete from sqlite_sequence`)
}
