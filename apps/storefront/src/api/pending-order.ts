import { useMemo } from 'react'
import { parseJson, store, stored, useStored } from '../lib/device-storage.ts'
import { readSession, useSession } from './session.ts'

/** An unfinished online payment, stored while the shopper is at the bank. */
export interface PendingOrder {
  order_id: number
  /** The bank's page where the payment can be resumed. */
  payment_url?: string
  /** The address of the checkout with its step: a failed payment returns there. */
  checkout_path?: string
}

/** Stores the payment, and leaves for the bank. One customer of the device at a time has one. */
export function leaveForBank(
  order: Required<PendingOrder>,
  reply: Record<'transactionId' | 'merchantOrderId', string | null>,
): void {
  const { transactionId: transaction_id, merchantOrderId: merchant_order_id } = reply
  const user_id = readSession()?.user.id
  store('pendingOrderData', JSON.stringify({ ...order, transaction_id, merchant_order_id, user_id }))
  store('paymentStatus', null)
  window.location.assign(order.payment_url)
}

/** @param userId another customer's order is none */
function parse(text: string | null, userId = readSession()?.user.id): PendingOrder | null {
  const order = parseJson(text) as (Partial<PendingOrder> & { user_id?: number }) | null
  if (typeof order?.order_id !== 'number' || (order.user_id ?? userId) !== userId) return null
  return { ...order, order_id: order.order_id }
}

/** The unfinished payment, for event handlers and calls; null if there is none. */
export const readPendingOrder = (): PendingOrder | null => parse(stored('pendingOrderData'))

export function usePendingOrder(): PendingOrder | null {
  const text = useStored('pendingOrderData')
  const userId = useSession()?.user.id
  return useMemo(() => parse(text, userId), [text, userId])
}

/** The stored result of the payment (`success`, `failed`), or null. */
export const usePaymentStatus = (): string | null => useStored('paymentStatus')

const couponKey = (): string => `checkoutCoupon.${readSession()?.user.id}`

/** Keeps the code of the cart's coupon until it is removed, ends or an order is placed. Empty after it was removed. */
export const storeCoupon = (code: string): void => store(couponKey(), code)

/** The code of the cart's coupon; null for a cart that has had none since the last order. */
export const storedCoupon = (): string | null => stored(couponKey())

/** What goes with a customer's next order. */
export interface OrderExtras {
  /** Of a business that buys, as it was typed. */
  gstin: string
  /** The business that the invoice names. */
  company: string
  note: string
  is_gift: boolean
}

const NO_EXTRAS: OrderExtras = { gstin: '', company: '', note: '', is_gift: false }

/** Keeps them until the order is placed, or the customer logs out. */
export const storeExtras = (extras: OrderExtras): void =>
  store('orderExtras', JSON.stringify({ ...extras, user_id: readSession()?.user.id }))

export function storedExtras(): OrderExtras {
  const kept = Object(parseJson(stored('orderExtras'))) as OrderExtras & { user_id?: number }
  return kept.user_id === readSession()?.user.id ? { ...NO_EXTRAS, ...kept } : NO_EXTRAS
}

/** Forgets what an order has used: its coupon, and what went with it. */
export function forgetCheckout(): void {
  store(couponKey(), null)
  store('orderExtras', null)
}

/** Forgets the payment if it is this order's. */
export function forgetPendingOrder(orderId: number): void {
  if (readPendingOrder()?.order_id !== orderId) return
  store('pendingOrderData', null)
  store('paymentStatus', null)
}
