import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { AddToCartButton } from '../features/cart/add-to-cart.tsx'
import { EmptyList, Others } from '../features/catalog/empty-list.tsx'
import { ProductGrid, ProductGridLoading } from '../features/catalog/product-grid.tsx'
import { wishlistQuery } from '../features/wishlist/wishlist.tsx'
import { LoadFailed } from '../ui/feedback.tsx'
import { PageHeading } from '../ui/page.tsx'

export function WishlistScreen() {
  const { data: products, isError, refetch } = useQuery(wishlistQuery())
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <div className="mb-6 flex flex-wrap items-baseline gap-x-4 sm:mb-8">
        <PageHeading>{t`My Wishlist`}</PageHeading>
        {products && products.length > 0 && (
          <p className="text-ink-soft">
            {plural(products.length, { one: '# product', other: '# products' })}
          </p>
        )}
      </div>
      {isError && !products && <LoadFailed text={t`Failed to load products.`} onRetry={refetch} />}
      {products === undefined && !isError && (
        <ProductGridLoading text={t`Loading...`} columns="2-3-4" cards={4} />
      )}
      {products?.length === 0 && (
        <EmptyList title={t`Nothing here yet.`} text={t`Tap the heart on a product to save it here.`} />
      )}
      <ProductGrid
        products={products ?? []}
        columns="2-3-4"
        footerFor={(product) => <AddToCartButton product={product} />}
      />
      <Others products={products ?? []} />
    </div>
  )
}
