import type { ListedProduct } from '@haat/contract/catalog'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Link, useHere } from '../../lib/link.tsx'
import { buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { LoadFailed } from '../../ui/feedback.tsx'
import { Pager, searchOfPage } from '../../ui/pager.tsx'
import { filterQuery } from './catalog.queries.ts'
import type { Listing } from './listing.ts'
import { ProductGrid, ProductGridLoading, type ProductGridProps } from './product-grid.tsx'

interface ProductResultsProps extends Omit<ProductGridProps, 'products'> {
  /** Of the query for one page of products. */
  result: {
    data: { products: ListedProduct[]; totalPages: number } | undefined
    isLoading: boolean
    isLoadingError: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** The page, from the address. */
  page: number
  onPrefetch: (page: number) => void
  pagerLabels?: { previous: string; next: string }
  loadingText: string
  /** Placeholders while the products load. */
  cards?: number
  empty: ComponentProps<typeof EmptyState>
  /** Shown after a failed call; the title of `empty` without it. */
  failedText?: string
}

/** One page of products and a pager, or what is there instead. */
export function ProductResults(props: ProductResultsProps) {
  const { result, page, onPrefetch, pagerLabels, loadingText, cards, empty, failedText } = props
  const { data, isLoading, isLoadingError, isPlaceholderData, refetch } = result
  const { columns, look, actionsFor, footerFor } = props
  const products = data?.products ?? []
  const loading = isLoading || isPlaceholderData
  if (isLoadingError) return <LoadFailed text={failedText ?? empty.title} onRetry={refetch} />
  if (!loading && products.length === 0)
    return page > 1 ? <EmptyState {...empty} action={<FirstPage />} /> : <EmptyState {...empty} />
  return (
    <>
      {loading ? (
        <ProductGridLoading text={loadingText} columns={columns} cards={cards} />
      ) : (
        <ProductGrid {...{ products, columns, look, actionsFor, footerFor }} />
      )}
      <div className="mt-10 min-h-11">
        {data && products.length > 0 && (data.totalPages > 1 || page > 1) && (
          <Pager page={page} totalPages={data.totalPages} onPrefetch={onPrefetch} labels={pagerLabels} />
        )}
      </div>
    </>
  )
}

/** Out of a page that the list does not have. */
function FirstPage() {
  const [search] = useSearchParams()
  const here = useHere()
  return (
    <Link to={here(searchOfPage(search, 1))} className={buttonClass()}>
      To the first page
    </Link>
  )
}

type Given = 'result' | 'page' | 'onPrefetch' | 'loadingText' | 'cards'
type ListingResultsProps = Omit<ProductResultsProps, Given> & { listing: Listing }

/** The page of products that a listing's filters leave. */
export function ListingResults({ listing, ...rest }: ListingResultsProps) {
  const { page, filter } = listing
  const client = useQueryClient()
  return (
    <ProductResults
      {...rest}
      result={useQuery({ ...filterQuery(filter), placeholderData: keepPreviousData })}
      page={page}
      onPrefetch={(other) => void client.prefetchQuery(filterQuery({ ...filter, page: other }))}
      loadingText="Loading products..."
      cards={12}
    />
  )
}
