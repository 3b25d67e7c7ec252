import { PageHeading } from '../ui/page-heading.tsx'

export function ProductScreen() {
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <PageHeading>Product</PageHeading>
    </div>
  )
}
