import type { ListedProduct } from '@haat/contract/catalog'
import { Link } from 'react-router-dom'
import { QuickAdd } from '../../features/cart/add-to-cart.tsx'
import { HeartButton } from '../../features/wishlist/wishlist.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'

/** The icons of every product card: wishlist and cart. */
export const cardActions = (product: ListedProduct) => (
  <>
    <HeartButton product={product} />
    <QuickAdd product={product} />
  </>
)

/** The way on from an empty shelf. */
export function BrowseAll() {
  return (
    <Link to={paths.collections()} className={buttonClass()}>
      View All Products
    </Link>
  )
}
