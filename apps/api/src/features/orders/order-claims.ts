/** What a client claims of the order that it places, compared with what the server says: amounts, coupon and checkout. */
import { formatShortRupees } from '@haat/contract/money'
import type { PlaceOrder } from '@haat/contract/orders'
import { lineTotal, type Priced } from '@haat/contract/pricing'
import type { Checkout, DeliveryRule } from '@haat/contract/rules'
import { t } from '#say'
import { conflict, conflictWith } from '../../http/failure.ts'
import type { CouponClaim, QuoteLine } from '../coupons/quote.ts'

/**
 * An order-level coupon is named by the id of its application; an item-level one is the one applied last, when the
 * order claims a discount.
 */
export function couponClaim(body: PlaceOrder): CouponClaim | null {
  if (body.order_coupon_id != null) return { application_id: body.order_coupon_id }
  return (body.total_items_discount ?? 0) === 0 ? null : { application_id: 'last item-level' }
}

const CART_CHANGED =
  /*i18n*/ 'Your cart has changed since you opened this page. Please review it; what you have ordered is under My Orders.'

/**
 * The checkout that the client names. Without one, the cart's if the cart holds at least the order's lines and the
 * client does not claim a delivery charge that the cart's checkout waives, else buy-now.
 *
 * @throws Failure 409 CART_CHANGED when the client names the cart's and the cart does not hold the lines: it may be
 * ordered already, in another tab
 */
export function checkoutOf(
  { checkout, total_shipping_price: claimed = 0 }: PlaceOrder,
  lines: readonly QuoteLine[],
  cart: readonly { variant_id: number; quantity: number }[],
  { waivedOnCartCheckout }: DeliveryRule,
): Checkout {
  const inCart = lines.every((line) =>
    cart.some((item) => item.variant_id === line.variant_id && item.quantity >= line.quantity),
  )
  if (!inCart && checkout === 'cart') throw conflict(CART_CHANGED, { code: 'CART_CHANGED' })
  return checkout ?? (inCart && (claimed === 0 || !waivedOnCartCheckout) ? 'cart' : 'buy-now')
}

/** @throws Failure 409 PRICE_CHANGED when any amount the client sent differs from the server's */
export function refuseOtherAmounts(body: PlaceOrder, lines: readonly QuoteLine[], priced: Priced): void {
  const differs = (claimed: number | undefined, amount: number): boolean =>
    claimed !== undefined && claimed !== amount
  const linesDiffer = body.items.some((item) => {
    const price = lines.find((line) => isLineOf(line, item))?.price ?? 0
    return (
      differs(item.price, price) || differs(item.sub_total, lineTotal({ price, quantity: item.quantity }))
    )
  })
  // An order-level coupon discounts no item, so the client may send 0 as well.
  const namesCoupon = body.order_coupon_id != null
  const discountDiffers =
    differs(body.total_items_discount, priced.total_items_discount) &&
    !(namesCoupon && body.total_items_discount === 0)
  const totalsDiffer =
    differs(body.total_amount, priced.total_amount) ||
    differs(body.total_shipping_price, priced.total_shipping_price)
  if (!linesDiffer && !discountDiffers && !totalsDiffer) return
  const total = formatShortRupees(priced.total_amount)
  const message = t`Prices have changed. The total is now ${total}. Please review your order.`
  throw conflictWith('PRICE_CHANGED', message, { totals: priced })
}

const isLineOf = (line: QuoteLine, item: PlaceOrder['items'][number]): boolean =>
  line.product_id === item.product_id &&
  (item.variant_id === undefined ? line.variant.is_default : line.variant_id === item.variant_id)
