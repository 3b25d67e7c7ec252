/** Finds columns by their headings, and reads plain tables: one row for each product or variant. */
import { type Cell, type Field, FIELDS, type FieldRow, type Layout, type SourceRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const normalise = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

/** The columns of a file, ignoring case, spacing and underscores. Of equal headings the first counts. */
export class Headers {
  readonly names: string[]
  readonly #at = new Map<string, number>()

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

export type Columns = Partial<Record<Field, number>>

/** The column index of each field that the file has. */
export function columnsOf(headers: Headers, headings: Partial<Record<Field, string[]>>): Columns {
  const columns: Columns = {}
  for (const field of FIELDS) {
    const at = headers.find(...(headings[field] ?? []))
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
    if (field) columns[field] = index
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

/** Maps options such as "Shade: Blue": colour and size are fields, the other values form the variant's name. */
export function optionFields(options: { name: string; cell: Cell }[]): Partial<Record<Field, Cell>> {
  const fields: Partial<Record<Field, Cell>> = {}
  const rest: Cell[] = []
  for (const { name, cell } of options) {
    if (cell.text.trim() === '' || (/^title$/i.test(name) && /^default title$/i.test(cell.text))) continue
    if (COLOUR.test(name.trim()) && !fields.color) fields.color = cell
    else if (SIZE.test(name.trim()) && !fields.size) fields.size = cell
    else rest.push(cell)
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

/** @param dates the beginning and the end of the sale; what is not a date sets no limit */
export function saleRuns(dates: string[], now: Date): boolean {
  const [from = NaN, to = NaN] = dates.map((date) => Date.parse(date))
  return !(now.getTime() < from) && !(now.getTime() >= to)
}

const HEADINGS: Partial<Record<Field, string[]>> = {
  key: ['key', 'handle', 'product id', 'item id', 'id', 'index', 'sr no', 'serial number'],
  slug: ['slug'],
  name: ['name', 'product', 'product name', 'title', 'item', 'item name'],
  brand: ['brand', 'brand name', 'vendor', 'manufacturer'],
  category: ['category', 'categories', 'category path', 'product type'],
  short_description: ['short description', 'summary'],
  description: ['description', 'details', 'about'],
  hsn: ['hsn', 'hsn code'],
  gst_rate: ['gst rate', 'gst', 'tax rate', 'gst %'],
  country_of_origin: ['country of origin', 'origin', 'made in'],
  rating: ['rating'],
  is_new_arrival: ['is new arrival', 'new arrival'],
  is_featured: ['is featured', 'featured'],
  is_on_sale: ['is on sale'],
  is_published: ['is published', 'published', 'visible'],
  created_at: ['created at'],
  images: ['images', 'image', 'image url', 'picture', 'pictures'],
  image_alts: ['image alts'],
  videos: ['videos'],
  sku: ['sku', 'item code', 'product code', 'barcode'],
  price: ['price', 'sale price', 'selling price', 'offer price', 'our price'],
  mrp: ['mrp', 'market price', 'list price', 'maximum retail price', 'regular price'],
  stock: ['stock', 'quantity', 'qty', 'inventory', 'stock qty'],
  color: ['color', 'colour', 'shade'],
  size: ['size'],
  variant_name: ['variant name', 'variant', 'option'],
  weight: ['weight', 'weight kg', 'weight (kg)'],
  length: ['length', 'length cm', 'length (cm)'],
  breadth: ['breadth', 'width', 'width cm', 'width (cm)'],
  height: ['height', 'height cm', 'height (cm)'],
  variant_images: ['variant images', 'variant image'],
  variant_image_alts: ['variant image alts'],
}

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
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
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

/** @throws UserError when a mapped column is missing, or no column gives the name or the price */
export function plainLayout(headers: Headers, map: ColumnMap): Layout {
  const columns = columnsOf(headers, HEADINGS)
  const found = `The file has these columns: ${headers.names.filter(Boolean).join(', ')}.`
  let path: number[] = []
  for (const field of FIELDS) {
    const mapped = map[field]
    if (!mapped) continue
    delete columns[field]
    const positions = mapped.map((heading) => headers.find(heading))
    const missing = mapped.find((_, index) => positions[index] === -1)
    if (missing !== undefined) throw new UserError(`There is no column "${missing}". ${found}`)
    if (positions.length > 1 && field !== 'category') {
      throw new UserError(`Only category can combine several columns. ${found}`)
    }
    if (positions.length > 1) path = positions
    else if (positions[0] !== undefined) columns[field] = positions[0]
  }
  for (const field of ['name', 'price'] as const) {
    if (columns[field] === undefined) {
      throw new UserError(`No column was recognised as the ${field}. ${found} Name the columns: ${EXAMPLE}`)
    }
  }
  return {
    name: 'plain',
    columns: {
      ...headingsOf(headers, columns),
      ...(path.length > 0 && { category: path.map((index) => headers.name(index)).join(' > ') }),
    },
    read(row) {
      const fields = cellsOf(headers, row, columns)
      if (path.length > 0) {
        const parts = path.map((index) => headers.text(row, index).replaceAll('>', '›'))
        fields.category = { column: headers.name(path.at(-1) ?? 0), text: parts.filter(Boolean).join(' > ') }
      }
      return { line: row.line, key: keyOf(fields), hasVariant: true, fields }
    },
  }
}

/** A product without a key is identified by its SKU, or else by brand and name. */
function keyOf(fields: FieldRow['fields']): string {
  const text = (field: Field) => fields[field]?.text.trim() ?? ''
  return text('key') || text('sku') || [text('brand'), text('name')].filter(Boolean).join(' ').toLowerCase()
}
