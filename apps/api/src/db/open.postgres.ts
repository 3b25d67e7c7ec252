/** Opens a PostgreSQL database through a pool. */
import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type BulkEngine, bulkInserter, bulkUpdater } from './bulk.ts'
import { type Database, type Reader, runAfterCommit, type Tx } from './database.ts'
import { DatabaseRefused, hasLostConnection, isRetryable } from './errors.ts'
import { migratePostgres } from './open.postgres-migrate.ts'
import { CONNECTIONS_MAX, openPool, POOLER_REMEDY } from './open.postgres-pool.ts'
import { openReplica } from './open.postgres-replica.ts'
import { postgresKit } from './schema/kit.postgres.ts'
import { defineTables } from './schema.ts'
import { TLS_MODES } from './tls-modes.ts'
import { WriteHealth } from './write-health.ts'

const postgresTables = defineTables(postgresKit)

/** Attempts of a transaction that meets deadlocks or serialization failures. */
const TRIES = 5
/**
 * How long PostgreSQL waits, in ms, before it ends a statement, a wait for a lock, or a transaction that does nothing.
 * Otherwise a server that hangs would keep its locks, and with them every other one.
 */
const TIMEOUTS = {
  statement_timeout: 20_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
}

/**
 * How long the shop waits for a reply, in ms: longer than PostgreSQL may take, and less than the caller's connection
 * stays open. A connection that says nothing by then is gone (a firewall forgot it); the pool notices a server that is.
 */
const REPLY_WITHIN = 22_000
/** TCP asks an idle server after this long whether it is there, in ms. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
const CONNECT_WITHIN = 5000
/** Tells this process from other servers and commands in `pg_stat_activity`. */
const APPLICATION = `haat ${process.pid} ${randomUUID().slice(0, 8)}`

/** Writes a row with the same content: fails on a full disk and on a read-only server. */
const PROBE = 'update applied_migrations set at = at where hash = (select min(hash) from applied_migrations)'

// By default counts and sums arrive as text. Haat's are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** A replica that takes longer than this, in ms, is left for the primary. */
const REPLICA_WITHIN = 2000

/**
 * @param url `postgres://…`
 * @param replyWithin how long a query waits for PostgreSQL's reply, in ms
 * @param readUrl address of a streaming replica
 * @param check refuses a database before anything is written to it; it gets null for one without tables
 * @throws DatabaseRefused
 */
export async function openPostgres(
  url: string,
  replyWithin = REPLY_WITHIN,
  readUrl: string | null = null,
  check: (reader: Reader | null) => Promise<void> = async () => undefined,
): Promise<Database> {
  const connection = {
    connectionString: withKnownTls(url),
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_WITHIN,
    ...KEEP_ALIVE,
    ...TIMEOUTS,
  }
  try {
    const client = new pg.Client(connection)
    await migratePostgres(client, (isNew) => check(isNew ? null : readable(client, drizzle(client))))
  } catch (error) {
    throw refusalOf(error)
  }
  const pool = openPool({ ...connection, query_timeout: replyWithin })
  const db = database(pool)
  if (readUrl === null) return db
  const reads = openPool({
    ...connection,
    connectionString: withKnownTls(readUrl),
    connectionTimeoutMillis: REPLICA_WITHIN,
    statement_timeout: REPLICA_WITHIN,
    query_timeout: REPLICA_WITHIN,
  })
  const replica = openReplica(pool, reads, database(reads))
  return {
    ...db,
    replica: replica.current,
    problems: async () => [...(await db.problems()), ...(await replica.problems())],
    close: async () => {
      await replica.close()
      await db.close()
    },
  }
}

/** What to do about errors whose texts do not say it, by PostgreSQL's code. */
const REMEDIES: Record<string, string> = {
  '42501': ' Let the user own the database: alter database NAME owner to USER.',
  '53300': ` Each server of the shop opens up to ${CONNECTIONS_MAX} connections, and each command a few more. Run in psql, whichever has the limit: alter role USER connection limit ${2 * CONNECTIONS_MAX}, or alter database NAME connection limit ${2 * CONNECTIONS_MAX}; or set max_connections = 100 in postgresql.conf.`,
  '42P05': ` ${POOLER_REMEDY}`,
  '26000': ` ${POOLER_REMEDY}`,
}

/** Unlike psql, the driver never falls back to a connection without TLS. */
const NEEDS_TLS =
  ' Here sslmode=prefer needs TLS too, as every mode but disable. Turn TLS on in PostgreSQL, or use sslmode=disable within one machine.'

function refusalOf(error: unknown): DatabaseRefused {
  let cause = error
  while (cause instanceof Error && !(cause instanceof DatabaseRefused) && cause.cause) cause = cause.cause
  if (cause instanceof DatabaseRefused) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  const code = cause instanceof pg.DatabaseError ? cause.code : undefined
  const remedy = reason.includes('does not support SSL') ? NEEDS_TLS : REMEDIES[code ?? '']
  return new DatabaseRefused(
    `PostgreSQL cannot be used: ${reason}${remedy === undefined ? '' : `.${remedy}`}`,
  )
}

const readable = (
  connection: pg.Pool | pg.ClientBase,
  db: Pick<NodePgDatabase, 'select' | 'selectDistinct' | '$count' | 'execute'>,
): Reader => ({
  engine: 'postgres',
  tables: postgresTables,
  connection,
  select: db.select.bind(db),
  selectDistinct: db.selectDistinct.bind(db),
  $count: db.$count.bind(db),
  rows: async <Row>(statement: SQL) => (await db.execute(statement)).rows as Row[],
})

/** Numbers for the names of prepared statements, by their texts. */
const bulkNames = new Map<string, number>()

/** Rows are one array for each column. */
function bulkEngine(client: pg.PoolClient, lockRows: Tx['lockRows']): BulkEngine {
  return {
    tables: postgresTables,
    given(columns) {
      const arrays = columns.map((column, at) => `$${at + 1}::${column.getSQLType()}[]`)
      return `unnest(${arrays.join(', ')}) as given (${columns.map(({ name }) => `"${name}"`).join(', ')})`
    },
    async run(text, rows) {
      const number = bulkNames.get(text) ?? bulkNames.size
      bulkNames.set(text, number)
      const values = (rows[0] ?? []).map((_, at) => rows.map((row) => row[at]))
      await client.query({ name: `bulk_${number}`, text, values })
    },
    lockRows,
  }
}

/** What a transaction can do on its connection. Prepared statements stay with the connection. */
function writable(client: pg.PoolClient): Omit<Tx, 'afterCommit'> {
  const tx = drizzle(client)
  const bulk = bulkEngine(client, (name, ids) => lockRows(tx, postgresTables[name], ids))
  return {
    ...readable(client, tx),
    insert: tx.insert.bind(tx),
    update: tx.update.bind(tx),
    delete: tx.delete.bind(tx),
    insertMany: bulkInserter(bulk),
    updateMany: bulkUpdater(bulk),
    lockRows: bulk.lockRows,
    execute: tx.execute.bind(tx),
  }
}

async function lockRows(tx: NodePgDatabase, table: PgTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const list = `{${ids.join()}}`
  await tx.execute(sql`select from ${table} where id = any(${list}::integer[]) order by id for no key update`)
}

/** Runs a transaction once, on a connection of its own. */
async function attempt<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const after: (() => void)[] = []
  let isBroken = false
  try {
    await client.query('begin')
    const result = await work({ ...writable(client), afterCommit: (callback) => void after.push(callback) })
    const { command } = await client.query('commit')
    // PostgreSQL rolls back what a failed statement has ended, though nobody waited for that statement.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    runAfterCommit(after)
    return result
  } catch (error) {
    isBroken = hasLostConnection(error) || !(await hasRolledBack(client))
    throw error
  } finally {
    client.release(isBroken)
  }
}

const hasRolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

function database(pool: pg.Pool): Database {
  const db = drizzle(pool)
  const health = new WriteHealth(() => pool.query(PROBE))
  return {
    ...readable(pool, db),
    transaction: async (work) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(pool, work)
        } catch (error) {
          if (tries === TRIES || !isRetryable(error)) throw error
        }
      }
    },
    replica: () => null,
    copyTo: () => Promise.reject(new Error('Only SQLite copies a database to a file.')),
    waiting: () => pool.waitingCount,
    problems: async () => {
      const { rows } = await pool.query<{ name: string }>(LOSSY)
      return rows.map(({ name }) => ({
        about: 'durability',
        what: `${name} is off: a crash of its machine may lose orders`,
        remedy: `Set ${name} = on in postgresql.conf`,
      }))
    },
    noticeDamage: (error: unknown) => health.noticeDamage(error),
    ready: () => health.canWrite(),
    close: () => pool.end(),
  }
}

/** The driver takes them for verify-full, and warns that a later version of it will not. */
const VERIFIED = ['prefer', 'require', 'verify-ca']

/**
 * The address with a TLS mode that the driver knows and will keep.
 *
 * @throws DatabaseRefused for an unknown one, with which it would connect too
 */
export function withKnownTls(url: string): string {
  const { searchParams } = URL.parse(url) ?? new URL('postgres:')
  const unknown = searchParams.getAll('sslmode').find((mode) => !TLS_MODES.includes(mode))
  if (unknown !== undefined)
    throw new DatabaseRefused(
      `PostgreSQL cannot be used: its address says sslmode=${unknown}, which does not exist. Use sslmode=verify-full, or sslmode=disable within one machine.`,
    )
  const isVerified = VERIFIED.includes(searchParams.get('sslmode') ?? '')
  if (!isVerified || searchParams.get('uselibpqcompat') === 'true') return url
  return url.replaceAll(/([?&]sslmode=)[^&#]*/g, '$1verify-full')
}

/** The pool turns synchronous_commit on for itself: `reset_val` is what other programs get. */
const LOSSY = `select name from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and reset_val = 'off' order by name`
