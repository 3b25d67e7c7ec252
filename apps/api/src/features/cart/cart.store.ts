import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { deleteRows, pick, type Reader, type Tx, changeRows } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

/** The table of a list: the cart's lines and the saved items have the same columns. */
export type CartTable = 'cart_items' | 'saved_items'

export type CartLine = Pick<
  Tables[CartTable]['$inferSelect'],
  'id' | 'variant_id' | 'quantity' | 'created_at'
>

const columnsOf = ({ tables }: Reader, table: CartTable) =>
  pick(tables[table], 'id', 'variant_id', 'quantity', 'created_at')

/** The customer's lines, the oldest first. */
export async function findLines(reader: Reader, customerId: number, table: CartTable): Promise<CartLine[]> {
  const lines = reader.tables[table]
  return reader
    .select(columnsOf(reader, table))
    .from(lines)
    .where(eq(lines.user_id, customerId))
    .orderBy(asc(lines.created_at), asc(lines.id))
}

export async function findLine(
  reader: Reader,
  customerId: number,
  table: CartTable,
  by: { id: number } | { variant_id: number },
): Promise<CartLine | undefined> {
  const lines = reader.tables[table]
  const isIt = 'id' in by ? eq(lines.id, by.id) : eq(lines.variant_id, by.variant_id)
  const [line] = await reader
    .select(columnsOf(reader, table))
    .from(lines)
    .where(and(eq(lines.user_id, customerId), isIt))
  return line
}

/** Returns how many lines it changed: none when the line is not the customer's. */
export function setQuantity(
  tx: Tx,
  customerId: number,
  table: CartTable,
  id: number,
  quantity: number,
): Promise<number> {
  const lines = tx.tables[table]
  return changeRows(tx, lines, { quantity }, and(eq(lines.user_id, customerId), eq(lines.id, id)))
}

/** Returns how many lines it deleted: none when the line is not the customer's. */
export function deleteLine(tx: Tx, customerId: number, table: CartTable, id: number): Promise<number> {
  const lines = tx.tables[table]
  return deleteRows(tx, lines, and(eq(lines.user_id, customerId), eq(lines.id, id)))
}

/**
 * Inserts lines of different variants, or sets the quantities of those that are there, in one statement.
 *
 * @returns the lines, in any order
 */
export async function upsertLines(
  tx: Tx,
  table: CartTable,
  customerId: number,
  changes: readonly { variant_id: number; quantity: number }[],
  now: Date,
): Promise<CartLine[]> {
  if (changes.length === 0) return []
  const lines = tx.tables[table]
  return tx
    .insert(lines)
    .values(
      changes.map((change, at) => ({
        ...change,
        user_id: customerId,
        // A place of its own, which it keeps when it is removed and put back.
        created_at: new Date(now.getTime() + at),
      })),
    )
    .onConflictDoUpdate({
      target: [lines.user_id, lines.variant_id],
      set: { quantity: sql`excluded.quantity` },
    })
    .returning(columnsOf(tx, table))
}

/** How long a merged guest cart is remembered, in ms: no device tries for longer. */
const MERGED_MS = 90 * 86_400_000

/** What was recorded of a guest cart with this key: the key, a dot, and a fingerprint of its lines. */
export async function findMerge(tx: Tx, customerId: number, key: string): Promise<string | undefined> {
  const { merged_carts } = tx.tables
  const [merge] = await tx
    .select({ key: merged_carts.key })
    .from(merged_carts)
    // A slash follows the dot.
    .where(
      and(
        eq(merged_carts.user_id, customerId),
        gt(merged_carts.key, `${key}.`),
        lt(merged_carts.key, `${key}/`),
      ),
    )
  return merge?.key
}

/** Records that a guest cart is merged, and forgets old ones. */
export async function recordMerge(tx: Tx, customerId: number, key: string, now: Date): Promise<void> {
  const { merged_carts } = tx.tables
  const isOld = lt(merged_carts.merged_at, new Date(now.getTime() - MERGED_MS))
  await tx.delete(merged_carts).where(and(eq(merged_carts.user_id, customerId), isOld))
  await tx.insert(merged_carts).values({ user_id: customerId, key, merged_at: now }).onConflictDoNothing()
}

/** Takes ordered quantities out of the cart and deletes lines that are then empty. */
export async function takeFromCart(
  tx: Tx,
  customerId: number,
  ordered: readonly { variant_id: number; quantity: number }[],
): Promise<void> {
  const { cart_items } = tx.tables
  const ids = ordered.map(({ variant_id }) => variant_id)
  const lines = await tx
    .select(columnsOf(tx, 'cart_items'))
    .from(cart_items)
    .where(and(eq(cart_items.user_id, customerId), inArray(cart_items.variant_id, ids)))
  for (const line of lines) {
    const bought = ordered.find((item) => item.variant_id === line.variant_id)?.quantity ?? 0
    const left = line.quantity - bought
    if (left > 0) await setQuantity(tx, customerId, 'cart_items', line.id, left)
    else await deleteLine(tx, customerId, 'cart_items', line.id)
  }
}
