import type { WARNINGS } from '@haat/contract/staff/today'
import { IconButton } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { warningsQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'

type Warning = (typeof WARNINGS)[number]

const TEXTS: Record<Warning, { text: string; repair?: string; path?: string }> = {
  closed: {
    text: 'Closed for holidays: no orders are taken.',
    ...{ repair: 'Holidays', path: paths.settingGroup('holidays') },
  },
  test_bank: {
    text: 'Test payments: no real money comes.',
    ...{ repair: 'Payments', path: paths.settingGroup('payments') },
  },
  payment: {
    text: 'No payment provider: cash only.',
    ...{ repair: 'Payments', path: paths.settingGroup('payments') },
  },
  mail: { text: 'No mail is sent.', repair: 'Mail', path: paths.settingGroup('mail') },
  opening: { text: 'The shop is not open yet.', repair: 'First hour', path: paths.opening },
  backup: { text: 'No backup was made yet.', repair: 'Backups', path: paths.backups },
}

const HIDDEN = 'desk-warnings-hidden'

/** What is simulated or missing, on every screen until it is put right; a shop for tests may hide it for a session. */
export function WarningsBar() {
  const { data } = useQuery(warningsQuery)
  const [isHidden, setIsHidden] = useState(() => sessionStorage.getItem(HIDDEN) !== null)
  if (!data || data.warnings.length === 0 || (isHidden && !data.is_production)) return null
  const hide = (): void => {
    sessionStorage.setItem(HIDDEN, 'yes')
    setIsHidden(true)
  }
  return (
    <div
      role="note"
      className="desk-margin flex items-center gap-3 border-b border-line bg-marigold-tint py-1 text-sm text-ink"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 max-sm:hidden" />
      <ul className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6">
        {data.warnings.map((name) => {
          const { text, repair, path } = TEXTS[name]
          return (
            <li key={name} className="lg:py-1">
              {text}{' '}
              {path && (
                <Link to={path} className="inline-block py-1 font-semibold underline underline-offset-4">
                  {repair}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {!data.is_production && (
        <IconButton label="Hide for now" onClick={hide}>
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  )
}
