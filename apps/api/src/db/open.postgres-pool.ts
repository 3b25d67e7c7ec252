/** The connections of a PostgreSQL database. */
import { Socket } from 'node:net'
import pg from 'pg'
import { WAITING_MAX } from './database.ts'
import { DatabaseOverloaded, DatabaseRefused, DatabaseUnreachable } from './errors.ts'

const CONNECTIONS = 10
/** Connections are replaced after this long, in seconds: after a failover, they follow the name of the server. */
const LIFETIME = 1800
/** Further connections, which answer prepared statements outside of transactions. */
const PIPELINES = 4
/** Unanswered statements of every pipeline before another one is opened. */
const PIPELINE_DEPTH = 4
/** A pipeline takes statements for this long, in ms: then its connection returns to the pool, which may replace it. */
const PIPELINE_MS = 1000

/** A pipeline's statements are reads without locks: after this long, in ms, one of them counts as lost. */
const PIPELINE_REPLY_MS = 8000
/** PostgreSQL is asked whether it is there when a connection has been in use for this long, in ms. */
const QUIET_MS = 3000
/** How long it has for its answer, in ms, unless the pool's connections have less. */
const PROBE_WITHIN = 5000

/** How many connections a server opens at most. */
export const CONNECTIONS_MAX = CONNECTIONS + PIPELINES

type WithClient = Parameters<pg.Pool['connect']>[0]

/** Whatever keeps a new connection from opening: a password that was changed, a certificate, a database that was renamed. */
const unreachable = (cause: Error): Error =>
  cause instanceof DatabaseUnreachable ? cause : new DatabaseUnreachable(cause)

/** A pool that refuses a query when too many wait for a connection. */
class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(withClient: WithClient): void
  override connect(withClient?: WithClient): Promise<pg.PoolClient> | void {
    const isFull = this.waitingCount >= WAITING_MAX
    if (withClient) {
      if (isFull) return withClient(new DatabaseOverloaded(), undefined, () => undefined)
      return super.connect((error, client, done) => withClient(error && unreachable(error), client, done))
    }
    if (isFull) return Promise.reject(new DatabaseOverloaded())
    return super.connect().catch((error: Error) => Promise.reject(unreachable(error)))
  }
}

/** Writes all that is sent in one turn of the event loop at once: a system call costs more than a small query. */
class BatchingSocket extends Socket {
  #isEnding = false
  override uncork(): void {
    if (this.#isEnding) super.uncork()
    else setImmediate(() => super.uncork())
  }
  /** Node ends a connection that PostgreSQL has closed, and never closes it when something is written after that. */
  override end(...last: unknown[]): this {
    this.#isEnding = true
    return super.end(...(last as []))
  }
}

/** A connection on which statements are sent before the ones ahead of them are answered. */
interface Pipeline {
  client: Promise<pg.PoolClient>
  unanswered: number
  /** In ms of the process. */
  openedAt: number
  isBroken: boolean
}

/** PostgreSQL refused the statement; its connection is whole. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'

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

/** A pooler answers on other connections than the one that has prepared a statement. */
const isOfPooler = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '42P05' || error.code === '26000')

type Query = (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** Runs short statements on few connections. Sent together they cost fewer system calls. */
function pipelinesOf(pool: pg.Pool): Query {
  const open = new Set<Pipeline>()
  let unanswered = 0
  const choose = (): Pipeline => {
    let least: Pipeline | undefined
    for (const pipeline of open) {
      if (performance.now() - pipeline.openedAt > PIPELINE_MS) open.delete(pipeline)
      else if (least === undefined || pipeline.unanswered < least.unanswered) least = pipeline
    }
    if (least && (least.unanswered < PIPELINE_DEPTH || open.size >= PIPELINES)) return least
    const pipeline = { client: pool.connect(), unanswered: 0, openedAt: performance.now(), isBroken: false }
    open.add(pipeline)
    return pipeline
  }
  const leave = (pipeline: Pipeline, client: pg.PoolClient | undefined): void => {
    unanswered -= 1
    pipeline.unanswered -= 1
    if (pipeline.isBroken) open.delete(pipeline)
    if (pipeline.unanswered > 0) return
    open.delete(pipeline)
    client?.release(pipeline.isBroken)
  }
  return async (config, values) => {
    if (unanswered >= WAITING_MAX + CONNECTIONS) throw new DatabaseOverloaded()
    const pipeline = choose()
    unanswered += 1
    pipeline.unanswered += 1
    let client: pg.PoolClient | undefined
    try {
      client = await pipeline.client
      return await client.query(config, values)
    } catch (error) {
      pipeline.isBroken ||= !isOfStatement(error)
      if (isOfPooler(error)) throw new DatabaseRefused(POOLER_REMEDY, { cause: error })
      throw error
    } finally {
      leave(pipeline, client)
    }
  }
}

/** Whether PostgreSQL answers nothing to a new connection. A refusal, such as one of too many connections, is an answer. */
async function isSilent(options: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ connectionTimeoutMillis: PROBE_WITHIN, ...options })
  client.on('error', () => undefined)
  try {
    await client.connect()
    client.end().catch(() => undefined)
    return false
  } catch (error) {
    return !(error instanceof pg.DatabaseError)
  }
}

/**
 * Cuts the connections in use when PostgreSQL says nothing any more: their statements fail then, rather than after the
 * time that a slow statement may take.
 *
 * @param quietMs since when a connection is in use before PostgreSQL is asked
 * @returns ends it
 */
function cutWhenSilent(pools: readonly pg.Pool[], options: pg.PoolConfig, quietMs: number): () => void {
  /** Since when each connection is in use, in ms of the process. */
  const inUse = new Map<pg.PoolClient, number>()
  for (const pool of pools) {
    pool.on('acquire', (client) => void inUse.set(client, performance.now()))
    pool.on('release', (_error, client) => void inUse.delete(client))
  }
  let askedAt = Number.NEGATIVE_INFINITY
  let isAsking = false
  const check = async (): Promise<void> => {
    const now = performance.now()
    const isDue = [...inUse.values()].some((since) => now - Math.max(since, askedAt) >= quietMs)
    if (!isDue || isAsking) return
    askedAt = now
    isAsking = true
    const isGone = await isSilent(options)
    isAsking = false
    if (!isGone) return
    for (const [client, since] of inUse) {
      if (since <= now && client instanceof pg.Client) client.connection.stream.destroy()
    }
  }
  const timer = setInterval(() => void check(), quietMs / 3).unref()
  return () => clearInterval(timer)
}

/**
 * Its query() sends prepared statements, which are short, through pipelines. Everything else has a connection of its own.
 */
export function openPool(options: pg.PoolConfig, quietMs = QUIET_MS): pg.Pool {
  const { query_timeout: replyWithin = PIPELINE_REPLY_MS } = options
  const pool = openBounded({ ...options, max: CONNECTIONS })
  const shared = openBounded({
    ...options,
    max: PIPELINES,
    query_timeout: Math.min(replyWithin, PIPELINE_REPLY_MS),
  })
  const stopAsking = cutWhenSilent([pool, shared], options, quietMs)
  for (const each of [pool, shared])
    each.on('connect', (client) => {
      client.query(SETTINGS).catch(() => undefined)
    })
  // PostgreSQL plans a statement at least five times on each connection, which takes longer than to run it.
  shared.on('connect', (client) => {
    client.query('set plan_cache_mode = force_generic_plan').catch(() => undefined)
  })
  const alone = pool.query.bind(pool)
  const inPipelines = pipelinesOf(shared)
  const end = pool.end.bind(pool)
  return Object.assign(pool, {
    query: (config: pg.QueryConfig | string, values?: unknown[]) =>
      typeof config === 'object' && config.name ? inPipelines(config, values) : alone(config, values),
    end: async () => {
      stopAsking()
      await Promise.all([end(), shared.end()])
    },
  })
}

function openBounded(options: pg.PoolConfig): pg.Pool {
  const pool = new BoundedPool({
    ...options,
    pipeline: true,
    stream: () => new BatchingSocket(),
    maxLifetimeSeconds: LIFETIME,
  })
  // The pool replaces a connection that breaks, idle or not; without listeners the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
