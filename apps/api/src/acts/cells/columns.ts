/** Tables whose columns are declared once: for the screen, for spreadsheets and for JSON. */
import { formatRupees, toRupees } from '@haat/contract/money'
import { formatMoment, formatSortable } from '../../format.ts'

/** Excel reads a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What stands in a cell; an amount and a code say that they are one. */
export type Cell =
  | string
  | number
  | boolean
  | Date
  | { paise: number }
  /** `0401`, which a spreadsheet would take for a number. */
  | { code: string }
  | null
  | undefined

/** Headings, each with what stands below it. */
export type Columns<Args extends unknown[]> = Record<string, (...args: Args) => Cell>

/** The columns of a CSV file. A record becomes one or more rows. */
export interface Table<Record> {
  headings: string[]
  toRows: (record: Record) => Cell[][]
}

export const amount = (paise: number | null | undefined): Cell =>
  typeof paise === 'number' ? { paise } : null
export const code = (text: string | null | undefined): Cell =>
  typeof text === 'string' ? { code: text } : null

/** Columns with these fields of a row, under the same names. @param as what they are: amounts or codes */
export const fields = <Args extends unknown[], Row extends object, Name extends keyof Row & string>(
  rowOf: (...args: Args) => Row | undefined,
  names: readonly Name[],
  as: (value: Row[Name] | undefined) => Cell = (value) => value as Cell,
): Columns<Args> =>
  Object.fromEntries(names.map((name) => [name, (...args: Args) => as(rowOf(...args)?.[name])]))

export const toCells = <Args extends unknown[]>(columns: Columns<Args>, ...args: Args): Cell[] =>
  Object.values(columns).map((column) => column(...args))

/** The cells of a row on which these columns have no value. */
export const blank = (columns: object): null[] => Object.keys(columns).map(() => null)

/** The columns as the fields of a JSON object; amounts in rupees. */
export const toFields = <Args extends unknown[]>(columns: Columns<Args>, ...args: Args) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, plain(column(...args))]))

function plain(cell: Cell): Exclude<Cell, { paise: number } | { code: string }> {
  if (typeof cell !== 'object' || cell === null || cell instanceof Date) return cell
  return 'paise' in cell ? toRupees(cell.paise) : cell.code
}

const isAmount = (cell: Cell): cell is { paise: number } =>
  typeof cell === 'object' && cell !== null && 'paise' in cell

/** `₹1,299.00`, and times in India. */
export function screenCell(cell: Cell): string {
  if (isAmount(cell)) return formatRupees(cell.paise)
  const value = plain(cell)
  if (value instanceof Date) return formatMoment(value)
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '')
}

/** The cell of a file: guarded where a spreadsheet would run it as a formula. */
export function fileCell(cell: Cell): string {
  if (isAmount(cell)) return toRupees(cell.paise).toFixed(2)
  const value = plain(cell)
  if (value instanceof Date) return formatSortable(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' ? guardCell(value) : String(value ?? '')
}

/** The same for a spreadsheet, which must read codes as text. */
export const spreadsheetCell = (cell: Cell): string =>
  typeof cell === 'object' && cell !== null && 'code' in cell ? codeCell(cell.code) : fileCell(cell)

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/

/** Prefixes a cell that a spreadsheet would run as a formula with an apostrophe. */
export const guardCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Writes a code such as `0401` so that a spreadsheet keeps its digits: it would read a number. */
export const codeCell = (code: string): string => (/^\d+$/.test(code) ? `="${code}"` : guardCell(code))

const CODE_CELL = /^="(\d+)"$/

/** The reverse of guardCell() and codeCell(). */
export function unguardCell(text: string): string {
  if (text.charCodeAt(0) === 39 && GUARDED.test(text)) return text.slice(1)
  return text.charCodeAt(0) === 61 ? (CODE_CELL.exec(text)?.[1] ?? text) : text
}

/** A plain-text table; columns of numbers and amounts are aligned right. */
export function textTable(head: readonly string[], rows: readonly Cell[][]): string {
  const texts = [head, ...rows.map((row) => row.map(screenCell))]
  const columns = head.map((_, column) => ({
    width: Math.max(...texts.map((row) => (row[column] ?? '').length)),
    isRight: rows.some((row) => typeof row[column] === 'number' || isAmount(row[column])),
  }))
  return texts
    .map((row) =>
      columns
        .map(({ width, isRight }, at) => (isRight ? row[at]?.padStart(width) : row[at]?.padEnd(width)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
