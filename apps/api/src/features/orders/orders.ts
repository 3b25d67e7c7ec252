import type { Contract } from '@haat/contract'
import type { Order } from '@haat/contract/orders'
import { LIMITS } from '@haat/contract/rules'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { subscriberOf } from '../../network.ts'
import { keyedDigest } from '../../secrets.ts'
import { countOrders, lockCustomer } from '../auth/customer.store.ts'
import { requireProvider } from '../payments/payments.ts'
import { isPaymentProcessing } from '../payments/payments.store.ts'
import { moveOrder } from './move-order.ts'
import { openPayment, paymentProcessing } from './order-payment.ts'
import { findOrder, findOrderByKey, findOrders, type WholeOrder } from './orders.store.ts'
import { fingerprintOf, placeOrder } from './place-order.ts'

export const orders: Handlers<Contract['orders']> = {
  async place({ body, headers, customerId, ip }, shop) {
    if (body.payment_method === 'ONLINE') requireProvider(shop.pay)
    const fingerprint = fingerprintOf(body, headers['idempotency-key'])
    const placed = await shop.db.transaction(
      (tx) =>
        placeOrder(tx, customerId, body, fingerprint, {
          now: shop.now(),
          hasOnlinePayment: shop.pay !== null,
          network: keyedDigest(shop.config.keys.attempts, `orders from ${subscriberOf(ip)}`),
        }),
      // It begins by locking the customer and reading.
      { eager: true },
    )
    const order = await openPayment(shop, placed)
    return {
      message: order.payment_method === 'ONLINE' ? 'Order created' : 'Order created (COD)',
      order_id: order.id,
      order_number: order.order_number,
      transactionId: order.transaction_id,
      merchantOrderId: order.merchant_order_id,
      paymentUrl: order.payment_url,
    }
  },

  async list({ query, customerId }, { db }) {
    const { page = 1, limit = LIMITS.page_size, idempotency_key } = query
    if (idempotency_key !== undefined) {
      const placed = await findOrderByKey(db, customerId, `key:${idempotency_key}`)
      const order = placed && (await findOrder(db, customerId, placed.id))
      return { orders: order ? [toOrder(order)] : [], page: 1, limit, total: order ? 1 : 0, totalPages: 1 }
    }
    const found = await findOrders(db, customerId, { limit, offset: (page - 1) * limit })
    const total = await countOrders(db, customerId)
    return {
      orders: found.map(toOrder),
      page,
      limit,
      total,
      totalPages: Math.max(1, Math.ceil(total / limit)),
    }
  },

  async get({ params, customerId }, { db }) {
    const found = await findOrder(db, customerId, params.id)
    if (!found) throw notFound('Order')
    return { order: toOrder(found) }
  },

  async abandon({ params, customerId }, { db, now }) {
    return db.transaction(async (tx) => {
      // A payment's callback waits for it too.
      await lockCustomer(tx, customerId)
      const found = await findOrder(tx, customerId, params.id)
      if (!found) throw notFound('Order')
      if (found.order.status === 'PENDING' && (await isPaymentProcessing(tx, params.id)))
        throw paymentProcessing(found.order)
      await moveOrder(tx, params.id, 'abandon', { now: now() })
      return { order: toOrder((await findOrder(tx, customerId, params.id))!) }
    })
  },
}

const toOrder = ({ order, items, events }: WholeOrder): Order => ({
  ...order,
  order_status: order.status,
  order_items: items.map((item) => ({ ...item, order_item_id: item.id })),
  events: events.map(({ status, note, at }) => ({ status, note, created_at: at })),
})
