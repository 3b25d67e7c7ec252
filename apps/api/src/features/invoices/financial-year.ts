/** Milliseconds by which India's clocks are ahead of UTC, all year. */
const INDIA_MS = 5.5 * 3_600_000
const APRIL = 3

/** India's financial year of a moment, April to March in India's time: `25-26`. */
export function financialYear(moment: Date): string {
  const there = new Date(moment.getTime() + INDIA_MS)
  const first = there.getUTCFullYear() - (there.getUTCMonth() < APRIL ? 1 : 0)
  const short = (year: number): string => String(year % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

export type PaperKind = 'tax_invoice' | 'bill_of_supply'

const PREFIXES: Record<PaperKind, string> = { tax_invoice: 'IN', bill_of_supply: 'BS' }
const DIGITS = 7

/** Names the series of a kind in the financial year of a moment: `IN/25-26`. */
export const seriesOf = (kind: PaperKind, moment: Date): string =>
  `${PREFIXES[kind]}/${financialYear(moment)}`

/**
 * A number of a series: `IN/25-26/0000001`, 16 characters, which is all that the law allows.
 *
 * @throws RangeError past ten million in one year
 */
export function numberIn(series: string, count: number): string {
  if (count < 1 || count >= 10 ** DIGITS) throw new RangeError(`${series} has no number ${count}`)
  return `${series}/${String(count).padStart(DIGITS, '0')}`
}

/** What kind of paper a number was given to. */
export const kindOfNumber = (number: string): PaperKind =>
  number.startsWith(`${PREFIXES.bill_of_supply}/`) ? 'bill_of_supply' : 'tax_invoice'
