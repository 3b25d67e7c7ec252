import type { Deal } from '@haat/contract/deals'
import { useQuery } from '@tanstack/react-query'
import { shortDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { countdown, countdownDigits, DealPriceRefresh, dealStateAt, useDealTime } from './deal-clock.tsx'
import { activeDealsQuery } from './deals.queries.ts'

interface ProductDealProps {
  productId: number
  /** The selected variant: a deal applies to one variant only. */
  variantId: number | undefined
}

/** The running deal on the selected variant, if there is one. */
export function ProductDeal({ productId, variantId }: ProductDealProps) {
  const { data: deals = [] } = useQuery(activeDealsQuery())
  const deal = deals.find((candidate) => candidate.product_id === productId)
  if (!deal) return null
  return (
    <>
      <DealPriceRefresh deals={[deal]} />
      {deal.variant_id === variantId && <DealNote deal={deal} />}
    </>
  )
}

/** A running deal and its countdown; nothing before and after. */
export function DealNote({ deal }: { deal: Deal }) {
  const now = useNow()
  const state = dealStateAt(deal, useDealTime())
  if (state !== 'active') return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-peacock-deep px-3 py-2.5 sm:gap-x-3 sm:px-4 text-paper">
      <strong className="rounded-sm bg-marigold px-2 py-0.5 text-sm font-extrabold text-ink">
        HOT DEAL!
      </strong>
      {now === 0 ? (
        <span className="text-sm">Offer ends on {shortDate(deal.end_date)}</span>
      ) : (
        <>
          <span className="text-sm">Offer ends in:</span>
          <span role="timer" className="figures font-bold max-sm:text-sm">
            {countdown(deal.end_date, now).map(({ label, value }) => (
              <span key={label} className="mr-1.5 sm:mr-2">
                {countdownDigits(value)}
                <span aria-hidden className="text-sm font-normal">
                  {label.charAt(0).toLowerCase()}
                </span>
                <span className="sr-only"> {label}</span>
              </span>
            ))}
          </span>
        </>
      )}
    </p>
  )
}
