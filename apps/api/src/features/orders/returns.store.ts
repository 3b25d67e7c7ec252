/** What came back of shipped orders, was lost, or was refunded in part, and what customers ask to send back. */
import { amountOfPieces, payableOf } from '@haat/contract/pricing'
import { isSold, type OrderStatus } from '@haat/contract/rules'
import { isOpenReturn, RETURN_STATES, type ReturnReason } from '@haat/contract/return-rules'
import {
  aliasedTable,
  and,
  type AnyColumn,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import * as z from 'zod/mini'
import { findRows, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type ReturnRow = Tables['returns']['$inferSelect']
/** A row before it is stored. */
export type ReturnedRow = Omit<ReturnRow, 'id' | 'at' | 'credit_note_id'>
type OrderRow = Tables['orders']['$inferSelect']
type Item = Pick<Tables['order_items']['$inferSelect'], 'id' | 'quantity' | 'subtotal' | 'discount_amount'>

/** What an event of the timeline is about: pieces that came back or were lost, or what is paid back without any. */
export const EventPiece = z.object({
  /** Null for the delivery charge. */
  order_item_id: z.nullable(z.int()),
  quantity: z.int(),
  /** Paise. */
  amount: z.int(),
})
export type EventPiece = z.output<typeof EventPiece>

/** @param stored the column of the event */
export const eventPieces = (stored: string | null): EventPiece[] =>
  z.array(EventPiece).parse(JSON.parse(stored ?? '[]'))

/** What comes back with a step that takes back. */
export interface Returned {
  /** By the id of the order's item; without it, all that has not come back yet. */
  pieces?: ReadonlyMap<number, number> | undefined
  /** Back to the stock, or written off. */
  restock?: boolean
  /** Ids of items that are written off all the same. */
  write_off?: ReadonlySet<number>
  /** Others are sent instead: the money stays as it is. */
  exchanged?: boolean
  /** They came back before, in exchange for others that the customer does not have any more. */
  came_before?: boolean
  /** Money that is given back without goods, in paise by the id of the item; then no pieces come back. */
  amounts?: ReadonlyMap<number, number> | undefined
  /** Whether the customer gets the delivery charge back, too. */
  with_delivery?: boolean
  /** Why the customer asked to send them back. */
  reason?: ReturnReason
}

export async function findReturns(reader: Reader, orderIds: number[]): Promise<ReturnRow[]> {
  const { returns } = reader.tables
  return findRows(reader, returns, inArray(returns.order_id, orderIds), asc(returns.id))
}

type RequestRow = Tables['return_requests']['$inferSelect']
export interface AskedReturn extends Pick<RequestRow, 'order_id' | 'state' | 'wish' | 'answer'> {
  /** The order in exchange. */
  replacement: { order_id: number; order_number: string; order_status: OrderStatus } | null
}

/** What customers asked to send back of these orders, but for what was withdrawn. */
export async function findAskedReturns(reader: Reader, orderIds: number[]): Promise<AskedReturn[]> {
  if (orderIds.length === 0) return []
  const { return_requests: requests, orders } = reader.tables
  const { order_id, state, wish, answer } = requests
  return reader
    .select({
      ...{ order_id, state, wish, answer },
      replacement: { order_id: orders.id, order_number: orders.order_number, order_status: orders.status },
    })
    .from(requests)
    .leftJoin(orders, eq(orders.id, requests.replacement_order_id))
    .where(and(inArray(order_id, orderIds), ne(state, 'WITHDRAWN')))
    .orderBy(asc(requests.id))
}

/** Of an order in exchange: the one whose pieces came back for it. */
export function exchangeColumns({ orders, return_requests: requests }: Tables) {
  const origin = aliasedTable(orders, 'origin')
  const of = (column: AnyColumn) =>
    sql`(${sql`select ${column} from ${requests}
    inner join ${orders} ${origin} on ${origin.id} = ${requests.order_id}
    where ${requests.replacement_order_id} = ${orders.id}`})`
  return {
    exchange_of_id: of(origin.id).mapWith((id: number | null) => id),
    exchange_of_number: of(origin.order_number).mapWith((number: string | null) => number),
  }
}

export const exchangeOf = ({
  exchange_of_id: order_id,
  exchange_of_number: order_number,
}: Record<'exchange_of_id', number | null> & Record<'exchange_of_number', string | null>) =>
  order_id === null || order_number === null ? null : { order_id, order_number }

/** Whether something of an order came back, or the customer has asked to send it back. */
export function comesBack(reader: Reader) {
  const { orders, returns, return_requests: requests } = reader.tables
  const isAsked = inArray(requests.state, RETURN_STATES.filter(isOpenReturn))
  const isPiece = and(isNotNull(returns.order_item_id), gt(returns.quantity, 0))
  const asked = reader.select({ id: requests.id }).from(requests)
  const came = reader.select({ id: returns.id }).from(returns)
  return or(
    exists(asked.where(and(eq(requests.order_id, orders.id), isAsked))),
    exists(came.where(and(eq(returns.order_id, orders.id), isPiece))),
  )
}

/** How many pieces of an item came back. */
export const returnedPieces = (
  returns: readonly Pick<ReturnRow, 'order_item_id' | 'quantity'>[],
  itemId: number,
): number => returns.reduce((sum, row) => sum + (row.order_item_id === itemId ? row.quantity : 0), 0)

/** What an order costs for what the customer keeps of it, in paise: nothing once it has ended before it was sent. */
export async function costKept(
  reader: Reader,
  order: Pick<OrderRow, 'id' | 'status' | 'total_amount' | 'rounds_cash'>,
): Promise<number> {
  if (!isSold(order.status)) return 0
  const back = (await findReturns(reader, [order.id])).reduce((sum, { amount }) => sum + amount, 0)
  return back === order.total_amount ? 0 : payableOf(order) - back
}

type Paid = Pick<ReturnRow, 'order_item_id' | 'quantity' | 'amount'>

/** What was given back for an item, in paise. @param isReduction only without goods having come back */
export const paidBack = (returns: readonly Paid[], itemId: number, isReduction = false): number =>
  returns.reduce(
    (sum, { order_item_id, quantity, amount }) =>
      order_item_id === itemId && (quantity === 0 || !isReduction) ? sum + amount : sum,
    0,
  )

/** What an item still costs after its discount, in paise: what was given back for it is taken off. */
export const worthLeft = (item: Omit<Item, 'quantity'>, returns: readonly Paid[]): number =>
  item.subtotal - item.discount_amount - paidBack(returns, item.id)

/** How many pieces of an item are not paid back: those that were exchanged keep their share. */
export const piecesLeft = (item: Pick<Item, 'id' | 'quantity'>, returns: readonly Paid[]): number =>
  item.quantity -
  returnedPieces(
    returns.filter(({ amount }) => amount > 0),
    item.id,
  )

/** What is paid back when pieces of an item come back: their share of what the item still costs, to the paisa. */
export function worthOfPieces(item: Item, returns: readonly Paid[], quantity: number): number {
  const of = piecesLeft(item, returns)
  return of === 0 ? 0 : amountOfPieces(worthLeft(item, returns), { before: 0, quantity, of })
}

/** What was paid for the delivery and not paid back, in paise. */
export const deliveryLeft = (
  { total_shipping_price, cod_fee }: Pick<OrderRow, 'total_shipping_price' | 'cod_fee'>,
  returns: readonly Pick<ReturnRow, 'order_item_id'>[],
): number =>
  returns.some(({ order_item_id }) => order_item_id === null) ? 0 : total_shipping_price + cod_fee

/** Whether all of an order has come back once these pieces have. */
export const isAllBack = (
  items: readonly Pick<Item, 'id' | 'quantity'>[],
  earlier: readonly ReturnRow[],
  pieces?: Returned['pieces'],
): boolean =>
  items.every(({ id, quantity }) => returnedPieces(earlier, id) + (pieces?.get(id) ?? 0) >= quantity)

/** Whether the customer keeps nothing of an order but these pieces, which others were sent for. */
export function areLastKept(
  items: readonly Pick<Item, 'id' | 'quantity'>[],
  earlier: readonly ReturnRow[],
  pieces: NonNullable<Returned['pieces']>,
): boolean {
  const exchanged = earlier.filter(({ amount }) => amount === 0)
  const areExchanged = items.every(({ id }) => returnedPieces(exchanged, id) === (pieces.get(id) ?? 0))
  return areExchanged && isAllBack(items, earlier)
}

/**
 * What comes back, or is given back without goods.
 *
 * @throws Error when more would come back than was sent, or be paid back than is left
 */
export async function returnedRows(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'total_shipping_price' | 'cod_fee'>,
  items: readonly Item[],
  { pieces, amounts, restock = true, write_off, exchanged = false, with_delivery = false, reason }: Returned,
): Promise<ReturnedRow[]> {
  const { id: order_id } = order
  const earlier = await findReturns(tx, [order_id])
  const rows: ReturnedRow[] = []
  const asked = { reason: reason ?? null }
  for (const item of items) {
    const { id: order_item_id } = item
    const left = item.quantity - returnedPieces(earlier, order_item_id)
    const quantity = amounts ? 0 : pieces ? (pieces.get(order_item_id) ?? 0) : left
    const amount = exchanged ? 0 : (amounts?.get(order_item_id) ?? worthOfPieces(item, earlier, quantity))
    if (quantity > left || amount > worthLeft(item, earlier))
      throw new Error(`More of order ${order_id} would come back than was sent.`)
    const restocked = restock && quantity > 0 && !write_off?.has(order_item_id)
    if (quantity > 0 || amount > 0)
      rows.push({ order_id, order_item_id, quantity, amount, restocked, ...asked })
  }
  const amount = with_delivery ? deliveryLeft(order, earlier) : 0
  if (amount > 0)
    rows.push({ order_id, order_item_id: null, quantity: 1, amount, restocked: false, ...asked })
  return rows
}

/**
 * Takes pieces out of what was exchanged, now that the exchange has come to nothing.
 *
 * @returns the rows to store instead: what these pieces cost is paid back, and the stock stays as it is
 * @throws Error when fewer were exchanged
 */
export async function takeFromExchanged(
  tx: Tx,
  order_id: number,
  items: readonly Item[],
  pieces: ReadonlyMap<number, number>,
): Promise<ReturnedRow[]> {
  const { returns } = tx.tables
  const rows: ReturnedRow[] = []
  const earlier = await findReturns(tx, [order_id])
  for (const item of items) {
    let left = pieces.get(item.id) ?? 0
    for (const row of earlier.filter((one) => one.order_item_id === item.id && one.amount === 0)) {
      const quantity = Math.min(left, row.quantity)
      if (quantity === 0) continue
      left -= quantity
      const { id, order_item_id, restocked, reason } = row
      const amount = worthOfPieces(item, [...earlier, ...rows], quantity)
      rows.push({ order_id, order_item_id, quantity, amount, restocked, reason })
      if (quantity === row.quantity) await tx.delete(returns).where(eq(returns.id, id))
      else
        await tx
          .update(returns)
          .set({ quantity: row.quantity - quantity })
          .where(eq(returns.id, id))
    }
    if (left > 0) throw new Error(`Fewer pieces of order ${order_id} were exchanged.`)
  }
  return rows
}

type Replacing = Pick<Tables['order_items']['$inferSelect'], 'id' | 'order_id' | 'replaces_item_id'>

/** The item that was paid for: an item in exchange may replace one that was sent in exchange itself. */
export async function findPaidItem(reader: Reader, item: Replacing): Promise<Replacing> {
  const { order_items } = reader.tables
  const { id, order_id, replaces_item_id } = order_items
  let found = item
  while (found.replaces_item_id !== null) {
    const replaced = eq(id, found.replaces_item_id)
    const [before] = await reader.select({ id, order_id, replaces_item_id }).from(order_items).where(replaced)
    found = before!
  }
  return found
}

/** Marks what was written off as put back. @returns the ids of its items */
export async function restockReturns(tx: Tx, orderId: number): Promise<number[]> {
  const { returns } = tx.tables
  const rows = await tx
    .update(returns)
    .set({ restocked: true })
    .where(and(eq(returns.order_id, orderId), isNotNull(returns.order_item_id)))
    .returning({ item: returns.order_item_id })
  return rows.flatMap(({ item }) => item ?? [])
}
