/** What the pages of a payment know of it, and what they say when there is nothing to do. */
import type { AllSettings } from '@haat/contract/settings'
import type { FastifyReply } from 'fastify'
import { t, translated } from '#say'
import type { PaymentProvider } from '../adapters/payment-provider.ts'
import { shortNote } from '../features/orders/order-payment.ts'
import { findOrderRow, isPayable, type OrderRow, takesMoney } from '../features/orders/orders.store.ts'
import { findProvider } from '../features/payments/payments.ts'
import { findPaymentByReference, type PaymentRow } from '../features/payments/payments.store.ts'
import { readSettings } from '../features/settings/settings.store.ts'
import type { Context } from '../shop.ts'
import { messagePage, type PayPage, sendPage, shopOf } from './document.ts'

export const MESSAGES = {
  paid: {
    title: /*i18n*/ 'Payment received',
    text: /*i18n*/ 'This payment is complete. There is nothing left to do here.',
  },
  again: {
    title: /*i18n*/ 'Payment received',
    text: /*i18n*/ 'Your order is paid. What came too much goes back to you: your order says how.',
  },
  failed: {
    title: /*i18n*/ 'Payment failed',
    text: /*i18n*/ 'This payment was declined or cancelled. No money was taken.',
  },
  expired: {
    title: /*i18n*/ 'Payment link expired',
    text: /*i18n*/ 'The time to pay is over. Please order again.',
  },
  ended: {
    title: /*i18n*/ 'This order has ended',
    text: /*i18n*/ 'It was cancelled before it was paid. No money was taken.',
  },
  unknown: { title: /*i18n*/ 'Payment not found', text: /*i18n*/ 'There is no payment at this address.' },
  invalid: {
    title: /*i18n*/ 'Payment not possible',
    text: /*i18n*/ 'The form was changed. Nothing has happened.',
  },
  unreachable: {
    title: /*i18n*/ 'The shop does not answer',
    text: /*i18n*/ 'Nothing has happened. Please try again in a minute.',
  },
}

export type PaymentState = 'open' | 'paid' | 'again' | 'short' | 'failed' | 'expired' | 'ended'

export interface FoundPayment {
  order: OrderRow
  payment: PaymentRow
  provider: PaymentProvider | undefined
  settings: AllSettings
  state: PaymentState
  /** Whether another try can pay the order. */
  takesMoney: boolean
  page: PayPage
  /** Where the browser goes afterwards. */
  back: string
}

export async function findPayment(shop: Context, transactionId: string): Promise<FoundPayment | null> {
  const payment = await findPaymentByReference(shop.db, { transactionId })
  const order = payment && (await findOrderRow(shop.db, payment.order_id))
  if (!order) return null
  const settings = await readSettings(shop.db)
  const { order_number: orderNumber } = order
  const { amount } = payment
  const page = { ...shopOf(shop, settings), transactionId, orderNumber, amount, upiApps: settings.upi_apps }
  const state = stateOf(order, payment, shop.now())
  const provider = findProvider(shop.pay, payment.provider)
  return {
    order,
    payment,
    provider,
    settings,
    state,
    takesMoney: takesMoney(order, shop.now()),
    page,
    back:
      state === 'short'
        ? orderUrl(shop, order)
        : returnUrl(shop, order.id, state === 'paid' || state === 'again'),
  }
}

function stateOf(order: OrderRow, { state }: PaymentRow, now: Date): PaymentState {
  if (state === 'PAID') return 'paid'
  if (state === 'PAID_AGAIN') return order.paid_at === null ? 'short' : 'again'
  if (state === 'FAILED') return 'failed'
  if (order.status === 'CANCELLED') return 'ended'
  return isPayable(order, now) ? 'open' : 'expired'
}

export const returnUrl = ({ config }: Context, orderId: number, success: boolean): string =>
  `${config.publicUrl}/ordersummary?payment_status=${success ? 'success' : 'failed'}&order_id=${orderId}`

export const orderUrl = ({ config }: Context, { id }: OrderRow): string =>
  `${config.publicUrl}/order-confirmation/${id}`

export type MessageName = keyof typeof MESSAGES | 'short'

/** What a page says of a payment; `short`: less came than the order costs. */
export function messageAbout(name: MessageName, { payment, order, takesMoney: isOpen }: FoundPayment) {
  if (name !== 'short') return MESSAGES[name]
  const came = translated(shortNote(payment.amount, order.total_amount))
  return {
    title: t`Less came than the order costs`,
    text: isOpen ? `${came} ${t`To get what you ordered, please open your order and pay it in full.`}` : came,
  }
}

export const say = (
  reply: FastifyReply,
  status: number,
  message: MessageName,
  found: FoundPayment,
): FastifyReply => {
  const { page, back } = found
  return sendPage(reply, status, page, messagePage(page, messageAbout(message, found), back, { page }))
}
