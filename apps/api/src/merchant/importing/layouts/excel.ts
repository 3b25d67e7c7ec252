/** Reads Excel workbooks (.xlsx): the first visible sheet, titles above the headings left out. */
import { readFile, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { readXlsx, type Sheet, streamXlsxRows } from 'hucre/xlsx'
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
  const bytes = await readFile(file)
  const notes: string[] = []
  const rows = filledRows(bytes, await chooseSheet(bytes, notes), notes)
  onBytes(size)
  const { header, below } = await splitTitles(rows, known)
  if (!header) throw new UserError('The first visible sheet of the workbook is empty. Move the list there.')
  return { columns: header.cells.map((name) => name.trim()), rows: below, notes }
}

interface ChosenSheet {
  index: number
  /** Its merged ranges and the attributes of its rows, without cells. */
  outline: Sheet | undefined
}

/** Chooses the first visible sheet. @param notes gets its name if there are others */
async function chooseSheet(bytes: Buffer, notes: string[]): Promise<ChosenSheet> {
  const names: string[] = []
  let index = -1
  const workbook = await readXlsx(bytes, {
    range: 'A1:A1',
    sheets: ({ name, hidden, veryHidden }) => {
      names.push(name)
      if (index >= 0 || hidden || veryHidden) return false
      index = names.length - 1
      return true
    },
  }).catch((error: unknown) => {
    throw unreadable(error)
  })
  index = Math.max(0, index)
  if (names.length > 1) notes.push(`Of ${names.length} sheets, only "${names[index]}" is read.`)
  return { index, outline: workbook.sheets[0] }
}

async function* filledRows(
  bytes: Buffer,
  { index: sheet, outline }: ChosenSheet,
  notes: string[],
): AsyncGenerator<SourceRow[], undefined> {
  const merged = new MergedCells(outline)
  let hidden = 0
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const cells = Array.from(values, textOf)
      if (!cells.some((cell) => cell.trim() !== '')) continue
      if (outline?.rowDefs?.get(index)?.hidden) hidden += 1
      merged.fill(index, cells)
      yield [{ line: index + 1, cells }]
    }
    if (hidden > 0) notes.push(`${hidden} hidden ${hidden === 1 ? 'row was' : 'rows were'} read.`)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw unreadable(error)
  }
}

/** Repeats the value of a cell that is merged over several rows: the file has it in the first one only. */
class MergedCells {
  readonly #starts: Map<number, { column: number; last: number }[]>
  #open: { column: number; last: number; text: string }[] = []

  constructor(outline: Sheet | undefined) {
    const tall = (outline?.merges ?? []).filter(({ startRow, endRow }) => endRow > startRow)
    this.#starts = Map.groupBy(
      tall.map(({ startRow, startCol, endRow }) => ({ startRow, column: startCol, last: endRow })),
      ({ startRow }) => startRow,
    )
  }

  /** @param cells of the next row that is not empty */
  fill(index: number, cells: string[]): void {
    this.#open = this.#open.filter(({ last }) => last >= index)
    for (const { column, text } of this.#open) {
      while (cells.length <= column) cells.push('')
      cells[column] ||= text
    }
    const starting = (this.#starts.get(index) ?? []).map((range) => ({
      ...range,
      text: cells[range.column] ?? '',
    }))
    this.#open.push(...starting)
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
