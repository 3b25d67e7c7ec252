import type { Order } from '@haat/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { ApiError } from '../api/client.ts'
import { clearPendingOrder, usePendingOrder } from '../api/pending-order.ts'
import { useSession } from '../api/session.ts'
import { useSettings } from '../api/settings.queries.ts'
import { hasInvoice, InvoiceButton } from '../features/orders/invoice-button.tsx'
import { OrderLoading } from '../features/orders/order-loading.tsx'
import { OrderView } from '../features/orders/order-view.tsx'
import { HEADINGS } from '../features/orders/order-words.ts'
import { lookAgain, orderQuery } from '../features/orders/orders.queries.ts'
import { PrintedHead } from '../features/orders/printed-head.tsx'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback.tsx'
import { OrderAgain } from './parts/order-again.tsx'

/** An order, right after it was placed and ever after. */
export function OrderConfirmationScreen() {
  const session = useSession()
  const { pathname } = useLocation()
  const { id = '' } = useParams()
  const orderId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0
  const { data, error, refetch } = useQuery({
    ...orderQuery(orderId),
    enabled: session !== null && orderId > 0,
    refetchInterval: ({ state }) => lookAgain(state.data),
  })
  if (!session) return <Navigate to={paths.auth('login')} replace state={{ from: pathname }} />
  const isGone = orderId === 0 || (error instanceof ApiError && [400, 404].includes(error.status))
  return (
    <div className="shop-width pt-6 sm:pt-10">
      <PageMeta
        title={data ? `${HEADINGS[data.order_status]} #${data.id}` : 'Your order'}
        description="What you ordered, where it goes and where it is."
      />
      {data && !isGone && <Shown order={data} />}
      {isGone && <NotFound message={id === '' ? 'No order ID provided' : 'Order not found'} />}
      {error && !data && !isGone && (
        <NotFound message="Failed to load order details" onRetry={() => void refetch()} />
      )}
      {!data && !error && !isGone && <OrderLoading />}
    </div>
  )
}

function Shown({ order }: { order: Order }) {
  const pending = usePendingOrder()
  const settings = useSettings()
  const isOurs = pending?.order_id === order.id
  const isSettled = order.order_status !== 'PENDING'
  useEffect(() => {
    if (isOurs && isSettled) clearPendingOrder()
  }, [isOurs, isSettled])
  const paymentUrl = isOurs && !isSettled ? pending.payment_url : null
  const isPlain = order.order_status !== 'PAYMENT_FAILED' && paymentUrl === null
  return (
    <>
      {settings && <PrintedHead settings={settings} />}
      <OrderView
        order={order}
        actions={
          <>
            {paymentUrl && (
              <a href={paymentUrl} className={buttonClass()}>
                Pay now
              </a>
            )}
            {order.order_status === 'PAYMENT_FAILED' && <OrderAgain order={order} />}
            <Link to={paths.home()} className={buttonClass(isPlain ? 'primary' : 'outline')}>
              Continue Shopping
            </Link>
            <Button variant="outline" onClick={() => window.print()}>
              <Printer aria-hidden className="size-5" />
              Print Order
            </Button>
            {hasInvoice(order) && <InvoiceButton order={order} />}
          </>
        }
      />
    </>
  )
}

function NotFound({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <>
      <PageHeading className="mb-6">Order Not Found</PageHeading>
      <EmptyState
        title={message}
        text={onRetry ? 'Please try once more in a moment.' : 'Your orders are listed under My Orders.'}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {onRetry ? (
              <Button onClick={onRetry}>Try again</Button>
            ) : (
              <Link to={paths.orders()} className={buttonClass()}>
                My Orders
              </Link>
            )}
            <Link to={paths.home()} className={buttonClass('outline')}>
              Back to Home
            </Link>
          </span>
        }
      />
    </>
  )
}
