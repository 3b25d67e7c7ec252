/** What one call of `/dev/state` may ask for. Money is in rupees, `…_in` are seconds from the shop's now. */
import { Id, Rupees } from '@haat/contract/wire'
import { ORDER_STATUSES, PAYMENT_METHODS } from '@haat/contract/rules'
import * as z from 'zod/mini'
import { ClockChange } from './clock-tool.ts'

const DECADE = 315_576_000
const Seconds = z.number().check(z.minimum(-DECADE), z.maximum(DECADE))
const Count = z.int().check(z.minimum(0), z.maximum(1_000_000))
const list = <S extends z.ZodMiniType>(schema: S) => z.optional(z.array(schema).check(z.maxLength(200)))

const VariantWish = z.strictObject({
  variant_id: Id,
  stock: z.optional(Count),
  price: z.optional(Rupees),
  mrp: z.optional(z.nullable(Rupees)),
})
const DealWish = z.strictObject({
  product_id: Id,
  /** Four fifths of the price where there is no deal yet. */
  deal_price: z.optional(Rupees),
  starts_in: z.optional(Seconds),
  ends_in: z.optional(Seconds),
  is_active: z.optional(z.boolean()),
})
const CouponWish = z.strictObject({
  code: z.string().check(z.maxLength(50)),
  starts_in: z.optional(z.nullable(Seconds)),
  ends_in: z.optional(z.nullable(Seconds)),
  usage_limit: z.optional(z.nullable(Count)),
  used_count: z.optional(Count),
  is_active: z.optional(z.boolean()),
})
const OrderWish = z.strictObject({
  id: Id,
  status: z.optional(z.enum(ORDER_STATUSES)),
  /** Until when an unpaid order keeps its stock. */
  hold_ends_in: z.optional(Seconds),
})
const Placement = z.strictObject({
  /** E-mail of the customer. */
  customer: z.string(),
  items: z
    .array(
      z.strictObject({
        variant_id: Id,
        quantity: z.prefault(z.int().check(z.minimum(1), z.maximum(999)), 1),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  payment_method: z.prefault(z.enum(PAYMENT_METHODS), 'ONLINE'),
})

export const StateWish = z.strictObject({
  clock: z.optional(ClockChange),
  /** Placed first, with stock that is made up for them; `variants` has the last word on stock. */
  place: list(Placement),
  variants: list(VariantWish),
  deals: list(DealWish),
  coupons: list(CouponWish),
  orders: list(OrderWish),
  /** E-mails of customers to be logged in. */
  sessions: list(z.string()),
})
export type StateWish = z.output<typeof StateWish>
export type PlacementWish = z.output<typeof Placement>
