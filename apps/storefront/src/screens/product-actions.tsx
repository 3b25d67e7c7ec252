import { t } from '@lingui/core/macro'
import { QuickAdd } from '../features/cart/add-to-cart.tsx'
import type { CardActions, CardLook } from '../features/catalog/product-grid.tsx'
import { CompareIcon } from '../features/compare/compare-button.tsx'
import { HeartButton } from '../features/wishlist/wishlist.tsx'
import { paths } from '../paths.ts'

/** The look of a card in a list. */
export const QUICK_VIEW: CardLook = {
  badge: (percent) => t`Save ${percent}%`,
  origin: 'brand',
  stars: 'fixed',
  button: () => t`Quick View`,
}

/** The icon buttons of a product card: wishlist, comparison and cart. */
export const cardActions: CardActions = (product) => ({
  corner: [<HeartButton key="heart" product={product} />, <CompareIcon key="compare" product={product} />],
  cart: <QuickAdd product={product} />,
})

/** Home and categories, for a breadcrumb. */
export const crumbsOf = (categories: readonly { id: number; name: string }[]) => [
  { label: t`Home page`, to: paths.home() },
  ...categories.map(({ id, name }) => ({ label: name, to: paths.categoryPage(id) })),
]
