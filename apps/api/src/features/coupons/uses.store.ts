/** Coupon uses are limited: they are counted by conditional update, so that nobody uses one too often. */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/** Counts one more use of a coupon, in all and by this customer. False, and nothing counted, at a limit. */
export async function takeCouponUse(
  tx: Tx,
  coupon: { id: number; per_user_limit: number | null },
  customerId: number,
): Promise<boolean> {
  const { coupons } = tx.tables
  const total = await tx
    .update(coupons)
    .set({ used_count: sql`${coupons.used_count} + 1` })
    .where(
      and(
        eq(coupons.id, coupon.id),
        or(isNull(coupons.usage_limit), lt(coupons.used_count, coupons.usage_limit)),
      ),
    )
    .returning({ id: coupons.id })
  if (total.length === 0) return false
  if (await takeOwnUse(tx, coupon, customerId)) return true
  await uncountUse(tx, coupon.id)
  return false
}

async function takeOwnUse(
  tx: Tx,
  coupon: { id: number; per_user_limit: number | null },
  user_id: number,
): Promise<boolean> {
  const { coupon_uses } = tx.tables
  const own = await tx
    .insert(coupon_uses)
    .values({ coupon_id: coupon.id, user_id, used: 1 })
    .onConflictDoUpdate({
      target: [coupon_uses.coupon_id, coupon_uses.user_id],
      set: { used: sql`${coupon_uses.used} + 1` },
      setWhere: coupon.per_user_limit === null ? undefined : lt(coupon_uses.used, coupon.per_user_limit),
    })
    .returning({ used: coupon_uses.used })
  return own.length > 0
}

async function uncountUse(tx: Tx, couponId: number): Promise<void> {
  const { coupons } = tx.tables
  await tx
    .update(coupons)
    .set({ used_count: sql`${coupons.used_count} - 1` })
    .where(eq(coupons.id, couponId))
}

export async function giveCouponUseBack(tx: Tx, couponId: number, customerId: number): Promise<void> {
  const { coupon_uses } = tx.tables
  await uncountUse(tx, couponId)
  await tx
    .update(coupon_uses)
    .set({ used: sql`${coupon_uses.used} - 1` })
    .where(and(eq(coupon_uses.coupon_id, couponId), eq(coupon_uses.user_id, customerId)))
}
