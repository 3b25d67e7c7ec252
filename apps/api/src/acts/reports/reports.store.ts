/** What reports add up: invoices and orders of a period, page by page, and sums by product and category. Paise. */
import { DELIVERY_PATH, SOLD_STATUSES } from '@haat/contract/rules'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  sql,
  sum,
} from 'drizzle-orm'
import { dayInIndia, findIds, type Reader } from '../../db/database.ts'
import { paymentColumns } from '../../features/payments/payments.store.ts'
import { invoiceColumns } from '../../features/orders/documents.store.ts'
import { findWholeOrders } from '../../features/orders/orders.store.ts'
import { PAGE, pages } from '../exporting/exporting.store.ts'

/** From a moment up to, not including, another. */
export interface Period {
  from: Date
  to: Date
}

/** The documents that were issued in a period, each with its order, in pages. */
export function documentsIn(reader: Reader, { from, to }: Period) {
  const { documents } = reader.tables
  const isIn = and(gte(documents.issued_at, from), lt(documents.issued_at, to))
  return pages(
    (after) =>
      reader
        .select()
        .from(documents)
        .where(and(isIn, gt(documents.id, after)))
        .orderBy(asc(documents.id))
        .limit(PAGE),
    async (page) => {
      const orderIds = page.map(({ order_id }) => order_id)
      const found = new Map((await findWholeOrders(reader, orderIds)).map((one) => [one.order.id, one]))
      return page.map((document) => ({ document, found: found.get(document.order_id)! }))
    },
  )
}

/** Ids of orders placed before `to` that were shipped without an invoice, the oldest first. */
export function findShippedWithoutInvoice(reader: Reader, to: Date): Promise<number[]> {
  const { orders } = reader.tables
  const shipped = DELIVERY_PATH.slice(DELIVERY_PATH.indexOf('SHIPPED'))
  const isWithout = and(
    isNull(invoiceColumns(reader.tables).invoice_number),
    gt(orders.total_amount, 0),
    inArray(orders.status, shipped),
    lt(orders.created_at, to),
  )
  return findIds(reader, orders, isWithout, asc(orders.id))
}

/**
 * Sums of the sold orders that were placed on each day of a period; what was sent in exchange was sold before. Days without
 * orders are left out.
 */
export async function findSalesByDay(reader: Reader, period: Period) {
  const { orders, order_items } = reader.tables
  const day = dayInIndia(reader, orders.created_at)
  const exchanged = reader
    .select({ id: order_items.id })
    .from(order_items)
    .where(and(eq(order_items.order_id, orders.id), isNotNull(order_items.replaces_item_id)))
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
    .where(and(isSoldIn(reader, period), notExists(exchanged)))
    .groupBy(day)
  const pieces = await reader
    .select({ day, pieces: sum(order_items.quantity).mapWith(Number) })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(and(isSoldIn(reader, period), isNull(order_items.replaces_item_id)))
    .groupBy(day)
  return { sums, pieces }
}

/** What came back or was lost on each day of a period, whenever it was ordered, at what it was sold for. */
export async function findReturnsByDay(reader: Reader, { from, to }: Period) {
  const { returns } = reader.tables
  const day = dayInIndia(reader, returns.at)
  return reader
    .select({ day, returned: sum(returns.amount).mapWith(Number) })
    .from(returns)
    .where(and(gte(returns.at, from), lt(returns.at, to)))
    .groupBy(day)
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
  return and(gte(orders.created_at, from), lt(orders.created_at, to), inArray(orders.status, SOLD_STATUSES))
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
    .where(and(isSoldIn(reader, period), paymentColumns(reader.tables).is_test))
  return sums!
}

/**
 * The products or the categories that sold for most in a period, after discounts and returns. Products count in the category that
 * they have today.
 */
export async function findTop(reader: Reader, by: 'product' | 'category', period: Period, limit: number) {
  const { orders, order_items, products, returns } = reader.tables
  const id = by === 'product' ? products.id : products.category_id
  const back = (column: 'amount' | 'quantity') =>
    sql`coalesce((select sum(${returns[column]}) from ${returns} where ${returns.order_item_id} = ${order_items.id}), 0)`
  const left = sql`${order_items.subtotal} - ${order_items.discount_amount} - ${back('amount')}`
  const revenue = sql<number>`sum(${left})`.mapWith(Number)
  return reader
    .select({
      id,
      /** That of one of its products. */
      name: sql<string>`min(${order_items.product_name})`,
      orders: count(
        sql`distinct case when ${order_items.replaces_item_id} is null then ${order_items.order_id} end`,
      ),
      pieces: sql<number>`sum(${order_items.quantity} - ${back('quantity')})`.mapWith(Number),
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
