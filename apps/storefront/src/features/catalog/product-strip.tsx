import { t } from '@lingui/core/macro'
import type { ListedProduct } from '@haat/contract/catalog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useKeptProducts } from '../../api/kept-products.ts'
import { CarouselControls, CarouselSlides, useCarousel } from '../../ui/carousel.tsx'
import { cx } from '@haat/ui/cx'
import { filterQuery } from './catalog.queries.ts'
import { ProductCard } from './product-grid.tsx'

interface ProductStripProps {
  title: string
  products: readonly ListedProduct[]
  /** Shown instead of no products. */
  children?: ReactNode
}

export function ProductStrip({ title, products, children }: ProductStripProps) {
  const carousel = useCarousel()
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="group/cards">
      <div className="mb-3 flex min-h-11 items-end justify-between gap-4 sm:mb-5">
        <h2 id={headingId} className="text-xl font-extrabold tracking-tight wrap-anywhere sm:text-2xl">
          {title}
        </h2>
        <CarouselControls carousel={carousel} item={t`products`} />
      </div>
      {products.length > 0 ? (
        <CarouselSlides
          carousel={carousel}
          slideClass={cx(
            'pl-3 sm:pl-5 w-[64%] xs:w-[48%] md:w-[32%]',
            products.length === 3 ? 'lg:w-1/3' : 'lg:w-1/4',
          )}
          className="-ml-3 sm:-ml-5"
        >
          {products.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              look={{ badge: (percent) => t`${percent}% OFF`, stars: 'rating' }}
              sizes="(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, (min-width: 22.5rem) 44vw, 60vw"
              heading="h3"
            />
          ))}
        </CarouselSlides>
      ) : (
        children
      )}
    </section>
  )
}

/** What the shopper looked at last on this device; nothing before. */
export function RecentlyViewed() {
  const ids = useKeptProducts('recentlyViewed')
  const { data } = useQuery({
    ...filterQuery({ ids: [...ids] }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  if (ids.length === 0 || !data || data.products.length === 0) return null
  return <ProductStrip title={t`Recently Viewed`} products={data.products} />
}
