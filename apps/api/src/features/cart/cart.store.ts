import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '../../db/database.ts'

/** Cart and saved items are the same kind of line in two places. */
export type Place = 'cart_items' | 'saved_items'

export interface Line {
  id: number
  variant_id: number
  quantity: number
}

const linesOf = (place: Place) =>
  prepared((reader) => {
    const lines = reader.tables[place]
    return reader
      .select({ id: lines.id, variant_id: lines.variant_id, quantity: lines.quantity })
      .from(lines)
      .where(eq(lines.user_id, sql.placeholder('customer')))
      .orderBy(asc(lines.id))
      .prepare(`lines_of_${place}`)
  })
const LINES = { cart_items: linesOf('cart_items'), saved_items: linesOf('saved_items') }

/** The customer's lines, the oldest first. */
export const findLines = (reader: Reader, customer: number, place: Place): Promise<Line[]> =>
  LINES[place](reader).execute({ customer })

/** One of the customer's lines, by its id. */
export async function findLine(reader: Reader, customerId: number, place: Place, id: number) {
  const lines = reader.tables[place]
  const [line] = await reader
    .select({ id: lines.id, variant_id: lines.variant_id, quantity: lines.quantity })
    .from(lines)
    .where(and(eq(lines.user_id, customerId), eq(lines.id, id)))
  return line
}

/** The customer's line of a variant, where there is one. */
export async function findLineOf(reader: Reader, customerId: number, place: Place, variantId: number) {
  const lines = reader.tables[place]
  const [line] = await reader
    .select({ id: lines.id, variant_id: lines.variant_id, quantity: lines.quantity })
    .from(lines)
    .where(and(eq(lines.user_id, customerId), eq(lines.variant_id, variantId)))
  return line
}

export async function countLines(reader: Reader, customerId: number, place: Place): Promise<number> {
  const lines = reader.tables[place]
  const [row] = await reader.select({ lines: count() }).from(lines).where(eq(lines.user_id, customerId))
  return row?.lines ?? 0
}

export async function insertLine(
  tx: Tx,
  place: Place,
  line: { user_id: number; variant_id: number; quantity: number; created_at: Date },
): Promise<Line> {
  const [row] = await tx.insert(tx.tables[place]).values(line).returning()
  return row!
}

/** Returns how many lines it changed: none when the line is not the customer's. */
export async function setQuantity(
  tx: Tx,
  customerId: number,
  place: Place,
  id: number,
  quantity: number,
): Promise<number> {
  const lines = tx.tables[place]
  const changed = await tx
    .update(lines)
    .set({ quantity })
    .where(and(eq(lines.user_id, customerId), eq(lines.id, id)))
    .returning({ id: lines.id })
  return changed.length
}

/** Returns how many lines it deleted: none when the line is not the customer's. */
export async function deleteLine(tx: Tx, customerId: number, place: Place, id: number): Promise<number> {
  const lines = tx.tables[place]
  const deleted = await tx
    .delete(lines)
    .where(and(eq(lines.user_id, customerId), eq(lines.id, id)))
    .returning({ id: lines.id })
  return deleted.length
}

/** Takes ordered quantities out of the cart; a line that has no more goes. */
export async function takeFromCart(
  tx: Tx,
  customerId: number,
  ordered: readonly { variant_id: number; quantity: number }[],
): Promise<void> {
  const { cart_items } = tx.tables
  const lines = await tx
    .select({ id: cart_items.id, variant_id: cart_items.variant_id, quantity: cart_items.quantity })
    .from(cart_items)
    .where(
      and(
        eq(cart_items.user_id, customerId),
        inArray(
          cart_items.variant_id,
          ordered.map((line) => line.variant_id),
        ),
      ),
    )
  for (const line of lines) {
    const bought = ordered.find((item) => item.variant_id === line.variant_id)?.quantity ?? 0
    const left = line.quantity - bought
    if (left > 0) await setQuantity(tx, customerId, 'cart_items', line.id, left)
    else await deleteLine(tx, customerId, 'cart_items', line.id)
  }
}
