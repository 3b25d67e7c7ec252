import { UNDELIVERED_STATUSES } from '@haat/contract/rules'
import { and, asc, count, desc, eq, inArray, or } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'
import { contains } from '../../db/match-text.ts'
import { phoneOf } from '../../features/auth/customer.store.ts'

/** Customers, newest first; `search` matches part of the name, e-mail address or phone number. */
export async function findCustomers(
  reader: Reader,
  { search, limit }: { search?: string | undefined; limit: number },
) {
  const { users, orders } = reader.tables
  const { id, name, email, created_at, blocked_at } = users
  const phone_number = phoneOf(users)
  return reader
    .select({ id, name, email, phone_number, created_at, blocked_at, orders: count(orders.id) })
    .from(users)
    .leftJoin(orders, eq(orders.user_id, users.id))
    .where(
      search
        ? or(...[name, email, phone_number].map((column) => contains(reader, column, search)))
        : undefined,
    )
    .groupBy(users.id)
    .orderBy(desc(id))
    .limit(limit)
}

/** The customer's orders that are neither delivered nor void, oldest first. Amounts in paise. */
export async function findOpenOrders(reader: Reader, customerId: number) {
  const { orders } = reader.tables
  const { id, order_number, status, total_amount } = orders
  return reader
    .select({ id, order_number, status, total_amount })
    .from(orders)
    .where(and(eq(orders.user_id, customerId), inArray(status, ['PENDING', ...UNDELIVERED_STATUSES])))
    .orderBy(asc(id))
}
