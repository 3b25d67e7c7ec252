import { dayText, parseDay } from '../../lib/format.ts'

/** `2026-11`: the month of a day, in India's time. */
export const monthText = (date: Date): string => dayText(date).slice(0, 7)

/** The first moment of a month such as `2026-11`. */
export const parseMonth = (text: string): Date | undefined => parseDay(`${text}-01`)

/** The month before or after. */
export function otherMonth(month: Date, step: number): Date {
  const [year = 0, number = 1] = monthText(month).split('-').map(Number)
  const first = new Date(Date.UTC(year, number - 1 + step, 1))
  return parseMonth(first.toISOString().slice(0, 7)) ?? month
}

const DAY_MS = 86_400_000

/** The first and the last day of a month, such as `2026-11-01`. */
export const daysOf = (month: Date): { from: string; to: string } => ({
  from: `${monthText(month)}-01`,
  to: dayText(new Date(otherMonth(month, 1).getTime() - DAY_MS)),
})

const name = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' })
/** `November 2026`. */
export const monthName = (month: Date): string => name.format(month)
