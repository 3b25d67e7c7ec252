import type { Contract } from '@haat/contract'
import type { Reply } from '@haat/contract/endpoint'
import { call, contract } from '../../api/client.ts'
import type { CheckoutItem } from './checkout-item.ts'

/** A coupon that takes something off this checkout. */
export interface AppliedCoupon {
  code: string
  description: string
  level: 'order' | 'item'
  /** Paise. */
  discount: number
  order_coupon_id: number
}

/** Asks the server what a coupon takes off. The reply's `message` is for the shopper. */
export async function applyCoupon(request: {
  code: string
  userId: number
  items: readonly CheckoutItem[]
}): Promise<{ message: string; applied: AppliedCoupon }> {
  const { code, userId, items } = request
  const reply = await call(contract.coupons.apply, {
    body: {
      code: code.toUpperCase(),
      user_id: userId,
      cart_items: items.map(({ product_id, variant_id, category_id, price, quantity }) => ({
        product_id,
        variant_id,
        category_id,
        price,
        quantity,
      })),
      order_amount: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    },
  })
  return { message: reply.message, applied: appliedOf(reply) }
}

function appliedOf(reply: Reply<Contract['coupons']['apply']>): AppliedCoupon {
  const { coupon, level, discount_amount, eligible_items, order_coupon_id } = reply
  const onItems = eligible_items.reduce((sum, item) => sum + item.discount_amount, 0)
  return { ...coupon, level, order_coupon_id, discount: level === 'item' ? onItems : discount_amount }
}
