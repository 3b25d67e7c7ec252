/** What the simulated Razorpay keeps, in the fields that Razorpay publishes. Times are epoch seconds. */
import { randomId } from '../simulation.ts'
import type { PaymentStatus } from './outcomes.ts'

export type Order = ReturnType<typeof newOrder>
export type Payment = ReturnType<typeof newPayment>
export type Refund = ReturnType<typeof newRefund>

export const newOrder = (
  amount: number,
  currency: string,
  receipt: string | null,
  notes: object,
  created_at: number,
) => ({
  id: `order_${randomId(14)}`,
  entity: 'order',
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency,
  receipt,
  status: 'created' as 'created' | 'attempted' | 'paid',
  attempts: 0,
  notes,
  created_at,
})

/** @param off paise by which it differs from the order */
export const newPayment = (order: Order, off: number, currency: string, created_at: number) => ({
  id: `pay_${randomId(14)}`,
  entity: 'payment',
  order_id: order.id,
  amount: order.amount + off,
  currency,
  status: 'created' as PaymentStatus,
  captured: false,
  late_authorized: false,
  error_description: null as string | null,
  amount_refunded: 0,
  method: 'upi',
  description: 'Simulator / no money moves',
  vpa: 'shopper@simulator',
  email: null,
  contact: null,
  notes: [],
  fee: null as number | null,
  tax: null as number | null,
  acquirer_data: { rrn: '412345678901' },
  created_at,
})

export function capturePayment(order: Order, payment: Payment): void {
  payment.status = 'captured'
  payment.captured = true
  payment.fee = Math.round((payment.amount * 236) / 10_000)
  payment.tax = Math.round((payment.amount * 36) / 10_000)
  order.status = 'paid'
  order.amount_paid = payment.amount
  order.amount_due = 0
}

/** A pending refund. */
export function newRefund(payment: Payment, amount: number, receipt: string | null, created_at: number) {
  payment.amount_refunded += amount
  return {
    id: `rfnd_${randomId(14)}`,
    entity: 'refund',
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    receipt,
    notes: [],
    acquirer_data: { arn: null as string | null },
    status: 'pending' as 'pending' | 'processed' | 'failed',
    speed_requested: 'normal',
    speed_processed: 'normal',
    batch_id: null,
    created_at,
  }
}

export function settleRefund(
  refund: Refund,
  payment: Payment | undefined,
  status: 'processed' | 'failed',
): void {
  refund.status = status
  if (status === 'processed') refund.acquirer_data = { arn: '74512345678' }
  if (payment && status === 'failed') payment.amount_refunded -= refund.amount
  if (payment && payment.amount_refunded === payment.amount) payment.status = 'refunded'
}
