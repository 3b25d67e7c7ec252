import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSettings } from '../api/settings.queries.ts'
import { Filters, SortSelect } from '../features/catalog/listing-filters.tsx'
import { ListingResults } from '../features/catalog/listing-results.tsx'
import { readListing, withFacets } from '../features/catalog/listing.ts'
import { listStars } from '../features/catalog/product-grid.tsx'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PageHeading } from '../ui/page.tsx'
import { cardActions } from './product-actions.tsx'

const SORTS = [
  { value: '', label: 'Sort By' },
  { value: 'price_asc', label: 'Price: Low to High' },
  { value: 'price_desc', label: 'Price: High to Low' },
  { value: 'discount_desc', label: 'Highest Discount' },
  { value: 'newest', label: 'Newest' },
]

/** All products with filters, which are in a drawer on small screens. */
export function CollectionsScreen() {
  const [search] = useSearchParams()
  const [filtersOpen, setFiltersOpen] = useState(false)
  const wide = useMediaQuery('(min-width: 64rem)', true)
  const stars = listStars(useSettings()?.showcase?.card_stars)
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <div className="mb-6 flex flex-wrap items-end gap-3 sm:mb-8">
        <PageHeading className="mr-auto">Collections</PageHeading>
        <div className="flex gap-3 max-sm:w-full">
          <Button
            variant="outline"
            className="min-h-12 lg:hidden noscript:invisible"
            onClick={() => setFiltersOpen(true)}
          >
            <SlidersHorizontal aria-hidden className="size-5" />
            Filters
          </Button>
          <SortSelect options={SORTS} className="max-sm:grow sm:w-56" />
        </div>
      </div>
      <div className="lg:grid lg:grid-cols-[16rem_1fr] lg:gap-10">
        {wide && (
          <section aria-label="Filters" className="border-line pr-6 max-lg:hidden lg:border-r noscript:block">
            <Filters />
          </section>
        )}
        <section aria-label="Products">
          <ListingResults
            listing={withFacets(readListing(search))}
            columns="beside-filters"
            look={{
              badge: (percent) => `Save ${percent}%`,
              origin: 'brand-and-category',
              stars,
              button: 'Quick View',
            }}
            actionsFor={cardActions}
            emptyText="No products found"
          />
        </section>
      </div>
      <Dialog
        open={filtersOpen && !wide}
        onClose={() => setFiltersOpen(false)}
        title="Filters"
        side="right"
        footer={
          <Button className="w-full" onClick={() => setFiltersOpen(false)}>
            Show products
          </Button>
        }
      >
        <Filters />
      </Dialog>
    </div>
  )
}
