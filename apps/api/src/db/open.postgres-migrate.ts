/** Migrates a PostgreSQL database, if it is Haat's or has no tables. */
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { DatabaseRefused } from './errors.ts'
import { migrate } from './migrate.ts'

const MIGRATION_LOCK = 4_228_001

/**
 * Haat's text columns that do not sort by code point, as SQLite does: by default they sort as the cluster was set up,
 * and an update of the system's locale would break their indexes.
 *
 * @param $1 names of tables
 * @param $2 the name of a column of each
 */
const SORTED_OTHERWISE = `select relname as table, attname as column,
    format('alter table %s alter column %I type text collate "C"', pg_class.oid::regclass, attname) as change
  from unnest($1::text[], $2::text[]) as haat (table_name, column_name)
  join pg_class on relname = table_name and relkind in ('r', 'p')
  join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema
  join pg_attribute on attrelid = pg_class.oid and attname = column_name and not attisdropped
  where atttypid = 'text'::regtype and attcollation <> 'pg_catalog."C"'::regcollation
  order by relname, attnum`

/** The tables in the schema that a start would fill; those of extensions are not a program's. */
const TABLES = `select relname as name from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema
  where relkind in ('r', 'p', 'f') and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`

/** PostgreSQL's codes where a view, a trigger or a policy uses a column. */
const IN_USE = new Set(['0A000', '2BP01'])

/**
 * Migrates a database in one transaction, and closes the connection.
 *
 * @param client not connected yet; it waits as long as a migration takes
 * @param check refuses a database before anything is written to it; it is new when it has no tables
 * @throws DatabaseRefused
 */
export async function migratePostgres(
  client: pg.Client,
  tables: Record<string, PgTable>,
  check: (isNew: boolean) => Promise<void>,
): Promise<void> {
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseOtherEncoding(client)
    await client.query('begin')
    // Another server may be migrating, and a migration may take long.
    await client.query('set local lock_timeout = 0')
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const isNew = await refuseOtherProgram(client)
    await check(isNew)
    // A user who may not create tables can open a database that needs none.
    if (isNew)
      await client.query(
        'create table applied_migrations (hash text collate "C" primary key, at timestamptz not null)',
      )
    await migrate('postgres', {
      applied: async () =>
        (await client.query<{ hash: string }>('select hash from applied_migrations')).rows.map(
          (row) => row.hash,
        ),
      run: async (statement) => {
        // The generated statements name this schema in references; tables are in the first of the search path.
        await client.query(statement.replaceAll('"public".', ''))
      },
      record: async (hash) => {
        await client.query('insert into applied_migrations (hash, at) values ($1, now())', [hash])
      },
    })
    await sortByCodePoint(client, tables)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refuseOtherEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new DatabaseRefused(
    `The PostgreSQL database has the encoding ${encoding}, which lacks characters. Create it with createdb --encoding=UTF8 --template=template0.`,
  )
}

/** @returns whether the database has no tables @throws DatabaseRefused when another program has tables in it */
async function refuseOtherProgram(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  const names = new Set(rows.map(({ name }) => name))
  if (names.size === 0) return true
  if (names.has('applied_migrations') && names.has('settings')) return false
  throw new DatabaseRefused(`${client.database} is not a Haat database. Nothing was changed.`)
}

/** Changes columns of tables that this start or version 0.1.0 made. One that a view uses stays, with a warning. */
async function sortByCodePoint(client: pg.Client, tables: Record<string, PgTable>): Promise<void> {
  const textColumns = Object.values(tables).flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter((column) => column.getSQLType() === 'text')
      .map((column) => ({ table: getTableName(table), column: column.name })),
  )
  const { rows } = await client.query<{ table: string; column: string; change: string }>(SORTED_OTHERWISE, [
    textColumns.map(({ table }) => table),
    textColumns.map(({ column }) => column),
  ])
  for (const { table, column, change } of rows) {
    await client.query('savepoint before_change')
    try {
      await client.query(change)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !IN_USE.has(error.code ?? '')) throw error
      await client.query('rollback to savepoint before_change')
      console.warn(
        `Warning: ${table}.${column} sorts as the PostgreSQL server was set up, because it is in use: ${error.detail ?? error.message}. Drop what uses it, start the server, and create it again.`,
      )
    }
    await client.query('release savepoint before_change')
  }
}
