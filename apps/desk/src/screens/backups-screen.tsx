import { type Job, staffBackups, staffJobs } from '@haat/contract/staff/jobs'
import { staffSettings } from '@haat/contract/staff/shop'
import { Button, buttonClass } from '@haat/ui/button'
import { EmptyState, Notice, Skeleton } from '@haat/ui/feedback'
import { Select } from '@haat/ui/field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import type { CallReply } from '../api/client.ts'
import { actQuery, refreshAll, useMay } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { settingAt } from '../features/settings/setting-groups.ts'
import { useAsk } from '../form/act-form.tsx'
import { fileSize, shortMoment } from '../lib/format.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { MoreMenu } from '../ui/menu.tsx'

type Backup = CallReply<typeof staffBackups.list>[number]

const POLL_MS = 1000

/** Backups: those there are, one more, a copy of one, and when the server makes them by itself. */
export function BackupsScreen() {
  const may = useMay()
  const { run } = useActs()
  const job = useLastJob()
  const { data, instead } = useScreen(actQuery(staffBackups.list, {}))
  if (!data) return instead
  return (
    <Screen
      title="Backups"
      text="Each file holds the whole shop: orders, customers, products and pictures."
      actions={
        <Button
          busy={job?.state === 'running'}
          onClick={() => run(staffBackups.make, {}, () => 'The backup is being made.')}
        >
          Back up now
        </Button>
      }
      className="grid grid-cols-1 gap-4 py-3 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start"
    >
      <div className="grid grid-cols-1 gap-4">
        {job && <LastJob job={job} />}
        {data.length === 0 ? (
          <EmptyState
            title="No backup yet"
            text="A broken disk, or a slip that cannot be undone, is then the end of the shop. Make one now."
          />
        ) : (
          <Card title="On the server">
            <ul className="divide-y divide-line">
              {data.map((backup) => (
                <BackupRow key={backup.name} {...backup} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <div className="grid grid-cols-1 gap-4">
        {may(staffSettings.set.permission) && <Schedule />}
        <Notice tone="wait">
          These files lie on the same disk as the shop. Keep one elsewhere too, each week at least.
        </Notice>
      </div>
    </Screen>
  )
}

/** The backup or copy that was begun last, asked for again while it runs. */
function useLastJob(): Job | undefined {
  const client = useQueryClient()
  const { data } = useQuery({
    ...actQuery(staffJobs.list, { limit: 20 }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
  })
  const last = data?.find(isOfBackups)
  const state = last?.state
  useEffect(() => {
    if (state === 'done') void refreshAll(client)
  }, [client, last?.id, state])
  return last
}

const isOfBackups = ({ kind }: Job): boolean => kind === 'backup' || kind === 'restore'
const isRunning = (job: Job): boolean => isOfBackups(job) && job.state === 'running'

function LastJob({ job: { kind, state, done, total, message, staff_name, started_at } }: { job: Job }) {
  const what = kind === 'backup' ? 'backup' : 'copy'
  if (state === 'failed') return <Notice tone="bad">{`The ${what} failed. ${message}`}</Notice>
  if (state === 'done')
    return kind === 'restore' ? (
      <Notice>{`${message} (${staff_name}, ${shortMoment(started_at)})`}</Notice>
    ) : null
  return (
    <Card title={`The ${what} is being made`}>
      <progress
        max={total || 1}
        value={total > 0 ? done : undefined}
        aria-label="Progress"
        className="indeterminate:animate-pulse indeterminate:bg-peacock"
      />
      <p role="status" className="mt-2 text-sm text-ink-soft">
        You can close this page: it goes on.
      </p>
    </Card>
  )
}

function BackupRow({ name, bytes, made_at }: Backup) {
  const may = useMay()
  const ask = useAsk()
  const address = staffBackups.download.route.replace('GET ', '').replace('{name}', name)
  const restore = () =>
    ask({
      act: staffBackups.restore,
      title: 'Restore to a copy?',
      text: `The backup of ${shortMoment(made_at)} is unpacked and checked in a folder beside the shop. The shop itself stays as it is. A copy that was made before is deleted.`,
      button: 'Restore to a copy',
      given: { name },
      done: () => 'The copy is being made.',
    })
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{shortMoment(made_at)}</span>
        <span className="block text-sm text-ink-soft">
          {fileSize(bytes)} · {name.endsWith('Z.tar.gz') ? 'by the schedule' : 'made by hand, kept'}
        </span>
      </span>
      {may(staffBackups.download.permission) && (
        <>
          <a href={address} download className={buttonClass('outline', 'sm')}>
            <Download aria-hidden className="size-4" />
            Download<span className="sr-only"> the backup of {shortMoment(made_at)}</span>
          </a>
          <MoreMenu
            label={`More about the backup of ${shortMoment(made_at)}`}
            items={[{ label: 'Restore to a copy…', onClick: restore }]}
          />
        </>
      )}
    </li>
  )
}

const hourText = (hour: number): string =>
  hour % 12 === 0 ? (hour === 0 ? 'midnight' : 'noon') : `${hour % 12} ${hour < 12 ? 'am' : 'pm'}`
const HOURS = [
  { value: 'none', label: 'As the server is set up' },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: `Each day at ${hourText(hour)}`,
  })),
]
const KEPT = [3, 7, 14, 30, 90].map((keep) => ({ value: String(keep), label: `The last ${keep}` }))

function Schedule() {
  const { run } = useActs()
  const { data } = useQuery(actQuery(staffSettings.get, {}))
  if (data === undefined) return <Skeleton className="h-40" />
  const hour = settingAt(data, 'backups.hour')
  const keep = String(settingAt(data, 'backups.keep'))
  const set = (path: string, value: string) =>
    void run(staffSettings.set, { set: { [path]: value } }, () => 'Saved.')
  return (
    <Card title="By itself">
      <div className="grid gap-4">
        <Select
          label="When"
          {...(hour === null && { hint: 'In production that is once a day.' })}
          value={hour === null ? 'none' : String(hour)}
          options={HOURS}
          onChange={({ target }) => set('backups.hour', target.value)}
        />
        {hour !== null && (
          <Select
            label="Kept"
            hint="Those made by hand are never deleted."
            value={keep}
            options={
              KEPT.some(({ value }) => value === keep)
                ? KEPT
                : [{ value: keep, label: `The last ${keep}` }, ...KEPT]
            }
            onChange={({ target }) => set('backups.keep', target.value)}
          />
        )}
      </div>
    </Card>
  )
}
