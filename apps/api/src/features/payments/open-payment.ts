import { randomUUID } from 'node:crypto'
import { unavailable } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { moveOrder } from '../orders/move-order.ts'
import { findOrderRow, type OrderRow, updateOrder } from '../orders/orders.store.ts'

/**
 * Opens the payment of an order that is to be paid online and has none yet.
 *
 * @throws Failure 503 when the provider does not answer: the order has failed, and a retry makes a new one
 */
export async function withPayment(shop: Shop, order: OrderRow): Promise<OrderRow> {
  const { merchant_order_id, transaction_id, payment_url, total_amount } = order
  if (merchant_order_id === null || transaction_id === null || payment_url !== null) return order
  const request = {
    merchantOrderId: merchant_order_id,
    transactionId: transaction_id,
    amount: total_amount,
  }
  const started = await shop.pay.start(request).catch(() => null)
  if (!started) {
    await abandon(shop, order)
    throw unavailable()
  }
  return shop.db.transaction(async (tx) => {
    const current = await findOrderRow(tx, order.id)
    // A parallel twin may have been faster: its address is the order's.
    if (current?.payment_url != null) return current
    await updateOrder(tx, order.id, { payment_url: started.paymentUrl })
    return { ...order, payment_url: started.paymentUrl }
  })
}

async function abandon(shop: Shop, order: OrderRow): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const note = 'The payment could not be started.'
    await moveOrder(tx, order.id, 'payment_failed', { now: shop.now(), note })
    await updateOrder(tx, order.id, { idempotency_key: `void:${randomUUID()}` })
  })
}
