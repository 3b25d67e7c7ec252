/** Reads CSV and TSV record by record. Only one record is in memory at a time. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unguardCell } from './clean-text.ts'
import { ImportError, type SourceRow } from './fields.ts'

const RECORD_MAX = 1024 * 1024
const DELIMITERS = [',', '\t', ';', '|']

export interface Source {
  /** Headings, in the file's order. */
  columns: string[]
  rows: AsyncIterable<SourceRow | Misfit>
}

/** A row that has more cells than the header has columns. */
export interface Misfit {
  line: number
  misfit: string
}

/**
 * @param encoding as TextDecoder knows it; a byte order mark wins
 * @param onBytes told how many bytes were read
 * @throws ImportError
 */
export async function readTable(
  file: string,
  encoding: string,
  onBytes: (bytes: number) => void,
): Promise<Source> {
  const { head, bom } = await firstBytes(file)
  const decoder = decoding(bom ?? encoding, onBytes)
  const parser = parse({
    bom: true,
    delimiter: guessDelimiter(new TextDecoder(bom ?? encoding).decode(head)),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: RECORD_MAX,
    info: true,
  })
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  stream.on('error', (error) => parser.destroy(error))
  decoder.on('error', (error) => parser.destroy(error))
  stream.pipe(decoder).pipe(parser)
  const records: AsyncIterator<Parsed> = parser[Symbol.asyncIterator]()
  const header = await next(records)
  if (!header) throw new ImportError('The file is empty.')
  const columns = header.record.map((name) => name.trim())
  return { columns, rows: rowsOf(records, columns, header) }
}

interface Parsed {
  record: string[]
  info: { empty_lines: number }
}

async function* rowsOf(records: AsyncIterator<Parsed>, columns: string[], header: Parsed) {
  let used = linesOf(header.record)
  for (let got = await next(records); got; got = await next(records)) {
    const { record, info } = got
    const line = used + info.empty_lines + 1
    used += linesOf(record)
    if (record.every((cell) => cell === '')) continue
    const extra = record.slice(columns.length).find((cell) => cell.trim() !== '')
    if (extra !== undefined) yield { line, misfit: extra }
    else yield { line, cells: record.map(unguardCell) }
  }
}

/** Lines a record takes up: a quoted cell may hold several. */
function linesOf(record: string[]): number {
  let lines = 1
  for (const cell of record) if (/[\r\n]/.test(cell)) lines += cell.split(/\r\n|[\r\n]/).length - 1
  return lines
}

async function next(records: AsyncIterator<Parsed>): Promise<Parsed | undefined> {
  try {
    const { value, done } = await records.next()
    return done ? undefined : value
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  if (error instanceof CsvError) {
    const quote = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
    const line = typeof error['lines'] === 'number' ? error['lines'] : undefined
    return new ImportError(
      quote
        ? `A quotation mark is opened and never closed${line === undefined ? '' : ` (near line ${line})`}.`
        : `The file cannot be read as a table: ${error.message}`,
    )
  }
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new ImportError('The file is not in UTF-8. If it comes from Excel, add --encoding windows-1252.')
  }
  return error
}

function decoding(encoding: string, onBytes: (bytes: number) => void): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return new Transform({
    decodeStrings: false,
    readableObjectMode: false,
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length)
      try {
        done(null, decoder.decode(chunk, { stream: true }))
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, decoder.decode())
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

/** The file's beginning, and the encoding its byte order mark gives. */
export async function firstBytes(file: string): Promise<{ head: Buffer; bom: string | null }> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0)
    const head = buffer.subarray(0, bytesRead)
    const [a, b, c] = head
    if (a === 0xff && b === 0xfe) return { head, bom: 'utf-16le' }
    if (a === 0xfe && b === 0xff) return { head, bom: 'utf-16be' }
    return { head, bom: a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null }
  } finally {
    await handle.close()
  }
}

/** The one that cuts the header row, quoted parts aside, into the most cells. */
function guessDelimiter(head: string): string {
  const [line = ''] = head.replaceAll(/"[^"]*"/g, '""').split(/\r?\n/)
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
