/** Writes the CSV list of rejected rows. */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { guardCell } from '../../columns.ts'
import type { RejectedRow } from './fields.ts'

const REPORT_HEADER = 'line,column,value,reason\n'
const REPORT_VALUE_MAX = 200

/**
 * A CSV file of rejected rows that only its owner can read. Created with the first rejected row, so that a clean import
 * leaves no file.
 */
export class RejectionReport {
  readonly #file: string | null
  #isBegun = false

  /** Deletes the report of an earlier import. @param file null writes nothing */
  constructor(file: string | null) {
    this.#file = file
    if (file !== null) rmSync(file, { force: true })
  }

  /** Appends rows in the order of their lines. */
  add(rejected: RejectedRow[]): void {
    if (this.#file === null || rejected.length === 0) return
    if (!this.#isBegun) {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      writeFileSync(this.#file, REPORT_HEADER, { mode: 0o600, flag: 'wx' })
      this.#isBegun = true
    }
    const rows = rejected
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, column, value, reason, detail }) => [
        line,
        guardCell(column),
        guardCell(value.slice(0, REPORT_VALUE_MAX)),
        detail === undefined ? reason : `${reason}: ${detail}`,
      ])
    appendFileSync(this.#file, stringify(rows))
  }
}
