import { t } from '@lingui/core/macro'
import { buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import type { ListedProduct } from '@haat/contract/catalog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { featuredQuery, highlightsQuery, mainCategoriesQuery, relatedQuery } from './catalog.queries.ts'
import { CategoryTiles } from './category-tiles.tsx'
import { ProductStrip } from './product-strip.tsx'

interface EmptyListProps extends ComponentProps<typeof EmptyState> {
  /** In place of the categories, directly below. */
  below?: ReactNode
}

/** In place of a list without products: a way on, all products unless given, and below it what others buy. */
export function EmptyList({ below, ...props }: EmptyListProps) {
  const { text = t`Search for what you need, or start from a category.` } = props
  const { data: categories = [] } = useQuery(mainCategoriesQuery())
  const action = (
    <div className="grid grid-cols-1 justify-items-center gap-4">
      {props.action ?? <Link to={paths.collections()} className={buttonClass()}>{t`View All Products`}</Link>}
      <CategoryTiles
        label={t`Shop by category`}
        categories={below ? [] : categories.slice(0, 12)}
        className="mr-0! max-w-full [&>ul]:pr-0! [&:has(img)>ul]:flex-wrap [&:has(img)>ul]:justify-center sm:[&>ul]:justify-center"
      />
    </div>
  )
  return (
    <div className="grid grid-cols-1 gap-6 sm:gap-8">
      <EmptyState {...{ ...props, text, action }} />
      {below}
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

/** A list of fewer ends with others. */
const FEW = 4

/** Below so few products that the screen stays empty: others of the first one's category, or what others buy. */
export function Others({ products }: { products: readonly ListedProduct[] }) {
  const isFew = products.length > 0 && products.length < FEW
  const query = { ...relatedQuery(products[0]), placeholderData: keepPreviousData }
  const { data } = useQuery({ ...query, enabled: isFew })
  if (!isFew || !data) return null
  const without = products.map(({ id }) => id)
  const related = data.products.filter(({ id }) => !without.includes(id))
  return (
    <div className="mt-8">
      {related.length > 0 ? (
        <ProductStrip title={t`You May Also Like`} products={related} />
      ) : (
        <Popular without={without} />
      )}
    </div>
  )
}
