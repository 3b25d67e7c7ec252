/** The addresses of the storefront, and which screen a path leads to. */

export const AUTH_VIEWS = ['login', 'signup', 'forgot', 'phone'] as const
export type AuthView = (typeof AUTH_VIEWS)[number]

/**
 * Every screen of the storefront, for its route table. `:id` is a number, `:view` one of AUTH_VIEWS; a part that ends in
 * `?` may be missing.
 */
export const patterns = {
  home: '/',
  products: '/products',
  product: '/product/:id/:slug?',
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
  track: '/track/:id/:key',
  auth: '/auth/:view',
  page: '/pages/:slug',
} as const

/** In an address, a letter of an Indian script takes nine characters. */
const SLUG_MAX = 50

/**
 * A name as the readable end of an address: `Men's Shoe, UK 9` → `mens-shoe-uk-9`. Letters of every script stay; accents
 * do not. Empty for a name without letters and digits.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    // Accents of Latin letters, quotes within words, characters without a width. The vowel signs of Indian scripts stay.
    .replace(/[\u0300-\u036f\u200b-\u200f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{M}\p{Nd}]+/u)
    .filter((word) => /[\p{L}\p{Nd}]/u.test(word))
    .join('-')
  if (slug.length <= SLUG_MAX) return slug
  const end = slug.lastIndexOf('-', SLUG_MAX)
  return end > 0 ? slug.slice(0, end) : slug.slice(0, SLUG_MAX).replace(/[\ud800-\udbff]$/, '')
}

/** The address of a product's page. */
export function productPath(id: number, name: string): string {
  const slug = slugOf(name)
  return slug === '' ? `/product/${id}` : `/product/${id}/${encodeURIComponent(slug)}`
}

interface FoundScreen {
  screen: keyof typeof patterns
  /** The decoded parts of the path by their names: `id`, `slug`, `view`. */
  values: Partial<Record<string, string>>
}

/** The screen at a path such as `/product/12`, or null where the storefront has none. */
export function findScreen(path: string): FoundScreen | null {
  const parts = partsOf(path)
  for (const [screen, pattern] of Object.entries(patterns)) {
    const expected = partsOf(pattern)
    if (parts.length > expected.length || !expected.every((part, index) => fits(part, parts[index]))) continue
    const values = expected.flatMap((part, index) => {
      const value = parts[index]
      return part.startsWith(':') && value !== undefined ? [[part.replace(/[:?]/g, ''), decoded(value)]] : []
    })
    return { screen: screen as keyof typeof patterns, values: Object.fromEntries(values) }
  }
  return null
}

/** Whether a link such as `/category-page?category=3` leads to a screen of the storefront. */
export const isStorefrontPath = (link: string): boolean => findScreen(link.replace(/[?#].*$/s, '')) !== null

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function fits(expected: string, part: string | undefined): boolean {
  if (part === undefined) return expected.endsWith('?')
  // As the storefront's router compares.
  if (!expected.startsWith(':')) return part.toLowerCase() === expected
  if (expected === ':view') return AUTH_VIEWS.some((view) => view === part)
  return expected.startsWith(':id') ? /^[1-9]\d*$/.test(part) : true
}
