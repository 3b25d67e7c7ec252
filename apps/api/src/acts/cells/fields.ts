/** The fields that a catalogue file can give, and how the cell of each is cleaned and read. */
import { GROUPED_NUMBER, MAY_BE_THOUSANDS, type Parsed, parseMoney } from './parse-money.ts'
import { parseMoment } from './parse-moment.ts'
import { cleanLine, cleanText, plainLine } from './clean-text.ts'

const valid = <T>(value: T): Parsed<T> => ({ value })
const invalid = (reason: string): { reason: string } => ({ reason })

const line =
  (maxLength: number) =>
  (text: string): Parsed<string> =>
    text.length > maxLength ? invalid(`Longer than ${maxLength} characters`) : valid(text)

/** 8.90126E+12: Excel's display of a barcode, which has lost digits. */
const CUT_NUMBER = /^\d([.,]\d+)?E\+\d\d$/i

const identifier =
  (maxLength: number) =>
  (text: string): Parsed<string> =>
    CUT_NUMBER.test(text)
      ? invalid('Excel cut this number: format the column as text, enter the numbers again, and save')
      : line(maxLength)(text)

/** Empty text is no value. */
const orNull =
  (parse: (text: string) => Parsed<string>) =>
  (text: string): Parsed<string | null> =>
    text === '' ? valid(null) : parse(text)

const parseName = (text: string): Parsed<string> =>
  text === '' ? invalid('There is no name') : line(300)(text)

function parsePrice(text: string): Parsed<number> {
  if (text === '') return invalid('There is no price')
  const amount = parseMoney(text)
  return 'value' in amount && amount.value === 0 ? invalid('The price must be above zero') : amount
}

/** "No value" in an MRP, HSN code or GST rate. Users are told to write none, see isErased(). */
const NONE = /^(none)?$/i

function parseMrp(text: string): Parsed<number | null> {
  if (NONE.test(text)) return valid(null)
  const amount = parseMoney(text)
  return 'value' in amount && amount.value === 0
    ? invalid('The MRP is 0: leave the cell empty, or write none to erase the MRP')
    : amount
}

const STOCK_MAX = 100_000_000
const UNIT = /\s*[\p{L}\p{M}]+\.?$/u
/** Units that are several pieces. */
const SEVERAL = /(?<![a-z])(k|thousand|lakh|hundred|gross|pairs?|doz(en)?s?|dz|दर्जन|जोड़ी)\.?$/iu

/** Reads a number of pieces, such as `1,250`, `12.0`, `12 Nos` or `-3`; of a half one nothing can be sold. */
function parseStock(text: string): Parsed<number> {
  if (SEVERAL.test(text)) return invalid('Write the number of single pieces')
  const number = text.replace(UNIT, '')
  if (number === text && MAY_BE_THOUSANDS.test(number) && number.endsWith('.000'))
    return invalid('Ambiguous with three decimals: write 1000 or 1')
  const plain = number.replace(/^\(-\)|^-/, '')
  if (plain === '' || !GROUPED_NUMBER.test(plain)) return invalid('Not a number of pieces')
  const pieces = (plain === number ? 1 : -1) * Math.floor(Number(plain.replaceAll(',', '')))
  if (pieces < 0) return invalid('Stock cannot be negative')
  return pieces > STOCK_MAX ? invalid('Too large') : valid(pieces)
}

/** Reads how many pieces more or fewer there are, such as `+5` or `-2`. */
function parseStockChange(text: string): Parsed<number> {
  const change = Number(text.replace(UNIT, ''))
  return Number.isInteger(change) && text !== '' ? valid(change) : invalid('Write a change such as +5 or -2')
}

const WITH_TAX = /^(1|true|yes|y|incl.*|with tax)$/i
const WITHOUT_TAX = /^(0|false|no|n|excl.*|without tax)$/i

function parseTaxIncluded(text: string): Parsed<boolean> {
  if (WITH_TAX.test(text)) return valid(true)
  return WITHOUT_TAX.test(text) ? valid(false) : invalid('Must be yes or no')
}

const YES = /^(1|true|yes|y|active|enabled|publish|published|visible|live|हाँ|हां|चालू|सक्रिय)$/i
const NO =
  /^(0|-1|false|no|n|draft|archived|private|pending|hidden|inactive|incomplete|blocked|disabled|deleted?|discontinued|paused|suspended|stopped|unpublished|rejected|ready[ _]for[ _]activation|नहीं|बंद|निष्क्रिय)$/i

export const isYes = (text: string): boolean => YES.test(text)
export const isFlag = (text: string): boolean => YES.test(text) || NO.test(text)

const parseFlag = (text: string): Parsed<boolean> =>
  isFlag(text) ? valid(isYes(text)) : invalid('Must be yes or no')

const PLAIN_NUMBER = /^\d+(\.\d+)?$/

function parseNumber(text: string, min: number, max: number): Parsed<number> {
  const number = Number(text)
  if (PLAIN_NUMBER.test(text) && number >= min && number <= max) return valid(number)
  return invalid(`Must be a number from ${min} to ${max}`)
}

/** In kilograms and centimetres. A litre counts as a kilogram. */
const WEIGHTS: [unit: RegExp, factor: number][] = [
  [/^(kgs?|l|ltrs?|lit(re|er)s?|किलो|किलोग्राम|किग्रा|लीटर|लिटर)?$/i, 1],
  [/^(g|gms?|grams?|ml|ग्राम|मिली|मिलीलीटर)$/i, 0.001],
]
const LENGTHS: typeof WEIGHTS = [
  [/^(cms?)?$/i, 1],
  [/^(mm)$/i, 0.1],
]

/** Reads a number with or without its unit, such as `500 g`. */
const measure =
  (units: typeof WEIGHTS) =>
  (text: string): Parsed<number | null> => {
    if (NONE.test(text)) return valid(null)
    const [, number = '', unit = ''] = /^([\d.]+)\s*([\p{L}\p{M}]*)\.?$/u.exec(text) ?? []
    const factor = units.find(([name]) => name.test(unit))?.[1] ?? Number.NaN
    return parseNumber(
      String(Math.round(Number(number || Number.NaN) * factor * 1000) / 1000),
      0.001,
      100_000,
    )
  }

/** The digits of nine scripts: each begins at the same place of its 128 characters. */
const INDIAN_DIGITS = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g
const DIGIT_ZERO = '०'.charCodeAt(0) % 128

const cleanNumber = (text: string): string =>
  cleanLine(text).replaceAll(INDIAN_DIGITS, (digit) => String((digit.charCodeAt(0) % 128) - DIGIT_ZERO))

/** An amount, without the unit that it is for: `380.00/Nos`. */
const cleanAmount = (text: string): string =>
  cleanNumber(text).replace(/(?<=\d|\/-)\s*(\/|\bper )\s*[a-z]+\.?$/i, '')

/** Other shops write 0 for what they do not know. */
const cleanMeasure = (text: string): string => (Number.parseFloat(text) === 0 ? '' : cleanNumber(text))

const HSN = /^\d{4}(\d\d){0,2}$/
/** Headings of the chapters 1 to 9, of which spreadsheets drop the leading zero: 0902, 04011000. */
const HEADINGS = [6, 10, 9, 10, 11, 4, 14, 14, 10]

function parseHsn(text: string): Parsed<string | null> {
  if (NONE.test(text)) return valid(null)
  const digits = text.replace(/^(\d+)\.0$/, '$1').replaceAll(/[ .']/g, '')
  const [, chapter = '', heading = ''] = /^(\d)(\d\d)(\d\d){0,2}$/.exec(digits) ?? []
  const lostZero = Number(heading) > 0 && Number(heading) <= (HEADINGS[Number(chapter) - 1] ?? 0)
  const code = lostZero ? `0${digits}` : digits
  return HSN.test(code) ? valid(code) : invalid('An HSN code has 4, 6 or 8 digits')
}

/** The highest GST rate, in percent. */
const GST_RATE_MAX = 40
/** What a spreadsheet stores for cells that show 5%, 12% and so on. None of them is a rate itself. */
const PERCENT_CELLS = ['0.03', '0.05', '0.12', '0.18', '0.28', '0.4']

/** The halves of a rate: CGST 9% + SGST 9%. */
const HALVES =
  /^(?:[cs]|ut)gst[ @:-]*(\d\d?(?:\.\d+)?) ?%? ?[+&,/] ?(?:[cs]|ut)gst[ @:-]*(\d\d?(?:\.\d+)?) ?%?$/i

/** Reads `18`, `18%`, `GST 18%`, `CGST 9% + SGST 9%` and `0.18` in percent. Nil-rated and exempt goods have the rate 0. */
function parseGstRate(text: string): Parsed<number | null> {
  if (NONE.test(text)) return valid(null)
  const [, half, otherHalf] = HALVES.exec(text) ?? []
  if (half !== undefined && half === otherHalf) return parseGstRate(String(Number(half) * 2))
  const rate = text.replace(/^(i?gst)?[\s_@-]*|\s*i?gst$/gi, '').replace(/\s*%$/, '')
  if (/^(nil|exempt)([ -]?(ed|rated))?$/i.test(rate)) return valid(0)
  if (PERCENT_CELLS.includes(rate)) return valid(Math.round(Number(rate) * 100))
  const parsed = parseNumber(rate, 0, GST_RATE_MAX)
  return 'reason' in parsed ? invalid(`Give a rate from 0 to ${GST_RATE_MAX}, such as 18 or 18%`) : parsed
}

/** Days in which a product can be sent back: 0 for none; empty for the shop's. */
function parseReturnDays(text: string): Parsed<number | null> {
  if (NONE.test(text)) return valid(null)
  return /^\d{1,3}$/.test(text) && Number(text) <= 365
    ? valid(Number(text))
    : invalid('Give days from 0 to 365')
}

function parseDate(text: string): Parsed<Date> {
  const date = new Date(text)
  return /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime()) ? valid(date) : invalid('Not a date')
}

function parsePublishAt(text: string): Parsed<Date | null> {
  if (NONE.test(text)) return valid(null)
  const moment = parseMoment(text)
  return moment ? valid(new Date(moment.start)) : invalid('Write a day and a time, such as 2026-12-03 10:00')
}

const CATEGORY_LEVELS = 6

/** Reads `A > B` as a list of names, top level first. */
function parseCategory(text: string): Parsed<string[]> {
  const path = text.split('>').map(cleanLine).filter(Boolean)
  if (path.length === 0) return invalid('There is no category')
  if (path.length > CATEGORY_LEVELS) return invalid(`More than ${CATEGORY_LEVELS} levels`)
  return path.some((name) => name.length > 100) ? invalid('A name longer than 100 characters') : valid(path)
}

/** One alternative text per line; a dash means none. */
const parseAlts = (text: string): Parsed<string[]> =>
  valid(text === '' ? [] : text.split('\n').map((alt) => (alt === '-' ? '' : alt)))

/** Line breaks, bars, and commas before an address or between file names; addresses may contain commas. */
const PICTURE_BREAKS =
  /[\n|]|,\s*(?=https?:|\/)|(?<=\.(?:png|jpe?g|webp|avif|gif|mp4))\s*[,;]\s*(?=[^\n|]+\.(?:png|jpe?g|webp|avif|gif|mp4))/i

/** Addresses or file names in one cell, also as a list such as `["a.png", "b.png"]`. */
function splitPictures(text: string): Parsed<string[]> {
  const plain = text.startsWith('[') ? text.replaceAll(/^\[|\]$|["']/g, '') : text
  return valid(
    plain
      .split(PICTURE_BREAKS)
      .map((ref) => ref.trim())
      .filter(Boolean),
  )
}

interface FieldRule {
  /** Reads the cleaned text. */
  parse: (text: string) => Parsed<unknown>
  /** Makes one line of the text if left out. */
  clean?: (text: string) => string
  /** Whether a dash, `n/a` or `nil` stands for an empty cell. */
  dash?: true
  /** Whether the word none erases the value. */
  erasable?: true
  /** Whether an empty cell leaves the value as it is even in a file that tells all about a product. */
  kept?: true
}

const flag = { parse: parseFlag, kept: true } as const
const pictures = { parse: splitPictures, clean: (text: string) => text.trim() }
const alts = { parse: parseAlts, clean: cleanText }
/** What a pack says about its goods. */
const fact = { parse: orNull(line(500)), dash: true, erasable: true } as const
const option = { parse: orNull(line(100)), dash: true, erasable: true } as const
const measured = { clean: cleanMeasure, dash: true, erasable: true, kept: true } as const
const length = { ...measured, parse: measure(LENGTHS) } as const
const cleanRate = (text: string): string => cleanNumber(text).replace(/^nil$/i, '0')

/** Without the apostrophe by which spreadsheets mark a text. */
const cleanSku = (text: string): string => cleanLine(text).replace(/^'/, '')

const cleanCountry = (text: string): string => cleanLine(text).replace(/^in(d)?$/i, 'India')

const productRules = {
  key: { parse: identifier(200), kept: true },
  slug: { parse: line(200), kept: true },
  name: { parse: parseName, clean: plainLine },
  brand: { parse: line(100), clean: plainLine, dash: true, kept: true },
  category: { parse: parseCategory, clean: plainLine, dash: true, kept: true },
  short_description: { parse: line(2000), clean: cleanText, dash: true, erasable: true },
  description: { parse: line(50_000), clean: cleanText, dash: true, erasable: true },
  hsn: { parse: parseHsn, clean: cleanNumber, dash: true, erasable: true },
  gst_rate: { parse: parseGstRate, clean: cleanRate, dash: true, erasable: true },
  country_of_origin: { parse: line(100), clean: cleanCountry, dash: true, erasable: true },
  manufacturer: fact,
  net_quantity: fact,
  consumer_care: fact,
  return_days: { parse: parseReturnDays, clean: cleanNumber, dash: true, erasable: true },
  rating: { parse: (text: string) => parseNumber(text || '0', 0, 5), dash: true, erasable: true },
  is_new_arrival: flag,
  is_featured: flag,
  is_on_sale: flag,
  no_cod: flag,
  is_published: flag,
  publish_at: { parse: parsePublishAt, dash: true, erasable: true, kept: true },
  created_at: { parse: parseDate, kept: true },
  images: pictures,
  image_alts: alts,
  videos: pictures,
} as const satisfies Record<string, FieldRule>

const variantRules = {
  sku: { parse: orNull(identifier(100)), clean: cleanSku, dash: true, erasable: true },
  price: { parse: parsePrice, clean: cleanAmount, dash: true },
  mrp: { parse: parseMrp, clean: cleanAmount, dash: true, erasable: true },
  tax_included: { parse: parseTaxIncluded, kept: true },
  stock: { parse: parseStock, clean: cleanNumber, dash: true, kept: true },
  stock_change: { parse: parseStockChange, clean: cleanNumber, dash: true, kept: true },
  color: option,
  size: option,
  variant_name: option,
  weight: { ...measured, parse: measure(WEIGHTS) },
  length,
  breadth: length,
  height: length,
  variant_images: pictures,
  variant_image_alts: alts,
} as const satisfies Record<string, FieldRule>

export const FIELD_RULES = { ...productRules, ...variantRules }
const RULES: Record<Field, FieldRule> = FIELD_RULES

export type ProductField = keyof typeof productRules
export type VariantField = keyof typeof variantRules
export type Field = ProductField | VariantField

export const PRODUCT_FIELDS = Object.keys(productRules) as ProductField[]
export const VARIANT_FIELDS = Object.keys(variantRules) as VariantField[]
export const FIELDS: Field[] = [...PRODUCT_FIELDS, ...VARIANT_FIELDS]

export type Values = {
  [F in Field]?: Extract<ReturnType<(typeof FIELD_RULES)[F]['parse']>, { value: unknown }>['value']
}

/** The fields that can be erased, see isErased(). */
export const ERASABLE = FIELDS.filter((field) => RULES[field].erasable)

/** The cell's text, cleaned for its field's parser. */
export const cleanCell = (field: Field, text: string): string => (RULES[field].clean ?? cleanLine)(text)

/** What stands in cells without a value. Excel's accounting format shows a dash for nothing. */
const DASH = /^(-+|[–—]|n[/.]?a\.?|nil)$/i

/** Like cleanCell(); empty if a dash, `n/a` or `nil` stands for no value. */
export function readCell(field: Field, text: string): string {
  const clean = cleanCell(field, text)
  return RULES[field].dash && clean.length < 6 && DASH.test(clean) ? '' : clean
}

/** Whether a cell, or a value that a user types, erases the field: the word none. */
export const isErased = (field: Field, text: string): boolean =>
  RULES[field].erasable === true && /^none$/i.test(text)

/** Whether an empty cell leaves the field as it is. @param isComplete see Layout */
export const leavesUnchanged = (field: Field, isComplete: boolean): boolean =>
  !isComplete || RULES[field].kept === true

/** What a stock count and a price list may change. */
export const LISTS = { stock: ['stock', 'stock_change'], prices: ['price', 'mrp'] } as const satisfies Record<
  string,
  Field[]
>
