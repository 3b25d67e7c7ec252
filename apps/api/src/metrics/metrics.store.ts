import { and, count, isNull, lte } from 'drizzle-orm'
import type { Reader } from '../db/database.ts'

export async function countOrdersByStatus(reader: Reader) {
  const { orders } = reader.tables
  return reader.select({ status: orders.status, orders: count() }).from(orders).groupBy(orders.status)
}

/** Mails that are due and not sent yet. */
export async function countWaitingMails(reader: Reader, now: Date): Promise<number> {
  const { outbox } = reader.tables
  const [row] = await reader
    .select({ mails: count() })
    .from(outbox)
    .where(and(isNull(outbox.done_at), lte(outbox.next_at, now)))
  return row?.mails ?? 0
}
