/**
 * A streaming replica that answers reads of the public catalogue. It is used only while it is known to have all that
 * was committed a second ago; otherwise, and whenever it fails, the primary answers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Database } from './database.ts'
import { ReadOnlyReplica } from './errors.ts'

/** What was committed so long ago is seen by every read, in ms. */
const STALE_MAX = 1000
const PROBE_MS = 200

interface Position {
  /** Of the write-ahead log. */
  lsn: string
  /** Of the cluster, and the database in it: another one has other data. */
  system: string
}

const SYSTEM = "system_identifier::text || '/' || current_database()"
const POSITION = {
  name: 'primary_position',
  text: `select pg_current_wal_lsn() as lsn, ${SYSTEM} as system from pg_control_system()`,
}
/** Null on a server that is no replica, or not any more. */
const HAS_REPLAYED = {
  name: 'replica_position',
  text: `select case when pg_is_in_recovery() and ${SYSTEM} = $2
    then pg_last_wal_replay_lsn() >= $1::pg_lsn end as replayed from pg_control_system()`,
}

const IDENTITY = {
  name: 'replica_identity',
  text: `select ${SYSTEM} as system, pg_is_in_recovery() as follows from pg_control_system()`,
}

export class Replica {
  readonly #primary: pg.Pool
  readonly #pool: pg.Pool
  readonly #db: Database
  readonly #stopping = new AbortController()
  #probing: Promise<void> | null = null
  /** The replica has all that was committed before this time, in ms of the process. */
  #completeUntil = Number.NEGATIVE_INFINITY

  /** @param db of the replica's pool */
  constructor(primary: pg.Pool, pool: pg.Pool, db: Database) {
    this.#primary = primary
    this.#pool = pool
    this.#db = { ...db, transaction: () => Promise.reject(new ReadOnlyReplica()) }
  }

  /** The replica, or null while it may lack something that was committed a second ago. The first call starts to ask. */
  current(): Database | null {
    this.#probing ??= this.#probe()
    return performance.now() - this.#completeUntil < STALE_MAX ? this.#db : null
  }

  async #probe(): Promise<void> {
    const { signal } = this.#stopping
    /** What the replica has to reach, and when the primary was there. */
    let goal: { position: Position; at: number } | null = null
    while (!signal.aborted) {
      try {
        goal ??= { at: performance.now(), position: await this.#position() }
        if (await this.#hasReplayed(goal.position)) {
          this.#completeUntil = goal.at
          goal = null
        }
      } catch {
        goal = null
      }
      await sleep(PROBE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async #position(): Promise<Position> {
    const { rows } = await this.#primary.query<Position>(POSITION)
    return rows[0]!
  }

  async #hasReplayed({ lsn, system }: Position): Promise<boolean> {
    const { rows } = await this.#pool.query<{ replayed: boolean | null }>({
      ...HAS_REPLAYED,
      values: [lsn, system],
    })
    return rows[0]?.replayed === true
  }

  /** Why the replica can never be used, in words for the operator, or null. One that lags has no problem. */
  async problem(): Promise<string | null> {
    const primary = await this.#position().catch(() => null)
    if (primary === null) return null
    try {
      const { rows } = await this.#pool.query<{ system: string; follows: boolean }>(IDENTITY)
      if (rows[0]?.system !== primary.system)
        return 'DATABASE_READ_URL names another database than DATABASE_URL, not a replica of it.'
      return rows[0].follows ? null : 'The server of DATABASE_READ_URL is no replica: it takes writes itself.'
    } catch (error) {
      return `The replica of DATABASE_READ_URL cannot be used: ${reasonOf(error)}`
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#probing
    await this.#pool.end()
  }
}

/** An error for several addresses has no message, but a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
