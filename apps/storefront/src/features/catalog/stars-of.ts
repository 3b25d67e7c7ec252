import type { ListedProduct } from '@haat/contract/catalog'

/** Filled stars of a rating that a featured card without one shows. */
const FEATURED_RATING = 4.5

/**
 * The stars of cards in lists.
 *
 * @param cardStars the shop's decoration; absent in a shop that shows only what is true
 */
export const starsOf = (cardStars: number | undefined) => (product: ListedProduct) => {
  if (cardStars !== undefined) return { rating: cardStars, decorative: true }
  return product.rating > 0 ? { rating: product.rating, decorative: false } : null
}

/** The stars of featured cards: the product's rating, and the shop's decoration where there is none. */
export const featuredStarsOf = (showcase: boolean) => (product: ListedProduct) => {
  if (product.rating > 0) return { rating: product.rating, decorative: false }
  return showcase ? { rating: FEATURED_RATING, decorative: true } : null
}
