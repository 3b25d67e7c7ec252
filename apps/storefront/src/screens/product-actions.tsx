import { t } from '@lingui/core/macro'
import type { ListedProduct } from '@haat/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../lib/link.tsx'
import { QuickAdd } from '../features/cart/add-to-cart.tsx'
import { mainCategoriesQuery } from '../features/catalog/catalog.queries.ts'
import type { CardLook } from '../features/catalog/product-grid.tsx'
import { CompareIcon } from '../features/compare/compare-button.tsx'
import { HeartButton } from '../features/wishlist/wishlist.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '@haat/ui/button'

/** The look of a card in collections, categories and search results. */
export const QUICK_VIEW: CardLook = {
  badge: (percent) => t`Save ${percent}%`,
  origin: 'brand',
  stars: 'fixed',
  button: () => t`Quick View`,
}

/** The icon buttons of a product card: wishlist, comparison and cart. */
export const cardActions = (product: ListedProduct) => (
  <>
    <HeartButton product={product} />
    <CompareIcon product={product} />
    <QuickAdd product={product} />
  </>
)

/** Home and categories, for a breadcrumb. */
export const crumbsOf = (categories: readonly { id: number; name: string }[]) => [
  { label: t`Home`, to: paths.home() },
  ...categories.map(({ id, name }) => ({ label: name, to: paths.categoryPage(id) })),
]

/** The links shown when a search finds nothing. */
export function BrowseCategories() {
  const { data: categories = [] } = useQuery(mainCategoriesQuery())
  return (
    <div className="grid justify-items-center gap-6">
      <ul className="flex flex-wrap justify-center gap-2">
        {categories.slice(0, 12).map((category) => (
          <li key={category.id}>
            <Link
              to={paths.categoryPage(category.id)}
              state={{ selectedCategory: category }}
              className={buttonClass('outline', 'sm')}
            >
              {category.name}
            </Link>
          </li>
        ))}
      </ul>
      <BrowseAll />
    </div>
  )
}

/** The link shown on an empty list. */
export function BrowseAll() {
  return <Link to={paths.collections()} className={buttonClass()}>{t`View All Products`}</Link>
}
