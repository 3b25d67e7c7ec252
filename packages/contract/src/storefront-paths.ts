/** The addresses of the storefront, and which links lead to one. */

export const AUTH_VIEWS = ['login', 'signup', 'forgot'] as const
export type AuthView = (typeof AUTH_VIEWS)[number]

/**
 * Every screen of the storefront, for its route table. `:id` is a number, `:view` one of AUTH_VIEWS; a part that ends in
 * `?` may be missing.
 */
export const patterns = {
  home: '/',
  products: '/products',
  product: '/product/:id',
  cart: '/cart',
  profile: '/profile',
  orders: '/account/orders',
  wishlist: '/account/wishlist',
  collections: '/collections',
  searchResults: '/search-results',
  newArrivals: '/newarrivals',
  hotDeals: '/hotdeals',
  categoryPage: '/category-page',
  orderSummary: '/ordersummary',
  buyNowSummary: '/buynow-summary',
  orderConfirmation: '/order-confirmation/:id?',
  auth: '/auth/:view',
  page: '/pages/:slug',
} as const

/** Whether a link such as `/category-page?category=3` leads to a screen of the storefront. */
export function isStorefrontPath(link: string): boolean {
  const parts = partsOf(link.replace(/[?#].*$/s, ''))
  return Object.values(patterns).some((pattern) => {
    const expected = partsOf(pattern)
    return parts.length <= expected.length && expected.every((part, index) => fits(part, parts[index]))
  })
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

function fits(expected: string, part: string | undefined): boolean {
  if (part === undefined) return expected.endsWith('?')
  if (!expected.startsWith(':')) return part === expected
  if (expected === ':view') return AUTH_VIEWS.some((view) => view === part)
  return expected.startsWith(':id') ? /^[1-9]\d*$/.test(part) : true
}
