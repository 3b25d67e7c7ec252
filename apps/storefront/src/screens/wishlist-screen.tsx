import { useQuery } from '@tanstack/react-query'
import { AddToCartButton } from '../features/cart/add-to-cart.tsx'
import { ProductGrid, ProductGridLoading } from '../features/catalog/product-grid.tsx'
import { HeartButton, wishlistQuery } from '../features/wishlist/wishlist.tsx'
import { count } from '../lib/format.ts'
import { EmptyState } from '@haat/ui/feedback'
import { LoadFailed } from '../ui/feedback.tsx'
import { PageHeading } from '../ui/page.tsx'
import { BrowseAll } from './product-actions.tsx'

export function WishlistScreen() {
  const { data: products, isError, refetch } = useQuery(wishlistQuery())
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <div className="mb-6 flex flex-wrap items-baseline gap-x-4 sm:mb-8">
        <PageHeading>My Wishlist</PageHeading>
        {products && products.length > 0 && (
          <p className="text-ink-soft">{count(products.length, 'product')}</p>
        )}
      </div>
      {isError && !products && <LoadFailed text="Failed to load products." onRetry={refetch} />}
      {products === undefined && !isError && (
        <ProductGridLoading text="Loading..." columns="2-3-4" cards={4} />
      )}
      {products?.length === 0 && (
        <EmptyState
          title="Nothing here yet."
          text="Tap the heart on a product to save it here."
          action={<BrowseAll />}
        />
      )}
      <ProductGrid
        products={products ?? []}
        columns="2-3-4"
        look={{ badge: (percent) => `Save ${percent}%`, origin: 'brand' }}
        actionsFor={(product) => <HeartButton product={product} />}
        footerFor={(product) => <AddToCartButton product={product} />}
      />
    </div>
  )
}
