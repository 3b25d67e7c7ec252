/** The start of a payment, and the mark of the test bank. */
import { once } from 'node:events'
import type { PaymentProvider, PaymentRequest } from '../../adapters/payment-provider.ts'
import { badRequest, unavailable } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'

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
