import type { Contract } from '@haat/contract'
import { isEligible, priceOrder, type PricedLine } from '@haat/contract/pricing'
import { type DeliveryRule, linePrice } from '@haat/contract/rules'
import { PAISE_MAX } from '@haat/contract/money'
import type { Tx } from '../../db/database.ts'
import { badRequest, forbidden, unauthorized } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { findPurchasableVariants } from '../catalog/purchasable-variants.store.ts'
import { couponRefusal, shortfallRefusal, UNKNOWN_COUPON } from './coupon-refusal.ts'
import { type Coupon, countUses, findCouponByCode, rememberApplied } from './coupons.store.ts'

/** Delivery does not enter into a discount. */
const NO_DELIVERY: DeliveryRule = { charge: 0, free_above: 0, waivedOnCartCheckout: true }

/** Upper-casing may turn a look-alike into a letter of a code, so codes are plain. */
const CODE = /^[\x21-\x7e]+$/

type Item = { product_id: number; variant_id: number; quantity: number }

export const coupons: Handlers<Contract['coupons']> = {
  async apply({ body, customerId }, { db, now }) {
    if (body.user_id !== undefined && body.user_id !== customerId) throw forbidden()
    return db.transaction(async (tx) => {
      if (!(await lockCustomer(tx, customerId))) throw unauthorized()
      const coupon = await findUsable(tx, customerId, body.code, now())
      const lines = await priceLines(tx, body.cart_items, now())
      const { total_items_discount, line_discounts, shortfall } = priceOrder(
        lines,
        coupon,
        NO_DELIVERY,
        'cart',
      )
      if (shortfall) throw badRequest(shortfallRefusal(coupon, shortfall), { code: 'COUPON_INVALID' })
      return {
        message: 'Coupon applied successfully',
        level: coupon.level,
        discount_amount: total_items_discount,
        eligible_items: coupon.level === 'item' ? eligibleItems(coupon, lines, line_discounts) : [],
        coupon: { code: coupon.code, description: coupon.description },
        order_coupon_id: await rememberApplied(tx, customerId, coupon.id, now()),
      }
    })
  },
}

async function findUsable(tx: Tx, customerId: number, text: string, now: Date): Promise<Coupon> {
  const coupon = CODE.test(text) ? await findCouponByCode(tx, text.toUpperCase()) : undefined
  const refusal = coupon
    ? couponRefusal(coupon, customerId, await countUses(tx, customerId, coupon.id), now)
    : UNKNOWN_COUPON
  if (!coupon || refusal !== null) throw badRequest(refusal ?? UNKNOWN_COUPON, { code: 'COUPON_INVALID' })
  return coupon
}

/** The lines at the shop's own prices and categories. */
async function priceLines(tx: Tx, items: Item[], now: Date): Promise<PricedLine[]> {
  const sellables = await findPurchasableVariants(tx, [...new Set(items.map((item) => item.variant_id))], now)
  const lines = items.map(({ product_id, variant_id, quantity }) => {
    const sellable = sellables.find((row) => row.variant_id === variant_id)
    if (!sellable?.is_published || sellable.product_id !== product_id)
      throw badRequest(`Invalid product ID for item: ${product_id}`)
    return { product_id, variant_id, category_id: sellable.category_id, price: linePrice(sellable), quantity }
  })
  const total = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
  if (total > PAISE_MAX) throw badRequest('This order is too large.')
  return lines
}

const eligibleItems = (coupon: Coupon, lines: PricedLine[], discounts: number[]) =>
  lines.flatMap((line, index) => {
    const { product_id, variant_id, quantity, price } = line
    if (!isEligible(coupon, line)) return []
    return [{ product_id, variant_id, quantity, price, discount_amount: discounts[index] ?? 0 }]
  })
