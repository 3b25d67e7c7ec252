import type { ReplyOf } from '@haat/contract/staff/act'
import { columnName, differencesOf, shownValue } from '@haat/contract/staff/audit-texts'
import { staffAudit } from '@haat/contract/staff/house'
import { actNamed, staff } from '@haat/contract/staff/index'
import { Button } from '@haat/ui/button'
import { Notice, Skeleton } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { messageOf } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { DownloadButton } from '../features/reports/figures.tsx'
import { count, parseDay, shortMoment } from '../lib/format.ts'
import { type Column, type Filter, stateColumn, timeColumn } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'
import { Dialog } from '../ui/dialog.tsx'

type Row = ReplyOf<typeof staffAudit.list>[number]

const WAYS = { desk: 'at the desk', cli: 'on the command line', job: 'by itself' }

const COLUMNS: Column<Row>[] = [
  { header: 'What', cell: 'summary', phone: 'title' },
  { header: 'Who', cell: ({ staff_name, via }) => `${staff_name}, ${WAYS[via]}`, phone: 'sub' },
  {
    header: 'Rows',
    cell: ({ changes }) => changes > 0 && count(changes, 'row'),
    phone: 'state',
    align: 'end',
  },
  { ...timeColumn('When', 'at', shortMoment, 'sub'), sort: undefined },
  stateColumn(({ undone }) => undone && { turn: 'off', icon: Undo2, label: 'Undone' }),
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
  const filter = {
    staff: state.get('search') || undefined,
    act: state.get('act') || undefined,
    from: parseDay(state.get('from')),
    to: parseDay(state.get('to')),
  }
  const query = useQuery(actQuery(staffAudit.list, { ...filter, limit: state.limit }))
  return (
    <ListFrame<Row>
      title="Audit"
      actions={<DownloadButton act={staffAudit.list} input={{ ...filter, limit: 10_000 }} name="audit" />}
      filters={FILTERS}
      searchHint="Name of who did it"
      query={query}
      columns={COLUMNS}
      nothingYet={{
        title: 'Nothing done yet',
        text: 'Whatever you or your staff change stands here, with what it was before, and most of it can be taken back.',
      }}
      opened={(key, close) => /^\d+$/.test(key) && <AuditEntry id={Number(key)} onClose={close} />}
    />
  )
}

type Entry = ReplyOf<typeof staffAudit.show>

/** One entry: what each row was and is, and taking it back. */
function AuditEntry({ id, onClose }: { id: number; onClose: () => void }) {
  const { run } = useActs()
  const { data, error } = useQuery(actQuery(staffAudit.show, { entry: id }))
  const mayUndo = data && !data.undone && data.rows.length > 0 && actNamed(data.act)?.undo !== false
  return (
    <Dialog
      onClose={onClose}
      title={data?.summary ?? 'Entry'}
      text={data && `${data.staff_name}, ${shortMoment(data.at)}${data.ip ? `, from ${data.ip}` : ''}`}
      footer={
        mayUndo && (
          <Button
            icon={Undo2}
            variant="outline"
            onClick={() =>
              run(
                staffAudit.undo,
                { entry: id },
                ({ undone, kept }) =>
                  [`${count(undone, 'row is', 'rows are')} as before.`, ...kept].join(' '),
                onClose,
              )
            }
          >
            Undo this
          </Button>
        )
      }
    >
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.undone && <Notice>It is undone.</Notice>}
      {data && <Rows entry={data} />}
    </Dialog>
  )
}

const KINDS = { added: 'New', changed: 'Changed', deleted: 'Deleted' }

function Rows({ entry }: { entry: Entry }) {
  if (entry.rows.length === 0) return <p className="text-ink-soft">No row of the shop was changed.</p>
  return entry.rows.map((row) => (
    <section key={`${row.table_name}/${row.row_key}`}>
      <h3 className="font-bold">
        {KINDS[row.kind]}: {row.label || row.row_key}
        <span className="font-normal text-ink-soft"> in {row.table_name.replaceAll('_', ' ')}</span>
      </h3>
      {row.kind === 'changed' && (
        <dl className="mt-1 grid gap-2 text-sm">
          {differencesOf(row.before, row.after).map(({ name, before, after }) => (
            <div key={name} className="rounded-md border border-line p-2.5">
              <dt className="font-semibold">{columnName(name)}</dt>
              <dd className="mt-1 grid gap-1">
                <del className="wrap-anywhere rounded-sm bg-brick-tint px-1.5 text-brick">
                  {shownValue(before, name)}
                </del>
                <ins className="wrap-anywhere rounded-sm bg-leaf-tint px-1.5 text-leaf no-underline">
                  {shownValue(after, name)}
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  ))
}
