import { useQuery } from '@tanstack/react-query'
import { DealEdges } from '../../features/deals/deal-edges.tsx'
import { DealNote } from '../../features/deals/deal-note.tsx'
import { activeDealsQuery } from '../../features/deals/deals.queries.ts'

interface ProductDealProps {
  productId: number
  /** The variant on show: a deal is for one variant only. */
  variantId: number | undefined
}

/** The deal on the variant on show. */
export function ProductDeal({ productId, variantId }: ProductDealProps) {
  const { data: deals = [] } = useQuery(activeDealsQuery())
  const deal = deals.find((candidate) => candidate.product_id === productId)
  if (!deal) return null
  return (
    <>
      <DealEdges deals={[deal]} />
      {deal.variant_id === variantId && <DealNote deal={deal} />}
    </>
  )
}
