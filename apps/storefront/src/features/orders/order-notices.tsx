import { t } from '@lingui/core/macro'
import type { Order } from '@haat/contract/orders'
import { isSold } from '@haat/contract/rules'
import { paymentProcessingText } from '../../lib/shop-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { orderQuery, POLL_DELAY } from './orders.queries.ts'

/** What a checkout tells about an earlier order; see `Settled`. */
interface OrderNotice extends Pick<Order, 'id' | 'order_number'> {
  kind: 'earlier' | 'processing' | 'untold' | 'ended'
}

const TEXTS: Record<OrderNotice['kind'], (orderNumber: string) => string> = {
  earlier: (number) => t`Your earlier order #${number} was placed.`,
  processing: paymentProcessingText,
  untold: (number) =>
    t`Have you paid order #${number} by UPI? Then type the UTR that your app shows: without it we cannot find your payment. If not, you can order again here.`,
  ended: (number) => t`Order #${number} was not paid, so nothing was ordered. You can try again.`,
}

export function readNotices(state: unknown): OrderNotice[] {
  const { orderNotices = [] } = Object(state) as { orderNotices?: OrderNotice[] }
  return orderNotices.filter(({ kind }) => Object.hasOwn(TEXTS, kind))
}

/** Tells a shopper who comes to a checkout what became of earlier orders. */
export const OrderNotices = () =>
  readNotices(useLocation().state)
    .filter(({ kind }, at, all) => kind !== 'ended' || at === all.length - 1)
    .map((notice) => <EarlierOrder key={notice.id} notice={notice} />)

/** What is to be told now, once the order has changed. */
function presentKind(told: OrderNotice['kind'], order: Order | undefined): OrderNotice['kind'] {
  if (!order || !isOpen(told)) return told
  if (isSold(order.order_status)) return 'earlier'
  if (told === 'untold') return order.payment_told ? 'processing' : told
  return order.order_status === 'PENDING' ? told : 'ended'
}

const isOpen = (kind: OrderNotice['kind']): boolean => kind === 'processing' || kind === 'untold'

function EarlierOrder({ notice: { kind: told, id, order_number } }: { notice: OrderNotice }) {
  const { data: order } = useQuery({
    ...orderQuery(id),
    enabled: isOpen(told),
    refetchInterval: ({ state }) => state.data?.order_status === 'PENDING' && POLL_DELAY,
  })
  const kind = presentKind(told, order)
  const utr = order?.upi_payment
  return (
    <Notice
      tone={kind === 'ended' ? 'bad' : isOpen(kind) ? 'wait' : 'info'}
      className="mt-6"
      action={
        kind === 'untold' && utr ? (
          <a href={`${utr.page}#utr`} className={buttonClass('outline', 'sm')}>{t`Type the UTR`}</a>
        ) : (
          kind !== 'ended' && <OrderLink id={id} />
        )
      }
    >
      {TEXTS[kind](order_number)}
    </Notice>
  )
}

export const OrderLink = ({ id }: { id: number }) => (
  <Link to={paths.orderConfirmation(id)} className={buttonClass('outline', 'sm')}>{t`See the order`}</Link>
)
