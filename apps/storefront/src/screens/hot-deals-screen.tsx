import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { EmptyList } from '../features/catalog/empty-list.tsx'
import { DealGrid } from '../features/deals/deal-grid.tsx'
import { allDealsQuery } from '../features/deals/deals.queries.ts'
import { LoadFailed } from '../ui/feedback.tsx'
import { PageHeading } from '../ui/page.tsx'

/** All deals that have not expired, including switched-off ones. */
export function HotDealsScreen() {
  const { data, isLoadingError, refetch } = useQuery(allDealsQuery())
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <PageHeading className="mb-4 sm:mb-8">{t`Hot Deals`}</PageHeading>
      {isLoadingError ? (
        <LoadFailed text={t`No hot deals available at the moment.`} onRetry={refetch} />
      ) : (
        <DealGrid deals={data}>
          <EmptyList
            title={t`No hot deals available at the moment.`}
            text={t`Check back later for exciting offers!`}
          />
        </DealGrid>
      )}
    </div>
  )
}
