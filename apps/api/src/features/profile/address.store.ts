import { and, asc, count, desc, eq, lt, sql } from 'drizzle-orm'
import { LIMITS } from '@haat/contract/rules'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type AddressRow = Tables['addresses']['$inferSelect']
export type AddressFields = Omit<AddressRow, 'id' | 'user_id' | 'is_default'>

const own = (reader: Reader, customerId: number, id: number) => {
  const { addresses } = reader.tables
  return and(eq(addresses.user_id, customerId), eq(addresses.id, id))
}

/** The default first, then in the order they were added. */
export async function findAddresses(reader: Reader, customerId: number): Promise<AddressRow[]> {
  const { addresses } = reader.tables
  return reader
    .select()
    .from(addresses)
    .where(eq(addresses.user_id, customerId))
    .orderBy(desc(addresses.is_default), asc(addresses.id))
}

/** One of the customer's addresses. */
export async function findAddress(
  reader: Reader,
  customerId: number,
  id: number,
): Promise<AddressRow | undefined> {
  const [address] = await reader
    .select()
    .from(reader.tables.addresses)
    .where(own(reader, customerId, id))
  return address
}

/** Counts one address more. @returns how many there now are, or undefined when there may be no more */
export async function takeAddressPlace(tx: Tx, customerId: number): Promise<number | undefined> {
  const { users } = tx.tables
  const [row] = await tx
    .update(users)
    .set({ address_count: sql`${users.address_count} + 1` })
    .where(and(eq(users.id, customerId), lt(users.address_count, LIMITS.addresses)))
    .returning({ address_count: users.address_count })
  return row?.address_count
}

export async function insertAddress(
  tx: Tx,
  customerId: number,
  fields: AddressFields & { is_default: boolean },
): Promise<AddressRow> {
  const [address] = await tx
    .insert(tx.tables.addresses)
    .values({ ...fields, user_id: customerId })
    .returning()
  return address!
}

export async function updateAddress(
  tx: Tx,
  customerId: number,
  id: number,
  fields: AddressFields,
): Promise<void> {
  await tx
    .update(tx.tables.addresses)
    .set(fields)
    .where(own(tx, customerId, id))
}

/** Makes one address the customer's only default one. @returns whether it is the customer's */
export async function makeDefault(tx: Tx, customerId: number, id: number): Promise<boolean> {
  const { addresses } = tx.tables
  if (!(await findAddress(tx, customerId, id))) return false
  await tx
    .update(addresses)
    .set({ is_default: false })
    .where(and(eq(addresses.user_id, customerId), eq(addresses.is_default, true)))
  await tx
    .update(addresses)
    .set({ is_default: true })
    .where(own(tx, customerId, id))
  return true
}

/** Deletes an address; the oldest one left becomes the default if it was that. @returns whether it was the customer's */
export async function deleteAddress(tx: Tx, customerId: number, id: number): Promise<boolean> {
  const { addresses, users } = tx.tables
  const [gone] = await tx
    .delete(addresses)
    .where(own(tx, customerId, id))
    .returning()
  if (!gone) return false
  await tx
    .update(users)
    .set({ address_count: sql`${users.address_count} - 1` })
    .where(eq(users.id, customerId))
  const [heir] = gone.is_default ? await findAddresses(tx, customerId) : []
  if (heir) await makeDefault(tx, customerId, heir.id)
  return true
}

export async function countOrders(reader: Reader, customerId: number): Promise<number> {
  const { orders } = reader.tables
  const [row] = await reader.select({ n: count() }).from(orders).where(eq(orders.user_id, customerId))
  return row?.n ?? 0
}
