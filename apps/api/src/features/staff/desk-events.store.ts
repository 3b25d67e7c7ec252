/** What has happened since: events of orders and entries of the audit, in the order of their ids. */
import { asc, gt, max } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

const BATCH = 1000

export async function newestIds(reader: Reader): Promise<{ order: number; act: number }> {
  const { order_events, audit_entries } = reader.tables
  const [order] = await reader.select({ id: max(order_events.id) }).from(order_events)
  const [act] = await reader.select({ id: max(audit_entries.id) }).from(audit_entries)
  return { order: order?.id ?? 0, act: act?.id ?? 0 }
}

export function findOrderEvents(reader: Reader, after: number) {
  const { order_events: events } = reader.tables
  const columns = { id: events.id, order_id: events.order_id, kind: events.kind }
  return reader.select(columns).from(events).where(gt(events.id, after)).orderBy(asc(events.id)).limit(BATCH)
}

export function findActs(reader: Reader, after: number) {
  const { audit_entries: acts } = reader.tables
  const columns = { id: acts.id, act: acts.act, staff_name: acts.staff_name }
  return reader.select(columns).from(acts).where(gt(acts.id, after)).orderBy(asc(acts.id)).limit(BATCH)
}
