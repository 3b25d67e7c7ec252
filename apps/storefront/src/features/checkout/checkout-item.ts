import { brandedName } from '@haat/contract/rules'
import { t } from '@lingui/core/macro'
import type { CartItem } from '@haat/contract/cart'
import type { ProductDetail } from '@haat/contract/catalog'

/** A line of a checkout, from the cart or from a product. */
export type CheckoutItem = Omit<
  CartItem,
  'cart_item_id' | 'added_at' | 'description' | 'weight' | 'length' | 'breadth' | 'height'
>

/** One piece of a product: of the given variant, else the default one, else the first. @param dealVariants those whose deals are running */
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
  if (!variant) return null
  const picture = variant.media.find(({ media_type }) => media_type === 'image')
  return {
    ...variant,
    ...(variants.length === 1 && { variant_name: null, color: null, size: null }),
    product_id: product.id,
    variant_id: variant.id,
    category_id: product.category_id,
    product_name: brandedName(product),
    deal_price: dealVariants.includes(variant.id) ? variant.price : null,
    quantity: 1,
    media_url: picture?.media_url ?? product.media_url,
    is_available: true,
  }
}

/** How many pieces are bought. */
export const piecesOf = (items: readonly CheckoutItem[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

/** Why an item cannot be bought as it is; null if it can. */
export function stockProblem({ is_available, stock, quantity }: CheckoutItem): string | null {
  if (!is_available) return t`No longer available`
  if (stock >= quantity) return null
  return stock === 0 ? t`Out of Stock` : t`Only ${stock} left`
}

/** A field that is an id; null for any other value. */
export const idIn = (fields: unknown, name: string): number | null => {
  const id = Number(Object(fields)[name])
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The variants that the cart's navigation state selects; none from any other state. */
export function readSelection(state: unknown): number[] {
  const items: unknown = Object(state).cartItems
  return Array.isArray(items) ? items.flatMap((item: unknown) => idIn(item, 'variant_id') ?? []) : []
}

/** The product of a buy-now link's navigation state, and its variant if it names one; null from any other. */
export function readProduct(state: unknown): { productId: number; variantId: number | null } | null {
  const product: unknown = Object(state).product
  const productId = idIn(product, 'id')
  return productId === null ? null : { productId, variantId: idIn(product, 'variant_id') }
}

/** The selected lines of the cart. A selection whose lines have all left the cart, as by an order, is out of date. */
export function selectedItems<Line extends CheckoutItem>(
  cart: readonly Line[],
  selection: readonly number[],
): readonly Line[] {
  const selected = cart.filter(({ variant_id }) => selection.includes(variant_id))
  return selected.length > 0 ? selected : cart
}
