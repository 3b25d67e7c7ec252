import type { ReplyOf } from '@haat/contract/staff/act'
import { staffAudit } from '@haat/contract/staff/house'
import { staff } from '@haat/contract/staff/index'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { actQuery } from '../api/queries.ts'
import { AuditEntry } from '../features/house/audit-entry.tsx'
import { count, parseDay, shortMoment } from '../lib/format.ts'
import type { Column, Filter } from '../table/columns.ts'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState, useOpenPath } from '../table/list-state.ts'
import { Chip } from '../ui/chip.tsx'
import { DownloadButton } from '../features/reports/download-button.tsx'

type Row = ReplyOf<typeof staffAudit.list>[number]

const WAYS = { desk: 'at the desk', cli: 'on the command line', job: 'by itself' }

const COLUMNS: Column<Row>[] = [
  { id: 'what', header: 'What', cell: ({ summary }) => summary, phone: 'title' },
  { id: 'who', header: 'Who', cell: ({ staff_name, via }) => `${staff_name}, ${WAYS[via]}`, phone: 'sub' },
  {
    id: 'changes',
    header: 'Rows',
    cell: ({ changes }) => changes > 0 && count(changes, 'row'),
    phone: 'state',
    align: 'end',
  },
  {
    id: 'at',
    header: 'When',
    cell: ({ at }) => <span className="whitespace-nowrap">{shortMoment(at)}</span>,
    phone: 'sub',
  },
  {
    id: 'undone',
    header: 'State',
    cell: ({ undone }) => undone && <Chip turn="off" icon={Undo2} label="Undone" />,
    phone: 'state',
  },
]

const FILTERS: readonly Filter[] = [
  {
    name: 'act',
    label: 'About',
    kind: 'choice',
    options: [
      ...Object.keys(staff).map((group) => ({
        value: `${group}.`,
        label: group.charAt(0).toUpperCase() + group.slice(1),
      })),
      { value: 'login', label: 'Logins' },
    ],
  },
  { name: 'from', label: 'From', kind: 'day' },
  { name: 'to', label: 'To', kind: 'day' },
]

/** The audit: who did what, what it was before, and taking it back. */
export function AuditScreen() {
  const state = useListState()
  const { pathOf, opened, close } = useOpenPath(state)
  const filter = {
    staff: state.get('search') || undefined,
    act: state.get('act') || undefined,
    from: parseDay(state.get('from')),
    to: parseDay(state.get('to')),
  }
  const query = useQuery(actQuery(staffAudit.list, { ...filter, limit: state.limit }))
  return (
    <>
      <ListFrame<Row>
        title="Audit"
        actions={<DownloadButton act={staffAudit.list} input={{ ...filter, limit: 10_000 }} name="audit" />}
        filters={FILTERS}
        searchHint="Name of who did it"
        state={state}
        query={query}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        rowPath={({ id }) => pathOf(id)}
        rowName={({ summary }) => summary}
        nothingYet={{
          title: 'Nothing done yet',
          text: 'Whatever you or your staff change stands here, with what it was before, and most of it can be taken back.',
        }}
      />
      {/^\d+$/.test(opened) && <AuditEntry id={Number(opened)} onClose={close} />}
    </>
  )
}
