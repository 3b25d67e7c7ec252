/** Every way a payment or refund can end at the simulated Razorpay. */

/** How a webhook differs from a genuine one: `escaped` is signed as if its `/` were written `\/`. */
type Forgery = 'none' | 'wrong' | 'api-secret' | 'altered' | 'escaped'

export interface RazorpayWebhook {
  event: string
  forged?: Forgery
  /** How often it is sent, at once and with one event id. */
  times?: number
  /** The ids of orders lose their prefix. */
  bare?: true
  /** Laid over the payment in the payload alone. */
  payment?: Record<string, unknown>
}

/** One that stays authorized is refunded after three days. */
export type PaymentStatus = 'created' | 'failed' | 'authorized' | 'captured' | 'refunded'

export interface RazorpayStep {
  /** Seconds since the choice. */
  after?: number
  /** What becomes of the latest payment; of another one when that is over, or when `another` says so. */
  payment?: PaymentStatus
  another?: true
  late?: true
  /** Paise by which the payment is off. */
  off?: number
  currency?: string
  /** The refund's new status. */
  refund?: 'processed' | 'failed'
  webhooks?: RazorpayWebhook[]
}

export interface RazorpayOutcome {
  id: string
  label: string
  steps: RazorpayStep[]
  /** What the browser brings back: a signature, another one, one of other ids, an error, nothing; or it stays. */
  returns: 'paid' | 'wrong' | 'swapped' | 'error' | 'cancel' | 'stays'
}

const outcome = (
  id: string,
  label: string,
  returns: RazorpayOutcome['returns'],
  ...steps: RazorpayStep[]
): RazorpayOutcome => ({ id, label, returns, steps })

const AUTHORIZED: RazorpayWebhook = { event: 'payment.authorized' }
const CAPTURED: RazorpayWebhook = { event: 'payment.captured' }
const ORDER_PAID: RazorpayWebhook = { event: 'order.paid' }
const SILENTLY_PAID: RazorpayStep = { payment: 'captured' }
const PAID: RazorpayStep = { payment: 'captured', webhooks: [AUTHORIZED, CAPTURED, ORDER_PAID] }
const FAILED: RazorpayStep = { payment: 'failed', webhooks: [{ event: 'payment.failed' }] }
const [TEN_MINUTES, TWENTY_MINUTES, DAY] = [600, 1200, 86_400]
export const PAID_BACK: RazorpayStep = {
  payment: 'refunded',
  webhooks: [{ event: 'refund.created' }, { event: 'refund.processed' }],
}
const forged = (kind: Forgery, label: string): RazorpayOutcome =>
  outcome(`forged-${kind}`, label, 'cancel', { webhooks: [{ ...ORDER_PAID, forged: kind }] })

export const RAZORPAY_OUTCOMES: readonly RazorpayOutcome[] = [
  outcome('paid', 'Paid', 'paid', PAID),
  outcome('webhook-later', 'Paid, webhooks 30 s after the return', 'paid', SILENTLY_PAID, {
    after: 30,
    webhooks: [CAPTURED, ORDER_PAID],
  }),
  outcome('no-webhook', 'Paid, no webhook', 'paid', SILENTLY_PAID),
  outcome('paid-closed', 'Paid, window closed', 'stays', PAID),
  outcome('paid-unheard', 'Paid, window closed, no webhook', 'stays', SILENTLY_PAID),
  outcome('failed', 'Failed', 'error', FAILED),
  outcome('retried', 'Failed, then paid', 'paid', FAILED, PAID),
  outcome('cancelled', 'Cancelled', 'cancel'),
  outcome('closed', 'Window closed, nothing paid', 'stays'),
  outcome(
    'late-paid',
    'Pending, paid after 20 min',
    'stays',
    { payment: 'created' },
    { ...PAID, after: TWENTY_MINUTES },
  ),
  outcome(
    'late-failed',
    'Pending, failed after 20 min',
    'stays',
    { payment: 'created' },
    { ...FAILED, after: TWENTY_MINUTES },
  ),
  outcome(
    'late-authorised',
    'Failed after 10 min, authorised a day later',
    'stays',
    { payment: 'created' },
    { ...FAILED, after: TEN_MINUTES },
    { payment: 'authorized', late: true, after: DAY, webhooks: [AUTHORIZED] },
  ),
  outcome('authorised', 'Authorised, not captured', 'paid', {
    payment: 'authorized',
    webhooks: [AUTHORIZED],
  }),
  outcome('authorised-unheard', 'Authorised, no webhook', 'paid', { payment: 'authorized' }),
  outcome('authorised-more', 'Authorised 1 paisa more', 'paid', {
    payment: 'authorized',
    off: 1,
    webhooks: [AUTHORIZED],
  }),
  outcome('repeated', 'Paid, three webhooks at once', 'paid', {
    payment: 'captured',
    webhooks: [{ ...ORDER_PAID, times: 3 }],
  }),
  outcome('out-of-order', 'Paid, webhooks in reverse', 'paid', {
    payment: 'captured',
    webhooks: [ORDER_PAID, CAPTURED, { ...AUTHORIZED, payment: { status: 'authorized', captured: false } }],
  }),
  outcome('paid-twice', 'Paid twice, second paid back', 'paid', PAID, { ...PAID_BACK, another: true }),
  outcome('more', 'Paid 1 paisa more', 'paid', { ...PAID, off: 1 }),
  outcome('less', 'Paid 1 paisa less', 'paid', { ...PAID, off: -1 }),
  outcome('dollars', 'Paid in dollars', 'paid', { ...PAID, currency: 'USD' }),
  outcome('unknown-order', 'Webhook for an unknown order', 'cancel', {
    webhooks: [{ ...CAPTURED, payment: { order_id: 'order_Unknown0000001' } }],
  }),
  outcome('bare-ids', 'Paid, order ids without prefix', 'paid', {
    payment: 'captured',
    webhooks: [{ ...ORDER_PAID, bare: true }],
  }),
  outcome('unknown-event', 'Paid, unknown event', 'paid', {
    payment: 'captured',
    webhooks: [{ event: 'payment.admired', payment: { notes: {}, contact: null, new_field: { deep: [1] } } }],
  }),
  outcome('return-wrong', 'Return with a wrong signature', 'wrong'),
  outcome('return-swapped', "Return with another order's signature", 'swapped'),
  forged('none', 'Forged: no signature'),
  forged('wrong', 'Forged: wrong signature'),
  forged('api-secret', 'Forged: signed with the API secret'),
  forged('altered', 'Forged: one byte altered'),
  forged('escaped', 'Forged: body written anew'),
]

const refund = (id: string, label: string, ...steps: RazorpayStep[]): RazorpayOutcome =>
  outcome(id, label, 'stays', ...steps)
const CREATED: RazorpayStep = { webhooks: [{ event: 'refund.created' }] }
const PROCESSED: RazorpayStep = { refund: 'processed', webhooks: [{ event: 'refund.processed' }] }

/** The first is used unless another is asked for. */
export const RAZORPAY_REFUND_OUTCOMES: readonly RazorpayOutcome[] = [
  refund('processed', 'Paid back', { ...CREATED, after: 5 }, { ...PROCESSED, after: 10 }),
  refund(
    'failed',
    'Failed',
    { ...CREATED, after: 5 },
    { refund: 'failed', after: 10, webhooks: [{ event: 'refund.failed' }] },
  ),
  refund('out-of-order', 'Paid back, webhooks swapped', {
    refund: 'processed',
    after: 5,
    webhooks: [{ event: 'refund.processed' }, { event: 'refund.created' }],
  }),
  refund(
    'slower',
    'Paid back at normal speed',
    { after: 5, webhooks: [{ event: 'refund.speed_changed' }] },
    { ...PROCESSED, after: 10 },
  ),
  refund('pending', 'Stays pending'),
]
