/** Migrates a PostgreSQL database, if it is Haat's or has no tables. */
import type pg from 'pg'
import { DatabaseRefused } from './errors.ts'
import { migrate } from './migrate.ts'

const MIGRATION_LOCK = 4_228_001
/** After so long a wait, in ms, people are told. */
const TELL_MS = 3000

const WAITING =
  'Waiting for the database: it is brought up to date, by this program or another server, or something holds its tables.'

/** The tables in the schema that a start would fill; those of extensions are not a program's. */
const TABLES = `select relname as name from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema
  where relkind in ('r', 'p', 'f') and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`

/**
 * Migrates a database in one transaction, and closes the connection.
 *
 * @param client not connected yet; it waits as long as a migration takes
 * @param check refuses a database before anything is written to it; it is new when it has no tables
 * @throws DatabaseRefused
 */
export async function migratePostgres(
  client: pg.Client,
  check: (isNew: boolean) => Promise<void>,
): Promise<void> {
  client.on('error', () => undefined)
  const waiting = setTimeout(() => console.warn(WAITING), TELL_MS)
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
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    clearTimeout(waiting)
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
