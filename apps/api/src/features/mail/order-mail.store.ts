import { asc, eq } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

/** An order as its mails tell of it, with its customer; undefined when there is none. */
export async function findMailedOrder(reader: Reader, orderId: number) {
  const { orders, order_items, users } = reader.tables
  const [found] = await reader
    .select({ order: orders, name: users.name, email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(eq(orders.id, orderId))
  if (!found) return undefined
  const items = await reader
    .select()
    .from(order_items)
    .where(eq(order_items.order_id, orderId))
    .orderBy(asc(order_items.id))
  return { ...found.order, items, customer: { name: found.name, email: found.email } }
}

export type MailedOrder = NonNullable<Awaited<ReturnType<typeof findMailedOrder>>>
