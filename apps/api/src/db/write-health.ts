/** Whether the database accepts writes: a full disk or a read-only server still answers every query. */
import { isBusy, isDamage, isOverloaded, isRetryable, isUnavailable } from './database.ts'

/** The pause between two probes after a failure, in ms. */
const PROBE_MS = 3000
/** The same without a failure: a disk fills up while nobody orders. */
const HEALTHY_PROBE_MS = 20_000

/** Remembers that a transaction failed, until a write succeeds again. */
export class WriteHealth {
  readonly #probe: () => Promise<unknown>
  readonly #clock: () => number
  #failing = false
  #damaged = false
  #probedAt: number

  /**
   * @param probe writes as little as possible
   * @param clock in ms
   */
  constructor(probe: () => Promise<unknown>, clock = () => performance.now()) {
    this.#probe = probe
    this.#clock = clock
    this.#probedAt = clock()
  }

  /** Notes a failure of this transaction. A success proves nothing: it may have written nothing. */
  async watch<T>(transaction: Promise<T>): Promise<T> {
    try {
      return await transaction
    } catch (error) {
      if (isWriteFailure(error) && !this.#failing) {
        this.#failing = true
        this.#probedAt = Number.NEGATIVE_INFINITY
      }
      throw error
    }
  }

  /** @returns whether this error is the first that shows damage, after which canWrite() is false for good */
  noticeDamage(error: unknown): boolean {
    if (this.#damaged || !isDamage(error)) return false
    this.#damaged = true
    return true
  }

  /** Probes at most every 3 s after a failure, else every 20 s. */
  async canWrite(): Promise<boolean> {
    if (this.#damaged) return false
    if (this.#clock() - this.#probedAt < (this.#failing ? PROBE_MS : HEALTHY_PROBE_MS)) return !this.#failing
    this.#probedAt = this.#clock()
    try {
      await this.#probe()
      this.#failing = false
    } catch (error) {
      this.#failing ||= isWriteFailure(error)
    }
    return !this.#failing
  }
}

/** Whether the database refuses writes, rather than being busy for a moment. */
const isWriteFailure = (error: unknown): boolean =>
  isUnavailable(error) && !isOverloaded(error) && !isBusy(error) && !isRetryable(error)
