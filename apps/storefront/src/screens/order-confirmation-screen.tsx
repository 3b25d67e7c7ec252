import { PageHeading } from '../ui/page-heading.tsx'

export function OrderConfirmationScreen() {
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <PageHeading>Order Confirmed</PageHeading>
    </div>
  )
}
