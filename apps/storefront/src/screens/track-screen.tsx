import { t } from '@lingui/core/macro'
import { buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { isNotFound } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { OrderView } from '../features/orders/order-view.tsx'
import { trackedOrderQuery } from '../features/orders/orders.queries.ts'
import { Link, useParams } from '../lib/link.tsx'
import { paths } from '../paths.ts'
import { ColumnsLoading, LoadFailed } from '../ui/feedback.tsx'
import { PageHeading } from '../ui/page.tsx'
import { HelpLinks, PrintedHead } from './order-actions.tsx'

/** An order by the link of its mails, without login. */
export function TrackScreen() {
  const { id = '', key = '' } = useParams()
  const session = useSession()
  const { data: order, error, refetch } = useQuery(trackedOrderQuery(Number(id), key))
  if (order)
    return (
      <div className="shop-width pt-6 sm:pt-10">
        <PrintedHead />
        <OrderView
          order={order}
          isTracked
          returns={null}
          help={<HelpLinks order={order} />}
          actions={
            <Link to={paths.orderConfirmation(order.id)} className={buttonClass('outline')}>
              {session ? t`See the order` : t`Log in to see everything`}
            </Link>
          }
        />
      </div>
    )
  return (
    <div className="shop-width pt-6 sm:pt-10">
      <PageHeading className="mb-6">{t`Track your order`}</PageHeading>
      {!error && <ColumnsLoading text={t`Loading order details...`} />}
      {isNotFound(error) ? (
        <EmptyState
          title={t`This link leads to no order.`}
          text={t`Please open it from our message, whole, or log in.`}
          action={<Link to={paths.orders()} className={buttonClass()}>{t`My Orders`}</Link>}
        />
      ) : (
        error && <LoadFailed text={t`Failed to load order details`} onRetry={refetch} />
      )}
    </div>
  )
}
