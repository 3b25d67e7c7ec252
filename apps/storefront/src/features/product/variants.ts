import type { ListedProduct, ListedVariant, Media, ProductDetail, Variant } from '@haat/contract/catalog'
import { t } from '@lingui/core/macro'
import { brandedName, UNBRANDED, variantLabel } from '@haat/contract/rules'
import { inSizeOrder, inVariantOrder } from '@haat/contract/sizes'
import { areOfOneKind, unitPrice } from '@haat/contract/unit-price'

/** The default variant, else the first; null for a product without variants. */
export const defaultVariant = <V extends ListedVariant>(variants: readonly V[]): V | null =>
  variants.find((variant) => variant.is_default) ?? variants[0] ?? null

/** The variant with the address's `id`, else the default one, or the first in stock where that is sold out. */
export function selectedVariant<V extends ListedVariant>(variants: readonly V[], id = 0): V | null {
  const named = variants.find((variant) => variant.id === id)
  if (named) return named
  const usual = defaultVariant(variants)
  return usual?.stock === 0 ? (variants.find(({ stock }) => stock > 0) ?? usual) : usual
}

export interface Option<V> {
  text: string
  /** What the option selects. */
  variant: V
  isSelected: boolean
  /** Whether it is sold out, or the size does not exist in the colour. */
  isDead: boolean
  /** What it changes of the other choice, with which it does not exist. */
  otherChoice?: string | null
}

interface Axis<V> {
  /** Null where the variants are one list. */
  name: 'Colour' | 'Size' | null
  options: Option<V>[]
}

/**
 * What a shopper chooses: colour and size apart where every variant has both and nothing else tells two apart, else the
 * variants as one list. An option keeps the other choice where there is such a variant, else takes one in stock.
 */
export function variantAxes<V extends ListedVariant>(variants: readonly V[], selected: V | null): Axis<V>[] {
  const pairs = new Set(variants.map(({ color, size }) => JSON.stringify([color, size])))
  const isPaired = pairs.size === variants.length && variants.every(({ color, size }) => color && size)
  const colors = new Set(variants.map(({ color }) => color ?? ''))
  const sizes = new Set(variants.map(({ size }) => size ?? ''))
  if (!isPaired || (colors.size < 2 && sizes.size < 2)) {
    const options = inVariantOrder(variants).map((variant) => ({
      ...{ text: variantButtonText(variant), variant },
      ...{ isSelected: variant === selected, isDead: variant.stock === 0 },
    }))
    return [{ name: null, options }]
  }
  const axis = (name: 'Colour' | 'Size', key: 'color' | 'size', other: 'color' | 'size'): Axis<V> => ({
    name,
    options: [...(key === 'color' ? colors : inSizeOrder([...sizes], String))].map((text) => {
      const having = variants.filter((variant) => variant[key] === text)
      const exact = having.find((variant) => variant[other] === selected?.[other])
      const variant = exact ?? having.find(({ stock }) => stock > 0) ?? having[0]!
      const isDead = key === 'color' || !selected ? having.every(({ stock }) => stock === 0) : !exact?.stock
      const otherChoice = selected && !exact ? variant[other] : null
      return { text, variant, isSelected: selected?.[key] === text, isDead, otherChoice }
    }),
  })
  return [axis('Colour', 'color', 'size'), axis('Size', 'size', 'color')]
}

/** The brand as it is shown; empty for goods without one. */
export const brandOf = ({ brand }: { brand: string }): string => (brand === UNBRANDED ? '' : brand)

export const variantButtonText = (variant: Pick<Variant, 'color' | 'size' | 'variant_name'>): string =>
  variantLabel(variant) ?? t`Standard`

/** The price per gram, millilitre or piece, of packed goods. */
export function unitPriceOf(product: ListedProduct | ProductDetail, variant: ListedVariant | null) {
  const { net_quantity, variants, price } = product
  if (net_quantity === null) return null
  // A flask of 250 ml is not sold by the millilitre.
  const named = [variant?.size ?? '', variant?.variant_name ?? ''].filter((text) =>
    areOfOneKind(text, net_quantity),
  )
  const texts = [...named, ...(variants.length > 1 ? [] : [net_quantity])]
  return unitPrice(variant?.price ?? price, texts, (amount, of) => {
    const unit = of === 'piece' ? t`piece` : of === 'litre' ? t`litre` : of
    return t`${amount} per ${unit}`
  })
}

/** The variant's own media (else the default variant's), then the media that all variants share, without duplicates. */
export function galleryMedia(product: ProductDetail, variant: Variant | null): Media[] {
  const ofVariant = variant?.media.length ? variant.media : (defaultVariant(product.variants)?.media ?? [])
  const ofVariants = new Set(product.variants.flatMap(({ media }) => media.map((item) => item.media_url)))
  const shared = product.media.filter((item) => !ofVariants.has(item.media_url))
  const all = [...ofVariant, ...shared].filter(
    (item) => item.video_source !== 'youtube' || youtubeEmbed(item.media_url),
  )
  return all.filter((item, index) => all.findIndex((other) => other.media_url === item.media_url) === index)
}

const YOUTUBE_ID = /(?:^|[/=])([A-Za-z0-9_-]{11})(?:$|[?&#])/

export function youtubeEmbed(address: string): string | null {
  const id = YOUTUBE_ID.exec(address)?.[1]
  return id ? `https://www.youtube-nocookie.com/embed/${id}` : null
}

/** The checkout's navigation state for a single product. Price in paise. */
export const buyNowState = (product: ProductDetail, variant: Variant, image: string | null) => ({
  product: {
    id: product.id,
    name: brandedName(product),
    price: variant.price,
    qty: 1,
    image,
    variant_id: variant.id,
  },
})
