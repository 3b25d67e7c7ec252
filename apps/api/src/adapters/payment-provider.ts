/** Payment providers as the shop sees them. */

export interface PaymentRequest {
  /** The payment at the provider; at most 40 of `[A-Za-z0-9_-]`, as is `transactionId`. */
  merchantOrderId: string
  transactionId: string
  /** Paise. */
  amount: number
  /** The number that the customer knows. */
  orderNumber: string
  /** Digits of an Indian phone number; e-mail is null where the shop has none. */
  customer: { name: string; phone: string; email: string | null }
  /** Where the customer's browser goes afterwards; it proves nothing. */
  returnUrl: string
  /** Until when the order waits. */
  expiresAt: Date
}

/** A payment as the shop stored it: what a provider needs to ask about it or to pay it back. */
export interface StartedPayment {
  merchantOrderId: string
  transactionId: string
  /** What `start` returned. */
  providerReference: string | null
  /** What the last report called the money; null while nothing is paid. */
  providerPaymentId: string | null
  /** Paise. */
  amount: number
}

/** What a provider says about a payment, in a genuine callback or when it is asked. */
export interface PaymentReport {
  merchantOrderId: string
  state: 'COMPLETED' | 'FAILED' | 'PENDING'
  /** Paise; as the provider states it, which may be wrong. -1 for money in another currency. */
  amount: number
  /** Money in another currency, such as `USD 5.99`. */
  foreign?: string
  /** What the provider calls the money, for refunds and settlements; null where it does not say. */
  providerPaymentId: string | null
  /** The provider's charge with its tax, in paise; null where it does not say. */
  fee: number | null
  /** Of a pending payment: whether the customer has paid, and the bank has not decided. */
  isUnderWay?: boolean
  /** Why the last attempt to pay it failed, for the staff. */
  problem?: string
  /** What the customer paid for it besides, at the same provider; paise. */
  further?: readonly { providerPaymentId: string; amount: number }[]
}

/** A report that a callback brought. */
export interface PaymentEvent extends PaymentReport {
  /** The same when the provider sends the event again. */
  event_id: string
  transactionId: string | null
}

export interface RefundRequest {
  /** The refund at the provider: the same one when it is asked for again. At most 40 of `[A-Za-z0-9_-]`. */
  merchantRefundId: string
  /** Paise. */
  amount: number
  payment: StartedPayment
}

export interface RefundReport {
  merchantRefundId: string
  state: 'PENDING' | 'COMPLETED' | 'FAILED'
  /** Paise. */
  amount: number
  /** What the provider calls the refund, to ask about it. */
  providerRefundId: string | null
  /** What it pays back. The merchant may do so at the provider, and then only this tells of which payment. */
  of: Partial<Pick<PaymentReport, 'merchantOrderId' | 'providerPaymentId'>>
  /** What the bank calls the transfer. */
  reference: string | null
  /** For the staff. */
  problem: string | null
}

export interface CallbackRequest {
  /** By lower-case name. */
  headers: Record<string, unknown>
  /** The body byte for byte, as it was signed. */
  rawBody: string
}

/** What a genuine callback is about; null: something that the shop does not need. */
export type Callback = { payment: PaymentEvent } | { refund: RefundReport } | null

/** The provider's answer means that it did not do what was asked: asking again is safe. For the log and the staff. */
export class ProviderRefused extends Error {}

/**
 * A payment provider as the shop sees it. A gateway is one folder that implements this: it owns its credentials, and
 * the headers, signature and body of its callbacks. A call is aborted by its signal, and rejects when the provider does
 * not answer: nobody knows then what happened, and the shop asks later.
 *
 * It is not told when an order ends: not every gateway can cancel a payment, and one may be under way. Money that still
 * comes stays with the ended order, which is marked for refund.
 */
export interface PaymentProvider {
  /** For logs, addresses and on orders, such as `razorpay`. */
  readonly name: string
  /** What the shopper reads. */
  readonly label: string
  /** What the shopper can pay with, such as `Cards`. */
  readonly marks: readonly string[]
  /** True where no money moves; the storefront says so. */
  readonly simulated: boolean
  /**
   * Opens a payment.
   *
   * @returns the address of the page where the customer pays, and what the provider calls the payment
   */
  start(
    request: PaymentRequest,
    signal: AbortSignal,
  ): Promise<{ paymentUrl: string; providerReference?: string }>
  /**
   * Checks and reads a callback; may ask the provider's server for the state of the payment.
   *
   * @returns undefined when the callback is not genuine, too old, or malformed
   */
  parseCallback?(request: CallbackRequest, now: Date, signal: AbortSignal): Promise<Callback | undefined>
  /**
   * Asks for the state of a payment. Left out where there is nobody to ask.
   *
   * @returns null when the provider does not know the payment
   */
  status?(payment: StartedPayment, signal: AbortSignal): Promise<PaymentReport | null>
  /** Asks whether the provider accepts the shop's keys. @throws Error that says why not */
  checkKeys?(signal: AbortSignal): Promise<void>
  /** For how many hours after its start a payment may still change. */
  readonly settlesWithinHours?: number
  /**
   * Pays money back. Left out where the merchant pays back himself.
   *
   * @throws ProviderRefused
   */
  refund?(refund: RefundRequest, signal: AbortSignal): Promise<RefundReport>
  /** Asks for the state of a refund. @returns null when the provider does not know it */
  refundStatus?(
    refund: RefundRequest & { providerRefundId: string | null },
    signal: AbortSignal,
  ): Promise<RefundReport | null>
  /** Tells all refunds of a payment, where the provider lists them. */
  refunds?(payment: StartedPayment, signal: AbortSignal): Promise<RefundReport[]>
  /**
   * The form that opens the provider's page, for providers that take no link: the shop shows it at `/pay/{transactionId}`.
   */
  checkoutForm?(
    payment: StartedPayment,
    request: PaymentRequest,
  ): { action: string; fields: Record<string, string> }
  /**
   * Reads what the browser brings back from the provider's page to `/pay/{transactionId}/return`.
   *
   * @param fields of the form or of the address
   * @returns undefined when it is not genuine
   */
  parseReturn?(
    payment: StartedPayment,
    fields: Record<string, string>,
    signal: AbortSignal,
  ): Promise<PaymentReport | undefined>
}

/** The keys of gateways: their values leave it only for the gateway. */
export interface GatewayKeys {
  /** Where a gateway's keys are; the one that may be shown, and whether they are for tests. */
  state(gateway: string): {
    keys: 'none' | 'incomplete' | 'file' | 'environment' | 'simulator'
    key_id: string | null
    is_test: boolean
    /** What is missing or wrong, as sentences. */
    missing: string[]
    /** How the connection was when these keys were tried last; `problem` is null where they were accepted. */
    tried: { problem: string | null; at: Date } | null
  }
  /** Keeps how a try of the connection ended, as long as this server runs. */
  noteTry(gateway: string, tried: { problem: string | null; at: Date }): void
  /** What is wrong with keys, as a sentence; null for nothing. Those that are missing are no fault. */
  faultOf(gateway: string, keys: Record<string, string>): string | null
  /** Stores keys beside those that are there. */
  store(gateway: string, keys: Record<string, string>): void
  forget(gateway: string): void
}

export interface PaymentProviders {
  /** Those that have what they need, in the order of `PAYMENT_PROVIDERS`; it changes when the merchant sets keys. */
  readonly all: readonly PaymentProvider[]
  readonly gateways: GatewayKeys
}
