/** A gateway's settlement file: first what fits, then the charges are recorded. */
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import { NO_CSV, type ReplyOf } from '@haat/contract/staff/act'
import { providerLabel, staffPayments } from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call, CallError } from '../../api/client.ts'
import { useActs } from '../../api/use-act.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { count, shortDay } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'

type Reply = ReplyOf<typeof staffPayments.settle>
type Line = Reply['lines'][number]

interface Tried {
  name: string
  sheet: string
  reply: Reply
  isRecorded: boolean
}

const fitting = ({ lines }: Reply): Line[] => lines.filter(({ problem }) => problem === null)
/** Of the lines that fit, those that are not recorded yet. */
const newOf = (reply: Reply): Line[] => fitting(reply).filter(({ is_recorded }) => !is_recorded)

export function Settlement() {
  const { send } = useActs()
  const [tried, setTried] = useState<Tried>()
  const [busy, setBusy] = useState<string>()
  const { failure, attempt } = useAttempt()
  const open = async (file: File): Promise<void> => {
    setBusy(`Reading ${file.name} …`)
    await attempt(async () => {
      const sheet = await file.text()
      if (sheet.includes('\0')) throw new CallError(400, NO_CSV)
      const reply = await call(staffPayments.settle, { sheet, dry_run: true })
      setTried({ name: file.name, sheet, reply, isRecorded: false })
    })
    setBusy(undefined)
  }
  const record = ({ name, sheet }: Tried) =>
    attempt(async () => {
      const reply = await send(staffPayments.settle, { sheet }, (done) => recordedText(newOf(done).length))
      setTried({ name, sheet, reply, isRecorded: true })
    })
  return (
    <div className="desk-margin grid grid-cols-1 gap-4 py-4 lg:max-w-200">
      {failure && <Notice tone="bad">{failure}</Notice>}
      {tried ? (
        <Result tried={tried} onRecord={() => record(tried)} onOther={() => setTried(undefined)} />
      ) : (
        <>
          <FileDrop
            accept=".csv,.txt"
            hint="CSV, as your gateway gives it. Nothing is recorded before you have seen what fits."
            busy={busy}
            onFile={open}
          />
          <p className="text-sm text-ink-soft">
            The settlement report of Razorpay or PhonePe fits as it is. Any other table needs the columns
            payment_id and amount, in rupees; fee and utr are read too.
          </p>
        </>
      )}
    </div>
  )
}

const recordedText = (lines: number): string => `${count(lines, 'line is', 'lines are')} recorded.`

interface ResultProps {
  tried: Tried
  onRecord: () => unknown
  onOther: () => void
}

function Result({ tried: { name, reply, isRecorded }, onRecord, onOther }: ResultProps) {
  const [fit, unrecorded] = [fitting(reply), newOf(reply)]
  const known = fit.length - unrecorded.length
  const problems = reply.lines.filter(({ problem }) => problem !== null)
  const fees = fit.reduce((sum, { fee }) => sum + (fee ?? 0), 0)
  return (
    <>
      <Card title={name}>
        <p>
          {isRecorded
            ? recordedText(unrecorded.length)
            : `${fit.length} of ${count(reply.lines.length, 'line')} fit.`}
          {known > 0 &&
            ` ${known === fit.length ? 'All that fit were' : `${known} of them were`} recorded already.`}
          {fees > 0 && ` The gateway took ${formatRupees(fees)}.`}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {!isRecorded && (
            <Button disabled={unrecorded.length === 0} onClick={onRecord}>
              Record {count(unrecorded.length, 'line')}
            </Button>
          )}
          <Button variant="outline" onClick={onOther}>
            Another file
          </Button>
        </div>
      </Card>
      {problems.length > 0 && (
        <Card title={`${count(problems.length, 'line does', 'lines do')} not fit`}>
          <Lines lines={problems} />
        </Card>
      )}
      <Missing missing={reply.missing} />
      {fit.length > 0 && (
        <Card title={count(fit.length, 'line fits', 'lines fit')}>
          <Lines lines={fit} />
        </Card>
      )}
    </>
  )
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="divide-y divide-line text-sm">
      {lines.map(({ line, payment, order_number, amount, fee, problem }) => {
        const Icon = problem ? CircleAlert : CircleCheck
        return (
          <li key={line} className="flex gap-3 py-2">
            <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${problem ? 'text-brick' : 'text-leaf'}`} />
            <span className="min-w-0 flex-1 wrap-anywhere">
              {order_number ? (
                <Link to={paths.order(order_number)} className="font-semibold text-peacock underline">
                  {order_number}
                </Link>
              ) : (
                <span className="font-semibold">Line {line}</span>
              )}
              <span className="text-ink-soft">, {payment}</span>
              {problem && <span className="block text-brick">{problem}</span>}
            </span>
            <span className="shrink-0 text-right figures">
              {formatShortRupees(amount)}
              {fee !== null && <span className="block text-ink-soft">−{formatRupees(fee)}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Missing({ missing }: Pick<Reply, 'missing'>) {
  if (missing.length === 0) return null
  return (
    <Card title="Paid more than a week ago, in no settlement">
      <ul className="divide-y divide-line text-sm figures">
        {missing.map(({ id, order_id, order_number, provider, amount, paid_at }) => (
          <li key={id} className="flex flex-wrap gap-x-3 py-2">
            <Link to={paths.order(order_id)} className="font-semibold text-peacock underline">
              {order_number}
            </Link>
            <span className="min-w-0 flex-1 text-ink-soft">
              {providerLabel(provider)}
              {paid_at && `, paid ${shortDay(paid_at)}`}
            </span>
            <span>{formatShortRupees(amount)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
