import { PageHeading } from '../ui/page-heading.tsx'

export function CartScreen() {
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <PageHeading>Cart</PageHeading>
    </div>
  )
}
