/** Counts what becomes of the products of an import. */
import { KeyNumbers } from './key-numbers.ts'
import type { Outcome, Prepared, Written } from './batch.ts'

export interface Counts {
  /** Rows read, the header aside. */
  rows: number
  /** Products. */
  created: number
  changed: number
  unchanged: number
  /** Rows that did not go in. */
  refused: number
  pictures_refused: number
}

export const NO_COUNTS: Counts = {
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  pictures_refused: 0,
}

const CODES: Record<Outcome, number> = { refused: 0, unchanged: 1, changed: 2, created: 3 }

/** A product whose rows lie apart is counted once, for the most that happened to it. */
export class Tally {
  readonly counts: Counts
  readonly #outcomes = new KeyNumbers()

  constructor(start: Counts) {
    this.counts = { ...start }
  }

  get products(): number {
    return this.counts.created + this.counts.changed + this.counts.unchanged
  }

  /** Whether this import has written the product already. */
  knows(key: string): boolean {
    return (this.#outcomes.get(key) ?? 0) > 0
  }

  /** A product that an earlier run has counted. */
  pass(key: string): void {
    this.#outcomes.set(key, CODES.created)
  }

  add(batch: Prepared[], written: Written, more: { rows: number; refused: number; pictures: number }): void {
    this.counts.rows += more.rows
    this.counts.refused += more.refused
    this.counts.pictures_refused += more.pictures
    for (const [at, { draft }] of batch.entries()) this.#count(draft.key, written.outcomes[at] ?? 'refused')
  }

  #count(key: string, outcome: Outcome): void {
    if (outcome === 'refused') return
    const before = this.#outcomes.get(key) ?? 0
    if (before >= CODES[outcome]) return
    if (before === CODES.unchanged) this.counts.unchanged -= 1
    if (before === CODES.changed) this.counts.changed -= 1
    this.counts[outcome] += 1
    this.#outcomes.set(key, CODES[outcome])
  }
}
