/** Reads what somebody typed: words, a limit of the price in English or Hindi, and what may be a product code. */
import { normalised, queryWords } from './words.ts'

export interface Query {
  words: string[]
  /** In paise. */
  min_price?: number
  /** In paise. */
  max_price?: number
  /** Beginnings of SKUs, in several spellings; empty unless the text looks like a code. */
  codes: string[]
}

const BEFORE = String.raw`(?<![\p{L}\p{N}])`
const AFTER = String.raw`(?![\p{L}\p{N}\p{M}])`
const AMOUNT = String.raw`(?:₹|rs\.?|inr)?\s*(\d[\d,]*(?:\.\d+)?)\s*(k|thousand|hazaa?r|hajaa?r|हज़ार|हजार|lakh|lac)?${AFTER}(?!\s*(?:ml|l|ltr|litres?|kg|g|gm|cm|mm|m|inch|w|watts?|oz|mah|v|tons?)${AFTER})\s*(?:₹|rs\.?|rupees?|rupaye|rupay|रुपये|रुपए|/-)?`

const pattern = (source: string) => new RegExp((BEFORE + source).normalize('NFC'), 'u')

const PRICES = {
  between: [
    pattern(String.raw`(?:between|from)\s+${AMOUNT}\s*(?:and|to|-|–)\s*${AMOUNT}`),
    pattern(String.raw`${AMOUNT}\s*(?:se|से|to|-)\s*${AMOUNT}\s*(?:tak|तक|ke bee?ch|ke andar|के बीच)${AFTER}`),
  ],
  most: [
    pattern(
      String.raw`(?:under|below|(?:less|lower|cheaper) than|up ?to|within|max(?:imum)?|not more than|at most)\s*${AMOUNT}`,
    ),
    pattern(String.raw`<\s*${AMOUNT}`),
    pattern(
      String.raw`${AMOUNT}\s*(?:se (?:kam|niche|neeche)|ke (?:andar|niche|neeche)|tak|(?:or|and) (?:less|below|under)|से (?:कम|नीचे)|के (?:अंदर|नीचे)|तक|-?க்கு ?(?:கீழ்|குறைவான|குறைவாக|உள்ளே))${AFTER}`,
    ),
  ],
  least: [
    pattern(
      String.raw`(?:above|over|(?:more|greater|higher) than|starting(?: at| from)?|min(?:imum)?|at least)\s*${AMOUNT}`,
    ),
    pattern(String.raw`>\s*${AMOUNT}`),
    pattern(
      String.raw`${AMOUNT}\s*(?:se (?:zyada|jyada|upar|adhik)|(?:or|and) (?:more|above|up)|से (?:ज्यादा|ज़्यादा|ऊपर|अधिक))${AFTER}`,
    ),
  ],
}

const FACTORS: [RegExp, number][] = [
  [/^(k|thousand|ha[zj]aa?r|हज़ार|हजार)$/u, 1000],
  [/^la(kh|c)$/, 100_000],
]
const RUPEES_MAX = 1_000_000_000

function paiseOf(digits: string | undefined, unit: string | undefined): number {
  const factor = FACTORS.find(([units]) => units.test((unit ?? '').normalize('NFC')))?.[1] ?? 1
  return Math.round(Math.min(RUPEES_MAX, Number((digits ?? '').replaceAll(',', '')) * factor) * 100)
}

function firstMatch(patterns: RegExp[], text: string): RegExpExecArray | undefined {
  for (const one of patterns) {
    const match = one.exec(text)
    if (match) return match
  }
  return undefined
}

/** The limits of the price that a text names, and the text without them. */
function takePrices(text: string): Pick<Query, 'min_price' | 'max_price'> & { rest: string } {
  const without = (match: RegExpExecArray) =>
    `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
  const between = firstMatch(PRICES.between, text)
  if (between) {
    const prices = [paiseOf(between[1], between[2]), paiseOf(between[3], between[4])]
    return { min_price: Math.min(...prices), max_price: Math.max(...prices), rest: without(between) }
  }
  const most = firstMatch(PRICES.most, text)
  if (most) return { max_price: paiseOf(most[1], most[2]), rest: without(most) }
  const least = firstMatch(PRICES.least, text)
  if (least) return { min_price: paiseOf(least[1], least[2]), rest: without(least) }
  return { rest: text }
}

const CODE = /^([a-z]{1,10}[\s_-]?\d{2,}([\s_/.-][a-z0-9]+)*|\d{5,})$/i
const CODE_MIN = 4
const CODE_MAX = 40

/** The spellings in which a text may be a SKU. */
export function codesOf(text: string): string[] {
  const typed = text.trim()
  if (typed.length < CODE_MIN || typed.length > CODE_MAX || !CODE.test(typed)) return []
  const upper = typed.toUpperCase()
  return [...new Set([typed, upper, upper.replaceAll(/\s/g, '-'), upper.replace(/^([A-Z]+)[\s_-]/, '$1')])]
}

export function parseQuery(text: string): Query {
  const { rest, ...prices } = takePrices(normalised(text))
  const words = queryWords(rest)
  const isPriceAlone = words.length === 0
  return isPriceAlone
    ? { words: queryWords(text), codes: codesOf(text) }
    : { words, ...prices, codes: codesOf(text) }
}
