import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { cx } from '@haat/ui/cx'
import { Button, buttonClass } from '@haat/ui/button'
import { useMediaQuery } from '@haat/ui/use-media-query'
import { changeSearch } from '../../lib/link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SKIP_LINK } from '../../ui/page.tsx'
import { filterQuery } from './catalog.queries.ts'
import { Filters } from './facet-filters.tsx'
import { ChosenFilters, ClearFilters, type Sorts, SortSelect, useChosen } from './listing-filters.tsx'
import { ProductResults } from './listing-results.tsx'
import { readListing, type Scope } from './listing.ts'

interface FacetedListingProps extends Omit<ComponentProps<typeof ProductResults>, 'listing' | 'heading'> {
  scope: Scope
  /** The screen's `PageHeading`. */
  heading: ReactNode
  /** The number of results as a text. */
  countText?: (total: number) => string
  sorts?: Sorts
  /** Searches within the list. */
  searchBox?: ReactNode
  /** Between the heading and what is chosen. */
  children?: ReactNode
}

/** Fewer products may end above what the shopper sees: brings the head of the results into view after a change. */
function useHeadInView(search: URLSearchParams) {
  const head = useRef<HTMLDivElement>(null)
  const text = changeSearch(search, { to: '' }).toString()
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    if ((head.current?.getBoundingClientRect().top ?? 0) < 0) head.current?.scrollIntoView()
  }, [text])
  return head
}

/** A list with its number of results, its order and its filters, which are in a drawer on small screens. */
export function FacetedListing(props: FacetedListingProps) {
  const { scope, heading, sorts = { unsorted: t`Sort By` }, searchBox, children, empty, ...rest } = props
  const { countText = (total) => plural(total, { one: '# product', other: '# products' }), ...results } = rest
  const [search] = useSearchParams()
  const [filtersOpen, setFiltersOpen] = useState(false)
  const wide = useMediaQuery('(min-width: 64rem)', true)
  const listing = readListing(search, scope)
  const chosen = useChosen(scope).length
  const total = useQuery(filterQuery(listing.filter)).data?.total
  const head = useHeadInView(search)
  // Without products there is nothing to filter.
  const isVacant = total === 0 && chosen === 0
  return (
    <>
      <div
        ref={head}
        className="mb-2 flex scroll-mt-13 flex-wrap items-baseline gap-x-3 gap-y-1 sm:mb-5 sm:gap-y-2 lg:scroll-mt-29"
      >
        {heading}
        <p
          aria-live="polite"
          // Where the list says it.
          className={cx('mr-auto min-h-6 text-ink-soft max-sm:text-sm', isVacant && 'sr-only')}
        >
          {total !== undefined && countText(total)}
        </p>
        {!isVacant && (
          <div className="flex flex-wrap items-start gap-2 max-sm:w-full sm:gap-3">
            <OpenFilters chosen={chosen} onOpen={() => setFiltersOpen(true)} />
            <SortSelect {...sorts} />
            {searchBox}
          </div>
        )}
      </div>
      {children}
      <ChosenFilters scope={scope} />
      <div className="max-lg:flex max-lg:flex-col lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-8">
        {wide && !isVacant && (
          <section
            id="filters"
            aria-label={t`Filters`}
            className="border-line pr-5 max-lg:hidden max-lg:order-last max-lg:mt-10 max-lg:border-t max-lg:pt-6 lg:sticky lg:top-36 lg:max-h-[calc(100dvh-10rem)] lg:self-start lg:overflow-y-auto lg:border-r lg:pb-10 lg:pl-1 lg:[mask-image:linear-gradient(#000_calc(100%-2.5rem),transparent)] noscript:block"
          >
            <a href="#products" className={SKIP_LINK}>{t`Skip to the products`}</a>
            <Filters scope={scope} />
          </section>
        )}
        <section
          id="products"
          tabIndex={-1}
          aria-label={t`Products`}
          className={cx('outline-none', isVacant && 'lg:col-span-2')}
        >
          <ProductResults
            {...results}
            listing={listing}
            empty={
              chosen > 0
                ? {
                    title: empty.title,
                    text: t`Nothing fits all of your filters. Take one away, or clear all.`,
                    action: <ClearFilters scope={scope} className={buttonClass()} />,
                  }
                : empty
            }
          />
        </section>
      </div>
      <Dialog
        open={filtersOpen && !wide}
        onClose={() => setFiltersOpen(false)}
        title={t`Filters`}
        side="right"
        footer={
          <div className="flex flex-wrap gap-3 *:grow *:px-3! *:whitespace-nowrap">
            {chosen > 0 && <ClearFilters scope={scope} className={buttonClass('outline', 'sm')} />}
            <Button size="sm" onClick={() => setFiltersOpen(false)}>
              {total === undefined
                ? t`Show products`
                : plural(total, { one: 'Show # product', other: 'Show # products' })}
            </Button>
          </div>
        }
      >
        <Filters scope={scope} />
      </Dialog>
    </>
  )
}

/** Opens the filters of a small screen; without JavaScript it leads to them. */
function OpenFilters({ chosen, onOpen }: { chosen: number; onOpen: () => void }) {
  const content = (
    <>
      {chosen === 0 && <SlidersHorizontal aria-hidden className="size-5 max-xs:hidden" />}
      {t`Filters`}
      {chosen > 0 && (
        <span className="rounded-full bg-peacock px-2 max-xs:px-1.5 text-sm text-paper tabular-nums">
          {chosen}
          <span className="sr-only"> {t`on`}</span>
        </span>
      )}
    </>
  )
  return (
    <>
      <Button variant="outline" className="min-h-12 max-sm:px-3! lg:hidden noscript:hidden" onClick={onOpen}>
        {content}
      </Button>
      <a href="#filters" className={cx(buttonClass('outline'), 'min-h-12 lg:hidden not-noscript:hidden')}>
        {content}
      </a>
    </>
  )
}
