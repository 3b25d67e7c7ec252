/** Payment providers at work: which one a customer chose, the start of a payment, and the mark of the test bank. */
import type { PaymentProviderName } from '@haat/contract/rules'
import { t } from '#say'
import type {
  PaymentProvider,
  PaymentProviders,
  PaymentRequest,
  StartedPayment,
} from '../../adapters/payment-provider.ts'
import { badRequest, type Failure, unavailable } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { PaymentRow } from './payments.store.ts'

/** The `payment_provider` of orders that were paid at the test bank. */
export const TEST_BANK = 'test-bank'
/** That of payments to the merchant's own UPI id. */
export const UPI = 'upi'

/** The note that the customer writes and the merchant's bank shows; null of a payment at a gateway. */
export const upiReference = (
  { id, provider }: Pick<PaymentRow, 'id' | 'provider'>,
  order_number: string,
): string | null => (provider === UPI ? `${order_number}P${id}` : null)

/** Whether it was less than the order cost, which was not paid then. */
export const isShort = (
  { state, amount, paid_at }: Pick<PaymentRow, 'state' | 'amount' | 'paid_at'>,
  order: { total_amount: number; paid_at: Date | null },
): boolean =>
  state === 'PAID_AGAIN' &&
  amount < order.total_amount &&
  (order.paid_at === null || (paid_at !== null && paid_at <= order.paid_at))

/** Appended where the merchant reads how an order is paid: an order of the test bank brings no money. */
export const testBankMark = ({ payment_provider }: { payment_provider: string | null }): string =>
  payment_provider === TEST_BANK ? ' (test bank: no money)' : ''

/** How long a provider may take to start a payment, and to answer a question; ms. */
const START_WITHIN_MS = 10_000
export const ANSWER_WITHIN_MS = 8_000

/** Each pause between two questions to a provider is this part of the time since the first. */
const PAUSE_PART = 8

/** When a provider is asked again that has no final answer yet. @param pause the shortest one, in ms */
export const nextQuestion = (since: Date, now: Date, pause: number): Date =>
  new Date(now.getTime() + Math.max(pause, (now.getTime() - since.getTime()) / PAUSE_PART))

export const findProvider = (pay: PaymentProviders, name: string): PaymentProvider | undefined =>
  pay.all.find((provider) => provider.name === name)

/**
 * The provider that a customer chose among those that the shop offers; the first one without a choice.
 *
 * @throws Failure 400 when the shop takes no online payment, or does not offer this provider
 */
export function requireProvider(
  offered: readonly PaymentProvider[],
  name?: PaymentProviderName,
): PaymentProvider {
  const provider = offered.find((one) => name === undefined || one.name === name)
  if (provider) return provider
  throw badRequest(
    offered.length === 0 ? t`Online payment is not available.` : t`Please choose another way to pay online.`,
  )
}

/** A stored payment as its provider is asked about it. */
export const startedPayment = (payment: PaymentRow): StartedPayment => ({
  merchantOrderId: payment.merchant_order_id,
  transactionId: payment.transaction_id,
  providerReference: payment.provider_reference,
  providerPaymentId: payment.provider_payment_id,
  amount: payment.amount,
})

/** 503: the order has begun, and failed, so the same request would place another one. @param cause for log and staff */
export const notStarted = (cause?: unknown): Failure =>
  unavailable(
    cause,
    /*i18n*/ 'The payment could not be started, and nothing was taken. Please try again, or choose another way to pay.',
    'PAYMENT_NOT_STARTED',
  )

/**
 * Opens a payment at the provider.
 *
 * @param within ms that the provider may take
 * @returns the address of the page where the customer pays, and what the provider calls the payment
 * @throws Failure 503 when the provider fails or takes too long; the cause is in the log
 */
export async function startPayment(
  { pay, log }: { pay: PaymentProvider; log: Shop['log'] },
  request: PaymentRequest,
  within = START_WITHIN_MS,
): Promise<{ paymentUrl: string; providerReference?: string }> {
  try {
    return await pay.start(request, AbortSignal.timeout(within))
  } catch (error) {
    const { merchantOrderId } = request
    log.error({ err: error, provider: pay.name, merchantOrderId }, 'a payment could not be started')
    throw notStarted(error)
  }
}
