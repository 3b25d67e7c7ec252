/** The ledger: every rupee that came in or went out, once. Rows are added only. */
import { and, asc, eq, gt, gte, lt, sql, type SQLWrapper } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

type LedgerEntry = Tables['ledger_entries']['$inferSelect']

/** Adds an entry, unless its source has one; nothing for no money. */
export async function addToLedger(tx: Tx, entry: Omit<LedgerEntry, 'id'>): Promise<void> {
  if (entry.amount === 0) return
  const { ledger_entries } = tx.tables
  await tx.insert(ledger_entries).values(entry).onConflictDoNothing({ target: ledger_entries.source })
}

/** What the shop has of an order's money that it does not owe back; null for an order without any entry. Paise. */
export async function moneyLeft(reader: Reader, orderId: number): Promise<number | null> {
  const { ledger_entries: ledger, refunds } = reader.tables
  const sum = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [came] = await reader
    .select({ amount: sum(ledger.amount) })
    .from(ledger)
    .where(and(eq(ledger.order_id, orderId), gt(ledger.amount, 0)))
  const [owed] = await reader
    .select({ amount: sum(refunds.amount) })
    .from(refunds)
    .where(eq(refunds.order_id, orderId))
  return came!.amount === 0 ? null : came!.amount - owed!.amount
}

/** Entries with the number of their order, the oldest first. @param after the id of the last one that was read */
export async function findLedgerEntries(
  reader: Reader,
  { from, to, after = 0, limit }: { from: Date; to: Date; after?: number; limit: number },
) {
  const { ledger_entries, orders } = reader.tables
  return reader
    .select({ entry: ledger_entries, order_number: orders.order_number })
    .from(ledger_entries)
    .innerJoin(orders, eq(orders.id, ledger_entries.order_id))
    .where(and(gte(ledger_entries.at, from), lt(ledger_entries.at, to), gt(ledger_entries.id, after)))
    .orderBy(asc(ledger_entries.id))
    .limit(limit)
}

/**
 * Orders whose ledger does not say what their payments and refunds do, by the numbers that people read. There are none
 * unless somebody wrote to the database.
 */
export async function findUnbalanced(reader: Reader): Promise<string[]> {
  const { ledger_entries: ledger, orders, payments, refunds } = reader.tables
  const recorded = sql`coalesce((select sum(${ledger.amount}) from ${ledger} where ${ledger.order_id} = ${orders.id}), 0)`
  const cash = sql`coalesce((select sum(${ledger.amount}) from ${ledger} where ${ledger.order_id} = ${orders.id} and ${ledger.kind} = 'cash'), 0)`
  const paid = sql`coalesce((select sum(${payments.amount} - coalesce(${payments.fee}, 0)) from ${payments} where ${payments.order_id} = ${orders.id} and ${payments.state} in ('PAID', 'PAID_AGAIN')), 0)`
  const refunded = sql`coalesce((select sum(${refunds.amount}) from ${refunds} where ${refunds.order_id} = ${orders.id} and ${refunds.state} = 'PAID'), 0)`
  const rows = await reader
    .select({ number: orders.order_number })
    .from(orders)
    .where(sql`${recorded} <> ${cash} + ${paid} - ${refunded}`)
    .limit(20)
  return rows.map(({ number }) => number)
}
