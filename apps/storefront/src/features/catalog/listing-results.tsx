import { t } from '@lingui/core/macro'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { HereLink } from '../../lib/link.tsx'
import { buttonClass } from '@haat/ui/button'
import { LoadFailed } from '../../ui/feedback.tsx'
import { Pager, pageValues } from '../../ui/pager.tsx'
import { filterQuery } from './catalog.queries.ts'
import { EmptyList, Others } from './empty-list.tsx'
import { type Listing, pageOf, PAGES_MOST, pagesOf } from './listing.ts'
import { ProductGrid, ProductGridLoading, type ProductGridProps } from './product-grid.tsx'

interface ProductResultsProps extends Omit<ProductGridProps, 'products' | 'columns'> {
  columns?: ProductGridProps['columns']
  listing: Listing
  pagerLabels?: { previous: string; next: string }
  loadingText?: string
  empty: ComponentProps<typeof EmptyList>
  /** Shown after a failed call; the title of `empty` without it. */
  failedText?: string
}

/** Pages of products, Load more and a pager, or what is there instead. */
export function ProductResults(props: ProductResultsProps) {
  const { listing: pages, pagerLabels, loadingText = t`Loading products...`, empty, failedText } = props
  const { columns = '2-3-4', look, footerFor } = props
  const queryOf = (page: number) => filterQuery(pageOf(pages, page))
  const client = useQueryClient()
  const prefetch = (page: number) => void client.prefetchQuery(queryOf(page))
  const first = useQuery({ ...queryOf(pages.page), placeholderData: keepPreviousData })
  const rest = useQueries({ queries: pagesOf(pages).slice(1).map(queryOf) })
  const { data, isLoading, isLoadingError, isPlaceholderData, refetch } = first
  const products = data?.products ?? []
  const loading = isLoading || isPlaceholderData
  if (isLoadingError) return <LoadFailed text={failedText ?? empty.title} onRetry={refetch} />
  if (!loading && products.length === 0) {
    const back = <HereLink values={pageValues(1)} className={buttonClass()}>{t`To the first page`}</HereLink>
    if (pages.page === 1 || data?.total === 0) return <EmptyList {...empty} />
    const text = t`The list ends before page ${pages.page}.`
    return <EmptyList title={t`Nothing is on this page.`} text={text} action={back} />
  }
  const all = [...products, ...rest.flatMap((one) => one.data?.products ?? [])]
  const failed = rest.find((one) => one.isLoadingError)
  return (
    <>
      {loading ? (
        <ProductGridLoading text={loadingText} columns={columns} cards={12} />
      ) : (
        // Where the catalogue has changed between two pages, both may have a product.
        <ProductGrid
          {...{ columns, look, footerFor }}
          products={[...new Map(all.map((product) => [product.id, product])).values()]}
        />
      )}
      {!loading && rest.some((one) => one.isLoading) && (
        <div className="mt-3 sm:mt-5">
          <ProductGridLoading text={loadingText} columns={columns} cards={4} />
        </div>
      )}
      {failed && <LoadFailed text={t`More products could not be loaded.`} onRetry={failed.refetch} />}
      {!loading && pages.page === 1 && <Others products={all} />}
      <div className="mt-8 grid min-h-11 justify-items-center gap-5">
        {data && products.length > 0 && (data.totalPages > 1 || pages.page > 1) && (
          <>
            {pages.to < data.totalPages && pages.to - pages.page + 1 < PAGES_MOST && (
              // Its address brings Back to the same place of the same list.
              <HereLink
                values={{ to: pages.to + 1 }}
                replace
                onPointerEnter={() => prefetch(pages.to + 1)}
                className={buttonClass('outline', 'lg')}
              >{t`Load more`}</HereLink>
            )}
            <Pager {...pages} totalPages={data.totalPages} onPrefetch={prefetch} labels={pagerLabels} />
          </>
        )}
      </div>
    </>
  )
}
