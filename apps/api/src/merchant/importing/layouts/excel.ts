/** Reads Excel workbooks (.xlsx): one visible sheet, titles above the headings left out. */
import { readFile, stat } from 'node:fs/promises'
import { readXlsx, type Sheet, streamXlsxRows } from 'hucre/xlsx'
import yauzl from 'yauzl'
import type { RowSource } from './csv-files.ts'
import { type SplitTable, splitTitles } from './columns.ts'
import type { SourceRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const FILE_BYTES_MAX = 30 * 1024 * 1024
/** Larger than the sheet of a hundred thousand products. */
const UNPACKED_BYTES_MAX = 200 * 1024 * 1024
const MAYBE_SAVE = 'Save it as CSV UTF-8 in Excel and import that file.'

/**
 * @param onBytes called with the size of the file once it is read
 * @param known headings, see splitTitles()
 * @param name of the sheet; by default, of the visible ones that with the most known headings
 * @throws UserError
 */
export async function readWorkbook(
  file: string,
  onBytes: (bytes: number) => void,
  known: readonly string[],
  name: string | undefined,
): Promise<RowSource> {
  const { size } = await stat(file)
  if (size > FILE_BYTES_MAX) throw new UserError(`The workbook is larger than 30 MiB. ${MAYBE_SAVE}`)
  await checkUnpackedSize(file).catch(unreadable)
  const bytes = await readFile(file)
  const sheets = await listSheets(bytes).catch(unreadable)
  onBytes(size)
  const names = sheets.map((sheet) => sheet.name)
  let best: { table: SplitTable; name: string } | undefined
  for (const sheet of sheets.filter((other) =>
    name === undefined ? !other.isHidden : other.name === name,
  )) {
    const table = await splitTitles(filledRows(bytes, sheet), known)
    if (table.columns.length > 0 && table.known > (best?.table.known ?? -1))
      best = { table, name: sheet.name }
  }
  if (!best)
    throw new UserError(
      name === undefined
        ? 'The visible sheets of the workbook are empty.'
        : `The workbook has no filled sheet "${name}". Its sheets are: ${names.join(', ')}.`,
    )
  const notes =
    names.length > 1 ? [`Of ${names.length} sheets, only "${best.name}" is read (see --sheet).`] : []
  const { columns, titles, below } = best.table
  return { columns, titles, rows: below, notes }
}

interface ListedSheet {
  index: number
  name: string
  isHidden: boolean
  /** Its merged ranges, without cells. */
  outline: Sheet | undefined
}

async function listSheets(bytes: Buffer): Promise<ListedSheet[]> {
  const hidden: boolean[] = []
  const workbook = await readXlsx(bytes, {
    range: 'A1:A1',
    sheets: (sheet) => hidden.push(Boolean(sheet.hidden || sheet.veryHidden)) > 0,
  })
  return workbook.sheets.map((outline, index) => {
    return { index, name: outline.name, isHidden: hidden[index] ?? false, outline }
  })
}

async function* filledRows(
  bytes: Buffer,
  { index: sheet, outline }: ListedSheet,
): AsyncGenerator<SourceRow[], undefined> {
  const fillMerged = mergedCells(outline)
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const cells = Array.from(values, textOf)
      if (!cells.some((cell) => cell.trim() !== '')) continue
      fillMerged(index, cells)
      yield [{ line: index + 1, cells }]
    }
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
