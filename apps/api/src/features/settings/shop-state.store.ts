/** Which data a shop holds: whether it is a demo, or empty. */
import { inArray } from 'drizzle-orm'
import { hasRow, type Reader } from '../../db/database.ts'

const DEMO_LOGINS = ['asha@example.com', 'vikram@example.com']

/** Whether the shop has demo customers, whose password is public. */
export const hasDemoLogins = (reader: Reader): Promise<boolean> =>
  hasRow(reader, reader.tables.users, inArray(reader.tables.users.email, DEMO_LOGINS))

/** Whether the shop has no products, categories, customers or orders. */
export async function isShopEmpty(reader: Reader): Promise<boolean> {
  for (const name of ['products', 'categories', 'users', 'orders'] as const)
    if (await hasRow(reader, reader.tables[name])) return false
  return true
}
