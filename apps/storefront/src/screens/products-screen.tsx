import { t } from '@lingui/core/macro'
import { Link } from '../lib/link.tsx'
import { AddToCartButton } from '../features/cart/add-to-cart.tsx'
import { FacetedListing } from '../features/catalog/faceted-listing.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { PageHeading } from '../ui/page.tsx'
import { LISTED } from '../features/catalog/product-grid.tsx'

export function ProductsScreen() {
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <FacetedListing
        scope={{}}
        heading={<PageHeading>{t`Our Products`}</PageHeading>}
        look={{ ...LISTED, description: true }}
        footerFor={(product) => <AddToCartButton product={product} />}
        empty={{ title: t`No products found.` }}
        failedText={t`Failed to load products.`}
      />
      <p className="mt-8 text-center">
        <Link to={paths.collections()} className={buttonClass('outline', 'lg')}>{t`View All Products`}</Link>
      </p>
    </div>
  )
}
