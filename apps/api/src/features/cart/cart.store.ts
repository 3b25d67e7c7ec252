import { and, asc, count, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '../../db/database.ts'

/** The table of a list: the cart's lines and the saved items have the same columns. */
export type CartTable = 'cart_items' | 'saved_items'

export interface CartLine {
  id: number
  variant_id: number
  quantity: number
}

const linesOf = (table: CartTable) =>
  prepared((reader) => {
    const lines = reader.tables[table]
    return reader
      .select({ id: lines.id, variant_id: lines.variant_id, quantity: lines.quantity })
      .from(lines)
      .where(eq(lines.user_id, sql.placeholder('customer')))
      .orderBy(asc(lines.id))
      .prepare(`lines_of_${table}`)
  })
const LINES = { cart_items: linesOf('cart_items'), saved_items: linesOf('saved_items') }

/** The customer's lines, the oldest first. */
export const findLines = (reader: Reader, customer: number, table: CartTable): Promise<CartLine[]> =>
  LINES[table](reader).execute({ customer })

/** One of the customer's lines, by its id. */
export async function findLine(reader: Reader, customerId: number, table: CartTable, id: number) {
  const lines = reader.tables[table]
  const [line] = await reader
    .select({ id: lines.id, variant_id: lines.variant_id, quantity: lines.quantity })
    .from(lines)
    .where(and(eq(lines.user_id, customerId), eq(lines.id, id)))
  return line
}

/** The customer's line of a variant. */
export async function findLineOfVariant(
  reader: Reader,
  customerId: number,
  table: CartTable,
  variantId: number,
) {
  const lines = reader.tables[table]
  const [line] = await reader
    .select({ id: lines.id, variant_id: lines.variant_id, quantity: lines.quantity })
    .from(lines)
    .where(and(eq(lines.user_id, customerId), eq(lines.variant_id, variantId)))
  return line
}

export async function countLines(reader: Reader, customerId: number, table: CartTable): Promise<number> {
  const lines = reader.tables[table]
  const [row] = await reader.select({ lines: count() }).from(lines).where(eq(lines.user_id, customerId))
  return row?.lines ?? 0
}

export async function insertLine(
  tx: Tx,
  table: CartTable,
  line: { user_id: number; variant_id: number; quantity: number; created_at: Date },
): Promise<CartLine> {
  const [row] = await tx.insert(tx.tables[table]).values(line).returning()
  return row!
}

/** Returns how many lines it changed: none when the line is not the customer's. */
export async function setQuantity(
  tx: Tx,
  customerId: number,
  table: CartTable,
  id: number,
  quantity: number,
): Promise<number> {
  const lines = tx.tables[table]
  const changed = await tx
    .update(lines)
    .set({ quantity })
    .where(and(eq(lines.user_id, customerId), eq(lines.id, id)))
    .returning({ id: lines.id })
  return changed.length
}

/** Returns how many lines it deleted: none when the line is not the customer's. */
export async function deleteLine(tx: Tx, customerId: number, table: CartTable, id: number): Promise<number> {
  const lines = tx.tables[table]
  const deleted = await tx
    .delete(lines)
    .where(and(eq(lines.user_id, customerId), eq(lines.id, id)))
    .returning({ id: lines.id })
  return deleted.length
}

/** Inserts lines of different variants, or sets the quantities of those that are there, in one statement. */
export async function upsertLines(
  tx: Tx,
  table: CartTable,
  customerId: number,
  changes: readonly { variant_id: number; quantity: number }[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  const lines = tx.tables[table]
  await tx
    .insert(lines)
    .values(changes.map((change) => ({ ...change, user_id: customerId, created_at: now })))
    .onConflictDoUpdate({
      target: [lines.user_id, lines.variant_id],
      set: { quantity: sql`excluded.quantity` },
    })
}

const DAY = 86_400_000
/** Days for which a merged guest cart is remembered, and how many at most: no device tries for longer. */
const MERGE_DAYS = 90
const MERGES_MAX = 50

interface MergedCart {
  key: string
  merged_at: Date
}

/** The guest carts that the customer's cart has taken in, the latest first. */
export function findMerges(tx: Tx, customerId: number): Promise<MergedCart[]> {
  const { merged_carts } = tx.tables
  return tx
    .select({ key: merged_carts.key, merged_at: merged_carts.merged_at })
    .from(merged_carts)
    .where(eq(merged_carts.user_id, customerId))
    .orderBy(desc(merged_carts.merged_at))
    .limit(MERGES_MAX)
}

/**
 * Records that a guest cart is merged, and forgets the oldest.
 *
 * @param merges the merges before it, as `findMerges` returns them
 */
export async function recordMerge(
  tx: Tx,
  customerId: number,
  key: string,
  merges: readonly MergedCart[],
  now: Date,
): Promise<void> {
  const { merged_carts } = tx.tables
  const ninetyDaysAgo = now.getTime() - MERGE_DAYS * DAY
  const oldest = merges[MERGES_MAX - 2]?.merged_at.getTime() ?? 0
  const old = lt(merged_carts.merged_at, new Date(Math.max(ninetyDaysAgo, oldest)))
  await tx.delete(merged_carts).where(and(eq(merged_carts.user_id, customerId), old))
  await tx.insert(merged_carts).values({ user_id: customerId, key, merged_at: now }).onConflictDoNothing()
}

/** Takes ordered quantities out of the cart and deletes lines that are then empty. */
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
