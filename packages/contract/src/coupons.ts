import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './rules.ts'
import { Id, IgnoredRupees, TextLine, ok, Rupees } from './wire.ts'

/** The lines of a checkout. */
const cart_items = z
  .array(
    z.object({
      product_id: Id,
      variant_id: Id,
      category_id: z.optional(z.unknown()),
      price: z.optional(IgnoredRupees),
      quantity: z.int().check(z.minimum(1), z.maximum(LIMITS.line_quantity)),
    }),
  )
  .check(z.minLength(1, /*i18n*/ 'No items in cart'), z.maxLength(LIMITS.order_lines))

/** A coupon that the shop shows, with what it takes off these lines, or why it takes nothing off yet. */
const CouponOffer = z.object({
  code: z.string(),
  description: z.string(),
  discount_amount: Rupees,
  refusal: z.nullable(z.string()),
})
export type CouponOffer = z.output<typeof CouponOffer>

export const coupons = {
  offers: endpoint('POST /api/coupons/offers', {
    access: 'customer',
    summary:
      'The coupons that the shop shows for some lines, the highest discount first; last those that need other or more items',
    body: z.object({ cart_items }),
    reply: ok({ coupons: z.array(CouponOffer) }),
  }),
  apply: endpoint('POST /api/coupons/apply', {
    access: 'customer',
    summary: 'Compute the discount of a coupon for some lines; amounts that the client sends are ignored',
    body: z.object({
      code: TextLine(40, 1, /*i18n*/ 'Please enter a coupon code'),
      user_id: z.optional(Id),
      cart_items,
      order_amount: z.optional(IgnoredRupees),
    }),
    reply: ok({
      message: z.string(),
      level: z.enum(['order', 'item']),
      /** The total discount; for item level the sum over `eligible_items`. */
      discount_amount: Rupees,
      eligible_items: z.array(
        z.object({
          product_id: Id,
          variant_id: Id,
          quantity: z.int(),
          price: Rupees,
          discount_amount: Rupees,
        }),
      ),
      coupon: z.object({ code: z.string(), description: z.string() }),
      /** For `order_coupon_id` of the order. */
      order_coupon_id: Id,
    }),
    limit: 'couponCodes',
  }),
}
