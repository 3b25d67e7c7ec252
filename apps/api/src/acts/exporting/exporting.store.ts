/** Reads the shop page by page, in the order of ids, in constant memory. */
import { SOLD_STATUSES } from '@haat/contract/rules'
import { and, asc, count, desc, eq, gt, inArray, sql, sum } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'
import { emailOf, phoneOf } from '../../features/auth/customer.store.ts'
import {
  findItems,
  orderColumns,
  type OrderItemRow,
  type OrderRow,
} from '../../features/orders/orders.store.ts'
import { findWholeProducts } from '../catalogue/catalogue-rows.store.ts'

export const PAGE = 500

export type ExportedProduct = Awaited<ReturnType<typeof findWholeProducts>>[number]

/** Reads pages of rows in the order of their ids, and what belongs to them. */
export async function* pages<Row extends { id: number }, Record>(
  readPage: (after: number) => Promise<Row[]>,
  complete: (page: Row[], ids: number[]) => Promise<Record[]>,
): AsyncGenerator<Record[]> {
  for (let ids = [0]; ;) {
    const page = await readPage(ids.at(-1)!)
    if (page.length === 0) return
    ids = page.map(({ id }) => id)
    yield complete(page, ids)
  }
}

/** Every product that has variants, published or not. */
export function allProducts(reader: Reader): AsyncGenerator<ExportedProduct[]> {
  const { products } = reader.tables
  return pages(
    (after) =>
      reader.select().from(products).where(gt(products.id, after)).orderBy(asc(products.id)).limit(PAGE),
    async (page) => (await findWholeProducts(reader, page)).filter(({ variants }) => variants.length > 0),
  )
}

export interface ExportedOrder {
  order: OrderRow
  customer: { name: string; email: string; phone_number: string }
  items: OrderItemRow[]
}

export function allOrders(reader: Reader): AsyncGenerator<ExportedOrder[]> {
  const { orders, users } = reader.tables
  const { id } = orders
  const customer = { name: users.name, email: emailOf(users), phone_number: phoneOf(users) }
  return pages(
    (after) =>
      reader
        .select({ id, order: orderColumns(reader.tables), customer })
        .from(orders)
        .innerJoin(users, eq(users.id, orders.user_id))
        .where(gt(id, after))
        .orderBy(asc(id))
        .limit(PAGE),
    async (page, ids) => {
      const itemsOf = Map.groupBy(await findItems(reader, ids), (row) => row.order_id)
      return page.map((row) => ({ ...row, items: itemsOf.get(row.id) ?? [] }))
    },
  )
}

export type ExportedCustomer =
  ReturnType<typeof allCustomers> extends AsyncGenerator<(infer One)[]> ? One : never

/** Every customer, without password and sessions. */
export function allCustomers(reader: Reader) {
  const { users, addresses, orders, returns } = reader.tables
  const { id, name, created_at } = users
  const returned = sql`coalesce((select sum(${returns.amount}) from ${returns} where ${returns.order_id} = ${orders.id}), 0)`
  return pages(
    (after) =>
      reader
        .select({ id, name, email: emailOf(users), phone_number: phoneOf(users), created_at })
        .from(users)
        .where(gt(id, after))
        .orderBy(asc(id))
        .limit(PAGE),
    async (page, ids) => {
      const addressRows = await reader
        .select()
        .from(addresses)
        .where(inArray(addresses.user_id, ids))
        .orderBy(desc(addresses.is_default), asc(addresses.id))
      const sums = await reader
        .select({
          user_id: orders.user_id,
          orders: count(),
          total: sum(sql`${orders.total_amount} - ${returned}`),
        })
        .from(orders)
        .where(and(inArray(orders.user_id, ids), inArray(orders.status, SOLD_STATUSES)))
        .groupBy(orders.user_id)
      const addressesOf = Map.groupBy(addressRows, (row) => row.user_id)
      const sumOf = new Map(sums.map((row) => [row.user_id, row]))
      return page.map((customer) => ({
        ...customer,
        /** The number of orders that are sold: confirmed and not cancelled. */
        orders: sumOf.get(customer.id)?.orders ?? 0,
        /** The total of these orders, less what came back of them, in paise. */
        total_spent: Number(sumOf.get(customer.id)?.total ?? 0),
        /** The default one first. */
        addresses: addressesOf.get(customer.id) ?? [],
      }))
    },
  )
}
