import { PageHeading } from '../ui/page-heading.tsx'

export function CheckoutScreen() {
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <PageHeading>Checkout</PageHeading>
    </div>
  )
}
