import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router-dom'
import { categoriesQuery, pathOfCategory } from '../features/catalog/catalog.queries.ts'
import { CategorySearch, ListingSelect } from '../features/catalog/listing-filters.tsx'
import { ListingResults } from '../features/catalog/listing-results.tsx'
import { isNarrowed, pageIn, readListing, readSelectedCategory } from '../features/catalog/listing.ts'
import { Breadcrumb, PageHeading, PageMeta } from '../ui/page.tsx'
import { Link } from '../lib/link.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { BrowseAll, BrowseCategories, cardActions, crumbsOf, QUICK_VIEW } from './product-actions.tsx'

const SORTS = [
  { value: '', label: 'Default' },
  { value: 'price_asc', label: 'Price: Low to High' },
  { value: 'price_desc', label: 'Price: High to Low' },
]

const RATINGS = [
  { value: '', label: 'Any rating' },
  { value: '4', label: '4 stars and up' },
  { value: '3', label: '3 stars and up' },
  { value: '2', label: '2 stars and up' },
]

/** The products of one category, named by the address or by the navigation state. */
export function CategoryScreen() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const { data: categories = [], isSuccess } = useQuery(categoriesQuery())
  const listing = readListing(search)
  const fromState = readSelectedCategory(state)
  const id = listing.filter.category ?? fromState?.id
  const own = categories.find((category) => category.id === id)
  const known = own ?? (fromState?.id === id ? fromState : null)
  if (typeof id !== 'number' || (isSuccess && !known)) return <NoCategory />
  const name = known?.name ?? ''
  const above = pathOfCategory(categories, id).slice(0, -1)
  return (
    <div className="shop-width pt-6 sm:pt-8">
      <PageMeta
        title={name || 'Category'}
        description={`${known?.name ?? 'Everything'} at fair prices, delivered across India.`}
        picture={own?.image_url}
        path={!isNarrowed(listing) ? paths.categoryPage(id, pageIn(search)) : undefined}
      />
      <Breadcrumb crumbs={crumbsOf(above)} current={name} />
      <PageHeading key={id} className="mt-1 min-h-[1lh]">
        {name}
      </PageHeading>
      <div className="mt-5 mb-6 grid grid-cols-pair gap-3 *:first:col-span-full sm:mb-8 sm:grid-cols-[1fr_11rem_14rem] sm:*:first:col-span-1">
        <CategorySearch key={search.get('search')} />
        <ListingSelect label="Rating" name="rating" options={RATINGS} />
        <ListingSelect label="Sort" name="sort" options={SORTS} />
      </div>
      <ListingResults
        listing={{ ...listing, filter: { ...listing.filter, category: id } }}
        columns="2-3-4"
        look={QUICK_VIEW}
        actionsFor={cardActions}
        empty={{
          title: 'No products found.',
          action: isNarrowed(listing) ? (
            <Link to={paths.categoryPage(id)} state={state as unknown} className={buttonClass()}>
              Show the whole category
            </Link>
          ) : (
            <BrowseAll />
          ),
        }}
        pagerLabels={{ previous: 'Previous', next: 'Next' }}
      />
    </div>
  )
}

function NoCategory() {
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <PageMeta title="Category" description="The products of one category." />
      <PageHeading hidden>Category</PageHeading>
      <EmptyState title="No category selected." action={<BrowseCategories />} />
    </div>
  )
}
