/** Reads the rows of a file by the tables of its layout. */
import { plural } from '@haat/contract/staff/act'
import { type Headings, isWithoutTax, normalise } from './columns.ts'
import { type Cell, type Cells, type RejectedRow, rejectRow, type Row, type SourceRow } from './rows.ts'
import {
  cleanCell,
  type Field,
  FIELD_RULES,
  FIELDS,
  isFlag,
  isYes,
  readCell,
  VARIANT_FIELDS,
} from '../../../acts/cells/fields.ts'
import type { Layout, ReadText } from './layout.ts'
import { optionCells } from './options.ts'
import { applyPrices, describePrices, type PriceHeadings } from './prices.ts'
import { UserError } from '../../user-error.ts'

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

/** Columns that haat export adds to other shops' formats; they hold the exact values of the shop. */
const METAFIELD = /metafields\.haat\.([a-z_]+)\)?$/

interface FieldColumns {
  at: number[]
  join?: string | undefined
  text?: ReadText | undefined
}

interface ReaderSettings {
  map: ColumnMap
  /** Decides whether a sale is running. */
  now: Date
  /** See ImportOptions. */
  only?: readonly Field[] | undefined
  /** The text above the headings. */
  titles: string
}

/** The file describes no products by the columns that were recognised; others can be mapped. */
export class ColumnsError extends UserError {
  /** The message without what to type on the command line. */
  readonly fault: string
  readonly understood: Pick<LayoutReader, 'columns' | 'unused'> & { layout: string }

  constructor(fault: string, hint: string, { layout, columns, unused }: LayoutReader) {
    super([fault, hint].filter(Boolean).join(' '))
    this.fault = fault
    this.understood = { layout: layout.name, columns, unused }
  }
}

export class LayoutReader {
  readonly layout: Layout
  /** The columns of each field, to show to the user. */
  readonly columns: Partial<Record<Field, string>>
  readonly #headings: Headings
  readonly #settings: ReaderSettings
  readonly #prices: PriceHeadings
  readonly #fields: [field: Field, columns: FieldColumns][]
  readonly #options: { name: string; value: string }[]
  readonly #read: (field: Field, text: string) => string
  readonly #identify: (cells: Cells) => Pick<Row, 'key' | 'findBy'>
  /** How many rows lose what. */
  readonly #told = new Map<string, number>()
  /** Only the first row of a key may have the names of its options. */
  #optionNames: { key: string; names: string[] } = { key: '', names: [] }

  /** @throws UserError when a mapped column is missing, or the columns describe no products */
  constructor(layout: Layout, headings: Headings, settings: ReaderSettings) {
    const { map, titles } = settings
    this.layout = layout
    this.#headings = headings
    this.#settings = settings
    this.#prices = {
      ...layout.prices,
      // A list price without tax is no MRP.
      ...(isWithoutTax(titles) && {
        list: layout.prices.list?.replaceAll(/(market|list|regular) price,?/g, '') ?? '',
      }),
      usual: usualPrices(layout.prices.usual, headings, titles),
      ...(map.price && { usual: '', sale: '' }),
      ...(map.mrp && { list: '' }),
    }
    this.#fields = this.#findFields()
    this.#options = this.#findOptions()
    this.columns = this.#describe()
    this.#checkColumns()
    const isExact = layout.isExact || headings.names.some((name) => METAFIELD.test(name))
    this.#read = isExact ? cleanCell : readCell
    this.#identify =
      layout.identify?.(this.columns, headings.names) ??
      ((cells) => ({ key: cells.key?.text ?? '', findBy: ['key'] }))
  }

  /** Headings of the columns that are not read. */
  get unused(): string[] {
    return this.#headings.unused(this.#fields.flatMap(([, { at }]) => at))
  }

  readonly #tell = (what: string) => void this.#told.set(what, (this.#told.get(what) ?? 0) + 1)

  /** What the rows that were read have lost. */
  get notes(): string[] {
    return [...this.#told].map(([what, rows]) => `${plural(rows, 'row has', 'rows have')} ${what}.`)
  }

  /** @returns null for an example of a template */
  read(source: SourceRow): Row | RejectedRow | null {
    const { layout } = this
    const cell = (names: string | undefined) => this.#cell(source, names)
    const cells = this.#cellsOf(source)
    if (cells.name?.text.startsWith(EXAMPLE_NAME)) return null
    if (isTotal(cells)) return rejectRow(source.line, cells.name, 'The row is a total, not a product')
    if (isTaxNote(source)) return rejectRow(source.line, cells.name, 'A note about tax, not a product')
    if (cells.weight && 'reason' in FIELD_RULES.weight.parse(cells.weight.text)) {
      this.#tell('a weight that cannot be read: it is left out')
      delete cells.weight
    }
    const { map, now } = this.#settings
    const noDate = applyPrices(cells, this.#prices, cell, { isComplete: layout.isComplete, now })
    if (noDate) return rejectRow(source.line, noDate, 'Not a date: write 31/12/2026 or 2026-12-31')
    if (map.mrp?.length === 0) delete cells.mrp
    if (cells.stock?.text.startsWith('+')) {
      cells.stock_change = cells.stock
      delete cells.stock
    }
    const availability = cell(layout.availability)
    if (availability?.text && !/^(1|in[ _]stock)$/i.test(availability.text))
      cells.stock = { ...availability, text: '0' }
    const row: Row = {
      line: source.line,
      ...this.#identify(cells),
      hasVariant: VARIANT_FIELDS.some((field) => cells[field]?.text),
      fields: cells,
    }
    return layout.complete?.(row, cell) ?? row
  }

  /** A cell of the first column that the file has of `heading, heading`. */
  #cell({ cells }: SourceRow, names: string | undefined): Cell | undefined {
    const at = names === undefined ? -1 : this.#headings.use(names)
    return at < 0 ? undefined : { column: this.#headings.name(at), text: readCell('price', cells[at] ?? '') }
  }

  #cellsOf(source: SourceRow): Cells {
    const cells: Cells = {}
    for (const [field, columns] of this.#fields)
      cells[field] =
        field === 'is_published' ? this.#visibility(source, columns) : this.#fieldCell(source, field, columns)
    if (this.#options.length === 0) return cells
    return { ...this.#optionCells(source, cells.key?.text ?? ''), ...cells }
  }

  #fieldCell({ cells }: SourceRow, field: Field, { at, join, text }: FieldColumns): Cell {
    const filled = at.length === 1 ? at : at.filter((index) => cells[index]?.trim())
    const texts = filled.map((index) => cells[index] ?? '')
    const raw = join === undefined ? (texts[0] ?? '') : texts.join(join)
    const column = this.#headings.name(filled[0] ?? at[0] ?? -1)
    return { column, text: this.#read(field, text ? text(raw, this.#tell) : raw) }
  }

  /** What hides a product, or cannot be read, comes before what shows it. */
  #visibility({ cells }: SourceRow, { at }: FieldColumns): Cell {
    const said = at.map((index) => {
      const column = this.#headings.name(index)
      return { column, text: shownBy(column, readCell('is_published', cells[index] ?? '')) }
    })
    const given = said.filter(({ text }) => text !== '')
    return given.find(({ text }) => !isYes(text)) ?? given[0] ?? { column: '', text: '' }
  }

  #optionCells(source: SourceRow, key: string): Cells {
    const names = this.#options.map(({ name }) => this.#cell(source, name)?.text ?? '')
    if (key !== this.#optionNames.key || names[0] !== '') this.#optionNames = { key, names }
    return optionCells(
      this.#options.map(({ value }) => this.#cell(source, value)!),
      this.#optionNames.names,
    )
  }

  #findFields(): [field: Field, columns: FieldColumns][] {
    const { layout } = this
    const found = new Map<Field, FieldColumns>()
    for (const field of FIELDS) {
      const mapped = this.#settings.map[field]
      const known = [layout.headings[field] ?? []].flat().map((name) => this.#headings.use(name))
      const at = mapped ? this.#mappedColumns(field, mapped) : known.filter((index) => index >= 0)
      const join = mapped && mapped.length > 1 ? '>' : layout.joins?.[field]
      if (at.length > 0) found.set(field, { at, join, text: this.#textOf(field, at) })
    }
    this.#guessFields(found)
    for (const [index, name] of this.#headings.names.entries()) {
      const field = FIELDS.find((candidate) => candidate === METAFIELD.exec(name)?.[1])
      if (field) found.set(field, { at: [index] })
    }
    // A name is no key of its own: rows without a key are identified by brand and name.
    if (found.get('key')?.at[0] === found.get('name')?.at[0]) found.delete('key')
    return [...found]
  }

  /** Columns that no list has, by their words. */
  #guessFields(found: Map<Field, FieldColumns>): void {
    const has = (...names: (string | undefined)[]): boolean =>
      names.some((list) => list && this.#headings.use(list) >= 0)
    const { usual, sale, list } = this.#prices
    for (const [field, words] of Object.entries(this.layout.words ?? {}) as [Field, RegExp][]) {
      if (found.has(field) || this.#settings.map[field]) continue
      if ((field === 'price' && has(usual, sale)) || (field === 'mrp' && has(list))) continue
      const used = [...found.values()].flatMap(({ at }) => at)
      const at = this.#headings.guess(words, used)
      if (at >= 0) found.set(field, { at: [at], text: this.#textOf(field, [at]) })
    }
  }

  /** How to read a field, of which the heading may say more. */
  #textOf(field: Field, [first = -1]: number[]): ReadText | undefined {
    const heading = normalise(this.#headings.name(first))
    if (field === 'weight' && GRAMS.test(heading))
      return (text) => (/^[\d.]+$/.test(text.trim()) ? `${text} g` : text)
    // There are other types of tax.
    if (field === 'tax_included' && heading.endsWith('type'))
      return (text) => (/^\s*((in|ex)cl|with)/i.test(text) ? text : '')
    return this.layout.texts?.[field]
  }

  #mappedColumns(field: Field, mapped: string[]): number[] {
    const missing = mapped.find((heading) => this.#headings.find(heading) < 0)
    if (missing !== undefined)
      throw new UserError(`There is no column "${missing}". ${this.#headings.list()}`)
    if (mapped.length > 1 && field !== 'category')
      throw new UserError(`Only category can combine several columns. ${this.#headings.list()}`)
    return mapped.map((heading) => this.#headings.find(heading))
  }

  #findOptions(): { name: string; value: string }[] {
    const { name, value } = this.layout.options ?? { name: '', value: '' }
    return Array.from({ length: OPTIONS_MAX }, (_, at) => {
      return { name: name.replace('#', `${at + 1}`), value: value.replace('#', `${at + 1}`) }
    }).filter((option) => this.#headings.use(option.value) >= 0)
  }

  #describe(): Partial<Record<Field, string>> {
    const heading = (names: string | undefined) =>
      names === undefined ? undefined : this.#headings.name(this.#headings.use(names)) || undefined
    const described: Partial<Record<Field, string | undefined>> = describePrices(this.#prices, heading)
    if (this.#settings.map.mrp) delete described.mrp
    for (const [field, { at, join }] of this.#fields)
      described[field] = at.map((index) => this.#headings.name(index)).join(join === '>' ? ' > ' : ', ')
    const availability = heading(this.layout.availability)
    described.stock = [described.stock, availability].filter(Boolean).join(', ')
    for (const field of ['color', 'size', 'variant_name'] as const)
      if (this.#options.length > 0) described[field] ??= 'options'
    return Object.fromEntries(Object.entries(described).filter(([, names]) => names))
  }

  #checkColumns(): void {
    const { only } = this.#settings
    const has = (field: Field): boolean => this.columns[field] !== undefined
    const isIdentified = has('key') || has('sku') || has('slug')
    const list = this.#headings.list()
    const failure = (fault: string, hint = '') => new ColumnsError(fault, hint, this)
    if (only && !isIdentified && !has('name'))
      throw failure(`No column identifies the products: id, key, sku or name is needed. ${list}`)
    if (only && !only.some(has)) throw failure(`There is no column "${only.join('" or "')}". ${list}`)
    const missing = (['name', 'price'] as const).find((field) => !has(field))
    if (only || !missing || (isIdentified && Object.keys(this.columns).length > 1)) return
    if (missing === 'price' && this.#headings.find('rate') >= 0)
      throw failure(
        'The file is a list of stock: its Rate is what the goods cost, and no column is the price.',
        'To set the stock of products that the shop has, run: haat stock FILE. To sell at the rate, add --map price=Rate',
      )
    throw failure(`No column was recognised as the ${missing}. ${list}`, `Name the columns: ${EXAMPLE}`)
  }
}

/** Names so begin the examples of a template, which are no products. */
export const EXAMPLE_NAME = 'Example: '

/** Whether the column Rate is what goods cost, as in a summary of stock: it has their value too, or says what it is. */
const isCost = (headings: Headings, titles: string): boolean =>
  ['value', 'closing value', 'stock value', 'amount'].some((name) => headings.find(name) >= 0) ||
  /\b(stock summary|closing (balance|stock)|inwards|outwards|purchases?)\b/i.test(titles)

const SELLING = /\b(retail|sell\w*|sales?|offer)\b.*\b(price|rate)\b/

/** The usual price without the columns that are none in this file: a cost, and what dealers pay where customers pay another. */
function usualPrices(usual: string, headings: Headings, titles: string): string {
  const sold = isCost(headings, titles) ? usual.replace(/, rate(?=,|$)/, '') : usual
  const isRetail = headings.names.some((name) => SELLING.test(normalise(name)))
  return isRetail ? sold.replace(', wholesale price, dealer price', '') : sold
}

const HIDES = /\b(hidden|deleted|archived|disabled|inactive|discontinued)([ _]at)?$/i
const NOT_HIDDEN = /^(0|false|no|n)$/i
const NO_DATE = /^(null|[0\s:-]*)$/i
const MAY_SAY_MORE = /(status|visibility in catalog|update delete|listing action|gift card|स्थिति)$/i

/** The flag for being shown that a column gives: yes hides under a heading such as "hidden", and so does a date. */
function shownBy(heading: string, text: string): string {
  if (HIDES.test(heading)) {
    if (NOT_HIDDEN.test(text)) return 'yes'
    return NO_DATE.test(text) ? '' : 'no'
  }
  return MAY_SAY_MORE.test(heading) && !isFlag(text) ? '' : text
}

const OPTIONS_MAX = 20
const GRAMS = /\b(g|gms?|grams?)\b/

/** Whether a row is only such a note, as below a table. */
export const isTaxNote = ({ cells }: SourceRow): boolean => {
  const [note = '', ...others] = cells.filter((cell) => cell.trim() !== '')
  return others.length === 0 && isWithoutTax(note)
}

const TOTAL = /^(((grand|sub|page)[ -]?)?totals?|कुल( योग)?|योग)[\s\d:=.-]*$/i

/** Whether a row sums up others: named so, and without an identifier. */
const isTotal = ({ name, category, key, sku, slug }: Cells): boolean =>
  TOTAL.test(name?.text || category?.text || '') && [key, sku, slug].every((cell) => !cell?.text)
