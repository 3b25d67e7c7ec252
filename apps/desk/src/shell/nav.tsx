/** The menu: its entries, their headings, and how much waits behind one. */
import { staffToday } from '@haat/contract/staff/today'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { todayQuery, useMay, type Waiting } from '../api/queries.ts'
import { routes } from '../routes.tsx'

/** The entries of the menu that who is logged in may open. */
export function useNav() {
  const may = useMay()
  return routes.flatMap(({ path, permission, nav }) => (nav && may(permission) ? [{ path, ...nav }] : []))
}

type Entry = ReturnType<typeof useNav>[number]

/** Entries of the menu, under their headings. */
export const NavEntries = ({ nav, draw }: { nav: readonly Entry[]; draw: (entry: Entry) => ReactNode }) =>
  nav.map((entry, index) => (
    <Fragment key={entry.path}>
      {entry.group && entry.group !== nav[index - 1]?.group && (
        <p className="px-3 pt-3 pb-1 text-xs font-bold text-ink-soft">{entry.group}</p>
      )}
      {draw(entry)}
    </Fragment>
  ))

export const NavContent = ({ entry: { label, icon: Icon, waits } }: { entry: Entry }) => (
  <>
    <Icon aria-hidden className="size-5" />
    {label}
    <NavCount of={waits} />
  </>
)

/** How much waits behind an entry of the menu; nothing where nothing does. */
function NavCount({ of }: { of: Waiting | undefined }) {
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
