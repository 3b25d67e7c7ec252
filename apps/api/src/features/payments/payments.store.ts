import { and, type AnyColumn, asc, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { changeRows, findRow, findRows, hasRow, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { addToLedger } from './ledger.store.ts'

export type PaymentRow = Tables['payments']['$inferSelect']
type PaymentEventRow = Tables['payment_events']['$inferSelect']

/** What the payments of an order say about it: columns for a query of orders. */
export function paymentColumns({ orders, payments }: Tables) {
  // Nested, so that drizzle keeps the names of the tables in a query of orders alone.
  const exists = (rows: ReturnType<typeof sql>) => sql`exists (${rows})`.mapWith(Boolean)
  const openUpi = (column: AnyColumn) =>
    sql<string | null>`(${sql`select ${column} from ${payments} where ${payments.order_id} = ${orders.id}
      and ${payments.provider} = 'upi' and ${inArray(payments.state, ['STARTED', 'PROCESSING'])}
      and ${payments.payment_url} is not null
      order by ${payments.utr} is not null desc, ${payments.id} desc limit 1`})`
  const isTest = sql`select 1 from ${payments} where ${payments.order_id} = ${orders.id} and ${payments.simulated}`
  return {
    /** Of the payment that paid it, which also pays its refunds; until then of the latest try. */
    payment_provider: sql<string | null>`(${sql`select ${payments.provider} from ${payments}
      where ${payments.order_id} = ${orders.id}
      order by ${payments.state} = 'PAID' desc, ${payments.id} desc limit 1`})`,
    /** Whether it is to be paid where no money moves. */
    is_test: exists(isTest),
    /** Whether a provider has the payment, and has not decided about it. */
    processing: exists(sql`select 1 from ${payments} where ${payments.order_id} = ${orders.id}
      and ${payments.state} = 'PROCESSING' and ${orders.status} = 'PENDING'`),
    /** Whether a provider is still asked about a try to pay it. */
    is_asked: exists(sql`select 1 from ${payments} where ${payments.order_id} = ${orders.id}
      and ${inArray(payments.state, ['STARTED', 'PROCESSING'])} and ${payments.next_check_at} is not null`),
    /** Whether the customer told a transfer by UPI that the merchant has not compared with the bank. */
    payment_told: exists(sql`select 1 from ${payments} where ${payments.order_id} = ${orders.id}
      and ${isStated({ payments })}`),
    /** Where the customer tells a transfer by UPI, and its UTR once it is told. */
    upi_page: openUpi(payments.payment_url),
    upi_utr: openUpi(payments.utr),
  }
}

/** Of payments that the merchant compares with the bank: the customer told a UTR. */
export const isStated = ({ payments }: Pick<Tables, 'payments'>) =>
  and(isNotNull(payments.utr), eq(payments.state, 'PROCESSING'))

/** The tries to pay an order, the oldest first. */
export async function findPayments(reader: Reader, orderId: number): Promise<PaymentRow[]> {
  const { payments } = reader.tables
  return findRows(reader, payments, eq(payments.order_id, orderId), asc(payments.id))
}

/** The gateways that pay back orders, by the order: those that have their money. */
export async function findPayers(reader: Reader, orderIds: number[]): Promise<Map<number, string>> {
  const { order_id, provider, state, provider_reference } = reader.tables.payments
  const rows = await reader
    .select({ order_id, provider })
    .from(reader.tables.payments)
    .where(and(inArray(order_id, orderIds), eq(state, 'PAID'), isNotNull(provider_reference)))
  return new Map(rows.map((row) => [row.order_id, row.provider]))
}

/** The latest payment of an order. */
export const findPayment = async (reader: Reader, orderId: number): Promise<PaymentRow | undefined> =>
  (await findPayments(reader, orderId)).at(-1)

/** The payment with one of the ids that the provider knows; the caller compares the other. */
export function findPaymentByReference(
  reader: Reader,
  { merchantOrderId, transactionId }: { merchantOrderId?: string; transactionId: string | null },
): Promise<PaymentRow | undefined> {
  const { payments } = reader.tables
  const isIt = or(
    transactionId === null ? undefined : eq(payments.transaction_id, transactionId),
    merchantOrderId === undefined ? undefined : eq(payments.merchant_order_id, merchantOrderId),
  )
  return findRow(reader, payments, isIt)
}

/** The payment that a customer stated this number of a bank transfer for. */
export const findPaymentByUtr = (reader: Reader, utr: string): Promise<PaymentRow | undefined> =>
  findRow(reader, reader.tables.payments, eq(reader.tables.payments.utr, utr))

/** The paid payment that a provider pays back, by what the shop calls it or the provider its money. */
export function findRefunded(
  reader: Reader,
  { merchantOrderId, providerPaymentId }: { merchantOrderId?: string; providerPaymentId?: string | null },
): Promise<PaymentRow | undefined> {
  const { payments } = reader.tables
  const isIt = providerPaymentId
    ? eq(payments.provider_payment_id, providerPaymentId)
    : eq(payments.merchant_order_id, merchantOrderId ?? '')
  return findRow(reader, payments, and(isIt, inArray(payments.state, ['PAID', 'PAID_AGAIN'])))
}

/** Payments that providers are to be asked about now, also for refunds, the longest waiting first. */
export async function findPaymentsToCheck(reader: Reader, now: Date, limit: number): Promise<PaymentRow[]> {
  const { payments } = reader.tables
  return reader
    .select()
    .from(payments)
    .where(lte(payments.next_check_at, now))
    .orderBy(asc(payments.next_check_at), asc(payments.id))
    .limit(limit)
}

/** Changes what does not depend on the state of a payment. */
export const updatePayment = (
  tx: Tx,
  id: number,
  changes: Partial<Omit<PaymentRow, 'id' | 'order_id' | 'state' | 'amount'>>,
): Promise<number> => changeRows(tx, tx.tables.payments, changes, eq(tx.tables.payments.id, id))

/** The customer told the wrong number of the transfer: the payment is as before. */
export function forgetUtr(tx: Tx, id: number): Promise<number> {
  const { payments } = tx.tables
  const isTold = and(eq(payments.id, id), eq(payments.state, 'PROCESSING'))
  return changeRows(tx, payments, { utr: null, state: 'STARTED' }, isTold)
}

export async function insertPayment(
  tx: Tx,
  payment: Omit<Tables['payments']['$inferInsert'], 'state'>,
): Promise<void> {
  await tx.insert(tx.tables.payments).values({ ...payment, state: 'STARTED' })
}

/** When a provider is asked first what became of a payment that is paid; ms. */
const ASK_AFTER_MS = 3_600_000

/** What is reported later changes nothing any more, but for a success after a failure. */
const RANKS = { STARTED: 0, PROCESSING: 1, FAILED: 2, PAID: 3, PAID_AGAIN: 3 } as const

/**
 * Moves a payment on, and records money that came: row and ledger say the same amount.
 *
 * @param money what the provider calls it, its charge, and what came where that is not what was asked for; paise
 * @returns whether it was in an earlier state
 */
export async function advancePayment(
  tx: Tx,
  payment: PaymentRow,
  state: PaymentRow['state'],
  at: Date,
  money: { provider_payment_id: string | null; fee: number | null; amount?: number } = {
    provider_payment_id: null,
    fee: null,
  },
): Promise<boolean> {
  const { id, state: before, order_id, provider, simulated } = payment
  if (RANKS[state] <= RANKS[before]) return false
  const { payments } = tx.tables
  const isPaid = state === 'PAID' || state === 'PAID_AGAIN'
  const next_check_at = payment.provider_reference === null ? null : new Date(at.getTime() + ASK_AFTER_MS)
  const times = {
    ...(isPaid && { paid_at: at, next_check_at, problem: null, ...money }),
    ...(state === 'FAILED' && { failed_at: at }),
  }
  await changeRows(tx, payments, { state, ...times }, eq(payments.id, id))
  if (isPaid) {
    const source = `payment:${id}`
    const { amount = payment.amount } = money
    await addToLedger(tx, { order_id, kind: 'payment', amount, source, provider, simulated, at })
    await addFee(tx, payment, money.fee, at)
  }
  return true
}

/** Records a provider's charge once. */
export async function addFee(
  tx: Tx,
  { id, order_id, provider, simulated }: Pick<PaymentRow, 'id' | 'order_id' | 'provider' | 'simulated'>,
  fee: number | null,
  at: Date,
): Promise<void> {
  if (fee === null || fee <= 0) return
  await tx.update(tx.tables.payments).set({ fee }).where(eq(tx.tables.payments.id, id))
  const source = `fee:${id}`
  await addToLedger(tx, { order_id, kind: 'fee', amount: -fee, source, provider, simulated, at })
}

export const findPaymentEvent = (reader: Reader, eventId: string): Promise<PaymentEventRow | undefined> =>
  findRow(reader, reader.tables.payment_events, eq(reader.tables.payment_events.event_id, eventId))

/** Whether it was told before that a payment came with this amount. */
export function hasMismatch(reader: Reader, paymentId: number, amount: number): Promise<boolean> {
  const { payment_events: events } = reader.tables
  const isIt = and(
    eq(events.payment_id, paymentId),
    eq(events.amount, amount),
    eq(events.outcome, 'amount_mismatch'),
  )
  return hasRow(reader, events, isIt)
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
