/** The ledger: every rupee that came in or went out, once. Rows are added only. */
import { and, count, desc, eq, gt, gte, inArray, lt, min, sql, type SQLWrapper } from 'drizzle-orm'
import { dayInIndia, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

type LedgerEntry = Tables['ledger_entries']['$inferSelect']

/** Adds an entry, unless its source has one; nothing for no money. */
export async function addToLedger(tx: Tx, entry: Omit<LedgerEntry, 'id'>): Promise<void> {
  if (entry.amount === 0) return
  const { ledger_entries } = tx.tables
  await tx.insert(ledger_entries).values(entry).onConflictDoNothing({ target: ledger_entries.source })
}

/** What the source of an entry begins with that takes cash from a courier. */
const HANDED_OVER = 'handed over:'

/** Adds cash of an order: as it is delivered, or passes from the courier to the shop. Paise. */
export const addCash = (
  tx: Tx,
  entry: Pick<LedgerEntry, 'order_id' | 'amount' | 'at'> & { kind: 'cash' | 'with_courier' },
): Promise<void> => {
  const { kind, order_id, amount, at } = entry
  const source = `${amount < 0 ? HANDED_OVER : `${kind}:`}${order_id}:${at.getTime()}`
  return addToLedger(tx, { ...entry, source, provider: null, simulated: false })
}

/**
 * Cash that couriers have collected and not handed over, the longest waiting first.
 *
 * @param orderId of this order alone
 */
export async function findCourierCash(reader: Reader, orderId?: number) {
  const { ledger_entries: ledger, orders } = reader.tables
  const { order_number, courier, tracking_number } = orders
  const amount = sql`sum(${ledger.amount})`.mapWith(Number)
  const delivered_at = min(ledger.at)
  return reader
    .select({ order_id: orders.id, order_number, courier, tracking_number, amount, delivered_at })
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.order_id))
    .where(
      and(eq(ledger.kind, 'with_courier'), orderId === undefined ? undefined : eq(ledger.order_id, orderId)),
    )
    .groupBy(orders.id, order_number, courier, tracking_number)
    .having(gt(amount, 0))
    .orderBy(delivered_at, orders.id)
}

/** What the courier of an order collected, in paise, and when it was handed over; null of any other order. */
export async function findCollectedCash(reader: Reader, orderId: number) {
  const { ledger_entries: ledger } = reader.tables
  const rows = await reader
    .select({ amount: ledger.amount, at: ledger.at, source: ledger.source })
    .from(ledger)
    .where(and(eq(ledger.order_id, orderId), eq(ledger.kind, 'with_courier')))
    .orderBy(ledger.id)
  const held = rows.reduce((sum, { amount }) => sum + amount, 0)
  if (held > 0) return { amount: held, handed_over_at: null }
  // Otherwise the delivery was undone.
  const last = rows.at(-1)
  return last?.source.startsWith(HANDED_OVER) ? { amount: -last.amount, handed_over_at: last.at } : null
}

/** What moved on each day in India, by kind and provider. Paise; `day` counts from 1970. */
export async function findMoneyByDay(reader: Reader, { from, to }: Period) {
  const { ledger_entries: ledger } = reader.tables
  const day = dayInIndia(reader, ledger.at)
  const { kind, provider, simulated } = ledger
  return reader
    .select({
      ...{ day, kind, provider, simulated },
      ...{ amount: sql`sum(${ledger.amount})`.mapWith(Number), entries: count() },
    })
    .from(ledger)
    .where(isIn(reader, { from, to }))
    .groupBy(day, kind, provider, simulated)
    .orderBy(day)
}

interface Period {
  from: Date
  /** The first moment after it. */
  to: Date
}

const isIn = ({ tables: { ledger_entries: ledger } }: Reader, { from, to }: Period) =>
  and(gte(ledger.at, from), lt(ledger.at, to))

/**
 * What the shop has of an order's money above what it keeps and what it owes or has paid back, in paise; below 0 where more
 * went back. Null for an order without any entry.
 */
export async function moneyLeft(
  reader: Reader,
  orderId: number,
  { kept }: { kept: number },
): Promise<number | null> {
  const { ledger_entries: ledger, refunds } = reader.tables
  const sum = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [came] = await reader
    .select({ amount: sum(ledger.amount) })
    .from(ledger)
    .where(and(eq(ledger.order_id, orderId), inArray(ledger.kind, ['payment', 'cash', 'with_courier'])))
  const [owed] = await reader
    .select({ amount: sum(refunds.amount) })
    .from(refunds)
    .where(eq(refunds.order_id, orderId))
  return came!.amount === 0 ? null : came!.amount - owed!.amount - kept
}

/** The last entries with the number of their order, the newest first. @param before the id of the last one that was read */
export async function findLedgerEntries(
  reader: Reader,
  period: Period,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  const { ledger_entries: ledger, orders } = reader.tables
  const { id, at, kind, provider, amount, simulated } = ledger
  return reader
    .select({ id, at, order_number: orders.order_number, kind, provider, amount, simulated })
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.order_id))
    .where(and(isIn(reader, period), before === undefined ? undefined : lt(id, before)))
    .orderBy(desc(id))
    .limit(limit)
}

/**
 * Orders whose ledger does not say what their payments and refunds do, by the numbers that people read. There are none
 * unless somebody wrote to the database.
 */
export async function findUnbalanced(reader: Reader): Promise<string[]> {
  const { ledger_entries: ledger, orders, payments, refunds } = reader.tables
  const recorded = sql`coalesce((select sum(${ledger.amount}) from ${ledger} where ${ledger.order_id} = ${orders.id}), 0)`
  const cash = sql`coalesce((select sum(${ledger.amount}) from ${ledger} where ${ledger.order_id} = ${orders.id} and ${ledger.kind} in ('cash', 'with_courier')), 0)`
  const paid = sql`coalesce((select sum(${payments.amount} - coalesce(${payments.fee}, 0)) from ${payments} where ${payments.order_id} = ${orders.id} and ${payments.state} in ('PAID', 'PAID_AGAIN')), 0)`
  const refunded = sql`coalesce((select sum(${refunds.amount}) from ${refunds} where ${refunds.order_id} = ${orders.id} and ${refunds.state} = 'PAID'), 0)`
  const rows = await reader
    .select({ number: orders.order_number })
    .from(orders)
    .where(sql`${recorded} <> ${cash} + ${paid} - ${refunded}`)
    .limit(20)
  return rows.map(({ number }) => number)
}
