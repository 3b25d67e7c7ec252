import type { ListedProduct } from '@haat/contract/catalog'
import { QuickAdd } from '../../features/cart/add-to-cart.tsx'
import { HeartButton } from '../../features/wishlist/heart-button.tsx'

/** The icons of every product card: wishlist and cart. */
export const cardActions = (product: ListedProduct) => (
  <>
    <HeartButton product={product} />
    <QuickAdd product={product} />
  </>
)
