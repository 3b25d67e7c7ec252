/** Formats times as people in India read them, in the language of who reads them. */
import { monthFirst } from '@haat/contract/arrival-text'
import { SHOP_TIME_ZONE } from '@haat/contract/rules'
import { languageNow, localeNow } from '#say'

/** A formatter for each locale, made once. */
function formatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (date) => {
    const locale = localeNow()
    // Tamil would say AM and PM in Latin letters.
    const hourCycle = languageNow() === 'ta' ? 'h23' : 'h12'
    const found =
      known.get(locale) ??
      new Intl.DateTimeFormat(locale, { ...options, hourCycle, timeZone: SHOP_TIME_ZONE })
    known.set(locale, found)
    const text = found.format(date)
    return languageNow() === 'ta' ? monthFirst(text) : text
  }
}

const sortable = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: SHOP_TIME_ZONE,
})

/** `2026-03-02 18:05:09`, in India's time. Spreadsheets read it as a date, and it sorts as text. */
export const formatSortable = (date: Date): string => sortable.format(date)

/** `2 March 2026`, in India's time. */
export const formatDay = formatter({ dateStyle: 'long' })

/** `2 Mar 2026, 18:05`, in India's time. */
export const formatMoment = formatter({ dateStyle: 'medium', timeStyle: 'short', hour12: false })

/** `6:05 pm`, in India's time. */
export const formatTime = formatter({ timeStyle: 'short' })

/** `2026`, in India's time. */
export const formatYear = formatter({ year: 'numeric' })
