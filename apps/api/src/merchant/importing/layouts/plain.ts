/** Reads plain tables, one row for each product or variant, under the headings that people use. */
import { hash } from 'node:crypto'
import { cellsOf, columnsOf, type Headers, headingsOf, isRowNumber, isShopId, isTotal } from './columns.ts'
import { cleanLine, plainLine, stripMarkup } from './clean-text.ts'
import {
  BLANK_TEXTS,
  type Cell,
  type Field,
  FIELDS,
  type FieldRow,
  isBlank,
  type Layout,
  type RejectedRow,
  type SourceRow,
  VARIANT_FIELDS,
} from './fields.ts'
import { categoryList, isYes } from './parse-fields.ts'
import {
  HEADINGS,
  type HidingColumn,
  hidingColumns,
  KEYS,
  LIST_PRICES,
  PACK_SIZES,
  PRICES,
  SALE_ENDS,
  SALE_PRICES,
  SALE_STARTS,
} from './plain-headings.ts'
import { rejectDates, saleRuns } from './sale-dates.ts'
import { UserError } from '../../user-error.ts'

/** The columns of each field; several columns form a category path. */
export type ColumnMap = Partial<Record<Field, string[]>>

const EXAMPLE = '--map "name=Product,price=Sale price,mrp=MRP,category=Department>Shelf"'

/**
 * Parses `field=column,…`. A category may combine columns (`category=department>shelf`); a field without a
 * column is not read.
 *
 * @throws UserError
 */
export function parseColumnMap(text: string): ColumnMap {
  const map: ColumnMap = {}
  // Headings may contain commas.
  for (const pair of text.split(/,(?=[^,]*=|\s*$)/).filter((part) => part.trim() !== '')) {
    const [name, column] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const field = FIELDS.find((candidate) => candidate === name.trim())
    if (!pair.includes('=') || !field) {
      throw new UserError(
        `--map does not know "${(pair.includes('=') ? name : pair).trim()}". The fields are ${FIELDS.join(', ')}.`,
      )
    }
    map[field] = column === '' ? [] : column.split('>').map((heading) => heading.trim())
  }
  return map
}

interface PlainColumns {
  /** Index of each field's column. */
  fields: Partial<Record<Field, number>>
  /** Indexes of the columns that form the category path; empty when one column gives it. */
  path: number[]
  /** Index of the usual price, for rows whose sale price is empty or not in force; or -1. */
  usualPrice: number
  /** The columns that may hide a product. */
  hides: HidingColumn[]
}

/** @throws UserError when a mapped column is missing */
function applyMap(headers: Headers, map: ColumnMap, columns: PlainColumns): void {
  for (const field of FIELDS) {
    const mapped = map[field]
    if (!mapped) continue
    delete columns.fields[field]
    const positions = mapped.map((heading) => headers.find(heading))
    const missing = mapped.find((_, index) => positions[index] === -1)
    if (missing !== undefined) throw new UserError(`There is no column "${missing}". ${listColumns(headers)}`)
    if (positions.length > 1 && field !== 'category') {
      throw new UserError(`Only category can combine several columns. ${listColumns(headers)}`)
    }
    if (positions.length > 1) columns.path = positions
    else if (positions[0] !== undefined) columns.fields[field] = positions[0]
  }
}

const listColumns = (headers: Headers): string =>
  `The file has these columns: ${headers.names.filter(Boolean).join(', ')}.`

/** Chooses the columns of price and MRP: a sale price beats the usual one, which then stands in for the MRP. */
function priceColumns(headers: Headers, map: ColumnMap): PlainColumns {
  const [sale, usual, list] = [SALE_PRICES, PRICES, LIST_PRICES].map((names) => headers.find(...names))
  const [saleAt = -1, usualAt = -1, listAt = -1] = [map.price ? -1 : sale, usual, list]
  const columns: PlainColumns = { fields: {}, path: [], usualPrice: -1, hides: [] }
  const price = saleAt >= 0 ? saleAt : usualAt
  const mrp = listAt >= 0 || saleAt < 0 ? listAt : usualAt
  if (price >= 0) columns.fields.price = price
  if (mrp >= 0) columns.fields.mrp = mrp
  if (saleAt >= 0) columns.usualPrice = usualAt >= 0 ? usualAt : listAt
  return columns
}

const isExport = (headers: Headers): boolean => headers.has('image_alts', 'variant_image_alts')

function plainColumns(headers: Headers, map: ColumnMap): PlainColumns {
  const columns = priceColumns(headers, map)
  Object.assign(columns.fields, columnsOf(headers, HEADINGS))
  const key = headers.find(...KEYS)
  if (key >= 0) columns.fields.key = key
  const pack = headers.find(...PACK_SIZES)
  const { size, variant_name } = columns.fields
  if (pack >= 0 && size === undefined && variant_name === undefined) columns.fields.size = pack
  // Other shops' ratings are not those of this shop's customers.
  if (!isExport(headers)) delete columns.fields.rating
  applyMap(headers, map, columns)
  const mapped = map.is_published && (columns.fields.is_published ?? -1)
  columns.hides = hidingColumns(headers).filter(({ at }) => mapped === undefined || at === mapped)
  if (mapped !== undefined && columns.hides.length > 0) delete columns.fields.is_published
  // A name is no key of its own: rows without a key are identified by brand and name.
  if (columns.fields.key === columns.fields.name) delete columns.fields.key
  return columns
}

/** @throws UserError when the columns give neither new products nor changes of existing ones */
function checkColumns(headers: Headers, { fields, hides }: PlainColumns): void {
  const identified = [fields.key, fields.sku, fields.slug].some((at) => at !== undefined)
  const missing = (['name', 'price'] as const).find((field) => fields[field] === undefined)
  if (missing === undefined || (identified && Object.keys(fields).length + hides.length > 1)) return
  throw new UserError(
    `No column was recognised as the ${missing}. ${listColumns(headers)} Name the columns: ${EXAMPLE}`,
  )
}

export interface PlainOptions {
  map: ColumnMap
  /** Rows of one name and brand are products of their own. */
  separate: boolean
  /** Decides whether a sale with dates is running. */
  now: Date
}

/**
 * A table of products. Files need not have all columns: a row may change what the shop has by key, SKU, slug or id
 * alone.
 *
 * @throws UserError
 */
export function plainLayout(headers: Headers, { map, separate, now }: PlainOptions): Layout {
  const columns = plainColumns(headers, map)
  checkColumns(headers, columns)
  const saleDates = [headers.find(...SALE_STARTS), headers.find(...SALE_ENDS)]
  const used = [
    ...Object.values(columns.fields),
    ...columns.path,
    columns.usualPrice,
    ...columns.hides.map(({ at }) => at),
    ...saleDates,
  ]
  const mayHaveShopIds =
    map.key === undefined &&
    columns.fields.name === undefined &&
    isShopId(headers.name(columns.fields.key ?? -1))
  // haat export writes text as it is.
  const keepsMarkup = isExport(headers)
  const varies = hasVariants(columns)
  const rowsOfName = apart(headers, columns, separate) ? new Map<string, number>() : null
  const rowNumber = varies ? -1 : headers.names.findIndex(isRowNumber)

  const datesOf = (row: SourceRow) => saleDates.map((at) => headers.cell(row, at))
  const hasSale = (price: Cell | undefined): boolean => /[1-9]/.test(price?.text ?? '')

  function prices(row: SourceRow, { price, mrp }: FieldRow['fields']): FieldRow['fields'] {
    if (columns.usualPrice < 0) return { price, mrp }
    const isSale = hasSale(price) && saleRuns(datesOf(row), now)
    return { price: isSale ? price : headers.cell(row, columns.usualPrice), mrp }
  }

  function category(row: SourceRow, fields: FieldRow['fields']): Cell | undefined {
    if (columns.path.length > 0) {
      const parts = columns.path.map((index) => plainLine(headers.text(row, index)).replaceAll('>', '›'))
      return { column: headers.name(columns.path.at(-1) ?? 0), text: parts.filter(Boolean).join(' > ') }
    }
    return fields.category && { ...fields.category, text: pathOfTree(fields.category.text, fields) }
  }

  /** What hides a product, or cannot be read, comes before what shows it. */
  function published(row: SourceRow, { is_published: cell }: FieldRow['fields']): Cell | undefined {
    const hides = columns.hides.map(({ at, read }) => ({
      column: headers.name(at),
      text: read(headers.text(row, at)),
    }))
    const given = [...hides, ...(cell ? [cell] : [])].filter(({ text }) => text.trim() !== '')
    return given.find(({ text }) => !isYes(text)) ?? given[0]
  }

  function read(row: SourceRow): FieldRow | RejectedRow {
    const fields = cellsOf(headers, row, columns.fields)
    for (const field of keepsMarkup ? [] : BLANK_TEXTS) {
      const cell = fields[field]
      if (cell && isBlank(cell.text)) fields[field] = { ...cell, text: '' }
    }
    if (isTotal(fields)) {
      const { column, text } = fields.name ?? { column: '', text: '' }
      return { line: row.line, column, value: text, reason: 'The row is a total, not a product' }
    }
    const rejection =
      columns.usualPrice >= 0 && hasSale(fields.price) ? rejectDates(row.line, datesOf(row)) : null
    if (rejection) return rejection
    Object.assign(fields, prices(row, fields), { category: category(row, fields) })
    if (columns.hides.length > 0) fields.is_published = published(row, fields)
    for (const field of ['description', 'short_description'] as const) {
      const cell = fields[field]
      if (cell && !keepsMarkup) fields[field] = { ...cell, text: stripMarkup(cell.text) }
    }
    return {
      line: row.line,
      ...identityOf(fields, { separate, mayHaveShopIds, rowsOfName }, headers.text(row, rowNumber)),
      hasVariant: VARIANT_FIELDS.some((field) => textOf(fields, field) !== ''),
      fields,
    }
  }

  const dateNames = saleDates.map((at) => headers.name(at)).filter(Boolean)
  const dates = dateNames.length > 0 ? ` (dates: ${dateNames.join(', ')})` : ''
  return {
    name: 'plain',
    columns: {
      ...headingsOf(headers, columns.fields),
      ...(columns.path.length > 0 && {
        category: columns.path.map((index) => headers.name(index)).join(' > '),
      }),
      ...(columns.usualPrice >= 0 && {
        price: `${headers.name(columns.fields.price ?? -1)}${dates}, or ${headers.name(columns.usualPrice)} if empty`,
      }),
      ...(columns.hides.length > 0 && { is_published: publishedFrom(headers, columns) }),
    },
    unused: headers.names.filter((name, index) => name.trim() !== '' && !used.includes(index)),
    read,
  }
}

/** Such as `published, hidden (yes hides)`. */
const publishedFrom = (headers: Headers, { fields, hides }: PlainColumns): string =>
  [
    ...(fields.is_published === undefined ? [] : [headers.name(fields.is_published)]),
    ...hides.map(({ at, note }) => `${headers.name(at)}${note}`),
  ].join(', ')

const textOf = (fields: FieldRow['fields'], field: Field): string => fields[field]?.text.trim() ?? ''

/**
 * Whether rows of one name and brand are products of their own: on request, and where a file numbers its rows and has
 * no column that could make them variants.
 */
function apart(headers: Headers, { fields }: PlainColumns, separate: boolean): boolean {
  return (
    separate || (!hasVariants({ fields }) && fields.name !== undefined && headers.names.some(isRowNumber))
  )
}

/** Whether the file has a column that can make rows variants of one product. */
const hasVariants = ({ fields }: Pick<PlainColumns, 'fields'>): boolean =>
  (['sku', 'color', 'size', 'variant_name'] as const).some((field) => fields[field] !== undefined)

interface Identification {
  separate: boolean
  mayHaveShopIds: boolean
  /** Counts the rows of each name and brand, if they are products of their own. */
  rowsOfName: Map<string, number> | null
}

/**
 * A row without a name is a product of the shop, which its slug or SKU finds too.
 *
 * @param rowNumber empty if the file does not number its rows
 */
function identityOf(
  fields: FieldRow['fields'],
  { separate, mayHaveShopIds, rowsOfName }: Identification,
  rowNumber: string,
): Pick<FieldRow, 'key' | 'findBy' | 'formerKeys'> {
  const [key, name, slug, sku] = (['key', 'name', 'slug', 'sku'] as const).map((field) =>
    textOf(fields, field),
  )
  if (key) return { key, findBy: mayHaveShopIds && SHOP_ID.test(key) ? 'id' : 'key' }
  if (!name && slug) return { key: slug, findBy: 'slug' }
  if (!name) return { key: sku ?? '', findBy: 'sku' }
  if (separate && sku) return { key: sku, findBy: 'key' }
  const ofName = keyOfName(fields)
  const rows = (rowsOfName?.get(ofName) ?? 0) + 1
  rowsOfName?.set(ofName, rows)
  return {
    key: rowsOfName && rows > 1 ? keyOfName(fields, [`(${rows})`]) : ofName,
    findBy: separate ? 'key' : 'name',
    formerKeys: [rowNumber, keyOfName(fields, [], cleanLine)].filter((former) => former && former !== ofName),
  }
}

const SHOP_ID = /^[1-9]\d{0,8}$/
const KEY_MAX_LENGTH = 200

/** @param clean older versions left HTML entities in keys */
function keyOfName(fields: FieldRow['fields'], suffix: string[] = [], clean = plainLine): string {
  const key = [clean(textOf(fields, 'brand')), clean(textOf(fields, 'name')), ...suffix]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
  if (key.length <= KEY_MAX_LENGTH) return key
  return `${key.slice(0, KEY_MAX_LENGTH - 11)} ${hash('sha256', key).slice(0, 10)}`
}

const TREE_LEVELS = 4

/**
 * The path of a category that other shops export as a list, such as `["Clothing >> Shorts >> Alisha Blue Shorts"]`.
 * Levels that name the product or its brand are left out. Other text stays as it is.
 */
function pathOfTree(text: string, fields: FieldRow['fields']): string {
  const levels = categoryList(plainLine(text))
  if (levels === null) return text
  const [name, brand] = [textOf(fields, 'name').toLowerCase(), textOf(fields, 'brand').toLowerCase()]
  const last = (levels.at(-1) ?? '').replace(/\s*(\.{2,}|…)$/, '').toLowerCase()
  const path = name !== '' && name.startsWith(last) ? levels.slice(0, -1) : levels
  const end = path.findIndex((level) => brand !== '' && level.toLowerCase().startsWith(`${brand} `))
  return path.slice(0, end < 0 ? TREE_LEVELS : Math.min(end, TREE_LEVELS)).join(' > ')
}
