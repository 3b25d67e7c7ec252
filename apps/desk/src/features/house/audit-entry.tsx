import type { ReplyOf } from '@haat/contract/staff/act'
import { columnName, differencesOf, shownValue } from '@haat/contract/staff/audit-texts'
import { staffAudit } from '@haat/contract/staff/house'
import { actNamed } from '@haat/contract/staff/index'
import { Button } from '@haat/ui/button'
import { Notice, Skeleton } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { messageOf } from '../../api/client.ts'
import { actQuery } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { count, shortMoment } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'

type Entry = ReplyOf<typeof staffAudit.show>

/** One entry: what each row was and is, and taking it back. */
export function AuditEntry({ id, onClose }: { id: number; onClose: () => void }) {
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
            onClick={async () => {
              const done = await run(staffAudit.undo, { entry: id }, ({ undone, kept }) =>
                [`${count(undone, 'row is', 'rows are')} as before.`, ...kept].join(' '),
              )
              if (done) onClose()
            }}
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
