/** Splits CSV text that comes in chunks into records. */
import { finished } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { SourceRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const OPTIONS = {
  max_record_size: 1024 * 1024,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
}

/**
 * The records that end in each chunk, without empty ones. The first line break outside of quotes is that of the file.
 *
 * @param delimiter one character
 * @throws UserError after the records above it, when a quotation mark is never closed or a record is longer than 1 MiB
 */
export async function* splitRecords(
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<SourceRow[], undefined> {
  const rows: SourceRow[] = []
  let filledLines = 0
  const parser = parse({
    ...OPTIONS,
    delimiter,
    on_record: (cells: string[], { empty_lines: emptyLines }) => {
      if (cells.some((cell) => cell !== '')) rows.push({ line: filledLines + emptyLines + 1, cells })
      filledLines += countLines(cells)
      return null
    },
  })
  // Writing fails with it too.
  parser.on('error', () => {})
  const takeRows = () => rows.splice(0)
  try {
    for await (const chunk of chunks) {
      await new Promise<void>((resolve, reject) => {
        parser.write(chunk, (error) => (error ? reject(error) : resolve()))
      })
      yield takeRows()
    }
    await finished(parser.end(), { readable: false })
    yield takeRows()
  } catch (error) {
    yield takeRows()
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
