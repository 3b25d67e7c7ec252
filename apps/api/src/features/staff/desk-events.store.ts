/** What has happened since: events of orders and entries of the audit, in the order of their ids. */
import { asc, gt, max } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

/** Of each kind, at a time. */
const BATCH = 200

/** The newest ids. */
export async function newestIds(reader: Reader): Promise<{ order: number; act: number }> {
  const { order_events, audit_entries } = reader.tables
  const [order] = await reader.select({ id: max(order_events.id) }).from(order_events)
  const [act] = await reader.select({ id: max(audit_entries.id) }).from(audit_entries)
  return { order: order?.id ?? 0, act: act?.id ?? 0 }
}

export function findOrderEvents(reader: Reader, after: number) {
  const { order_events } = reader.tables
  return reader
    .select({ id: order_events.id, order_id: order_events.order_id, kind: order_events.kind })
    .from(order_events)
    .where(gt(order_events.id, after))
    .orderBy(asc(order_events.id))
    .limit(BATCH)
}

export function findActs(reader: Reader, after: number) {
  const { audit_entries } = reader.tables
  return reader
    .select({ id: audit_entries.id, act: audit_entries.act, staff_name: audit_entries.staff_name })
    .from(audit_entries)
    .where(gt(audit_entries.id, after))
    .orderBy(asc(audit_entries.id))
    .limit(BATCH)
}
