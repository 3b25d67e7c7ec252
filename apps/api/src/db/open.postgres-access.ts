/** How the operator lets the shop use PostgreSQL: encryption, connections, durable commits. */
import type pg from 'pg'
import type { DatabaseProblem } from './database.ts'
import { DatabaseRefused } from './errors.ts'
import { CONNECTIONS_MAX } from './open.postgres-pool.ts'
import { TLS_MODES } from './tls-modes.ts'

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

/** The fewest connections that the server keeps for users, or that the database or the user may have. */
const CONNECTIONS = `select current_user as user, current_database() as database, least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      case when not rolsuper and datconnlimit >= 0 then datconnlimit end,
      case when not rolsuper and rolconnlimit >= 0 then rolconnlimit end) as connections
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`

/** The pool turns synchronous_commit on for itself: `reset_val` is what other programs get. */
const LOSSY = `select name from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and reset_val = 'off' order by name`

export async function findProblems(pool: pg.Pool): Promise<DatabaseProblem[]> {
  const limits = await pool.query<{ user: string; database: string; connections: number }>(CONNECTIONS)
  const lossy = await pool.query<{ name: string }>(LOSSY)
  const enough = `connection limit ${2 * CONNECTIONS_MAX}`
  const few = limits.rows.filter(({ connections }) => connections < CONNECTIONS_MAX)
  return [
    ...few.map(({ user, database, connections }) => ({
      about: 'connections' as const,
      what: `PostgreSQL lets the shop open ${connections} connections. Each server of the shop opens up to ${CONNECTIONS_MAX}, and replies 503 when it gets none`,
      remedy: `Set max_connections = 100 in postgresql.conf, and run in psql: alter role ${user} ${enough}; alter database ${database} ${enough}`,
    })),
    ...lossy.rows.map(({ name }) => ({
      about: 'durability' as const,
      what: `${name} is off: a crash of its machine may lose orders`,
      remedy: `Set ${name} = on in postgresql.conf`,
    })),
  ]
}
