import { t } from '@lingui/core/macro'
import type { Category, Facets, ProductDetail, ProductFilter } from '@haat/contract/catalog'
import { LIMITS } from '@haat/contract/rules'
import { contract } from '../../api/client.ts'
import { queryTo } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'

const MINUTES = 60_000

/** A page of products. Amounts in paise. */
export const filterQuery = (query: ProductFilter) =>
  queryTo(['catalog', 'filter', query], contract.catalog.filter, { query })

/** Whether an address's text can be the id of a product. */
export const isProductId = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

export const productQuery = (id: number) =>
  queryTo(['catalog', 'product', id], contract.catalog.product, { params: { id } })

/** Other products of the same category, those like it first. */
export const relatedQuery = (product: Pick<ProductDetail, 'id' | 'category_id'> | undefined) =>
  filterQuery({ category: product?.category_id, like: product?.id, limit: LIMITS.related_products })

export const categoriesQuery = () => ({
  ...queryTo(['catalog', 'categories'], contract.catalog.categories, {}, ({ categories }) => categories),
  staleTime: 10 * MINUTES,
})

/** The top-level categories with products. */
export const mainCategoriesQuery = () => ({
  ...categoriesQuery(),
  select: (categories: Category[]) =>
    categories.filter(({ parent_id, product_count }) => parent_id === null && product_count > 0),
})

/** Each category, followed by those under it. */
export function inTree(categories: readonly Category[]): Category[] {
  const under = (parent: number | null): Category[] =>
    categories
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap((category) => [category, ...under(category.id)])
  return under(null)
}

/** A category and those above it, the uppermost first. */
export function pathOfCategory(categories: readonly Category[], id: number | null): Category[] {
  const category = categories.find((one) => one.id === id)
  if (!category) return []
  const others = categories.filter((one) => one !== category)
  return [...pathOfCategory(others, category.parent_id), category]
}

export const crumbsOf = (categories: readonly { id: number; name: string }[]) => [
  { label: t`Home page`, to: paths.home() },
  ...categories.map(({ id, name }) => ({ label: name, to: paths.categoryPage(id) })),
]

export const bannersQuery = () => ({
  ...queryTo(['catalog', 'banners'], contract.catalog.banners, {}),
  staleTime: 10 * MINUTES,
})

/** Best sellers, and bands of prices with products. */
export const highlightsQuery = () => queryTo(['catalog', 'highlights'], contract.catalog.highlights, {})

export const FEATURED_TABS = [
  { id: 'newArrivals', label: () => t`New Arrivals` },
  { id: 'trending', label: () => t`Trending` },
  { id: 'topRated', label: () => t`On Sale` },
] as const
export type FeaturedTab = (typeof FEATURED_TABS)[number]['id']

/** The tab in Home's address, which links without JavaScript have. */
export const featuredTabIn = (search: URLSearchParams): FeaturedTab | undefined =>
  FEATURED_TABS.find(({ id }) => id === search.get('tab'))?.id

export const featuredQuery = (tab: FeaturedTab) =>
  queryTo(
    ['catalog', 'featured', tab],
    contract.catalog.filter,
    { query: { buyable_first: true, limit: 12, ...MARKS[tab] } },
    ({ products }) => products,
  )

const MARKS = {
  newArrivals: { is_new_arrival: true },
  trending: { is_featured: true },
  topRated: { is_on_sale: true, limit: 24 },
}

/** The choices of the filters of which a shopper may choose several. */
export const choicesOf = ({ brands, colors, sizes }: Facets) => ({
  size: sizes.map((one) => ({ ...one, label: one.size, swatch: null })),
  color: colors.map((one) => ({ ...one, label: one.color })),
  brand: brands.map((one) => ({ ...one, label: one.name, swatch: null })),
})
