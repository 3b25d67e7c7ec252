import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { DealGrid } from '../features/deals/deal-grid.tsx'
import { allDealsQuery } from '../features/deals/deals.queries.ts'
import { LoadFailed } from '../ui/feedback.tsx'
import { PageHeading } from '../ui/page.tsx'

/** All deals that have not expired, including switched-off ones. */
export function HotDealsScreen() {
  const { data, isLoadingError, refetch } = useQuery(allDealsQuery())
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <PageHeading className="mb-6 sm:mb-8">{t`Hot Deals`}</PageHeading>
      {isLoadingError ? (
        <LoadFailed text={t`No hot deals available at the moment.`} onRetry={refetch} />
      ) : (
        <DealGrid deals={data} />
      )}
    </div>
  )
}
