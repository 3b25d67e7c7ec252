import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/**
 * Makes the writes of one customer follow one another: called first in every transaction that writes what
 * belongs to them, so that what is read after it stays true until the transaction ends.
 *
 * @returns the customer, or undefined when the account is gone
 */
export async function lockCustomer(tx: Tx, customerId: number) {
  const { users } = tx.tables
  const [customer] = await tx
    .update(users)
    .set({ revision: sql`${users.revision} + 1` })
    .where(eq(users.id, customerId))
    .returning({ id: users.id, name: users.name, email: users.email, phone_number: users.phone_number })
  return customer
}
