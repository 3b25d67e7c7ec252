/** The list of what did not go in: a CSV beside the merchant's own, written as the import goes. */
import { appendFileSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import { guardCell } from './clean-text.ts'
import type { Refusal } from './fields.ts'

const VALUE_MAX = 200
const HEADER = 'line,column,value,reason\n'

export interface Report {
  add(refusals: Refusal[]): void
  /** Bytes written so far; 0 when there is no file yet. */
  readonly bytes: number
}

const rowsOf = (refusals: Refusal[]): string =>
  stringify(
    refusals.map(({ line, column, value, reason }) => [
      line,
      guardCell(column),
      guardCell(value.slice(0, VALUE_MAX)),
      reason,
    ]),
  )

/**
 * @param file made with the first refusal, replacing what an earlier import left; null keeps nothing
 * @param resumeAt bytes of an interrupted import's report that stand
 */
export function openReport(file: string | null, resumeAt: number): Report {
  let bytes = 0
  if (file !== null && resumeAt > 0 && existsSync(file) && statSync(file).size >= resumeAt) {
    truncateSync(file, resumeAt)
    bytes = resumeAt
  } else if (file !== null) {
    rmSync(file, { force: true })
  }
  return {
    get bytes() {
      return bytes
    },
    add(refusals) {
      if (file === null || refusals.length === 0) return
      if (bytes === 0) {
        writeFileSync(file, HEADER)
        bytes = HEADER.length
      }
      const text = rowsOf(refusals)
      appendFileSync(file, text)
      bytes += Buffer.byteLength(text)
    },
  }
}
