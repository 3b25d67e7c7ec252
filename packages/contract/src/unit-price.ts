/** The price per gram, millilitre, metre or piece, as the law on packed goods wants it. */
import { formatRupees } from './money.ts'

/** What a unit is counted in, and from how many on the larger one is used. */
const UNITS: { words: RegExp; each: number; small: string; large?: { of: number; name: string } }[] = [
  { words: /^(kg|kilograms?|kilos?|किलो|கிலோ)$/, each: 1000, small: 'g', large: { of: 1000, name: 'kg' } },
  { words: /^(g|gm|gms|grams?|ग्राम|கிராம்)$/, each: 1, small: 'g', large: { of: 1000, name: 'kg' } },
  {
    words: /^(l|lt|ltr|lit(er|re)s?|लीटर|லிட்டர்)$/,
    each: 1000,
    small: 'ml',
    large: { of: 1000, name: 'litre' },
  },
  { words: /^(ml|millilit(er|re)s?|मिली|மி\.லி)$/, each: 1, small: 'ml', large: { of: 1000, name: 'litre' } },
  { words: /^(m|met(er|re)s?|मीटर|மீட்டர்)$/, each: 1, small: 'm' },
  { words: /^(n|u|pcs?|pieces?|nos?|units?|tablets?|capsules?|bags?)$/, each: 1, small: 'piece' },
]

const QUANTITY = /(?:(\d{1,4}) ?[x×] ?)?(\d{1,6}(?:\.\d{1,3})?) ?(\p{L}[\p{L}\p{M}]{0,11}(?:\.லி)?)/gu

/** The amount in a text such as `500 g`, `4 × 75 g` or `Pack of 6`, in the small unit; null for none. */
function quantityIn(text: string) {
  const found = text
    .toLowerCase()
    .replaceAll(',', '')
    .replace(/pack of (\d+)/, '$1 pieces')
  for (const [, times = '1', amount = '', word = ''] of found.matchAll(QUANTITY)) {
    const unit = UNITS.find(({ words }) => words.test(word))
    if (unit) return { unit, amount: Number(times) * Number(amount) * unit.each }
  }
  return null
}

/** Whether two texts tell amounts of one kind: weights, volumes, lengths or pieces. */
export function areOfOneKind(one: string, other: string): boolean {
  const [kind, otherKind] = [one, other].map((text) => quantityIn(text)?.unit.small)
  return kind !== undefined && kind === otherKind
}

/**
 * `₹0.60 per g`, or per kg of a kilogram and more.
 *
 * @param price paise
 * @param texts where the quantity may stand, the best first
 * @param say the sentence, in English without it
 * @returns null where no text tells it, or where it is one piece
 */
export function unitPrice(
  price: number,
  texts: readonly string[],
  say = (amount: string, unit: string): string => `${amount} per ${unit}`,
): string | null {
  for (const text of texts) {
    const found = quantityIn(text)
    if (!found || found.amount === 0) continue
    const { unit, amount } = found
    const large = unit.large && amount >= unit.large.of ? unit.large : null
    const count = amount / (large?.of ?? 1)
    if (count === 1) return null
    return say(formatRupees(Math.round(price / count)), large?.name ?? unit.small)
  }
  return null
}
