import { t } from '@lingui/core/macro'
import { useSettings } from '../api/settings.queries.ts'
import { FacetedListing } from '../features/catalog/faceted-listing.tsx'
import { LISTED } from '../features/catalog/product-grid.tsx'
import { PageHeading } from '../ui/page.tsx'

export function NewArrivalsScreen() {
  const settings = useSettings()
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <FacetedListing
        scope={{ is_new_arrival: true }}
        columns="1-2-4"
        heading={<PageHeading>{t`New Arrivals`}</PageHeading>}
        look={{ ...LISTED, badge: (percent) => t`${percent}% OFF`, button: () => t`View Product` }}
        loadingText={t`Loading new arrivals...`}
        empty={{ title: t`No products found.` }}
      >
        <p className="mb-4 min-h-10 max-w-prose text-ink-soft max-sm:text-sm">
          {settings?.new_arrivals_intro}
        </p>
      </FacetedListing>
    </div>
  )
}
