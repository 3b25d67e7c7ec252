import { and, count, isNull, lte } from 'drizzle-orm'
import type { Reader } from '../db/database.ts'

export async function countOrdersByStatus(reader: Reader) {
  const { orders } = reader.tables
  return reader.select({ status: orders.status, orders: count() }).from(orders).groupBy(orders.status)
}

/** Mails that are due and not sent yet. */
export function countWaitingMails(reader: Reader, now: Date): Promise<number> {
  const { outbox } = reader.tables
  return reader.$count(outbox, and(isNull(outbox.done_at), lte(outbox.next_at, now)))
}
