/** The orders, payments and refunds of the simulated Razorpay. */
import * as z from 'zod/mini'
import { type Answer, ok, randomId, type Simulation } from '../simulation.ts'
import type { Return } from '../simulator-page.ts'
import {
  capturePayment,
  newOrder,
  newPayment,
  newRefund,
  type Order,
  type Payment,
  type Refund,
  settleRefund,
} from './entities.ts'
import {
  PAID_BACK,
  type PaymentStatus,
  RAZORPAY_OUTCOMES,
  RAZORPAY_REFUND_OUTCOMES,
  type RazorpayOutcome,
  type RazorpayStep,
} from './outcomes.ts'
import { createWebhooks, sign } from './webhooks.ts'

const OrderBody = z.object({
  amount: z.int().check(z.gte(100)),
  currency: z.literal('INR'),
  receipt: z.optional(z.string().check(z.maxLength(40))),
  unique_receipt: z.optional(z.boolean()),
  notes: z.optional(z.record(z.string(), z.string())),
})
const RefundBody = z.strictObject({
  amount: z.optional(z.int().check(z.gte(100))),
  speed: z.optional(z.enum(['normal', 'optimum'])),
  receipt: z.optional(z.string().check(z.maxLength(40))),
  notes: z.optional(z.record(z.string(), z.string())),
})

const DAY = 86_400
const AUTO_REFUND_AFTER = 3 * DAY
const HALF_A_YEAR = 182 * DAY
/** The amount whose refunds fail in Razorpay's test mode, in paise. */
const FAILING_REFUND = 2468

export const refused = (description: string, status = 400): Answer => ({
  status,
  body: {
    error: {
      code: CODES[status] ?? 'SERVER_ERROR',
      description,
      source: 'business',
      step: null,
      metadata: {},
    },
  },
})
const CODES: Record<number, string> = {
  400: 'BAD_REQUEST_ERROR',
  401: 'BAD_REQUEST_ERROR',
  502: 'GATEWAY_ERROR',
}
const UNKNOWN_ID = 'The id provided does not exist'

const list = (items: object[]): Answer => ok({ entity: 'collection', count: items.length, items })
const byId = (entities: Map<string, object>, id: string): Answer => {
  const found = entities.get(id)
  return found ? ok(found) : refused(UNKNOWN_ID)
}

export type RazorpayPayments = ReturnType<typeof createRazorpayPayments>

export function createRazorpayPayments(
  simulation: Simulation,
  now: () => Date,
  secrets: { webhook: string; readonly api: string },
) {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const repeated = new Map<string, { body: string; refund: Refund }>()
  const returns = new Map<string, { callback_url: string; cancel_url: string }>()
  let refundOutcome = RAZORPAY_REFUND_OUTCOMES[0]
  /** Paise that refunds may use. */
  let balance = Infinity
  const { notify, send } = createWebhooks(simulation, now, secrets)
  const seconds = () => Math.floor(now().getTime() / 1000)
  const paymentsOf = (orderId: string) =>
    [...payments.values()].filter((payment) => payment.order_id === orderId).toReversed()
  const refundsOf = (paymentId: string) =>
    [...refunds.values()].filter((refund) => refund.payment_id === paymentId).toReversed()

  const play = ({ steps }: Pick<RazorpayOutcome, 'steps'>, order: Order, refund?: Refund): Promise<void> =>
    simulation.play(steps, (step) => advance(order, step, refund))

  async function advance(order: Order, step: RazorpayStep, refund?: Refund): Promise<void> {
    const payment = step.payment ? pay(order, step.payment, step) : paymentsOf(order.id)[0]
    if (refund && step.refund) settleRefund(refund, payments.get(refund.payment_id), step.refund)
    const paidBack = payment && refundsOf(payment.id)[0]
    await notify({ order, ...(payment && { payment }), refund: refund ?? paidBack }, step.webhooks)
  }

  function pay(order: Order, status: PaymentStatus, step: RazorpayStep): Payment {
    const last = paymentsOf(order.id)[0]
    const goesOn =
      last && !step.another && (last.status === 'created' || last.status === 'authorized' || step.late)
    const { off = 0, currency = order.currency } = step
    const payment = goesOn ? last : newPayment(order, off, currency, seconds())
    payments.set(payment.id, payment)
    payment.status = status
    if (status === 'failed') payment.error_description = 'Payment was declined by the bank.'
    payment.late_authorized = step.late ?? false
    if (order.status === 'created') order.status = 'attempted'
    if (status === 'captured') capturePayment(order, payment)
    if (status === 'refunded') settleRefund(addRefund(payment, payment.amount, null), payment, 'processed')
    if (status === 'authorized')
      simulation.later(AUTO_REFUND_AFTER, async () => {
        if (payment.status === 'authorized') await advance(order, PAID_BACK)
      })
    return payment
  }

  function addRefund(payment: Payment, amount: number, receipt: string | null): Refund {
    const refund = newRefund(payment, amount, receipt, seconds())
    refunds.set(refund.id, refund)
    return refund
  }

  const find = (receiptOrId: string): Order | undefined =>
    orders.get(receiptOrId) ?? [...orders.values()].find(({ receipt }) => receipt === receiptOrId)

  function refundProblem(payment: Payment, amount: number): string | null {
    if (!payment.captured) return 'The payment status should be captured for action to be taken'
    if (payment.amount_refunded === payment.amount) return 'The payment has been fully refunded already'
    if (amount > payment.amount - payment.amount_refunded)
      return 'The total refund amount is greater than the refund payment amount'
    if (payment.created_at < seconds() - HALF_A_YEAR) return 'Payments older than 6 months cannot be refunded'
    return amount > balance ? 'invalid request sent' : null
  }

  function refund(paymentId: string, sent: unknown, key: string | undefined): Answer {
    const payment = payments.get(paymentId)
    const order = orders.get(payment?.order_id ?? '')
    const body = RefundBody.safeParse(sent).data
    if (!payment || !order) return refused(UNKNOWN_ID)
    if (!body || (key !== undefined && !/^[\w-]{10,}$/.test(key))) return refused('The request is invalid')
    const before = key === undefined ? undefined : repeated.get(key)
    if (before)
      return before.body === JSON.stringify(sent)
        ? ok(before.refund)
        : refused('Different request with the same idempotency key')
    const { amount = payment.amount - payment.amount_refunded, receipt = null } = body
    const problem = refundProblem(payment, amount)
    if (problem !== null) return refused(problem)
    const made = addRefund(payment, amount, receipt)
    if (key !== undefined) repeated.set(key, { body: JSON.stringify(sent), refund: made })
    const failing = RAZORPAY_REFUND_OUTCOMES.find(({ id }) => id === 'failed')
    const outcome = (amount === FAILING_REFUND ? failing : refundOutcome) ?? { steps: [] }
    simulation.background(play(outcome, order, made))
    return ok({ ...made })
  }

  function returnOf(order: Order, kind: RazorpayOutcome['returns']): Return | null {
    const { callback_url = '', cancel_url = '' } = returns.get(order.id) ?? {}
    const paymentId = paymentsOf(order.id)[0]?.id ?? `pay_${randomId(14)}`
    const signed = kind === 'swapped' ? `order_${randomId(14)}` : order.id
    const fields = {
      razorpay_payment_id: paymentId,
      razorpay_order_id: signed,
      razorpay_signature: sign(kind === 'wrong' ? 'not the secret' : secrets.api, `${signed}|${paymentId}`),
    }
    if (kind === 'stays') return null
    if (kind === 'cancel') return { method: 'GET', url: cancel_url, fields: {} }
    if (kind !== 'error') return { method: 'POST', url: callback_url, fields }
    const description = 'Your payment was declined by the bank'
    return {
      method: 'POST',
      url: callback_url,
      fields: { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': description },
    }
  }

  return {
    find,
    refundWith(outcomeId: string): void {
      refundOutcome = RAZORPAY_REFUND_OUTCOMES.find(({ id }) => id === outcomeId) ?? refundOutcome
    },
    limit: (paise: number) => void (balance = paise),
    /** Any event, such as one that nobody knows. */
    send,
    report: () => ({
      orders: [...orders.values()],
      payments: [...payments.values()],
      refunds: [...refunds.values()],
    }),
    /** Where the browser comes back to. */
    open: (order: Order, back: { callback_url: string; cancel_url: string }) =>
      void returns.set(order.id, back),
    /** @returns undefined for an unknown outcome */
    async finish(order: Order, outcomeId: string | undefined): Promise<Return | null | undefined> {
      const outcome = RAZORPAY_OUTCOMES.find(({ id }) => id === outcomeId)
      if (!outcome) return undefined
      await play(outcome, order)
      return returnOf(order, outcome.returns)
    },
    async refundByHand(order: Order, amount: number): Promise<void> {
      const payment = paymentsOf(order.id).find(({ captured }) => captured)
      const { webhooks = [] } = PAID_BACK
      const made = payment && addRefund(payment, amount, null)
      if (made) await advance(order, { refund: 'processed', webhooks }, made)
    },
    createOrder(sent: unknown): Answer {
      const body = OrderBody.safeParse(sent).data
      if (!body) return refused('The request is invalid')
      const { amount, currency, receipt = null, unique_receipt, notes = {} } = body
      const before = unique_receipt && receipt !== null ? find(receipt) : undefined
      if (before) return ok(before)
      const order = newOrder(amount, currency, receipt, notes, seconds())
      orders.set(order.id, order)
      return ok(order)
    },
    listOrders: (): Answer => list([...orders.values()].toReversed()),
    order: (id: string): Answer => byId(orders, id),
    paymentsOf: (id: string): Answer => (orders.has(id) ? list(paymentsOf(id)) : refused(UNKNOWN_ID)),
    payment: (id: string): Answer => byId(payments, id),
    capture(id: string, sent: unknown): Answer {
      const payment = payments.get(id)
      const order = orders.get(payment?.order_id ?? '')
      if (!payment || !order) return refused(UNKNOWN_ID)
      if (payment.captured) return refused('This payment has already been captured')
      if (payment.status !== 'authorized') return refused('Only authorized payments can be captured')
      const { amount } = sent as { amount?: unknown }
      if (amount !== payment.amount) return refused('Capture amount must be equal to the amount authorized')
      capturePayment(order, payment)
      simulation.background(
        notify({ order, payment }, [{ event: 'payment.captured' }, { event: 'order.paid' }]),
      )
      return ok(payment)
    },
    refund,
    refundsOf: (id: string): Answer => (payments.has(id) ? list(refundsOf(id)) : refused(UNKNOWN_ID)),
    refundStatus: (id: string): Answer => byId(refunds, id),
  }
}
