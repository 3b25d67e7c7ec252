import { staffAudit } from '@haat/contract/staff/house'
import {
  type ImportColumns as Columns,
  type ImportReply,
  type Job,
  staffImports,
  staffJobs,
} from '@haat/contract/staff/jobs'
import { Button, buttonClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Select } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../api/client.ts'
import { actQuery } from '../../api/queries.ts'
import { saveReply } from '../../api/save-reply.ts'
import { useActs } from '../../api/use-act.ts'
import { orToast } from '../../api/use-attempt.ts'
import { count } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'

interface ImportJobProps {
  job: Job
  onOpen: (job: number) => void
}

export function ImportJob({ job, onOpen }: ImportJobProps) {
  if (job.state === 'running') return <Running job={job} />
  if (job.columns) return <Unrecognised job={job} columns={job.columns} onOpen={onOpen} />
  if (!job.import)
    return (
      <Notice tone={job.state === 'failed' ? 'bad' : 'info'} action={<Another />}>
        {job.message}
      </Notice>
    )
  return job.import.dry_run ? (
    <Trial job={job} result={job.import} onOpen={onOpen} />
  ) : (
    <Result job={job} result={job.import} />
  )
}

const READ = { everything: 'the products', stock: 'the stock count', prices: 'the price list' }

function Running({ job }: { job: Job }) {
  const { run } = useActs()
  const percent = job.total > 0 ? Math.min(99, Math.floor((100 * job.done) / job.total)) : 0
  return (
    <Card title={`Reading ${READ[job.only]}`}>
      <progress max={100} value={percent} aria-label="Progress" />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-40 flex-1 text-sm text-ink-soft">
          <b className="text-ink figures">{percent}%</b> · You can close this page: it goes on.
        </p>
        <Button
          variant="outline"
          size="sm"
          onClick={() => run(staffJobs.cancel, { job: job.id }, () => 'The import is cancelled.')}
        >
          Cancel
        </Button>
      </div>
    </Card>
  )
}

const Another = () => (
  <Link to={paths.imports()} className={buttonClass('quiet')}>
    Choose another file
  </Link>
)

/** The columns that the merchant chooses, and the file once more with them. */
function useColumns({ job, onOpen }: ImportJobProps) {
  const [map, setMap] = useState(job.map)
  const begin = (dry_run: boolean) =>
    orToast(async () => {
      const { id } = await call(staffImports.run, { file: job.file, only: job.only, map, dry_run })
      onOpen(id)
    })
  return { map, setMap, begin, isCorrected: JSON.stringify(map) !== JSON.stringify(job.map) }
}

/** A file without a column that is needed, such as the name: which one is it? */
function Unrecognised({ columns, ...props }: ImportJobProps & { columns: NonNullable<Job['columns']> }) {
  const { map, setMap, begin, isCorrected } = useColumns(props)
  return (
    <>
      <Notice tone="wait">{props.job.message} Say below which column it is.</Notice>
      <ImportColumns result={columns} map={map} onMap={setMap} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" disabled={!isCorrected} onClick={() => begin(true)}>
          Try with these columns
        </Button>
        <Another />
      </div>
    </>
  )
}

function Trial({ job, result, onOpen }: ImportJobProps & { result: ImportReply }) {
  const { map, setMap, begin, isCorrected } = useColumns({ job, onOpen })
  const writes = result.created + result.changed
  return (
    <>
      <Counts result={result} title="What would happen" job={job} />
      <ImportColumns result={result} map={map} onMap={setMap} />
      {result.notes.map((note) => (
        <Notice key={note} tone="wait">
          {note}
        </Notice>
      ))}
      {result.examples.length > 0 && (
        <Card title="For example">
          <ul className="grid gap-1 text-sm">
            {result.examples.map((example) => (
              <li key={example}>{example}</li>
            ))}
          </ul>
        </Card>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {isCorrected ? (
          <Button variant="primary" onClick={() => begin(true)}>
            Try with these columns
          </Button>
        ) : (
          <Button variant="primary" disabled={writes === 0} onClick={() => begin(false)}>
            {writes === 0 ? 'Nothing to import' : `Import ${count(writes, unitOf(job))}`}
          </Button>
        )}
        <Another />
      </div>
    </>
  )
}

const unitOf = ({ only }: Job): string => (only === 'everything' ? 'product' : 'variant')

function Result({ job, result }: { job: Job; result: ImportReply }) {
  const { run } = useActs()
  const [isUndone, setUndone] = useState(false)
  const undo = async (entry: number): Promise<void> => {
    const done = ({ undone, kept }: { undone: number; kept: string[] }) =>
      `${count(undone, 'row')} are as before.${kept.length > 0 ? ` ${count(kept.length, 'row')} stay: they were changed since.` : ''}`
    await run(staffAudit.undo, { entry }, done, () => setUndone(true))
  }
  return (
    <>
      <Counts result={result} title={isUndone ? 'Undone' : 'Imported'} job={job} />
      <div className="flex flex-wrap items-center gap-3">
        <Link to={paths.imports()} className={buttonClass('primary')}>
          Import another file
        </Link>
        {result.entry !== null && !isUndone && (
          <Button variant="outline" onClick={() => undo(result.entry!)}>
            Undo this import
          </Button>
        )}
      </div>
    </>
  )
}

function Counts({ result, title, job }: { result: ImportReply; title: string; job: Job }) {
  const numbers = [
    ['New', result.created],
    ['Changed', result.changed],
    ['Same as before', result.unchanged],
    ['Refused', result.refused],
  ] as const
  return (
    <Card title={title}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {numbers.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-2xl font-bold tabular-nums">{amount.toLocaleString('en-IN')}</dd>
          </div>
        ))}
      </dl>
      {result.categories.length > 0 && (
        <p className="mt-3 text-sm">
          {count(result.categories.length, 'new category', 'new categories')}:{' '}
          {result.categories.slice(0, 8).join(', ')}
          {result.categories.length > 8 && ' …'}
        </p>
      )}
      {result.large_changes > 0 && (
        <Notice tone="wait" className="mt-3">
          {count(result.large_changes, 'price')} would rise or fall by more than half. A zero missing?
        </Notice>
      )}
      {result.refused > 0 && <Refused job={job} reasons={result.reasons} />}
    </Card>
  )
}

/** Such as `Line 9, price “x”: Give an amount`, from the last cells of a file of refused rows. */
async function loadFaults(job: number): Promise<string[]> {
  const [file, { default: Papa }] = await Promise.all([call(staffJobs.refused, { job }), import('papaparse')])
  const { data } = Papa.parse<string[]>(await file.text())
  return data.flatMap((cells) => cells.findLast((cell) => /^Line \d/.test(cell))?.split('\n') ?? [])
}

/** The file has all of them. */
const FAULTS_SHOWN = 10

function Refused({ job, reasons }: { job: Job; reasons: ImportReply['reasons'] }) {
  const save = () => saveReply(staffJobs.refused, { job: job.id }, `${job.subject}.refused.csv`)
  const { data: faults = [] } = useQuery({
    queryKey: ['jobs', 'faults', job.id],
    queryFn: () => loadFaults(job.id),
    enabled: job.has_refused_rows,
    staleTime: Infinity,
  })
  return (
    <div className="mt-4 rounded-md bg-brick-tint p-4">
      <h3 className="font-bold text-brick">Why rows are refused</h3>
      <ul className="mt-1 grid gap-1 text-sm">
        {Object.entries(reasons).map(([reason, times]) => (
          <li key={reason}>
            {reason} <span className="text-ink-soft">({times})</span>
          </li>
        ))}
      </ul>
      <ul aria-label="Refused rows" className="mt-2 grid gap-1 text-sm wrap-anywhere">
        {faults.slice(0, FAULTS_SHOWN).map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      {job.has_refused_rows && (
        <Button variant="outline" size="sm" className="mt-3" onClick={save}>
          Download the refused rows
        </Button>
      )}
    </div>
  )
}

const NOT_MAPPED = ''

interface ColumnsProps {
  result: Columns
  map: Job['map']
  onMap: (map: Job['map']) => void
}

/** How the columns were understood; those that were not can be given a field. */
function ImportColumns({ result, map, onMap }: ColumnsProps) {
  const { data: fields = [] } = useQuery(actQuery(staffImports.fields, {}))
  const fieldOf = (heading: string) => Object.keys(map).find((field) => map[field] === heading)
  const choose = (heading: string, field: string): void => {
    const { [fieldOf(heading) ?? '']: _, ...others } = map
    onMap(field === NOT_MAPPED ? others : { ...others, [field]: heading })
  }
  const free = fields.filter((field) => !(field in result.columns) || field in map)
  return (
    <Card title={`Columns (${result.layout})`}>
      <ul className="flex flex-wrap gap-2 text-sm">
        {Object.entries(result.columns).map(([field, heading]) => (
          <li key={field} className="rounded-full bg-leaf-tint px-3 py-1">
            {heading} → <b>{named(field)}</b>
          </li>
        ))}
      </ul>
      {result.unused.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">Not used</h3>
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            {result.unused.map((heading) => (
              <Select
                key={heading}
                label={heading}
                value={fieldOf(heading) ?? NOT_MAPPED}
                onChange={({ target }) => choose(heading, target.value)}
                options={[
                  { value: NOT_MAPPED, label: 'Leave out' },
                  ...free.map((field) => ({ value: field, label: named(field) })),
                ]}
              />
            ))}
          </div>
        </>
      )}
    </Card>
  )
}

const named = (field: string): string =>
  (field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')).replaceAll(
    /\b(sku|mrp|hsn|gst)\b/gi,
    (word) => word.toUpperCase(),
  )
