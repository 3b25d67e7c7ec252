import { type Job, staffJobs } from '@haat/contract/staff/jobs'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleAlert, CircleCheck, Eye, LoaderCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import { actQuery } from '../../api/queries.ts'
import { count, shortMoment } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Chip, type Look } from '../../ui/chip.tsx'

/** The last imports and tries, with who began them. */
export function ImportHistory() {
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
  if (state === 'failed') return { turn: 'trouble', icon: CircleAlert, label: 'Failed' }
  return result?.dry_run
    ? { turn: 'off', icon: Eye, label: 'Tried' }
    : { turn: 'done', icon: CircleCheck, label: 'Imported' }
}
