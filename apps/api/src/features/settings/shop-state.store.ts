/** Which data a shop holds: whether it is a demo, or empty. */
import { inArray } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

const DEMO_LOGINS = ['asha@example.com', 'vikram@example.com']

/** Whether the shop has demo customers, whose password is public. */
export async function hasDemoLogins(reader: Reader): Promise<boolean> {
  const { users } = reader.tables
  const found = await reader.select({ id: users.id }).from(users).where(inArray(users.email, DEMO_LOGINS))
  return found.length > 0
}

/** Whether the shop has no products, categories, customers or orders. */
export async function isShopEmpty(reader: Reader): Promise<boolean> {
  for (const name of ['products', 'categories', 'users', 'orders'] as const)
    if ((await reader.$count(reader.tables[name])) > 0) return false
  return true
}
