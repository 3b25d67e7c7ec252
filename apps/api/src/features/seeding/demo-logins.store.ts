import { eq } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

/** Whether the demo's customers are in the shop. */
export async function hasDemoLogins(reader: Reader): Promise<boolean> {
  const { users } = reader.tables
  const found = await reader.select({ id: users.id }).from(users).where(eq(users.email, 'asha@example.com'))
  return found.length > 0
}
