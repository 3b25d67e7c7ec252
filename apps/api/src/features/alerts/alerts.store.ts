/** What the merchant is told: written in the transaction that causes it, sent by a job after its commit. */
import { and, asc, count, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { paymentColumns } from '../payments/payments.store.ts'
import { findSetting, storeSetting } from '../settings/settings.store.ts'

type AlertRow = Tables['alerts']['$inferSelect']

/**
 * Enqueues an alert, once for each key.
 *
 * @param details what the order does not say, for the text
 */
export async function enqueueAlert(
  tx: Tx,
  alert: Pick<AlertRow, 'kind' | 'order_id' | 'dedupe_key' | 'at'>,
  details: object = {},
): Promise<void> {
  const { alerts } = tx.tables
  const row = { ...alert, details: JSON.stringify(details) }
  await tx.insert(alerts).values(row).onConflictDoNothing({ target: alerts.dedupe_key })
}

/** Alerts that are not sent yet, oldest first, with what the texts need of their order. Amounts in paise. */
export async function findOpenAlerts(reader: Reader, limit: number) {
  const { alerts, orders, order_items } = reader.tables
  const pieces = sql`coalesce((select sum(${order_items.quantity}) from ${order_items}
    where ${order_items.order_id} = ${orders.id}), 0)`
  return reader
    .select({
      id: alerts.id,
      kind: alerts.kind,
      details: alerts.details,
      pieces: pieces.mapWith(Number),
      order: {
        id: orders.id,
        order_number: orders.order_number,
        total_amount: orders.total_amount,
        rounds_cash: orders.rounds_cash,
        payment_method: orders.payment_method,
        payment_provider: paymentColumns(reader.tables).payment_provider,
        shipping_name: orders.shipping_name,
        shipping_street: orders.shipping_street,
        shipping_city: orders.shipping_city,
        shipping_state: orders.shipping_state,
        shipping_zip: orders.shipping_zip,
        shipping_phone: orders.shipping_phone,
      },
    })
    .from(alerts)
    .leftJoin(orders, eq(orders.id, alerts.order_id))
    .where(isNull(alerts.done_at))
    .orderBy(asc(alerts.id))
    .limit(limit)
}

/** The items of the orders of alerts. */
export async function findAlertItems(reader: Reader, alerts: readonly OpenAlert[]) {
  const { order_items } = reader.tables
  const ids = alerts.flatMap(({ kind, order }) => (kind === 'new_order' && order ? [order.id] : []))
  if (ids.length === 0) return []
  return reader
    .select()
    .from(order_items)
    .where(inArray(order_items.order_id, ids))
    .orderBy(asc(order_items.id))
}
export type AlertItem = Awaited<ReturnType<typeof findAlertItems>>[number]

export type OpenAlert = Awaited<ReturnType<typeof findOpenAlerts>>[number]

/** The number of alerts that were sent after this time. */
export async function countSentSince(reader: Reader, since: Date): Promise<number> {
  const { alerts } = reader.tables
  const [row] = await reader.select({ alerts: count() }).from(alerts).where(gt(alerts.done_at, since))
  return row?.alerts ?? 0
}

export async function markSent(tx: Tx, ids: number[], now: Date): Promise<void> {
  const { alerts } = tx.tables
  await tx.update(alerts).set({ done_at: now }).where(inArray(alerts.id, ids))
}

export async function deleteAlertsSentUntil(tx: Tx, until: Date): Promise<void> {
  const { alerts } = tx.tables
  await tx.delete(alerts).where(lte(alerts.done_at, until))
}

/** Variants of published products with at most this many pieces, the fewest first. */
export async function findLowVariants(reader: Reader, upTo: number) {
  const { variants, products } = reader.tables
  const { id, sku, stock, color, size, variant_name } = variants
  return reader
    .select({ id, sku, stock, color, size, variant_name, product: products.name })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.product_id))
    .where(and(lte(stock, upTo), eq(products.is_published, true)))
    .orderBy(asc(stock), asc(id))
}

/** Fewer pieces than these are one customer's order. */
const MANY_PIECES = 10

/** Variants of which cash on delivery orders that the merchant has not begun hold more than a third. */
export async function findVariantsHeldUnconfirmed(reader: Reader) {
  const { orders, order_items, variants, products } = reader.tables
  const held = sql<number>`sum(${order_items.quantity})`.mapWith(Number)
  return reader
    .select({ id: variants.id, product: products.name, held, stock: variants.stock })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .innerJoin(variants, eq(variants.id, order_items.variant_id))
    .innerJoin(products, eq(products.id, variants.product_id))
    .where(and(eq(orders.status, 'CONFIRMED'), eq(orders.payment_method, 'COD')))
    .groupBy(variants.id, products.name, variants.stock)
    .having(sql`${held} >= ${MANY_PIECES} and 2 * ${held} > ${variants.stock}`)
}

const REPORTED = 'low_stock_reported'

/** Ids of the variants that were low on stock at the last look, ascending. */
export async function findReportedVariants(reader: Reader): Promise<number[]> {
  return JSON.parse((await findSetting(reader, REPORTED)) ?? '[]') as number[]
}

export const storeReportedVariants = (tx: Tx, ids: number[]): Promise<void> =>
  storeSetting(tx, REPORTED, JSON.stringify(ids))
