import type { CheckoutItem } from './checkout-item.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const whole = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : null
}

/** An item of the state: a cart line under the client's names or the server's. Amounts in paise. */
function itemOf(fields: Fields): CheckoutItem {
  return {
    product_id: whole(fields['product_id']) ?? whole(fields['id']) ?? 0,
    variant_id: whole(fields['variant_id']) ?? 1,
    category_id: whole(fields['category_id']) ?? 1,
    name: text(fields['name']) ?? text(fields['product_name']) ?? '',
    variant:
      text(fields['variant_name']) ??
      [text(fields['color']), text(fields['size'])].filter((word) => word !== null).join(', '),
    price: whole(fields['deal_price']) ?? whole(fields['price']) ?? 0,
    mrp: whole(fields['originalPrice']) ?? whole(fields['mrp']),
    quantity: whole(fields['quantity']) ?? whole(fields['qty']) ?? 1,
    image: text(fields['image']) ?? text(fields['media_url']),
    stock: null,
  }
}

/** What the cart hands over: the chosen items. Empty without. */
export function readCartItems(state: unknown): CheckoutItem[] {
  const items = isFields(state) ? state['cartItems'] : undefined
  return Array.isArray(items) ? items.filter(isFields).map(itemOf) : []
}

/** The single product a buy-now link hands over, with its variant where it names one; null without. */
export function readProduct(state: unknown): { item: CheckoutItem; variantId: number | null } | null {
  const product = isFields(state) ? state['product'] : undefined
  if (!isFields(product)) return null
  const item = { ...itemOf({ ...product, product_id: product['id'] }), quantity: 1 }
  return item.product_id > 0 ? { item, variantId: whole(product['variant_id']) } : null
}

/** What a failed payment hands back to the checkout: its order and the coupon to try again. */
export function readReturn(state: unknown): { failedOrder: number | null; coupon: string | null } {
  const fields = isFields(state) ? state : {}
  return { failedOrder: whole(fields['failedOrder']), coupon: text(fields['coupon']) }
}

/**
 * The lines to check out: the server's cart knows price and stock, the state knows which of them were chosen.
 * A state whose lines have left the cart, for example by an order, is out of date.
 *
 * @param cart undefined until it is here
 * @returns undefined while nothing is known
 */
export function chosenItems(
  cart: readonly CheckoutItem[] | undefined,
  stated: readonly CheckoutItem[],
): readonly CheckoutItem[] | undefined {
  if (!cart) return stated.length > 0 ? stated : undefined
  const chosen = cart.filter((line) => stated.some((item) => item.variant_id === line.variant_id))
  return chosen.length > 0 ? chosen : cart
}
