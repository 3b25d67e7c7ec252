/** The orders and refunds of the simulated PhonePe. */
import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Answer, ok, randomId, type Simulation } from '../simulation.ts'
import { PHONEPE_OUTCOMES, PHONEPE_REFUND_OUTCOMES, type PhonePeStep } from './outcomes.ts'

interface Order {
  merchantOrderId: string
  orderId: string
  amount: number
  state: string
  /** Epoch ms. */
  expireAt: number
  redirectUrl: string
  metaInfo: object
  attempts: { transactionId: string; state: string }[]
  unusual: boolean
}

interface Refund {
  merchantRefundId: string
  order: Order
  refundId: string
  amount: number
  state: string
}

const MerchantId = z.string().check(z.regex(/^[\w-]{1,63}$/))
const PayBody = z.object({
  merchantOrderId: MerchantId,
  amount: z.int().check(z.gte(100)),
  expireAfter: z.optional(z.int().check(z.gte(300), z.lte(3600))),
  metaInfo: z.optional(z.record(z.string(), z.string().check(z.maxLength(256)))),
  paymentFlow: z.object({
    type: z.literal('PG_CHECKOUT'),
    merchantUrls: z.object({ redirectUrl: z.url() }),
  }),
})
const RefundBody = z.object({
  merchantRefundId: MerchantId,
  originalMerchantOrderId: MerchantId,
  amount: z.int().check(z.gte(100)),
})

const EXPIRE_AFTER = 1200
const DIGITS = '0123456789'
const numbered = (prefix: string): string => prefix + randomId(22, DIGITS)

export const refused = (
  status: number,
  code: string,
  message = 'The request was not carried out',
): Answer => ({
  status,
  body: { success: false, code, message, data: {} },
})

export type PhonePePayments = ReturnType<typeof createPhonePePayments>

/** @param header what makes a webhook genuine */
export function createPhonePePayments(simulation: Simulation, now: () => Date, url: string, header: string) {
  const orders = new Map<string, Order>()
  const refunds = new Map<string, Refund>()
  let refundOutcome = PHONEPE_REFUND_OUTCOMES[0]
  const authorizations = {
    none: {},
    wrong: { authorization: hash('sha256', 'somebody:else1234') },
    upper: { authorization: header.toUpperCase() },
    prefixed: { authorization: `SHA256 ${header}` },
    body: { authorization: header },
  }

  async function notify(payload: object, { webhooks = [] }: PhonePeStep): Promise<void> {
    for (const { event, forged = 'body', ...webhook } of webhooks) {
      const all = { merchantId: 'SIMULATOR', ...payload, ...webhook.payload }
      const body = JSON.stringify({ event, payload: all })
      await simulation.deliver(event, authorizations[forged], body, webhook.times)
    }
  }

  const play = (steps: readonly PhonePeStep[], change: (step: PhonePeStep) => object): Promise<void> =>
    simulation.play(steps, (step) => notify(change(step), step))

  async function expire(order: Order): Promise<void> {
    if (order.state !== 'PENDING' || order.attempts.at(-1)?.state === 'PENDING') return
    const step = { state: 'FAILED', webhooks: [{ event: 'checkout.order.failed' }] }
    await notify(advanceOrder(order, step), step)
  }

  const find = (id: string): Order | undefined =>
    orders.get(id) ?? [...orders.values()].find(({ orderId }) => orderId === id)

  function addRefund(merchantRefundId: string, order: Order, amount: number): Refund {
    const made = { merchantRefundId, order, amount, refundId: numbered('OMR'), state: 'PENDING' }
    refunds.set(merchantRefundId, made)
    return made
  }

  const endRefund = (refund: Refund, steps: readonly PhonePeStep[]): Promise<void> =>
    play(steps, ({ state }) => {
      refund.state = state ?? refund.state
      return { merchantRefundId: refund.merchantRefundId, ...refundBody(refund, now()) }
    })

  return {
    find,
    async refundByHand(order: Order, amount: number): Promise<void> {
      const steps = [{ state: 'COMPLETED', webhooks: [{ event: 'pg.refund.completed' }] }]
      await endRefund(addRefund(numbered('DASHBOARD'), order, amount), steps)
    },
    refundWith(outcomeId: string): void {
      refundOutcome = PHONEPE_REFUND_OUTCOMES.find(({ id }) => id === outcomeId) ?? refundOutcome
    },
    report: () => ({ orders: [...orders.values()], refunds: [...refunds.values()] }),
    /** @returns whether the browser goes back to the shop; undefined for an unknown outcome */
    async finish(order: Order, outcomeId: string | undefined): Promise<boolean | undefined> {
      const outcome = PHONEPE_OUTCOMES.find(({ id }) => id === outcomeId)
      // The page closes once it is paid.
      if (outcome && order.state !== 'COMPLETED')
        await play(outcome.steps, (step) => advanceOrder(order, step))
      return outcome?.returns
    },
    pay(sent: unknown): Answer {
      const body = PayBody.safeParse(sent).data
      if (!body || orders.has(body.merchantOrderId)) return refused(400, 'BAD_REQUEST')
      const { merchantOrderId, amount, expireAfter = EXPIRE_AFTER, metaInfo = {}, paymentFlow } = body
      const [orderId, state] = [numbered('OMO'), 'PENDING']
      const expireAt = now().getTime() + expireAfter * 1000
      const { redirectUrl } = paymentFlow.merchantUrls
      const known = { merchantOrderId, orderId, amount, state, expireAt, metaInfo, redirectUrl }
      const order: Order = { ...known, attempts: [], unusual: false }
      orders.set(merchantOrderId, order)
      simulation.later(expireAfter, () => expire(order))
      return ok({ orderId, state, expireAt, redirectUrl: `${url}/page/${orderId}` })
    },
    status(merchantOrderId: string, details: boolean): Answer {
      const order = orders.get(merchantOrderId)
      return order ? ok(orderBody(order, details)) : refused(400, 'MERCHANT_ORDER_MAPPING_NOT_FOUND')
    },
    refund(sent: unknown): Answer {
      const body = RefundBody.safeParse(sent).data
      const order = orders.get(body?.originalMerchantOrderId ?? '')
      if (!body || order?.state !== 'COMPLETED' || refunds.has(body.merchantRefundId))
        return refused(400, 'BAD_REQUEST')
      if (body.amount > leftOf(order, [...refunds.values()]))
        return refused(400, 'BAD_REQUEST', 'The refunds exceed the amount paid')
      const { merchantRefundId, amount } = body
      const made = addRefund(merchantRefundId, order, amount)
      simulation.background(endRefund(made, refundOutcome?.steps ?? []))
      return ok({ refundId: made.refundId, amount, state: made.state })
    },
    refundStatus(merchantRefundId: string): Answer {
      const found = refunds.get(merchantRefundId)
      return found ? ok(refundBody(found, now())) : refused(400, 'BAD_REQUEST')
    },
  }
}

const leftOf = (order: Order, refunds: Refund[]): number =>
  refunds
    .filter((refund) => refund.order === order && refund.state !== 'FAILED')
    .reduce((left, { amount }) => left - amount, receivedFor(order))

const receivedFor = ({ amount, attempts }: Order): number =>
  amount * attempts.filter(({ state }) => state === 'COMPLETED').length

/** @returns the payload of a webhook */
function advanceOrder(order: Order, step: PhonePeStep): object {
  const { state, off = 0, unusual, again } = step
  const attempt = order.state === 'COMPLETED' && !again ? undefined : step.attempt
  const last = order.attempts.at(-1)
  if (attempt && last?.state === 'PENDING') last.state = attempt
  else if (attempt) order.attempts.push({ transactionId: numbered('OM'), state: attempt })
  // A paid order stays paid.
  if (state !== undefined && order.state !== 'COMPLETED') order.state = state
  order.amount += off
  order.unusual ||= unusual === true
  return { merchantOrderId: order.merchantOrderId, ...orderBody(order, false) }
}

/** @param details all attempts, not only the last */
function orderBody(order: Order, details: boolean): object {
  const { orderId, state, amount, expireAt, metaInfo, attempts, unusual } = order
  const usual = { orderId, state, amount, expireAt, metaInfo }
  if (unusual) return { ...usual, payableAmount: null, somethingNew: { deep: [1] } }
  const paymentDetails = attempts.slice(details ? 0 : -1).map((attempt) => ({
    ...attempt,
    paymentMode: 'UPI_QR',
    amount,
    ...(attempt.state === 'FAILED' && { errorCode: 'AUTHORIZATION_ERROR', detailedErrorCode: 'ZM' }),
    rail: { type: 'UPI', utr: '412345678901', upiTransactionId: 'YBL1', vpa: 'shopper@simulator' },
  }))
  return { ...usual, paymentDetails }
}

function refundBody({ order, refundId, amount, state }: Refund, now: Date): object {
  const rail = { type: 'UPI', utr: '498765432109' }
  return {
    originalMerchantOrderId: order.merchantOrderId,
    refundId,
    amount,
    state,
    timestamp: now.getTime(),
    ...(state === 'FAILED' && { errorCode: 'REFUND_FAILED', detailedErrorCode: 'U28' }),
    ...(state === 'COMPLETED' && { splitInstruments: [{ amount, rail, instrument: {} }] }),
  }
}
