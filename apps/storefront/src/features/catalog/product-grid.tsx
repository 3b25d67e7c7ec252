import type { ListedProduct } from '@haat/contract/catalog'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { Loading, Skeleton } from '../../ui/feedback.tsx'
import type { CardLook } from './product-card.tsx'
import { ProductCard } from './product-card.tsx'

/** How many cards stand side by side on small, medium, large and extra large screens. */
const COLUMNS = {
  '1-2-3': {
    grid: 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-3',
    sizes: '(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw',
  },
  '1-2-4': {
    grid: 'grid-cols-1 xs:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
    sizes: '(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 22.5rem) 46vw, 92vw',
  },
  '2-3-4': {
    grid: 'grid-cols-2 md:grid-cols-3 xl:grid-cols-4',
    sizes: '(min-width: 80rem) 18rem, (min-width: 48rem) 30vw, 46vw',
  },
  'beside-filters': {
    grid: 'grid-cols-2 md:grid-cols-3',
    sizes: '(min-width: 64rem) 17rem, (min-width: 48rem) 30vw, 46vw',
  },
}
export type Columns = keyof typeof COLUMNS

interface ProductGridProps {
  products: readonly ListedProduct[]
  columns: Columns
  look: CardLook
  /** Icons in the corner of each picture. */
  actionsFor?: (product: ListedProduct) => ReactNode
  /** What stands at the foot of each card. */
  footerFor?: (product: ListedProduct) => ReactNode
  heading?: 'h2' | 'h3'
  /** Cards that are in sight at once: their pictures come first. */
  eager?: number
}

const gridClass = (columns: Columns): string => cx('grid gap-3 sm:gap-5', COLUMNS[columns].grid)

/** Products on a shelf. */
export function ProductGrid({
  products,
  columns,
  look,
  actionsFor,
  footerFor,
  heading,
  eager = 4,
}: ProductGridProps) {
  return (
    <ul className={gridClass(columns)}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            look={look}
            heading={heading}
            sizes={COLUMNS[columns].sizes}
            priority={index < eager}
            actions={actionsFor?.(product)}
            footer={footerFor?.(product)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The shelf before the products are there. */
export function ProductGridLoading({
  text,
  columns,
  cards = 8,
}: {
  text: string
  columns: Columns
  cards?: number
}) {
  return (
    <Loading text={text}>
      <div className={gridClass(columns)}>
        {Array.from({ length: cards }, (_, card) => (
          <div key={card} className="overflow-hidden rounded-md border border-line bg-card">
            <Skeleton className="aspect-square rounded-none" />
            <div className="p-3 sm:p-4">
              <Skeleton className="mb-2 h-4 w-1/2" />
              <Skeleton className="h-11" />
              <Skeleton className="mt-4 h-6 w-2/3" />
              <Skeleton className="mt-4 h-11" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
