import { once } from 'node:events'
import { unavailable } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { PaymentRequest } from './provider.ts'

const START_WITHIN_MS = 10_000

/**
 * Opens a payment at the provider.
 *
 * @param within ms that the provider may take
 * @returns the address of the page where the customer pays
 * @throws Failure 503 when the provider fails or takes too long; the cause is in the log
 */
export async function startPayment(
  { pay, log }: Pick<Shop, 'pay' | 'log'>,
  request: PaymentRequest,
  within = START_WITHIN_MS,
): Promise<string> {
  const signal = AbortSignal.timeout(within)
  const timeout = once(signal, 'abort').then(() => {
    throw signal.reason
  })
  try {
    const { paymentUrl } = await Promise.race([pay.start(request, signal), timeout])
    return paymentUrl
  } catch (error) {
    const { merchantOrderId } = request
    log.error({ err: error, provider: pay.name, merchantOrderId }, 'a payment could not be started')
    throw unavailable()
  }
}
