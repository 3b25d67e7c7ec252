import { Loading, Skeleton } from '../../ui/feedback.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { PRODUCT_GRID } from './product-view.tsx'

/** The product page while the product loads. It shows the data that the clicked card passed on. */
export function ProductLoading({ preview }: { preview: ProductPreview | null }) {
  return (
    <Loading text="Loading...">
      <div className="mb-3 h-8" />
      <div className={PRODUCT_GRID}>
        <div className="grid content-start gap-3">
          <div className="overflow-hidden rounded-lg border border-line">
            {preview?.media_url ? (
              <Picture src={preview.media_url} alt="" sizes="(min-width: 64rem) 46vw, 92vw" priority />
            ) : (
              <Skeleton className="aspect-square rounded-none" />
            )}
          </div>
          <Skeleton className="h-24 lg:h-22" />
        </div>
        <div className="grid content-start gap-4">
          <Skeleton className="h-5 w-24" />
          {preview ? (
            <p className="text-2xl font-extrabold tracking-tight">{preview.name}</p>
          ) : (
            <Skeleton className="h-18" />
          )}
          {preview ? (
            <Price price={preview.price} mrp={preview.mrp} size="xl" />
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

/** The part of a product that a card passes on. Amounts in paise. */
export interface ProductPreview {
  name: string
  price: number
  mrp: number | null
  media_url: string | null
}

/** Reads the product from the navigation state; null if it is another one. */
export function readPreview(state: unknown, id: number): ProductPreview | null {
  if (typeof state !== 'object' || state === null || !('product' in state)) return null
  const product = state.product
  if (typeof product !== 'object' || product === null) return null
  const { id: previewId, name, price, mrp, media_url } = product as Record<string, unknown>
  if (previewId !== id || typeof name !== 'string' || typeof price !== 'number') return null
  return {
    name,
    price,
    mrp: typeof mrp === 'number' ? mrp : null,
    media_url: typeof media_url === 'string' ? media_url : null,
  }
}
