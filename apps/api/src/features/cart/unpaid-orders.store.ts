/**
 * A customer's own orders that wait for their payment. Ordering their items again ends them, so what they reserve is
 * the customer's to order.
 */
import { LEFT_UNPAID, type OrderStatus } from '@haat/contract/rules'
import { aliasedTable, and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
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

/** Of orders that were left unpaid: the later ones of any of their items that were not, the next first. */
export async function findOrderedAgain(reader: Reader, ids: number[]) {
  if (ids.length === 0) return []
  const { orders, order_items: items, order_events: events } = reader.tables
  const [left, leftItems] = [aliasedTable(orders, 'left_order'), aliasedTable(items, 'left_items')]
  const isEnd = and(eq(events.order_id, orders.id), inArray(events.kind, [...LEFT_UNPAID]))
  return reader
    .selectDistinct({ left_id: left.id, order_id: orders.id, order_number: orders.order_number })
    .from(left)
    .innerJoin(leftItems, eq(leftItems.order_id, left.id))
    .innerJoin(orders, and(eq(orders.user_id, left.user_id), gt(orders.id, left.id)))
    .innerJoin(items, and(eq(items.order_id, orders.id), eq(items.variant_id, leftItems.variant_id)))
    .leftJoin(events, isEnd)
    .where(and(inArray(left.id, ids), isNull(events.id)))
    .orderBy(asc(orders.id))
}
