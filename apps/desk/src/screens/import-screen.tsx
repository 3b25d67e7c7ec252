import { staffJobs } from '@haat/contract/staff/jobs'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { actQuery } from '../api/queries.ts'
import { ChooseFile } from '../features/imports/choose-file.tsx'
import { ImportJob } from '../features/imports/import-job.tsx'
import { ImportHistory } from '../features/imports/import-history.tsx'
import { paths } from '../paths.ts'
import { Failed } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'

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
    <>
      <ScreenHead
        title={job.data ? job.data.subject : 'Import'}
        text={
          id > 0
            ? undefined
            : 'Products, stock or prices from a file. Nothing changes before you have seen what would.'
        }
        {...(id > 0 && { back: { label: 'Import', path: paths.imports() } })}
      />
      <div className="desk-margin grid max-w-[60rem] grid-cols-1 gap-4 py-3">
        {job.error && <Failed error={job.error} onRetry={job.refetch} />}
        {id > 0 ? (
          job.data && <ImportJob key={id} job={job.data} onOpen={open} />
        ) : (
          <ChooseFile onOpen={open} />
        )}
        {!(id > 0) && <ImportHistory />}
      </div>
    </>
  )
}
