import type { Category, ProductFilter } from '@haat/contract/catalog'
import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

const MINUTES = 60_000

/** A page of products. Amounts in paise. */
export const filterQuery = (filter: ProductFilter) =>
  queryOptions({
    queryKey: ['catalog', 'filter', filter],
    queryFn: ({ signal }) => call(contract.catalog.filter, { query: filter, signal }),
  })

/** The filter of the New Arrivals screen. */
export const NEW_ARRIVALS: ProductFilter = { is_new_arrival: true }

/** Products that match a text, best first. Disabled for an empty text. */
export const searchQuery = (search: string) =>
  queryOptions({
    queryKey: ['catalog', 'search', search.trim()],
    queryFn: ({ signal }) => call(contract.catalog.search, { query: { search: search.trim() }, signal }),
    enabled: search.trim() !== '',
  })

/** One product with its variants and media. */
export const productQuery = (id: number) =>
  queryOptions({
    queryKey: ['catalog', 'product', id],
    queryFn: ({ signal }) => call(contract.catalog.product, { params: { id }, signal }),
  })

export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'categories'],
    queryFn: async ({ signal }) => (await call(contract.catalog.categories, { signal })).categories,
    staleTime: 10 * MINUTES,
  })

/** The top-level categories. */
export const mainCategoriesQuery = () => ({
  ...categoriesQuery(),
  select: (categories: Category[]) => categories.filter((category) => category.parent_id === null),
})

/** Brand names of one category, or of all categories. */
export const brandsQuery = (category: number | undefined) =>
  queryOptions({
    queryKey: ['catalog', 'brands', category ?? 'all'],
    queryFn: async ({ signal }) =>
      (await call(contract.catalog.brands, { query: { category }, signal })).brands,
    staleTime: 10 * MINUTES,
  })

export const bannersQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'banners'],
    queryFn: ({ signal }) => call(contract.catalog.banners, { signal }),
    staleTime: 10 * MINUTES,
  })

/** The three tabs of Featured Products. */
export const FEATURED_TABS = [
  { id: 'newArrivals', label: 'New Arrivals' },
  { id: 'trending', label: 'Trending' },
  { id: 'topRated', label: 'On Sale' },
] as const
export type FeaturedTab = (typeof FEATURED_TABS)[number]['id']

const FILTERS: Record<FeaturedTab, ProductFilter> = {
  newArrivals: { is_new_arrival: true, limit: 6 },
  trending: { is_featured: true, limit: 6 },
  topRated: { is_on_sale: true, limit: 6 },
}

/** The filter of a tab. */
export const featuredFilter = (tab: FeaturedTab): ProductFilter => FILTERS[tab]
