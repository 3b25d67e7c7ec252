import { RETURN_REASONS } from '@haat/contract/rules'
import type { StaffReturn } from '@haat/contract/staff/returns'
import { Button } from '@haat/ui/button'
import { Link } from 'react-router-dom'
import { useMay } from '../../api/queries.ts'
import { shortMoment } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { useDialog } from '../../ui/dialogs.tsx'
import { ReturnDialog } from './return-dialogs.tsx'
import { ReturnPhotos } from './return-photos.tsx'
import { RETURNS, returnedText, STEP_LABELS, STEPS_OF } from './return-state.ts'

/** What the customer of an order wants to send back; nothing where there is nothing. */
export const OrderReturns = ({ requests }: { requests: readonly StaffReturn[] }) =>
  requests.map((request) => <ReturnCard key={request.id} request={request} />)

export const ReturnChip = ({ state }: Pick<StaffReturn, 'state'>) => <Chip {...RETURNS[state]} />

/** The steps of a return as buttons, the next one first, with the dialog of the one that is asked for. */
export function ReturnSteps({ request, isShort = false }: { request: StaffReturn; isShort?: boolean }) {
  const may = useMay()
  const open = useDialog()
  if (!may('returns.decide')) return null
  const isDecided = request.state !== 'REQUESTED'
  const steps = STEPS_OF[request.state].slice(0, isShort && isDecided ? 1 : 2)
  return (
    <span className={isShort ? 'inline-flex gap-2' : 'contents'}>
      {steps.map((step, at) => (
        <Button
          key={step}
          size="sm"
          variant={at === 0 && !isShort ? 'primary' : 'outline'}
          onClick={() => open((close) => <ReturnDialog {...{ step, request }} onClose={close} />)}
          className={isShort ? 'min-h-9! whitespace-nowrap' : undefined}
        >
          {STEP_LABELS[step]}
        </Button>
      ))}
    </span>
  )
}

function ReturnCard({ request }: { request: StaffReturn }) {
  const { state, wish, reason, comment, items, refund_upi, answer, photos, requested_at } = request
  return (
    <Card
      title={wish === 'refund' ? 'Return for a refund' : 'Return for an exchange'}
      action={<ReturnChip state={state} />}
    >
      <ul>
        {items.map((item) => (
          <li key={item.line}>
            {returnedText(item)}
            {item.wanted_stock !== null && (
              <span className="text-sm text-ink-soft"> · {item.wanted_stock} in stock</span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 font-semibold">{RETURN_REASONS[reason]}</p>
      {comment && <p className="whitespace-pre-line">{comment}</p>}
      <p className="text-sm text-ink-soft">Asked {shortMoment(requested_at)}</p>
      <ReturnPhotos photos={photos} />
      {refund_upi && wish === 'refund' && (
        <p className="mt-3 text-sm">
          Refund by UPI to <b className="break-all">{refund_upi}</b>
        </p>
      )}
      {answer && <p className="mt-3 border-l-4 border-line pl-3 text-sm whitespace-pre-line">{answer}</p>}
      {request.replacement_order_id !== null && (
        <Link
          to={paths.order(request.replacement_order_id)}
          className="mt-3 inline-block font-semibold text-peacock underline-offset-4 hover:underline"
        >
          Order #{request.replacement_order_id} in exchange
        </Link>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        <ReturnSteps request={request} />
      </div>
    </Card>
  )
}
