import { t } from '@lingui/core/macro'
import { FacetedListing } from '../features/catalog/faceted-listing.tsx'
import { PageHeading } from '../ui/page.tsx'
import { LISTED } from '../features/catalog/product-grid.tsx'

export function CollectionsScreen() {
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <FacetedListing
        scope={{}}
        heading={<PageHeading>{t`Collections`}</PageHeading>}
        look={{ ...LISTED, origin: 'brand-and-category' }}
        empty={{ title: t`No products found` }}
      />
    </div>
  )
}
