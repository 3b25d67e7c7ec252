/** What the merchant is told: written in the transaction that causes it, sent by a job after its commit. */
import { and, asc, count, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { placeholder, prepared, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { findSetting, storeSetting } from '../settings/settings.store.ts'

type AlertRow = Tables['alerts']['$inferSelect']

const newAlert = prepared((tx: Tx) => {
  const { alerts } = tx.tables
  return tx
    .insert(alerts)
    .values({
      kind: placeholder('kind', alerts.kind),
      order_id: sql.placeholder('order_id'),
      details: sql.placeholder('details'),
      dedupe_key: sql.placeholder('dedupe_key'),
      at: placeholder('at', alerts.at),
    })
    .onConflictDoNothing({ target: alerts.dedupe_key })
    .prepare('insert_alert')
})

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
  await newAlert(tx).execute({ ...alert, details: JSON.stringify(details) })
}

/** Alerts that are not sent yet, oldest first, with what the texts need of their order. Amounts in paise. */
export async function findOpenAlerts(reader: Reader, limit: number) {
  const { alerts, orders, order_items } = reader.tables
  const rows = await reader
    .select({
      id: alerts.id,
      kind: alerts.kind,
      details: alerts.details,
      order: {
        id: orders.id,
        order_number: orders.order_number,
        total_amount: orders.total_amount,
        payment_method: orders.payment_method,
        payment_provider: orders.payment_provider,
        shipping_city: orders.shipping_city,
        shipping_state: orders.shipping_state,
      },
    })
    .from(alerts)
    .leftJoin(orders, eq(orders.id, alerts.order_id))
    .where(isNull(alerts.done_at))
    .orderBy(asc(alerts.id))
    .limit(limit)
  const ids = rows.flatMap(({ order }) => order?.id ?? [])
  const pieces = await reader
    .select({
      order_id: order_items.order_id,
      pieces: sql`sum(${order_items.quantity})`.mapWith(Number),
    })
    .from(order_items)
    .where(inArray(order_items.order_id, ids.length > 0 ? ids : [0]))
    .groupBy(order_items.order_id)
  const byOrder = new Map(pieces.map((row) => [row.order_id, row.pieces]))
  return rows.map((row) => ({ ...row, pieces: byOrder.get(row.order?.id ?? 0) ?? 0 }))
}

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

const REPORTED = 'low_stock_reported'

/** Ids of the variants that were low on stock at the last look, ascending. */
export async function findReportedVariants(reader: Reader): Promise<number[]> {
  return JSON.parse((await findSetting(reader, REPORTED)) ?? '[]') as number[]
}

export const storeReportedVariants = (tx: Tx, ids: number[]): Promise<void> =>
  storeSetting(tx, REPORTED, JSON.stringify(ids))
