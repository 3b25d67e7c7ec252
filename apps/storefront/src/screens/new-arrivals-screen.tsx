import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router-dom'
import { useSettings } from '../api/settings.queries.ts'
import { newArrivalsQuery } from '../features/catalog/catalog.queries.ts'
import { ProductResults } from '../features/catalog/listing-results.tsx'
import { readListing } from '../features/catalog/listing.ts'
import { PageHeading } from '../ui/page.tsx'
import { LISTED } from '../features/catalog/product-grid.tsx'

export function NewArrivalsScreen() {
  const settings = useSettings()
  const [search] = useSearchParams()
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <PageHeading>{t`New Arrivals`}</PageHeading>
      <p className="mt-1 mb-4 min-h-10 max-w-prose text-ink-soft max-sm:text-sm sm:mb-8">
        {settings?.new_arrivals_intro}
      </p>
      <ProductResults
        pages={readListing(search)}
        queryOf={newArrivalsQuery}
        columns="1-2-4"
        look={{ ...LISTED, badge: (percent) => t`${percent}% OFF`, button: () => t`View Product` }}
        loadingText={t`Loading new arrivals...`}
        empty={{ title: t`No products found.` }}
      />
    </div>
  )
}
