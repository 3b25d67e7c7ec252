/** What came back of shipped orders, or was lost. */
import { amountOfPieces } from '@haat/contract/pricing'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type ReturnRow = Tables['returns']['$inferSelect']
type NewReturn = Tables['returns']['$inferInsert']
type OrderRow = Tables['orders']['$inferSelect']
type Item = Pick<Tables['order_items']['$inferSelect'], 'id' | 'quantity' | 'subtotal' | 'discount_amount'>

/** What comes back with a step that takes back. */
export interface Returned {
  /** By the id of the order's item; without it, all that has not come back yet. */
  pieces?: ReadonlyMap<number, number> | undefined
  /** Back to the stock, or written off. */
  restock?: boolean
  /** Whether the customer gets the delivery charge back, too. */
  with_delivery?: boolean
}

export async function findReturns(reader: Reader, orderIds: number[]): Promise<ReturnRow[]> {
  const { returns } = reader.tables
  return reader.select().from(returns).where(inArray(returns.order_id, orderIds)).orderBy(asc(returns.id))
}

/** How many pieces of an item came back. */
export const returnedPieces = (
  returns: readonly Pick<ReturnRow, 'order_item_id' | 'quantity'>[],
  itemId: number,
): number => returns.reduce((sum, row) => sum + (row.order_item_id === itemId ? row.quantity : 0), 0)

/** Whether something of an order has not come back once these pieces have. */
export const isPartial = (
  items: readonly Pick<Item, 'id' | 'quantity'>[],
  earlier: readonly ReturnRow[],
  pieces: Returned['pieces'],
): boolean =>
  pieces !== undefined &&
  items.some(({ id, quantity }) => returnedPieces(earlier, id) + (pieces.get(id) ?? 0) < quantity)

/**
 * Records what comes back. What is paid for the pieces of an item is its amount after the discount, to the paisa.
 *
 * @throws Error when more would come back than was sent
 */
export async function insertReturns(
  tx: Tx,
  { id: order_id, total_shipping_price, cod_fee }: Pick<OrderRow, 'id' | 'total_shipping_price' | 'cod_fee'>,
  items: readonly Item[],
  { pieces, restock = true, with_delivery = false }: Returned,
  recorded: Pick<ReturnRow, 'at' | 'credit_note_id'>,
): Promise<NewReturn[]> {
  const earlier = await findReturns(tx, [order_id])
  const rows: NewReturn[] = []
  for (const { id: order_item_id, quantity: of, subtotal, discount_amount } of items) {
    const before = returnedPieces(earlier, order_item_id)
    const quantity = pieces ? (pieces.get(order_item_id) ?? 0) : of - before
    if (quantity > of - before) throw new Error(`More of order ${order_id} would come back than was sent.`)
    const amount = amountOfPieces(subtotal - discount_amount, { before, quantity, of })
    if (quantity > 0)
      rows.push({ order_id, order_item_id, quantity, amount, restocked: restock, ...recorded })
  }
  const delivery = total_shipping_price + cod_fee
  const hasDelivery = delivery > 0 && earlier.every((row) => row.order_item_id !== null)
  if (with_delivery && hasDelivery)
    rows.push({
      order_id,
      order_item_id: null,
      quantity: 1,
      amount: delivery,
      restocked: false,
      ...recorded,
    })
  await tx.insertMany('returns', rows)
  return rows
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
