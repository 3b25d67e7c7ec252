/** Razorpay orders with Hosted Checkout. Amounts are paise, times are epoch seconds. */
import { createHmac, hash } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type PaymentProvider,
  type PaymentReport,
  ProviderRefused,
  type RefundReport,
  type StartedPayment,
} from '../../adapters/payment-provider.ts'
import { equalDigests } from '../../secrets.ts'
import { type Answer, lenient, parseJson, readAnswer, send } from '../gateway-client.ts'

/** For test and for live keys. */
export const RAZORPAY_HOST = 'https://api.razorpay.com/v1'

const secret = (problem: string) => z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{8,200}$/, problem))

export const RazorpayKeys = z.object({
  key_id: z
    .string()
    .check(z.trim(), z.regex(/^rzp_(test|live)_\w{8,50}$/, 'The key id starts with rzp_test_ or rzp_live_')),
  key_secret: secret('Copy the key secret that Razorpay shows once, when the key is made'),
  /** Newest first: Razorpay signs events from before a change with the old secret. */
  webhook_secrets: z
    .array(secret('The webhook secret has 8 characters or more: the same as at Razorpay, under Webhooks'))
    .check(z.minLength(1, 'Enter the webhook secret'), z.maxLength(5)),
})
export type RazorpayKeys = z.output<typeof RazorpayKeys>

/** With test keys no money moves. */
export const razorpayMode = ({ key_id }: Pick<RazorpayKeys, 'key_id'>): 'test' | 'live' =>
  key_id.startsWith('rzp_live_') ? 'live' : 'test'

/** A bank may authorise a payment up to three days late, and it has to be captured then. */
const SETTLES_WITHIN_HOURS = 96
/** In minutes: captured by Razorpay when authorised within 12, otherwise by the shop, or paid back after 5 days. */
const CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
}
/** Razorpay returns 10 of a list unless asked for more. */
const ALL = 'count=100'

const OrderId = z.string().check(z.regex(/^order_\w{1,40}$/))
const PaymentId = z.string().check(z.regex(/^pay_\w{1,40}$/))
const RefundId = z.string().check(z.regex(/^rfnd_\w{1,40}$/))
const Text = lenient(z.string())
const Order = z.object({
  id: OrderId,
  amount: z.int(),
  currency: z.string(),
  receipt: z.nullish(z.string()),
  status: z.string(),
})
const Payment = z.object({
  id: PaymentId,
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  captured: z.nullish(z.boolean()),
  fee: z.nullish(z.int()),
  error_description: z.nullish(z.string()),
})
const Payments = z.object({ items: z.array(Payment) })
const Refund = z.object({
  id: RefundId,
  amount: z.int(),
  currency: z.string(),
  payment_id: z.nullish(z.string()),
  receipt: z.nullish(z.string()),
  status: z.string(),
  acquirer_data: lenient(z.object({ arn: Text, rrn: Text, utr: Text })),
})
const Refunds = z.object({ items: z.array(Refund) })
const entity = <Entity extends z.core.$ZodType>(Entity: Entity) => z.optional(z.object({ entity: Entity }))
const Event = z.object({
  payload: z.object({
    refund: entity(z.object({ id: RefundId })),
    payment: entity(z.object({ order_id: z.nullish(z.string()) })),
    order: entity(z.object({ id: z.string() })),
  }),
})

type Order = z.output<typeof Order>
type Payment = z.output<typeof Payment>

/** Paise; -1 for another currency, so that it equals no amount of the shop. */
const rupeesOnly = ({ amount, currency }: { amount: number; currency: string }): number =>
  currency === 'INR' ? amount : -1

/** Such as `USD 5.99`; amounts are in the smallest unit of their currency. */
function foreignText({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency, currencyDisplay: 'code' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits).replace('\u00a0', ' ')
}

/** Payments of an order that was paid already are refunded uncaptured; a captured one stays so when it is refunded. */
const isCaptured = ({ captured, status }: Payment): boolean => captured === true || status === 'captured'

const REFUND_STATES: Record<string, RefundReport['state']> = { processed: 'COMPLETED', failed: 'FAILED' }

/**
 * A failed payment is reported as PENDING: another payment of the same order may succeed, and a failed one may be
 * authorised later. The order at Razorpay never expires; the shop's own time to pay ends the wait.
 *
 * An event is signed, but shows how things were when it was made. It is the occasion to ask how they are now.
 *
 * @param options.publicUrl the shop's address without a slash at the end
 */
export function razorpay({
  keys: { key_id, key_secret, webhook_secrets },
  host,
  publicUrl,
}: {
  keys: RazorpayKeys
  host: string
  publicUrl: string
}) {
  const authorization = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
  const ask = (path: string, signal: AbortSignal, body?: object, headers = {}): Promise<Answer> =>
    send(
      'Razorpay',
      { url: host + path, headers: { authorization, ...headers }, ...(body && { body }) },
      signal,
    )

  /** @returns null when Razorpay does not know what the path names: it says so by 400 */
  async function find<Body extends z.core.$ZodType>(path: string, Body: Body, signal: AbortSignal) {
    const answer = await ask(path, signal)
    return answer.status === 400 || answer.status === 404 ? null : readAnswer('Razorpay', answer, Body)
  }

  async function capture(payment: Payment, signal: AbortSignal): Promise<Payment> {
    const { id, amount, currency } = payment
    try {
      const answer = await ask(`/payments/${id}/capture`, signal, { amount, currency })
      return readAnswer('Razorpay', answer, Payment)
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      // Refused, too, when it is captured already.
      return (await find(`/payments/${id}`, Payment, signal)) ?? payment
    }
  }

  /** The money of an order, captured, or captured now; or the last attempt that failed. */
  async function findAttempt(order: Order, signal: AbortSignal): Promise<Payment | undefined> {
    if (order.status === 'created') return undefined
    const { items } = (await find(`/orders/${order.id}/payments?${ALL}`, Payments, signal)) ?? { items: [] }
    const captured = items.find(isCaptured)
    const authorized = items.find(
      ({ status, amount, currency }) =>
        status === 'authorized' && amount === order.amount && currency === order.currency,
    )
    if (captured) return captured
    return authorized ? capture(authorized, signal) : items.find(({ status: is }) => is === 'failed')
  }

  async function orderStatus(orderId: string, signal: AbortSignal): Promise<PaymentReport | null> {
    const order = await find(`/orders/${orderId}`, Order, signal)
    if (!order?.receipt) return null
    const money = await findAttempt(order, signal)
    const isPaid = money !== undefined && isCaptured(money)
    const problem = isPaid ? null : money?.error_description
    return {
      merchantOrderId: order.receipt,
      state: isPaid ? 'COMPLETED' : 'PENDING',
      amount: rupeesOnly(isPaid ? money : order),
      providerPaymentId: isPaid ? money.id : null,
      fee: (isPaid && money.fee) || null,
      ...(isPaid && money.currency !== 'INR' && { foreign: foreignText(money) }),
      ...(problem && { problem: `Razorpay: ${problem.slice(0, 300)}` }),
    }
  }

  const status = async ({ providerReference }: StartedPayment, signal: AbortSignal) =>
    providerReference === null ? null : orderStatus(providerReference, signal)

  async function refunds({ providerPaymentId }: StartedPayment, signal: AbortSignal) {
    const found = await find(`/payments/${providerPaymentId}/refunds?${ALL}`, Refunds, signal)
    return (found?.items ?? []).map(refundReport)
  }

  /** A refund by its receipt, when the answer that named it was lost. */
  const findRefund = async (id: string, payment: StartedPayment, signal: AbortSignal) =>
    (await refunds(payment, signal)).find(({ merchantRefundId }) => merchantRefundId === id) ?? null

  return {
    name: 'razorpay',
    label: 'Razorpay',
    marks: ['UPI', 'Cards', 'Net banking', 'Wallets'],
    simulated: host !== RAZORPAY_HOST || razorpayMode({ key_id }) === 'test',
    settlesWithinHours: SETTLES_WITHIN_HOURS,
    async checkKeys(signal) {
      const answer = await ask('/orders?count=1', signal)
      if (answer.status === 400 || answer.status === 401)
        throw new ProviderRefused('Razorpay does not accept the key id and secret.')
      readAnswer('Razorpay', answer, z.object({ items: z.array(z.unknown()) }))
    },
    async start({ merchantOrderId, transactionId, amount, orderNumber }, signal) {
      const answer = await ask('/orders', signal, {
        amount,
        currency: 'INR',
        receipt: merchantOrderId,
        unique_receipt: true,
        notes: { order: orderNumber },
        payment: CAPTURE,
      })
      const { id } = readAnswer('Razorpay', answer, Order)
      return { paymentUrl: `${publicUrl}/pay/${transactionId}`, providerReference: id }
    },
    checkoutForm({ providerReference, transactionId, amount }, { orderNumber, customer }) {
      if (providerReference === null) throw new Error('The payment has no order at Razorpay.')
      const back = `${publicUrl}/pay/${transactionId}/return`
      return {
        action: `${host}/checkout/embedded`,
        fields: {
          key_id,
          order_id: providerReference,
          amount: String(amount),
          currency: 'INR',
          name: new URL(publicUrl).hostname,
          description: `Order ${orderNumber}`,
          'prefill[name]': customer.name,
          'prefill[contact]': `+91${customer.phone.slice(-10)}`,
          ...(customer.email && { 'prefill[email]': customer.email }),
          'notes[order]': orderNumber,
          callback_url: back,
          cancel_url: back,
        },
      }
    },
    async parseReturn(payment, fields, signal) {
      const { razorpay_payment_id: paymentId, razorpay_signature: signature = '' } = fields
      if (!paymentId || payment.providerReference === null) return undefined
      const expected = hmac(key_secret, `${payment.providerReference}|${paymentId}`)
      if (!equalDigests(signature, expected)) return undefined
      return (await status(payment, signal)) ?? undefined
    },
    status,
    async parseCallback({ headers, rawBody }, _now, signal) {
      const signature = headers['x-razorpay-signature']
      if (typeof signature !== 'string') return undefined
      if (!webhook_secrets.some((secret) => equalDigests(signature, hmac(secret, rawBody)))) return undefined
      const { payload } = z.safeParse(Event, parseJson(rawBody)).data ?? {}
      if (!payload) return null
      if (payload.refund) {
        const refund = await find(`/refunds/${payload.refund.entity.id}`, Refund, signal)
        return refund && { refund: refundReport(refund) }
      }
      const orderId = payload.payment?.entity.order_id ?? payload.order?.entity.id
      // Ids of orders come without their prefix in some events.
      const named = orderId && `order_${encodeURIComponent(orderId.replace(/^order_/, ''))}`
      const report = named && (await orderStatus(named, signal))
      const event_id = eventId(headers['x-razorpay-event-id'], rawBody)
      return report ? { payment: { ...report, event_id, transactionId: null } } : null
    },
    async refund({ merchantRefundId, amount, payment }, signal) {
      if (payment.providerPaymentId === null)
        throw new ProviderRefused('Razorpay has not reported any money of this payment.')
      const path = `/payments/${payment.providerPaymentId}/refund`
      const body = { amount, speed: 'normal', receipt: merchantRefundId, notes: {} }
      const answer = await ask(path, signal, body, { 'X-Refund-Idempotency': merchantRefundId })
      try {
        return refundReport(readAnswer('Razorpay', answer, Refund))
      } catch (error) {
        // Refused, too, when it is paid back already.
        const made = error instanceof ProviderRefused && (await findRefund(merchantRefundId, payment, signal))
        if (!made) throw error
        return made
      }
    },
    refunds,
    async refundStatus({ merchantRefundId, providerRefundId, payment }, signal) {
      if (providerRefundId === null) return findRefund(merchantRefundId, payment, signal)
      const refund = await find(`/refunds/${providerRefundId}`, Refund, signal)
      return refund && { ...refundReport(refund), merchantRefundId }
    },
  } satisfies PaymentProvider
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** Razorpay's id is the same when it sends the event again. */
const eventId = (header: unknown, rawBody: string): string =>
  `razorpay:${typeof header === 'string' && /^[\w-]{1,64}$/.test(header) ? header : hash('sha256', rawBody)}`

function refundReport(refund: z.output<typeof Refund>): RefundReport {
  const { id, receipt, status, acquirer_data } = refund
  const state = REFUND_STATES[status] ?? 'PENDING'
  return {
    merchantRefundId: receipt ?? id,
    state,
    amount: rupeesOnly(refund),
    providerRefundId: id,
    of: { providerPaymentId: refund.payment_id ?? null },
    reference: acquirer_data?.arn ?? acquirer_data?.rrn ?? acquirer_data?.utr ?? null,
    problem: state === 'FAILED' ? 'Razorpay could not pay back.' : null,
  }
}
