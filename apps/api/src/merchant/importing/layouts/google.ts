/** Google Merchant feeds, as TSV or XML: rows with the same item_group_id are variants of one product. */
import { createReadStream } from 'node:fs'
import { Parser } from 'htmlparser2'
import { htmlToText, plainLine } from './clean-text.ts'
import type { RowSource } from './csv-files.ts'
import { type Cell, type Field, type FieldRow, type Layout, type SourceRow } from './fields.ts'
import { cellsOf, columnsOf, type Headers, headingsOf, onSale } from './columns.ts'
import { saleRuns } from './sale-dates.ts'
import { UserError } from '../../user-error.ts'

/** The attributes that are read. */
const COLUMNS = [
  'id',
  'item_group_id',
  'title',
  'description',
  'brand',
  'product_type',
  'google_product_category',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'availability',
  'quantity',
  'image_link',
  'additional_image_link',
  'color',
  'size',
  'material',
  'pattern',
  'shipping_weight',
  'shipping_length',
  'shipping_width',
  'shipping_height',
]

const HEADINGS: Partial<Record<Field, string[]>> = {
  name: ['title'],
  description: ['description'],
  brand: ['brand'],
  images: ['image_link', 'image link'],
  sku: ['id'],
  mrp: ['price'],
  price: ['sale_price'],
  stock: ['quantity', 'sell_on_google_quantity'],
  color: ['color'],
  size: ['size'],
}

export const isGoogle = (headers: Headers): boolean => headers.has('id', 'title', 'availability', 'price')

/** @param now decides whether a sale with dates is running */
export function googleLayout(headers: Headers, now: Date): Layout {
  const columns = columnsOf(headers, HEADINGS)
  const positions = new Map(COLUMNS.map((name) => [name, headers.use(name)]))
  const column = (name: string): number => positions.get(name) ?? -1
  const heading = (name: string): string => headers.name(column(name))

  function prices(row: SourceRow, { price, mrp }: FieldRow['fields']): FieldRow['fields'] {
    const range = headers.cell(row, column('sale_price_effective_date'))
    const dates = range?.text.split('/').map((text) => ({ ...range, text })) ?? []
    if (price && price.text.trim() !== '' && saleRuns(dates, now))
      return { price, mrp, is_on_sale: onSale(price, mrp) }
    return {
      price: mrp,
      mrp: mrp && { column: mrp.column, text: '' },
      is_on_sale: mrp && { column: mrp.column, text: '0' },
    }
  }

  function stock(row: SourceRow, counted: Cell | undefined): Cell | undefined {
    const availability = headers.cell(row, column('availability'))
    const soldOut = availability && !/^in[ _]stock$/i.test(availability.text.trim())
    if (soldOut) return { column: availability.column, text: '0' }
    return counted && counted.text.trim() !== '' ? counted : undefined
  }

  function measures(row: SourceRow): FieldRow['fields'] {
    const read = (name: string, units: Record<string, number>): Cell | undefined => {
      const cell = headers.cell(row, column(name))
      const [, number, unit = ''] = /^([\d.]+)\s*([a-z]*)$/i.exec(cell?.text.trim() ?? '') ?? []
      const factor = units[unit.toLowerCase()]
      if (!cell || !number || !factor) return undefined
      return { column: cell.column, text: String(Math.round(Number(number) * factor * 1000) / 1000) }
    }
    const lengths = { cm: 1, in: 2.54, '': 1 }
    return {
      weight: read('shipping_weight', { kg: 1, g: 0.001, lb: 0.453592, oz: 0.0283495 }),
      length: read('shipping_length', lengths),
      breadth: read('shipping_width', lengths),
      height: read('shipping_height', lengths),
    }
  }

  /** The first path of product_type, which may list several. */
  function category(row: SourceRow): Cell | undefined {
    const cell = ['product_type', 'google_product_category']
      .map((name) => headers.cell(row, column(name)))
      .find((candidate) => candidate && candidate.text.trim() !== '' && !/^\d+$/.test(candidate.text.trim()))
    return (
      cell && {
        column: cell.column,
        text: plainLine(cell.text.split('\n')[0] ?? '').split(/,(?=[^>]*>)/)[0] ?? '',
      }
    )
  }

  function read(row: SourceRow): FieldRow {
    const fields = cellsOf(headers, row, columns)
    const id = headers.text(row, column('id'))
    const style = ['material', 'pattern'].map((name) => headers.text(row, column(name))).filter(Boolean)
    const more = headers.text(row, column('additional_image_link'))
    return {
      line: row.line,
      key: headers.text(row, column('item_group_id')) || id,
      hasVariant: true,
      fields: {
        ...fields,
        ...prices(row, fields),
        ...measures(row),
        stock: stock(row, fields.stock),
        category: category(row),
        variant_name:
          style.length > 0
            ? { column: heading('material') || heading('pattern'), text: style.join(' / ') }
            : undefined,
        ...(fields.images && { images: { ...fields.images, text: `${fields.images.text}\n${more}` } }),
        ...(fields.description && {
          description: { ...fields.description, text: htmlToText(fields.description.text) },
        }),
      },
    }
  }

  return {
    name: 'google',
    columns: {
      key: heading('item_group_id') || heading('id'),
      ...headingsOf(headers, columns),
      category: heading('product_type') || heading('google_product_category'),
      price: heading('sale_price')
        ? `${heading('sale_price')}, or ${heading('price')} if empty`
        : heading('price'),
      variant_name: [heading('material'), heading('pattern')].filter(Boolean).join(', '),
      stock: [heading('quantity'), heading('availability')].filter(Boolean).join(', '),
      weight: heading('shipping_weight'),
    },
    unused: headers.unused(),
    read,
  }
}

const ITEM_MAX = 1024 * 1024
const COLUMNS_MAX = 100
const ITEMS = new Set(['item', 'entry'])
const attributeName = (tag: string): string => tag.toLowerCase().replace(/^g:/, '')

/**
 * Reads the items of an XML feed (RSS or Atom) one at a time. Its columns are the attributes that occur in it, so the
 * file is read once before its rows are.
 *
 * @param onBytes called with the size of each chunk that was read for the rows
 * @throws UserError when the feed has no items, is cut short or an item is larger than 1 MiB
 */
export async function readFeed(file: string, onBytes: (bytes: number) => void): Promise<RowSource> {
  const columns: string[] = []
  let cells = 0
  for await (const items of readItems(file, columns, () => undefined))
    for (const item of items) cells += item.cells.length
  if (cells === 0) throw new UserError('The feed has no items.')
  return { columns, rows: readItems(file, columns, onBytes) }
}

/** @param columns gets the attributes of the items */
async function* readItems(
  file: string,
  columns: string[],
  onBytes: (bytes: number) => void,
): AsyncGenerator<SourceRow[]> {
  const reader = new ItemReader(columns)
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk: Buffer): string => {
    try {
      return utf8.decode(chunk, { stream: true })
    } catch {
      throw new UserError('The feed is not in UTF-8.')
    }
  }
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    onBytes((chunk as Buffer).length)
    yield reader.write(decode(chunk as Buffer))
  }
  yield reader.end()
}

class ItemReader {
  #rows: SourceRow[] = []
  /** The open tags, outermost first. */
  #open: string[] = []
  #item: { depth: number; line: number; texts: Map<string, string>; size: number } | null = null
  #column: string | null = null
  #line = 1
  #counted = 0
  #chunk = ''
  #chunkStart = 0
  readonly #columns: string[]
  readonly #known: Set<string>
  readonly #parser: Parser

  /** @param columns gets the attributes of the items, up to a hundred */
  constructor(columns: string[]) {
    this.#columns = columns
    this.#known = new Set(columns)
    this.#parser = new Parser(
      {
        onopentagname: (name) => this.#opened(name),
        ontext: (text) => this.#text(text),
        onclosetag: (name, implied) => this.#closed(name, implied),
      },
      { xmlMode: true },
    )
  }

  write(chunk: string): SourceRow[] {
    this.#chunk = chunk
    this.#parser.write(chunk)
    this.#countTo(this.#chunkStart + chunk.length)
    this.#chunkStart += chunk.length
    return this.#take()
  }

  end(): SourceRow[] {
    if (this.#open.length > 0)
      throw new UserError(`The feed is cut short: <${this.#open.at(-1)}> is never closed.`)
    this.#parser.end()
    return this.#take()
  }

  #take(): SourceRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #countTo(index: number): void {
    for (let at = this.#counted - this.#chunkStart; at < index - this.#chunkStart; at += 1) {
      if (this.#chunk.charCodeAt(at) === 10) this.#line += 1
    }
    this.#counted = Math.max(this.#counted, index)
  }

  #opened(name: string): void {
    this.#open.push(name)
    if (this.#item === null && ITEMS.has(name.toLowerCase())) {
      this.#countTo(this.#parser.startIndex)
      this.#item = { depth: this.#open.length, line: this.#line, texts: new Map(), size: 0 }
    } else if (this.#item && this.#open.length === this.#item.depth + 1) {
      this.#column = this.#columnOf(attributeName(name))
      if (this.#column !== null && this.#item.texts.has(this.#column)) this.#text('\n')
    }
  }

  #columnOf(name: string): string | null {
    if (!this.#known.has(name)) {
      if (this.#columns.length >= COLUMNS_MAX) return null
      this.#columns.push(name)
      this.#known.add(name)
    }
    return name
  }

  #text(text: string): void {
    if (!this.#item || this.#column === null || this.#open.length !== this.#item.depth + 1) return
    this.#item.size += text.length
    if (this.#item.size > ITEM_MAX) throw new UserError(`The item on line ${this.#item.line} is too large.`)
    this.#item.texts.set(this.#column, (this.#item.texts.get(this.#column) ?? '') + text)
  }

  #closed(name: string, implied: boolean): void {
    if (implied || this.#open.at(-1) !== name) {
      throw new UserError(`The feed is cut short or damaged near line ${this.#line}: <${name}>.`)
    }
    if (this.#item && this.#open.length === this.#item.depth) {
      const { line, texts } = this.#item
      this.#rows.push({ line, cells: this.#columns.map((column) => (texts.get(column) ?? '').trim()) })
      this.#item = null
    }
    if (this.#item && this.#open.length === this.#item.depth + 1) this.#column = null
    this.#open.pop()
  }
}
