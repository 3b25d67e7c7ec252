import type { ProductFilter } from '@haat/contract/catalog'

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

/** What a tab lists. */
export const featuredFilter = (tab: FeaturedTab): ProductFilter => FILTERS[tab]
