/** Reads what somebody typed: words, a limit of the price in English or Hindi, and what may be a product code. */
import { LIMITS } from '@haat/contract/rules'
import { normalised, withSizes, wordsOf } from './words.ts'

/** Limits of the price in paise, and the text without them. */
export interface PriceLimits {
  min_price?: number
  max_price?: number
  rest: string
}

export interface Query {
  /** Distinct words, a size as one; what the product is comes last. */
  words: string[]
  price: PriceLimits | undefined
  /** Beginnings of SKUs, in several spellings; empty unless the text looks like a code. */
  codes: string[]
}

const STOP_WORDS = new Set(
  `a an and by for from in is of on or the to with at as it its are be this that these those
  which what where how when who can could should would will i we you me my your do does did have has need want use
  used using get give show find buy order purchase looking best good better nice top quality cheap cheapest
  affordable low price priced rate cost costing online shop store near please some any something anything someone
  karne rakhne bhagane marne hatane rokne saaf banane napne naapne dhone lagane banane katne kaatne pehenne pehnne peene pine khane chalane
  करने रखने भगाने मारने हटाने रोकने बनाने नापने धोने लगाने बनाने काटने पहनने पीने खाने चलाने
  ka ke ki ko se mein me wala wale wali hai chahiye liye sasta saste sasti accha acche acchi dikhao
  का के की को से में वाला वाले वाली है चाहिए लिए सस्ता सस्ते सस्ती अच्छा और`.split(/\s+/),
)

const QUERY_WORDS_MAX = 10

/** The distinct words of a text, without stop words unless there is nothing else. */
export function queryWords(text: string): string[] {
  const all = wordsOf(text)
  const meaningful = all.filter((word) => !STOP_WORDS.has(word))
  return [...new Set(withSizes(meaningful.length > 0 ? meaningful : all))].slice(0, QUERY_WORDS_MAX)
}

const AMOUNT =
  /(?<![\p{L}\p{N}.,])(?:₹ ?|rs[. ] ?|inr )?(\d[\d,]{0,12}(?:\.\d{1,2})?) ?(k|thousand|hazaa?r|हजार|lakh)?(?:(?![\p{L}\p{N}\p{M}])|(?=rs))(?: ?(?:(?:rs|inr|rupees?|rupaye)(?![\p{L}\p{N}])\.?|रुपये|₹))?(?: ?\/-)?(?: only(?!\p{L}))?/gu
/** Whether an amount is one of money whatever is said about it; `2rs` is a seal of bearings. */
const MONEY = /₹|rs[. ]| rs|inr|rup|रुप|\/-/u
const UNIT =
  /^[ -]?(?:%|(?:ml|l|ltr|litres?|kg|g|gm|cm|mm|m|inch|ft|feet|w|watts?|oz|mah|v|gb|tons?|years?|months?)(?![\p{L}\p{N}]))/u
/** What stands before and after an amount that is the most, or the least, of the price. */
const MOST = {
  before:
    /(?<!\p{L})(?:under|below|less than|cheaper than|up ?to|within|max(?:imum)?|at most|budget(?: of)?|<) ?$/u,
  after:
    /^ ?(?:se kam|tak|ke (?:andar|niche|neeche)|or less|and below|max(?!\p{L})|से कम|तक|के अंदर|-?க்கு ?(?:கீழ்|குறைவான|உள்ளே))(?![\p{L}\p{M}])/u,
}
const LEAST = {
  before: /(?<!\p{L})(?:above|over|more than|starting (?:at|from)|min(?:imum)?|at least|>) ?$/u,
  after: /^ ?(?:se [zj]yada|se upar|or more|and above|से ज्यादा|से ज़्यादा|से ऊपर)(?![\p{L}\p{M}])/u,
}
const BETWEEN = {
  before: /(?<!\p{L})(?:between|from) ?$/u,
  middle: /^ ?(?:and|to|-|–|se|से) ?$/u,
  after: /^ ?(?:tak|तक|ke beech|ke bich|के बीच)(?![\p{L}\p{M}])/u,
}
type Phrase = typeof MOST

const FACTORS: Record<string, number> = { k: 1e3, thousand: 1e3, lakh: 1e5 }
const THOUSAND = 1e3
const RUPEES_MAX = 1e9
const DEVANAGARI = /[०-९]/g
const DEVANAGARI_ZERO = 0x966

interface Amount {
  paise: number
  start: number
  end: number
  isMoney: boolean
}

function amountsIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].flatMap(({ 0: whole, 1: digits = '', 2: unit, index }) => {
    const end = index + whole.length
    if (UNIT.test(text.slice(end))) return []
    const factor = unit === undefined ? 1 : (FACTORS[unit] ?? THOUSAND)
    const rupees = Math.min(RUPEES_MAX, Number(digits.replaceAll(',', '')) * factor)
    return [{ paise: Math.round(rupees * 100), start: index, end, isMoney: MONEY.test(whole) }]
  })
}

/** The limits of the price that a text names, and the text without them. An amount of money alone is the most. */
function takePrice(text: string): { price?: Omit<PriceLimits, 'rest'>; rest: string } {
  const amounts = amountsIn(text)
  const textBefore = ({ start }: Amount) => text.slice(0, start)
  const isAbout = (first: Amount, last: Amount, { before, after }: Phrase) =>
    before.test(textBefore(first)) || after.test(text.slice(last.end))
  const without = (first: Amount, last: Amount, { before, after }: Phrase) =>
    `${textBefore(first).replace(before, '')} ${text.slice(last.end).replace(after, '')}`
  for (const [n, first] of amounts.entries()) {
    const second = amounts[n + 1]
    if (second && BETWEEN.middle.test(text.slice(first.end, second.start))) {
      const [min_price, max_price] = [first.paise, second.paise].toSorted((a, b) => a - b)
      if (first.isMoney || second.isMoney || isAbout(first, second, BETWEEN))
        return { price: { min_price, max_price }, rest: without(first, second, BETWEEN) }
    }
    if (isAbout(first, first, MOST))
      return { price: { max_price: first.paise }, rest: without(first, first, MOST) }
    if (isAbout(first, first, LEAST))
      return { price: { min_price: first.paise }, rest: without(first, first, LEAST) }
  }
  const money = amounts.find(({ isMoney }) => isMoney)
  return money ? { price: { max_price: money.paise }, rest: without(money, money, MOST) } : { rest: text }
}

/** `goggles for swimming` are `swimming goggles`. */
const FOR = /(?<=\S) (?:for|with|that|which|in|of) (?=\S)/u
/** `biscuits without sugar`, `bina cheeni ke biscuit`. */
const WITHOUT = /(?:^|(?<= ))(?:without|bina|बिना) ([\p{L}\p{M}]+)(?: (?:k[aei]|का|के|की)(?= |$))?/gu

function kindLast(text: string): string {
  const [kind = '', ...others] = text.split(FOR)
  const lacking: string[] = []
  const rest = kind.replace(WITHOUT, (_, word: string) => (lacking.push(`${word} free`), ''))
  return [...others, ...lacking, rest].join(' ')
}

const CODE = /^(?:[a-z]{1,10}[_-]?\d{2,12}(?:[_/.-][a-z0-9]{1,20}){0,5}|[a-z]{1,6} \d{2,8}|\d{5,20})$/
const CODE_MIN = 4
const CODE_MAX = 40

/** The spellings in which a text may be a SKU. */
function codesOf(text: string): string[] {
  const typed = text.trim().toLowerCase()
  if (typed.length < CODE_MIN || typed.length > CODE_MAX || !CODE.test(typed)) return []
  return [...new Set([typed, typed.replaceAll(/\s/g, '-'), typed.replace(/^([a-z]+)[\s_-]/, '$1')])]
}

/**
 * A text that names a price and nothing else is taken for words.
 *
 * @param unfinished whether the last word is still being typed, so that the words stay in their order
 */
export function parseQuery(typed: string, unfinished: boolean): Query {
  const text = normalised(typed.slice(0, LIMITS.search_length))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(DEVANAGARI, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
  const { price, rest } = takePrice(text)
  const words = queryWords(unfinished ? rest : kindLast(rest))
  const codes = codesOf(typed)
  return words.length === 0
    ? { words: queryWords(text), price: undefined, codes }
    : { words, price: price && { ...price, rest: rest.replaceAll(/\s+/g, ' ').trim() }, codes }
}
