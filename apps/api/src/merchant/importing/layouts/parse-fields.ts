/** Reads the cell of each field. */
import { GROUPED_NUMBER, MAY_BE_THOUSANDS, type Parsed, parseMoney } from '../../parse-money.ts'
import { cleanLine } from './clean-text.ts'
import type { Field, Unit } from './fields.ts'

const valid = <T>(value: T): Parsed<T> => ({ value })
const invalid = (reason: string): { reason: string } => ({ reason })

const PLAIN_NUMBER = /^\d+(\.\d+)?$/

function parsePrice(text: string, unit: Unit): Parsed<number> {
  if (text === '') return invalid('There is no price')
  const amount = parseMoney(text, unit)
  return 'value' in amount && amount.value === 0 ? invalid('The price must be above zero') : amount
}

/** "No value" in an MRP, HSN code or GST rate. Users are told to write none, see isErased(). */
const NONE = /^(none)?$/i

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

const PIECES = /\s*(nos?|pcs?|pieces?|units?)\.?$/i

/** Reads a number of pieces, such as `1,250`, `12.0` or `12 Nos`. */
export function parseStock(text: string): Parsed<number> {
  const number = text.replace(PIECES, '')
  if (MAY_BE_THOUSANDS.test(number) && number.endsWith('.000')) {
    const whole = number.replaceAll(',', '').slice(0, -4)
    return {
      reason: `Ambiguous with three decimals: write ${whole}000 or ${whole}`,
      kind: 'Ambiguous with three decimals: write 1000 or 1',
    }
  }
  const plain = number.replace(/\.0+$/, '')
  if (plain === '' || !GROUPED_NUMBER.test(plain.replace(/^-/, ''))) return invalid('Not a whole number')
  const pieces = Number(plain.replaceAll(',', ''))
  if (!Number.isInteger(pieces)) return invalid('Not a whole number')
  if (pieces < 0) return invalid('Stock cannot be negative')
  return pieces > STOCK_MAX ? invalid('Too large') : valid(pieces)
}

const YES = new Set(['1', 'true', 'yes', 'y', 'active', 'enabled', 'publish', 'published', 'visible'])
const NO = new Set([
  '0',
  '-1',
  'false',
  'no',
  'n',
  'draft',
  'archived',
  'private',
  'pending',
  'hidden',
  'inactive',
  'disabled',
  'deleted',
  'discontinued',
])

export const isFlag = (text: string): boolean => 'value' in parseFlag(text.trim())

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

/** 8.90126E+12: Excel's display of a barcode, which has lost digits. */
const CUT_NUMBER = /^\d([.,]\d+)?E\+\d\d$/i

const parseIdentifier = (text: string, maxLength: number): Parsed<string> =>
  CUT_NUMBER.test(text)
    ? invalid('Excel cut this number: format the column as text, enter the numbers again, and save')
    : parseLine(text, maxLength)

function parseOption(text: string): Parsed<string | null> {
  return text === '' ? valid(null) : parseLine(text, 100)
}

const HSN = /^\d{4}(\d\d){0,2}$/

function parseHsn(text: string): Parsed<string | null> {
  if (NONE.test(text)) return valid(null)
  const digits = text.replace(/^(\d+)\.0$/, '$1').replaceAll(/[ .]/g, '')
  // Spreadsheets drop the leading zero of 0902 and 04011000.
  const code = digits.length % 2 === 1 ? `0${digits}` : digits
  return HSN.test(code) ? valid(code) : invalid('An HSN code has 4, 6 or 8 digits')
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

/** Reads kilograms, or a weight with its unit, such as `500 g`. A litre counts as a kilogram. */
function parseWeight(text: string): Parsed<number> {
  const [, number, unit = ''] =
    /^([\d.]+)\s*(kgs?|g|gms?|grams?|ml|l|ltrs?|lit(?:re|er)s?)\.?$/i.exec(text) ?? []
  if (number === undefined) return size(text)
  return size(/^[kl]/i.test(unit) ? number : String(Number(number) / 1000))
}

/** Reads `18`, `18%`, `GST 18%` and `0.18` in percent. Nil-rated and exempt goods have the rate 0. */
function parseGstRate(text: string): Parsed<number | null> {
  const rate = text.replace(/^(i?gst)?\s*@?\s*|\s*i?gst$/gi, '')
  if (/^(nil|exempt)([ -]?(ed|rated))?$/i.test(rate)) return valid(0)
  const parsed = optionalNumber(PERCENT_CELLS[rate] ?? rate, 0, GST_RATE_MAX)
  return 'reason' in parsed ? invalid(`Give a rate from 0 to ${GST_RATE_MAX}, such as 18 or 18%`) : parsed
}
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

const REMEMBERED = 1000

/** The same, computed once for a text that many rows have. */
function remembered<T>(parse: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    if (results.size >= REMEMBERED) results.clear()
    const result = parse(text)
    results.set(text, result)
    return result
  }
}

/**
 * The parser of each field. It takes text from cleanCell().
 *
 * @param unit the unit of amounts in the file
 * @param zeroIsNone whether an MRP of 0 means none, as in exports of other shops
 */
export const parsers = (unit: Unit, zeroIsNone = false) =>
  ({
    key: (text) => parseIdentifier(text, 200),
    slug: (text) => parseLine(text, 200),
    name: (text) => (text === '' ? invalid('There is no name') : parseLine(text, 300)),
    brand: (text) => parseLine(text, 100),
    category: remembered(parseCategory),
    short_description: (text) => parseLine(text, 2000),
    description: (text) => parseLine(text, 50_000),
    hsn: parseHsn,
    gst_rate: parseGstRate,
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
    sku: (text) => (text === '' ? valid(null) : parseIdentifier(text, 100)),
    price: (text) => parsePrice(text, unit),
    mrp: (text) => parseMrp(text, unit, zeroIsNone),
    stock: parseStock,
    color: parseOption,
    size: parseOption,
    variant_name: parseOption,
    weight: parseWeight,
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
