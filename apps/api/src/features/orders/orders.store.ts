import { randomBytes } from 'node:crypto'
import type { OrderStatus } from '@haat/contract/rules'
import { LEFT_UNPAID, VOID_STATUSES } from '@haat/contract/rules'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { changeRow, findRow, findRows, insertRow, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { paymentColumns } from '../payments/payments.store.ts'
import { refundColumns } from '../payments/refunds.store.ts'
import { type DocumentRow, findDocuments, invoiceColumns } from './documents.store.ts'
import {
  type AskedReturn,
  type EventPiece,
  eventPieces,
  exchangeColumns,
  findAskedReturns,
  findReturns,
  type ReturnRow,
} from './returns.store.ts'
import { findOrderedAgain } from '../cart/unpaid-orders.store.ts'

export type StoredOrder = Tables['orders']['$inferSelect']
export type NewOrder = Tables['orders']['$inferInsert']
export type OrderItemRow = Tables['order_items']['$inferSelect']
export type NewOrderItem = Omit<Tables['order_items']['$inferInsert'], 'order_id'>
export type OrderEventRow = Omit<Tables['order_events']['$inferSelect'], 'pieces'> & { pieces: EventPiece[] }

/** The columns of an order, with what its payments, refunds and invoice say about it. */
export const orderColumns = (tables: Tables) => ({
  ...getTableColumns(tables.orders),
  ...paymentColumns(tables),
  ...refundColumns(tables),
  ...invoiceColumns(tables),
  ...exchangeColumns(tables),
})
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrderRow>>>

/** An order with its items, what came back of them, its documents and its timeline. */
export interface WholeOrder {
  order: OrderRow
  items: OrderItemRow[]
  returns: ReturnRow[]
  documents: DocumentRow[]
  events: OrderEventRow[]
  /** Of a delivered order: what the customer asked to send back, but for what was withdrawn. */
  requests: AskedReturn[]
  /** Of one that was left unpaid. */
  ordered_again: (Pick<OrderRow, 'order_number'> & { order_id: number }) | null
}

export const selectOrders = (reader: Reader) =>
  reader.select(orderColumns(reader.tables)).from(reader.tables.orders).$dynamic()

/** The customer's order, or undefined when there is none or it is another's. */
export async function findOrder(
  reader: Reader,
  customerId: number,
  id: number,
): Promise<WholeOrder | undefined> {
  const { orders } = reader.tables
  const rows = await selectOrders(reader).where(and(eq(orders.user_id, customerId), eq(orders.id, id)))
  return (await withParts(reader, rows))[0]
}

/** Orders of any customers. */
export const findWholeOrders = async (reader: Reader, ids: number[]): Promise<WholeOrder[]> =>
  withParts(reader, await selectOrders(reader).where(inArray(reader.tables.orders.id, ids)))

export async function withParts(reader: Reader, rows: OrderRow[]): Promise<WholeOrder[]> {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const items = await findItems(reader, ids)
  const { order_events } = reader.tables
  const told = await findRows(reader, order_events, inArray(order_events.order_id, ids), asc(order_events.id))
  const events = told.map((event) => ({ ...event, pieces: eventPieces(event.pieces) }))
  const returns = await findReturns(reader, ids)
  const documents = await findDocuments(reader, ids)
  const came = rows.filter(({ status }) => status === 'DELIVERED' || status === 'RETURNED')
  const asked = await findAskedReturns(
    reader,
    came.map(({ id }) => id),
  )
  const left = events.flatMap(({ kind, order_id }) => (LEFT_UNPAID.includes(kind) ? [order_id] : []))
  const again = await findOrderedAgain(reader, left)
  return rows.map((order) => ({
    order,
    ordered_again: again.find(({ left_id }) => left_id === order.id) ?? null,
    returns: returns.filter((row) => row.order_id === order.id),
    documents: documents.filter((row) => row.order_id === order.id),
    requests: asked.filter((row) => row.order_id === order.id),
    items: items.filter((item) => item.order_id === order.id),
    events: events.filter((event) => event.order_id === order.id),
  }))
}

/** An order of any customer. */
export async function findOrderRow(reader: Reader, id: number) {
  const [order] = await selectOrders(reader).where(eq(reader.tables.orders.id, id))
  return order
}

/** An order, once its customer is locked: nobody else changes it until the transaction ends. */
export async function lockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  const order = await findOrderRow(tx, id)
  if (order === undefined) return undefined
  await lockCustomer(tx, order.user_id)
  return findOrderRow(tx, id)
}

/** The items of orders, in their order. */
export async function findItems(reader: Reader, orderIds: number[]): Promise<OrderItemRow[]> {
  const { order_items } = reader.tables
  return findRows(reader, order_items, inArray(order_items.order_id, orderIds), asc(order_items.id))
}

/** The customer's order of an idempotency key. */
export function findOrderByKey(
  reader: Reader,
  customerId: number,
  key: string,
): Promise<StoredOrder | undefined> {
  const { orders } = reader.tables
  const isIt = and(eq(orders.user_id, customerId), eq(orders.idempotency_key, key))
  return findRow(reader, orders, isIt)
}

/**
 * The customer's latest order from the same request without a key, placed less than `seconds` from now; void orders do
 * not count. An order can be slightly later than `now`: a concurrent request or another server placed it.
 */
export async function findDuplicate(
  reader: Reader,
  customerId: number,
  request_hash: string,
  now: Date,
  seconds: number,
): Promise<StoredOrder | undefined> {
  const { orders } = reader.tables
  const secondsFromNow = (offset: number) => new Date(now.getTime() + offset * 1000)
  const [order] = await reader
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.user_id, customerId),
        eq(orders.request_hash, request_hash),
        gt(orders.created_at, secondsFromNow(-seconds)),
        lt(orders.created_at, secondsFromNow(seconds)),
        sql`${orders.idempotency_key} like 'auto:%'`,
        notInArray(orders.status, [...VOID_STATUSES]),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1)
  return order
}

/** How many cash on delivery orders in these statuses a customer has, or go to a phone number. */
export function countCodOrders(
  reader: Reader,
  by: { user_id: number } | { shipping_phone: string },
  statuses: OrderStatus[],
): Promise<number> {
  const { orders } = reader.tables
  return reader.$count(
    orders,
    and(
      'user_id' in by ? eq(orders.user_id, by.user_id) : eq(orders.shipping_phone, by.shipping_phone),
      // Old orders have no method: those that are not paid are cash on delivery.
      or(eq(orders.payment_method, 'COD'), and(isNull(orders.payment_method), isNull(orders.paid_at))),
      inArray(orders.status, statuses),
    ),
  )
}

/** Whether the order waits for its payment, and its reservation has not ended. */
export const isPayable = (
  { status, hold_expires_at }: Pick<StoredOrder, 'status' | 'hold_expires_at'>,
  now: Date,
): boolean => status === 'PENDING' && hold_expires_at !== null && now < hold_expires_at

/** Hours after which an order whose payment failed cannot be paid any more: its prices may be old. */
const PAY_AGAIN_HOURS = 24

/** Whether an online order takes money: it waits for its payment, or has failed not long ago. */
export const takesMoney = (
  order: Pick<StoredOrder, 'status' | 'hold_expires_at' | 'created_at' | 'paid_at' | 'payment_method'>,
  now: Date,
): boolean =>
  order.payment_method === 'ONLINE' &&
  order.paid_at === null &&
  (isPayable(order, now) ||
    (order.status === 'PAYMENT_FAILED' &&
      now.getTime() - order.created_at.getTime() < PAY_AGAIN_HOURS * 3_600_000))

/** The same of an order that has failed, or whose payment is not decided. */
export const hasFailedLately = ({ orders }: Tables, now: Date) =>
  and(
    eq(orders.status, 'PAYMENT_FAILED'),
    isNull(orders.paid_at),
    gt(orders.created_at, new Date(now.getTime() - PAY_AGAIN_HOURS * 3_600_000)),
  )!

/** Waits for its payment, but its reservation has ended. */
const overdue = ({ orders }: Tables, now: Date) =>
  and(eq(orders.status, 'PENDING'), lte(orders.hold_expires_at, now))

/** Ids of unpaid orders whose reservation has ended, the longest overdue first. */
export async function findOverdue(
  reader: Reader,
  now: Date,
  page: { limit: number; offset: number },
): Promise<number[]> {
  const { orders } = reader.tables
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(overdue(reader.tables, now))
    .orderBy(asc(orders.hold_expires_at), asc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
  return rows.map((row) => row.id)
}

/** An order number starts with a letter, so that it is not taken for an id. There are no vowels and no look-alikes. */
const LETTERS = 'CDFHJKMNPRTVWX'
const LETTERS_AND_DIGITS = `${LETTERS}23456789`

/** A number for an order, from ten bytes or more. */
export const orderNumber = (bytes: Uint8Array = randomBytes(10)): string =>
  Array.from(bytes.subarray(0, 10), (byte, index) => {
    const characters = index === 0 ? LETTERS : LETTERS_AND_DIGITS
    return characters[byte % characters.length]
  }).join('')

const NUMBER_TRIES = 5

/**
 * The customer must be locked, and must have no order with this idempotency key.
 *
 * @param makeNumber is called again while the number is taken
 */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  makeNumber: () => string = orderNumber,
): Promise<StoredOrder> {
  const { orders } = tx.tables
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const [row] = await tx
      .insert(orders)
      .values({ ...order, order_number: makeNumber() })
      .onConflictDoNothing({ target: orders.order_number })
      .returning()
    if (row) return row
  }
  throw new Error(`${NUMBER_TRIES} order numbers in a row were taken.`)
}

export const insertItems = (tx: Tx, order_id: number, items: readonly NewOrderItem[]): Promise<void> =>
  tx.insertMany(
    'order_items',
    items.map((item) => ({ ...item, order_id })),
  )

/** The order must exist. */
export const updateOrder = async (tx: Tx, id: number, changes: Partial<NewOrder>): Promise<StoredOrder> =>
  (await changeRow(tx, tx.tables.orders, changes, eq(tx.tables.orders.id, id)))!

/** Leaves an item only these pieces of what was ordered, or removes it. */
export async function reduceItem(
  tx: Tx,
  id: number,
  left: Pick<OrderItemRow, 'quantity' | 'subtotal' | 'discount_amount'>,
): Promise<void> {
  const { order_items } = tx.tables
  if (left.quantity === 0) await tx.delete(order_items).where(eq(order_items.id, id))
  else await tx.update(order_items).set(left).where(eq(order_items.id, id))
}

/** @returns its id */
export async function insertEvent(tx: Tx, { pieces, ...event }: Omit<OrderEventRow, 'id'>): Promise<number> {
  const row = { ...event, pieces: pieces.length > 0 ? JSON.stringify(pieces) : null }
  return (await insertRow(tx, tx.tables.order_events, row)).id
}
