import { IconButton } from '@haat/ui/button'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { dayText, parseDay } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { useListState } from '../../table/list-state.ts'

/** `2026-11`: the month of a day, in India's time. */
export const monthText = (date: Date): string => dayText(date).slice(0, 7)

/** The first moment of a month such as `2026-11`. */
export const parseMonth = (text: string): Date | undefined => parseDay(`${text}-01`)

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

/** The month of a report, which is in the address; this one without. */
export function useMonth(): Date {
  const now = useNow()
  return parseMonth(useListState().get('month')) ?? parseMonth(monthText(now)) ?? now
}

export function MonthSwitch({ month }: { month: Date }) {
  const state = useListState()
  const now = useNow()
  const step = (by: number) => state.set({ month: monthText(otherMonth(month, by)) })
  return (
    <div className="flex items-center gap-1">
      <IconButton label="The month before" onClick={() => step(-1)} icon={ChevronLeft} />
      <p role="status" className="min-w-36 text-center font-semibold">
        {monthName(month)}
      </p>
      <IconButton
        label="The month after"
        disabled={monthText(month) >= monthText(now)}
        onClick={() => step(1)}
        icon={ChevronRight}
      />
    </div>
  )
}
