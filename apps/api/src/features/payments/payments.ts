/** The interface of payment providers, and the start of a payment. */
import { once } from 'node:events'
import { badRequest, unavailable } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'

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

/** The `payment_provider` of orders that were paid at the test bank. */
export const TEST_BANK = 'test-bank'

/** Appended where the merchant reads how an order is paid: an order of the test bank brings no money. */
export const testBankMark = ({ payment_provider }: { payment_provider: string | null }): string =>
  payment_provider === TEST_BANK ? ' (test bank: no money)' : ''

const START_WITHIN_MS = 10_000

/** @throws Failure 400 when the shop has no provider, and so takes no online payment */
export function requireProvider(pay: PaymentProvider | null): PaymentProvider {
  if (pay === null) throw badRequest('Online payment is not available.')
  return pay
}

/**
 * Opens a payment at the provider.
 *
 * @param within ms that the provider may take
 * @returns the address of the page where the customer pays
 * @throws Failure 503 when the provider fails or takes too long; the cause is in the log
 */
export async function startPayment(
  { pay, log }: { pay: PaymentProvider; log: Shop['log'] },
  request: PaymentRequest,
  within = START_WITHIN_MS,
): Promise<string> {
  const signal = AbortSignal.timeout(within)
  // In `then`: a provider may throw instead of rejecting.
  const started = Promise.resolve().then(() => pay.start(request, signal))
  const timeout = once(signal, 'abort').then(() => {
    throw signal.reason
  })
  try {
    const { paymentUrl } = await Promise.race([started, timeout])
    return paymentUrl
  } catch (error) {
    const { merchantOrderId } = request
    log.error({ err: error, provider: pay.name, merchantOrderId }, 'a payment could not be started')
    throw unavailable()
  }
}
