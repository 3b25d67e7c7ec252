/** The coupon that comes with an order: only what this customer has applied counts. */
import type { PlaceOrder } from '@haat/contract/orders'
import type { CouponShortfall } from '@haat/contract/pricing'
import type { Tx } from '../../db/database.ts'
import { conflict, type Failure } from '../../http/failure.ts'
import { couponRefusal, shortfallRefusal, USED_UP } from './coupon-refusal.ts'
import { type Coupon, countUses, findApplied } from './coupons.store.ts'
import { takeCouponUse } from './uses.store.ts'

const NOT_APPLIED = 'This coupon is no longer applied. Please apply it again.'

const couponInvalid = (message: string): Failure => conflict(message, { code: 'COUPON_INVALID' })

/**
 * An order-level coupon comes by the id of its application; an item-level one is the one last applied, when
 * the order claims a discount.
 *
 * @returns null when the order comes without one
 * @throws Failure 409 COUPON_INVALID
 */
export async function couponOfOrder(
  tx: Tx,
  customerId: number,
  body: Pick<PlaceOrder, 'order_coupon_id' | 'total_items_discount'>,
  now: Date,
): Promise<Coupon | null> {
  const id = body.order_coupon_id ?? null
  if (id === null && (body.total_items_discount ?? 0) === 0) return null
  const applied = await findApplied(tx, customerId)
  const named = id === null ? applied?.coupon.level === 'item' : applied?.application_id === id
  if (!applied || !named) throw couponInvalid(NOT_APPLIED)
  const { coupon } = applied
  const refusal = couponRefusal(coupon, customerId, await countUses(tx, customerId, coupon.id), now)
  if (refusal !== null) throw couponInvalid(refusal)
  return coupon
}

/** @throws Failure 409 COUPON_INVALID when it takes nothing off this order */
export function refuseShortfall(coupon: Coupon, shortfall: CouponShortfall | null): void {
  if (shortfall) throw couponInvalid(shortfallRefusal(coupon, shortfall))
}

/** @throws Failure 409 COUPON_INVALID when others were faster */
export async function takeCoupon(tx: Tx, coupon: Coupon, customerId: number): Promise<void> {
  if (!(await takeCouponUse(tx, coupon, customerId))) throw couponInvalid(USED_UP)
}
