import type { Contract } from '@haat/contract'
import type { Order } from '@haat/contract/orders'
import { roundOff } from '@haat/contract/pricing'
import {
  canCustomerCancel,
  holdsStock,
  isUnshipped,
  LIMITS,
  ORDER_GROUPS,
  paymentProcessingText,
} from '@haat/contract/rules'
import { t, translated } from '#say'
import { conflict, noSuch } from '../../http/failure.ts'
import type { Tx } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import type { Handlers } from '../../http/serve.ts'
import { asCustomer } from '../auth/customer.store.ts'
import { UPI } from '../payments/payments.ts'
import { sendOwedTo } from '../payments/refunds.store.ts'
import { moveOrder } from './move-order.ts'
import { checkUnpaidOrders } from './check-payments.ts'
import { isTrackingOf, needsConfirmation } from './order-links.ts'
import { orderAlerts } from './order-alerts.ts'
import { canPay, isAtBank, openPayment, payAgain, paymentProcessing } from './order-payment.ts'
import { findOrders } from './order-list.store.ts'
import {
  findOrder,
  findOrderByKey,
  findWholeOrders,
  type StoredOrder,
  type WholeOrder,
} from './orders.store.ts'
import { exchangeOf } from './returns.store.ts'
import { fingerprintOf, placeOrder } from './place-order.ts'
import { paidBack, returnedPieces } from './returns.store.ts'

export const orders: Handlers<Contract['orders']> = {
  async place({ body, headers, customerId }, shop) {
    await checkUnpaidOrders(shop, customerId)
    const fingerprint = fingerprintOf(body, headers['idempotency-key'])
    const order = await shop.db.transaction((tx) =>
      placeOrder(tx, customerId, body, fingerprint, { now: shop.now(), pay: shop.pay }),
    )
    const payment = await openPayment(shop, order.id)
    return {
      message: order.payment_method === 'ONLINE' ? t`Order created` : t`Order created (COD)`,
      order_id: order.id,
      order_number: order.order_number,
      transactionId: payment?.transaction_id ?? null,
      merchantOrderId: payment?.merchant_order_id ?? null,
      paymentUrl: payment?.payment_url ?? null,
    }
  },

  async list({ query, customerId }, { db, now }) {
    const { page = 1, limit = LIMITS.page_size, idempotency_key, ...filter } = query
    if (idempotency_key !== undefined) {
      const placed = await findOrderByKey(db, customerId, `key:${idempotency_key}`)
      const order = placed && (await findOrder(db, customerId, placed.id))
      return {
        orders: order ? [toOrder(order, now())] : [],
        page: 1,
        limit,
        total: order ? 1 : 0,
        totalPages: 1,
      }
    }
    const offset = (page - 1) * limit
    const { orders, counts } = await findOrders(db, customerId, filter, { limit, offset, now: now() })
    const total = counts[filter.show ?? 'all']
    return {
      orders: orders.map((order) => toOrder(order, now())),
      page,
      limit,
      total,
      totalPages: Math.max(1, Math.ceil(total / limit)),
      counts,
    }
  },

  async get({ params, customerId }, { db, now }) {
    const found = await findOrder(db, customerId, params.id)
    if (!found) throw noSuch(t`Order not found`)
    return { order: toOrder(found, now()) }
  },

  async track({ params, query }, shop) {
    if (!isTrackingOf(shop, params.id, query.key)) throw noSuch(t`Order not found`)
    const [found] = await findWholeOrders(shop.db, [params.id])
    if (!found) throw noSuch(t`Order not found`)
    return { order: asTracked(toOrder(found, shop.now())) }
  },

  async pay({ params, body, customerId }, shop) {
    await checkUnpaidOrders(shop, customerId)
    const { payment_url, transaction_id, merchant_order_id } = await payAgain(
      shop,
      customerId,
      params.id,
      body.payment_provider,
    )
    return { paymentUrl: payment_url!, transactionId: transaction_id, merchantOrderId: merchant_order_id }
  },

  async confirm({ params, customerId }, shop) {
    const changed = await changeOwn(shop, customerId, params.id, async (tx, { order }, now) => {
      if (needsConfirmation(order)) await moveOrder(tx, order.id, 'confirm_cash', { now, confirmed_at: now })
    })
    return { order: toOrder(changed, shop.now()) }
  },

  async refundUpi({ params, body, customerId }, shop) {
    const changed = await changeOwn(shop, customerId, params.id, async (tx, { order }) => {
      if (!order.refund_by_hand) throw conflict(t`No refund of this order waits for a UPI id.`)
      await sendOwedTo(tx, order.id, body.refund_upi)
    })
    return { order: toOrder(changed, shop.now()) }
  },

  abandon: async ({ params, customerId }, shop) => ({
    order: toOrder(await abandonOrder(shop, customerId, params.id), shop.now()),
  }),

  async cancel({ params, body, customerId }, shop) {
    await checkUnpaidOrders(shop, customerId)
    const changed = await changeOwn(shop, customerId, params.id, async (tx, found, now) => {
      const order = toOrder(found, now)
      const { id: order_id } = found.order
      if (order.order_status === 'CANCELLED') return
      if (!canCustomerCancel(order)) throw conflict(whyNotCancelled(order), { code: 'NOT_CANCELLABLE' })
      const reason = body.reason ? `: ${body.reason}` : '.'
      const isUnpaid = order.order_status === 'PENDING' && !order.payment_told
      const note = `Cancelled in My Orders${reason}`
      await moveOrder(tx, order_id, isUnpaid ? 'abandon' : 'cancel', { now, note })
      if (isUnpaid) return
      if (body.refund_upi) await sendOwedTo(tx, order_id, body.refund_upi)
      await orderAlerts.enqueue(tx, { alert: 'cancelled', order_id, amount: 0 }, `cancelled:${order_id}`)
    })
    return { order: toOrder(changed, shop.now()) }
  },
}

/** Changes an order of the customer's. @returns the order after it @throws Failure 404 */
const changeOwn = (
  { db, now }: Shop,
  customerId: number,
  id: number,
  work: (tx: Tx, found: WholeOrder, now: Date) => Promise<unknown>,
): Promise<WholeOrder> =>
  asCustomer(db, customerId, async (tx) => {
    const found = await findOrder(tx, customerId, id)
    if (!found) throw noSuch(t`Order not found`)
    await work(tx, found, now())
    return (await findOrder(tx, customerId, id))!
  })

/** What everybody may see who has the link. */
const asTracked = (order: Order): Order => ({
  ...order,
  ...{ shipping_name: order.shipping_name.split(' ')[0] ?? '', shipping_street: '', shipping_phone: '' },
  ...{
    ...{ buyer_gstin: null, buyer_company: null, customer_note: null },
    upi_payment: null,
    refund_upi: null,
    refund_by_hand: false,
    ...{ refund_reference: null, refunded_to: null },
  },
  ...{ can_pay: false, why_not_cancelled: null, exchange_of: null, credit_notes: [] },
  ordered_again: null,
  events: order.events.map((event) => ({ ...event, note: null })),
})

/** Why a customer cannot cancel an order, and what to do instead. */
function whyNotCancelled({
  order_status,
  order_number,
  total_amount,
  processing,
}: Pick<Order, 'order_status' | 'order_number' | 'total_amount' | 'processing'>): string {
  if (processing) return paymentProcessingText(order_number)
  if (order_status === 'PENDING')
    return t`This order waits for its payment. If you do not pay, it ends by itself and nothing is charged.`
  if (order_status === 'CONFIRMED' && total_amount === 0)
    return t`There is nothing to pay for this order, so it cannot be cancelled here. Please contact us: we have not packed it yet.`
  if (isUnshipped(order_status))
    return t`We are packing this order, so it cannot be cancelled any more. Please contact us, or do not accept the parcel: it then comes back to us.`
  if (order_status === 'SHIPPED' || order_status === 'OUT_FOR_DELIVERY')
    return t`This order is on its way, so it cannot be cancelled any more. If you do not want it, do not accept the parcel: it then comes back to us.`
  return order_status === 'DELIVERED'
    ? t`This order was delivered. You can ask to return it instead.`
    : t`This order has ended already.`
}

/**
 * Ends an order that waits for its payment, once its provider was asked; any other stays as it is.
 *
 * @throws Failure 404; 409 PAYMENT_PROCESSING
 */
export async function abandonOrder(shop: Shop, customerId: number, id: number): Promise<WholeOrder> {
  await checkUnpaidOrders(shop, customerId)
  // A payment's callback waits for the customer's lock too.
  return changeOwn(shop, customerId, id, (tx, { order }, now) => {
    if (order.processing) throw paymentProcessing(order)
    return moveOrder(tx, id, 'abandon', { now })
  })
}

/** When the customer was told that an order arrives; null once it has ended, and of old orders. */
const arrivalTold = ({ status, arrives_from, arrives_to }: StoredOrder): Order['arrives'] =>
  holdsStock(status) && arrives_from !== null && arrives_to !== null
    ? { from: arrives_from, to: arrives_to }
    : null

/** The last request of an order, with the order that is sent in exchange for any of them. */
function lastAsked(requests: WholeOrder['requests']): Order['returning'] {
  const last = requests.at(-1)
  const replacement = requests.findLast((one) => one.replacement !== null)?.replacement ?? null
  return last ? { ...last, replacement } : null
}

const toOrder = (whole: WholeOrder, now: Date): Order => {
  const { order, items, returns, documents, events, requests, ordered_again } = whole
  const processing = order.processing || isAtBank(whole)
  const { upi_page: page, upi_utr: utr } = order
  const upi_payment = order.paid_at === null && page !== null ? { page, utr } : null
  const known = { ...order, processing, upi_payment, order_status: order.status }
  const isOpen = ORDER_GROUPS.open.some((status) => status === order.status)
  return {
    ...known,
    ordered_again,
    why_not_cancelled: isOpen && !canCustomerCancel(known) ? whyNotCancelled(known) : null,
    round_off: roundOff(order),
    by_upi_id: order.payment_provider === UPI,
    refund_due: order.refund_due_amount > 0,
    exchange_of: exchangeOf(order),
    returning: lastAsked(requests),
    can_pay: canPay(known, now),
    needs_confirmation: needsConfirmation(order),
    arrives: arrivalTold(order),
    order_items: items.map((item) => ({
      ...item,
      order_item_id: item.id,
      returned: returnedPieces(returns, item.id),
      reduced_by: paidBack(returns, item.id, true),
    })),
    credit_notes: documents.flatMap(({ kind, number }) => (kind === 'credit_note' ? [number] : [])),
    events: events.map(({ kind, status, note, at }) => ({
      ...{ kind, status, created_at: at },
      // Pieces that came back stand at the items, in the reader's language.
      note: note && translated(note),
    })),
  }
}
