/** What reports add up: invoices and orders of a period, page by page, and sums by product and category. Paise. */
import { DELIVERY_PATH } from '@haat/contract/rules'
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, or, sql, sum } from 'drizzle-orm'
import { dayInIndia, type Reader } from '../../db/database.ts'
import { TEST_BANK } from '../../features/payments/payments.ts'
import { paymentColumns } from '../../features/payments/payments.store.ts'
import type { OrderItemRow, OrderRow } from '../../features/orders/orders.store.ts'
import { allOrders } from '../exporting/exporting.store.ts'

/** From a moment up to, not including, another. */
export interface Period {
  from: Date
  to: Date
}

export interface InvoicedOrder {
  order: OrderRow
  items: OrderItemRow[]
  /** When the order was cancelled; null when it was not. */
  cancelled_at: Date | null
}

/**
 * Orders that were invoiced before the end of a period, and of the earlier ones only those that are cancelled, in
 * pages.
 */
export async function* invoicedOrders(reader: Reader, { from, to }: Period): AsyncGenerator<InvoicedOrder[]> {
  const { orders, order_events } = reader.tables
  const isAsked = or(gte(orders.invoiced_at, from), eq(orders.status, 'CANCELLED'))
  for await (const page of allOrders(reader, and(lt(orders.invoiced_at, to), isAsked))) {
    const cancelled = page.filter(({ order }) => order.status === 'CANCELLED').map(({ order }) => order.id)
    const events = await reader
      .select({ order_id: order_events.order_id, at: order_events.at })
      .from(order_events)
      .where(and(inArray(order_events.order_id, cancelled), eq(order_events.status, 'CANCELLED')))
      .orderBy(desc(order_events.id))
    // The first event wins: the newest come first.
    const cancelledAt = new Map(events.map(({ order_id, at }) => [order_id, at]))
    yield page.map(({ order, items }) => ({
      order,
      items,
      cancelled_at: order.status === 'CANCELLED' ? (cancelledAt.get(order.id) ?? order.created_at) : null,
    }))
  }
}

/** Ids of orders placed before `to` that were shipped without an invoice, the oldest first. */
export async function findShippedWithoutInvoice(reader: Reader, to: Date): Promise<number[]> {
  const { orders } = reader.tables
  const shipped = DELIVERY_PATH.slice(DELIVERY_PATH.indexOf('SHIPPED'))
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.invoice_number), inArray(orders.status, shipped), lt(orders.created_at, to)))
    .orderBy(asc(orders.id))
  return rows.map(({ id }) => id)
}

/** Sums of the sold orders that were placed on each day of a period. Days without orders are left out. */
export async function findSalesByDay(reader: Reader, period: Period) {
  const { orders, order_items } = reader.tables
  const day = dayInIndia(reader, orders.created_at)
  const sums = await reader
    .select({
      day,
      orders: count(),
      items_total: sum(orders.items_total).mapWith(Number),
      total_shipping_price: sum(orders.total_shipping_price).mapWith(Number),
      total_discount_amount: sum(orders.total_discount_amount).mapWith(Number),
      total_amount: sum(orders.total_amount).mapWith(Number),
    })
    .from(orders)
    .where(isSoldIn(reader, period))
    .groupBy(day)
  const pieces = await reader
    .select({ day, pieces: sum(order_items.quantity).mapWith(Number) })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(isSoldIn(reader, period))
    .groupBy(day)
  return { sums, pieces }
}

/** What was paid back on each day of a period, whenever the orders were placed. */
export async function findRefundsByDay(reader: Reader, { from, to }: Period) {
  const { refunds } = reader.tables
  const day = dayInIndia(reader, refunds.paid_at)
  return reader
    .select({ day, refunded: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.state, 'PAID'), gte(refunds.paid_at, from), lt(refunds.paid_at, to)))
    .groupBy(day)
}

const isSoldIn = (reader: Reader, { from, to }: Period) => {
  const { orders } = reader.tables
  return and(gte(orders.created_at, from), lt(orders.created_at, to), inArray(orders.status, DELIVERY_PATH))
}

/** How many of the sold orders of a period were paid at the test bank, without money, and their total. */
export async function findTestBankSales(reader: Reader, period: Period) {
  const { orders } = reader.tables
  const [sums] = await reader
    .select({
      orders: count(),
      amount: sql<number>`coalesce(sum(${orders.total_amount}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(and(isSoldIn(reader, period), eq(paymentColumns(reader.tables).payment_provider, TEST_BANK)))
  return sums!
}

/**
 * The products or the categories that sold for most in a period, after discounts. Products count in the category that
 * they have today.
 */
export async function findTop(reader: Reader, by: 'product' | 'category', period: Period, limit: number) {
  const { orders, order_items, products } = reader.tables
  const id = by === 'product' ? products.id : products.category_id
  const revenue = sql<number>`sum(${order_items.subtotal} - ${order_items.discount_amount})`.mapWith(Number)
  return reader
    .select({
      id,
      /** That of one of its products. */
      name: sql<string>`min(${order_items.product_name})`,
      orders: count(sql`distinct ${order_items.order_id}`),
      pieces: sum(order_items.quantity).mapWith(Number),
      revenue,
    })
    .from(order_items)
    .innerJoin(orders, eq(orders.id, order_items.order_id))
    .innerJoin(products, eq(products.id, order_items.product_id))
    .where(isSoldIn(reader, period))
    .groupBy(id)
    .orderBy(desc(revenue), asc(id))
    .limit(limit)
}
