/** Reads a file as product drafts: detects its layout, joins rows of one product and rejects repeated rows. */
import { readHead, readTable, type RowSource } from './layouts/csv-files.ts'
import { type Field, type FieldRow, type Layout, type RejectedRow, type Unit } from './layouts/fields.ts'
import { parsers } from './layouts/parse-fields.ts'
import { Headers } from './layouts/columns.ts'
import { googleLayout, isGoogle, readFeed } from './layouts/google.ts'
import { parseColumnMap, plainLayout } from './layouts/plain.ts'
import { PLAIN_HEADINGS } from './layouts/plain-headings.ts'
import { isShopify, shopifyLayout } from './layouts/shopify.ts'
import { isWooCommerce, wooCommerceLayout } from './layouts/woocommerce.ts'
import {
  draftProduct,
  type DraftSettings,
  type FieldDefaults,
  optionsKey,
  type ProductDraft,
  rejectVisibility,
  type VariantDraft,
} from './product-drafts.ts'
import { UserError } from '../user-error.ts'

const PRODUCT_ROWS_MAX = 2500
const XML_FEED = /^\ufeff?\s*<(\?xml|rss|feed)/

export interface ReadOptions {
  /** A column map, see parseColumnMap(); the file is then read as a plain table. */
  map?: string | undefined
  defaults: FieldDefaults
  erase: ReadonlySet<Field>
  /** Rows of one name and brand stay products of their own. */
  separate: boolean
  unit: Unit
  encoding: string
  now: Date
  /** Called with the size of each chunk that was read. */
  onBytes: (bytes: number) => void
}

/** How many rows of a plain table were joined because they have one name and brand. */
export interface JoinedRows {
  rows: number
  products: number
  /** Rows that differ from another one only in their SKU, which shoppers do not see. */
  unlabelled: number
}

/** The result of the rows of one product. `draft` is null when none of them can be imported. */
export interface DraftedRows {
  rows: number
  draft: ProductDraft | null
  rejected: RejectedRow[]
}

interface ProductFile {
  layout: Layout
  /** In chunks. */
  products: AsyncIterable<DraftedRows[]>
  /** Complete once all products are read. */
  joined: JoinedRows
  /** What the merchant should know of the file; complete once all products are read. */
  notes: string[]
}

/** @throws UserError */
export async function readProducts(file: string, options: ReadOptions): Promise<ProductFile> {
  const { head } = await readHead(file)
  const isFeed = XML_FEED.test(head.toString('utf8'))
  const source = isFeed ? await readFeed(file, options.onBytes) : await readRows(file, options)
  const layout = detectLayout(source.columns, isFeed, options)
  const repeats = new Repeats(layout)
  const products = readDrafts(source, layout, repeats, options)
  return { layout, products, joined: repeats.joined, notes: source.notes ?? [] }
}

const EXCEL = Buffer.from('PK\x03\x04')
const OTHER_FILES = [
  { name: 'a PDF document', start: /^%PDF-/ },
  { name: 'a web page', start: /^\s*<(!doctype html|html)\b/i },
  { name: 'a JSON file', start: /^\s*(\[\s*)?\{\s*"/ },
]
/** Excel until 2003. */
const OLD_EXCEL = Buffer.from('d0cf11e0', 'hex')

/**
 * Reads a CSV file or an Excel workbook.
 *
 * @param map names headings of the file
 * @throws UserError
 */
export async function readRows(
  file: string,
  { encoding, onBytes, map = '' }: Pick<ReadOptions, 'encoding' | 'onBytes' | 'map'>,
): Promise<RowSource> {
  const known = [...PLAIN_HEADINGS, ...Object.values(parseColumnMap(map)).flat()]
  const { head } = await readHead(file)
  const start = head.subarray(0, 4)
  const other = OTHER_FILES.find(({ start: pattern }) => pattern.test(head.toString('latin1', 0, 200)))
  if (other)
    throw new UserError(`The file is ${other.name}, not a table. Save the list as .xlsx or as CSV UTF-8.`)
  if (start.equals(OLD_EXCEL))
    throw new UserError('The file is an old Excel workbook (.xls). Save it as .xlsx or as CSV UTF-8.')
  if (!start.equals(EXCEL)) return readTable(file, encoding, onBytes, known)
  const { readWorkbook } = await import('./layouts/excel.ts')
  return readWorkbook(file, onBytes, known)
}

/** @throws UserError listing the file's columns if no layout fits */
function detectLayout(names: string[], isFeed: boolean, { map, separate, now }: ReadOptions): Layout {
  const headers = new Headers(names)
  if (headers.names.every((name) => name.trim() === '')) throw new UserError('The file has no header row.')
  if (map === undefined) {
    if (isShopify(headers)) return shopifyLayout(headers)
    if (isWooCommerce(headers)) return wooCommerceLayout(headers, now)
    if (isFeed || isGoogle(headers)) return googleLayout(headers, now)
  }
  return plainLayout(headers, { map: parseColumnMap(map ?? ''), separate, now })
}

async function* readDrafts(
  source: RowSource,
  layout: Layout,
  repeats: Repeats,
  { unit, defaults, erase }: ReadOptions,
): AsyncGenerator<DraftedRows[]> {
  const settings: DraftSettings = {
    layout: layout.name,
    parse: parsers(unit, layout.name !== 'plain'),
    defaults,
    erase,
  }
  for await (const groups of groupByKey(source, layout))
    yield groups.map(({ rows, rejected }) => {
      const drafted = draftProduct(rows, settings)
      const draft = drafted.draft && repeats.remove(drafted.draft, drafted.rejected)
      return { rows: rows.length + rejected.length, draft, rejected: [...rejected, ...drafted.rejected] }
    })
}

interface RowGroup {
  rows: FieldRow[]
  rejected: RejectedRow[]
}

/** Yields the groups that end in a chunk of rows. */
async function* groupByKey(source: RowSource, layout: Layout): AsyncGenerator<RowGroup[]> {
  let group: RowGroup = { rows: [], rejected: [] }
  for await (const sourceRows of source.rows) {
    const ended: RowGroup[] = []
    for (const sourceRow of sourceRows) {
      const row = 'reason' in sourceRow ? sourceRow : layout.read(sourceRow)
      if ('reason' in row) {
        group.rejected.push(row)
        continue
      }
      const [first] = group.rows
      if (first && first.key !== row.key) {
        ended.push(group)
        group = { rows: [], rejected: [] }
      }
      group.rows.push(row)
      if (group.rows.length > PRODUCT_ROWS_MAX)
        throw new UserError(
          `More than ${PRODUCT_ROWS_MAX} rows have the key "${row.key}" (line ${row.line}).`,
        )
    }
    yield ended
  }
  yield [group]
}

interface FirstRow {
  line: number
  hasSku: boolean
}

/** Headings of columns that may number products. */
const IDENTIFIES =
  /^(?!uniq)(.*[ _-])?(p?id|code|model|style|ref|reference|number|no|ean|upc|gtin|isbn|asin|barcode)\.?$/i

const mapOption = (column: string): string => (/^[\w.-]+$/.test(column) ? `sku=${column}` : `"sku=${column}"`)

/**
 * Rejects variants that an earlier row described, and drops product values that an earlier row gave: otherwise the
 * last row would win, and a second import of the same file would change products again.
 */
class Repeats {
  readonly joined: JoinedRows = { rows: 0, products: 0, unlabelled: 0 }
  readonly #layout: Layout
  /** Rows by key, of products that are described. */
  readonly #products = new Map<string, number>()
  /** The keys of products that their first rows hide. */
  readonly #hidden = new Set<string>()
  readonly #skus = new Map<string, number>()
  /** The first row of a key and options. */
  readonly #options = new Map<string, FirstRow>()

  constructor(layout: Layout) {
    this.#layout = layout
  }

  /** @param rejected gets the rows that repeat others */
  remove(draft: ProductDraft, rejected: RejectedRow[]): ProductDraft | null {
    const rows = this.#products.get(draft.key) ?? 0
    const says = draft.product?.is_published
    if (draft.mayBePartial && rows > 0 && says !== undefined && says === this.#hidden.has(draft.key)) {
      const cells = draft.variants.length > 0 ? draft.variants : [draft]
      rejected.push(...cells.map(({ line, cell }) => rejectVisibility(line, cell)))
      return null
    }
    if (rows === 0 && says === false) this.#hidden.add(draft.key)
    const variants = draft.variants.filter((variant) => {
      const rejection = this.#check(draft, variant)
      if (rejection) rejected.push(rejection)
      return rejection === null
    })
    if (variants.length === 0 && draft.variants.length > 0) return null
    const product = rows > 0 ? null : draft.product
    if (product || rows > 0) this.#products.set(draft.key, rows + Math.max(1, variants.length))
    if (draft.byName) this.#countJoined(rows, variants.length)
    return { ...draft, product, variants }
  }

  #check({ key, byName }: ProductDraft, { line, values, cell }: VariantDraft): RejectedRow | null {
    const sku = values.sku ?? null
    const reject = (same: string, from: number, cure: string): RejectedRow => {
      const kind = `Has the ${same} of an earlier row${cure}`
      return {
        line,
        column: cell.column,
        value: cell.text,
        reason: `Has the ${same} of line ${from}${cure}`,
        kind,
      }
    }
    const sameSku = sku === null ? undefined : this.#skus.get(sku)
    if (sameSku !== undefined) return reject('SKU', sameSku, '')
    const options = `${key}\n${optionsKey(values)}`
    const first = this.#options.get(options)
    if (first && (sku === null || !first.hasSku)) {
      return reject(
        byName ? 'name and brand' : 'key',
        first.line,
        `, and nothing that makes it a variant (SKU, colour, size)${byName ? this.#waysToKeepApart() : ''}`,
      )
    }
    if (first) this.joined.unlabelled += 1
    else this.#options.set(options, { line, hasSku: sku !== null })
    if (sku !== null) this.#skus.set(sku, line)
    return null
  }

  #waysToKeepApart(): string {
    const { columns, unused } = this.#layout
    const number = columns.sku === undefined ? unused.find((name) => IDENTIFIES.test(name.trim())) : undefined
    const map = number === undefined ? '' : `; if ${number} numbers the products, --map ${mapOption(number)}`
    const { size, weight } = columns
    const asSize =
      weight !== undefined && size === undefined
        ? `; if it is a size of one product, --map "size=${weight}"`
        : ''
    return `. To import it as a product of its own, add --separate${map}${asSize}`
  }

  #countJoined(before: number, variants: number): void {
    if (before + variants < 2 || variants === 0) return
    this.joined.rows += before >= 2 ? variants : before + variants
    if (before < 2) this.joined.products += 1
  }
}
