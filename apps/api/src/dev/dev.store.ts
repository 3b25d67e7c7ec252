/** The queries of the QA tools. */
import { UNDELIVERED_STATUSES } from '@haat/contract/rules'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { changeRows, findRow, findRows, type Reader, type Tx } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect']

export async function findVariants(reader: Reader, ids: number[]): Promise<Row<'variants'>[]> {
  const { variants } = reader.tables
  return ids.length === 0 ? [] : reader.select().from(variants).where(inArray(variants.id, ids))
}

export function findDefaultVariant(reader: Reader, productId: number): Promise<Row<'variants'> | undefined> {
  const { variants } = reader.tables
  return findRow(reader, variants, and(eq(variants.product_id, productId), eq(variants.is_default, true)))
}

export async function changeVariant(tx: Tx, id: number, changes: Partial<Row<'variants'>>): Promise<void> {
  const { variants } = tx.tables
  if (Object.keys(changes).length > 0) await tx.update(variants).set(changes).where(eq(variants.id, id))
}

/** Raises the stock of a variant to at least `stock`. */
export function raiseStock(tx: Tx, id: number, stock: number): Promise<number> {
  const { variants } = tx.tables
  return changeRows(tx, variants, { stock }, and(eq(variants.id, id), lt(variants.stock, stock)))
}

export async function findDeal(reader: Reader, productId: number): Promise<Row<'deals'> | undefined> {
  const { deals } = reader.tables
  const [deal] = await findRows(reader, deals, eq(deals.product_id, productId), desc(deals.id))
  return deal
}

export async function writeDeal(tx: Tx, deal: Tables['deals']['$inferInsert']): Promise<void> {
  const { deals } = tx.tables
  if (deal.id === undefined) await tx.insert(deals).values(deal)
  else await tx.update(deals).set(deal).where(eq(deals.id, deal.id))
}

/** @returns false when there is no such coupon */
export async function changeCoupon(tx: Tx, code: string, changes: Partial<Row<'coupons'>>): Promise<boolean> {
  const { coupons } = tx.tables
  return (await changeRows(tx, coupons, { ...changes, code }, eq(coupons.code, code))) > 0
}

/** Confirmed orders that are not delivered yet, oldest first. */
export async function findUndeliveredOrders(
  reader: Reader,
  limit: number,
): Promise<{ id: number; status: Row<'orders'>['status'] }[]> {
  const { orders } = reader.tables
  return reader
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.status, UNDELIVERED_STATUSES))
    .orderBy(orders.id)
    .limit(limit)
}

/** They survive the restore of a snapshot. */
export const findAllSessions = (reader: Reader): Promise<Row<'sessions'>[]> =>
  reader.select().from(reader.tables.sessions)

/** Restores the sessions of customers who still exist. */
export async function restoreSessions(tx: Tx, rows: Row<'sessions'>[]): Promise<void> {
  const { users, sessions } = tx.tables
  const userIds = new Set((await tx.select({ id: users.id }).from(users)).map(({ id }) => id))
  for (const session of rows.filter(({ user_id }) => userIds.has(user_id)))
    await tx.insert(sessions).values(session).onConflictDoNothing({ target: sessions.sid })
}
