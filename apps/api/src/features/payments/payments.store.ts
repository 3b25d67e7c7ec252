import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type PaymentRow = Tables['payments']['$inferSelect']
export type RefundRow = Tables['refunds']['$inferSelect']
type PaymentEventRow = Tables['payment_events']['$inferSelect']

/** What the payments and refunds of an order say about it: columns for a query of orders. */
export function paymentColumns({ orders, payments, refunds }: Tables) {
  // Nested, so that drizzle keeps the names of the tables in a query of orders alone.
  const exists = (rows: ReturnType<typeof sql>) => sql`exists (${rows})`.mapWith(Boolean)
  const amount = (state: string) =>
    sql`coalesce((${sql`select sum(${refunds.amount}) from ${refunds}
      where ${refunds.order_id} = ${orders.id} and ${refunds.state} = ${state}`}), 0)`.mapWith(Number)
  return {
    /** Of the latest try. */
    payment_provider: sql<string | null>`(${sql`select ${payments.provider} from ${payments}
      where ${payments.order_id} = ${orders.id} order by ${payments.id} desc limit 1`})`,
    /** Whether a provider has the payment, and has not decided about it. */
    processing: exists(sql`select 1 from ${payments} where ${payments.order_id} = ${orders.id}
      and ${payments.state} = 'PROCESSING' and ${orders.status} = 'PENDING'`),
    refund_due_amount: amount('DUE'),
    refunded_amount: amount('PAID'),
  }
}

/** The tries to pay an order, the oldest first. */
export async function findPayments(reader: Reader, orderId: number): Promise<PaymentRow[]> {
  const { payments } = reader.tables
  return reader.select().from(payments).where(eq(payments.order_id, orderId)).orderBy(asc(payments.id))
}

/** The latest payment of an order. */
export const findPayment = async (reader: Reader, orderId: number): Promise<PaymentRow | undefined> =>
  (await findPayments(reader, orderId)).at(-1)

/** The payment with one of the two ids that the provider knows; the caller compares the other. */
export async function findPaymentByReference(
  reader: Reader,
  ids: { merchantOrderId?: string; transactionId: string },
): Promise<PaymentRow | undefined> {
  const { payments } = reader.tables
  const [payment] = await reader
    .select()
    .from(payments)
    .where(
      or(
        eq(payments.transaction_id, ids.transactionId),
        ids.merchantOrderId === undefined ? undefined : eq(payments.merchant_order_id, ids.merchantOrderId),
      ),
    )
    .limit(1)
  return payment
}

export async function insertPayment(
  tx: Tx,
  payment: Omit<Tables['payments']['$inferInsert'], 'state'>,
): Promise<void> {
  await tx.insert(tx.tables.payments).values({ ...payment, state: 'STARTED' })
}

/** Stores where the customer pays, unless that is stored already. */
export async function setPaymentUrl(tx: Tx, id: number, payment_url: string): Promise<void> {
  const { payments } = tx.tables
  await tx
    .update(payments)
    .set({ payment_url })
    .where(and(eq(payments.id, id), isNull(payments.payment_url)))
}

/** What is reported later changes nothing any more, but for a success after a failure. */
const RANKS = { STARTED: 0, PROCESSING: 1, FAILED: 2, PAID: 3, PAID_AGAIN: 3 } as const

/** Moves a payment on. @returns whether it was in an earlier state */
export async function advancePayment(
  tx: Tx,
  { id, state: before }: PaymentRow,
  state: PaymentRow['state'],
  at: Date,
): Promise<boolean> {
  if (RANKS[state] <= RANKS[before]) return false
  const { payments } = tx.tables
  const isPaid = state === 'PAID' || state === 'PAID_AGAIN'
  const times = { ...(isPaid && { paid_at: at }), ...(state === 'FAILED' && { failed_at: at }) }
  await tx
    .update(payments)
    .set({ state, ...times })
    .where(eq(payments.id, id))
  return true
}

export async function findPaymentEvent(
  reader: Reader,
  eventId: string,
): Promise<PaymentEventRow | undefined> {
  const { payment_events } = reader.tables
  const [event] = await reader.select().from(payment_events).where(eq(payment_events.event_id, eventId))
  return event
}

/** Stores an event of the provider; an event that did not match before is replaced. */
export async function storePaymentEvent(tx: Tx, event: Omit<PaymentEventRow, 'id'>): Promise<void> {
  const { payment_events } = tx.tables
  const { state, amount, outcome, at } = event
  await tx
    .insert(payment_events)
    .values(event)
    .onConflictDoUpdate({ target: payment_events.event_id, set: { state, amount, outcome, at } })
}

export async function findRefunds(reader: Reader, orderId: number): Promise<RefundRow[]> {
  const { refunds } = reader.tables
  return reader.select().from(refunds).where(eq(refunds.order_id, orderId)).orderBy(asc(refunds.id))
}

/** Owes the customer of an order money, of the payment that paid it. @returns the id of the refund */
export async function insertRefund(
  tx: Tx,
  refund: { order_id: number; payment_id?: number; amount: number; upi?: string | null; due_at: Date },
): Promise<number> {
  const { payments, refunds } = tx.tables
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.order_id, refund.order_id), eq(payments.state, 'PAID')))
  const row = { payment_id: payment?.id ?? null, ...refund, state: 'DUE' as const }
  const [inserted] = await tx.insert(refunds).values(row).returning({ id: refunds.id })
  return inserted!.id
}

/**
 * Records that what the shop owed for an order is paid back.
 *
 * @param reference what the bank calls the transfer
 */
export async function settleRefunds(
  tx: Tx,
  orderId: number,
  paid_at: Date,
  reference?: string,
): Promise<void> {
  const { refunds } = tx.tables
  await tx
    .update(refunds)
    .set({ state: 'PAID', paid_at, reference: reference ?? null })
    .where(and(eq(refunds.order_id, orderId), eq(refunds.state, 'DUE')))
}
