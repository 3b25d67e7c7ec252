import { useQuery } from '@tanstack/react-query'
import { DealGrid } from '../features/deals/deal-grid.tsx'
import { allDealsQuery } from '../features/deals/deals.queries.ts'
import { PageHeading } from '../ui/page.tsx'

/** All deals that have not expired, including switched-off ones. */
export function HotDealsScreen() {
  const { data, isError } = useQuery(allDealsQuery())
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <PageHeading className="mb-6 sm:mb-8">Hot Deals</PageHeading>
      <DealGrid deals={isError ? [] : data} />
    </div>
  )
}
