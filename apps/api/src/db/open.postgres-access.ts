/** How the operator lets the shop use PostgreSQL: encryption, rights, connections, durable commits. */
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

const RIGHTS = "unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as privilege"
const HAS_RIGHT = 'coalesce(has_table_privilege(to_regclass(name), privilege), false)'

/** Whether the user has all rights on all tables: the catalogue of PostgreSQL says so, without a write. */
export async function hasAllRights(pool: pg.Pool, tables: string[]): Promise<boolean> {
  const { rows } = await pool.query<{ has_all: boolean }>(
    `select bool_and(${HAS_RIGHT}) as has_all from unnest($1::text[]) as name, ${RIGHTS}`,
    [tables],
  )
  return rows[0]?.has_all === true
}

const MISSING_RIGHTS = `select name, string_agg(privilege, ', ') as rights
  from unnest($1::text[]) as name, ${RIGHTS} where not ${HAS_RIGHT} group by name order by name`

/** How many connections the server keeps for users, the database and the user may have; null is no limit. */
const CONNECTION_LIMITS = `select current_user as user, current_database() as database,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as of_server,
    case when not rolsuper and datconnlimit >= 0 then datconnlimit end as of_database,
    case when not rolsuper and rolconnlimit >= 0 then rolconnlimit end as of_user
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`

interface ConnectionLimits {
  user: string
  database: string
  of_server: number
  of_database: number | null
  of_user: number | null
}

/** The pool turns synchronous_commit on for itself: `reset_val` is what other programs get. */
const LOSSY = `select name from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and reset_val = 'off' order by name`

/** @param tables names of all tables */
export async function findProblems(pool: pg.Pool, tables: string[]): Promise<DatabaseProblem[]> {
  const missing = await pool.query<{ name: string; rights: string }>(MISSING_RIGHTS, [tables])
  const limits = await pool.query<ConnectionLimits>(CONNECTION_LIMITS)
  const lossy = await pool.query<{ name: string }>(LOSSY)
  return [
    ...missing.rows.map(({ name, rights }) => ({
      about: 'rights' as const,
      what: `The user of the database lacks rights on the table ${name}: ${rights}`,
      remedy: `Let its owner run in psql: grant ${rights} on ${name} to ${limits.rows[0]?.user}`,
    })),
    ...limits.rows.flatMap(tooFewConnections),
    ...lossy.rows.map(({ name }) => ({
      about: 'durability' as const,
      what: `${name} is off: a crash of its machine may lose orders`,
      remedy: `Set ${name} = on in postgresql.conf`,
    })),
  ]
}

function tooFewConnections(limits: ConnectionLimits): DatabaseProblem[] {
  const { user, database, of_server, of_database, of_user } = limits
  const enough = `connection limit ${2 * CONNECTIONS_MAX}`
  const found: [limit: number | null, whose: string, remedy: string][] = [
    [of_server, 'PostgreSQL has', 'Set max_connections = 100 in postgresql.conf'],
    [of_database, 'The database may have', `Run in psql: alter database ${database} ${enough}`],
    [of_user, 'The user of the database may have', `Run in psql: alter role ${user} ${enough}`],
  ]
  return found
    .filter(([limit]) => limit !== null && limit < CONNECTIONS_MAX)
    .map(([limit, whose, remedy]) => ({
      about: 'connections',
      what: `${whose} ${limit} connections. Each server of the shop opens up to ${CONNECTIONS_MAX}, and replies 503 when it gets none`,
      remedy,
    }))
}
