import { plural, t } from '@lingui/core/macro'
import { FacetedListing } from '../features/catalog/faceted-listing.tsx'
import { PageHeading } from '../ui/page.tsx'
import { cardActions, QUICK_VIEW } from './product-actions.tsx'

const sorts = () => [
  { value: '', label: t`Sort By` },
  { value: 'price_asc', label: t`Price: Low to High` },
  { value: 'price_desc', label: t`Price: High to Low` },
  { value: 'discount_desc', label: t`Highest Discount` },
  { value: 'newest', label: t`Newest` },
]

/** All products. */
export function CollectionsScreen() {
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <FacetedListing
        scope={{}}
        heading={<PageHeading>{t`Collections`}</PageHeading>}
        countText={(total) => plural(total, { one: '# product', other: '# products' })}
        sorts={sorts()}
        look={{ ...QUICK_VIEW, origin: 'brand-and-category' }}
        actionsFor={cardActions}
        empty={{ title: t`No products found` }}
      />
    </div>
  )
}
