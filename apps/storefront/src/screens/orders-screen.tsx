import { PageHeading } from '../ui/page-heading.tsx'

export function OrdersScreen() {
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <PageHeading>My Orders</PageHeading>
    </div>
  )
}
