/** What a file format is, as a table, and the one reader of all of them. */
import { plainLine } from './clean-text.ts'
import type { Headings } from './columns.ts'
import {
  type Cell,
  type Cells,
  cleanCell,
  type Field,
  FIELDS,
  isYes,
  readCell,
  type RejectedRow,
  type Row,
  type SourceRow,
  VARIANT_FIELDS,
} from './fields.ts'
import { applyPrices, bindPrices, NO_PRICES, type PriceColumns, type PriceHeadings } from './prices.ts'
import { UserError } from '../../user-error.ts'

/** A file format. A new one is a table like these. */
export interface Layout {
  name: 'shopify' | 'woocommerce' | 'google' | 'plain'
  /** A file with all headings of one of these lists has this layout. */
  recognisedBy: string[][]
  /** Whether its files tell all about a product, as exports do: an empty cell then means none. */
  isComplete: boolean
  /** Of `heading, heading` the first one counts that the file has; of several columns the first that a row fills. */
  headings: Partial<Record<Field, string | string[]>>
  prices: PriceHeadings
  /** What joins the texts of several columns. */
  joins?: Partial<Record<Field, string>>
  /** The headings of options such as a colour, with # for their number. */
  options?: { name: string; value: string }
  /** Columns that say more about whether a product is shown. */
  visibility?: VisibilityHeading[]
  /** A column without which, or with 1 or in stock in which, the stock holds. */
  availability?: string
  /** What texts mean in this layout, before they are cleaned. */
  texts?: Partial<Record<Field, (text: string) => string>>
  /** Whether texts are those of a shop like this one: a dash is a dash. */
  isExact?: boolean
  /** Headings of columns that the rules below read. */
  further?: Record<string, string>
  /** The variant rule: completes a row by what the tables above cannot say. */
  complete?: (row: Row, further: Record<string, Cell | undefined>) => RejectedRow | Row
  /** What identifies the rows of a file; their key if left out. */
  identify?: (columns: Columns, headings: Headings) => (cells: Cells) => Pick<Row, 'key' | 'findBy'>
}

export interface VisibilityHeading {
  heading: string
  /** The flag for being shown; empty if the text says nothing of it. Text that is no flag is refused later. */
  read: (text: string) => string
  /** What the column does, to show to the user. */
  note?: string
}

/** The columns of a field. */
interface Column {
  at: number[]
  join?: string | undefined
  text?: ((text: string) => string) | undefined
  /** Whether the user chose it. */
  isMapped?: boolean
}

export type Columns = Partial<Record<Field, Column>>

/** The headings of each field, chosen by the user; several form a category path. */
export type ColumnMap = Partial<Record<Field, string[]>>

const EXAMPLE = '--map "name=Product,price=Sale price,mrp=MRP,category=Department>Shelf"'

/**
 * Parses `field=column,…`. A category may combine columns (`category=department>shelf`); a field without a column is
 * not read.
 *
 * @throws UserError
 */
export function parseColumnMap(text: string): ColumnMap {
  const map: ColumnMap = {}
  // Headings may contain commas.
  for (const pair of text.split(/,(?=[^,]*=|\s*$)/).filter((part) => part.trim() !== '')) {
    const [name = '', ...rest] = pair.split('=')
    const field = FIELDS.find((candidate) => candidate === name.trim())
    if (rest.length === 0 || !field)
      throw new UserError(`--map does not know "${name.trim()}". The fields are ${FIELDS.join(', ')}.`)
    const column = rest.join('=')
    map[field] = column === '' ? [] : column.split('>').map((heading) => heading.trim())
  }
  return map
}

const PATH = ' > '
const METAFIELD = /metafields\.haat\.([a-z_]+)\)?$/

export interface ReaderOptions {
  map: ColumnMap
  /** Decides whether a sale is running. */
  now: Date
  /** The fields that the file may change; all if left out. */
  only?: readonly Field[] | undefined
}

/** Reads the rows of one file by the columns that its headings name. */
export class LayoutReader {
  readonly layout: Layout
  readonly name: Layout['name']
  readonly #headings: Headings
  readonly #now: Date
  readonly #prices: PriceColumns
  readonly #columns: Columns
  readonly #visibility: (VisibilityHeading & { at: number })[]
  readonly #options: { name: number; value: number }[]
  readonly #availability: number
  readonly #further: [name: string, at: number][]
  readonly #read: (field: Field, text: string) => string
  readonly #identify: (cells: Cells) => Pick<Row, 'key' | 'findBy'>
  /** Only the first row of a key may have the names of its options. */
  #optionNames: { key: string; names: string[] } = { key: '', names: [] }

  /** @throws UserError when a mapped column is missing, or the columns describe no products */
  constructor(layout: Layout, headings: Headings, { map, now, only }: ReaderOptions) {
    const fields = only ? (['key', 'sku', ...only] as const) : FIELDS
    this.layout = layout
    this.name = layout.name
    this.#headings = headings
    this.#now = now
    this.#prices = fields.includes('price')
      ? bindPrices(layout.prices, headings, map.price !== undefined)
      : NO_PRICES
    this.#columns = bindColumns(layout, headings, this.#prices, map, fields)
    this.#visibility = fields.includes('is_published') ? bindVisibility(layout, headings, this.#columns) : []
    this.#options = fields.includes('color') ? bindOptions(layout, headings) : []
    this.#availability = fields.includes('stock') ? headings.findFirst(layout.availability) : -1
    this.#further = Object.entries(layout.further ?? {}).map(([name, names]) => [
      name,
      headings.findFirst(names),
    ])
    this.#read = layout.isExact || headings.names.some((name) => METAFIELD.test(name)) ? cleanCell : readCell
    this.#identify =
      layout.identify?.(this.#columns, headings) ?? (({ key }) => ({ key: key?.text ?? '', findBy: 'key' }))
    this.#checkColumns(only)
  }

  /** The columns of each field, to show to the user. */
  get columns(): Partial<Record<Field, string>> {
    const name = (at: number) => this.#headings.name(at)
    const named = Object.entries(this.#columns).map(([field, { at, join }]) => [
      field,
      at.map(name).join(join === PATH ? PATH : ', '),
    ])
    const columns: Partial<Record<Field, string>> = Object.fromEntries(named)
    const also = (field: Field, names: string[]) => {
      if (names.length > 0) columns[field] = [columns[field] ?? [], names].flat().join(', ')
    }
    const { otherwise, starts, ends } = this.#prices
    const dates = [starts, ends].filter((at) => at >= 0).map(name)
    if (dates.length > 0) columns.price += ` (dates: ${dates.join(', ')})`
    if (otherwise >= 0) columns.price += `, or ${name(otherwise)} if empty`
    also(
      'is_published',
      this.#visibility.map(({ at, note = '' }) => name(at) + note),
    )
    also('stock', [this.#availability].filter((at) => at >= 0).map(name))
    if (this.#options.length > 0)
      for (const field of ['color', 'size', 'variant_name'] as const) columns[field] ??= 'options'
    return columns
  }

  /** Headings of the columns that are not read. */
  get unused(): string[] {
    const { otherwise, starts, ends } = this.#prices
    const used = new Set([
      ...Object.values(this.#columns).flatMap(({ at }) => at),
      ...[otherwise, starts, ends, this.#availability],
      ...this.#visibility.map(({ at }) => at),
      ...this.#options.flatMap(({ name, value }) => [name, value]),
      ...this.#further.map(([, at]) => at),
    ])
    return this.#headings.names.filter((name, at) => name.trim() !== '' && !used.has(at))
  }

  read(source: SourceRow): Row | RejectedRow {
    const { line } = source
    const { layout } = this
    const cellAt = (at: number) => this.#cellAt(source, at)
    const cells = this.#cellsOf(source)
    if (isTotal(cells)) return reject(line, cells.name, 'The row is a total, not a product')
    const noDate = applyPrices(cells, this.#prices, cellAt, { isComplete: layout.isComplete, now: this.#now })
    if (noDate) return reject(line, noDate, 'Not a date: write 31/12/2026 or 2026-12-31')
    this.#applyVisibility(cells, cellAt)
    const availability = cellAt(this.#availability)
    if (availability?.text && !/^(1|in[ _]stock)$/i.test(availability.text))
      cells.stock = { column: availability.column, text: '0' }
    const hasVariant = VARIANT_FIELDS.some((field) => cells[field]?.text)
    const row: Row = { line, ...this.#identify(cells), hasVariant, fields: cells }
    if (!layout.complete) return row
    return layout.complete(row, Object.fromEntries(this.#further.map(([name, at]) => [name, cellAt(at)])))
  }

  #cellAt({ cells }: SourceRow, at: number): Cell | undefined {
    return at < 0 ? undefined : { column: this.#headings.name(at), text: readCell('price', cells[at] ?? '') }
  }

  #cellsOf(source: SourceRow): Cells {
    const cells: Cells = {}
    for (const field in this.#columns) cells[field as Field] = this.#cellOf(source, field as Field)
    return this.#options.length === 0
      ? cells
      : { ...this.#optionCells(source, cells.key?.text ?? ''), ...cells }
  }

  #cellOf(source: SourceRow, field: Field): Cell {
    const { at, join, text } = this.#columns[field]!
    const [first = 0] = at
    const filled = at.length === 1 ? at : at.filter((index) => source.cells[index]?.trim())
    const texts = filled.map((index) => source.cells[index] ?? '')
    const raw = (join === undefined ? texts[0] : texts.map((part) => partOf(part, join)).join(join)) ?? ''
    const column = this.#headings.name((join === PATH ? at.at(-1) : filled[0]) ?? first)
    return { column, text: this.#read(field, text ? text(raw) : raw) }
  }

  #optionCells(source: SourceRow, key: string): Cells {
    const names = this.#options.map(({ name }) => this.#cellAt(source, name)?.text ?? '')
    if (key !== this.#optionNames.key || names[0] !== '') this.#optionNames = { key, names }
    return optionCells(
      this.#options.map(({ value }, at) => ({
        name: this.#optionNames.names[at] ?? '',
        cell: this.#cellAt(source, value)!,
      })),
    )
  }

  /** What hides a product, or cannot be read, comes before what shows it. */
  #applyVisibility(cells: Cells, cellAt: (at: number) => Cell | undefined): void {
    if (this.#visibility.length === 0) return
    const said = this.#visibility.map(({ at, read }) => {
      return { column: this.#headings.name(at), text: read(cellAt(at)?.text ?? '') }
    })
    const given = [...said, cells.is_published].filter((cell) => cell !== undefined && cell.text !== '')
    cells.is_published = given.find((cell) => cell && !isYes(cell.text)) ?? given[0]
  }

  #checkColumns(only: readonly Field[] | undefined): void {
    const columns = this.#columns
    if (only && !columns.key && !columns.sku)
      throw new UserError(`No column identifies the products: sku or key is needed. ${this.#headings.list()}`)
    if (only?.every((field) => !columns[field]))
      throw new UserError(`There is no column "${only.join('" or "')}". ${this.#headings.list()}`)
    if (only) return
    const missing = (['name', 'price'] as const).find((field) => !columns[field])
    const count = Object.keys(columns).length + this.#visibility.length
    if (!missing || ((columns.key ?? columns.sku ?? columns.slug) && count > 1)) return
    throw new UserError(
      `No column was recognised as the ${missing}. ${this.#headings.list()} Name the columns: ${EXAMPLE}`,
    )
  }
}

const reject = (
  line: number,
  { column, text }: Cell = { column: '', text: '' },
  reason: string,
): RejectedRow => ({
  line,
  column,
  value: text,
  reason,
})

const partOf = (text: string, join: string): string =>
  join === PATH ? plainLine(text).replaceAll('>', '›') : text

/** @throws UserError when a mapped column is missing */
function bindColumns(
  layout: Layout,
  headings: Headings,
  prices: PriceColumns,
  map: ColumnMap,
  fields: readonly Field[],
): Columns {
  const columns: Columns = {}
  for (const field of fields) {
    const mapped = map[field]
    const at = mapped ? mappedColumns(headings, field, mapped) : columnsOf(layout, headings, prices, field)
    const join = mapped && mapped.length > 1 ? PATH : layout.joins?.[field]
    if (at.length > 0)
      columns[field] = { at, join, text: layout.texts?.[field], isMapped: mapped !== undefined }
  }
  // haat export adds them to other shops' formats; they hold the exact values of the shop.
  for (const [index, name] of headings.names.entries()) {
    const field = FIELDS.find((candidate) => candidate === METAFIELD.exec(name)?.[1])
    if (field && fields.includes(field)) columns[field] = { at: [index] }
  }
  // A name is no key of its own: rows without a key are identified by brand and name.
  if (columns.key?.at[0] === columns.name?.at[0]) delete columns.key
  return columns
}

function columnsOf(layout: Layout, headings: Headings, prices: PriceColumns, field: Field): number[] {
  const names = [layout.headings[field] ?? []].flat()
  const at =
    field === 'price' || field === 'mrp' ? [prices[field]] : names.map((name) => headings.findFirst(name))
  return at.filter((index) => index >= 0)
}

function mappedColumns(headings: Headings, field: Field, mapped: string[]): number[] {
  const missing = mapped.find((heading) => headings.find(heading) < 0)
  if (missing !== undefined) throw new UserError(`There is no column "${missing}". ${headings.list()}`)
  if (mapped.length > 1 && field !== 'category')
    throw new UserError(`Only category can combine several columns. ${headings.list()}`)
  return mapped.map((heading) => headings.find(heading))
}

/** If the user chose the column that shows products, the others do not count. */
function bindVisibility(layout: Layout, headings: Headings, columns: Columns) {
  const chosen = columns.is_published?.isMapped ? columns.is_published.at[0] : undefined
  const found = (layout.visibility ?? [])
    .map((column) => ({ ...column, at: headings.find(column.heading) }))
    .filter(({ at }) => at >= 0 && (chosen === undefined || at === chosen))
  if (chosen !== undefined && found.length > 0) delete columns.is_published
  return found
}

function bindOptions({ options }: Layout, headings: Headings): { name: number; value: number }[] {
  if (!options) return []
  const find = (heading: string, number: number) => headings.find(heading.replace('#', String(number)))
  return Array.from({ length: OPTIONS_MAX }, (_, index) => ({
    name: find(options.name, index + 1),
    value: find(options.value, index + 1),
  })).filter(({ value }) => value >= 0)
}

const OPTIONS_MAX = 20
const COLOUR = /^(colou?rs?|shades?)$/i
const SIZE = /^(sizes?|shoe size)$/i
const NO = /^(no|n|false|none)$/i
const YES = /^(yes|y|true)$/i

/**
 * Maps options such as "Shade: Blue": colour and size are fields, the other values form the variant's name. Of a
 * yes-or-no option such as "Logo" the name is shown, and only for yes.
 */
function optionCells(options: { name: string; cell: Cell }[]): Cells {
  const cells: Cells = {}
  const rest: Cell[] = []
  for (const { name, cell } of options) {
    if (cell.text === '' || (/^title$/i.test(name) && /^default title$/i.test(cell.text))) continue
    if (COLOUR.test(name) && !cells.color) cells.color = cell
    else if (SIZE.test(name) && !cells.size) cells.size = cell
    else if (YES.test(cell.text)) rest.push({ column: cell.column, text: name })
    else if (!NO.test(cell.text)) rest.push(cell)
  }
  const [first] = rest
  if (first) cells.variant_name = { column: first.column, text: rest.map(({ text }) => text).join(' / ') }
  return cells
}

const TOTAL = /^((grand|sub|page)[ -]?)?totals?[\s\d:=.-]*$/i

/** Whether a row sums up others: named so, and without an identifier. */
function isTotal({ name, category, key, sku, slug }: Cells): boolean {
  return TOTAL.test(name?.text || category?.text || '') && [key, sku, slug].every((cell) => !cell?.text)
}

/** All headings of a layout, by which the row of headings is found among the titles above it. */
export const knownHeadings = ({ headings, prices, visibility = [] }: Layout): string[] => [
  ...[...Object.values(headings), ...Object.values(prices)].flat().flatMap((names) => names.split(',')),
  ...visibility.map(({ heading }) => heading),
]
