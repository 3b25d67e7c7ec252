/** The counts behind the limits of orders. */
import { type OrderStatus, UNDELIVERED_STATUSES, UNSHIPPED_STATUSES } from '@haat/contract/rules'
import { and, count, eq, inArray, isNull, or, type SQL, sql, sum } from 'drizzle-orm'
import { pipelined, type Reader, withoutIndex } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import type { OrderRow } from './orders.store.ts'

/** How many undelivered cash on delivery orders the customer has. */
export async function countOpenCodOrders(reader: Reader, customerId: number): Promise<number> {
  const { orders } = reader.tables
  const [row] = await reader
    .select({ orders: count() })
    .from(orders)
    .where(and(eq(orders.user_id, customerId), openCod(reader.tables)))
  return row?.orders ?? 0
}

/** How many undelivered cash on delivery orders go to a phone number or an address, of new customers. */
export async function countOpenCodOrdersOfNewCustomers<By extends 'shipping_phone' | 'address_key'>(
  reader: Reader,
  by: By,
  value: NonNullable<OrderRow[By]>,
): Promise<number> {
  const { orders } = reader.tables
  const [row] = await reader
    .select({ orders: count() })
    .from(orders)
    .where(and(eq(orders[by], value), openCod(reader.tables), ofNewCustomer(reader.tables)))
  return row?.orders ?? 0
}

/** Old orders have no method: those that are not paid are cash on delivery. */
const isCod = ({ orders }: Tables) =>
  or(eq(orders.payment_method, 'COD'), and(isNull(orders.payment_method), isNull(orders.paid_at)))

const openCod = (tables: Tables) => and(isCod(tables), inArray(tables.orders.status, UNDELIVERED_STATUSES))

/** The customer of the order is new: none of the customer's orders was delivered. */
const ofNewCustomer = ({ orders }: Tables) =>
  sql`not exists (select 1 from ${orders} delivered
    where delivered.user_id = ${orders.user_id} and delivered.status = 'DELIVERED')`

/** The pieces of a variant that new customers have reserved, one of them among these, and those that are left. */
export interface NewCustomersShare {
  variant_id: number
  reserved: number
  own: number
  stock: number
}

type Method = 'COD' | 'ONLINE'

const UNPAID_STATUSES: Record<Method, OrderStatus[]> = { COD: UNSHIPPED_STATUSES, ONLINE: ['PENDING'] }

/** Orders that reserve stock without payment: in cash on delivery until they are shipped, online until they are paid. */
const unpaid = (tables: Tables, method: Method, status = sql`${tables.orders.status}`) =>
  and(inArray(status, UNPAID_STATUSES[method]), method === 'COD' ? isCod(tables) : undefined)

/** A list with more rows than this is long. */
const LONG_LIST = 2000

/** Whether many orders have these statuses and few order items these variants: a short look at two indexes. */
function isRare({ orders, order_items }: Tables, variantIds: readonly number[], method: Method): SQL {
  const isLong = (rows: SQL) => sql`exists (${rows} limit 1 offset ${LONG_LIST})`
  const open = sql`select 1 from ${orders} where ${inArray(orders.status, UNPAID_STATUSES[method])}`
  const items = sql`select 1 from ${order_items} where ${inArray(order_items.variant_id, [...variantIds])}`
  return sql`(${isLong(open)} and not ${isLong(items)})`
}

/**
 * What new customers reserve of each of these variants in unpaid orders of this method. Reads the orders that are open,
 * not all that the variants ever had, unless those are few and the open ones are many.
 *
 * @param customerId whose own pieces are counted
 */
export async function findNewCustomersShares(
  reader: Reader,
  customerId: number,
  variantIds: readonly number[],
  method: Method,
): Promise<NewCustomersShare[]> {
  const { orders, order_items, variants } = reader.tables
  const { variant_id, quantity, order_id } = order_items
  const sums = {
    variant_id,
    reserved: sum(quantity).mapWith(Number),
    own: sql`sum(case when ${orders.user_id} = ${customerId} then ${quantity} else 0 end)`.mapWith(Number),
  }
  const rare = isRare(reader.tables, variantIds, method)
  const inOpenOrders = reader
    .select(sums)
    .from(orders)
    .innerJoin(order_items, eq(order_id, orders.id))
    .where(
      and(
        sql`not ${rare}`,
        unpaid(reader.tables, method),
        ofNewCustomer(reader.tables),
        inArray(withoutIndex(reader, variant_id), [...variantIds]),
      ),
    )
    .groupBy(variant_id)
  const inItems = reader
    .select(sums)
    .from(order_items)
    .innerJoin(orders, eq(order_id, orders.id))
    .where(
      and(
        rare,
        inArray(variant_id, [...variantIds]),
        unpaid(reader.tables, method, withoutIndex(reader, orders.status)),
        ofNewCustomer(reader.tables),
      ),
    )
    .groupBy(variant_id)
  const left = reader
    .select({ variant_id: variants.id, stock: variants.stock })
    .from(variants)
    .where(inArray(variants.id, [...variantIds]))
  const [found, stocks] = await pipelined(reader, [
    () => inOpenOrders.unionAll(inItems).execute(),
    () => left.execute(),
  ])
  return stocks.map((variant) => {
    const { reserved = 0, own = 0 } = found.find((row) => row.variant_id === variant.variant_id) ?? {}
    return { ...variant, reserved, own }
  })
}

/**
 * All pieces that new customers reserve, in cash on delivery orders that are not shipped and online orders that are not
 * paid, and all that are left.
 */
export async function countNewCustomersShare(reader: Reader): Promise<{ reserved: number; stock: number }> {
  const { orders, order_items, variants } = reader.tables
  const [held] = await reader
    .select({ pieces: sum(order_items.quantity) })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(
      and(or(unpaid(reader.tables, 'COD'), unpaid(reader.tables, 'ONLINE')), ofNewCustomer(reader.tables)),
    )
  const [left] = await reader.select({ pieces: sum(variants.stock) }).from(variants)
  return { reserved: Number(held?.pieces ?? 0), stock: Number(left?.pieces ?? 0) }
}

/** Whether an order of the customer was delivered. */
export async function hasDeliveredOrder(reader: Reader, customerId: number): Promise<boolean> {
  const { orders } = reader.tables
  const found = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.user_id, customerId), eq(orders.status, 'DELIVERED')))
    .limit(1)
  return found.length > 0
}

/** Undelivered orders that an older version stored without an address key. */
export async function findWithoutAddressKey(reader: Reader, limit: number) {
  const { orders } = reader.tables
  const { id, shipping_street, shipping_zip } = orders
  return reader
    .select({ id, shipping_street, shipping_zip })
    .from(orders)
    .where(and(isNull(orders.address_key), inArray(orders.status, UNDELIVERED_STATUSES)))
    .limit(limit)
}
