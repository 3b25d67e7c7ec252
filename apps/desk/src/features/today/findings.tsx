import { staffToday } from '@haat/contract/staff/today'
import { PlainButton, textLinkClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Skeleton } from '@haat/ui/feedback'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { call, type CallReply } from '../../api/client.ts'
import { actQuery } from '../../api/queries.ts'
import { ago } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { LinkRow } from '../../ui/link-row.tsx'

type Finding = CallReply<typeof staffToday.findings>['findings'][number]

const findingsQuery = actQuery(staffToday.findings, {})
/** At first. */
const SHOWN = 5
const POLL_MS = 1000

/** A task of its own says it. */
const ELSEWHERE = ['refund_due']

/** What is missing or wrong, with the screen that mends it. The shop is looked through when the last look is old. */
export function Findings({ now }: { now: Date }) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...findingsQuery,
    refetchInterval: ({ state }) => (state.data?.is_running ? POLL_MS : false),
  })
  const check = useCallback(async () => {
    // What it finds is told by the next look, and a failure by none.
    await call(staffToday.check, {}).catch(() => undefined)
    await client.invalidateQueries({ queryKey: findingsQuery.queryKey })
  }, [client])
  const isOld = data?.is_old === true && !data.is_running
  useEffect(() => {
    if (isOld) void check()
  }, [isOld, check])
  // What was found before something was changed may be put right by now.
  const isLooking = !data || data.is_old || data.is_running
  const found = isLooking ? [] : data.findings
  const findings = found.filter(({ id }) => !ELSEWHERE.includes(id))
  const [isAll, setAll] = useState(false)
  return (
    <Card
      title="To put right"
      action={
        <PlainButton className={cx(textLinkClass, 'text-sm')} busy={isLooking} onClick={check}>
          {isLooking ? 'Looking…' : 'Look again'}
        </PlainButton>
      }
    >
      {isLooking ? (
        <Skeleton className="h-20" />
      ) : findings.length === 0 ? (
        <p className="flex items-center gap-3 text-ink-soft">
          <CircleCheck aria-hidden className="size-6 text-leaf" />
          Nothing is missing.
        </p>
      ) : (
        <ul className="-mx-2 grid grid-cols-1">
          {findings.slice(0, isAll ? findings.length : SHOWN).map((finding) => (
            <li key={finding.id + finding.what}>
              <FindingRow {...finding} />
            </li>
          ))}
        </ul>
      )}
      {!isAll && findings.length > SHOWN && (
        <PlainButton className={cx(textLinkClass, 'text-sm')} onClick={() => setAll(true)}>
          Show all {findings.length}
        </PlainButton>
      )}
      {!isLooking && data.checked_at && (
        <p className="mt-2 text-xs text-ink-soft">Looked through {ago(data.checked_at, now)}.</p>
      )}
    </Card>
  )
}

function FindingRow({ level, what, screen }: Finding) {
  const Icon = level === 'error' ? CircleAlert : TriangleAlert
  return (
    <LinkRow to={screen} className="items-start py-2">
      <Icon
        aria-label={level === 'error' ? 'Error' : 'Warning'}
        className={cx('mt-0.5 size-5 shrink-0', level === 'error' ? 'text-brick' : 'text-ink-soft')}
      />
      <span className="min-w-0 flex-1 text-sm break-words">
        {what}
        {!screen && <span className="block text-ink-soft">Ask whoever runs your server.</span>}
      </span>
    </LinkRow>
  )
}
