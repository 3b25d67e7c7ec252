/** Finds columns by their headings. */
import { type Cell, type Field, type FieldRow, FIELDS, type SourceRow } from './fields.ts'

/** The currency in headings such as "MRP (Rs.)", and what "MRP (incl. of all taxes)" adds. */
const ADDITION = /\s*\((?:in )?(?:rs|inr|rupees|₹)\)$|\s(?:in )?(?:rs|inr|rupees|₹)$|\s*\(incl[^()]*\)$/

const normalise = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll(/[\s_-]+/g, ' ')
    .replace(/\s*\*+\s*$/, '')
    .trim()
    .replace(ADDITION, '')

const ROW_NUMBER = /^(#|no|index|unnamed: 0|(s|sl|sr|serial|row|line)[ /]?(n|no|num|number|#)?)$/

/** Whether a column numbers the rows of its file. Another file numbers other products so: it identifies none. */
export const isRowNumber = (heading: string): boolean => ROW_NUMBER.test(normalise(heading))

const SHOP_ID = /^(product )?id$/

/** Whether a column of a file without names may hold the ids that the shop shows. */
export const isShopId = (heading: string): boolean => SHOP_ID.test(normalise(heading))

/** The columns of a file, ignoring case, spacing, dots and underscores. Of equal headings the first counts. */
export class Headers {
  readonly names: string[]
  readonly #at = new Map<string, number>()
  readonly #used = new Set<number>()

  constructor(names: string[]) {
    this.names = names
    for (const [index, name] of names.entries()) {
      if (name.trim() !== '' && !this.#at.has(normalise(name))) this.#at.set(normalise(name), index)
    }
  }

  /** Index of the first of these headings that the file has, or -1. */
  find(...headings: string[]): number {
    for (const heading of headings) {
      const at = this.#at.get(normalise(heading))
      if (at !== undefined) return at
    }
    return -1
  }

  /** Like find(), and marks the column as used. */
  use(...headings: string[]): number {
    const at = this.find(...headings)
    if (at >= 0) this.#used.add(at)
    return at
  }

  markUsed(index: number): void {
    this.#used.add(index)
  }

  /** Headings of the columns that nothing reads. */
  unused(): string[] {
    return this.names.filter((name, index) => name.trim() !== '' && !this.#used.has(index))
  }

  has(...headings: string[]): boolean {
    return headings.every((heading) => this.find(heading) >= 0)
  }

  name(index: number): string {
    return this.names[index] ?? ''
  }

  cell(row: SourceRow, index: number): Cell | undefined {
    return index < 0 ? undefined : { column: this.name(index), text: row.cells[index] ?? '' }
  }

  /** The trimmed text of a column; empty when the file lacks it. */
  text(row: SourceRow, index: number): string {
    return index < 0 ? '' : (row.cells[index] ?? '').trim()
  }
}

const TITLE_ROWS_MAX = 10

/**
 * Splits a table into its headings, without the titles above them, and the rows below. `header` is undefined if empty.
 *
 * @param known headings to recognise the row of headings by
 */
export async function splitTitles(
  chunks: AsyncGenerator<SourceRow[], undefined>,
  known: readonly string[],
): Promise<{ header: SourceRow | undefined; below: AsyncGenerator<SourceRow[]> }> {
  const start: SourceRow[] = []
  while (start.length <= TITLE_ROWS_MAX) {
    const next = await chunks.next()
    if (next.done) break
    start.push(...next.value)
  }
  const at = headingsAt(start.slice(0, TITLE_ROWS_MAX + 1), new Set(known.map(normalise)))
  return { header: start[at], below: chain(start.slice(at + 1), chunks) }
}

/**
 * The row with the most known headings, if it has two. Otherwise the first one that fills more than a third of the
 * columns: titles and dates above it mostly fill fewer.
 */
function headingsAt(rows: SourceRow[], known: ReadonlySet<string>): number {
  const matches = rows.map(
    ({ cells }) => new Set(cells.map(normalise).filter((cell) => known.has(cell))).size,
  )
  const best = Math.max(0, ...matches)
  if (best >= 2) return matches.indexOf(best)
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const most = Math.max(0, ...filled)
  return most < 2 ? 0 : filled.findIndex((count) => count > Math.max(1, Math.floor(most / 3)))
}

async function* chain(first: SourceRow[], rest: AsyncIterable<SourceRow[]>): AsyncGenerator<SourceRow[]> {
  yield first
  yield* rest
}

export type Columns = Partial<Record<Field, number>>

/** The column index of each field that the file has. */
export function columnsOf(headers: Headers, headings: Partial<Record<Field, string[]>>): Columns {
  const columns: Columns = {}
  for (const field of FIELDS) {
    const at = headers.use(...(headings[field] ?? []))
    if (at >= 0) columns[field] = at
  }
  return columns
}

const METAFIELD = /metafields\.haat\.([a-z_]+)\)?$/

/** Columns that `haat export` adds to other shops' formats; they hold the exact values of the shop. */
export function exportedColumns(headers: Headers): Columns {
  const columns: Columns = {}
  for (const [index, name] of headers.names.entries()) {
    const field = FIELDS.find((candidate) => candidate === METAFIELD.exec(name)?.[1])
    if (!field) continue
    columns[field] = index
    headers.markUsed(index)
  }
  return columns
}

/** The cells of a row by field. */
export function cellsOf(headers: Headers, row: SourceRow, columns: Columns): Partial<Record<Field, Cell>> {
  const fields: Partial<Record<Field, Cell>> = {}
  for (const field in columns) {
    const cell = headers.cell(row, columns[field as Field] ?? -1)
    if (cell) fields[field as Field] = cell
  }
  return fields
}

/** The heading of each field. */
export function headingsOf(headers: Headers, columns: Columns): Partial<Record<Field, string>> {
  return Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, headers.name(index)]))
}

const COLOUR = /^(colou?rs?|shades?)$/i
const SIZE = /^(sizes?|shoe size)$/i

const NO = /^(no|n|false|none|n\/a)$/i
const YES = /^(yes|y|true)$/i

/**
 * Maps options such as "Shade: Blue": colour and size are fields, the other values form the variant's name. Of a
 * yes-or-no option such as "Logo" the name is shown, and only for yes.
 */
export function optionFields(options: { name: string; cell: Cell }[]): Partial<Record<Field, Cell>> {
  const fields: Partial<Record<Field, Cell>> = {}
  const rest: Cell[] = []
  for (const { name, cell } of options) {
    if (cell.text.trim() === '' || (/^title$/i.test(name) && /^default title$/i.test(cell.text))) continue
    if (COLOUR.test(name.trim()) && !fields.color) fields.color = cell
    else if (SIZE.test(name.trim()) && !fields.size) fields.size = cell
    else if (YES.test(cell.text.trim())) rest.push({ column: cell.column, text: name.trim() })
    else if (!NO.test(cell.text.trim())) rest.push(cell)
  }
  const [first] = rest
  if (first) fields.variant_name = { column: first.column, text: rest.map((cell) => cell.text).join(' / ') }
  return fields
}

/** `1` if the price is below the MRP, which other shops call being on sale. */
export function onSale(price: Cell | undefined, mrp: Cell | undefined): Cell | undefined {
  if (!price || !mrp) return undefined
  const [current, list] = [price, mrp].map((cell) => Number(cell.text.replaceAll(/[^\d.]/g, '')))
  return { column: mrp.column, text: (list ?? 0) > (current ?? 0) ? '1' : '0' }
}

const TOTAL = /^((grand|sub|page)[ -]?)?totals?[\s\d:=.-]*$/i

/** Whether a row sums up others: named so, and without an identifier. */
export function isTotal({ name, category, key, sku, slug }: FieldRow['fields']): boolean {
  const label = name?.text.trim() || category?.text.trim() || ''
  return TOTAL.test(label) && [key, sku, slug].every((cell) => !cell?.text.trim())
}
