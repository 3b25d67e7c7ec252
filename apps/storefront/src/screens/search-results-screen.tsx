import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { searchQuery } from '../features/catalog/catalog.queries.ts'
import { ProductResults } from '../features/catalog/listing-results.tsx'
import { pageIn, readListing } from '../features/catalog/listing.ts'
import { Link } from '../lib/link.tsx'
import { paths } from '../paths.ts'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { BrowseCategories, cardActions, QUICK_VIEW } from './product-actions.tsx'

/** The products that match the query in the address. */
export function SearchResultsScreen() {
  const [search] = useSearchParams()
  const query = search.get('query')?.trim() ?? ''
  const { page } = readListing(search)
  const result = useQuery(searchQuery(query, page))
  const { data, isLoading, isLoadingError } = result
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
      <ProductResults
        result={result}
        page={page}
        onPrefetch={(other) => void client.prefetchQuery(searchQuery(query, other))}
        columns="2-3-4"
        look={QUICK_VIEW}
        actionsFor={cardActions}
        loadingText="Loading..."
        empty={{
          title: 'No products found.',
          text: 'Check the spelling, try fewer words, or browse a category.',
          action: <BrowseCategories />,
        }}
      />
    </div>
  )
}
