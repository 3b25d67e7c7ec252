import { staffOpening } from '@haat/contract/staff/opening'
import type { WARNINGS } from '@haat/contract/staff/today'
import { IconButton, PlainButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { actQuery, warningsQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { STEPS } from './opening-steps.ts'

type Warning = (typeof WARNINGS)[number]

const TEXTS: Record<Warning, { text: string; repair?: string; path?: string }> = {
  closed: {
    text: 'Closed for holidays: no orders are taken.',
    ...{ repair: 'Holidays', path: paths.settingGroup('holidays') },
  },
  test_bank: {
    text: 'Test payments: no real money.',
    ...{ repair: 'Payments', path: paths.settingGroup('payments') },
  },
  payment: {
    text: 'No payment provider: cash only.',
    ...{ repair: 'Payments', path: paths.settingGroup('payments') },
  },
  mail: { text: 'No mail arrives.', repair: 'Mail', path: paths.settingGroup('mail') },
  sms: { text: 'Text messages fail: check your account at MSG91.' },
  opening: { text: 'Not open yet.', repair: 'First hour', path: paths.opening },
  backup: { text: 'No backup was made yet.', repair: 'Backups', path: paths.backups },
}

const HIDDEN = 'desk-warnings-hidden'
const LINK = 'inline-block py-1 font-semibold underline underline-offset-4'

/** What is simulated or missing, on every screen until it is put right; a shop for tests may hide it for a session. */
export function WarningsBar() {
  const { data } = useQuery(warningsQuery)
  const [isHidden, setIsHidden] = useState(() => sessionStorage.getItem(HIDDEN) !== null)
  const [isUnfolded, setIsUnfolded] = useState(false)
  if (!data || data.warnings.length === 0 || (isHidden && !data.is_production)) return null
  const hide = (): void => {
    sessionStorage.setItem(HIDDEN, 'yes')
    setIsHidden(true)
  }
  const more = data.warnings.length - 1
  return (
    <div
      role="note"
      className="desk-margin flex items-center gap-3 border-b border-line bg-marigold-tint py-1 text-sm text-ink"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 max-sm:hidden" />
      <ul className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6">
        {data.warnings.map((name, at) => {
          const { text, repair, path } = TEXTS[name]
          return (
            <li key={name} className={cx('lg:py-1', at > 0 && !isUnfolded && 'max-sm:hidden')}>
              {text}{' '}
              {path && (
                <Link to={path} className={LINK}>
                  {repair}
                </Link>
              )}
              {name === 'opening' && <NextStep />}
            </li>
          )
        })}
      </ul>
      {more > 0 && (
        <PlainButton
          onClick={() => setIsUnfolded(!isUnfolded)}
          aria-expanded={isUnfolded}
          className="min-h-11 shrink-0 font-semibold sm:hidden"
        >
          {isUnfolded ? 'Fewer' : `${more} more`}
        </PlainButton>
      )}
      {!data.is_production && <IconButton label="Hide for now" onClick={hide} icon={X} size="sm" />}
    </div>
  )
}

/** Leads to the first step of the first hour that is neither done nor shown. */
function NextStep() {
  const { pathname } = useLocation()
  const { data } = useQuery(actQuery(staffOpening.show, {}))
  const next = data?.steps.find(({ id, done }) => !done && STEPS[id].path.split('#')[0] !== pathname)
  if (!next) return null
  const { title, path } = STEPS[next.id]
  return (
    <Link to={path} className={cx(LINK, 'ml-3')}>
      Next step<span className="max-sm:sr-only">: {title}</span>
    </Link>
  )
}
