import { PageHeading } from '../ui/page-heading.tsx'

export function BuyNowScreen() {
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <PageHeading>Buy Now</PageHeading>
    </div>
  )
}
