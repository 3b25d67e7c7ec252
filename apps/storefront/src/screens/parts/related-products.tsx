import type { ProductDetail } from '@haat/contract/catalog'
import { LIMITS } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { filterQuery } from '../../features/catalog/catalog.queries.ts'
import { ProductCard } from '../../features/catalog/product-card.tsx'
import { CarouselArrows, CarouselSlides, useCarousel } from '../../ui/carousel.tsx'
import { Loading, Skeleton } from '../../ui/feedback.tsx'
import { cardActions } from './card-actions.tsx'

const LIST = '-ml-3 sm:-ml-5'
const SLIDE = 'pl-3 sm:pl-5 w-[62%] xs:w-[46%] md:w-[30%] lg:w-1/4'

/** Others of the same category, on a strip that can be swiped. */
export function RelatedProducts({ product }: { product: ProductDetail }) {
  const carousel = useCarousel()
  const { data, isError } = useQuery(
    filterQuery({ category: product.category_id, limit: LIMITS.related_products }),
  )
  const others = data?.products.filter((other) => other.id !== product.id) ?? []
  const slides = others.map((other) => ({
    key: other.id,
    content: (
      <ProductCard
        product={other}
        look={{
          badge: (percent) => `${percent}% OFF`,
          stars: ({ rating }) => ({ rating, decorative: false }),
        }}
        sizes="(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, 60vw"
        actions={cardActions(other)}
      />
    ),
  }))
  return (
    <section aria-labelledby="related-heading">
      <div className="mb-5 flex min-h-11 items-end justify-between gap-4">
        <h2 id="related-heading" className="text-2xl font-extrabold tracking-tight">
          Related Products
        </h2>
        {slides.length > 0 && <CarouselArrows carousel={carousel} what="products" />}
      </div>
      {!data && !isError && <RelatedLoading />}
      {(data || isError) && slides.length === 0 && (
        <p className="text-ink-soft">No related products found.</p>
      )}
      {slides.length > 0 && (
        <CarouselSlides carousel={carousel} slides={slides} slideClass={SLIDE} className={LIST} />
      )}
    </section>
  )
}

function RelatedLoading() {
  return (
    <Loading text="Loading related products...">
      <div className="overflow-hidden">
        <div className={`flex ${LIST}`}>
          {[1, 2, 3, 4].map((card) => (
            <div key={card} className={`shrink-0 ${SLIDE}`}>
              <div className="overflow-hidden rounded-md border border-line bg-card">
                <Skeleton className="aspect-square rounded-none" />
                <div className="h-38" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
