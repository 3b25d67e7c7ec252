import type { ProductDetail, Variant } from '@haat/contract/catalog'

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
