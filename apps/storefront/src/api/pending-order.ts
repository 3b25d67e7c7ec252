/** An online payment under way, kept while the shopper is at the bank. */
export interface PendingOrder {
  order_id: number
  transaction_id: string | null
  merchant_order_id: string | null
}

/** Remembers the payment before the browser leaves for the bank. */
export const keepPendingOrder = (order: PendingOrder): void =>
  localStorage.setItem('pendingOrderData', JSON.stringify(order))

/** The payment under way, or null. */
export function readPendingOrder(): PendingOrder | null {
  try {
    const order: Partial<PendingOrder> | null = JSON.parse(localStorage.getItem('pendingOrderData') ?? 'null')
    if (typeof order?.order_id !== 'number') return null
    return {
      order_id: order.order_id,
      transaction_id: order.transaction_id ?? null,
      merchant_order_id: order.merchant_order_id ?? null,
    }
  } catch {
    return null
  }
}

/** What the bank's return said, when it was stored. */
export const readPaymentStatus = (): string | null => localStorage.getItem('paymentStatus')

/** Forgets the payment. */
export function clearPendingOrder(): void {
  localStorage.removeItem('pendingOrderData')
  localStorage.removeItem('paymentStatus')
}
