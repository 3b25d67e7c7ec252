/**
 * A streaming replica that answers reads of the public catalogue. It is used only while it is known to have all that
 * was committed a second ago; otherwise, and whenever it fails, the primary answers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Database, type DatabaseProblem } from './database.ts'
import { ReadOnlyReplica } from './errors.ts'

/** What was committed so long ago is seen by every read, in ms. */
const STALE_MAX = 1000
const PROBE_MS = 200

/** The cluster, and the database in it: another one has other data. */
const SYSTEM = "system_identifier::text || '/' || current_database() as system from pg_control_system()"
const PRIMARY = { name: 'primary_position', text: `select pg_current_wal_lsn() as lsn, ${SYSTEM}` }
const REPLICA = {
  name: 'replica_position',
  text: `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed, ${SYSTEM}`,
}

/**
 * @param db of the replica's pool
 * @returns `current`: the replica, or null while it may lack something that was committed a second ago (the first call
 *   starts to ask); `problems`: why it can never be used, however long it has to catch up
 */
export function openReplica(primary: pg.Pool, pool: pg.Pool, db: Database) {
  const replica: Database = { ...db, transaction: () => Promise.reject(new ReadOnlyReplica()) }
  const stopping = new AbortController()
  const { signal } = stopping
  let probing: Promise<void> | undefined
  /** The replica has all that was committed before this time, in ms of the process. */
  let completeUntil = Number.NEGATIVE_INFINITY

  const findGoal = async () => {
    const at = performance.now()
    const { rows } = await primary.query<{ lsn: string; system: string }>(PRIMARY)
    return { at, ...rows[0]! }
  }
  type Goal = Awaited<ReturnType<typeof findGoal>>

  /** @returns whether the replica has all that the primary had @throws Error saying why it never will */
  const hasReached = async ({ lsn, system }: Goal): Promise<boolean> => {
    type State = { follows: boolean; replayed: boolean; system: string }
    const { rows } = await pool.query<State>({ ...REPLICA, values: [lsn] })
    const state = rows[0]!
    if (state.system !== system) throw new Error('it is another database than DATABASE_URL names')
    if (!state.follows) throw new Error('its server is no replica, but takes writes itself')
    return state.replayed
  }

  const probe = async (): Promise<void> => {
    let goal: Goal | null = null
    while (!signal.aborted) {
      try {
        goal ??= await findGoal()
        if (await hasReached(goal)) {
          completeUntil = goal.at
          goal = null
        }
      } catch {
        goal = null
      }
      await sleep(PROBE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    current(): Database | null {
      probing ??= probe()
      return performance.now() - completeUntil < STALE_MAX ? replica : null
    },
    async problems(): Promise<DatabaseProblem[]> {
      const goal = await findGoal()
      try {
        await hasReached(goal)
        return []
      } catch (error) {
        const what = `The replica of DATABASE_READ_URL cannot be used: ${(error as Error).message}`
        return [{ about: 'replica', what, remedy: 'Correct or unset DATABASE_READ_URL' }]
      }
    },
    async close(): Promise<void> {
      stopping.abort()
      await probing
      await pool.end()
    },
  }
}
