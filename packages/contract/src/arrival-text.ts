/** How shoppers read the days of an arrival. Without zod: the storefront shows them on every page. */
import type { Arrival } from './delivery.ts'

const namedDay = new Intl.DateTimeFormat('en-IN', {
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  timeZone: 'UTC',
})

/** `Tue 25 Nov` of a day such as `2026-11-25`. */
export const namedDayOf = (day: string): string => namedDay.format(new Date(day)).replace(',', '')

/** `by Tue 25 Nov`, or `between Mon 24 and Tue 25 Nov`, as it follows "Arrives" and "Delivery". */
export function arrivalText({ from, to }: Arrival): string {
  const [first, last] = [namedDayOf(from), namedDayOf(to)]
  if (from === to) return `by ${last}`
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `between ${sameMonth ? first.replace(/ \p{L}+$/u, '') : first} and ${last}`
}
