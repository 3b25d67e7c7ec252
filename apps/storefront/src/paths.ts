/** Builders for links to the storefront's screens. */
import { type AuthView, patterns, productPath } from '@haat/contract/storefront-paths'
import { createPath } from 'react-router-dom'
import { changeSearch, type SearchValues } from './lib/link.tsx'

const withSearch = (pathname: string, values: SearchValues): string =>
  createPath({ pathname, search: changeSearch(new URLSearchParams(), values).toString() })

/** Of a link to a category's screen, which shows the name that it passes on at once. */
export const categoryLink = (category: { id: number; name: string }) => ({
  to: paths.categoryPage(category.id),
  state: { selectedCategory: category },
})

export const paths = {
  /** @param tab of Featured Products */
  home: (tab?: string) => withSearch(patterns.home, { tab }),
  products: (page?: number) => withSearch(patterns.products, { page }),
  product: (id: number, name: string, variant?: number) => withSearch(productPath(id, name), { variant }),
  review: (id: number, name: string) => `${productPath(id, name)}?review=write#reviews`,
  cart: () => patterns.cart,
  profile: () => patterns.profile,
  email: () => `${patterns.profile}#email`,
  orders: (page?: number) => withSearch(patterns.orders, { page }),
  wishlist: () => patterns.wishlist,
  collections: (filter: SearchValues = {}) => withSearch(patterns.collections, filter),
  searchResults: (query: string, page?: number) => withSearch(patterns.searchResults, { query, page }),
  newArrivals: (page?: number) => withSearch(patterns.newArrivals, { page }),
  hotDeals: () => patterns.hotDeals,
  categoryPage: (category: number, page?: number) => withSearch(patterns.categoryPage, { category, page }),
  orderSummary: () => patterns.orderSummary,
  buyNowSummary: (product: number, variant?: number) =>
    withSearch(patterns.buyNowSummary, { product, variant }),
  orderConfirmation: (id: number) => `/order-confirmation/${id}`,
  auth: (view: AuthView) => `/auth/${view}`,
  page: (slug: string) => `/pages/${slug}`,
}
