import { Loading, Skeleton } from '../../ui/feedback.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import type { Glimpse } from './glimpse.ts'
import { PRODUCT_GRID } from './product-grid-class.ts'

/** The product page before the product is there; what the shopper has just touched is on it already. */
export function ProductLoading({ glimpse }: { glimpse: Glimpse | null }) {
  return (
    <Loading text="Loading...">
      <div className="mb-3 h-8" />
      <div className={PRODUCT_GRID}>
        <div className="grid content-start gap-3">
          <div className="overflow-hidden rounded-lg border border-line">
            {glimpse?.media_url ? (
              <Picture src={glimpse.media_url} alt="" sizes="(min-width: 64rem) 46vw, 92vw" priority />
            ) : (
              <Skeleton className="aspect-square rounded-none" />
            )}
          </div>
          <Skeleton className="h-24 lg:h-22" />
        </div>
        <div className="grid content-start gap-4">
          <Skeleton className="h-5 w-24" />
          {glimpse ? (
            <p className="text-2xl font-extrabold tracking-tight">{glimpse.name}</p>
          ) : (
            <Skeleton className="h-18" />
          )}
          {glimpse ? (
            <Price price={glimpse.price} mrp={glimpse.mrp} size="xl" />
          ) : (
            <Skeleton className="h-9 w-56" />
          )}
          <Skeleton className="h-5 w-44" />
          <Skeleton className="h-24" />
          <Skeleton className="h-12 max-w-lg" />
          <Skeleton className="h-32" />
        </div>
      </div>
    </Loading>
  )
}
