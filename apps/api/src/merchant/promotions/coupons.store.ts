import { and, desc, eq } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import type { Coupon } from '../../features/coupons/coupons.store.ts'

export type NewCoupon = Tables['coupons']['$inferInsert']

/** Every coupon, the newest first. */
export const findCoupons = (reader: Reader): Promise<Coupon[]> =>
  reader.select().from(reader.tables.coupons).orderBy(desc(reader.tables.coupons.id))

/** @returns undefined when the code is taken */
export async function insertCoupon(tx: Tx, coupon: NewCoupon): Promise<Coupon | undefined> {
  const [made] = await tx.insert(tx.tables.coupons).values(coupon).onConflictDoNothing().returning()
  return made
}

/** Switches a coupon off; orders that used it stay as they are. @returns whether one was on */
export async function endCoupon(tx: Tx, code: string): Promise<boolean> {
  const { coupons } = tx.tables
  const ended = await tx
    .update(coupons)
    .set({ is_active: false })
    .where(and(eq(coupons.code, code), eq(coupons.is_active, true)))
    .returning({ id: coupons.id })
  return ended.length === 1
}
