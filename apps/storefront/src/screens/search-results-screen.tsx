import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { filterQuery } from '../features/catalog/catalog.queries.ts'
import { EmptyList } from '../features/catalog/empty-list.tsx'
import { FacetedListing } from '../features/catalog/faceted-listing.tsx'
import { pageIn, queryIn, readListing } from '../features/catalog/listing.ts'
import { Link } from '../lib/link.tsx'
import { paths } from '../paths.ts'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { cardActions, QUICK_VIEW } from './product-actions.tsx'

const nothing = () => ({
  title: t`No products found.`,
  text: t`Check the spelling, try fewer words, or browse a category.`,
})

/** The products that match the query in the address. */
export function SearchResultsScreen() {
  const [search] = useSearchParams()
  const query = queryIn(search)
  const heading = (
    <PageHeading key={query} className="-mb-1 line-clamp-3 pb-1">
      {t`Search Results for: ${query}`}
    </PageHeading>
  )
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <PageMeta
        title={query === '' ? t`Search` : t`Search: ${query}`}
        description={query === '' ? t`Find a product of the shop.` : t`Products that match ${query}.`}
        path={paths.searchResults(query, pageIn(search))}
        noindex
      />
      {query === '' ? (
        <>
          <div className="mb-6">{heading}</div>
          <EmptyList {...nothing()} actionsFor={cardActions} />
        </>
      ) : (
        <FacetedListing
          scope={{ search: query }}
          heading={heading}
          countText={(total) => plural(total, { one: '# result', other: '# results found' })}
          sorts={{ unsorted: t`Most relevant` }}
          look={QUICK_VIEW}
          actionsFor={cardActions}
          loadingText={t`Loading...`}
          empty={nothing()}
        >
          <DidYouMean query={query} />
        </FacetedListing>
      )}
    </div>
  )
}

function DidYouMean({ query }: { query: string }) {
  const [search] = useSearchParams()
  const { data } = useQuery(filterQuery(readListing(search, { search: query }).filter))
  if (data?.did_you_mean === undefined) return null
  return (
    <p className="-mt-2 mb-5">
      {t`Did you mean`}{' '}
      <Link to={paths.searchResults(data.did_you_mean)} className="font-semibold text-peacock underline">
        {data.did_you_mean}
      </Link>
      ?
    </p>
  )
}
