import { t } from '@lingui/core/macro'
import type { ListedProduct } from '@haat/contract/catalog'
import {
  keepPreviousData,
  type QueryKey,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Link, useHere } from '../../lib/link.tsx'
import { buttonClass } from '@haat/ui/button'
import { LoadFailed } from '../../ui/feedback.tsx'
import { Pager, searchOfPage } from '../../ui/pager.tsx'
import { filterQuery } from './catalog.queries.ts'
import { EmptyList } from './empty-list.tsx'
import { type Listing, pageOf, withNextPage } from './listing.ts'
import { ProductGrid, ProductGridLoading, type ProductGridProps } from './product-grid.tsx'

interface PageOfProducts {
  products: ListedProduct[]
  totalPages: number
}
type Pages = Pick<Listing, 'page' | 'to'>
type PageQuery<Data, Key extends QueryKey> = UseQueryOptions<Data, Error, Data, Key>

/** The queries of the pages that are shown, and what prefetches another. */
export function usePages<Data extends PageOfProducts, Key extends QueryKey>(
  { page, to }: Pages,
  queryOf: (page: number) => PageQuery<Data, Key>,
) {
  const client = useQueryClient()
  const first = useQuery({ ...queryOf(page), placeholderData: keepPreviousData })
  const rest = useQueries({ queries: Array.from({ length: to - page }, (_, n) => queryOf(page + 1 + n)) })
  return { first, rest, onPrefetch: (other: number) => void client.prefetchQuery(queryOf(other)) }
}

interface Result {
  data: PageOfProducts | undefined
  isLoading: boolean
  isLoadingError: boolean
  refetch: () => unknown
}

interface ProductResultsProps extends Omit<ProductGridProps, 'products'> {
  /** From the address. */
  pages: Pages
  results: {
    first: Result & { isPlaceholderData: boolean }
    rest: readonly Result[]
    onPrefetch: (page: number) => void
  }
  pagerLabels?: { previous: string; next: string }
  loadingText: string
  /** Placeholders while the products load. */
  cards?: number
  empty: Omit<ComponentProps<typeof EmptyList>, 'actionsFor'>
  /** Shown after a failed call; the title of `empty` without it. */
  failedText?: string
}

/** Pages of products, Load more and a pager, or what is there instead. */
export function ProductResults(props: ProductResultsProps) {
  const { pages, results, pagerLabels, loadingText, cards, empty, failedText } = props
  const { columns, look, actionsFor, footerFor } = props
  const { data, isLoading, isLoadingError, isPlaceholderData, refetch } = results.first
  const products = data?.products ?? []
  const loading = isLoading || isPlaceholderData
  if (isLoadingError) return <LoadFailed text={failedText ?? empty.title} onRetry={refetch} />
  if (!loading && products.length === 0)
    return <EmptyList {...empty} {...(pages.page > 1 && { action: <FirstPage /> })} actionsFor={actionsFor} />
  const all = [...products, ...results.rest.flatMap((one) => one.data?.products ?? [])]
  const failed = results.rest.find((one) => one.isLoadingError)
  return (
    <>
      {loading ? (
        <ProductGridLoading text={loadingText} columns={columns} cards={cards} />
      ) : (
        // Where the catalogue has changed between two pages, both may have a product.
        <ProductGrid
          {...{ columns, look, actionsFor, footerFor }}
          products={[...new Map(all.map((product) => [product.id, product])).values()]}
        />
      )}
      {!loading && results.rest.some((one) => one.isLoading) && (
        <div className="mt-3 sm:mt-5">
          <ProductGridLoading text={loadingText} columns={columns} cards={4} />
        </div>
      )}
      {failed && <LoadFailed text={t`More products could not be loaded.`} onRetry={failed.refetch} />}
      <div className="mt-8 grid min-h-11 justify-items-center gap-5">
        {data && products.length > 0 && (data.totalPages > 1 || pages.page > 1) && (
          <>
            {pages.to < data.totalPages && <LoadMore pages={pages} onPrefetch={results.onPrefetch} />}
            <Pager
              {...pages}
              totalPages={data.totalPages}
              onPrefetch={results.onPrefetch}
              labels={pagerLabels}
            />
          </>
        )}
      </div>
    </>
  )
}

/** Appends the next page. Its address brings Back to the same place of the same list. */
function LoadMore({ pages, onPrefetch }: { pages: Pages; onPrefetch: (page: number) => void }) {
  const [search] = useSearchParams()
  const here = useHere()
  const state: unknown = useLocation().state
  const next = withNextPage(search, pages)
  if (next === null) return null
  return (
    <Link
      to={here(next)}
      replace
      state={state}
      onPointerEnter={() => onPrefetch(pages.to + 1)}
      className={buttonClass('outline', 'lg')}
    >{t`Load more`}</Link>
  )
}

/** Out of a page that the list does not have. */
function FirstPage() {
  const [search] = useSearchParams()
  const here = useHere()
  return <Link to={here(searchOfPage(search, 1))} className={buttonClass()}>{t`To the first page`}</Link>
}

type Given = 'results' | 'pages' | 'loadingText' | 'cards'
type ListingResultsProps = Omit<ProductResultsProps, Given> & { listing: Listing; loadingText?: string }

/** The products that a listing's filters leave. */
export function ListingResults({
  listing,
  loadingText = t`Loading products...`,
  ...rest
}: ListingResultsProps) {
  const results = usePages(listing, (page) => filterQuery(pageOf(listing, page)))
  return <ProductResults {...rest} results={results} pages={listing} loadingText={loadingText} cards={12} />
}
