import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../api/session.ts'
import { OrderList } from '../features/orders/order-list.tsx'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page.tsx'
import { BrowseAll } from './parts/browse-all.tsx'
import { useOrderPage } from './parts/use-order-page.ts'

/** Every order the shopper has placed. */
export function OrdersScreen() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const { page, goTo } = useOrderPage()
  if (!session) return <Navigate to={paths.auth('login')} replace state={{ from: pathname + search }} />
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <div className="mx-auto max-w-4xl">
        <PageHeading className="mb-6 sm:mb-8">My Orders</PageHeading>
        <OrderList page={page} onPage={goTo} emptyAction={<BrowseAll />} />
      </div>
    </div>
  )
}
