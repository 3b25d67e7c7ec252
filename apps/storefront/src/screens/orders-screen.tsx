import { t } from '@lingui/core/macro'
import { OrderList } from '../features/orders/order-list.tsx'
import { PageHeading } from '../ui/page.tsx'
import { canOrderAgain, NoOrders, OrderAgain } from './order-actions.tsx'

export function OrdersScreen() {
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <PageHeading className="mb-6 sm:mb-8">{t`My Orders`}</PageHeading>
      <OrderList
        actionFor={(order) =>
          canOrderAgain(order) && <OrderAgain order={order} variant="outline" size="sm" />
        }
      >
        <NoOrders />
      </OrderList>
    </div>
  )
}
