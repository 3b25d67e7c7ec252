import type { ProductDetail, Variant } from '@haat/contract/catalog'
import { cx } from '../../lib/cx.ts'
import { Badge } from '../../ui/badge.tsx'
import { Price } from '../../ui/price.tsx'
import { Stars } from '../../ui/stars.tsx'

/** The product's own rating; nothing where nobody has rated it. */
export function Rating({ rating }: { rating: number }) {
  if (rating === 0) return null
  return (
    <p className="flex items-center gap-2 text-sm font-semibold">
      <Stars rating={rating} />
      <span aria-hidden className="figures">
        {rating.toFixed(1)}
      </span>
    </p>
  )
}

interface ProductPriceProps {
  /** Paise. */
  price: number
  /** Paise. */
  mrp: number | null
  percent: number
}

/** What it costs now, what it cost, and how much less that is. */
export function ProductPrice({ price, mrp, percent }: ProductPriceProps) {
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Price price={price} mrp={mrp} size="xl" />
        {percent > 0 && <Badge tone="offer">{Math.round(percent)}% off</Badge>}
      </div>
      <p className="text-sm text-ink-soft">MRP incl. of all taxes</p>
    </div>
  )
}

/** How many of the variant there are. */
export function StockLine({ variant }: { variant: Variant | null }) {
  const stock = variant?.stock ?? 0
  return (
    <p aria-live="polite" className={cx('font-semibold', stock > 0 ? 'text-leaf' : 'text-brick')}>
      {stock > 0 ? `In Stock (${stock} available)` : 'Out of Stock'}
    </p>
  )
}

/** Who makes it and where it comes from. */
export function Origin({ product }: { product: ProductDetail }) {
  const facts = [
    ['Brand', product.brand],
    ['Category', product.category_name],
    ['Country of origin', product.country_of_origin],
  ].filter(([, value]) => value)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 border-y border-line py-4 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
