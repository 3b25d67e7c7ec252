/** A product in the words of schema.org, as Google documents them for products that are sold. */
import type { ProductDetail, Variant } from '@haat/contract/catalog'
import type { Deal } from '@haat/contract/deals'
import { toRupees } from '@haat/contract/money'
import { variantLabel } from '@haat/contract/rules'
import { brandOf, galleryMedia } from './variants.ts'

/** `1299.00`, as data. */
export const decimalRupees = (paise: number): string => toRupees(paise).toFixed(2)

interface ProductSite {
  public_url: string
  shop_name: string
  /** Active ones. */
  deals: readonly Deal[]
  /** Of the product, in one line. */
  description: string
}

/** One offer per variant, the default one first. A rating is told with the number of reviews that it comes from. */
export function productData(product: ProductDetail, site: ProductSite): object {
  const { public_url: origin, shop_name, deals, description } = site
  const url = origin + product.path
  const image = galleryMedia(product, null)
    .filter(({ media_type }) => media_type === 'image')
    .map(({ media_url }) => origin + media_url)
  const offers = product.variants.map((variant) => ({
    '@type': 'Offer',
    name: variantLabel(variant) ?? undefined,
    url: variant.is_default ? url : `${url}?variant=${variant.id}`,
    price: decimalRupees(variant.price),
    priceCurrency: 'INR',
    priceValidUntil: dealEnd(product, variant, deals)?.toISOString(),
    availability: `https://schema.org/${variant.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: shop_name },
  }))
  return {
    '@type': 'Product',
    '@id': url,
    url,
    name: product.name,
    description,
    brand: brandOf(product) ? { '@type': 'Brand', name: product.brand } : undefined,
    category: product.category_name,
    countryOfOrigin: product.country_of_origin || undefined,
    image: image.length > 0 ? image : undefined,
    aggregateRating:
      product.review_count > 0
        ? { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.review_count }
        : undefined,
    offers: offers.length === 1 ? offers[0] : offers,
  }
}

/** When the deal ends whose price the variant has. A deal that has not started yet is cheaper than the variant. */
function dealEnd({ id }: ProductDetail, variant: Variant, deals: readonly Deal[]): Date | undefined {
  const running = deals.find((deal) => deal.product_id === id && deal.deal_price === variant.price)
  return variant.is_default ? running?.end_date : undefined
}
