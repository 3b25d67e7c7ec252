/** What the shop keeps about a customer, and how it is erased. */
import { and, eq, inArray, isNotNull, isNull, like, or, type SQL } from 'drizzle-orm'
import { findIds, type Reader, type Tx } from '../../db/database.ts'
import { contains } from '../../db/match-text.ts'
import type { Tables } from '../../db/schema.ts'
import type { Customer } from '../../features/auth/customer.store.ts'

const orderIdsOf = (reader: Reader, customerId: number): Promise<number[]> =>
  findIds(reader, reader.tables.orders, eq(reader.tables.orders.user_id, customerId))

/** Every table with rows of a customer, by what the downloaded file calls it. */
export const KEPT = {
  addresses: 'addresses',
  orders: 'orders',
  coupons: 'coupons',
  coupon_uses: 'coupon_uses',
  coupon_applications: 'coupon',
  cart_items: 'cart',
  merged_carts: 'merged_carts',
  saved_items: 'saved',
  wishlist_items: 'wishlist',
  product_notices: 'notices',
  reviews: 'reviews',
  review_votes: 'review_votes',
  questions: 'questions',
  sessions: 'sessions',
} as const satisfies Partial<Record<keyof Tables, string>>

/** Orders with what belongs to them, what the customer wrote, and what lies in the account, as rows. */
export async function findKept(reader: Reader, customerId: number) {
  const { order_items, order_events, notes, payments, refunds } = reader.tables
  const { return_requests: requests, return_photos, reviews, review_photos } = reader.tables
  const orderIds = await orderIdsOf(reader, customerId)
  const ownRows = async (name: keyof typeof KEPT): Promise<object[]> => {
    const table = reader.tables[name]
    return reader.select().from(table).where(eq(table.user_id, customerId))
  }
  const own: Record<string, object[]> = {}
  for (const [name, called] of Object.entries(KEPT) as [keyof typeof KEPT, string][])
    // With the secret of a session a thief of the file would be logged in.
    own[called] = (await ownRows(name)).map((row) => ({ ...row, sid: undefined }))
  const ofOrders = (table: typeof order_items | typeof order_events | typeof payments | typeof refunds) =>
    reader.select().from(table).where(inArray(table.order_id, orderIds))
  const requested = await reader.select().from(requests).where(inArray(requests.order_id, orderIds))
  const ofRequests = inArray(
    return_photos.request_id,
    requested.map(({ id }) => id),
  )
  return {
    ...own,
    order_items: await ofOrders(order_items),
    order_events: await ofOrders(order_events),
    order_notes: await reader
      .select()
      .from(notes)
      .where(and(eq(notes.about, 'order'), inArray(notes.about_id, orderIds))),
    payments: await ofOrders(payments),
    refunds: await ofOrders(refunds),
    returns: requested,
    return_photos: await reader.select().from(return_photos).where(ofRequests),
    review_photos: await reader
      .select({ review_id: review_photos.review_id, media_url: review_photos.media_url })
      .from(review_photos)
      .innerJoin(reviews, eq(reviews.id, review_photos.review_id))
      .where(eq(reviews.user_id, customerId)),
  }
}

/**
 * Erases what a customer wrote and showed to send something back, what was answered, and where refunds went.
 *
 * @returns the addresses of the photos, whose files the caller deletes
 */
export async function clearReturns(tx: Tx, customerId: number): Promise<string[]> {
  const { return_requests: requests, return_photos: photos, refunds } = tx.tables
  const orderIds = await orderIdsOf(tx, customerId)
  const changed = await tx
    .update(requests)
    .set({ comment: null, refund_upi: null, answer: null })
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

/** Deletes the notes about a customer and the orders, the customer's own, and what was typed on the timelines of these. */
export async function deleteNotes(tx: Tx, customerId: number): Promise<void> {
  const { notes, orders, order_events: events } = tx.tables
  const orderIds = await orderIdsOf(tx, customerId)
  const ofOrders = and(eq(notes.about, 'order'), inArray(notes.about_id, orderIds))
  await tx.delete(notes).where(or(and(eq(notes.about, 'customer'), eq(notes.about_id, customerId)), ofOrders))
  await tx.update(events).set({ note: null }).where(inArray(events.order_id, orderIds))
  await tx.update(orders).set({ customer_note: null }).where(inArray(orders.id, orderIds))
}

/** Rows that were deleted, by this erasing or by an undo, and that the audit alone knows. */
async function findDeleted<Name extends 'notes' | 'order_events'>(
  reader: Reader,
  table: Name,
  isOne: (row: Tables[Name]['$inferSelect']) => boolean,
): Promise<number[]> {
  const { audit_changes: changes } = reader.tables
  const rows = await reader
    .select({ id: changes.row_key, before: changes.before })
    .from(changes)
    .where(and(eq(changes.table_name, table), isNotNull(changes.before), isNull(changes.after)))
  return rows.filter(({ before }) => isOne(JSON.parse(before!))).map(({ id }) => Number(id))
}

/**
 * Empties the audit of what it says about a customer: that something was done, when and by whom stays. Call it after
 * the rows are erased, whose own erasing it forgets too.
 */
export async function emptyAudit(tx: Tx, customer: Customer): Promise<void> {
  const { audit_entries: entries, audit_changes: changes, order_events, return_requests } = tx.tables
  const orderIds = await orderIdsOf(tx, customer.id)
  const keysIn = (table: typeof order_events | typeof return_requests) =>
    findIds(tx, table, inArray(table.order_id, orderIds))
  const notes = await findDeleted(tx, 'notes', ({ about, about_id }) =>
    about === 'customer' ? about_id === customer.id : orderIds.includes(about_id),
  )
  const undone = await findDeleted(tx, 'order_events', ({ order_id }) => orderIds.includes(order_id))
  const rowsOf = (table: string, ids: readonly number[]) =>
    and(eq(changes.table_name, table), inArray(changes.row_key, ids.map(String)))
  const timeline = rowsOf('order_events', [...undone, ...(await keysIn(order_events))])
  const about = or(
    rowsOf('users', [customer.id]),
    rowsOf('notes', notes),
    rowsOf('return_requests', await keysIn(return_requests)),
    and(timeline, isNotNull(changes.before)),
  )
  const wrote = (rows: SQL | undefined) =>
    inArray(entries.id, tx.select({ id: changes.entry_id }).from(changes).where(rows))
  const named = (...texts: string[]) => or(...texts.map((text) => contains(tx, entries.input, text)))
  const { name, email, phone_number } = customer
  const typed = or(
    inArray(entries.act, ['orders.create', 'orders.address']),
    like(entries.input, '%"note":%'),
    named(name, email, phone_number),
  )
  // A reset of the password changes nothing that is recorded, and its input may name the customer.
  const asked = and(like(entries.act, 'customers.%'), named(email, phone_number))
  await tx
    .update(entries)
    .set({ input: '{}', subject: 'Erased' })
    .where(or(wrote(about), and(wrote(timeline), typed), asked))
  const personal = or(like(changes.before, '%"shipping_%'), like(changes.before, '%"customer_note":%'))
  await tx.delete(changes).where(or(about, and(rowsOf('orders', orderIds), personal)))
}
