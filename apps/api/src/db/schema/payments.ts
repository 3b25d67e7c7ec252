/** The online payments of orders, refunds, the events of payment providers, and the ledger. */
import { sql } from 'drizzle-orm'
import type { Kit } from './kit.postgres.ts'
import type { Orders } from './orders.ts'

export function definePayments(kit: Kit, { orders, order_events }: Orders) {
  const { table, id, idOf, integer, money, text, flag, moment, index, uniqueIndex, unique, check } = kit
  const order = () => idOf(() => orders.id)
  /** The tries to pay an order online. */
  const payments = table(
    'payments',
    {
      id: id(),
      order_id: order(),
      /** Name of the provider, and whether no money moves there: it has keys for tests. */
      provider: text().notNull(),
      simulated: flag().notNull().default(false),
      /** What the shop calls the payment at the provider, and on the page where it is made. */
      merchant_order_id: text().notNull().unique(),
      transaction_id: text().notNull().unique(),
      /** What the provider calls the payment, once it is opened. */
      provider_reference: text(),
      /** What the provider calls the money, once it is paid. */
      provider_payment_id: text(),
      /** Where the customer pays; null until the provider has opened the payment. */
      payment_url: text(),
      amount: money().notNull(),
      /**
       * `PROCESSING`: the provider, or the merchant's bank, has the payment, and reports its result later. `PAID_AGAIN`:
       * another one had paid the order before, and this one is to be refunded.
       */
      state: text().$type<'STARTED' | 'PROCESSING' | 'PAID' | 'PAID_AGAIN' | 'FAILED'>().notNull(),
      started_at: moment().notNull(),
      paid_at: moment(),
      failed_at: moment(),
      /** Why the provider did not open it, or an attempt to pay it failed, for the staff. */
      problem: text(),
      /** The number of the bank transfer that the customer states, of a payment to the shop's own UPI id. */
      utr: text(),
      /** When the provider is asked next for a payment, and for refunds of it; null: no more. */
      next_check_at: moment(),
      /** The provider's charge with its tax. */
      fee: money(),
      /** When the provider's settlement file had it, and what the bank calls that transfer. */
      settled_at: moment(),
      settlement: text(),
    },
    (t) => [
      index('payments_order').on(t.order_id, t.id),
      index('payments_check').on(t.next_check_at),
      index('payments_money').on(t.provider_payment_id),
      // At most one pays the order.
      uniqueIndex('payments_paid')
        .on(t.order_id)
        .where(sql`${t.state} = 'PAID'`),
      unique('payments_utr').on(t.utr),
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
      /** What made it due, and says what it is for; null for what the merchant paid at the provider alone. */
      event_id: integer().references(() => order_events.id),
      amount: money().notNull(),
      /** The UPI id to pay it to, where the merchant pays it. */
      upi: text(),
      /** `SENT`: the provider has it, and reports its result later. */
      state: text().$type<'DUE' | 'SENT' | 'PAID'>().notNull(),
      /** What the shop and the provider call it there. */
      merchant_refund_id: text().unique(),
      provider_refund_id: text(),
      /** Why the provider did not pay it: the merchant pays it back. */
      problem: text(),
      /** When it is sent, or the provider is asked, next; null: no more. */
      next_check_at: moment(),
      /** What the bank or the provider calls the transfer. */
      reference: text(),
      due_at: moment().notNull(),
      paid_at: moment(),
      /** When the provider's settlement file had it, and what the bank calls that transfer. */
      settled_at: moment(),
      settlement: text(),
    },
    (t) => [
      index('refunds_order').on(t.order_id, t.state),
      index('refunds_state').on(t.state, t.paid_at),
      index('refunds_payment').on(t.payment_id),
      index('refunds_event').on(t.event_id),
      index('refunds_check').on(t.next_check_at),
      check('refunds_amount', sql`${t.amount} >= 0`),
    ],
  )
  /** Every verified event of a payment provider, once. */
  const payment_events = table(
    'payment_events',
    {
      id: id(),
      event_id: text().notNull().unique(),
      payment_id: idOf(() => payments.id),
      state: text().$type<'COMPLETED' | 'FAILED' | 'PENDING'>().notNull(),
      amount: money().notNull(),
      /** The result. A mismatch is for the merchant to resolve: it leaves the order unchanged. */
      outcome: text().$type<'applied' | 'ignored' | 'amount_mismatch'>().notNull(),
      at: moment().notNull(),
    },
    (t) => [index('payment_events_payment').on(t.payment_id)],
  )
  /** Every rupee that came in or went out, once: rows are added only. */
  const ledger_entries = table(
    'ledger_entries',
    {
      id: id(),
      order_id: order(),
      /** `with_courier`: cash that a courier has collected, until it is handed over and becomes `cash`. */
      kind: text().$type<'payment' | 'with_courier' | 'cash' | 'fee' | 'refund'>().notNull(),
      /** Positive for what came in. */
      amount: money().notNull(),
      /** What it is about, such as `refund:7`: one entry each. */
      source: text().notNull().unique(),
      /** Name of the provider of the payment that it is about; null for cash. */
      provider: text(),
      /** No money moved: reports leave it out. */
      simulated: flag().notNull().default(false),
      at: moment().notNull(),
    },
    (t) => [index('ledger_entries_order').on(t.order_id), index('ledger_entries_at').on(t.at)],
  )
  return { payments, refunds, payment_events, ledger_entries }
}
