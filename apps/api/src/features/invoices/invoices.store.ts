import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/** The next number of a series. A transaction that fails gives it back: numbers have no gaps. */
export async function nextCount(tx: Tx, series: string): Promise<number> {
  const { counters } = tx.tables
  const [row] = await tx
    .insert(counters)
    .values({ name: `invoice:${series}`, value: 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
    .returning({ value: counters.value })
  return row!.value
}

/** Gives an order its number, once. */
export async function storeInvoice(
  tx: Tx,
  orderId: number,
  invoice: { invoice_number: string; invoiced_at: Date; invoice_seller: string },
): Promise<void> {
  const { orders } = tx.tables
  await tx
    .update(orders)
    .set(invoice)
    .where(and(eq(orders.id, orderId), isNull(orders.invoice_number)))
}
