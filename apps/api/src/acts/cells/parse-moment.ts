import { SHOP_UTC_OFFSET } from '@haat/contract/rules'

const DAY = 24 * 60 * 60 * 1000
const DAY_FIRST = /^(?<day>\d\d?)[/.-](?<month>\d\d?)[/.-](?<year>\d{4})(?<time>.*)$/
const YEAR_FIRST = /^(?<year>\d{4})[/-](?<month>\d\d?)[/-](?<day>\d\d?)(?<time>.*)$/
const ZONE = /(Z|[+-]\d\d:?\d\d)$/

/**
 * When a day begins and ends, as in 31/12/2026 or 2026-12-31, or a moment, as in 31/12/2026 18:00; in India's time if it
 * names none. In ms; null for what cannot be read, and no limits for an empty text.
 */
export function parseMoment(text = ''): { start: number; end: number } | null {
  if (text === '') return { start: -Infinity, end: Infinity }
  const {
    year,
    month = '',
    day = '',
    time = '',
  } = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups ?? {}
  if (year === undefined) return null
  // Exports write a day as the midnight that it begins with.
  const isDay = /^([ T]00:00(:00)?)?$/.test(time)
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const start = Date.parse(`${date}${isDay ? 'T00:00' : time}${ZONE.test(time) ? '' : SHOP_UTC_OFFSET}`)
  // 31/02 would be a day of March.
  const isDate = new Date(`${date}T00:00Z`).getUTCDate() === Number(day)
  return isDate && !Number.isNaN(start) ? { start, end: isDay ? start + DAY : start } : null
}
