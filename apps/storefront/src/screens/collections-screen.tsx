import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ClearFilters, Filters, useTotal } from '../features/catalog/facet-filters.tsx'
import { ListingSelect } from '../features/catalog/listing-filters.tsx'
import { ListingResults } from '../features/catalog/listing-results.tsx'
import { countFilters, readListing, withFacets } from '../features/catalog/listing.ts'
import { cx } from '@haat/ui/cx'
import { count } from '../lib/format.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { Button, buttonClass } from '@haat/ui/button'
import { Dialog } from '../ui/dialog.tsx'
import { PageHeading, SKIP_LINK } from '../ui/page.tsx'
import { cardActions, QUICK_VIEW } from './product-actions.tsx'

const SORTS = [
  { value: '', label: 'Sort By' },
  { value: 'price_asc', label: 'Price: Low to High' },
  { value: 'price_desc', label: 'Price: High to Low' },
  { value: 'discount_desc', label: 'Highest Discount' },
  { value: 'newest', label: 'Newest' },
]

/** Beside the word Filters. */
function FilterCount({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-peacock px-2 text-sm text-paper tabular-nums">
      {count}
      <span className="sr-only"> on</span>
    </span>
  )
}

/** Fewer products may end above what the shopper sees: brings the head of the results into view after a change. */
function useHeadInView(search: URLSearchParams) {
  const head = useRef<HTMLDivElement>(null)
  const text = search.toString()
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    if ((head.current?.getBoundingClientRect().top ?? 0) < 0) head.current?.scrollIntoView()
  }, [text])
  return head
}

/** All products with filters, which are in a drawer on small screens. */
export function CollectionsScreen() {
  const [search] = useSearchParams()
  const [filtersOpen, setFiltersOpen] = useState(false)
  const wide = useMediaQuery('(min-width: 64rem)', true)
  const listing = withFacets(readListing(search))
  const filterCount = countFilters(listing) + (listing.filter.category === undefined ? 0 : 1)
  const filters = (
    <>
      <SlidersHorizontal aria-hidden className="size-5" />
      Filters
      {filterCount > 0 && <FilterCount count={filterCount} />}
    </>
  )
  const total = useTotal()
  const head = useHeadInView(search)
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <div
        ref={head}
        className="mb-6 flex scroll-mt-20 flex-wrap items-baseline gap-x-4 gap-y-3 sm:mb-8 lg:scroll-mt-36"
      >
        <PageHeading>Collections</PageHeading>
        <p aria-live="polite" className="mr-auto min-h-6 text-ink-soft">
          {total !== undefined && count(total, 'product')}
        </p>
        {filterCount > 0 && (
          <ClearFilters className="inline-flex min-h-11 items-center font-semibold text-peacock underline underline-offset-4 sm:min-h-12" />
        )}
        <div className="flex flex-wrap items-start gap-3 max-sm:w-full">
          <Button
            variant="outline"
            className="min-h-12 max-sm:px-3! lg:hidden noscript:hidden"
            onClick={() => setFiltersOpen(true)}
          >
            {filters}
          </Button>
          <a href="#filters" className={cx(buttonClass('outline'), 'min-h-12 lg:hidden not-noscript:hidden')}>
            {filters}
          </a>
          <ListingSelect
            label="Sort"
            name="sort"
            options={SORTS}
            className="max-sm:grow max-sm:basis-[9em] sm:w-56"
          />
        </div>
      </div>
      <div className="max-lg:flex max-lg:flex-col lg:grid lg:grid-cols-[16rem_1fr] lg:gap-10">
        {wide && (
          <section
            id="filters"
            aria-label="Filters"
            className="border-line pr-6 max-lg:hidden max-lg:order-last max-lg:mt-10 max-lg:border-t max-lg:pt-6 lg:sticky lg:top-36 lg:max-h-[calc(100dvh-10rem)] lg:self-start lg:overflow-y-auto lg:border-r lg:pl-1 noscript:block"
          >
            <a href="#products" className={SKIP_LINK}>
              Skip to the products
            </a>
            <Filters />
          </section>
        )}
        <section id="products" tabIndex={-1} aria-label="Products" className="outline-none">
          <ListingResults
            listing={listing}
            columns="beside-filters"
            look={{ ...QUICK_VIEW, origin: 'brand-and-category' }}
            actionsFor={cardActions}
            empty={{
              title: 'No products found',
              action: filterCount > 0 && <ClearFilters className={buttonClass()} />,
            }}
          />
        </section>
      </div>
      <Dialog
        open={filtersOpen && !wide}
        onClose={() => setFiltersOpen(false)}
        title="Filters"
        side="right"
        footer={
          <div className="flex flex-wrap gap-3 *:grow *:px-3! *:whitespace-nowrap">
            {filterCount > 0 && <ClearFilters className={buttonClass('outline', 'sm')} />}
            <Button size="sm" onClick={() => setFiltersOpen(false)}>
              Show {total === undefined ? 'products' : count(total, 'product')}
            </Button>
          </div>
        }
      >
        <Filters />
      </Dialog>
    </div>
  )
}
