import { randomBytes } from 'node:crypto'
import { VOID_STATUSES } from '@haat/contract/rules'
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, lte, notInArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { placeholder, prepared, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type OrderRow = Tables['orders']['$inferSelect']
export type NewOrder = Tables['orders']['$inferInsert']
export type OrderItemRow = Tables['order_items']['$inferSelect']
export type NewOrderItem = Omit<Tables['order_items']['$inferInsert'], 'order_id'>
export type OrderEventRow = Tables['order_events']['$inferSelect']

/** An order with its items and its timeline. */
export interface WholeOrder {
  order: OrderRow
  items: OrderItemRow[]
  events: OrderEventRow[]
}

/** The customer's order, or undefined when there is none or it is another's. */
export async function findOrder(
  reader: Reader,
  customerId: number,
  id: number,
): Promise<WholeOrder | undefined> {
  const { orders } = reader.tables
  const rows = await reader
    .select()
    .from(orders)
    .where(and(eq(orders.user_id, customerId), eq(orders.id, id)))
  return (await withParts(reader, rows))[0]
}

/** One page of the customer's orders, newest first. */
export async function findOrders(
  reader: Reader,
  customerId: number,
  page: { limit: number; offset: number },
): Promise<WholeOrder[]> {
  const { orders } = reader.tables
  const rows = await reader
    .select()
    .from(orders)
    .where(eq(orders.user_id, customerId))
    .orderBy(desc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
  return withParts(reader, rows)
}

async function withParts(reader: Reader, rows: OrderRow[]): Promise<WholeOrder[]> {
  const { order_items, order_events } = reader.tables
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const items = await reader
    .select()
    .from(order_items)
    .where(inArray(order_items.order_id, ids))
    .orderBy(asc(order_items.id))
  const events = await reader
    .select()
    .from(order_events)
    .where(inArray(order_events.order_id, ids))
    .orderBy(asc(order_events.id))
  return rows.map((order) => ({
    order,
    items: items.filter((item) => item.order_id === order.id),
    events: events.filter((event) => event.order_id === order.id),
  }))
}

/** An order of any customer. */
export async function findOrderRow(reader: Reader, id: number): Promise<OrderRow | undefined> {
  const { orders } = reader.tables
  const [order] = await reader.select().from(orders).where(eq(orders.id, id))
  return order
}

export async function findItems(reader: Reader, orderId: number): Promise<OrderItemRow[]> {
  const { order_items } = reader.tables
  return reader
    .select()
    .from(order_items)
    .where(eq(order_items.order_id, orderId))
    .orderBy(asc(order_items.id))
}

const byKey = prepared((reader) => {
  const { orders } = reader.tables
  return reader
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.user_id, sql.placeholder('customer')),
        eq(orders.idempotency_key, sql.placeholder('key')),
      ),
    )
    .prepare('order_by_key')
})

/** The customer's order of an idempotency key. */
export async function findOrderByKey(
  reader: Reader,
  customer: number,
  key: string,
): Promise<OrderRow | undefined> {
  const [order] = await byKey(reader).execute({ customer, key })
  return order
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
): Promise<OrderRow | undefined> {
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

/** Whether the order can be paid now: it waits for its payment, and its reservation has not ended. */
export const isPayable = ({ status, hold_expires_at }: OrderRow, now: Date): boolean =>
  status === 'PENDING' && hold_expires_at !== null && now < hold_expires_at

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

/** Inserts nothing where the order number is taken. */
const newOrder = prepared((tx: Tx) => {
  const { orders } = tx.tables
  const { id: _, ...columns } = getTableColumns(orders)
  const values = Object.fromEntries(Object.keys(columns).map((name) => [name, sql`${sql.placeholder(name)}`]))
  return tx
    .insert(orders)
    .values(values as never)
    .onConflictDoNothing({ target: orders.order_number })
    .returning()
    .prepare('insert_order')
})

/** Every column of a new order, as the database stores it: its value, else its default. */
const newOrderValues = ({ orders }: Tables, order: NewOrder): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<PgColumn>(getTableColumns(orders)).map(([name, column]) => {
      const value = order[name as keyof NewOrder] ?? column.default ?? null
      return [name, value === null ? null : column.mapToDriverValue(value)]
    }),
  )

/**
 * The customer must be locked, and must have no order with this idempotency key.
 *
 * @param makeNumber is called again while the number is taken
 */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  makeNumber: () => string = orderNumber,
): Promise<OrderRow> {
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const values = newOrderValues(tx.tables, { ...order, order_number: makeNumber() })
    const [row] = await newOrder(tx).execute(values)
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
export async function updateOrder(tx: Tx, id: number, changes: Partial<NewOrder>): Promise<OrderRow> {
  const { orders } = tx.tables
  const [row] = await tx.update(orders).set(changes).where(eq(orders.id, id)).returning()
  return row!
}

const newEvent = prepared((tx: Tx) => {
  const { order_events } = tx.tables
  const { order_id, status, at } = order_events
  return tx
    .insert(order_events)
    .values({
      order_id: placeholder('order_id', order_id),
      status: placeholder('status', status),
      note: sql.placeholder('note'),
      at: placeholder('at', at),
    })
    .prepare('insert_order_event')
})

export async function insertEvent(
  tx: Tx,
  event: { order_id: number; status: OrderRow['status']; note: string | null; at: Date },
): Promise<void> {
  await newEvent(tx).execute(event)
}

/** What the mails about an order need: the order, its items and its customer. Undefined when there is no such order. */
export async function findMailedOrder(reader: Reader, id: number) {
  const [order] = await mailedOrder(reader).execute({ id })
  return order && { ...order, items: await mailedItems(reader).execute({ id }) }
}

const mailedOrder = prepared((reader) => {
  const { orders, users } = reader.tables
  return reader
    .select({
      id: orders.id,
      order_number: orders.order_number,
      status: orders.status,
      created_at: orders.created_at,
      payment_method: orders.payment_method,
      payment_provider: orders.payment_provider,
      shipping_name: orders.shipping_name,
      shipping_street: orders.shipping_street,
      shipping_city: orders.shipping_city,
      shipping_state: orders.shipping_state,
      shipping_country: orders.shipping_country,
      shipping_zip: orders.shipping_zip,
      shipping_phone: orders.shipping_phone,
      items_total: orders.items_total,
      total_shipping_price: orders.total_shipping_price,
      total_discount_amount: orders.total_discount_amount,
      total_amount: orders.total_amount,
      coupon_code: orders.coupon_code,
      paid_at: orders.paid_at,
      courier: orders.courier,
      tracking_number: orders.tracking_number,
      customer: { name: users.name, email: users.email },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('mailed_order')
})

const mailedItems = prepared((reader) => {
  const { id, order_id, product_name, variant_name, price, quantity, subtotal, ships_free } =
    reader.tables.order_items
  return reader
    .select({ product_name, variant_name, price, quantity, subtotal, ships_free })
    .from(reader.tables.order_items)
    .where(eq(order_id, sql.placeholder('id')))
    .orderBy(asc(id))
    .prepare('mailed_items')
})

export type MailedOrder = NonNullable<Awaited<ReturnType<typeof findMailedOrder>>>
