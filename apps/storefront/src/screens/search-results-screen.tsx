import type { ListedProduct } from '@haat/contract/catalog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { searchQuery } from '../features/catalog/catalog.queries.ts'
import { pageIn, readListing } from '../features/catalog/listing.ts'
import { ProductGrid, ProductGridLoading } from '../features/catalog/product-grid.tsx'
import { Link } from '../lib/link.tsx'
import { paths } from '../paths.ts'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { EmptyState, LoadFailed } from '../ui/feedback.tsx'
import { Pager } from '../ui/pager.tsx'
import { BrowseCategories, cardActions } from './product-actions.tsx'

/** The products that match the query in the address. */
export function SearchResultsScreen() {
  const [search] = useSearchParams()
  const query = search.get('query')?.trim() ?? ''
  const { page } = readListing(search)
  const { data, isLoading, isLoadingError, refetch } = useQuery(searchQuery(query, page))
  const client = useQueryClient()
  const total = data?.total ?? 0
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <PageMeta
        title={query === '' ? 'Search' : `Search: ${query}`}
        description={query === '' ? 'Find a product of the shop.' : `Products that match ${query}.`}
        path={paths.searchResults(query, pageIn(search))}
        noindex
      />
      <PageHeading key={query} className="break-words">
        Search Results for: {query}
      </PageHeading>
      <p aria-live="polite" className="mt-2 mb-6 min-h-6 text-ink-soft sm:mb-8">
        {!isLoading && !isLoadingError && (total === 1 ? '1 result' : `${total} results found`)}
      </p>
      {data?.did_you_mean !== undefined && (
        <p className="-mt-4 mb-6 sm:-mt-6 sm:mb-8">
          Did you mean{' '}
          <Link to={paths.searchResults(data.did_you_mean)} className="font-semibold text-peacock underline">
            {data.did_you_mean}
          </Link>
          ?
        </p>
      )}
      {isLoading && <ProductGridLoading text="Loading..." columns="2-3-4" />}
      {isLoadingError && <LoadFailed text="No products found." onRetry={refetch} />}
      {!isLoading && !isLoadingError && <Matches products={data?.products ?? []} />}
      {data && data.totalPages > 1 && (
        <div className="mt-10">
          <Pager
            page={page}
            totalPages={data.totalPages}
            onPrefetch={(other) => void client.prefetchQuery(searchQuery(query, other))}
          />
        </div>
      )}
    </div>
  )
}

function Matches({ products }: { products: readonly ListedProduct[] }) {
  if (products.length === 0) {
    return (
      <EmptyState
        title="No products found."
        text="Check the spelling, try fewer words, or browse a category."
        action={<BrowseCategories />}
      />
    )
  }
  return (
    <ProductGrid
      products={products}
      columns="2-3-4"
      look={{ badge: (percent) => `Save ${percent}%`, origin: 'brand', stars: 'fixed', button: 'Quick View' }}
      actionsFor={cardActions}
    />
  )
}
