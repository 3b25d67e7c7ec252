import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { productQuery } from '../../features/catalog/catalog.queries.ts'
import { DealNote } from '../../features/deals/deal-note.tsx'
import { activeDealsQuery } from '../../features/deals/deals.queries.ts'
import { serverNow } from '../../lib/use-now.ts'

interface ProductDealProps {
  productId: number
  /** The variant on show: a deal is for one variant only. */
  variantId: number | undefined
}

/** The deal on the variant on show. When it starts or ends, the product is read again, since its price changes. */
export function ProductDeal({ productId, variantId }: ProductDealProps) {
  const { data: deals = [] } = useQuery(activeDealsQuery())
  const deal = deals.find((candidate) => candidate.product_id === productId)
  const client = useQueryClient()
  const turns = deal ? `${deal.start_date.getTime()},${deal.end_date.getTime()}` : ''
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: productQuery(productId).queryKey })
    const timers = turns
      .split(',')
      .map((turn) => Number(turn) - serverNow().getTime())
      .filter((ms) => ms > 0 && ms < 2 ** 31)
      .map((ms) => setTimeout(readAgain, ms + 500))
    return () => timers.forEach(clearTimeout)
  }, [turns, productId, client])
  return deal && deal.variant_id === variantId ? <DealNote deal={deal} /> : null
}
