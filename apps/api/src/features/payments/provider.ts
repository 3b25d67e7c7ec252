/** A payment provider as the shop sees it: a real gateway is one file that implements this. */

export interface PaymentRequest {
  /** At most 63 of `[A-Za-z0-9_-]`, as is `transactionId`. */
  merchantOrderId: string
  transactionId: string
  /** Paise. */
  amount: number
}

/** What a provider says of a payment. */
export interface PaymentEvent {
  event_id: string
  merchantOrderId: string
  transactionId: string
  state: 'COMPLETED' | 'FAILED' | 'PENDING'
  /** Paise. */
  amount: number
}

export interface PaymentProvider {
  /** True for the built-in test bank, which moves no money: shoppers are told so. */
  readonly simulated: boolean
  /** Opens a payment and says where the customer pays. */
  start(request: PaymentRequest): Promise<{ paymentUrl: string }>
  /**
   * Whether a callback is genuine and fresh.
   *
   * @param rawBody the body to the byte, as it was signed
   */
  verify(rawBody: string, headers: { timestamp?: string; signature?: string }, now: Date): boolean
}
