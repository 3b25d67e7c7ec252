/** Stock is taken by conditional updates, so that it never becomes negative. */
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { pipelined, prepared, type Tx } from '../../db/database.ts'
import { refreshListings } from '../catalog/listing-columns.store.ts'

export interface StockLine {
  variant_id: number
  quantity: number
}

/** A line that could not be taken, with the pieces that there are. */
type MissingLine = StockLine & { available: number }

const byVariant = (lines: readonly StockLine[]): StockLine[] =>
  lines.toSorted((a, b) => a.variant_id - b.variant_id)

const takeLine = prepared((tx: Tx) => {
  const { variants } = tx.tables
  const quantity = sql.placeholder('quantity')
  return tx
    .update(variants)
    .set({ stock: sql`${variants.stock} - ${quantity}` })
    .where(and(eq(variants.id, sql.placeholder('variant_id')), gte(variants.stock, quantity)))
    .returning({ product_id: variants.product_id, stock: variants.stock })
    .prepare('take_stock')
})

/**
 * Takes every line, in ascending order of variants so that two orders never deadlock. When a line is missing, the
 * others stay taken: the caller rolls back or releases them.
 *
 * @param lines one per variant
 * @returns the lines that could not be taken
 */
export async function takeStock(tx: Tx, lines: readonly StockLine[], now: Date): Promise<MissingLine[]> {
  const missing: StockLine[] = []
  const emptied: number[] = []
  const sorted = byVariant(lines)
  const taken = await pipelined(
    tx,
    sorted.map((line) => async () => takeLine(tx).execute({ ...line })),
  )
  for (const [at, line] of sorted.entries()) {
    const variant = taken[at]?.[0]
    if (!variant) missing.push(line)
    else if (variant.stock === 0) emptied.push(variant.product_id)
  }
  await refreshListings(tx, emptied, now)
  return missing.length === 0 ? [] : withAvailable(tx, missing)
}

async function withAvailable(tx: Tx, missing: StockLine[]): Promise<MissingLine[]> {
  const { variants } = tx.tables
  const ids = missing.map((line) => line.variant_id)
  const rows = await tx
    .select({ id: variants.id, stock: variants.stock })
    .from(variants)
    .where(inArray(variants.id, ids))
  return missing.map((line) => ({
    ...line,
    available: rows.find((row) => row.id === line.variant_id)?.stock ?? 0,
  }))
}

/** Adds lines back to the stock; those of deleted variants are skipped. */
export async function releaseStock(tx: Tx, lines: readonly StockLine[], now: Date): Promise<void> {
  const { variants } = tx.tables
  const refilled: number[] = []
  for (const line of byVariant(lines)) {
    const [variant] = await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${line.quantity}` })
      .where(eq(variants.id, line.variant_id))
      .returning({ product_id: variants.product_id, stock: variants.stock })
    if (variant?.stock === line.quantity) refilled.push(variant.product_id)
  }
  await refreshListings(tx, refilled, now)
}
