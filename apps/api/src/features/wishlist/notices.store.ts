import type { Notice } from '@haat/contract/cart'
import { brandedName } from '@haat/contract/rules'
import { and, asc, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import { deleteRows, pick, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { emailOf } from '../auth/customer.store.ts'
import { isShown } from '../catalog/product-list.store.ts'

const noticeOf = (row: { variant_id: number; was_in_stock: boolean }): Notice => ({
  variant_id: row.variant_id,
  waits_for: row.was_in_stock ? 'price' : 'stock',
})

export async function findNotices(reader: Reader, customerId: number): Promise<Notice[]> {
  const { product_notices: notices } = reader.tables
  const rows = await reader.select().from(notices).where(eq(notices.user_id, customerId))
  return rows.map(noticeOf)
}

/** Adds a notice, or begins it anew with the price and stock of now. */
export async function storeNotice(
  tx: Tx,
  notice: Tables['product_notices']['$inferInsert'],
): Promise<Notice> {
  const { product_notices: notices } = tx.tables
  const { user_id: _user, variant_id: _variant, ...now } = notice
  await tx
    .insert(notices)
    .values(notice)
    .onConflictDoUpdate({ target: [notices.user_id, notices.variant_id], set: now })
  return noticeOf(notice)
}

/** @returns false when there was none */
export async function removeNotice(tx: Tx, customerId: number, variantId: number): Promise<boolean> {
  const { product_notices: notices } = tx.tables
  const isIt = and(eq(notices.user_id, customerId), eq(notices.variant_id, variantId))
  return (await deleteRows(tx, notices, isIt)) > 0
}

/**
 * The oldest notices of which the reason has come: the variant is in stock, and cheaper or back. Those of customers without
 * an e-mail address wait for one. Prices are those of the listing columns: call `applyDeals` before.
 */
export async function findDueNotices(reader: Reader, limit: number) {
  const { product_notices: notices, products, users, variants } = reader.tables
  const isListed = eq(products.variant_id, variants.id)
  const isCheaper = or(and(isListed, lt(products.price, notices.price)), lt(variants.price, notices.price))
  return reader
    .select({
      ...pick(notices, 'user_id', 'variant_id', 'was_in_stock'),
      price: sql<number>`case when ${isListed} then ${products.price} else ${variants.price} end`,
    })
    .from(notices)
    .innerJoin(variants, eq(variants.id, notices.variant_id))
    .innerJoin(products, eq(products.id, variants.product_id))
    .innerJoin(users, and(eq(users.id, notices.user_id), ne(emailOf(users), '')))
    .where(and(isShown(reader), gt(variants.stock, 0), or(eq(notices.was_in_stock, false), isCheaper)))
    .orderBy(asc(notices.created_at))
    .limit(limit)
}

/** Whom a notice is mailed to, and about what; undefined where it cannot be bought. */
export async function findNoticed(reader: Reader, userId: number, variantId: number) {
  const { users, products, variants } = reader.tables
  const [row] = await reader
    .select({
      ...{ email: emailOf(users), customer: users.name, language: users.language },
      ...{ product_id: products.id, name: products.name, brand: products.brand },
      ...pick(variants, 'variant_name', 'color', 'size'),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.product_id))
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(variants.id, variantId), gt(variants.stock, 0), isShown(reader)))
  return row && { ...row, product_name: brandedName(row) }
}
