import { staffSession } from '@haat/contract/staff/session'
import { Button } from '@haat/ui/button'
import { Notice, Skeleton } from '@haat/ui/feedback'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../api/client.ts'
import { shortMoment } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import { sessionsQuery } from './account.queries.ts'

/** Where who is logged in is logged in. */
export function Sessions() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = async (id: number) => {
    try {
      await call(staffSession.endSession, { id })
      toast('success', 'That session is over.')
    } catch (failure) {
      toast('error', messageOf(failure))
    }
    await client.invalidateQueries(sessionsQuery)
  }
  return (
    <Card title="Where you are logged in">
      {error ? (
        <Notice tone="bad" onRetry={refetch}>
          {messageOf(error)}
        </Notice>
      ) : !data ? (
        <Skeleton className="h-16" />
      ) : (
        <ul className="divide-y divide-line">
          {data.map(({ id, device, ip, last_used_at, is_current }) => (
            <li key={id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{device || 'Unknown device'}</span>
                <span className="block text-sm text-ink-soft">
                  {ip}, {is_current ? 'this device' : `last used ${shortMoment(last_used_at)}`}
                </span>
              </span>
              {!is_current && (
                <Button variant="outline" size="sm" onClick={() => end(id)}>
                  Log out there
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
