import { useMemo, useSyncExternalStore } from 'react'

/** An online payment under way, kept while the shopper is at the bank. */
export interface PendingOrder {
  order_id: number
  transaction_id: string | null
  merchant_order_id: string | null
  /** Where the payment can be taken up again; null when that is not known. */
  payment_url: string | null
  /** The checkout it came from, with its step and address: where a failed payment is tried again. */
  checkout_path: string | null
}

/** Remembers the payment before the browser leaves for the bank. */
export const keepPendingOrder = (order: PendingOrder): void =>
  localStorage.setItem('pendingOrderData', JSON.stringify(order))

function parse(text: string | null): PendingOrder | null {
  try {
    const order: Partial<PendingOrder> | null = JSON.parse(text ?? 'null')
    if (typeof order?.order_id !== 'number') return null
    return {
      order_id: order.order_id,
      transaction_id: order.transaction_id ?? null,
      merchant_order_id: order.merchant_order_id ?? null,
      payment_url: order.payment_url ?? null,
      checkout_path: order.checkout_path ?? null,
    }
  } catch {
    return null
  }
}

function useStored(name: 'pendingOrderData' | 'paymentStatus'): string | null {
  return useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(name),
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** The payment under way, or null. */
export function usePendingOrder(): PendingOrder | null {
  const text = useStored('pendingOrderData')
  return useMemo(() => parse(text), [text])
}

/** What the bank's return said, when it was stored. */
export const usePaymentStatus = (): string | null => useStored('paymentStatus')

/** Forgets the payment. */
export function clearPendingOrder(): void {
  localStorage.removeItem('pendingOrderData')
  localStorage.removeItem('paymentStatus')
}
