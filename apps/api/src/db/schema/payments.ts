/** The online payments of orders, refunds, and the events of payment providers. */
import { sql } from 'drizzle-orm'
import type { Kit } from './kit.postgres.ts'
import type { Orders } from './orders.ts'

export function definePayments(kit: Kit, { orders }: Orders) {
  const { table, id, integer, money, text, moment, index, uniqueIndex, check } = kit
  const order = () =>
    integer()
      .notNull()
      .references(() => orders.id)
  /** The tries to pay an order online. */
  const payments = table(
    'payments',
    {
      id: id(),
      order_id: order(),
      /** Name of the provider. */
      provider: text().notNull(),
      /** What the provider calls the order, and this payment. */
      merchant_order_id: text().notNull().unique(),
      transaction_id: text().notNull().unique(),
      /** Where the customer pays; null until the provider has opened the payment. */
      payment_url: text(),
      amount: money().notNull(),
      /**
       * `PROCESSING`: the provider has the payment and reports its result later. `PAID_AGAIN`: another one had paid the order
       * before, and this one is to be refunded.
       */
      state: text().$type<'STARTED' | 'PROCESSING' | 'PAID' | 'PAID_AGAIN' | 'FAILED'>().notNull(),
      started_at: moment().notNull(),
      paid_at: moment(),
      failed_at: moment(),
    },
    (t) => [
      index('payments_order').on(t.order_id, t.id),
      // At most one pays the order.
      uniqueIndex('payments_paid')
        .on(t.order_id)
        .where(sql`${t.state} = 'PAID'`),
      check('payments_amount', sql`${t.amount} >= 0`),
    ],
  )
  /** Money that the merchant owes a customer, or has paid back. */
  const refunds = table(
    'refunds',
    {
      id: id(),
      order_id: order(),
      /** The payment that is paid back; null for what the provider did not receive. */
      payment_id: integer().references(() => payments.id),
      amount: money().notNull(),
      /** The UPI id to pay it to, where the customer paid in cash. */
      upi: text(),
      state: text().$type<'DUE' | 'PAID'>().notNull(),
      /** What the bank or the provider calls the transfer. */
      reference: text(),
      due_at: moment().notNull(),
      paid_at: moment(),
    },
    (t) => [
      index('refunds_order').on(t.order_id),
      index('refunds_state').on(t.state, t.paid_at),
      index('refunds_payment').on(t.payment_id),
      check('refunds_amount', sql`${t.amount} >= 0`),
    ],
  )
  /** Every verified event of a payment provider, once. */
  const payment_events = table(
    'payment_events',
    {
      id: id(),
      event_id: text().notNull().unique(),
      payment_id: integer()
        .notNull()
        .references(() => payments.id),
      state: text().$type<'COMPLETED' | 'FAILED' | 'PENDING'>().notNull(),
      amount: money().notNull(),
      /** The result. A mismatch is for the merchant to resolve: it leaves the order unchanged. */
      outcome: text().$type<'applied' | 'ignored' | 'amount_mismatch'>().notNull(),
      at: moment().notNull(),
    },
    (t) => [index('payment_events_payment').on(t.payment_id)],
  )
  return { payments, refunds, payment_events }
}
