import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import type { OrderRow } from '../orders/orders.store.ts'

type PaymentEventRow = Tables['payment_events']['$inferSelect']

/** The order of a payment, found by either of its names: the caller compares the other. */
export async function findPaidOrder(
  reader: Reader,
  names: { merchantOrderId: string; transactionId: string },
): Promise<OrderRow | undefined> {
  const { orders } = reader.tables
  const found = await findByTransaction(reader, names.transactionId)
  if (found) return found
  const [order] = await reader
    .select()
    .from(orders)
    .where(eq(orders.merchant_order_id, names.merchantOrderId))
  return order
}

export async function findByTransaction(
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

/** The provider's final word on an order so far, or undefined. */
export async function findSettlement(
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

/** Keeps a message of the provider; one that was kept as a mismatch is replaced. */
export async function storePaymentEvent(tx: Tx, event: Omit<PaymentEventRow, 'id'>): Promise<void> {
  const { payment_events } = tx.tables
  const { state, amount, outcome, at } = event
  await tx
    .insert(payment_events)
    .values(event)
    .onConflictDoUpdate({ target: payment_events.event_id, set: { state, amount, outcome, at } })
}
