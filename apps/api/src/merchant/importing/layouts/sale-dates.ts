/** Reads the days on which a sale begins and ends, as people in India write them. */
import { type Cell, isBlank, type RejectedRow } from './fields.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Such as 05/12/2026, 5-12-26, 5.12.2026, 5 Dec 2026; the day comes first. A time may follow. */
const DAY_FIRST =
  /^(\d{1,2})[/. -](\d{1,2}|[a-z]{3,9})[/. -](\d{4}|\d\d)(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/i
const YEAR_FIRST = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:\s+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** The days since 30 December 1899, as Excel counts, of 1982 to 2119. */
const SERIAL = /^[3-7]\d{4}(\.\d+)?$/

const DAY = 24 * 60 * 60 * 1000
const INDIA = 5.5 * 60 * 60 * 1000

interface Moment {
  /** In ms. */
  start: number
  /** The end of the day if the text names no time. */
  end: number
}

/** A day or a time, in India's time where the text names no other; null if it is none. */
function parseMoment(text: string): Moment | null {
  if (SERIAL.test(text)) {
    const start = Date.UTC(1899, 11, 30) + Math.round(Number(text) * DAY) - INDIA
    return { start, end: Number.isInteger(Number(text)) ? start + DAY : start }
  }
  if (WITH_ZONE.test(text)) {
    const start = Date.parse(text)
    return Number.isNaN(start) ? null : { start, end: start }
  }
  const [, y, m = '', d, ...time] = YEAR_FIRST.exec(text) ?? swapped(DAY_FIRST.exec(text)) ?? []
  if (y === undefined) return null
  const year = Number(y) + (y.length === 2 ? 2000 : 0)
  const month = /^\d/.test(m) ? Number(m) - 1 : MONTHS.indexOf(m.slice(0, 3).toLowerCase())
  const day = new Date(Date.UTC(year, month, Number(d)))
  // 31/02 and 12/31 are no dates.
  if (month < 0 || day.getUTCMonth() !== month || day.getUTCDate() !== Number(d)) return null
  const [hours = 0, minutes = 0, seconds = 0] = time.map((part) => Number(part ?? 0))
  const start = day.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000 - INDIA
  // Exports write a day as the midnight that it begins with.
  return { start, end: hours + minutes + seconds === 0 ? start + DAY : start }
}

/** The parts of a day-first date in the order of a year-first one. */
const swapped = (match: RegExpExecArray | null): (string | undefined)[] | null =>
  match && [match[0], match[3], match[2], match[1], ...match.slice(4)]

/** The cell that is no date, or undefined. Empty cells set no limit. */
const unreadable = (cells: (Cell | undefined)[]): Cell | undefined =>
  cells.find((cell) => cell && !isEmpty(cell) && parseMoment(cell.text.trim()) === null)

const isEmpty = ({ text }: Cell): boolean => text.trim() === '' || isBlank(text)

/** The row's rejection if one of its dates of a sale is none. */
export function rejectDates(line: number, cells: (Cell | undefined)[]): RejectedRow | null {
  const cell = unreadable(cells)
  if (!cell) return null
  return { line, column: cell.column, value: cell.text, reason: 'Not a date: write 31/12/2026 or 2026-12-31' }
}

/** Whether a sale runs. @param from its first day @param to its last day, which counts; without one it has no end */
export function saleRuns([from, to]: (Cell | undefined)[], now: Date): boolean {
  const [first, last] = [from, to].map((cell) => (cell ? parseMoment(cell.text.trim()) : null))
  return !(first && now.getTime() < first.start) && !(last && now.getTime() >= last.end)
}
