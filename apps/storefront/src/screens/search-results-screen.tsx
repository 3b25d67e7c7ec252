import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { filterQuery, mainCategoriesQuery } from '../features/catalog/catalog.queries.ts'
import { CategoryTiles } from '../features/catalog/category-tiles.tsx'
import { EmptyList } from '../features/catalog/empty-list.tsx'
import { FacetedListing } from '../features/catalog/faceted-listing.tsx'
import { pageIn, queryIn, readListing } from '../features/catalog/listing.ts'
import { Link } from '../lib/link.tsx'
import { paths } from '../paths.ts'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { Stressed } from '../ui/stressed.tsx'

const nothing = () => ({
  title: t`No products found.`,
  text: t`Check the spelling, try fewer words, or browse a category.`,
})

export function SearchResultsScreen() {
  const [search] = useSearchParams()
  const query = queryIn(search)
  const heading = (
    <PageHeading
      key={query}
      className="-mb-1 line-clamp-3 pb-1 font-medium! max-sm:text-lg! [&>b]:font-extrabold"
    >
      <Stressed text={t`Search Results for: ${query}`} part={query} className="text-peacock" />
    </PageHeading>
  )
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <PageMeta
        title={query === '' ? t`Search` : t`Search: ${query}`}
        description={query === '' ? t`Find a product of the shop.` : t`Products that match ${query}.`}
        path={paths.searchResults(query, pageIn(search))}
        noindex
      />
      {query === '' ? (
        <>
          <PageHeading className="mb-3 sm:mb-6">{t`Search`}</PageHeading>
          <EmptyList title={t`What are you looking for?`} />
        </>
      ) : (
        <FacetedListing
          scope={{ search: query }}
          heading={heading}
          countText={(total) => plural(total, { one: '# result', other: '# results found' })}
          sorts={{ unsorted: t`Most relevant` }}
          loadingText={t`Loading...`}
          empty={nothing()}
        >
          <Refinements query={query} />
        </FacetedListing>
      )}
    </div>
  )
}

/** Another spelling, and the categories with results, those with most first, where there are some. */
function Refinements({ query }: { query: string }) {
  const [search] = useSearchParams()
  const { data } = useQuery(filterQuery(readListing(search, { search: query }).filter))
  const { data: mains = [] } = useQuery(mainCategoriesQuery())
  const counts = new Map(data?.facets?.categories.map(({ id, count }) => [id, count]))
  const countIn = ({ id }: { id: number }) => counts.get(id) ?? 0
  const found = mains.filter(countIn).toSorted((a, b) => countIn(b) - countIn(a))
  return (
    <>
      {data?.did_you_mean !== undefined && (
        <p className="mb-3 sm:-mt-2 sm:mb-5">
          {t`Did you mean`}{' '}
          <Link to={paths.searchResults(data.did_you_mean)} className="font-semibold text-peacock underline">
            {data.did_you_mean}
          </Link>
          ?
        </p>
      )}
      <CategoryTiles
        label={t`Category`}
        categories={found.length > 1 ? found : []}
        linkTo={({ id }) => ({ to: `${paths.searchResults(query)}&category=${id}` })}
        className="mb-3 sm:mb-5"
      />
    </>
  )
}
