/** The connections of a PostgreSQL database. */
import pg from 'pg'
import { DatabaseRefused } from './errors.ts'

/** How many connections a server opens at most. */
export const CONNECTIONS_MAX = 10
/** Connections are replaced after this long, in seconds: after a failover, they follow the name of the server. */
const LIFETIME = 1800

/**
 * Settings of a server, a database or a role that would change what statements mean and how values are written. With
 * synchronous_commit off, a crash of PostgreSQL loses what was confirmed in its last second; any other value of it is the
 * operator's.
 */
const SETTINGS = `select set_config(name, value, false) from (values
    ('DateStyle', 'ISO'), ('TimeZone', 'UTC'), ('IntervalStyle', 'postgres'), ('bytea_output', 'hex'),
    ('extra_float_digits', '1'), ('standard_conforming_strings', 'on'), ('transform_null_equals', 'off'),
    ('default_transaction_isolation', 'read committed'), ('synchronous_commit', 'on')) as wanted (name, value)
  where name <> 'synchronous_commit' or current_setting(name) = 'off'`

export const POOLER_REMEDY =
  'A pooler before PostgreSQL must keep the connections of a session: in pgbouncer, set pool_mode = session, or from 1.21 on max_prepared_statements.'

export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    max: CONNECTIONS_MAX,
    maxLifetimeSeconds: LIFETIME,
    // Queries of one connection are sent before those ahead of them are answered: see pipelined().
    pipeline: true,
  })
  // The pool replaces a connection that breaks, idle or not; without listeners the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.query(SETTINGS).catch(() => undefined)
  })
  const query = pool.query.bind(pool)
  return Object.assign(pool, {
    query: (config: pg.QueryConfig, values?: unknown[]) =>
      query(config, values).catch((error: unknown) => {
        // A pooler answers on other connections than the one that has prepared a statement.
        if (!(error instanceof pg.DatabaseError) || !['42P05', '26000'].includes(error.code ?? ''))
          throw error
        throw new DatabaseRefused(POOLER_REMEDY, { cause: error })
      }),
  })
}
