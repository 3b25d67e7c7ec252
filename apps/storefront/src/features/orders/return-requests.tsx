import { t } from '@lingui/core/macro'
import { RETURN_REASON_TEXTS } from '../../lib/shop-texts.ts'
import type { Order } from '@haat/contract/orders'
import type { ReturnRequest } from '@haat/contract/returns'
import { formatRupees } from '@haat/contract/money'
import { itemName, LIMITS } from '@haat/contract/rules'
import { isOpenReturn, REFUND_DAYS, type ReturnState } from '@haat/contract/return-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { longDate } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { Button, textLinkClass } from '@haat/ui/button'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PhotoInput } from '../../ui/photo-picker.tsx'
import { Picture } from '../../ui/picture.tsx'
import { toast } from '../../ui/toast.ts'
import { refundSentence } from './order-texts.ts'
import { photoQuery, useAddPhotos, useWithdrawReturn } from './orders.queries.ts'

/** What the customer asked to send back of an order, each with its state and what comes next. */
export const ReturnRequests = ({ order, requests }: { order: Order; requests: readonly ReturnRequest[] }) => (
  <ul className="divide-y divide-line">
    {requests.map((request) => (
      <li key={request.id} className="py-4 first:pt-0 last:pb-0">
        <Request order={order} request={request} />
      </li>
    ))}
  </ul>
)

const STATES: Record<ReturnState, { label: () => string; tone: 'wait' | 'good' | 'bad' | 'plain' }> = {
  REQUESTED: { label: () => t`Requested`, tone: 'wait' },
  ACCEPTED: { label: () => t`Accepted`, tone: 'good' },
  REFUSED: { label: () => t`Not accepted`, tone: 'bad' },
  RECEIVED: { label: () => t`Goods received`, tone: 'good' },
  WITHDRAWN: { label: () => t`Withdrawn`, tone: 'plain' },
}

/** What became of the order in exchange. */
function replacementText(order: NonNullable<ReturnRequest['replacement']>): string {
  const { order_number: number, order_status } = order
  switch (order_status) {
    case 'SHIPPED':
    case 'OUT_FOR_DELIVERY':
      return t`We have it. Order #${number} is on its way to you instead, with nothing to pay.`
    case 'DELIVERED':
      return t`We have it. Order #${number} reached you instead.`
    case 'RETURNED':
    case 'LOST':
    case 'CANCELLED':
      return t`We have it. Order #${number} did not stay with you: you get your money back.`
    default:
      return t`We have it. Order #${number} is sent to you instead, with nothing to pay.`
  }
}

/** What comes next, in a sentence. */
export function nextText(
  request: Pick<ReturnRequest, 'state' | 'wish' | 'replacement'>,
  order: Order,
): string {
  const { state, wish, replacement } = request
  switch (state) {
    case 'REQUESTED':
      return t`We look at your request and tell you what comes next.`
    case 'ACCEPTED':
      return wish === 'exchange'
        ? t`Once it is here, we send you what you chose instead.`
        : t`Once it is here, your refund falls due.`
    case 'RECEIVED':
      return `${replacement ? replacementText(replacement) : t`We have what you sent back.`} ${refundSentence(order)}`.trim()
    case 'REFUSED':
      return t`If you see it differently, please contact us.`
    default:
      return t`You have withdrawn this request.`
  }
}

function Photo({ of, alt }: { of: Parameters<typeof photoQuery>[0]; alt: string }) {
  const { data = null } = useQuery(photoQuery(of))
  return <Picture src={data} alt={alt} sizes="5rem" ratio="tile" />
}

function Request({ order, request }: { order: Order; request: ReturnRequest }) {
  const { state, wish, reason, items, answer, comment, photos, requested_at, replacement } = request
  const changed = request.closed_at ?? request.decided_at ?? requested_at
  const { refund, refund_upi: upi } = request
  const [amount, next] = [formatRupees(refund ?? 0), nextText(request, order)]
  const isPaidBack = state === 'RECEIVED' && !replacement && !order.refund_due && order.refunded_amount > 0
  const { label, tone } = STATES[state]
  const day = longDate(requested_at)
  return (
    <article aria-label={wish === 'exchange' ? t`Exchange of ${day}` : t`Return of ${day}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{wish === 'exchange' ? t`Exchange` : t`Refund`}</span>
        <Badge tone={tone}>{isPaidBack ? t`Refunded` : label()}</Badge>
        <time dateTime={changed.toISOString()} className="text-sm text-ink-soft">
          {longDate(changed)}
        </time>
      </p>
      <ul className="mt-2">
        {items.map((item) => (
          <li key={item.order_item_id}>
            {item.quantity} × {itemName(item)}
            {item.wanted && `, ${t`in exchange for ${item.wanted}`}`}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        {RETURN_REASON_TEXTS[reason]()}
        {comment && `: ${comment}`}
      </p>
      {answer && state !== 'RECEIVED' && (
        <blockquote className="mt-3 border-l-4 border-line-strong pl-3 whitespace-pre-line">
          {answer}
        </blockquote>
      )}
      {next !== (order.returning && nextText(order.returning, order)) && <p className="mt-3">{next}</p>}
      {refund !== null && (
        <p className="mt-2 figures">
          {upi
            ? t`You get back ${amount} by UPI to ${upi}, within ${REFUND_DAYS} working days of its arrival.`
            : t`You get back ${amount} the way you paid, within ${REFUND_DAYS} working days of its arrival.`}
        </p>
      )}
      {replacement && replacement.order_id !== order.returning?.replacement?.order_id && (
        <Link to={paths.orderConfirmation(replacement.order_id)} className={textLinkClass}>
          {t`See order #${{ number: replacement.order_number }}`}
        </Link>
      )}
      {photos.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-3">
          {photos.map((photo, at) => (
            <li key={photo} className="size-20 overflow-hidden rounded-sm border border-line">
              <Photo of={{ id: order.id, request: request.id, photo }} alt={t`Your photo ${at + 1}`} />
            </li>
          ))}
        </ul>
      )}
      <Actions orderId={order.id} request={request} />
    </article>
  )
}

function Actions({ orderId, request }: { orderId: number; request: ReturnRequest }) {
  const { mutateAsync: withdraw } = useWithdrawReturn(orderId, request.id)
  const { mutateAsync: addPhotos, isPending } = useAddPhotos(orderId, request.id)
  const [isAsking, setAsking] = useState(false)
  if (!isOpenReturn(request.state)) return null
  const left = LIMITS.return_photos - request.photos.length
  const add = async (photos: File[]) => {
    const refused = await addPhotos(photos.slice(0, left))
    if (refused !== null) toast('error', t`We could not take ${refused}`)
  }
  const takeBack = async () => {
    await withdraw()
    toast('success', t`Your request is withdrawn.`)
    setAsking(false)
    // Once the dialog has given the focus back, to a button that is gone.
    setTimeout(() => document.getElementById('returns')?.focus())
  }
  return (
    <div aria-busy={isPending} className="mt-3 flex flex-wrap gap-3">
      {request.state === 'REQUESTED' && left > 0 && <PhotoInput label={t`Add photos`} onChoose={add} />}
      <Button variant="outline" onClick={() => setAsking(true)}>{t`Withdraw Request`}</Button>
      {isAsking && (
        <FormDialog
          title={t`Withdraw your request?`}
          button={t`Withdraw Request`}
          keep={t`Keep It`}
          send={takeBack}
          failureText={(error) => messageOf(error, t`The request could not be withdrawn.`)}
          onClose={() => setAsking(false)}
        >
          <p>{t`You keep what you wanted to send back.`}</p>
        </FormDialog>
      )}
    </div>
  )
}
