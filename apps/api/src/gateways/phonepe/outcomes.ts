/** Every way a payment or refund can end at the simulated PhonePe. */

/** How a webhook is told apart from a genuine one; `body` has the true header and claims what is not so. */
type Forgery = 'none' | 'wrong' | 'upper' | 'prefixed' | 'body'

interface Webhook {
  event: string
  /** Laid over the true payload. */
  payload?: Record<string, unknown>
  forged?: Forgery
  /** How often it is sent, at once. */
  times?: number
}

export interface PhonePeStep {
  /** Seconds since the choice. */
  after?: number
  /** A further attempt, or how the pending one ends. */
  attempt?: 'PENDING' | 'COMPLETED' | 'FAILED'
  /** Whether the attempt is made though the order is paid: others are not possible then. */
  again?: true
  /** The order's or refund's new state. */
  state?: string
  /** Paise by which the order's amount is off from now on. */
  off?: number
  /** The order's status leaves out what may be left out, and has fields that nobody published. */
  unusual?: true
  webhooks?: Webhook[]
}

export interface PhonePeOutcome {
  id: string
  label: string
  steps: PhonePeStep[]
  /** Whether the browser goes back to the shop. */
  returns: boolean
}

const COMPLETED: Webhook = { event: 'checkout.order.completed' }
const FAILED: Webhook = { event: 'checkout.order.failed' }
const ATTEMPT_FAILED: Webhook = { event: 'checkout.transaction.attempt.failed' }
const SILENTLY_PAID: PhonePeStep = { attempt: 'COMPLETED', state: 'COMPLETED' }
const PAID: PhonePeStep = { ...SILENTLY_PAID, webhooks: [COMPLETED] }
const NOT_PAID: PhonePeStep = { attempt: 'FAILED', state: 'FAILED', webhooks: [FAILED] }
/** Longer than orders wait. */
const TOO_LATE = 20 * 60

const outcome = (id: string, label: string, ...steps: PhonePeStep[]): PhonePeOutcome => ({
  id,
  label,
  steps,
  returns: true,
})
const staying = (id: string, label: string, ...steps: PhonePeStep[]): PhonePeOutcome => ({
  ...outcome(id, label, ...steps),
  returns: false,
})
const forged = (kind: Forgery, label: string): PhonePeOutcome =>
  outcome(`forged-${kind}`, label, {
    webhooks: [{ ...COMPLETED, payload: { state: 'COMPLETED' }, forged: kind }],
  })

export const PHONEPE_OUTCOMES: readonly PhonePeOutcome[] = [
  outcome('paid', 'Paid', PAID),
  outcome('webhook-later', 'Paid, webhook 30 s after the return', SILENTLY_PAID, {
    after: 30,
    webhooks: [COMPLETED],
  }),
  outcome('no-webhook', 'Paid, no webhook', SILENTLY_PAID),
  staying('paid-closed', 'Paid, window closed', PAID),
  staying('paid-unheard', 'Paid, window closed, no webhook', SILENTLY_PAID),
  outcome('failed', 'Failed', NOT_PAID),
  outcome('retried', 'Failed, then paid', { attempt: 'FAILED', webhooks: [ATTEMPT_FAILED] }, PAID),
  outcome(
    'out-of-order',
    'Failed, then paid, webhooks swapped',
    { attempt: 'FAILED' },
    { ...PAID, webhooks: [COMPLETED, { ...ATTEMPT_FAILED, payload: { state: 'PENDING' } }] },
  ),
  outcome('cancelled', 'Cancelled', { state: 'FAILED', webhooks: [FAILED] }),
  staying('closed', 'Window closed, nothing paid'),
  outcome('late-paid', 'Pending, paid after 20 min', { attempt: 'PENDING' }, { ...PAID, after: TOO_LATE }),
  outcome(
    'late-failed',
    'Pending, failed after 20 min',
    { attempt: 'PENDING' },
    { ...NOT_PAID, after: TOO_LATE },
  ),
  outcome('repeated', 'Paid, three webhooks at once', {
    ...SILENTLY_PAID,
    webhooks: [{ ...COMPLETED, times: 3 }],
  }),
  outcome('paid-twice', 'Paid twice', PAID, { ...PAID, again: true }),
  outcome('again-unheard', 'Paid, and again 10 min later, no webhook of it', PAID, {
    ...SILENTLY_PAID,
    after: 600,
    again: true,
  }),
  outcome('more', 'Paid 1 paisa more', { ...PAID, off: 1 }),
  outcome('less', 'Paid 1 paisa less', { ...PAID, off: -1 }),
  outcome('unknown-order', 'Webhook for an unknown order', {
    webhooks: [{ ...COMPLETED, payload: { merchantOrderId: 'nobody-knows-this', state: 'COMPLETED' } }],
  }),
  outcome('unknown-state', 'Unknown state and event', {
    state: 'ON_HOLD',
    webhooks: [{ event: 'checkout.order.on_hold' }],
  }),
  outcome('unusual', 'Paid, unusual fields', { ...PAID, unusual: true }),
  forged('none', 'Forged: no header'),
  forged('wrong', 'Forged: wrong header'),
  forged('upper', 'Forged: upper-case header'),
  forged('prefixed', 'Forged: header with SHA256 before it'),
  forged('body', 'Forged: true header, false body'),
]

const refund = (id: string, label: string, ...steps: PhonePeStep[]): PhonePeOutcome =>
  staying(id, label, ...steps)

/** The first is used unless another is asked for. */
export const PHONEPE_REFUND_OUTCOMES: readonly PhonePeOutcome[] = [
  refund(
    'completed',
    'Accepted, then paid back',
    { after: 5, state: 'CONFIRMED', webhooks: [{ event: 'pg.refund.accepted' }] },
    { after: 10, state: 'COMPLETED', webhooks: [{ event: 'pg.refund.completed' }] },
  ),
  refund(
    'failed',
    'Accepted, then failed',
    { after: 5, state: 'CONFIRMED', webhooks: [{ event: 'pg.refund.accepted' }] },
    { after: 10, state: 'FAILED', webhooks: [{ event: 'pg.refund.failed' }] },
  ),
  refund('out-of-order', 'Paid back, webhooks swapped', {
    after: 5,
    state: 'COMPLETED',
    webhooks: [
      { event: 'pg.refund.completed' },
      { event: 'pg.refund.accepted', payload: { state: 'CONFIRMED' } },
    ],
  }),
  refund('pending', 'Stays pending'),
]
