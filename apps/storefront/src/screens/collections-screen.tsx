import { FacetedListing } from '../features/catalog/faceted-listing.tsx'
import { count } from '../lib/format.ts'
import { PageHeading } from '../ui/page.tsx'
import { cardActions, QUICK_VIEW } from './product-actions.tsx'

const SORTS = [
  { value: '', label: 'Sort By' },
  { value: 'price_asc', label: 'Price: Low to High' },
  { value: 'price_desc', label: 'Price: High to Low' },
  { value: 'discount_desc', label: 'Highest Discount' },
  { value: 'newest', label: 'Newest' },
]

/** All products. */
export function CollectionsScreen() {
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <FacetedListing
        scope={{}}
        heading={<PageHeading>Collections</PageHeading>}
        countText={(total) => count(total, 'product')}
        sorts={SORTS}
        look={{ ...QUICK_VIEW, origin: 'brand-and-category' }}
        actionsFor={cardActions}
        empty={{ title: 'No products found' }}
      />
    </div>
  )
}
