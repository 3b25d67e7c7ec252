/** Reads Excel workbooks (.xlsx): the first sheet, titles above the headings left out. */
import { readFile, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { RowSource } from './csv-files.ts'
import { splitTitles } from './columns.ts'
import type { SourceRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const FILE_BYTES_MAX = 30 * 1024 * 1024
/** Larger than the sheet of a hundred thousand products. */
const UNPACKED_BYTES_MAX = 200 * 1024 * 1024
const MAYBE_SAVE = 'Save it as CSV UTF-8 in Excel and import that file.'

/**
 * @param onBytes called with the size of the file once it is read
 * @param known headings, see splitTitles()
 * @throws UserError
 */
export async function readWorkbook(
  file: string,
  onBytes: (bytes: number) => void,
  known: readonly string[],
): Promise<RowSource> {
  const { size } = await stat(file)
  if (size > FILE_BYTES_MAX) throw new UserError(`The workbook is larger than 30 MiB. ${MAYBE_SAVE}`)
  await checkUnpackedSize(file)
  const rows = filledRows(await readFile(file))
  onBytes(size)
  const { header, below } = await splitTitles(rows, known)
  if (!header) throw new UserError('The first sheet of the workbook is empty. Move the list there.')
  return { columns: header.cells.map((name) => name.trim()), rows: below }
}

async function* filledRows(bytes: Buffer): AsyncGenerator<SourceRow, undefined> {
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map(textOf)
      if (cells.some((cell) => cell.trim() !== '')) yield { line: index + 1, cells }
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    throw unreadable(error)
  }
}

const unreadable = (cause: unknown): UserError =>
  new UserError(
    `The Excel workbook cannot be read. ${MAYBE_SAVE} (${cause instanceof Error ? cause.message : 'damaged'})`,
  )

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  // Sums of a sheet carry the error of floating-point numbers in their last digits.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'boolean' ? String(value) : ''
}

/** Unpacks the file once without keeping anything: yauzl stops an entry that is larger than it declares. */
async function checkUnpackedSize(file: string): Promise<void> {
  const zip = await yauzl.openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw unreadable(error)
  })
  try {
    let total = 0
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize
      if (total > UNPACKED_BYTES_MAX) throw new UserError(`The workbook is too large. ${MAYBE_SAVE}`)
      await drain(zip, entry)
    }
  } catch (error) {
    throw error instanceof UserError ? error : unreadable(error)
  } finally {
    zip.close()
  }
}

async function drain(zip: ZipFile, entry: Entry): Promise<void> {
  const stream = await zip.openReadStreamPromise(entry)
  stream.resume()
  await finished(stream)
}
