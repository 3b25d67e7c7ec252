/** Whether the database accepts writes: a full disk or a read-only server still answers every query. */
import { isBusy, isDamage, isOverloaded, isRetryable, isUnavailable } from './errors.ts'

/** The pause between two probes, in ms. */
const PROBE_MS = 3000

export class WriteHealth {
  readonly #probe: () => Promise<unknown>
  #damaged = false
  #probed = { at: Number.NEGATIVE_INFINITY, succeeds: Promise.resolve(true) }

  /** @param probe writes as little as possible, but more than a customer's request */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  /** @returns whether this error is the first that shows damage, after which canWrite() is false for good */
  noticeDamage(error: unknown): boolean {
    if (this.#damaged || !isDamage(error)) return false
    this.#damaged = true
    return true
  }

  /** Probes when it is asked, every 3 s at most. */
  async canWrite(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#probed.at >= PROBE_MS)
      this.#probed = {
        at: now,
        succeeds: this.#probe().then(
          () => true,
          (error) => !isWriteFailure(error),
        ),
      }
    return !this.#damaged && this.#probed.succeeds
  }
}

/** Whether the database refuses writes, rather than being busy for a moment. */
const isWriteFailure = (error: unknown): boolean =>
  isUnavailable(error) && !isOverloaded(error) && !isBusy(error) && !isRetryable(error)
