/** Turns a file into product drafts. Consecutive rows with the same key become one draft. */
import { toRupees } from '@haat/contract/money'
import { readHead, readTable, type RowSource } from './layouts/csv-files.ts'
import {
  type Cell,
  cleanCell,
  type Field,
  type FieldRow,
  type Layout,
  leavesUnchanged,
  parsers,
  PRODUCT_FIELDS,
  type RejectedRow,
  type Unit,
  type Values,
  VARIANT_FIELDS,
} from './layouts/fields.ts'
import { Headers, parseColumnMap, plainLayout } from './layouts/columns.ts'
import { googleLayout, isGoogle, readFeed } from './layouts/google.ts'
import { isShopify, shopifyLayout } from './layouts/shopify.ts'
import { isWooCommerce, wooCommerceLayout } from './layouts/woocommerce.ts'
import { UserError } from '../user-error.ts'

const PRODUCT_ROWS_MAX = 2500
const ALT_MAX_LENGTH = 300
const XML_FEED = /^\ufeff?\s*<(\?xml|rss|feed)/

/** A picture or video that the file refers to by address or file name. */
export interface MediaRef {
  ref: string
  alt: string
  line: number
  column: string
}

export interface VariantDraft {
  line: number
  values: Pick<Values, (typeof VARIANT_FIELDS)[number]>
  pictures: MediaRef[]
  /** The cell to report if the variant is rejected. */
  cell: Cell
}

export interface ProductDraft {
  key: string
  line: number
  /** The product's own values; null when its rows only add to an existing product. */
  product: Pick<Values, (typeof PRODUCT_FIELDS)[number]> | null
  variants: VariantDraft[]
  pictures: MediaRef[]
  videos: MediaRef[]
  /** The cell to report if the product is rejected. */
  cell: Cell
}

/** Values for rows whose own cell is empty or missing. */
export type FieldDefaults = Partial<Record<Field, string>>

export interface ReadOptions {
  /** A column map, see parseColumnMap(); the file is then read as a plain table. */
  map?: string | undefined
  defaults: FieldDefaults
  unit: Unit
  encoding: string
  now: Date
  /** Called with the size of each chunk that was read. */
  onBytes: (bytes: number) => void
}

/** The result of the rows of one product. `draft` is null when none of them can be imported. */
export interface DraftedRows {
  rows: number
  draft: ProductDraft | null
  rejected: RejectedRow[]
}

/** @throws UserError */
export async function readProducts(
  file: string,
  options: ReadOptions,
): Promise<{ layout: Layout; products: AsyncIterable<DraftedRows> }> {
  const { head } = await readHead(file)
  const source = XML_FEED.test(head.toString('utf8'))
    ? readFeed(file, options.onBytes)
    : await readTable(file, options.encoding, options.onBytes)
  const layout = detectLayout(source.columns, options.map, options.now)
  return { layout, products: readDrafts(source, layout, options) }
}

/** @throws UserError listing the file's columns if no layout fits */
function detectLayout(names: string[], map: string | undefined, now: Date): Layout {
  const headers = new Headers(names)
  if (headers.names.every((name) => name.trim() === '')) throw new UserError('The file has no header row.')
  if (map !== undefined) return plainLayout(headers, parseColumnMap(map))
  if (isShopify(headers)) return shopifyLayout(headers)
  if (isWooCommerce(headers)) return wooCommerceLayout(headers, now)
  if (isGoogle(headers)) return googleLayout(headers, now)
  return plainLayout(headers, {})
}

async function* readDrafts(
  source: RowSource,
  layout: Layout,
  options: ReadOptions,
): AsyncGenerator<DraftedRows> {
  const parse = parsers(options.unit)
  const firstLines: FirstLines = { products: new Map(), variants: new Map() }
  for await (const { rows, rejected } of groupByKey(source, layout)) {
    const drafted = draftProduct(rows, parse, options.defaults)
    const draft = drafted.draft && removeRepeats(drafted.draft, firstLines, drafted.rejected)
    yield { rows: rows.length + rejected.length, draft, rejected: [...rejected, ...drafted.rejected] }
  }
}

interface RowGroup {
  rows: FieldRow[]
  rejected: RejectedRow[]
}

async function* groupByKey(source: RowSource, layout: Layout): AsyncGenerator<RowGroup> {
  let group: RowGroup = { rows: [], rejected: [] }
  for await (const sourceRow of source.rows) {
    const row = 'reason' in sourceRow ? sourceRow : layout.read(sourceRow)
    if ('reason' in row) {
      group.rejected.push(row)
      continue
    }
    const [first] = group.rows
    if (first && first.key !== row.key) {
      yield group
      group = { rows: [], rejected: [] }
    }
    group.rows.push(row)
    if (group.rows.length > PRODUCT_ROWS_MAX) {
      throw new UserError(`More than ${PRODUCT_ROWS_MAX} rows have the key "${row.key}" (line ${row.line}).`)
    }
  }
  yield group
}

export const optionsKey = (row: {
  color?: string | null
  size?: string | null
  variant_name?: string | null
}): string => [row.color, row.size, row.variant_name].map((option) => (option ?? '').toLowerCase()).join('\n')

/** Identifies a variant within the file: by its SKU, which is unique in the shop, or by product and options. */
function variantIdentity(key: string, { values }: VariantDraft): string {
  return values.sku ? `sku\n${values.sku}` : `key\n${key}\n${optionsKey(values)}`
}

/** The lines on which the file first describes a product, by key, and a variant, by variantIdentity(). */
interface FirstLines {
  products: Map<string, number>
  variants: Map<string, number>
}

/**
 * Rejects variants that an earlier row described, and drops product values that an earlier row gave: otherwise
 * the last row would win, and a second import of the same file would change products again.
 */
function removeRepeats(
  draft: ProductDraft,
  firstLines: FirstLines,
  rejected: RejectedRow[],
): ProductDraft | null {
  const variants = draft.variants.filter((variant) => {
    const identity = variantIdentity(draft.key, variant)
    const firstLine = firstLines.variants.get(identity)
    if (firstLine === undefined) firstLines.variants.set(identity, variant.line)
    else {
      const { column, text } = variant.cell
      rejected.push({ line: variant.line, column, value: text, reason: `Repeats line ${firstLine}` })
    }
    return firstLine === undefined
  })
  if (variants.length === 0 && draft.variants.length > 0) return null
  const product = firstLines.products.has(draft.key) ? null : draft.product
  if (product) firstLines.products.set(draft.key, draft.line)
  return { ...draft, product, variants }
}

type Parsers = ReturnType<typeof parsers>

/** @param rows the rows of one key, in the order of the file */
function draftProduct(
  rows: FieldRow[],
  parse: Parsers,
  defaults: FieldDefaults,
): { draft: ProductDraft | null; rejected: RejectedRow[] } {
  const [first] = rows
  if (!first) return { draft: null, rejected: [] }
  const invalidKey = checkKey(first, parse)
  if (invalidKey) return { draft: null, rejected: rows.map(({ line }) => ({ ...invalidKey, line })) }
  const rejected: RejectedRow[] = []
  const draft: ProductDraft = {
    key: first.key,
    line: first.line,
    product: null,
    variants: [],
    pictures: [],
    videos: [],
    cell: first.fields.name ?? { column: 'key', text: first.key },
  }
  let rejectedLine: number | null = null
  for (const row of rows) {
    const rejection =
      rejectedLine === null ? addRow(draft, row, parse, defaults) : rejectWithProduct(row, rejectedLine)
    if (!rejection) continue
    rejected.push(rejection)
    if (hasName(row) && draft.product === null) rejectedLine ??= row.line
  }
  const { product, variants, pictures } = draft
  const isEmpty = product === null && variants.length === 0 && pictures.length === 0
  return { draft: rejectedLine !== null || isEmpty ? null : draft, rejected }
}

const hasName = (row: FieldRow): boolean => (row.fields.name?.text ?? '').trim() !== ''

function checkKey(row: FieldRow, parse: Parsers): RejectedRow | null {
  const { line, key } = row
  if (key === '') {
    const reason = hasName(row) || !row.fields.name ? 'Nothing identifies the product' : 'There is no name'
    return { line, column: row.fields.name?.column ?? '', value: '', reason }
  }
  const parsed = parse.key(key)
  return 'reason' in parsed
    ? { line, column: row.fields.key?.column ?? 'key', value: key, reason: parsed.reason }
    : null
}

const rejectWithProduct = (row: FieldRow, line: number): RejectedRow => ({
  line: row.line,
  column: '',
  value: row.key,
  reason: `Its product was refused on line ${line}`,
})

/** Adds a row to the draft. Adds nothing of it if one of its cells is invalid. */
function addRow(
  draft: ProductDraft,
  row: FieldRow,
  parse: Parsers,
  defaults: FieldDefaults,
): RejectedRow | null {
  const describesProduct = hasName(row) && draft.product === null
  const fields: Field[] = describesProduct ? [...PRODUCT_FIELDS] : ['images', 'image_alts']
  if (row.hasVariant) fields.push(...VARIANT_FIELDS)
  const values = parseCells(row, fields, parse, defaults)
  if ('reason' in values) return values
  if (row.hasVariant) {
    const rejection = checkMrp(row, values)
    if (rejection) return rejection
    draft.variants.push(toVariant(row, values))
  }
  if (describesProduct) {
    draft.product = values
    draft.cell = row.fields.name ?? draft.cell
  }
  draft.pictures.push(...toMediaRefs(row, 'images', values.images, values.image_alts))
  draft.videos.push(...toMediaRefs(row, 'videos', values.videos))
  return null
}

function parseCells(
  row: FieldRow,
  fields: Field[],
  parse: Parsers,
  defaults: FieldDefaults,
): Values | RejectedRow {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const cell = cellOrDefault(row, field, defaults)
    if (cell === undefined) continue
    const text = cleanCell(field, cell.text)
    if (leavesUnchanged(field, text)) continue
    const parsed = parse[field](text)
    if ('reason' in parsed)
      return { line: row.line, column: cell.column, value: cell.text, reason: parsed.reason }
    values[field] = parsed.value
  }
  if (row.hasVariant && values['price'] === undefined) {
    return { line: row.line, column: 'price', value: '', reason: 'There is no price' }
  }
  return values
}

function cellOrDefault(row: FieldRow, field: Field, defaults: FieldDefaults): Cell | undefined {
  const cell = row.fields[field]
  const text = defaults[field]
  if (text === undefined || (cell && cell.text.trim() !== '')) return cell
  return { column: `--set ${field}`, text }
}

function checkMrp(row: FieldRow, { price, mrp }: Values): RejectedRow | null {
  if (price === undefined || mrp === undefined || mrp === null || mrp >= price) return null
  const { column = '', text = '' } = row.fields.mrp ?? {}
  return { line: row.line, column, value: text, reason: `The MRP is below the price of ${toRupees(price)}` }
}

function toVariant(row: FieldRow, values: Values): VariantDraft {
  const variantValues: Record<string, unknown> = {}
  for (const field of VARIANT_FIELDS) if (values[field] !== undefined) variantValues[field] = values[field]
  return {
    line: row.line,
    values: variantValues,
    pictures: toMediaRefs(row, 'variant_images', values.variant_images, values.variant_image_alts),
    cell: row.fields.sku ?? row.fields.price ?? { column: '', text: row.key },
  }
}

function toMediaRefs(row: FieldRow, field: Field, refs: string[] = [], alts: string[] = []): MediaRef[] {
  const column = row.fields[field]?.column ?? field
  return refs.map((ref, at) => ({
    ref,
    alt: (alts[at] ?? '').slice(0, ALT_MAX_LENGTH),
    line: row.line,
    column,
  }))
}
