import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type AddressRow = Tables['addresses']['$inferSelect']
export type AddressFields = Omit<AddressRow, 'id' | 'user_id' | 'is_default'>

const ownAddress = (reader: Reader, customerId: number, id: number) => {
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

const byId = prepared((reader) => {
  const { addresses } = reader.tables
  return reader
    .select()
    .from(addresses)
    .where(and(eq(addresses.user_id, sql.placeholder('customer')), eq(addresses.id, sql.placeholder('id'))))
    .prepare('find_address')
})

/** The customer's address, or undefined when there is none or it is another's. */
export async function findAddress(
  reader: Reader,
  customer: number,
  id: number,
): Promise<AddressRow | undefined> {
  const [address] = await byId(reader).execute({ customer, id })
  return address
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
    .where(ownAddress(tx, customerId, id))
}

/** Makes an address the customer's only default. @returns false when it is not the customer's */
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
    .where(ownAddress(tx, customerId, id))
  return true
}

/**
 * Deletes an address. If it was the default, the oldest remaining one becomes the default.
 *
 * @returns false when it is not the customer's
 */
export async function deleteAddress(tx: Tx, customerId: number, id: number): Promise<boolean> {
  const { addresses } = tx.tables
  const [deleted] = await tx
    .delete(addresses)
    .where(ownAddress(tx, customerId, id))
    .returning()
  if (!deleted) return false
  const [oldest] = deleted.is_default ? await findAddresses(tx, customerId) : []
  if (oldest) await makeDefault(tx, customerId, oldest.id)
  return true
}
