import { formatShortRupees } from '@haat/contract/money'
import { amountOfPieces } from '@haat/contract/pricing'
import { RETURN_REASONS } from '@haat/contract/return-rules'
import { payerText } from '@haat/contract/staff/payments'
import { type StaffReturn, staffReturns } from '@haat/contract/staff/returns'
import { Button } from '@haat/ui/button'
import { Checkbox } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { Select } from '@haat/ui/field'
import { useRef, useState } from 'react'
import { returnedText, RETURNS, type ReturnStep, STEP_LABELS, STEPS_OF } from './return-state.ts'
import { useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { ActDialog } from '../../form/act-form.tsx'
import { FormDialog } from '../../form/edit-form.tsx'
import { useEditForm } from '../../form/use-edit-form.ts'
import { shortMoment } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { useDialog } from '../../ui/dialogs.tsx'
import { RowLink } from '../../ui/link-row.tsx'

/** What the customer of an order wants to send back; nothing where there is nothing. */
export const OrderReturns = ({ requests }: { requests: readonly StaffReturn[] }) =>
  requests.map((request) => <ReturnCard key={request.id} request={request} />)

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
      action={<Chip {...RETURNS[state]} />}
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
        <p className="mt-3">
          <RowLink to={paths.order(request.replacement_order_id)}>
            Order #{request.replacement_order_id} in exchange
          </RowLink>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        <ReturnSteps request={request} />
      </div>
    </Card>
  )
}

/** What a customer has photographed of a return. @param photos their addresses */
const ReturnPhotos = ({ photos }: { photos: readonly string[] }) =>
  photos.length > 0 && (
    <span className="mt-3 flex flex-wrap gap-2">
      {photos.map((photo, at) => (
        <a key={photo} href={`${photo}?w=1280`} target="_blank" rel="noreferrer">
          <img
            src={`${photo}?w=320`}
            alt={`From the customer, ${at + 1}`}
            loading="lazy"
            className="size-24 rounded-sm border border-line object-cover"
          />
        </a>
      ))}
    </span>
  )

interface DialogProps {
  request: StaffReturn
  onClose: () => void
}

const about = ({ order_id, customer, items }: StaffReturn): string =>
  `Order #${order_id} · ${customer} · ${items.map(returnedText).join(', ')}`

/** The same with why, and what the photos show: what is decided by. */
const Reason = ({ request }: { request: StaffReturn }) => (
  <>
    {about(request)}
    <b className="block text-ink">{RETURN_REASONS[request.reason]}</b>
    {request.comment && <span className="block whitespace-pre-line">{request.comment}</span>}
    <ReturnPhotos photos={request.photos} />
  </>
)

/** Asks what a step of a return needs. */
function ReturnDialog({ step: first, request, onClose }: DialogProps & { step: ReturnStep }) {
  const [step, setStep] = useState(first)
  if (step === 'receive')
    return <ReceiveDialog request={request} onClose={onClose} onNothing={() => setStep('refuse')} />
  const common = { text: <Reason request={request} />, given: { request: request.id }, onClose }
  return step === 'accept' ? (
    <ActDialog
      {...common}
      act={staffReturns.accept}
      title="Accept the return?"
      button="Accept"
      fields={{
        answer: {
          label: 'How do the goods come back?',
          hint: 'The customer reads it, also by a link without login: your address, or when your courier comes',
          isLong: true,
        },
      }}
      done={() => `The return of order ${request.order_id} is accepted.`}
    />
  ) : (
    <ActDialog
      {...common}
      act={staffReturns.refuse}
      title="Refuse the return?"
      button="Refuse"
      fields={{
        reason: { label: 'Why?', hint: 'The customer reads it, also by a link without login', isLong: true },
      }}
      done={() => `The return of order ${request.order_id} is refused.`}
    />
  )
}

/** How many pieces of each item came, and which cannot be sold again. */
function ReceiveDialog({ request, onClose, onNothing }: DialogProps & { onNothing: () => void }) {
  const { send } = useActs()
  const { id, items, wish } = request
  const hasNothing = useRef(false)
  const isSoldOut = items.some(
    ({ quantity, wanted_stock }) => wanted_stock !== null && wanted_stock < quantity,
  )
  const edit = useEditForm({
    draftKey: `returns.receive:${id}`,
    stored: {
      values: {
        came: items.map(({ quantity }) => String(quantity)),
        write_off: items.map(() => false),
        refund_instead: wish === 'exchange' && isSoldOut,
      },
      version: null,
    },
    async save({ came, write_off, refund_instead }) {
      const lines = items.flatMap(({ line }, at) => (Number(came[at]) > 0 ? [{ line, at }] : []))
      hasNothing.current = lines.length === 0
      if (hasNothing.current) return
      const input = {
        ...{ request: id, refund_instead },
        item: lines.map(({ line, at }) => `${line}=${came[at]}`),
        write_off: lines.flatMap(({ line, at }) => (write_off[at] ? [String(line)] : [])),
      }
      await send(staffReturns.receive, input, ({ replacement_order_id }) =>
        replacement_order_id === null
          ? `The goods of order ${request.order_id} are here: the refund is due.`
          : `The goods of order ${request.order_id} are here: order #${replacement_order_id} is to be packed.`,
      )
    },
    onSaved: () => (hasNothing.current ? onNothing() : onClose()),
  })
  const { register } = edit.form
  const { came, write_off, refund_instead } = edit.form.watch()
  const isAll = items.every(({ quantity }, at) => Number(came[at]) === quantity)
  const due = items.reduce(
    (sum, { worth_left, pieces_left }, at) =>
      sum + amountOfPieces(worth_left, { before: 0, quantity: Number(came[at]), of: pieces_left }),
    isAll ? request.delivery_back : 0,
  )
  return (
    <FormDialog
      edit={edit}
      title="What came back?"
      text={about(request)}
      button={came.every((pieces) => Number(pieces) === 0) ? 'Refuse the return' : 'Goods are here'}
      onClose={onClose}
    >
      <ul className="grid gap-4">
        {items.map((item, at) => (
          <li key={item.line}>
            <Select
              label={returnedText({ ...item, wanted: null })}
              options={Array.from({ length: item.quantity + 1 }, (_, pieces) => ({
                value: String(item.quantity - pieces),
                label: item.quantity === pieces ? 'Nothing came' : `${item.quantity - pieces} came`,
              }))}
              {...register(`came.${at}`)}
            />
            {Number(came[at]) > 0 && (
              <Checkbox
                label="Cannot be sold again"
                checked={write_off[at] ?? false}
                {...register(`write_off.${at}`)}
              />
            )}
          </li>
        ))}
      </ul>
      {wish === 'exchange' && (
        <>
          {isSoldOut && <Notice tone="wait">What the customer wants instead is sold out.</Notice>}
          <Checkbox label="Refund the pieces instead of sending others" {...register('refund_instead')} />
        </>
      )}
      {(wish === 'refund' || refund_instead) && due > 0 && (
        <Notice>
          {formatShortRupees(due)} falls due, with a credit note.{' '}
          {payerText(request.refund_by, request.refund_upi)} The customer gets an e-mail. It cannot be undone.
        </Notice>
      )}
    </FormDialog>
  )
}
