/** Reads a file as rows of products: detects its format and its layout. */
import { readHead, readTable, type RowSource } from './layouts/csv-files.ts'
import { Headings, isWithoutTax } from './layouts/columns.ts'
import type { Field } from '../../acts/cells/fields.ts'
import type { RejectedRow, Row } from './layouts/rows.ts'
import { knownHeadings, type Layout } from './layouts/layout.ts'
import { isTaxNote, LayoutReader, parseColumnMap } from './layouts/layout-reader.ts'
import { amazon, haatExport, plain, plainTableOf } from './layouts/plain.ts'
import { google, shopify, wooCommerce } from './layouts/other-shops.ts'
import { withoutReasons } from './layouts/rejection-report.ts'
import { readFeed } from './layouts/xml-feed.ts'
import type { FieldDefaults } from './product-drafts.ts'
import { UserError } from '../user-error.ts'

/** In the order in which they are tried; any table is a plain one. */
const LAYOUTS: Layout[] = [shopify, wooCommerce, google, haatExport, amazon, plain]

export interface ReadOptions {
  /** A column map such as `name=Item,price=Rate`, see parseColumnMap(). */
  map?: string | undefined
  /** Values for rows that leave a field out or empty. */
  defaults?: FieldDefaults | undefined
  /** The sheet of a workbook; by default the visible one whose headings are known best. */
  sheet?: string | undefined
  /** The only fields that the file may change, such as a price list's; it then creates nothing. */
  only?: readonly Field[] | undefined
  now: Date
  /** Called with the size of each chunk that was read. */
  onBytes: (bytes: number) => void
}

/**
 * The rows of a file in chunks, what to take for their empty cells, and what the merchant should know of the file, complete
 * once all rows are read.
 *
 * @throws UserError listing the file's columns if it cannot be read as products
 */
export async function readProducts(file: string, options: ReadOptions) {
  const source = await readRows(file, options)
  const map = parseColumnMap(options.map ?? '')
  const headings = new Headings(source.columns)
  if (headings.names.every((name) => name === '')) throw new UserError('The file has no header row.')
  const { now, only } = options
  const layout = only ? plainTableOf(only) : source.isFeed ? google : detectLayout(headings)
  const reader = new LayoutReader(layout, headings, { map, now, only, titles: source.titles })
  const stock = only?.includes('price') && headings.names[headings.use(plain.headings.stock!.toString())]
  if (stock)
    source.notes.push(
      `The column ${stock} is not read here. To set prices and stock in one run: haat import FILE`,
    )
  const addsTax = isWithoutTax(source.titles) || isWithoutTax(reader.columns.price ?? '')
  if (addsTax && options.defaults?.tax_included === undefined)
    source.notes.push(
      'The file says that its prices are without tax: GST is added (else add --set tax_included=yes).',
    )
  return {
    layout: reader,
    rows: readAll(source, reader, addsTax || options.defaults?.tax_included !== undefined),
    /** Those of the options, and what the file says of its taxes. */
    defaults: { ...(addsTax && { tax_included: 'no' }), ...options.defaults },
    notes: () => [...source.notes, ...reader.notes],
  }
}

/** @param isToldOfTax whether prices have their tax, or get it */
async function* readAll(
  source: RowSource,
  reader: LayoutReader,
  isToldOfTax: boolean,
): AsyncGenerator<(Row | RejectedRow)[]> {
  for await (const rows of source.rows)
    yield rows.flatMap((row) => {
      if ('reason' in row) return row
      if (isTaxNote(row) && reader.columns.price && !reader.columns.tax_included && !isToldOfTax)
        throw new UserError(
          `Row ${row.line} says that prices are without tax. Add --set tax_included=no to add GST, or --set tax_included=yes.`,
        )
      return reader.read(row) ?? []
    })
}

const detectLayout = (headings: Headings): Layout =>
  LAYOUTS.find(({ recognisedBy }) =>
    recognisedBy.some((names) => names.every((name) => headings.find(name) >= 0)),
  ) ?? plain

const EXCEL = Buffer.from('PK\x03\x04')
/** Excel until 2003. */
const OLD_EXCEL = Buffer.from('d0cf11e0', 'hex')
const OTHER_FILES = [
  { name: 'a PDF document', start: /^%PDF-/ },
  { name: 'a web page', start: /^\s*<(!doctype html|html)\b/i },
  { name: 'a JSON file', start: /^\s*(\[\s*)?\{\s*"/ },
  { name: 'a picture', start: /^(\x89PNG|\xff\xd8\xff|RIFF)/ },
]
const XML_FEED = /^(\ufeff|ï»¿)?\s*<(\?xml|rss|feed)/

/**
 * Reads a CSV file, an Excel workbook or an XML feed; of refused rows, without the reasons.
 *
 * @param map names headings of the file
 * @throws UserError
 */
export async function readRows(
  file: string,
  {
    map = '',
    sheet,
    onBytes = () => undefined,
  }: Pick<ReadOptions, 'map' | 'sheet'> & Partial<Pick<ReadOptions, 'onBytes'>>,
): Promise<RowSource & { isFeed: boolean }> {
  const head = await readHead(file)
  const start = head.toString('latin1', 0, 200)
  const other = OTHER_FILES.find(({ start: pattern }) => pattern.test(start))
  if (other)
    throw new UserError(`The file is ${other.name}, not a table. Save the list as .xlsx or as CSV UTF-8.`)
  if (head.subarray(0, 4).equals(OLD_EXCEL))
    throw new UserError('The file is an old Excel workbook (.xls). Save it as .xlsx or as CSV UTF-8.')
  if (XML_FEED.test(start)) return { ...(await readFeed(file, onBytes)), isFeed: true }
  const known = [...LAYOUTS.flatMap(knownHeadings), ...Object.values(parseColumnMap(map)).flat()]
  if (!head.subarray(0, 4).equals(EXCEL))
    return { ...withoutReasons(await readTable(file, onBytes, known)), isFeed: false }
  const { readWorkbook } = await import('./layouts/excel.ts')
  return { ...withoutReasons(await readWorkbook(file, onBytes, known, sheet)), isFeed: false }
}
