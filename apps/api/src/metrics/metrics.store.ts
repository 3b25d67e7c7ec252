import { count, isNull } from 'drizzle-orm'
import type { Reader } from '../db/database.ts'

export async function countOrdersByStatus(reader: Reader) {
  const { orders } = reader.tables
  return reader.select({ status: orders.status, orders: count() }).from(orders).groupBy(orders.status)
}

/** Mails that are not sent yet. */
export async function countWaitingMails(reader: Reader): Promise<number> {
  const { outbox } = reader.tables
  const [row] = await reader.select({ mails: count() }).from(outbox).where(isNull(outbox.done_at))
  return row?.mails ?? 0
}
