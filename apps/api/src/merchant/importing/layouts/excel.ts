/** Reads Excel workbooks (.xlsx): one visible sheet, titles above the headings left out. */
import { readFile, stat } from 'node:fs/promises'
import { readXlsx, type Sheet, streamXlsxRows } from 'hucre/xlsx'
import yauzl from 'yauzl'
import type { RowSource } from './csv-files.ts'
import { splitTitles } from './columns.ts'
import type { SourceRow } from './rows.ts'
import { UserError } from '../../user-error.ts'

const FILE_BYTES_MAX = 30 * 1024 * 1024
/** Larger than the sheet of a hundred thousand products. */
const UNPACKED_BYTES_MAX = 200 * 1024 * 1024
/** Sheets shrink to a twentieth. A small file that unpacks to far more would take minutes, and holds no products. */
const SHRINKS_AT_MOST = 80
const ALWAYS_UNPACKED = 5 * 1024 * 1024
/** As many as LibreOffice fills when a whole row is formatted. */
const COLUMNS_MAX = 1024
/** The rows that are searched for the headings of a list, and their columns. */
const TOP = 'A1:AMJ200'
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
  let best: { known: number; sheet: ListedSheet } | undefined
  for (const sheet of sheets.filter((other) =>
    name === undefined ? !other.isHidden : other.name === name,
  )) {
    const { columns, known: found } = await splitTitles(topRows(sheet), known)
    if (columns.length > 0 && found > (best?.known ?? -1)) best = { known: found, sheet }
  }
  if (!best)
    throw new UserError(
      name === undefined
        ? 'The visible sheets of the workbook are empty.'
        : `The workbook has no filled sheet "${name}". Its sheets are: ${names.join(', ')}.`,
    )
  const notes =
    names.length > 1 ? [`Of ${names.length} sheets, only "${best.sheet.name}" is read (see --sheet).`] : []
  const { columns, titles, below } = await splitTitles(filledRows(bytes, best.sheet), known)
  return { columns, titles, rows: below, notes }
}

interface ListedSheet {
  index: number
  name: string
  isHidden: boolean
  /** Its first rows, and its merged ranges. */
  outline: Sheet
}

async function listSheets(bytes: Buffer): Promise<ListedSheet[]> {
  const hidden: boolean[] = []
  const workbook = await readXlsx(bytes, {
    range: TOP,
    sheets: (sheet) => hidden.push(Boolean(sheet.hidden || sheet.veryHidden)) > 0,
  })
  return workbook.sheets.map((outline, index) => {
    return { index, name: outline.name, isHidden: hidden[index] ?? false, outline }
  })
}

async function* topRows({ outline }: ListedSheet): AsyncGenerator<SourceRow[], undefined> {
  const rows = outline.rows.map((values, index) => ({ line: index + 1, cells: Array.from(values, textOf) }))
  yield rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

async function* filledRows(
  bytes: Buffer,
  { index: sheet, outline }: ListedSheet,
): AsyncGenerator<SourceRow[], undefined> {
  const fillMerged = mergedCells(outline)
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      if (values.length > COLUMNS_MAX)
        throw new UserError(
          `Row ${index + 1} of the workbook reaches beyond column ${COLUMNS_MAX}. Delete the columns right of the list, or save it as CSV UTF-8.`,
        )
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
function mergedCells(outline: Sheet): (row: number, cells: string[]) => void {
  const merges = (outline.merges ?? []).filter(({ startCol }) => startCol < COLUMNS_MAX)
  const starts = Map.groupBy(merges, ({ startRow }) => startRow)
  /** By column. */
  const open = new Map<number, { last: number; text: string }>()
  return (row, cells) => {
    for (const [column, { last, text }] of open) {
      if (last < row) open.delete(column)
      else {
        while (cells.length <= column) cells.push('')
        cells[column] ||= text
      }
    }
    for (const { startCol, endRow } of starts.get(row) ?? [])
      open.set(startCol, { last: endRow, text: cells[startCol] ?? '' })
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
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00.*|:\d\d\.\d+Z$/, '')
  return typeof value === 'boolean' ? String(value) : ''
}

async function checkUnpackedSize(file: string): Promise<void> {
  let [total, packed] = [0, 0]
  const zip = await yauzl.openPromise(file)
  for await (const { uncompressedSize, compressedSize } of zip.eachEntry()) {
    total += uncompressedSize
    packed += compressedSize
  }
  if (total > UNPACKED_BYTES_MAX || total > ALWAYS_UNPACKED + packed * SHRINKS_AT_MOST)
    throw new UserError(`The workbook is too large. ${MAYBE_SAVE}`)
}
