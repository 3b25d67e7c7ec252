import type { Order } from '@haat/contract/orders'
import type { ReactNode } from 'react'
import { longDate, rupees } from '../../lib/format.ts'
import { paymentText } from './order-words.ts'

/** What the shopper should know about an order now, in a sentence or two. */
export function OrderNews({ order }: { order: Order }): ReactNode {
  const amount = rupees(order.total_amount)
  if (order.refund_due) {
    return `Your payment of ${amount} reached us, but this order could not be kept. You will be refunded in full.`
  }
  const cash =
    paymentText(order) === 'Cash on Delivery' ? ` Please keep ${amount} ready for the courier.` : ''
  switch (order.order_status) {
    case 'PENDING':
      return (
        <>
          Your order is not confirmed yet: we are waiting for your payment of {amount}.
          {order.hold_expires_at && <> Its items are kept for you until {longDate(order.hold_expires_at)}.</>}
        </>
      )
    case 'PAYMENT_FAILED':
      return 'Your order was not placed, because the payment did not come through. Should your bank have taken the money all the same, it goes back to you.'
    case 'CANCELLED':
      return 'This order has been cancelled.'
    case 'CONFIRMED':
    case 'PROCESSING':
      return `Thank you for your order! We are getting it ready.${cash}`
    case 'SHIPPED':
      return `Your order is on its way.${cash}`
    case 'OUT_FOR_DELIVERY':
      return `Your order arrives today.${cash}`
    case 'DELIVERED':
      return 'Your order has arrived. We hope it serves you well.'
  }
}
