/** Writes the CSV list of rejected rows. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { guardCell } from '../../../acts/cells/columns.ts'
import type { RejectedRow } from './rows.ts'

const VALUE_MAX = 200

/**
 * Writes the rows in the order of their lines to a file that only its owner can read, in place of the list of an earlier
 * import. @param file null writes nothing @returns whether there is a list
 */
export function writeReport(file: string | null, rejected: RejectedRow[]): boolean {
  if (file === null) return false
  rmSync(file, { force: true })
  if (rejected.length === 0) return false
  const rows = rejected
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, column, value, reason, detail }) => [
      line,
      guardCell(column),
      guardCell(value.slice(0, VALUE_MAX)),
      detail === undefined ? reason : `${reason}: ${detail}`,
    ])
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, stringify([['line', 'column', 'value', 'reason'], ...rows]), {
    mode: 0o600,
    flag: 'wx',
  })
  return true
}
