import type { Media, ProductDetail, Variant } from '@haat/contract/catalog'

/** The variant flagged default, otherwise the first; null for a product without any. */
const defaultVariant = ({ variants }: ProductDetail): Variant | null =>
  variants.find((variant) => variant.is_default) ?? variants[0] ?? null

/**
 * The variant on show.
 *
 * @param wanted id out of the address; one that is not the product's falls back to the default
 */
export const chosenVariant = (product: ProductDetail, wanted: number): Variant | null =>
  product.variants.find((variant) => variant.id === wanted) ?? defaultVariant(product)

/** What tells a variant from the others: its colour, then its size, then its name. */
export function variantLabel({
  color,
  size,
  variant_name,
}: Pick<Variant, 'color' | 'size' | 'variant_name'>) {
  return [color, size, variant_name].filter(Boolean).join(', ') || 'Standard'
}

/**
 * What the gallery shows: the variant's own media (the default variant's when it has none), then what all
 * variants share. Every address once.
 */
export function galleryOf(product: ProductDetail, variant: Variant | null): Media[] {
  const own = variant?.media.length ? variant.media : (defaultVariant(product)?.media ?? [])
  const ofVariants = new Set(product.variants.flatMap(({ media }) => media.map((item) => item.media_url)))
  const shared = product.media.filter((item) => !ofVariants.has(item.media_url))
  const all = [...own, ...shared].filter(
    (item) => item.video_source !== 'youtube' || youtubeFrame(item.media_url),
  )
  return all.filter((item, index) => all.findIndex((other) => other.media_url === item.media_url) === index)
}

const YOUTUBE_ID = /(?:^|[/=])([A-Za-z0-9_-]{11})(?:$|[?&#])/

/** The frame's address for a YouTube link or id; null for what is none. */
export function youtubeFrame(address: string): string | null {
  const id = YOUTUBE_ID.exec(address)?.[1]
  return id ? `https://www.youtube-nocookie.com/embed/${id}` : null
}

/** What the checkout reads of its navigation state when a single product is bought. Price in paise. */
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
