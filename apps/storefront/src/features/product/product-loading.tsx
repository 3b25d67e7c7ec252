import { Loading, Skeleton } from '../../ui/feedback.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { PRODUCT_GRID } from './product-view.tsx'

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

/** What a card has already told of the product. Amounts in paise. */
export interface Glimpse {
  name: string
  price: number
  mrp: number | null
  media_url: string | null
}

/** The product in a link's navigation state, when it is the one asked for. */
export function readGlimpse(state: unknown, id: number): Glimpse | null {
  if (typeof state !== 'object' || state === null || !('product' in state)) return null
  const product = state.product
  if (typeof product !== 'object' || product === null) return null
  const { id: stated, name, price, mrp, media_url } = product as Record<string, unknown>
  if (stated !== id || typeof name !== 'string' || typeof price !== 'number') return null
  return {
    name,
    price,
    mrp: typeof mrp === 'number' ? mrp : null,
    media_url: typeof media_url === 'string' ? media_url : null,
  }
}
