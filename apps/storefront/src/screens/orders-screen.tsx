import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../api/session.ts'
import { OrderList } from '../features/orders/order-list.tsx'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page.tsx'

/** The customer's orders. */
export function OrdersScreen() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (!session) return <Navigate to={paths.auth('login')} replace state={{ from: pathname + search }} />
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <PageHeading className="mb-6 sm:mb-8">My Orders</PageHeading>
      <OrderList />
    </div>
  )
}
