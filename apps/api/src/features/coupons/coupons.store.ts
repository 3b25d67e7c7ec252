import { and, eq } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type Coupon = Tables['coupons']['$inferSelect']

export async function findCoupon(reader: Reader, id: number): Promise<Coupon | undefined> {
  const { coupons } = reader.tables
  const [coupon] = await reader.select().from(coupons).where(eq(coupons.id, id))
  return coupon
}

/** @param code upper-cased */
export async function findCouponByCode(reader: Reader, code: string): Promise<Coupon | undefined> {
  const { coupons } = reader.tables
  const [coupon] = await reader.select().from(coupons).where(eq(coupons.code, code))
  return coupon
}

/** How often this customer has used the coupon in orders that stand. */
export async function countUses(reader: Reader, customerId: number, couponId: number): Promise<number> {
  const { coupon_uses } = reader.tables
  const [row] = await reader
    .select({ used: coupon_uses.used })
    .from(coupon_uses)
    .where(and(eq(coupon_uses.user_id, customerId), eq(coupon_uses.coupon_id, couponId)))
  return row?.used ?? 0
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
 * Remembers the coupon as the customer's. Another coupon gets another id, so that an id from before names
 * nothing any more. The customer is locked.
 *
 * @returns the id of the application
 */
export async function rememberApplied(
  tx: Tx,
  user_id: number,
  coupon_id: number,
  applied_at: Date,
): Promise<number> {
  const { coupon_applications } = tx.tables
  const [known] = await tx
    .update(coupon_applications)
    .set({ applied_at })
    .where(and(eq(coupon_applications.user_id, user_id), eq(coupon_applications.coupon_id, coupon_id)))
    .returning({ id: coupon_applications.id })
  if (known) return known.id
  await tx.delete(coupon_applications).where(eq(coupon_applications.user_id, user_id))
  const [made] = await tx
    .insert(coupon_applications)
    .values({ user_id, coupon_id, applied_at })
    .returning({ id: coupon_applications.id })
  return made!.id
}
