import type { ReplyOf } from '@haat/contract/staff/act'
import { staffOrders } from '@haat/contract/staff/orders'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { TextArea, TextField } from '@haat/ui/field'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useActs } from '../../api/use-act.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { count } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'

type Rows = ReplyOf<typeof staffOrders.ship_sheet>

const canShip = (rows: Rows) => rows.filter(({ problem }) => problem === null)

/** Ships what a courier's sheet lists: first what will happen, then the shipping. */
export function ShipSheetDialog({ onClose }: { onClose: () => void }) {
  const { send } = useActs()
  const [sheet, setSheet] = useState('')
  const [courier, setCourier] = useState('')
  const [rows, setRows] = useState<Rows>()
  const [isDone, setIsDone] = useState(false)
  const { failure, attempt } = useAttempt()
  const input = { sheet, courier: courier.trim() || undefined }
  const check = () =>
    attempt(async () => setRows(await call(staffOrders.ship_sheet, { ...input, dry_run: true })))
  const shippedText = (shipped: Rows) => `${count(canShip(shipped).length, 'order')} shipped.`
  const ship = () =>
    attempt(async () => {
      setRows(await send(staffOrders.ship_sheet, input, shippedText))
      setIsDone(true)
    })
  const good = rows ? canShip(rows).length : 0
  return (
    <Dialog
      onClose={onClose}
      title="Ship many"
      text={
        rows
          ? undefined
          : 'Paste the sheet of the courier. Nothing is shipped before you have seen what will happen.'
      }
      footer={
        isDone ? (
          <Button onClick={onClose}>Done</Button>
        ) : rows ? (
          <>
            <Button variant="quiet" onClick={() => setRows(undefined)}>
              Back
            </Button>
            <Button disabled={good === 0} onClick={ship}>
              Ship {count(good, 'order')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
            <Button disabled={sheet.trim() === ''} onClick={check}>
              Check
            </Button>
          </>
        )
      }
    >
      {rows ? (
        <ul className="divide-y divide-line" aria-label="Lines of the sheet">
          {rows.map(({ order, customer, courier: by, tracking, problem }, at) => {
            const Icon = problem ? CircleAlert : CircleCheck
            return (
              <li key={at} className="flex gap-3 py-2">
                <Icon
                  aria-hidden
                  className={`mt-0.5 size-5 shrink-0 ${problem ? 'text-brick' : 'text-peacock'}`}
                />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="font-semibold">{order || 'No order number'}</span>
                  {customer && `, ${customer}`}
                  <span className={`block text-sm ${problem ? 'text-brick' : 'text-ink-soft'}`}>
                    {problem ?? `${isDone ? 'Shipped' : 'Ships'} with ${by}, ${tracking}`}
                  </span>
                </span>
              </li>
            )
          })}
        </ul>
      ) : (
        <>
          <TextArea
            label="Order number, AWB and courier, a line each"
            hint="Copied from a spreadsheet, with or without headings; tabs or commas."
            rows={8}
            value={sheet}
            onChange={({ target }) => setSheet(target.value)}
          />
          <TextField
            label="Courier where the sheet names none"
            maxLength={100}
            value={courier}
            onChange={({ target }) => setCourier(target.value)}
          />
        </>
      )}
      {failure && <Notice tone="bad">{failure}</Notice>}
    </Dialog>
  )
}
