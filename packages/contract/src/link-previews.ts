/** Addresses of link previews: the pictures of 1200×630 that messengers show beside a link. */

export const PREVIEW = { width: 1200, height: 630 } as const

/** What the preview of a product shows. Amounts in paise. */
export interface ProductPreview {
  id: number
  name: string
  price: number
  mrp: number | null
  media_url: string | null
}

/** What the preview of a category with a picture shows. */
export interface CategoryPreview {
  id: number
  name: string
  image_url: string | null
}

/** What the preview of all other pages shows. */
export interface ShopPreview {
  shop_name: string
  tagline: string
}

/** The preview of a product. Its address changes with what it shows, so that it can be cached forever. */
export const productPreviewPath = (
  { id, name, price, mrp, media_url }: ProductPreview,
  { shop_name }: ShopPreview,
): string => pathOf(`product-${id}`, [name, price, mrp, media_url, shop_name])

export const categoryPreviewPath = (
  { id, name, image_url }: CategoryPreview,
  { shop_name }: Pick<ShopPreview, 'shop_name'>,
): string => pathOf(`category-${id}`, [name, image_url, shop_name])

export const shopPreviewPath = ({ shop_name, tagline }: ShopPreview): string =>
  pathOf('shop', [shop_name, tagline])

const pathOf = (name: string, shown: readonly unknown[]): string =>
  `/media/previews/${name}-${digest(JSON.stringify(shown))}.jpg`

/** A digest of 53 bits (cyrb53) for cache keys: short, synchronous, the same in browser and server. Not for secrets. */
function digest(text: string): string {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & high) + (low >>> 0)).toString(36)
}
