/** Refunds: what the merchant owes customers, and what is paid back of it, when and where to. */
import { and, asc, eq, isNull, inArray, lte, ne, sql } from 'drizzle-orm'
import {
  changeRows,
  deleteRows,
  findRow,
  findRows,
  insertRow,
  type Reader,
  type Tx,
} from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { addToLedger } from './ledger.store.ts'
import { paymentColumns } from './payments.store.ts'

export type RefundRow = Tables['refunds']['$inferSelect']

/** What the refunds of an order say about it: columns for a query of orders. */
export function refundColumns(tables: Tables) {
  const { orders, refunds } = tables
  // Nested, so that drizzle keeps the names of the tables in a query of orders alone.
  const exists = (rows: ReturnType<typeof sql>) => sql`exists (${rows})`.mapWith(Boolean)
  const amount = (...states: RefundRow['state'][]) =>
    sql`coalesce((${sql`select sum(${refunds.amount}) from ${refunds}
      where ${refunds.order_id} = ${orders.id} and ${inArray(refunds.state, states)}`}), 0)`.mapWith(Number)
  return {
    refund_due_amount: amount('DUE', 'SENT'),
    /** Whether the merchant pays some of it by hand, and the UPI id that the customer gave for it. */
    refund_by_hand: exists(sql`select 1 from ${refunds} where ${refunds.order_id} = ${orders.id}
      and ${isOwed({ refunds })} and ${refunds.amount} > 0 and not ${paymentColumns(tables).is_test}`),
    refund_upi: sql<string | null>`(${sql`select ${refunds.upi} from ${refunds}
      where ${refunds.order_id} = ${orders.id} and ${isOwed({ refunds })} and ${refunds.upi} is not null
      order by ${refunds.id} desc limit 1`})`,
    /** Whether the merchant is to pay some of it; of nothing, for money in another currency. */
    refund_open: exists(sql`select 1 from ${refunds} where ${refunds.order_id} = ${orders.id}
      and ${isOwed({ refunds })}`),
    refunded_amount: amount('PAID'),
    /** The UPI id to which the merchant paid it, unless the latest went another way. */
    refunded_to: sql<string | null>`(${sql`select ${refunds.upi} from ${refunds}
      where ${refunds.order_id} = ${orders.id} and ${refunds.state} = 'PAID'
      order by ${refunds.id} desc limit 1`})`,
    refund_reference: sql<string | null>`(${sql`select ${refunds.reference} from ${refunds}
      where ${refunds.order_id} = ${orders.id} and ${refunds.state} = 'PAID'
      order by ${refunds.id} desc limit 1`})`,
  }
}

/** Who pays a refund back: the provider that has the money, or null for the merchant. */
export const refundPayer = (
  { state, next_check_at }: Pick<RefundRow, 'state' | 'next_check_at'>,
  provider: string | null,
): string | null => (state === 'DUE' && next_check_at === null ? null : provider)

/** Of refunds that the merchant is to pay back. */
export const isOwed = ({ refunds }: Pick<Tables, 'refunds'>) =>
  and(eq(refunds.state, 'DUE'), isNull(refunds.next_check_at))

export async function findRefunds(reader: Reader, orderId: number): Promise<RefundRow[]> {
  const { refunds } = reader.tables
  return findRows(reader, refunds, eq(refunds.order_id, orderId), asc(refunds.id))
}

const owedOf = ({ tables }: Reader, orderId: number) =>
  and(eq(tables.refunds.order_id, orderId), isOwed(tables))

/** What the merchant is to pay back of an order, and has not. Paise. */
export async function sumOwed(reader: Reader, orderId: number): Promise<number> {
  const owed = await reader.select().from(reader.tables.refunds).where(owedOf(reader, orderId))
  return owed.reduce((sum, { amount }) => sum + amount, 0)
}

/** Says where the refunds go that the merchant is to pay of an order. */
export const sendOwedTo = async (tx: Tx, orderId: number, upi: string): Promise<void> =>
  void (await tx.update(tx.tables.refunds).set({ upi }).where(owedOf(tx, orderId)))

/** Takes an amount off what the merchant is to pay back of an order, the oldest first: it pays the order after all. */
export async function keepOwed(tx: Tx, orderId: number, amount: number): Promise<void> {
  const { refunds } = tx.tables
  const owed = await findRows(tx, refunds, owedOf(tx, orderId), asc(refunds.id))
  let rest = amount
  for (const refund of owed) {
    const kept = Math.min(rest, refund.amount)
    rest -= kept
    if (kept === 0) continue
    if (kept === refund.amount) await deleteRefund(tx, refund.id)
    else await changeRows(tx, refunds, { amount: refund.amount - kept }, eq(refunds.id, refund.id))
  }
}

/** A moment in which the staff can take back what made the refund due; ms. */
const SEND_AFTER_MS = 60_000

/** Gateways refuse to pay back less, and the merchant does it; paise. */
export const LEAST_SENT = 100

/** Owes the customer of an order money, of the payment that paid it. */
export async function insertRefund(
  tx: Tx,
  refund: Pick<RefundRow, 'order_id' | 'amount' | 'due_at'> &
    Partial<Pick<RefundRow, 'payment_id' | 'event_id' | 'upi'>>,
): Promise<RefundRow> {
  const { payments, refunds } = tx.tables
  const isIt =
    refund.payment_id == null
      ? and(eq(payments.order_id, refund.order_id), eq(payments.state, 'PAID'))
      : eq(payments.id, refund.payment_id)
  const payment = await findRow(tx, payments, isIt)
  // Without the provider's name of the money, only the merchant can pay it back.
  const sendAt = new Date(refund.due_at.getTime() + SEND_AFTER_MS)
  const isByHand = payment?.provider_reference == null || refund.amount < LEAST_SENT
  const next_check_at = isByHand ? null : sendAt
  const row = { ...refund, payment_id: payment?.id ?? null, next_check_at, state: 'DUE' as const }
  return insertRow(tx, refunds, row)
}

/** Refunds that a provider is to pay, or to be asked about, now. */
export async function findRefundsToCheck(reader: Reader, now: Date, limit: number): Promise<RefundRow[]> {
  const { refunds } = reader.tables
  return reader
    .select()
    .from(refunds)
    .where(lte(refunds.next_check_at, now))
    .orderBy(asc(refunds.next_check_at), asc(refunds.id))
    .limit(limit)
}

/** @param by the id, or what shop and provider call it */
export function findRefund(
  reader: Reader,
  by: { id: number } | { merchant_refund_id: string },
): Promise<RefundRow | undefined> {
  const { refunds } = reader.tables
  const isIt = 'id' in by ? eq(refunds.id, by.id) : eq(refunds.merchant_refund_id, by.merchant_refund_id)
  return findRow(reader, refunds, isIt)
}

/** A settlement of the provider had it. */
export const markRefundSettled = (
  tx: Tx,
  id: number,
  settled: Pick<RefundRow, 'settled_at' | 'settlement'>,
): Promise<number> => changeRows(tx, tx.tables.refunds, settled, eq(tx.tables.refunds.id, id))

/** Nothing is owed any more. */
export const deleteRefund = (tx: Tx, id: number): Promise<number> =>
  deleteRows(tx, tx.tables.refunds, eq(tx.tables.refunds.id, id))

/** Changes a refund that is not paid yet. */
export function updateRefund(
  tx: Tx,
  id: number,
  changes: Partial<Omit<RefundRow, 'id' | 'order_id'>>,
): Promise<number> {
  const { refunds } = tx.tables
  return changeRows(tx, refunds, changes, and(eq(refunds.id, id), ne(refunds.state, 'PAID')))
}

/**
 * Records that what the shop owed for an order is paid back: one refund, or all that no provider is paying.
 *
 * @param reference what the bank calls the transfer
 * @returns what is paid
 */
export async function settleRefunds(
  tx: Tx,
  orderId: number,
  {
    now: paid_at,
    reference = null,
    refund_id: id,
  }: { now: Date; reference?: string | null; refund_id?: number },
): Promise<RefundRow[]> {
  const { refunds, payments } = tx.tables
  const which = id === undefined ? isOwed(tx.tables) : and(eq(refunds.id, id), ne(refunds.state, 'PAID'))
  const paid = await tx
    .update(refunds)
    .set({ state: 'PAID', paid_at, reference, next_check_at: null })
    .where(and(eq(refunds.order_id, orderId), which))
    .returning()
  for (const { id: refund, order_id, amount, payment_id } of paid) {
    const payment = payment_id === null ? null : await findRow(tx, payments, eq(payments.id, payment_id))
    const { provider = null, simulated = false } = payment ?? {}
    const entry = {
      kind: 'refund',
      amount: -amount,
      source: `refund:${refund}`,
      provider,
      simulated,
    } as const
    await addToLedger(tx, { order_id, ...entry, at: paid_at })
  }
  return paid
}
