import type { ListedProduct } from '@haat/contract/catalog'
import { Link } from '../lib/link.tsx'
import { QuickAdd } from '../features/cart/add-to-cart.tsx'
import { HeartButton } from '../features/wishlist/wishlist.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'

/** The icon buttons of a product card: wishlist and cart. */
export const cardActions = (product: ListedProduct) => (
  <>
    <HeartButton product={product} />
    <QuickAdd product={product} />
  </>
)

/** The link shown on an empty list. */
export function BrowseAll() {
  return (
    <Link to={paths.collections()} className={buttonClass()}>
      View All Products
    </Link>
  )
}
