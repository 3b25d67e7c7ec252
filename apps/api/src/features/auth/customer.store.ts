import { eq, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type Customer = Tables['users']['$inferSelect']

const lock = prepared((tx: Tx) => {
  const { users } = tx.tables
  return tx
    .update(users)
    .set({ revision: sql`${users.revision} + 1` })
    .where(eq(users.id, sql.placeholder('id')))
    .returning()
    .prepare('lock_customer')
})

/**
 * Makes this customer's writes follow one another until the transaction ends. Comes first in every
 * transaction that reads something of the customer's in order to write.
 *
 * @returns the customer's row as it now is, or undefined when there is none
 */
export async function lockCustomer(tx: Tx, customerId: number): Promise<Customer | undefined> {
  const [customer] = await lock(tx).execute({ id: customerId })
  return customer
}

export async function findCustomer(reader: Reader, customerId: number): Promise<Customer | undefined> {
  const { users } = reader.tables
  const [customer] = await reader.select().from(users).where(eq(users.id, customerId))
  return customer
}

/** @param email trimmed and lower-cased, as the contract's `Email` leaves it */
export async function findCustomerByEmail(reader: Reader, email: string): Promise<Customer | undefined> {
  const { users } = reader.tables
  const [customer] = await reader.select().from(users).where(eq(users.email, email))
  return customer
}

export async function findCustomerByPhone(reader: Reader, phone: string): Promise<Customer | undefined> {
  const { users } = reader.tables
  const [customer] = await reader.select().from(users).where(eq(users.phone_number, phone))
  return customer
}

type NewCustomer = Pick<Customer, 'name' | 'email' | 'phone_number' | 'password_hash' | 'created_at'>

/** @returns the new row, or undefined when the e-mail address or phone number is taken */
export async function insertCustomer(tx: Tx, row: NewCustomer): Promise<Customer | undefined> {
  const { name, email, phone_number, password_hash, created_at } = row
  const [customer] = await tx
    .insert(tx.tables.users)
    .values({ name, email, phone_number, password_hash, created_at })
    .onConflictDoNothing()
    .returning()
  return customer
}

export async function storePasswordHash(tx: Tx, customerId: number, password_hash: string): Promise<void> {
  const { users } = tx.tables
  await tx.update(users).set({ password_hash }).where(eq(users.id, customerId))
}
