import type { CartItem } from '@haat/contract/cart'
import type { ProductDetail, Variant } from '@haat/contract/catalog'
import { linePrice, variantLabel } from '@haat/contract/rules'

/** A line of a checkout, wherever it comes from. Amounts in paise. */
export interface CheckoutItem {
  product_id: number
  variant_id: number
  category_id: number
  name: string
  /** Variant name, or colour and size; empty for a product of one kind. */
  variant: string
  price: number
  mrp: number | null
  quantity: number
  image: string | null
  /** Pieces left; null while unknown. */
  stock: number | null
}

/** A line of the server's cart. */
export const fromCart = (line: CartItem): CheckoutItem => ({
  product_id: line.product_id,
  variant_id: line.variant_id,
  category_id: line.category_id,
  name: line.product_name,
  variant: variantLabel(line) ?? '',
  price: linePrice(line),
  mrp: line.mrp,
  quantity: line.quantity,
  image: line.media_url,
  stock: line.stock,
})

/** One piece of a product: the variant asked for, else the default one, else the first. */
export function fromProduct(product: ProductDetail, variantId: number | null): CheckoutItem | null {
  const { variants } = product
  const variant =
    variants.find(({ id }) => id === variantId) ??
    variants.find(({ is_default }) => is_default) ??
    variants[0]
  return variant ? onePiece(product, variant) : null
}

const onePiece = (product: ProductDetail, variant: Variant): CheckoutItem => ({
  product_id: product.id,
  variant_id: variant.id,
  category_id: product.category_id,
  name: product.name,
  variant: product.variants.length > 1 ? (variantLabel(variant) ?? '') : '',
  price: variant.price,
  mrp: variant.mrp,
  quantity: 1,
  image: variant.media.find(({ media_type }) => media_type === 'image')?.media_url ?? product.media_url,
  stock: variant.stock,
})

/** Whether there are fewer pieces than wanted. */
export const isShort = ({ stock, quantity }: CheckoutItem): boolean => stock !== null && stock < quantity
