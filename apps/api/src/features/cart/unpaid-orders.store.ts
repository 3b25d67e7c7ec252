/**
 * A customer's own orders that wait for their payment. Ordering their items again ends them, so what they reserve is
 * the customer's to order.
 */
import type { OrderStatus } from '@haat/contract/rules'
import { and, eq, inArray } from 'drizzle-orm'
import { pipelined, type Reader } from '../../db/database.ts'
import { findPurchasableVariants, type PurchasableVariant } from '../catalog/purchasable-variants.store.ts'
import { paymentColumns } from '../payments/payments.store.ts'

/** The lines of the customer's unpaid orders: of those that hold their items, if no other statuses are named. */
export function findUnpaidLines(
  reader: Reader,
  customerId: number,
  statuses: readonly OrderStatus[] = ['PENDING'],
) {
  const { orders, order_items } = reader.tables
  return reader
    .select({
      order_id: orders.id,
      order_number: orders.order_number,
      status: orders.status,
      processing: paymentColumns(reader.tables).processing,
      coupon_id: orders.coupon_id,
      hold_expires_at: orders.hold_expires_at,
      /** Null for a deleted product. */
      variant_id: order_items.variant_id,
      quantity: order_items.quantity,
    })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(and(eq(orders.user_id, customerId), inArray(orders.status, [...statuses])))
    .execute()
}

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
  return variants.map((variant) => {
    const own = unpaid.filter(({ variant_id }) => variant_id === variant.variant_id)
    return { ...variant, stock: own.reduce((stock, { quantity }) => stock + quantity, variant.stock) }
  })
}
