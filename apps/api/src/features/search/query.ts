/** Reads what somebody typed: words, a limit of the price in English or Hindi, and what may be a product code. */
import { LIMITS } from '@haat/contract/rules'
import { isVague, meaningfulWords, normalised, queryWords } from './words.ts'

export interface Query {
  words: string[]
  /** Those among them that say for whom or what a product is. */
  purpose: ReadonlySet<string>
  isQuestion: boolean
  /** In paise. */
  min_price?: number
  /** In paise. */
  max_price?: number
  /** Beginnings of SKUs, in several spellings; empty unless the text looks like a code. */
  codes: string[]
}

const AMOUNT =
  /(?<![\p{L}\p{N}.,])(?:₹|rs\.?|inr)? ?([\d०-९][\d०-९,]{0,12}(?:\.\d{1,2})?) ?(k|thousand|ha[zj]aa?r|हजार|हज़ार|lakh|lac)?(?:(?![\p{L}\p{N}\p{M}])|(?=(?:rs|inr|rupees?)(?![\p{L}\p{N}])))/gu
const CURRENCY =
  /^(?: ?(?:₹|rs(?!\p{L})\.?|inr(?!\p{L})|rupees?(?!\p{L})|rupaye|rupay|रुपये|रुपए))?(?: ?\/-)?(?: only(?!\p{L}))?/u
/** Whether an amount is one of money whatever is said about it; `2rs` is a seal of bearings, `rs485` a plug. */
const MONEY = /₹|rs[. ]| rs|inr|rup|रुप|\/-/u
const UNIT =
  /^[ -]?(?:%|(?:ml|l|ltr|litres?|kg|g|gm|cm|mm|m|inch|w|watts?|oz|mah|v|tons?|years?|yrs?|months?|saal)(?![\p{L}\p{N}]))/u
/** What makes a range of bare numbers; a dash is in names of standards too. */
const RANGE = /^ ?(?:to|se|से) ?$/u
const RANGE_LEAST_PAISE = 100_00
const BETWEEN = {
  before: /(?<!\p{L})(?:between|from) ?$/u,
  middle: /^ ?(?:and|to|-|–|se|से) ?$/u,
  after: /^ ?(?:tak|तक|ke (?:bee?ch|bich)|ke andar|के बीच)(?![\p{L}\p{M}])/u,
}
const MOST = {
  before:
    /(?<!\p{L}|no |not )(?:<=?|under|below|(?:less|lower|cheaper) th[ae]n(?: or equal to)?|up ?to|within|max(?:imum)?|at most|(?:no|not) (?:above|over|more than)|(?:my )?budget(?: of)?|[zj]yada se [zj]yada) ?$/u,
  after:
    /^ ?(?:se kam|se niche|se neeche|ke (?:andar|under|niche|neeche)|tak|max(?:imum)?|(?:or|and) (?:less|below|under)|से कम|से नीचे|के अंदर|के नीचे|तक|-?க்கு ?(?:கீழ்|குறைவான|குறைவாக|உள்ளே))(?![\p{L}\p{M}])/u,
}
const LEAST = {
  before:
    /(?<!\p{L})(?:>=?|above|over|(?:more|greater|higher) than|start(?:ing|s) (?:at|from)|min(?:imum)?|at least|(?:no|not) (?:below|under|less than)|kam se kam) ?$/u,
  after:
    /^ ?(?:se [zj]yada|se upar|se adhik|(?:or|and) (?:more|above|up)|से ज्यादा|से ज़्यादा|से ऊपर|से अधिक)(?![\p{L}\p{M}])/u,
}

const THOUSANDS = /^(?:k|thousand|ha|ह)/u
const RUPEES_MAX = 1_000_000_000

interface Amount {
  paise: number
  /** Where it is in the text, with its currency. */
  start: number
  end: number
  /** Whether it has a currency. */
  isMoney: boolean
}

const DEVANAGARI_ZERO = 0x966
const toDigits = (text: string): string =>
  text.replaceAll(',', '').replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))

function amountsIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].flatMap(({ 0: whole, 1: digits = '', 2: unit, index }) => {
    const after = text.slice(index + whole.length)
    if (UNIT.test(after)) return []
    const factor = unit === undefined ? 1 : THOUSANDS.test(unit) ? 1000 : 100_000
    const rupees = Math.min(RUPEES_MAX, Number(toDigits(digits)) * factor)
    const [currency = ''] = CURRENCY.exec(after) ?? []
    const end = index + whole.length + currency.length
    const isMoney = MONEY.test(whole + currency)
    return [{ paise: Math.round(rupees * 100), start: index, end, isMoney }]
  })
}

/** Whether two amounts are a range of prices whatever else is said: they have a currency, or are hundreds of rupees. */
const isRange = (first: Amount, second: Amount, between: string): boolean =>
  first.isMoney || second.isMoney || (RANGE.test(between) && first.paise >= RANGE_LEAST_PAISE)

/** The limits of the price that a text names, and the text without them. An amount of money alone is the most. */
function takePrices(text: string): Pick<Query, 'min_price' | 'max_price'> & { rest: string } {
  const amounts = amountsIn(text)
  /** The text without the amounts and the words about them; null when none of these words is there. */
  const without = (first: Amount, last: Amount, words: { before: RegExp; after: RegExp }): string | null => {
    const [before, after] = [text.slice(0, first.start), text.slice(last.end)]
    const rest = `${before.replace(words.before, '')} ${after.replace(words.after, '')}`
    return rest.length < before.length + 1 + after.length ? rest : null
  }
  const removed = (first: Amount, last: Amount) => `${text.slice(0, first.start)} ${text.slice(last.end)}`
  for (const [n, first] of amounts.entries()) {
    const second = amounts[n + 1]
    const between = second && text.slice(first.end, second.start)
    if (second && between !== undefined && BETWEEN.middle.test(between)) {
      const prices = [first.paise, second.paise]
      const isPrice = isRange(first, second, between)
      const rest = without(first, second, BETWEEN) ?? (isPrice ? removed(first, second) : null)
      if (rest !== null) return { min_price: Math.min(...prices), max_price: Math.max(...prices), rest }
    }
    const most = without(first, first, MOST)
    if (most !== null) return { max_price: first.paise, rest: most }
    const least = without(first, first, LEAST)
    if (least !== null) return { min_price: first.paise, rest: least }
  }
  const price = amounts.find(({ isMoney }) => isMoney)
  return price ? { max_price: price.paise, rest: removed(price, price) } : { rest: text }
}

const CODE = /^(?:[a-z]{1,10}[_-]?\d{2,12}(?:[_/.-][a-z0-9]{1,20}){0,5}|[a-z]{1,6} \d{2,8}|\d{5,20})$/i
const CODE_MIN = 4
const CODE_MAX = 40

/** The spellings in which a text may be a SKU. */
export function codesOf(text: string): string[] {
  const typed = text.trim()
  if (typed.length < CODE_MIN || typed.length > CODE_MAX || !CODE.test(typed)) return []
  const upper = typed.toUpperCase()
  return [...new Set([typed, upper, upper.replaceAll(/\s/g, '-'), upper.replace(/^([A-Z]+)[\s_-]/, '$1')])]
}

/** Questions and wishes say much besides what is looked for, or only for what it is. */
const QUESTION =
  /(?:ke liye|के लिए|के लिये)$|^(?:for|what|which|how|where|who|can|do|does|i|we|is|need|want|some|any)(?:thing|one)?(?!\S)/u

/** `X for Y`, `X that does Y`, and in Hindi `Y ke liye X` and `X Y wala` or `X Y ki`. */
const FOR = /(?<=\S) (?:for|with|without|that|which|who|to(?! \d)|from|in|at|on|against|while|when) (?=\S)/u
const WALA = /^(?:wal[aei]|k[aei]|वाला|वाले|वाली|का|के|की)$/u
/** A verb before `wala`, which has an object: `kaagaz kaatne`. */
const VERB = /\S(?:ne|ने)$/u
const KE_LIYE = /(?<=\S) (?:ke liye|के लिए|के लिये) (?=\S)/u

function purposeOf(text: string): Set<string> {
  const parts = text.split(FOR)
  if (parts.length > 1) {
    const product = parts.findIndex((part) => !meaningfulWords(part).every(isVague))
    return purpose(parts[product] ?? '', parts.slice(product + 1).join(' '))
  }
  const typed = text.trim().split(/ +/)
  const use = VERB.test(typed.at(-2) ?? '') ? -3 : -2
  if (WALA.test(typed.at(-1) ?? '') && typed.length > -use)
    return purpose(typed.slice(0, use).join(' '), typed.slice(use, -1).join(' '))
  const [whom = '', ...products] = text.split(KE_LIYE)
  return purpose(products.join(' '), whom)
}

/** Empty if nothing is left that says what is looked for. */
function purpose(product: string, words: string): Set<string> {
  const products = meaningfulWords(product)
  return new Set(
    products.every(isVague) ? [] : meaningfulWords(words).filter((word) => !products.includes(word)),
  )
}

/** A text that names a price and nothing else is taken for words. */
export function parseQuery(typed: string): Query {
  const text = normalised(typed.slice(0, LIMITS.search_length)).replaceAll(/\s+/g, ' ')
  const { rest, ...prices } = takePrices(text)
  const words = queryWords(rest)
  const codes = codesOf(typed)
  const isQuestion = QUESTION.test(text)
  return words.length === 0
    ? { words: queryWords(text), purpose: new Set(), isQuestion, codes }
    : { words, purpose: purposeOf(rest), isQuestion, ...prices, codes }
}
