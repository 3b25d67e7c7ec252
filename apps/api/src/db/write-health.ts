/** Whether the database accepts writes: a full disk or a read-only server still answers every query. */
import { isBusy, isOverloaded, isUnavailable } from './database.ts'

/** The pause between two probes, in ms. */
const PROBE_MS = 3000

/** Remembers that a transaction failed, until a write succeeds again. */
export class WriteHealth {
  readonly #probe: () => Promise<unknown>
  readonly #clock: () => number
  #failing = false
  #probedAt = Number.NEGATIVE_INFINITY

  /**
   * @param probe writes as little as possible
   * @param clock in ms
   */
  constructor(probe: () => Promise<unknown>, clock = () => performance.now()) {
    this.#probe = probe
    this.#clock = clock
  }

  /** Notes a failure of this transaction. A success proves nothing: it may have written nothing. */
  async watch<T>(transaction: Promise<T>): Promise<T> {
    try {
      return await transaction
    } catch (error) {
      if (isUnavailable(error) && !isOverloaded(error) && !isBusy(error)) this.#failing = true
      throw error
    }
  }

  /** After a failure, probes at most every three seconds. */
  async canWrite(): Promise<boolean> {
    if (!this.#failing || this.#clock() - this.#probedAt < PROBE_MS) return !this.#failing
    this.#probedAt = this.#clock()
    this.#failing = await this.#probe().then(
      () => false,
      () => true,
    )
    return !this.#failing
  }
}
