/** The fields a catalogue file can give, and how each cell is read. */
import { GROUPED_NUMBER, MAY_BE_THOUSANDS, type Parsed, parseMoney } from '../../parse-money.ts'
import { cleanLine, cleanText, plainLine } from './clean-text.ts'

export const PRODUCT_FIELDS = [
  'key',
  'slug',
  'name',
  'brand',
  'category',
  'short_description',
  'description',
  'hsn',
  'gst_rate',
  'country_of_origin',
  'rating',
  'is_new_arrival',
  'is_featured',
  'is_on_sale',
  'is_published',
  'created_at',
  'images',
  'image_alts',
  'videos',
] as const

export const VARIANT_FIELDS = [
  'sku',
  'price',
  'mrp',
  'stock',
  'color',
  'size',
  'variant_name',
  'weight',
  'length',
  'breadth',
  'height',
  'variant_images',
  'variant_image_alts',
] as const

export const FIELDS = [...PRODUCT_FIELDS, ...VARIANT_FIELDS] as const
export type Field = (typeof FIELDS)[number]

/** A row of the file, its cells in the order of the columns. */
export interface SourceRow {
  /** Line of the file on which the row begins; the header is on line 1. */
  line: number
  cells: string[]
}

/** The text of a cell and the name of its column. */
export interface Cell {
  column: string
  text: string
}

/** A row whose cells are known by field. */
export interface FieldRow {
  line: number
  /** Identifies the product; rows with the same key describe one product. */
  key: string
  /** What finds the product; its key by default. A name is only brand and name: a product with the row's SKU comes first. */
  findBy?: 'key' | 'name' | 'sku' | 'slug' | 'id'
  /** Keys that older versions gave the product of this row. */
  formerKeys?: string[]
  /** False when the row describes only the product or its pictures. */
  hasVariant: boolean
  /** Whether the row is a variation that names its product, which other rows describe. */
  isVariation?: boolean
  fields: Partial<Record<Field, Cell>>
}

/** A row or a picture that is not imported. */
export interface RejectedRow {
  line: number
  column: string
  value: string
  reason: string
  /** The reason without particulars of this row, to count by; the reason itself if left out. */
  kind?: string
}

/** A file format: maps the rows of a file to fields. */
export interface Layout {
  name: 'shopify' | 'woocommerce' | 'google' | 'plain'
  /** The column of each field, to show to the user. */
  columns: Partial<Record<Field, string>>
  /** Headings of the columns that are not read. */
  unused: string[]
  read(row: SourceRow): FieldRow | RejectedRow
}

export type Unit = 'rupees' | 'paise'

const valid = <T>(value: T): Parsed<T> => ({ value })
const invalid = (reason: string): { reason: string } => ({ reason })

const PLAIN_NUMBER = /^\d+(\.\d+)?$/

function parsePrice(text: string, unit: Unit): Parsed<number> {
  if (text === '') return invalid('There is no price')
  const amount = parseMoney(text, unit)
  return 'value' in amount && amount.value === 0 ? invalid('The price must be above zero') : amount
}

/** "No value" in an MRP, HSN code or GST rate. Users are told to write none, see isErased(). */
const NONE = /^(none|nil|-)?$/i

function parseMrp(text: string, unit: Unit, zeroIsNone: boolean): Parsed<number | null> {
  if (NONE.test(text)) return valid(null)
  const amount = parseMoney(text, unit)
  if ('reason' in amount || amount.value > 0) return amount
  return zeroIsNone
    ? valid(null)
    : invalid('The MRP is 0: leave the cell empty, or write none to erase the MRP')
}

/** The highest GST rate, in percent. */
const GST_RATE_MAX = 40

const STOCK_MAX = 100_000_000

/** Reads a number of pieces, such as `1,250` or `12.0`. */
export function parseStock(text: string): Parsed<number> {
  if (MAY_BE_THOUSANDS.test(text) && text.endsWith('.000')) {
    const whole = text.replaceAll(',', '').slice(0, -4)
    return {
      reason: `Ambiguous with three decimals: write ${whole}000 or ${whole}`,
      kind: 'Ambiguous with three decimals: write 1000 or 1',
    }
  }
  const plain = text.replace(/\.0+$/, '')
  if (plain === '' || !GROUPED_NUMBER.test(plain.replace(/^-/, ''))) return invalid('Not a whole number')
  const pieces = Number(plain.replaceAll(',', ''))
  if (!Number.isInteger(pieces)) return invalid('Not a whole number')
  if (pieces < 0) return invalid('Stock cannot be negative')
  return pieces > STOCK_MAX ? invalid('Too large') : valid(pieces)
}

const YES = new Set(['1', 'true', 'yes', 'y', 'active', 'publish', 'published'])
const NO = new Set(['0', '-1', 'false', 'no', 'n', 'draft', 'archived', 'private', 'pending'])

export const isYes = (text: string): boolean => YES.has(text.trim().toLowerCase())

function parseFlag(text: string): Parsed<boolean> {
  if (isYes(text)) return valid(true)
  return NO.has(text.toLowerCase()) ? valid(false) : invalid('Must be yes or no')
}

function parseNumber(text: string, min: number, max: number): Parsed<number> {
  const number = Number(text)
  if (!PLAIN_NUMBER.test(text) || number < min || number > max) {
    return invalid(`Must be a number from ${min} to ${max}`)
  }
  return valid(number)
}

function parseLine(text: string, maxLength: number): Parsed<string> {
  return text.length > maxLength ? invalid(`Longer than ${maxLength} characters`) : valid(text)
}

function parseOption(text: string): Parsed<string | null> {
  return text === '' ? valid(null) : parseLine(text, 100)
}

function parseHsn(text: string): Parsed<string | null> {
  if (NONE.test(text)) return valid(null)
  // Spreadsheets drop the leading zero of 0902.
  const digits = text.replaceAll(/[ .]/g, '').replace(/^\d{3}$/, '0$&')
  return /^\d{4,8}$/.test(digits) ? valid(digits) : invalid('An HSN code has 4 to 8 digits')
}

function parseDate(text: string): Parsed<Date> {
  const date = new Date(text)
  return /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime()) ? valid(date) : invalid('Not a date')
}

const CATEGORY_LEVELS = 6

/** Reads `A > B` as a list of names, top level first. */
function parseCategory(text: string): Parsed<string[]> {
  const path = text.split('>').map(cleanLine).filter(Boolean)
  if (path.length === 0) return invalid('There is no category')
  if (/^\[\s*["']|["']\s*\]$/.test(text)) return invalid('The list of categories cannot be read')
  if (path.length > CATEGORY_LEVELS) return invalid(`More than ${CATEGORY_LEVELS} levels`)
  return path.some((name) => name.length > 100) ? invalid('A name longer than 100 characters') : valid(path)
}

const size = (text: string): Parsed<number> => parseNumber(text, 0.001, 100_000)
/** One alternative text per line; a dash means none. */
const parseAlts = (text: string): Parsed<string[]> =>
  valid(text === '' ? [] : text.split('\n').map((alt) => (alt === '-' ? '' : alt)))
const optionalNumber = (text: string, min: number, max: number): Parsed<number | null> =>
  NONE.test(text) ? valid(null) : parseNumber(text.replace(/\s*%$/, ''), min, max)

/** What a spreadsheet stores for cells that show 5%, 12% and so on. None of them is a rate itself. */
const PERCENT_CELLS: Record<string, string> = {
  0.03: '3',
  0.05: '5',
  0.12: '12',
  0.18: '18',
  0.28: '28',
  0.4: '40',
}

/** The texts of a list such as `["a", "b"]` or `['a', 'b']`, or null for any other text. */
export function jsonList(text: string): string[] | null {
  if (!/^\s*\[.*\]\s*$/s.test(text)) return null
  const content = text.trim().slice(1, -1).trim()
  if (content === '') return []
  if (content.startsWith("'")) return content.replaceAll(/^'|'$/g, '').split(/'\s*,\s*'/)
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : null
  } catch {
    return null
  }
}

/**
 * The path in a category list such as `["Clothing >> Shorts", "Sale"]`, or null for other text. Reads mixed quotes. The
 * last level of a list that is cut short is left out, unless it is the only one.
 */
export function categoryList(text: string): string[] | null {
  const list = jsonList(text)
  const start = /^\s*\[\s*["']/.exec(text)
  if (!start && list === null) return null
  const content = text.slice(start?.[0].length).replace(/["']?\s*\]?\s*$/, '')
  const entries = list && !list.some((entry) => QUOTED_COMMA.test(entry)) ? list : content.split(QUOTED_COMMA)
  const path = entries.find((entry) => entry.includes('>'))
  const levels = path === undefined ? entries : path.split(/\s*>+\s*/)
  const isCut = !/\]\s*$/.test(text) && (path === undefined || path === entries.at(-1))
  return isCut && levels.length > 1 ? levels.slice(0, -1) : levels
}

const QUOTED_COMMA = /["']\s*,\s*["']/

/** Line breaks, bars, and commas before an address or between file names; addresses may contain commas. */
const PICTURE_BREAKS =
  /[\n|]|,\s*(?=https?:|\/)|(?<=\.(?:png|jpe?g|webp|avif|gif|mp4))\s*[,;]\s*(?=[^\n|]+\.(?:png|jpe?g|webp|avif|gif|mp4))/i

/** Addresses or file names in one cell. */
const splitPictures = (text: string): Parsed<string[]> =>
  valid((jsonList(text) ?? text.split(PICTURE_BREAKS)).map((ref) => ref.trim()).filter(Boolean))

/**
 * The parser of each field. It takes text from cleanCell().
 *
 * @param unit the unit of amounts in the file
 * @param zeroIsNone whether an MRP of 0 means none, as in exports of other shops
 */
export const parsers = (unit: Unit, zeroIsNone = false) =>
  ({
    key: (text) => parseLine(text, 200),
    slug: (text) => parseLine(text, 200),
    name: (text) => (text === '' ? invalid('There is no name') : parseLine(text, 300)),
    brand: (text) => parseLine(text, 100),
    category: parseCategory,
    short_description: (text) => parseLine(text, 2000),
    description: (text) => parseLine(text, 50_000),
    hsn: parseHsn,
    gst_rate: (text) => optionalNumber(PERCENT_CELLS[text] ?? text, 0, GST_RATE_MAX),
    country_of_origin: (text) => parseLine(text, 100),
    rating: (text) => (text === '' ? valid(0) : parseNumber(text, 0, 5)),
    is_new_arrival: parseFlag,
    is_featured: parseFlag,
    is_on_sale: parseFlag,
    is_published: parseFlag,
    created_at: parseDate,
    images: splitPictures,
    image_alts: parseAlts,
    videos: splitPictures,
    sku: (text) => (text === '' ? valid(null) : parseLine(text, 100)),
    price: (text) => parsePrice(text, unit),
    mrp: (text) => parseMrp(text, unit, zeroIsNone),
    stock: parseStock,
    color: parseOption,
    size: parseOption,
    variant_name: parseOption,
    weight: size,
    length: size,
    breadth: size,
    height: size,
    variant_images: splitPictures,
    variant_image_alts: parseAlts,
  }) satisfies Record<Field, (text: string) => Parsed<unknown>>

/** The parsed values of a row. */
export type Values = {
  [F in Field]?: Extract<ReturnType<ReturnType<typeof parsers>[F]>, { value: unknown }>['value']
}

const MULTILINE = new Set<Field>(['description', 'short_description', 'image_alts', 'variant_image_alts'])
/** The texts that other shops' exports escape. */
const NAMES = new Set<Field>(['name', 'brand', 'category'])
const VERBATIM = new Set<Field>(['images', 'videos', 'variant_images'])

/** In formats of other shops, an empty cell leaves these fields as they are and clears the other ones. */
const UNCHANGED_WHEN_EMPTY = new Set<Field>([
  'key',
  'slug',
  'brand',
  'category',
  'is_new_arrival',
  'is_featured',
  'is_on_sale',
  'is_published',
  'created_at',
  'stock',
  'weight',
  'length',
  'breadth',
  'height',
])

/** The fields that the word none clears in a plain table, and with `--erase` an empty cell. */
export const ERASABLE = [
  'mrp',
  'hsn',
  'gst_rate',
  'short_description',
  'description',
  'country_of_origin',
  'rating',
  'sku',
  'color',
  'size',
  'variant_name',
] as const satisfies Field[]

/**
 * Whether an empty cell leaves the field as it is. Other shops' exports are complete; people leave cells of a plain
 * table empty to say nothing.
 */
export const leavesUnchanged = (field: Field, layout: Layout['name'], erase: ReadonlySet<Field>): boolean =>
  layout === 'plain' ? !erase.has(field) : UNCHANGED_WHEN_EMPTY.has(field)

/** Whether a cell of a plain table, or a value that a user types, erases the field: the word none. */
export const isErased = (field: Field, text: string): boolean =>
  text.toLowerCase() === 'none' && ERASABLE.some((erasable) => erasable === field)

/** The cell's text, cleaned for its field's parser. */
export function cleanCell(field: Field, text: string): string {
  if (VERBATIM.has(field)) return text.trim()
  if (NAMES.has(field)) return plainLine(text)
  return MULTILINE.has(field) ? cleanText(text) : cleanLine(text)
}
