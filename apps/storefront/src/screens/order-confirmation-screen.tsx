import { t } from '@lingui/core/macro'
import type { Order } from '@haat/contract/orders'
import { canCustomerCancel, isSold } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Link, useParams } from '../lib/link.tsx'
import { contract, download, isNotFound, messageOf } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { forgetOrder } from '../api/unsettled-order.ts'
import { CancelOrder, ConfirmOrder, RefundUpi } from '../features/orders/order-questions.tsx'
import { orderQuery, POLL_DELAY, returnsQuery } from '../features/orders/orders.queries.ts'
import { ReturnDialog } from '../features/orders/return-dialog.tsx'
import { ReturnRequests } from '../features/orders/return-requests.tsx'
import { isLeftUnpaid, lookOf, mayBePaid } from '../features/orders/order-texts.ts'
import { PayNow } from '../features/orders/pay-now.tsx'
import { isOnItsWay, OrderView } from '../features/orders/order-view.tsx'
import { save } from '@haat/ui/save-file'
import { useOnline } from '../lib/listen.ts'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass, type ButtonVariant } from '@haat/ui/button'
import { EmptyState, Notice } from '@haat/ui/feedback'
import { ColumnsLoading, offline } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.ts'
import { canOrderAgain, HelpLinks, OrderAgain, PrintedHead } from './order-actions.tsx'

/** One order: its confirmation right after placing it, later its current state. */
export function OrderConfirmationScreen() {
  const session = useSession()
  const { state } = useLocation()
  const { id = '' } = useParams()
  const [firstUser] = useState(session?.user.id)
  const orderId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0
  const { data, error, refetch } = useQuery({
    ...orderQuery(orderId),
    enabled: orderId > 0,
    refetchInterval: ({ state }) => state.data?.order_status === 'PENDING' && POLL_DELAY,
  })
  const isGone = orderId === 0 || isNotFound(error)
  // Another customer's: opened before, or before the login.
  const isOther = isFlagged(state, 'isAfterLogin') || session?.user.id !== firstUser
  if (isGone && isOther) return <Navigate to={paths.orders()} replace />
  return (
    <div className="shop-width pt-6 sm:pt-10">
      <PageMeta title={data ? `${lookOf(data).heading()} #${data.order_number}` : t`Your order`} />
      {data && !isGone && <FoundOrder order={data} />}
      {isGone && <NotFound message={id === '' ? t`No order ID provided` : t`Order not found`} />}
      {error && !data && !isGone && (
        <NotFound message={t`Failed to load order details`} onRetry={() => refetch()} />
      )}
      {!data && !error && !isGone && <ColumnsLoading text={t`Loading order details...`} />}
    </div>
  )
}

/** Reads a flag of the navigation state, which anything may have written. */
const isFlagged = (state: unknown, flag: 'wasCod' | 'isAfterLogin'): boolean => Object(state)[flag] === true

function FoundOrder({ order }: { order: Order }) {
  const isSettled = order.order_status !== 'PENDING'
  useEffect(() => {
    if (isSettled) forgetOrder(order.id)
  }, [order.id, isSettled])
  const wasCod = isFlagged(useLocation().state, 'wasCod')
  const hasArrived = order.order_status === 'DELIVERED' || order.order_status === 'RETURNED'
  const { data: returns, isPending } = useQuery({ ...returnsQuery(order.id), enabled: hasArrived })
  const [isReturning, setIsReturning] = useState(false)
  const isReturnable = returns !== undefined && returns.returnable.length > 0
  const asksShop = mayBePaid(order) && order.order_status !== 'PENDING'
  const isAgain = canOrderAgain(order)
  const asksUpi = order.refund_by_hand && order.refund_upi === null
  const isAside = asksUpi || order.returning || (isLeftUnpaid(order) && !order.ordered_again)
  const isPlain = !isAgain && !order.can_pay && !asksShop && !order.needs_confirmation && !isOnItsWay(order)
  const shopOn = (variant: ButtonVariant) => (
    <Link to={paths.home()} className={buttonClass(variant)}>{t`Continue Shopping`}</Link>
  )
  // What comes back is told first, and moves nothing when it is loaded.
  if (order.returning && isPending) return <ColumnsLoading text={t`Loading order details...`} />
  return (
    <>
      <PrintedHead />
      {order.needs_confirmation && <ConfirmOrder order={order} />}
      {order.refund_by_hand && <RefundUpi order={order} />}
      {wasCod && (
        <Notice className="mb-4">{t`This order was already placed as cash on delivery before you chose to pay online. Nothing was ordered twice, and there is nothing to pay now.`}</Notice>
      )}
      <OrderView
        order={order}
        help={
          <>
            {returns?.requests.length === 0 && <p className="mb-3 empty:hidden">{returns.why_not}</p>}
            <HelpLinks order={order} isUrgent={asksShop} />
          </>
        }
        returns={!!returns?.requests[0] && <ReturnRequests order={order} requests={returns.requests} />}
        actions={
          <>
            {order.can_pay && <PayNow order={order} />}
            {order.upi_payment && (
              <a href={`${order.upi_payment.page}#utr`} className={buttonClass('outline')}>
                {order.upi_payment.utr === null ? t`I have paid: type the UTR` : t`The UTR is wrong?`}
              </a>
            )}
            {isAgain && <OrderAgain order={order} variant={isAside ? 'outline' : 'primary'} />}
            {isReturnable && (
              <Button variant="outline" onClick={() => setIsReturning(true)}>{t`Return or Exchange`}</Button>
            )}
            {isPlain && shopOn('primary')}
          </>
        }
        more={
          <>
            {!isPlain && shopOn('outline')}
            <Button variant="outline" onClick={() => window.print()}>{t`Print Order`}</Button>
            {(isSold(order.order_status) || order.invoice_number !== null) && (
              <DocumentButton
                order={order}
                label={order.invoice_number === null ? t`Download Summary` : t`Download Invoice`}
                number={order.invoice_number}
              />
            )}
            {order.credit_notes.map((number) => (
              <DocumentButton key={number} order={order} label={t`Download Credit Note`} number={number} />
            ))}
            {canCustomerCancel(order) && <CancelOrder order={order} />}
          </>
        }
      />
      {isReturning && returns && (
        <ReturnDialog order={order} returns={returns} onClose={() => setIsReturning(false)} />
      )}
    </>
  )
}

/** Downloads a document of the order; without a number its summary. */
function DocumentButton({ order, label, number }: { order: Order; label: string; number: string | null }) {
  const query = { number: number ?? undefined }
  const fetchDocument = () =>
    download(contract.invoices.get, { params: { id: order.id }, query }).then(
      (file) => save(file, `${(number ?? order.order_number).replaceAll('/', '-')}.pdf`),
      (error: unknown) => toast('error', messageOf(error, t`The document could not be downloaded.`)),
    )
  return (
    <Button variant="outline" onClick={fetchDocument}>
      {label}
    </Button>
  )
}

function NotFound({ message, onRetry }: { message: string; onRetry?: () => Promise<unknown> }) {
  const online = useOnline()
  const later = online ? t`Your order is safe with us. The shop could not be reached just now.` : offline()
  return (
    <>
      <PageHeading className="mb-6">{t`Order Not Found`}</PageHeading>
      <EmptyState
        title={message}
        text={onRetry ? later : t`Your orders are listed under My Orders.`}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {onRetry && <Button onClick={onRetry}>{t`Try again`}</Button>}
            {!onRetry && <Link to={paths.orders()} className={buttonClass()}>{t`My Orders`}</Link>}
            <Link to={paths.home()} className={buttonClass('outline')}>{t`Back to Home`}</Link>
          </span>
        }
      />
    </>
  )
}
