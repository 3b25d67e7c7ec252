import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useSettings } from '../api/settings.queries.ts'
import { newArrivalsQuery } from '../features/catalog/catalog.queries.ts'
import { readListing } from '../features/catalog/listing.ts'
import { ProductGrid, ProductGridLoading } from '../features/catalog/product-grid.tsx'
import { EmptyState, LoadFailed } from '../ui/feedback.tsx'
import { PageHeading } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { BrowseAll, cardActions } from './product-actions.tsx'

export function NewArrivalsScreen() {
  const settings = useSettings()
  const columns = settings?.showcase === null ? '2-3-4' : '1-2-4'
  const { page } = readListing(useSearchParams()[0])
  const { data, isLoading, isLoadingError, refetch } = useQuery(newArrivalsQuery(page))
  const client = useQueryClient()
  const products = data?.products ?? []
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <PageHeading>New Arrivals</PageHeading>
      <p className="mt-2 mb-6 min-h-12 max-w-prose sm:min-h-6 text-ink-soft sm:mb-8">
        {settings?.new_arrivals_intro}
      </p>
      {isLoading && <ProductGridLoading text="Loading new arrivals..." columns={columns} />}
      {isLoadingError && <LoadFailed text="No products found." onRetry={refetch} />}
      {!isLoading && !isLoadingError && products.length === 0 && (
        <EmptyState title="No products found." action={<BrowseAll />} />
      )}
      <ProductGrid
        products={products}
        columns={columns}
        look={{ badge: (percent) => `${percent}% OFF`, button: 'View Product' }}
        actionsFor={cardActions}
      />
      {data && data.totalPages > 1 && (
        <div className="mt-10">
          <Pager
            page={page}
            totalPages={data.totalPages}
            onPrefetch={(other) => void client.prefetchQuery(newArrivalsQuery(other))}
          />
        </div>
      )}
    </div>
  )
}
