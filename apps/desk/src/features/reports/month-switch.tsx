import { IconButton } from '@haat/ui/button'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { monthName, monthText, otherMonth } from './months.ts'

interface MonthSwitchProps {
  month: Date
  now: Date
  onChange: (month: string) => void
}

/** The month of a report, and those beside it. */
export function MonthSwitch({ month, now, onChange }: MonthSwitchProps) {
  const step = (by: number) => onChange(monthText(otherMonth(month, by)))
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
