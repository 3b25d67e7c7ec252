import { paymentProcessingText } from '@haat/contract/rules'
import { useLocation } from 'react-router-dom'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'

/** What a checkout tells about an earlier order; see `Settled`. */
interface OrderNotice {
  kind: 'earlier' | 'processing' | 'ended'
  id: number
  order_number: string
}

const TEXTS: Record<OrderNotice['kind'], (orderNumber: string) => string> = {
  earlier: (number) => `Your earlier order #${number} was placed.`,
  processing: paymentProcessingText,
  ended: (number) =>
    `The payment for order #${number} did not come through, so nothing was ordered. You can try again.`,
}

function isNotice(value: unknown): value is OrderNotice {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, order_number } = value as Record<string, unknown>
  return (
    typeof kind === 'string' &&
    Object.hasOwn(TEXTS, kind) &&
    typeof id === 'number' &&
    typeof order_number === 'string'
  )
}

/** Reads the notices from the navigation state. */
export function readNotices(state: unknown): OrderNotice[] {
  if (typeof state !== 'object' || state === null) return []
  const { orderNotices } = state as Record<string, unknown>
  return Array.isArray(orderNotices) ? orderNotices.filter(isNotice) : []
}

/** Tells a shopper who comes to a checkout what became of earlier orders. */
export function OrderNotices() {
  return readNotices(useLocation().state).map(({ kind, id, order_number }) => (
    <Notice
      key={id}
      tone={kind === 'ended' ? 'bad' : kind === 'processing' ? 'wait' : 'info'}
      className="mt-6"
      action={kind !== 'ended' && <OrderLink id={id} />}
    >
      {TEXTS[kind](order_number)}
    </Notice>
  ))
}

export const OrderLink = ({ id }: { id: number }) => (
  <Link to={paths.orderConfirmation(id)} className={buttonClass('outline', 'sm')}>
    See the order
  </Link>
)
