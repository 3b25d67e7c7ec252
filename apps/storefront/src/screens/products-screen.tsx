import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router-dom'
import { Link } from '../lib/link.tsx'
import { AddToCartButton } from '../features/cart/add-to-cart.tsx'
import { ListingResults } from '../features/catalog/listing-results.tsx'
import { readListing } from '../features/catalog/listing.ts'
import { HeartButton } from '../features/wishlist/wishlist.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { PageHeading } from '../ui/page.tsx'

/** Our Products: all products with their descriptions and Add To Cart buttons. */
export function ProductsScreen() {
  const [search] = useSearchParams()
  return (
    <div className="shop-width pt-5 sm:pt-8">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-4 sm:mb-8">
        <PageHeading>{t`Our Products`}</PageHeading>
        <Link to={paths.collections()} className={buttonClass('outline')}>{t`View All Products`}</Link>
      </div>
      <ListingResults
        listing={readListing(search)}
        columns="1-2-4"
        look={{ description: true, badge: (percent) => t`Save ${percent}%` }}
        actionsFor={(product) => ({ corner: <HeartButton product={product} /> })}
        footerFor={(product) => <AddToCartButton product={product} />}
        empty={{ title: t`No products found.` }}
        failedText={t`Failed to load products.`}
      />
    </div>
  )
}
