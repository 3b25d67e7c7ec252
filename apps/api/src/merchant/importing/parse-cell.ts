/** What a cell means, field by field, or why it cannot be taken. */
import { PAISE_MAX } from '@haat/contract/money'
import { cleanLine, cleanText } from './clean-text.ts'
import type { Field } from './fields.ts'

export type Parsed<T> = { value: T } | { reason: string }
export type Unit = 'rupees' | 'paise'

const ok = <T>(value: T): Parsed<T> => ({ value })
const no = (reason: string): { reason: string } => ({ reason })

const PLAIN_NUMBER = /^\d+(\.\d+)?$/
const GROUPED_NUMBER = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})?(\.\d+)?$/
const RUPEE_SIGNS = /^(₹|rs\.?|inr)\s*|\s*(inr|\/-)$/gi
const OTHER_CURRENCY = /[$€£¥]|\b(usd|eur|gbp|aed|cny|jpy)\b/i

/** An amount as people write it (`₹1,299.00`, `Rs. 85.5`, `499 INR`), in paise. */
export function parseMoney(text: string, unit: Unit): Parsed<number> {
  let number = text
  if (!PLAIN_NUMBER.test(text)) {
    if (OTHER_CURRENCY.test(text)) return no('Amounts must be in rupees')
    number = text.replaceAll(RUPEE_SIGNS, '')
    if (number === '' || !GROUPED_NUMBER.test(number)) return no('Not an amount')
    number = number.replaceAll(',', '')
  }
  const [whole = '', decimals = ''] = number.split('.')
  const exact = decimals.replace(/0+$/, '')
  if (unit === 'paise' && exact !== '') return no('Paise must be a whole number')
  if (exact.length > 2) return no('More than two decimals')
  const paise = unit === 'paise' ? Number(whole) : Number(whole) * 100 + Number(exact.padEnd(2, '0'))
  return paise > PAISE_MAX ? no('Too large') : ok(paise)
}

function parsePrice(text: string, unit: Unit): Parsed<number> {
  if (text === '') return no('There is no price')
  const amount = parseMoney(text, unit)
  return 'value' in amount && amount.value === 0 ? no('The price must be above zero') : amount
}

/** Shops write 0 where there is none. */
function parseMrp(text: string, unit: Unit): Parsed<number | null> {
  if (text === '') return ok(null)
  const amount = parseMoney(text, unit)
  return 'value' in amount && amount.value === 0 ? ok(null) : amount
}

const MOST_STOCK = 100_000_000

/** Pieces on the shelf; less than none is none. */
export function parseStock(text: string): Parsed<number> {
  const plain = text.replaceAll(',', '').replace(/\.0+$/, '')
  if (!/^-?\d{1,12}$/.test(plain)) return no('Not a whole number')
  const pieces = Number(plain)
  return pieces > MOST_STOCK ? no('Too large') : ok(Math.max(0, pieces))
}

const YES = new Set(['1', 'true', 'yes', 'y', 'active', 'publish', 'published'])
const NO = new Set(['0', '-1', 'false', 'no', 'n', 'draft', 'archived', 'private', 'pending'])

function parseFlag(text: string): Parsed<boolean> {
  const word = text.toLowerCase()
  if (YES.has(word)) return ok(true)
  return NO.has(word) ? ok(false) : no('Must be yes or no')
}

function parseNumber(text: string, least: number, most: number): Parsed<number> {
  const number = Number(text)
  if (!PLAIN_NUMBER.test(text) || number < least || number > most) {
    return no(`Must be a number from ${least} to ${most}`)
  }
  return ok(number)
}

function parseLine(text: string, most: number): Parsed<string> {
  return text.length > most ? no(`Longer than ${most} characters`) : ok(text)
}

function parseOption(text: string): Parsed<string | null> {
  return text === '' ? ok(null) : parseLine(text, 100)
}

function parseHsn(text: string): Parsed<string | null> {
  if (text === '') return ok(null)
  const digits = text.replaceAll(/[ .]/g, '')
  return /^\d{4,8}$/.test(digits) ? ok(digits) : no('An HSN code has 4 to 8 digits')
}

function parseMoment(text: string): Parsed<Date> {
  const moment = new Date(text)
  return /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(moment.getTime()) ? ok(moment) : no('Not a date')
}

const DEEPEST = 6

/** `A > B` as the names from the top down. */
function parseCategory(text: string): Parsed<string[]> {
  const path = text.split('>').map(cleanLine).filter(Boolean)
  if (path.length > DEEPEST) return no(`More than ${DEEPEST} levels`)
  return path.some((name) => name.length > 100) ? no('A name longer than 100 characters') : ok(path)
}

const size = (text: string): Parsed<number> => parseNumber(text, 0.001, 100_000)
/** One a line; a dash stands for none. */
const parseAlts = (text: string): Parsed<string[]> =>
  ok(text === '' ? [] : text.split('\n').map((one) => (one === '-' ? '' : one)))
const optionalNumber = (text: string, least: number, most: number): Parsed<number | null> =>
  text === '' ? ok(null) : parseNumber(text.replace(/\s*%$/, ''), least, most)

/** A picture's address or name ends at a line's end, a bar, or a comma before the next address. */
const splitPictures = (text: string): Parsed<string[]> =>
  ok(
    text
      .split(/[\n|]|,\s*(?=https?:|\/)/)
      .map((one) => one.trim())
      .filter(Boolean),
  )

/**
 * How each field reads its cell. Text arrives cleaned: one line, but for those in MULTILINE.
 * @param unit of amounts
 */
export const parsers = (unit: Unit) =>
  ({
    key: (text) => parseLine(text, 200),
    slug: (text) => parseLine(text, 200),
    name: (text) => (text === '' ? no('There is no name') : parseLine(text, 300)),
    brand: (text) => parseLine(text, 100),
    category: parseCategory,
    short_description: (text) => parseLine(text, 2000),
    description: (text) => parseLine(text, 50_000),
    hsn: parseHsn,
    gst_rate: (text) => optionalNumber(text, 0, 100),
    country_of_origin: (text) => parseLine(text, 100),
    rating: (text) => (text === '' ? ok(0) : parseNumber(text, 0, 5)),
    is_new_arrival: parseFlag,
    is_featured: parseFlag,
    is_on_sale: parseFlag,
    is_published: parseFlag,
    created_at: parseMoment,
    images: splitPictures,
    image_alts: parseAlts,
    videos: splitPictures,
    sku: (text) => (text === '' ? ok(null) : parseLine(text, 100)),
    price: (text) => parsePrice(text, unit),
    mrp: (text) => parseMrp(text, unit),
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

/** The values of the fields a row may give. */
export type Values = {
  [F in Field]?: Extract<ReturnType<ReturnType<typeof parsers>[F]>, { value: unknown }>['value']
}

const MULTILINE = new Set<Field>(['description', 'short_description', 'image_alts', 'variant_image_alts'])
const VERBATIM = new Set<Field>(['images', 'videos', 'variant_images'])

/** An empty cell in one of these says nothing; in the others it says "none". */
const SILENT_WHEN_EMPTY = new Set<Field>([
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

export const isSilent = (field: Field, text: string): boolean => text === '' && SILENT_WHEN_EMPTY.has(field)

/** The cell's text, cleaned as its field needs it. */
export function cleanCell(field: Field, text: string): string {
  if (VERBATIM.has(field)) return text.trim()
  return MULTILINE.has(field) ? cleanText(text) : cleanLine(text)
}
