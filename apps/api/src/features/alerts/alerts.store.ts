/** The stock that the merchant is told about. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { findSetting, storeSetting } from '../settings/settings.store.ts'

/** Variants of published products with at most this many pieces, the fewest first. */
export async function findLowStock(reader: Reader, upTo: number, limit?: number) {
  const { variants, products } = reader.tables
  const { id: variant_id, product_id, sku, stock, color, size, variant_name } = variants
  const found = reader
    .select({ variant_id, product_id, product: products.name, sku, color, size, variant_name, stock })
    .from(variants)
    .innerJoin(products, eq(products.id, product_id))
    .where(and(lte(stock, upTo), eq(products.is_published, true)))
    .orderBy(asc(stock), asc(product_id), asc(variant_id))
  return limit === undefined ? found : found.limit(limit)
}

/** Fewer pieces than these are one customer's order. */
const MANY_PIECES = 10

/** Variants of which cash on delivery orders that the merchant has not begun hold more than a third. */
export async function findVariantsHeldUnconfirmed(reader: Reader) {
  const { orders, order_items, variants, products } = reader.tables
  const { id, stock, color, size, variant_name } = variants
  const held = sql<number>`sum(${order_items.quantity})`.mapWith(Number)
  return reader
    .select({ id, held, stock, color, size, variant_name, product: products.name })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .innerJoin(variants, eq(variants.id, order_items.variant_id))
    .innerJoin(products, eq(products.id, variants.product_id))
    .where(and(eq(orders.status, 'CONFIRMED'), eq(orders.payment_method, 'COD')))
    .groupBy(id, stock, color, size, variant_name, products.name)
    .having(sql`${held} >= ${MANY_PIECES} and 2 * ${held} > ${variants.stock}`)
}

const REPORTED = 'low_stock_reported'

/** Ids of the variants that were low on stock at the last look, ascending. */
export async function findReportedVariants(reader: Reader): Promise<number[]> {
  return JSON.parse((await findSetting(reader, REPORTED)) ?? '[]') as number[]
}

export const storeReportedVariants = (tx: Tx, ids: number[]): Promise<void> =>
  storeSetting(tx, REPORTED, JSON.stringify(ids))
