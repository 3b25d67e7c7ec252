import { and, desc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { changeRow, findRow, insertRow, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type Coupon = Tables['coupons']['$inferSelect']

/** @param code upper-cased */
export const findCouponByCode = (reader: Reader, code: string): Promise<Coupon | undefined> =>
  findRow(reader, reader.tables.coupons, eq(reader.tables.coupons.code, code))

/** How many coupons a checkout shows at most. */
const OFFERS = 10

/** The coupons that the shop shows to this customer now, newest first. */
export async function findListedCoupons(reader: Reader, customerId: number, now: Date): Promise<Coupon[]> {
  const { coupons } = reader.tables
  return reader
    .select()
    .from(coupons)
    .where(
      and(
        eq(coupons.is_listed, true),
        eq(coupons.is_active, true),
        or(isNull(coupons.user_id), eq(coupons.user_id, customerId)),
        or(isNull(coupons.starts_at), lte(coupons.starts_at, now)),
        or(isNull(coupons.ends_at), gt(coupons.ends_at, now)),
      ),
    )
    .orderBy(desc(coupons.id))
    .limit(OFFERS)
}

/** The number of orders, except void ones, in which the customer has used the coupon. */
export async function countUses(reader: Reader, customerId: number, couponId: number): Promise<number> {
  const { coupon_uses } = reader.tables
  const isIt = and(eq(coupon_uses.user_id, customerId), eq(coupon_uses.coupon_id, couponId))
  return (await findRow(reader, coupon_uses, isIt))?.used ?? 0
}

/** The coupon the customer last applied, with the id of that application. */
export async function findApplied(reader: Reader, customerId: number) {
  const { coupon_applications, coupons } = reader.tables
  const [row] = await reader
    .select({ application_id: coupon_applications.id, coupon: coupons })
    .from(coupon_applications)
    .innerJoin(coupons, eq(coupons.id, coupon_applications.coupon_id))
    .where(eq(coupon_applications.user_id, customerId))
  return row
}

/**
 * Stores which coupon the customer applied last. Another coupon gets another id, which makes the id of the one
 * before invalid. The customer must be locked.
 *
 * @returns the id of the application
 */
export async function storeApplication(
  tx: Tx,
  user_id: number,
  coupon_id: number,
  applied_at: Date,
): Promise<number> {
  const { coupon_applications } = tx.tables
  const isIt = and(eq(coupon_applications.user_id, user_id), eq(coupon_applications.coupon_id, coupon_id))
  const existing = await changeRow(tx, coupon_applications, { applied_at }, isIt)
  if (existing) return existing.id
  await tx.delete(coupon_applications).where(eq(coupon_applications.user_id, user_id))
  return (await insertRow(tx, coupon_applications, { user_id, coupon_id, applied_at })).id
}

/**
 * Counts one more use of a coupon, in all and by this customer, with conditional updates: concurrent orders never
 * exceed a limit.
 *
 * @returns false, with nothing counted, when a limit is reached or the coupon does not exist
 */
export async function takeCouponUse(tx: Tx, couponId: number, user_id: number): Promise<boolean> {
  const { coupons, coupon_uses } = tx.tables
  const [coupon] = await tx
    .update(coupons)
    .set({ used_count: sql`${coupons.used_count} + 1` })
    .where(
      and(
        eq(coupons.id, couponId),
        or(isNull(coupons.usage_limit), lt(coupons.used_count, coupons.usage_limit)),
      ),
    )
    .returning({ per_user_limit: coupons.per_user_limit })
  if (!coupon) return false
  const customerUses = await tx
    .insert(coupon_uses)
    .values({ coupon_id: couponId, user_id, used: 1 })
    .onConflictDoUpdate({
      target: [coupon_uses.coupon_id, coupon_uses.user_id],
      set: { used: sql`${coupon_uses.used} + 1` },
      setWhere: coupon.per_user_limit === null ? undefined : lt(coupon_uses.used, coupon.per_user_limit),
    })
    .returning({ used: coupon_uses.used })
  if (customerUses.length === 0) await decrementUsedCount(tx, couponId)
  return customerUses.length > 0
}

/** Takes back one use that `takeCouponUse` counted. */
export async function releaseCouponUse(tx: Tx, couponId: number, customerId: number): Promise<void> {
  const { coupon_uses } = tx.tables
  await decrementUsedCount(tx, couponId)
  await tx
    .update(coupon_uses)
    .set({ used: sql`${coupon_uses.used} - 1` })
    .where(and(eq(coupon_uses.coupon_id, couponId), eq(coupon_uses.user_id, customerId)))
}

async function decrementUsedCount(tx: Tx, couponId: number): Promise<void> {
  const { coupons } = tx.tables
  await tx
    .update(coupons)
    .set({ used_count: sql`${coupons.used_count} - 1` })
    .where(eq(coupons.id, couponId))
}
