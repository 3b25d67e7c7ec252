import type { CartItem } from '@haat/contract/cart'
import type { ProductDetail, Variant } from '@haat/contract/catalog'
import { linePrice, variantLabel } from '@haat/contract/rules'

/** A line of a checkout, from the cart or from a product. Amounts in paise. */
export interface CheckoutItem {
  product_id: number
  variant_id: number
  category_id: number
  name: string
  /** The variant's label; empty for a product with a single variant. */
  variant: string
  price: number
  mrp: number | null
  quantity: number
  image: string | null
  /** Whether `price` is that of a running deal. */
  is_deal: boolean
  /** Whether the shop still sells it. */
  isAvailable: boolean
  /** Pieces left; null while loading. */
  stock: number | null
}

/** Converts a line of the server's cart. */
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
  is_deal: line.deal_price !== null,
  isAvailable: line.is_available,
  stock: line.stock,
})

/**
 * One piece of a product: the given variant, else the default one, else the first.
 *
 * @param dealVariants the variants whose deals are running
 */
export function fromProduct(
  product: ProductDetail,
  variantId: number | null,
  dealVariants: readonly number[],
): CheckoutItem | null {
  const { variants } = product
  const variant =
    variants.find(({ id }) => id === variantId) ??
    variants.find(({ is_default }) => is_default) ??
    variants[0]
  return variant ? onePiece(product, variant, dealVariants.includes(variant.id)) : null
}

const onePiece = (product: ProductDetail, variant: Variant, is_deal: boolean): CheckoutItem => ({
  product_id: product.id,
  variant_id: variant.id,
  category_id: product.category_id,
  name: product.name,
  variant: product.variants.length > 1 ? (variantLabel(variant) ?? '') : '',
  price: variant.price,
  mrp: variant.mrp,
  quantity: 1,
  image: variant.media.find(({ media_type }) => media_type === 'image')?.media_url ?? product.media_url,
  is_deal,
  isAvailable: true,
  stock: variant.stock,
})

/** Why an item cannot be bought as it is; null if it can or while its stock loads. */
export function stockProblem({ isAvailable, stock, quantity }: CheckoutItem): string | null {
  if (!isAvailable) return 'No longer available'
  if (stock === null || stock >= quantity) return null
  return stock === 0 ? 'Out of Stock' : `Only ${stock} left`
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const positiveInteger = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : null
}

/** Reads an item with the field names of the cart page or of the server's cart. Amounts in paise. */
function itemOf(fields: Fields): CheckoutItem {
  return {
    product_id: positiveInteger(fields['product_id']) ?? positiveInteger(fields['id']) ?? 0,
    variant_id: positiveInteger(fields['variant_id']) ?? 1,
    category_id: positiveInteger(fields['category_id']) ?? 1,
    name: text(fields['name']) ?? text(fields['product_name']) ?? '',
    variant:
      variantLabel({
        variant_name: text(fields['variant_name']),
        color: text(fields['color']),
        size: text(fields['size']),
      }) ?? '',
    price: positiveInteger(fields['deal_price']) ?? positiveInteger(fields['price']) ?? 0,
    mrp: positiveInteger(fields['originalPrice']) ?? positiveInteger(fields['mrp']),
    quantity: positiveInteger(fields['quantity']) ?? positiveInteger(fields['qty']) ?? 1,
    image: text(fields['image']) ?? text(fields['media_url']),
    is_deal: positiveInteger(fields['deal_price']) !== null,
    isAvailable: true,
    stock: null,
  }
}

/** Reads the selected items from the cart's navigation state; none from any other state. */
export function readCartItems(state: unknown): CheckoutItem[] {
  const items = isFields(state) ? state['cartItems'] : undefined
  return Array.isArray(items) ? items.filter(isFields).map(itemOf) : []
}

/** Reads the product, and the variant if there is one, from a buy-now link's navigation state; null from any other. */
export function readProduct(state: unknown): { item: CheckoutItem; variantId: number | null } | null {
  const product = isFields(state) ? state['product'] : undefined
  if (!isFields(product)) return null
  const item = { ...itemOf({ ...product, product_id: product['id'] }), quantity: 1 }
  return item.product_id > 0 ? { item, variantId: positiveInteger(product['variant_id']) } : null
}

/**
 * The lines to check out: price and stock come from the server's cart, the selection from the navigation state.
 * A state whose lines have all left the cart, for example by an order, is out of date and ignored.
 *
 * @param cart undefined while loading
 * @returns undefined while the cart is loading and the state has no lines
 */
export function selectedItems(
  cart: readonly CheckoutItem[] | undefined,
  fromState: readonly CheckoutItem[],
): readonly CheckoutItem[] | undefined {
  if (!cart) return fromState.length > 0 ? fromState : undefined
  const selected = cart.filter((line) => fromState.some((item) => item.variant_id === line.variant_id))
  return selected.length > 0 ? selected : cart
}
