import { staffToday } from '@haat/contract/staff/today'
import { useQuery } from '@tanstack/react-query'
import { todayQuery, useMay, type Waiting } from '../api/queries.ts'

/** How much waits behind an entry of the menu; nothing where nothing does. */
export function NavCount({ of }: { of: Waiting | undefined }) {
  const may = useMay()
  const { data } = useQuery({ ...todayQuery, enabled: of !== undefined && may(staffToday.show.permission) })
  const waiting = of && data?.[of]
  if (!waiting) return null
  return (
    <span className="ml-auto rounded-full bg-peacock px-2 text-xs leading-5 font-bold text-paper figures">
      <span aria-hidden>{waiting.toLocaleString('en-IN')}</span>
      <span className="sr-only">, {waiting} waiting</span>
    </span>
  )
}
