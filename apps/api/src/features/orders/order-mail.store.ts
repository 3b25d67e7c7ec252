import type { Language } from '@haat/contract/languages'
import { eq, sql } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'
import { emailOf } from '../auth/customer.store.ts'
import { findItems, orderColumns } from './orders.store.ts'

/** What the mails about an order need: the order, its items and its customer. Undefined when there is no such order. */
export async function findMailedOrder(reader: Reader, id: number) {
  const { orders, users } = reader.tables
  const [order] = await reader
    .select({
      ...orderColumns(reader.tables),
      customer: {
        name: users.name,
        email: emailOf(users),
        language: sql<Language>`coalesce(${orders.language}, ${users.language})`,
      },
      /** The customer's proven number, or that of the address. */
      text_to: sql<string>`case when ${users.phone_verified_at} is null then ${orders.shipping_phone} else ${users.phone_number} end`,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(eq(orders.id, id))
  return order && { ...order, items: await findItems(reader, [id]) }
}

export type MailedOrder = NonNullable<Awaited<ReturnType<typeof findMailedOrder>>>
