/** Whether the database accepts writes: a full disk or a read-only server still answers every query. */
import { isBusy, isDamage, isDiskFull, isOverloaded, isRetryable, isUnavailable } from './errors.ts'

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
  /** When a transaction last found the disk full. */
  #fullAt = Number.NEGATIVE_INFINITY
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
      if (isDiskFull(error)) this.#fullAt = this.#clock()
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
    const isFine = await this.#probeWhenDue()
    // The probe needs less room than an order, and may find some within the files.
    return isFine && this.#clock() - this.#fullAt >= PROBE_MS
  }

  async #probeWhenDue(): Promise<boolean> {
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
