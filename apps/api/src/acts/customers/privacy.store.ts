/** What the shop keeps about a customer, and how it is erased. */
import { and, eq, inArray, like, or } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { contains } from '../../db/match-text.ts'
import type { Customer } from '../../features/auth/customer.store.ts'

const orderIdsOf = async (reader: Reader, customerId: number): Promise<number[]> => {
  const { id, user_id } = reader.tables.orders
  const rows = await reader.select({ id }).from(reader.tables.orders).where(eq(user_id, customerId))
  return rows.map((row) => row.id)
}

/** Orders with items, and what lies in the account, as rows. */
export async function findKept(reader: Reader, customerId: number) {
  const { orders, order_items, cart_items, saved_items, wishlist_items, return_requests } = reader.tables
  const ids = await orderIdsOf(reader, customerId)
  const own = async (table: typeof cart_items | typeof saved_items | typeof wishlist_items) =>
    reader.select().from(table).where(eq(table.user_id, customerId))
  return {
    orders: await reader.select().from(orders).where(eq(orders.user_id, customerId)),
    order_items: await reader.select().from(order_items).where(inArray(order_items.order_id, ids)),
    returns: await reader.select().from(return_requests).where(inArray(return_requests.order_id, ids)),
    cart: await own(cart_items),
    saved: await own(saved_items),
    wishlist: await own(wishlist_items),
  }
}

/**
 * Erases what a customer wrote and showed to send something back, and where refunds went.
 *
 * @returns the addresses of the photos, whose files the caller deletes
 */
export async function clearReturns(tx: Tx, customerId: number): Promise<string[]> {
  const { return_requests: requests, return_photos: photos, refunds } = tx.tables
  const orderIds = await orderIdsOf(tx, customerId)
  const changed = await tx
    .update(requests)
    .set({ comment: null, refund_upi: null })
    .where(inArray(requests.order_id, orderIds))
    .returning({ id: requests.id })
  await tx
    .update(refunds)
    .set({ upi: null })
    .where(and(inArray(refunds.order_id, orderIds), eq(refunds.state, 'PAID')))
  const ids = changed.map(({ id }) => id)
  const deleted = await tx.delete(photos).where(inArray(photos.request_id, ids)).returning()
  return deleted.map(({ media_url }) => media_url)
}

/** Deletes the staff's notes about a customer and the orders. */
export async function deleteNotes(tx: Tx, customerId: number): Promise<void> {
  const { notes } = tx.tables
  await tx.delete(notes).where(notesOf(tx, customerId, await orderIdsOf(tx, customerId)))
}

function notesOf({ tables: { notes } }: Pick<Tx, 'tables'>, customerId: number, orderIds: number[]) {
  const ofOrders = and(eq(notes.about, 'order'), inArray(notes.about_id, orderIds))
  return or(and(eq(notes.about, 'customer'), eq(notes.about_id, customerId)), ofOrders)
}

/**
 * Empties the audit of what it says about a customer: that something was done, when and by whom stays. Call it after
 * the rows are erased, whose own erasing it forgets too.
 *
 * @param notes ids of the notes that were deleted
 */
export async function emptyAudit(tx: Tx, customer: Customer, notes: readonly number[]): Promise<void> {
  const { audit_entries: entries, audit_changes: changes } = tx.tables
  const orderIds = (await orderIdsOf(tx, customer.id)).map(String)
  const about = or(
    and(eq(changes.table_name, 'users'), eq(changes.row_key, String(customer.id))),
    and(eq(changes.table_name, 'notes'), inArray(changes.row_key, notes.map(String))),
  )
  const ofOrders = and(eq(changes.table_name, 'orders'), inArray(changes.row_key, orderIds))
  const found = await tx
    .select({ entry: changes.entry_id })
    .from(changes)
    .innerJoin(entries, eq(entries.id, changes.entry_id))
    .where(or(about, and(ofOrders, inArray(entries.act, ['orders.create', 'orders.address', 'orders.note']))))
  // A reset of the password changes nothing that is recorded, and its input may name the customer.
  const named = await tx
    .select({ entry: entries.id })
    .from(entries)
    .where(
      and(
        or(like(entries.act, 'customers.%'), eq(entries.act, 'orders.cancel')),
        or(contains(tx, entries.input, customer.email), contains(tx, entries.input, customer.phone_number)),
      ),
    )
  const ids = [...new Set([...found, ...named].map(({ entry }) => entry))]
  await tx.delete(changes).where(or(about, and(ofOrders, inArray(changes.entry_id, ids))))
  await tx.update(entries).set({ input: '{}', subject: 'Erased' }).where(inArray(entries.id, ids))
}

export async function findNoteIds(reader: Reader, customerId: number): Promise<number[]> {
  const { notes } = reader.tables
  const ids = await orderIdsOf(reader, customerId)
  const rows = await reader
    .select({ id: notes.id })
    .from(notes)
    .where(notesOf(reader, customerId, ids))
  return rows.map(({ id }) => id)
}
