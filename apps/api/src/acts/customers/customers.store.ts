import { UNDELIVERED_STATUSES } from '@haat/contract/rules'
import { and, asc, count, desc, eq, inArray, or, sum } from 'drizzle-orm'
import { pick, type Reader } from '../../db/database.ts'
import { contains } from '../../db/match-text.ts'
import { emailOf, phoneOf } from '../../features/auth/customer.store.ts'

/** Customers, newest first; `search` matches part of the name, e-mail address or phone number. */
export async function findCustomers(
  reader: Reader,
  { search, id: only, limit }: { search?: string | undefined; id?: number; limit: number },
) {
  const { users, orders } = reader.tables
  const [email, phone_number] = [emailOf(users), phoneOf(users)]
  return reader
    .select({
      ...pick(users, 'id', 'name', 'created_at', 'blocked_at', 'cod_blocked_at', 'tags', 'email_verified_at'),
      ...{ email, phone_number, orders: count(orders.id) },
    })
    .from(users)
    .leftJoin(orders, eq(orders.user_id, users.id))
    .where(
      and(
        only === undefined ? undefined : eq(users.id, only),
        search
          ? or(
              ...[users.name, email, phone_number, users.tags].map((column) =>
                contains(reader, column, search),
              ),
            )
          : undefined,
      ),
    )
    .groupBy(users.id)
    .orderBy(desc(users.id))
    .limit(limit)
}

/** What a customer paid for delivered orders, in paise, and how many parcels were not accepted. */
export async function findTotals(reader: Reader, customerId: number) {
  const { orders } = reader.tables
  const { status, total_amount } = orders
  const [row] = await reader
    .select({ spent: sum(total_amount).mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.user_id, customerId), eq(status, 'DELIVERED')))
  return { spent: row?.spent ?? 0, refused: await countRefused(reader, customerId) }
}

/** How many parcels a customer did not accept at the door. */
export async function countRefused(reader: Reader, customerId: number): Promise<number> {
  const { orders, order_events: events } = reader.tables
  const [row] = await reader
    .select({ refused: count() })
    .from(orders)
    .innerJoin(events, eq(events.order_id, orders.id))
    .where(and(eq(orders.user_id, customerId), eq(events.kind, 'refused')))
  return row?.refused ?? 0
}

/** The customer's orders that are neither delivered nor void, oldest first. Amounts in paise. */
export async function findOpenOrders(reader: Reader, customerId: number) {
  const { orders } = reader.tables
  return reader
    .select(pick(orders, 'id', 'order_number', 'status', 'total_amount'))
    .from(orders)
    .where(and(eq(orders.user_id, customerId), inArray(orders.status, ['PENDING', ...UNDELIVERED_STATUSES])))
    .orderBy(asc(orders.id))
}
