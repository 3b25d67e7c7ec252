/** Reads Excel workbooks (.xlsx): the first visible sheet, titles above the headings left out. */
import { readFile, stat } from 'node:fs/promises'
import { readXlsx, type Sheet, streamXlsxRows } from 'hucre/xlsx'
import yauzl from 'yauzl'
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
  await checkUnpackedSize(file).catch(unreadable)
  const bytes = await readFile(file)
  const notes: string[] = []
  const sheet = await chooseSheet(bytes, notes).catch(unreadable)
  onBytes(size)
  const { header, below } = await splitTitles(filledRows(bytes, sheet, notes), known)
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
  const fillMerged = mergedCells(outline)
  let hidden = 0
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const cells = Array.from(values, textOf)
      if (!cells.some((cell) => cell.trim() !== '')) continue
      if (outline?.rowDefs?.get(index)?.hidden) hidden += 1
      fillMerged(index, cells)
      yield [{ line: index + 1, cells }]
    }
    if (hidden > 0) notes.push(`${hidden} hidden ${hidden === 1 ? 'row was' : 'rows were'} read.`)
  } catch (error) {
    unreadable(error)
  }
}

/** Repeats the value of a cell that is merged over several rows: the file has it in the first one only. */
function mergedCells(outline: Sheet | undefined): (row: number, cells: string[]) => void {
  const starts = Map.groupBy(outline?.merges ?? [], ({ startRow }) => startRow)
  let open: { column: number; last: number; text: string }[] = []
  return (row, cells) => {
    open = open.filter(({ last }) => last >= row)
    for (const { column, text } of open) {
      while (cells.length <= column) cells.push('')
      cells[column] ||= text
    }
    for (const { startCol, endRow } of starts.get(row) ?? [])
      open.push({ column: startCol, last: endRow, text: cells[startCol] ?? '' })
  }
}

function unreadable(error: unknown): never {
  if (error instanceof UserError) throw error
  const cause = error instanceof Error ? error.message : 'damaged'
  throw new UserError(`The Excel workbook cannot be read. ${MAYBE_SAVE} (${cause})`)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  // Sums of a sheet carry the error of floating-point numbers in their last digits.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'boolean' ? String(value) : ''
}

async function checkUnpackedSize(file: string): Promise<void> {
  let total = 0
  const zip = await yauzl.openPromise(file)
  for await (const entry of zip.eachEntry()) total += entry.uncompressedSize
  if (total > UNPACKED_BYTES_MAX) throw new UserError(`The workbook is too large. ${MAYBE_SAVE}`)
}
