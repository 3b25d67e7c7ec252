/** Reads CSV and TSV files in chunks of records, and writes the CSV list of rejected rows. */
import {
  appendFileSync,
  closeSync,
  createReadStream,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { guardCell, unguardCell } from './clean-text.ts'
import { splitTitles } from './columns.ts'
import { splitRecords } from './csv-records.ts'
import { type RejectedRow, type SourceRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const CHUNK_BYTES = 64 * 1024
const HEAD_BYTES = 64 * 1024
const TITLE_LINES_MAX = 12
const DELIMITERS = [',', '\t', ';', '|']

export interface RowSource {
  /** Headings, in the order of the file. */
  columns: string[]
  /** In chunks: to wait for each row takes longer than to read it. */
  rows: AsyncIterable<(SourceRow | RejectedRow)[]>
  /** What the merchant should know of the file; complete once all rows are read. */
  notes?: string[]
}

/**
 * @param encoding a name that TextDecoder knows; a byte order mark takes precedence
 * @param onBytes called with the size of each chunk that was read
 * @param known headings, see splitTitles()
 * @throws UserError
 */
export async function readTable(
  file: string,
  encoding: string,
  onBytes: (bytes: number) => void,
  known: readonly string[],
): Promise<RowSource> {
  const { head, bom } = await readHead(file)
  const delimiter = detectDelimiter(new TextDecoder(bom ?? encoding).decode(head))
  const texts = readTexts(file, bom ?? encoding, onBytes)
  const { header, below } = await splitTitles(splitRecords(texts, delimiter), known)
  if (!header) throw new UserError('The file is empty.')
  const columns = header.cells.map((name) => name.trim())
  return { columns, rows: checkWidth(below, columns.length) }
}

async function* readTexts(
  file: string,
  encoding: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
      onBytes((chunk as Buffer).length)
      yield decoder.decode(chunk as Buffer, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new UserError('The file is not in UTF-8. If it comes from Excel, add --encoding windows-1252.')
    throw error
  }
}

async function* checkWidth(
  chunks: AsyncIterable<SourceRow[]>,
  columns: number,
): AsyncGenerator<(SourceRow | RejectedRow)[]> {
  for await (const rows of chunks)
    yield rows.map(({ line, cells }) => {
      const extra = cells.slice(columns).find((cell) => cell.trim() !== '')
      if (extra === undefined) return { line, cells: cells.map(unguardCell) }
      const reason = 'The row has more cells than the header: is a quotation mark missing?'
      return { line, column: '', value: extra, reason }
    })
}

/** Reads the first 64 KiB of a file. `bom` is the encoding of its byte order mark, if it has one. */
export async function readHead(file: string): Promise<{ head: Buffer; bom: string | null }> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    const [a, b, c] = head
    if (a === 0xff && b === 0xfe) return { head, bom: 'utf-16le' }
    if (a === 0xfe && b === 0xff) return { head, bom: 'utf-16be' }
    return { head, bom: a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null }
  } finally {
    await handle.close()
  }
}

/**
 * The delimiter that splits the header row, ignoring quoted text, into the most cells. A title above it is a line that
 * its delimiter does not split like the next one.
 */
function detectDelimiter(head: string): string {
  const lines = head.replaceAll(/"[^"]*"/g, '""').split(/\r?\n/)
  const filled = lines.filter((line) => line.trim() !== '').slice(0, TITLE_LINES_MAX)
  const best = filled.map((line) => {
    const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
    return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
  })
  const header = best.findIndex(
    (delimiter, index) =>
      filled[index]?.includes(delimiter) && (filled[index + 1] ?? delimiter).includes(delimiter),
  )
  return best[Math.max(header, 0)] ?? ','
}

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
