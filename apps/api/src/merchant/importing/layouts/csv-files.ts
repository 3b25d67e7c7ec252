/** Reads CSV and TSV files in chunks of records. */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { unguardCell } from '../../../acts/cells/columns.ts'
import { splitTitles } from './columns.ts'
import { type RejectedRow, type SourceRow } from './rows.ts'
import { UserError } from '../../user-error.ts'

const CHUNK_BYTES = 64 * 1024
const TITLE_LINES_MAX = 12
const DELIMITERS = [',', '\t', ';', '|']

/** A row with more cells than there are headings. */
type WideRow = SourceRow & RejectedRow

export interface RowSource {
  /** Headings, in the order of the file. */
  columns: string[]
  /** The text above them. */
  titles: string
  /** In chunks: to wait for each row takes longer than to read it. */
  rows: AsyncIterable<(SourceRow | WideRow)[]> | SourceRow[][]
  /** What the merchant should know of the file; complete once all rows are read. */
  notes: string[]
}

/**
 * @param onBytes called with the size of each chunk that was read
 * @param known headings, see splitTitles()
 * @throws UserError
 */
export async function readTable(
  file: string,
  onBytes: (bytes: number) => void,
  known: readonly string[],
): Promise<RowSource> {
  const head = await readHead(file)
  const encoding = encodingOf(head) ?? (isUtf8(await readFile(file)) ? 'utf-8' : 'windows-1252')
  const delimiter = detectDelimiter(new TextDecoder(encoding).decode(head))
  const records = splitRecords(readTexts(file, encoding, onBytes), delimiter)
  const { columns, titles, below } = await splitTitles(records, known)
  if (columns.length === 0) throw new UserError('The file is empty.')
  const notes = encoding === 'windows-1252' ? ['The file is not in UTF-8: it is read as windows-1252.'] : []
  return { columns, titles, rows: checkWidth(below, columns.length), notes }
}

/** The first 64 KiB of a file. */
export const readHead = async (file: string): Promise<Buffer> =>
  Buffer.concat(await createReadStream(file, { end: CHUNK_BYTES - 1 }).toArray())

/** The encoding that a byte order mark names, or null. */
function encodingOf([a, b, c]: Buffer): string | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null
}

async function* readTexts(
  file: string,
  encoding: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    onBytes((chunk as Buffer).length)
    yield decoder.decode(chunk as Buffer, { stream: true })
  }
  yield decoder.decode()
}

/**
 * The delimiter that splits the row of headings, ignoring quoted text, into the most cells. A title above it is a line
 * that its delimiter does not split like the next one.
 */
function detectDelimiter(head: string): string {
  const lines = head.replaceAll(/"[^"]*"/g, '""').split(/\r?\n/)
  const filled = lines.filter((line) => line.trim() !== '').slice(0, TITLE_LINES_MAX)
  const bestOf = (line: string): string => {
    const [best = ','] = DELIMITERS.toSorted((a, b) => line.split(b).length - line.split(a).length)
    return best
  }
  const header = filled.find((line, at) => {
    const delimiter = bestOf(line)
    return line.includes(delimiter) && (filled[at + 1] ?? line).includes(delimiter)
  })
  return bestOf(header ?? filled[0] ?? '')
}

/**
 * The records that end in each chunk, without empty ones. The first line break outside of quotes is that of the file.
 *
 * @throws UserError after the records above it, when a quotation mark is never closed or a record is longer than 1 MiB
 */
export async function* splitRecords(
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<SourceRow[], undefined> {
  const rows: SourceRow[] = []
  let filledLines = 0
  const parser = parse({
    delimiter,
    max_record_size: 1024 * 1024,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { empty_lines: emptyLines }) => {
      if (cells.some((cell) => cell !== '')) rows.push({ line: filledLines + emptyLines + 1, cells })
      filledLines += countLines(cells)
      return null
    },
  })
  // Writing fails with it too.
  parser.on('error', () => {})
  try {
    for await (const chunk of chunks) {
      await new Promise<void>((resolve, reject) => {
        parser.write(chunk, (error) => (error ? reject(error) : resolve()))
      })
      yield rows.splice(0)
    }
    await finished(parser.end(), { readable: false })
    yield rows.splice(0)
  } catch (error) {
    yield rows.splice(0)
    if (!(error instanceof CsvError)) throw error
    const line = filledLines + parser.info.empty_lines + 1
    throw new UserError(`A quotation mark is opened and never closed (near line ${line}).`)
  }
}

/** The lines of a record: a quoted cell may span several. */
function countLines(cells: string[]): number {
  if (!cells.some((cell) => /[\r\n]/.test(cell))) return 1
  // A carriage return that ends the last cell belongs to the line feed after it.
  return `${cells.join()}\n`.split(/\r\n|[\r\n]/).length - 1
}

async function* checkWidth(
  chunks: AsyncIterable<SourceRow[]>,
  columns: number,
): AsyncGenerator<(SourceRow | WideRow)[]> {
  for await (const rows of chunks)
    yield rows.map(({ line, cells }) => {
      const extra = cells.slice(columns).find((cell) => cell.trim() !== '')
      if (extra === undefined) return { line, cells: cells.map(unguardCell) }
      const reason = 'The row has more cells than the header: is a quotation mark missing?'
      return { line, cells, column: '', value: extra, reason }
    })
}
