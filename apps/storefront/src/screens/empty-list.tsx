import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { highlightsQuery, mainCategoriesQuery } from '../features/catalog/catalog.queries.ts'
import { ProductStrip } from '../features/catalog/product-strip.tsx'
import { Link } from '../lib/link.tsx'
import { categoryLink, paths } from '../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { cardActions } from './product-actions.tsx'

/** What others buy, where a list has nothing to show. */
export function BestSellersStrip() {
  const { best_sellers = [] } = useQuery(highlightsQuery()).data ?? {}
  if (best_sellers.length === 0) return null
  return (
    <div className="mt-10">
      <ProductStrip title={t`Best Sellers`} products={best_sellers} actionsFor={cardActions} />
    </div>
  )
}

/** The links shown when a search finds nothing. */
export function BrowseCategories() {
  const { data: categories = [] } = useQuery(mainCategoriesQuery())
  return (
    <div className="grid grid-cols-1 justify-items-center gap-6">
      <ul className="flex max-w-full gap-2 overflow-x-auto whitespace-nowrap sm:flex-wrap sm:justify-center">
        {categories.slice(0, 12).map((category) => (
          <li key={category.id}>
            <Link {...categoryLink(category)} className={buttonClass('outline', 'sm')}>
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
