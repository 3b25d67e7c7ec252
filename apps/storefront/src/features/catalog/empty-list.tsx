import { t } from '@lingui/core/macro'
import { buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { featuredQuery, highlightsQuery, mainCategoriesQuery } from './catalog.queries.ts'
import { CategoryTiles } from './category-tiles.tsx'
import { ProductStrip } from './product-strip.tsx'

/** In place of a list without products: a way on, all products unless given, and below it what others buy. */
export function EmptyList(props: ComponentProps<typeof EmptyState>) {
  const { text = t`Search for what you need, or start from a category.`, action } = props
  return (
    <div className="grid grid-cols-1 gap-6 sm:gap-8">
      <EmptyState {...props} text={text} action={<BrowseCategories>{action}</BrowseCategories>} />
      <Popular />
    </div>
  )
}

/** What others buy; what is new, where nobody has bought. @param without products that the screen has already */
export function Popular({ without = [] }: { without?: readonly number[] }) {
  const { data: { best_sellers = [] } = {}, isSuccess } = useQuery(highlightsQuery())
  const isNew = isSuccess && best_sellers.length === 0
  const { data: newest = [] } = useQuery({ ...featuredQuery('newArrivals'), enabled: isNew })
  const products = (isNew ? newest : best_sellers).filter(({ id }) => !without.includes(id))
  if (products.length === 0) return null
  const title = isNew ? t`New Arrivals` : t`Best Sellers`
  return <ProductStrip title={title} products={products} />
}

function BrowseCategories({ children }: { children: ReactNode }) {
  const { data: categories = [] } = useQuery(mainCategoriesQuery())
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4">
      {children ?? <Link to={paths.collections()} className={buttonClass()}>{t`View All Products`}</Link>}
      <CategoryTiles
        label={t`Shop by category`}
        categories={categories.slice(0, 12)}
        className="mr-0! [&>ul]:flex-wrap [&>ul]:justify-center [&>ul]:pr-0!"
      />
    </div>
  )
}
