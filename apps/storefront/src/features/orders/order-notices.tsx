import { isSold, paymentProcessingText } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { orderQuery, POLL_DELAY } from './orders.queries.ts'

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

/** Reads the notices from the navigation state. */
export function readNotices(state: unknown): OrderNotice[] {
  const { orderNotices = [] } = Object(state) as { orderNotices?: OrderNotice[] }
  return orderNotices.filter(({ kind }) => Object.hasOwn(TEXTS, kind))
}

/** Tells a shopper who comes to a checkout what became of earlier orders. */
export const OrderNotices = () =>
  readNotices(useLocation().state).map((notice) => <EarlierOrder key={notice.id} notice={notice} />)

function EarlierOrder({ notice: { kind: told, id, order_number } }: { notice: OrderNotice }) {
  const { data: order } = useQuery({
    ...orderQuery(id),
    enabled: told === 'processing',
    refetchInterval: ({ state }) => state.data?.order_status === 'PENDING' && POLL_DELAY,
  })
  const isOver = told === 'processing' && order !== undefined && order.order_status !== 'PENDING'
  const kind = isOver ? (isSold(order.order_status) ? 'earlier' : 'ended') : told
  return (
    <Notice
      tone={kind === 'ended' ? 'bad' : kind === 'processing' ? 'wait' : 'info'}
      className="mt-6"
      action={kind !== 'ended' && <OrderLink id={id} />}
    >
      {TEXTS[kind](order_number)}
    </Notice>
  )
}

export const OrderLink = ({ id }: { id: number }) => (
  <Link to={paths.orderConfirmation(id)} className={buttonClass('outline', 'sm')}>
    See the order
  </Link>
)
