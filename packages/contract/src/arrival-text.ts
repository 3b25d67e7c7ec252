/** How people read the days of an arrival. Without zod: the storefront shows them on every page. */
import type { Arrival } from './delivery.ts'

export type { Arrival }

const ENGLISH = 'en-IN'
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: string): Intl.DateTimeFormat {
  const made = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, made)
  formats.set(locale, format)
  return format
}

/** `Tue 25 Nov` of a day such as `2026-11-25`. */
export const namedDayOf = (day: string, locale = ENGLISH): string =>
  formatOf(locale).format(new Date(day)).replace(',', '')

/** The first and the last day; the first is null where they are one, and lacks its month where that is the same. */
export function arrivalDays({ from, to }: Arrival, locale = ENGLISH): [first: string | null, last: string] {
  const [first, last] = [namedDayOf(from, locale), namedDayOf(to, locale)]
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return [from === to ? null : sameMonth ? first.replace(/ \S+$/, '') : first, last]
}

/** `by Tue 25 Nov`, or `between Mon 24 and Tue 25 Nov`, as it follows "arrives". */
export function arrivalText(arrival: Arrival): string {
  const [first, last] = arrivalDays(arrival)
  return first === null ? `by ${last}` : `between ${first} and ${last}`
}
