/** How people read the days of an arrival. Without zod: the storefront shows them on every page. */
import type { Arrival } from './delivery.ts'

export type { Arrival }

const ENGLISH = 'en-IN'
const formats = new Map<string, Intl.DateTimeFormat>()
const isTamil = (locale: string): boolean => locale.startsWith('ta')

function formatOf(locale: string): Intl.DateTimeFormat {
  const weekday = locale === ENGLISH ? 'short' : 'long'
  // Hindi's short names end in a sign: `दिस॰`.
  const month = locale.startsWith('hi') ? 'long' : 'short'
  const made = { weekday, day: 'numeric', month, timeZone: 'UTC' } as const
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, made)
  formats.set(locale, format)
  return format
}

/** `நவ. 30, 2026` of Tamil's `30 நவ., 2026`, as the days of an arrival are; Node and browsers differ. */
export const monthFirst = (date: string): string =>
  date.replace(/^(\d+) (\D+?)(,|$)/, '$2 $1$3').replace(/ (?=\d+(,|$))/, '\u00a0')

function partsOf(day: string, locale: string) {
  const parts = formatOf(locale).formatToParts(new Date(day))
  const part = (type: 'weekday' | 'day' | 'month') => parts.find((each) => each.type === type)?.value
  return { weekday: part('weekday'), date: part('day'), month: part('month') }
}

/** `Tue 25 Nov` of a day such as `2026-11-25`; in Tamil the number is last, since endings follow it: `2-க்குள்`. */
export function namedDayOf(day: string, locale = ENGLISH): string {
  const { weekday, date, month } = partsOf(day, locale)
  return isTamil(locale) ? `${weekday}, ${month}\u00a0${date}` : `${weekday} ${date} ${month}`
}

/** The first and the last day; the first is null where they are one. Tamil leaves out the weekdays, which are long there. */
export function arrivalDays({ from, to }: Arrival, locale = ENGLISH): [first: string | null, last: string] {
  if (from === to) return [null, namedDayOf(to, locale)]
  const [first, last] = [partsOf(from, locale), partsOf(to, locale)]
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  if (isTamil(locale))
    return [
      `${first.month}\u00a0${first.date}`,
      isOneMonth ? `${last.date}` : `${last.month}\u00a0${last.date}`,
    ]
  return [isOneMonth ? `${first.weekday} ${first.date}` : namedDayOf(from, locale), namedDayOf(to, locale)]
}

/** `by Tue 25 Nov`, or `between Mon 24 and Tue 25 Nov`, as it follows "arrives". */
export function arrivalText(arrival: Arrival): string {
  const [first, last] = arrivalDays(arrival)
  return first === null ? `by ${last}` : `between ${first} and ${last}`
}
