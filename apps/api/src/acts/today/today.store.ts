import { UNDELIVERED_STATUSES } from '@haat/contract/rules'
import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  min,
  not,
  notLike,
} from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'
import { isStated, paymentColumns } from '../../features/payments/payments.store.ts'
import { isOwed } from '../../features/payments/refunds.store.ts'

const OPEN = ['PENDING', ...UNDELIVERED_STATUSES] as const

/** How many orders wait in each status, and since when the oldest; those with a payment to compare are counted there. */
export async function countOpenOrders(reader: Reader) {
  const { orders } = reader.tables
  const isTold = paymentColumns(reader.tables).payment_told
  const rows = await reader
    .select({ status: orders.status, orders: count(), oldest: min(orders.created_at) })
    .from(orders)
    .where(and(inArray(orders.status, OPEN), not(isTold)))
    .groupBy(orders.status)
  return OPEN.flatMap((status) => {
    const row = rows.find((one) => one.status === status)
    return row?.oldest ? [{ status, orders: row.orders, oldest: row.oldest }] : []
  })
}

/** How many orders wait for a refund by the merchant. @param isFailed only those of which a provider did not pay one */
export async function countOrdersWithRefundDue(reader: Reader, isFailed = false): Promise<number> {
  const { refunds } = reader.tables
  const [row] = await reader
    .select({ orders: countDistinct(refunds.order_id) })
    .from(refunds)
    .where(and(isOwed(reader.tables), isFailed ? isNotNull(refunds.problem) : undefined))
  return row?.orders ?? 0
}

/** How many payments the merchant is to compare with the bank. */
export const countStatedPayments = (reader: Reader): Promise<number> =>
  reader.$count(reader.tables.payments, isStated(reader.tables))

/** When somebody of the staff last changed something but orders. */
export async function findLastAct(reader: Reader): Promise<Date | undefined> {
  const { audit_entries: entries, audit_changes: changes } = reader.tables
  const changed = reader.select({ id: changes.id }).from(changes).where(eq(changes.entry_id, entries.id))
  const [row] = await reader
    .select({ at: entries.at })
    .from(entries)
    .where(and(notLike(entries.act, 'orders.%'), notLike(entries.act, 'packing.%'), exists(changed)))
    .orderBy(desc(entries.id))
    .limit(1)
  return row?.at
}
