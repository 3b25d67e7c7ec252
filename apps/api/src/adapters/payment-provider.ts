/** Payment providers as the shop sees them. */

export interface PaymentRequest {
  /** The order at the provider; at most 63 of `[A-Za-z0-9_-]`, as is `transactionId`. */
  merchantOrderId: string
  transactionId: string
  /** Paise. */
  amount: number
}

/** What a genuine callback reports. */
export interface PaymentEvent {
  /** The same when the provider sends the event again. */
  event_id: string
  merchantOrderId: string
  transactionId: string
  state: 'COMPLETED' | 'FAILED' | 'PENDING'
  /** Paise. */
  amount: number
}

interface CallbackRequest {
  /** By lower-case name. */
  headers: Record<string, unknown>
  /** The body byte for byte, as it was signed. */
  rawBody: string
}

/**
 * A payment provider as the shop sees it. A gateway is one file or folder that implements this: it owns its
 * credentials, and the headers, signature and body of its callbacks.
 *
 * It is not told when an order ends: not every gateway can cancel a payment, and one may be under way. Money that still
 * comes stays with the ended order, which is marked for refund.
 */
export interface PaymentProvider {
  /** For logs and on orders. */
  readonly name: string
  /** True for the built-in test bank, which moves no money; the storefront says so. */
  readonly simulated: boolean
  /**
   * Opens a payment.
   *
   * @param signal aborted when the shop no longer waits
   * @returns the address of the page where the customer pays
   */
  start(request: PaymentRequest, signal: AbortSignal): Promise<{ paymentUrl: string }>
  /**
   * Checks and reads a callback; may ask the provider's server for the state of the payment.
   *
   * @returns null when the callback is not genuine, too old, or malformed
   */
  parseCallback(request: CallbackRequest, now: Date): Promise<PaymentEvent | null>
}
