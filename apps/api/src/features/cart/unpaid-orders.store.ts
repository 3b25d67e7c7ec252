/**
 * A customer's own orders that wait for their payment. A new order of any of their variants ends them, so what they
 * reserve is the customer's to order: stock and coupon uses.
 */
import { and, eq, sql } from 'drizzle-orm'
import { pipelined, prepared, type Reader } from '../../db/database.ts'
import { findPurchasableVariants, type PurchasableVariant } from '../catalog/purchasable-variants.store.ts'

/** A line of an unpaid order. */
export interface UnpaidLine {
  order_id: number
  order_number: string
  /** Whether the provider has the payment, and has not decided about it. */
  is_processing: boolean
  coupon_id: number | null
  hold_expires_at: Date | null
  /** Null for a deleted product. */
  variant_id: number | null
  quantity: number
}

const unpaidLines = prepared((reader) => {
  const { orders, order_items, payment_events } = reader.tables
  return reader
    .select({
      order_id: orders.id,
      order_number: orders.order_number,
      is_processing: sql`case when exists (
        select 1 from ${payment_events} where ${payment_events.order_id} = ${orders.id}
        and ${payment_events.state} = 'PENDING' and ${payment_events.outcome} <> 'amount_mismatch'
      ) then 1 else 0 end`.mapWith(Boolean),
      coupon_id: orders.coupon_id,
      hold_expires_at: orders.hold_expires_at,
      variant_id: order_items.variant_id,
      quantity: order_items.quantity,
    })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(and(eq(orders.user_id, sql.placeholder('customer')), eq(orders.status, 'PENDING')))
    .prepare('unpaid_lines')
})

export const findUnpaidLines = (reader: Reader, customer: number): Promise<UnpaidLine[]> =>
  unpaidLines(reader).execute({ customer })

/** The lines of the orders that a new order with these lines ends. */
export function endedBy(
  unpaid: readonly UnpaidLine[],
  lines: readonly { variant_id: number }[],
): UnpaidLine[] {
  const shared = unpaid.filter((line) => lines.some(({ variant_id }) => variant_id === line.variant_id))
  return unpaid.filter((line) => shared.some(({ order_id }) => order_id === line.order_id))
}

/** How many pieces of a variant these lines reserve. */
export const reservedPieces = (lines: readonly UnpaidLine[], variantId: number): number =>
  lines.reduce((pieces, line) => pieces + (line.variant_id === variantId ? line.quantity : 0), 0)

/** How many orders these lines are of. */
export const countOrders = (lines: readonly UnpaidLine[]): number =>
  new Set(lines.map(({ order_id }) => order_id)).size

/** `findPurchasableVariants` for a customer: `stock` is what they can order. */
export async function findOrderableVariants(
  reader: Reader,
  customerId: number,
  variantIds: number[],
  now: Date,
): Promise<PurchasableVariant[]> {
  if (variantIds.length === 0) return []
  const [unpaid, variants] = await pipelined(reader, [
    () => findUnpaidLines(reader, customerId),
    () => findPurchasableVariants(reader, variantIds, now),
  ])
  return variants.map((variant) => ({
    ...variant,
    stock: variant.stock + reservedPieces(unpaid, variant.variant_id),
  }))
}
