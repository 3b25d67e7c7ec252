import { type Arrival, arrivalDays, namedDayOf } from '@haat/contract/arrival-text'
import { t } from '@lingui/core/macro'
import { locale } from '../../lib/i18n.ts'

/** `Tue 25 Nov` of a day such as `2026-11-25`. */
export const dayText = (day: string): string => namedDayOf(day, locale())

/** `by Tue 25 Nov`, or `between Mon 24 and Tue 25 Nov`, as it follows "Arrives". */
export function arrivalText(arrival: Arrival): string {
  const [first, last] = arrivalDays(arrival, locale())
  return first === null ? t`by ${last}` : t`between ${first} and ${last}`
}
