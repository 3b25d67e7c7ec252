import { and, asc, desc, eq } from 'drizzle-orm'
import {
  changeRow,
  changeRows,
  findRow,
  findRows,
  insertRow,
  type Reader,
  type Tx,
} from '../../db/database.ts'
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
  const isOwn = eq(addresses.user_id, customerId)
  return findRows(reader, addresses, isOwn, desc(addresses.is_default), asc(addresses.id))
}

/** The customer's address, or undefined when there is none or it is another's. */
export const findAddress = (
  reader: Reader,
  customerId: number,
  id: number,
): Promise<AddressRow | undefined> =>
  findRow(reader, reader.tables.addresses, ownAddress(reader, customerId, id))

/** It is no default yet. */
export const insertAddress = (tx: Tx, customerId: number, fields: AddressFields): Promise<AddressRow> =>
  insertRow(tx, tx.tables.addresses, { ...fields, user_id: customerId, is_default: false })

/** @returns the address, or undefined when it is not the customer's */
export const updateAddress = (
  tx: Tx,
  customerId: number,
  id: number,
  fields: Partial<AddressFields> & { is_default?: true },
): Promise<AddressRow | undefined> =>
  changeRow(tx, tx.tables.addresses, fields, ownAddress(tx, customerId, id))

/** Makes an address the customer's only default. @returns undefined when it is not the customer's */
export async function makeDefault(tx: Tx, customerId: number, id: number): Promise<AddressRow | undefined> {
  const { addresses } = tx.tables
  if (!(await findAddress(tx, customerId, id))) return undefined
  const isDefault = and(eq(addresses.user_id, customerId), eq(addresses.is_default, true))
  await changeRows(tx, addresses, { is_default: false }, isDefault)
  return updateAddress(tx, customerId, id, { is_default: true })
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
