import { type Job, staffImports, staffJobs } from '@haat/contract/staff/jobs'
import { RadioGroup } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Ban, ChevronRight, CircleAlert, CircleCheck, Eye, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { call, uploadFile } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { useAttempt } from '../api/use-attempt.ts'
import { ImportJob } from '../features/imports/import-job.tsx'
import { count, shortMoment } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Failed } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { Chip, type Look } from '../ui/chip.tsx'
import { FileDrop } from '../ui/file-drop.tsx'

const POLL_MS = 1000

/** A file is tried first, corrected, then imported. It goes on when the page is closed: the address names it. */
export function ImportScreen() {
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('job'))
  const job = useQuery({
    ...actQuery(staffJobs.show, { job: id }),
    enabled: id > 0,
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
  const open = (next: number) => setSearch({ job: String(next) })
  return (
    <Screen
      title={job.data ? job.data.subject : 'Import'}
      text={
        id > 0
          ? undefined
          : 'Products, stock or prices from a file. Nothing changes before you have seen what would.'
      }
      {...(id > 0 && { back: { label: 'Import', path: paths.imports() } })}
      className="grid max-w-[60rem] grid-cols-1 gap-4 py-3"
    >
      {job.error && <Failed error={job.error} onRetry={job.refetch} />}
      {id > 0 ? (
        job.data && <ImportJob key={id} job={job.data} onOpen={open} />
      ) : (
        <ChooseFile onOpen={open} />
      )}
      {!(id > 0) && <ImportHistory />}
    </Screen>
  )
}

const KINDS: readonly { value: Job['only']; label: string; note: string }[] = [
  {
    value: 'everything',
    label: 'Products',
    note: 'A table of your own, or a file from Shopify, WooCommerce, Amazon, Flipkart, Meesho, Tally, Vyapar or Google',
  },
  { value: 'stock', label: 'Stock count', note: 'SKU or name, and how many there are' },
  { value: 'prices', label: 'Price list', note: 'SKU or name, price and MRP' },
]

function ChooseFile({ onOpen }: { onOpen: (job: number) => void }) {
  const [only, setOnly] = useState<Job['only']>('everything')
  const [sending, setSending] = useState<string | null>(null)
  const { failure, attempt } = useAttempt()

  const take = async (file: File): Promise<void> => {
    setSending(file.name)
    const isSent = await attempt(async () => {
      const job = await call(staffImports.run, { file: await uploadFile(file), only, dry_run: true })
      onOpen(job.id)
    })
    if (!isSent) setSending(null)
  }
  return (
    <>
      <RadioGroup
        legend="What is in the file?"
        look="cards"
        value={only}
        onChange={setOnly}
        options={KINDS.map(({ value, label, note }) => ({
          value,
          label: (
            <>
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-ink-soft">{note}</span>
            </>
          ),
        }))}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <FileDrop
        accept=".csv,.tsv,.txt,.xlsx,.xml"
        hint="CSV, TSV, Excel (.xlsx) or XML, up to 100 MB"
        busy={sending === null ? undefined : `Sending ${sending} …`}
        onFile={take}
      />
    </>
  )
}

/** The last imports and tries, with who began them. */
function ImportHistory() {
  const { data = [] } = useQuery(actQuery(staffJobs.list, {}))
  const imports = data.filter(({ kind }) => kind === 'import')
  if (imports.length === 0) return null
  return (
    <Card title="Last imports">
      <ul className="divide-y divide-line">
        {imports.map((job) => (
          <li key={job.id}>
            <Link to={paths.imports(job.id)} className="flex min-h-14 items-center gap-3 py-2 hover:bg-paper">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{job.subject}</span>
                <span className="block text-sm text-ink-soft">
                  {shortMoment(job.started_at)} · {job.staff_name}
                  {job.import &&
                    ` · ${count(job.import.created, 'new', 'new')}, ${job.import.changed} changed`}
                </span>
              </span>
              <Chip {...lookOf(job)} />
              <ChevronRight aria-hidden className="size-4 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function lookOf({ state, import: result }: Job): Look {
  if (state === 'running') return { turn: 'moving', icon: LoaderCircle, label: 'Running' }
  if (state === 'cancelled') return { turn: 'off', icon: Ban, label: 'Cancelled' }
  if (state === 'failed') return { turn: 'trouble', icon: CircleAlert, label: 'Failed' }
  return result?.dry_run
    ? { turn: 'off', icon: Eye, label: 'Tried' }
    : { turn: 'done', icon: CircleCheck, label: 'Imported' }
}
