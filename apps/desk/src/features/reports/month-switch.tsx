import { IconButton } from '@haat/ui/button'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useNow } from '../../lib/use-now.ts'
import { useListState } from '../../table/list-state.ts'
import { monthName, monthText, otherMonth, parseMonth } from './months.ts'

/** The month of a report, which is in the address; this one without. */
export function useMonth(): Date {
  const now = useNow()
  return parseMonth(useListState().get('month')) ?? parseMonth(monthText(now)) ?? now
}

/** The month of a report, and those beside it. */
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
