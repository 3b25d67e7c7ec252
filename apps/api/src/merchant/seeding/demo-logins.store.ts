import { inArray } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

const DEMO_LOGINS = ['asha@example.com', 'vikram@example.com']

/** Whether a customer of the demo, whose password everybody knows, is in the shop. */
export async function hasDemoLogins(reader: Reader): Promise<boolean> {
  const { users } = reader.tables
  const found = await reader.select({ id: users.id }).from(users).where(inArray(users.email, DEMO_LOGINS))
  return found.length > 0
}
