import type { Media, ProductDetail, Variant } from '@haat/contract/catalog'
import { UNBRANDED, variantLabel } from '@haat/contract/rules'

/** The default variant, else the first; null for a product without variants. */
const defaultVariant = ({ variants }: ProductDetail): Variant | null =>
  variants.find((variant) => variant.is_default) ?? variants[0] ?? null

/**
 * The selected variant: the one in the address, else the default variant, or the first in stock where that is sold out.
 *
 * @param id from the address
 */
export function selectedVariant(product: ProductDetail, id: number): Variant | null {
  const named = product.variants.find((variant) => variant.id === id)
  if (named) return named
  const usual = defaultVariant(product)
  return usual?.stock === 0 ? (product.variants.find(({ stock }) => stock > 0) ?? usual) : usual
}

/** The brand as it is shown; empty for goods without one. */
export const brandOf = ({ brand }: { brand: string }): string => (brand === UNBRANDED ? '' : brand)

/** The text of a variant's button: colour, then size, then name. */
export const variantButtonText = (variant: Pick<Variant, 'color' | 'size' | 'variant_name'>): string =>
  variantLabel(variant) ?? 'Standard'

/** The variant's own media (else the default variant's), then the media that all variants share, without duplicates. */
export function galleryMedia(product: ProductDetail, variant: Variant | null): Media[] {
  const ofVariant = variant?.media.length ? variant.media : (defaultVariant(product)?.media ?? [])
  const ofVariants = new Set(product.variants.flatMap(({ media }) => media.map((item) => item.media_url)))
  const shared = product.media.filter((item) => !ofVariants.has(item.media_url))
  const all = [...ofVariant, ...shared].filter(
    (item) => item.video_source !== 'youtube' || youtubeEmbed(item.media_url),
  )
  return all.filter((item, index) => all.findIndex((other) => other.media_url === item.media_url) === index)
}

const YOUTUBE_ID = /(?:^|[/=])([A-Za-z0-9_-]{11})(?:$|[?&#])/

/** The embed address of a YouTube link or id; null for anything else. */
export function youtubeEmbed(address: string): string | null {
  const id = YOUTUBE_ID.exec(address)?.[1]
  return id ? `https://www.youtube-nocookie.com/embed/${id}` : null
}

/** The checkout's navigation state for a single product. Price in paise. */
export const buyNowState = (product: ProductDetail, variant: Variant, image: string | null) => ({
  product: {
    id: product.id,
    name: product.name,
    price: variant.price,
    qty: 1,
    image,
    variant_id: variant.id,
  },
})
