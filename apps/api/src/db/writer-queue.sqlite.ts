/**
 * The queue for SQLite's only writer. Transactions run one at a time in order of arrival, each in its own savepoint.
 * Those that wait meanwhile join the same commit, which costs one write to disk; none resolves before that commit.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { DatabaseOverloaded, isBusy } from './errors.ts'

/** How long a transaction waits for a write of another process, in ms. */
const BUSY_MS = 5000
const BUSY_POLL_MS = 10
/** Transactions in one commit: with more, the first would wait too long. */
const SHARED_MAX = 16
/** How long a transaction waits for those before it, in ms. */
const WAIT_MS = 10_000

interface Job {
  /** When the job came, by `performance.now()`. */
  since: number
  work: () => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

export class WriterQueue {
  readonly #writer: Sqlite.Database
  readonly #waiting: Job[] = []
  #draining: Promise<void> | null = null

  constructor(writer: Sqlite.Database) {
    this.#writer = writer
  }

  /**
   * Resolves once what `work` wrote is on disk. Rejects, with nothing written, if `work` or the commit fails, and with
   * DatabaseOverloaded where those before it take too long.
   */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      // The queue may be drained by another request.
      const bound = AsyncLocalStorage.bind(work)
      this.#waiting.push({ since, work: bound, resolve: resolve as (result: unknown) => void, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** The transactions that wait. */
  get length(): number {
    return this.#waiting.length
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // The event loop turns between commits. Otherwise a burst of requests would be handled one after another in a
      // single turn, each with a commit of its own, while timers and the release of memory wait.
      await nextTurn()
      if (await this.#begun()) await this.#shareCommit()
    }
    // In the same step as the check above, so that nothing can join a queue that has stopped.
    this.#draining = null
  }

  /** Takes the write lock. Where that fails, so does everything in the queue. */
  async #begun(): Promise<boolean> {
    try {
      await begin(this.#writer)
      return true
    } catch (error) {
      for (const job of this.#waiting.splice(0)) job.reject(error)
      return false
    }
  }

  async #shareCommit(): Promise<void> {
    const done: { job: Job; result: unknown }[] = []
    try {
      while (done.length < SHARED_MAX && this.#writer.inTransaction) {
        const job = this.#waiting.shift()
        if (!job) break
        if (performance.now() - job.since > WAIT_MS) {
          job.reject(new DatabaseOverloaded())
          continue
        }
        const outcome = await this.#attempt(job)
        if (outcome) done.push({ job, result: outcome.result })
      }
      this.#writer.exec('commit')
    } catch (error) {
      if (this.#writer.inTransaction) this.#writer.exec('rollback')
      for (const { job } of done) job.reject(error)
      return
    }
    for (const { job, result } of done) job.resolve(result)
  }

  /** Where SQLite ends the whole transaction because of a failure, the commit fails for the earlier jobs too. */
  async #attempt(job: Job): Promise<{ result: unknown } | null> {
    try {
      this.#writer.exec('savepoint job')
      const result = await job.work()
      this.#writer.exec('release job')
      return { result }
    } catch (error) {
      if (this.#writer.inTransaction) this.#writer.exec('rollback to job; release job')
      job.reject(error)
      return null
    }
  }
}

/** Takes the write lock. Waits for other processes without blocking this one. */
export async function begin(writer: Sqlite.Database): Promise<void> {
  const until = performance.now() + BUSY_MS
  for (;;) {
    try {
      writer.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await sleep(BUSY_POLL_MS)
    }
  }
}
