import type { ListedProduct } from '@haat/contract/catalog'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { EmptyState, LoadFailed } from '../../ui/feedback.tsx'
import { Pager } from '../../ui/pager.tsx'
import { filterQuery } from './catalog.queries.ts'
import type { Listing } from './listing.ts'
import type { CardLook, Columns } from './product-grid.tsx'
import { ProductGrid, ProductGridLoading } from './product-grid.tsx'

interface ListingResultsProps {
  listing: Listing
  columns: Columns
  look: CardLook
  actionsFor: (product: ListedProduct) => ReactNode
  footerFor?: (product: ListedProduct) => ReactNode
  /** Shown without matches, and after a failed call if `failedText` is undefined. */
  emptyText: string
  failedText?: string
  emptyAction?: ReactNode
  pagerLabels?: { previous: string; next: string }
}

/** One page of products and a pager. The page number is stored in the address. */
export function ListingResults(props: ListingResultsProps) {
  const {
    listing,
    columns,
    look,
    actionsFor,
    footerFor,
    emptyText,
    failedText = emptyText,
    emptyAction,
    pagerLabels,
  } = props
  const isDemo = useSettings()?.showcase !== null
  const client = useQueryClient()
  const { data, isLoadingError, isPlaceholderData, refetch } = useQuery({
    ...filterQuery(listing.filter),
    placeholderData: keepPreviousData,
  })
  if (isLoadingError) return <LoadFailed text={failedText} onRetry={refetch} />
  const loading = !data || isPlaceholderData
  if (!loading && data.products.length === 0) return <EmptyState title={emptyText} action={emptyAction} />
  return (
    <>
      {loading ? (
        <ProductGridLoading text="Loading products..." columns={columns} cards={12} />
      ) : (
        <ProductGrid
          products={data.products}
          columns={columns}
          look={look}
          actionsFor={actionsFor}
          footerFor={footerFor}
        />
      )}
      <div className="mt-10 min-h-11">
        {data && data.products.length > 0 && (isDemo || data.totalPages > 1 || listing.page > 1) && (
          <Pager
            page={listing.page}
            totalPages={data.totalPages}
            onPrefetch={(page) => void client.prefetchQuery(filterQuery({ ...listing.filter, page }))}
            labels={pagerLabels}
          />
        )}
      </div>
    </>
  )
}
