/** Writes the CSV list of rejected rows. */
import {
  appendFileSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { guardCell } from './clean-text.ts'
import type { RejectedRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const REPORT_HEADER = 'line,column,value,reason\n'
const REPORT_VALUE_MAX = 200

/** Size of an existing list of rejected rows, 0 if there is no file. */
function reportSize(file: string, source: string): number {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found) return 0
  const { dev, ino } = statSync(source)
  if (found.dev === dev && found.ino === ino)
    throw new UserError(`The list of refused rows cannot be written to the imported file itself: "${file}".`)
  if (!found.isFile() || readStart(file) !== REPORT_HEADER)
    throw new UserError(
      `"${file}" is there and is no list of refused rows. Remove it, or name another file with --report.`,
    )
  return found.size
}

function readStart(file: string): string {
  const bytes = Buffer.alloc(REPORT_HEADER.length)
  const handle = openSync(file, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(handle, bytes))
  } finally {
    closeSync(handle)
  }
}

/**
 * A CSV file of rejected rows that only its owner can read. Created with the first rejected row, so that a clean import
 * leaves no file.
 */
export class RejectionReport {
  readonly #file: string | null
  #bytes = 0

  /**
   * Deletes the report of an earlier import, unless that import is being resumed.
   *
   * @param file null writes nothing
   * @param source the imported file
   * @param keepBytes size of the part to keep of a resumed import's report
   * @throws UserError when the path is the source, or has a file that is not a list of rejected rows
   */
  constructor(file: string | null, source: string, keepBytes: number) {
    this.#file = file
    if (file === null) return
    const size = reportSize(file, source)
    if (keepBytes > 0 && size >= keepBytes) this.truncate(keepBytes)
    else if (size > 0) rmSync(file)
  }

  /** Size of the report, 0 while there is none. */
  get bytes(): number {
    return this.#bytes
  }

  truncate(bytes: number): void {
    if (this.#file === null || this.#bytes === bytes) return
    if (bytes === 0) rmSync(this.#file, { force: true })
    else truncateSync(this.#file, bytes)
    this.#bytes = bytes
  }

  /** Appends rows in the order of their lines. */
  add(rejected: RejectedRow[]): void {
    if (this.#file === null || rejected.length === 0) return
    if (this.#bytes === 0) {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      writeFileSync(this.#file, REPORT_HEADER, { mode: 0o600, flag: 'wx' })
      this.#bytes = REPORT_HEADER.length
    }
    const text = stringify(
      rejected
        .toSorted((a, b) => a.line - b.line)
        .map(({ line, column, value, reason }) => [
          line,
          guardCell(column),
          guardCell(value.slice(0, REPORT_VALUE_MAX)),
          reason,
        ]),
    )
    appendFileSync(this.#file, text)
    this.#bytes += Buffer.byteLength(text)
  }
}
