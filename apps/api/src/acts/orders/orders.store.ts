import { canCancel, ORDER_STATUSES } from '@haat/contract/rules'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, not, notInArray, or, sql } from 'drizzle-orm'
import { findIds, findRow, findRows, pick, type Reader } from '../../db/database.ts'
import { contains } from '../../db/match-text.ts'
import { emailOf, phoneOf } from '../../features/auth/customer.store.ts'
import { findPayments, paymentColumns, type PaymentRow } from '../../features/payments/payments.store.ts'
import { findRefunds, refundColumns, type RefundRow } from '../../features/payments/refunds.store.ts'
import { invoiceColumns } from '../../features/orders/documents.store.ts'
import { findCollectedCash } from '../../features/payments/ledger.store.ts'
import { countRefused } from '../customers/customers.store.ts'
import { findOrder, type OrderEventRow, type WholeOrder } from '../../features/orders/orders.store.ts'
import { exchangeColumns } from '../../features/orders/returns.store.ts'

/** Restricts a list of orders. They were placed before `to`. */
export interface OrderFilter extends Partial<Omit<InputOf<Staff['orders']['list']>, 'unknown_state'>> {
  /** Only those in India whose state is none of these. */
  states?: readonly string[] | undefined
  customer_id?: number
  limit: number
}

/** Orders of all customers, newest first, each with its customer's name and the number of its lines. Paise. */
export async function findAnyOrders(
  reader: Reader,
  { status, refund_due, stated, search, from, to, states, customer_id, limit }: OrderFilter,
) {
  const { orders, order_items, users } = reader.tables
  const payment = paymentColumns(reader.tables)
  const refunds = refundColumns(reader.tables)
  const { shipping_name, shipping_phone, order_number, tracking_number } = orders
  const searched = [
    shipping_name,
    shipping_phone,
    order_number,
    tracking_number,
    users.name,
    emailOf(users),
    users.phone_number,
  ]
  const listed = reader
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(
      and(
        search === undefined ? undefined : or(...searched.map((column) => contains(reader, column, search))),
        customer_id === undefined ? undefined : eq(orders.user_id, customer_id),
        from && gte(orders.created_at, from),
        to && lt(orders.created_at, to),
        states &&
          and(
            notInArray(orders.shipping_state, [...states]),
            inArray(orders.shipping_country, ['India', '']),
          ),
        status === undefined ? undefined : eq(orders.status, status),
        refund_due ? refunds.refund_open : undefined,
        stated && (stated === 'yes' ? payment.payment_told : not(payment.payment_told)),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)
    .as('listed')
  return reader
    .select({
      ...pick(orders, 'id', 'order_number', 'status', 'created_at', 'shipping_state', 'shipping_country'),
      ...pick(orders, 'total_amount', 'payment_method', 'asks_confirmation', 'confirmed_at'),
      customer: users.name,
      city: orders.shipping_city,
      lines: sql`(select count(*) from ${order_items} where ${order_items.order_id} = ${orders.id})`.mapWith(
        Number,
      ),
      payment_provider: payment.payment_provider,
      refund_due: refunds.refund_open,
      payment_stated: payment.payment_told,
      invoice_number: invoiceColumns(reader.tables).invoice_number,
    })
    .from(listed)
    .innerJoin(orders, eq(orders.id, listed.id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .orderBy(desc(orders.id))
}
export type OrderSummary = Awaited<ReturnType<typeof findAnyOrders>>[number]

/** Orders to pack and to ship with their items: those without a promised day, then the first promised first. */
export async function findParcels(reader: Reader, limit: number) {
  const { orders, order_items } = reader.tables
  const found = await reader
    .select({ ...getTableColumns(orders), ...exchangeColumns(reader.tables) })
    .from(orders)
    .where(inArray(orders.status, ['CONFIRMED', 'PROCESSING']))
    .orderBy(sql`coalesce(${orders.arrives_to}, '')`, asc(orders.id))
    .limit(limit)
  const ids = found.map(({ id }) => id)
  const items =
    ids.length === 0
      ? []
      : await findRows(reader, order_items, inArray(order_items.order_id, ids), asc(order_items.id))
  return found.map((order) => ({ order, items: items.filter(({ order_id }) => order_id === order.id) }))
}

export async function findIdOfNumber(reader: Reader, order_number: string): Promise<number | undefined> {
  const { orders } = reader.tables
  return (await findRow(reader, orders, eq(orders.order_number, order_number)))?.id
}

/** Ids of the orders that can be cancelled, oldest first. @param customerId of this customer alone */
export async function findCancellable(reader: Reader, customerId?: number): Promise<number[]> {
  const { orders } = reader.tables
  const isOpen = inArray(orders.status, ORDER_STATUSES.filter(canCancel))
  const isTheirs = customerId === undefined ? undefined : eq(orders.user_id, customerId)
  return findIds(reader, orders, and(isOpen, isTheirs), asc(orders.id))
}

/** An order with items, timeline, payments, refunds and customer. */
export interface MerchantOrder extends WholeOrder {
  /** Each with the one of the staff who caused it, if anybody did. */
  events: (OrderEventRow & { by: string | null })[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  courier_cash: Awaited<ReturnType<typeof findCollectedCash>>
  customer: { name: string; email: string; phone_number: string; refused: number }
}

export async function findAnyOrder(reader: Reader, id: number): Promise<MerchantOrder | undefined> {
  const { orders, users } = reader.tables
  const { name } = users
  const [owner] = await reader
    .select({ customerId: users.id, name, email: emailOf(users), phone_number: phoneOf(users) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(eq(orders.id, id))
  if (!owner) return undefined
  const { customerId, ...who } = owner
  const customer = { ...who, refused: await countRefused(reader, customerId) }
  const found = await findOrder(reader, customerId, id)
  const money = { payments: await findPayments(reader, id), refunds: await findRefunds(reader, id) }
  if (!found) return undefined
  const courier_cash = await findCollectedCash(reader, id)
  const actors = await findActors(reader, found.events)
  const events = found.events.map((event) => ({ ...event, by: actors.get(String(event.id)) ?? null }))
  return { ...found, ...money, courier_cash, customer, events }
}

/** Who of the staff caused events, by the event's id. */
async function findActors(reader: Reader, events: readonly OrderEventRow[]): Promise<Map<string, string>> {
  const { audit_changes: changes, audit_entries: entries } = reader.tables
  const keys = events.map(({ id }) => String(id))
  if (keys.length === 0) return new Map()
  const rows = await reader
    .select({ key: changes.row_key, name: entries.staff_name })
    .from(changes)
    .innerJoin(entries, eq(entries.id, changes.entry_id))
    .where(and(eq(changes.table_name, 'order_events'), inArray(changes.row_key, keys)))
  return new Map(rows.map(({ key, name }) => [key, name]))
}
