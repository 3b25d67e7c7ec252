import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

type OrderRow = Tables['orders']['$inferSelect']
type PaymentEventRow = Tables['payment_events']['$inferSelect']

/** The order with one of the two ids of a payment; the caller compares the other. */
export async function findOrderOfPayment(
  reader: Reader,
  ids: { merchantOrderId: string; transactionId: string },
): Promise<OrderRow | undefined> {
  const { orders } = reader.tables
  const found = await findByTransactionId(reader, ids.transactionId)
  if (found) return found
  const [order] = await reader.select().from(orders).where(eq(orders.merchant_order_id, ids.merchantOrderId))
  return order
}

export async function findByTransactionId(
  reader: Reader,
  transactionId: string,
): Promise<OrderRow | undefined> {
  const { orders } = reader.tables
  const [order] = await reader.select().from(orders).where(eq(orders.transaction_id, transactionId))
  return order
}

export async function findPaymentEvent(
  reader: Reader,
  eventId: string,
): Promise<PaymentEventRow | undefined> {
  const { payment_events } = reader.tables
  const [event] = await reader.select().from(payment_events).where(eq(payment_events.event_id, eventId))
  return event
}

/** The last final state that the provider reported for an order, or undefined. */
export async function findFinalState(
  reader: Reader,
  orderId: number,
): Promise<PaymentEventRow['state'] | undefined> {
  const { payment_events } = reader.tables
  const [event] = await reader
    .select({ state: payment_events.state })
    .from(payment_events)
    .where(
      and(
        eq(payment_events.order_id, orderId),
        inArray(payment_events.state, ['COMPLETED', 'FAILED']),
        ne(payment_events.outcome, 'amount_mismatch'),
      ),
    )
    .orderBy(desc(payment_events.id))
    .limit(1)
  return event?.state
}

/** Whether the provider has reported that it has the payment: a result follows. It may be there by now. */
export async function isPaymentProcessing(reader: Reader, orderId: number): Promise<boolean> {
  const { payment_events } = reader.tables
  const [event] = await reader
    .select({ id: payment_events.id })
    .from(payment_events)
    .where(
      and(
        eq(payment_events.order_id, orderId),
        eq(payment_events.state, 'PENDING'),
        ne(payment_events.outcome, 'amount_mismatch'),
      ),
    )
    .limit(1)
  return event !== undefined
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
