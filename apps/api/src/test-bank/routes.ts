/** The test bank's page at `/pay/{transactionId}`, which exists only where payments are simulated. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { PaymentEvent } from '../adapters/payment-provider.ts'
import { createCallbackSender, type LabOutcome, type SendCallbacks, type TestBank } from './test-bank.ts'
import type { Shop } from '../shop.ts'
import { outcomeOf } from './pay-lab.ts'
import { findOrderRow, isPayable, type OrderRow } from '../features/orders/orders.store.ts'
import { readSettings } from '../features/settings/settings.store.ts'
import { findPaymentByReference, type PaymentRow } from '../features/payments/payments.store.ts'
import { contentPolicy, messagePage, type Message, openPage, type PayPage } from './pages.ts'

type State = 'open' | 'paid' | 'failed' | 'expired' | 'ended'

const MESSAGES = {
  paid: { title: 'Payment received', text: 'This payment is complete. There is nothing left to do here.' },
  failed: { title: 'Payment failed', text: 'This payment was declined or cancelled. No money was taken.' },
  expired: { title: 'Payment link expired', text: 'The time to pay is over. Please order again.' },
  ended: { title: 'This order has ended', text: 'It was cancelled before it was paid. No money was taken.' },
  unknown: { title: 'Payment not found', text: 'There is no payment at this address.' },
  invalid: { title: 'Payment not possible', text: 'The form was changed. Nothing has happened.' },
  unreachable: {
    title: 'The shop does not answer',
    text: 'Nothing has happened. Please try again in a minute.',
  },
} satisfies Record<Exclude<State, 'open'>, Message> & Record<string, Message>

const BODY_LIMIT = 2048
/** To the shop, a cancelled payment failed as a declined one did. */
const STATES = { pay: 'COMPLETED', decline: 'FAILED', cancel: 'FAILED' } as const
const Form = z.object({
  action: z.optional(z.enum(['pay', 'decline', 'cancel'])),
  amount: z.optional(z.string()),
  /** A choice of the pay lab, by button or by UPI id. */
  lab: z.optional(z.string()),
  upi: z.optional(z.string()),
})

export async function registerTestBank(app: FastifyInstance, shop: Shop, bank: TestBank): Promise<void> {
  await app.register(async (scope) => {
    const sendCallbacks = createCallbackSender(scope, shop, bank)
    acceptForms(scope)
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    })
    scope.get<Transaction>('/pay/:transactionId', (request, reply) => showPayment(shop, bank, request, reply))
    scope.post<Transaction>('/pay/:transactionId', (request, reply) =>
      completePayment({ shop, bank, sendCallbacks }, request, reply),
    )
  })
}

function acceptForms(scope: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

async function showPayment(
  shop: Shop,
  bank: TestBank,
  request: FastifyRequest<Transaction>,
  reply: FastifyReply,
) {
  const found = await findPayment(shop, request.params.transactionId)
  if (!found) return say(reply, shop, 404, 'unknown')
  return found.state === 'open'
    ? send(reply, shop, 200, openPage(found.page, bank.hasLab))
    : say(reply, shop, 200, found.state, found)
}

async function completePayment(
  { shop, bank, sendCallbacks }: { shop: Shop; bank: TestBank; sendCallbacks: SendCallbacks },
  request: FastifyRequest<Transaction>,
  reply: FastifyReply,
) {
  const found = await findPayment(shop, request.params.transactionId)
  if (!found) return say(reply, shop, 404, 'unknown')
  const { order, payment, state } = found
  if (state === 'expired' || state === 'ended') return say(reply, shop, 409, state, found)
  if (state !== 'open') return reply.redirect(returnUrl(shop, order.id, state === 'paid'), 303)
  const form = Form.safeParse(request.body)
  const { amount = String(payment.amount) } = form.data ?? {}
  if (!form.success || amount !== String(payment.amount)) return say(reply, shop, 400, 'invalid')
  const outcome = labOutcome(bank, form.data)
  const action = form.data.action ?? (outcome ? 'pay' : null)
  if (action === null) return say(reply, shop, 400, 'invalid')
  const event = eventOf(payment, outcome?.state ?? STATES[action])
  const secondsLeft = (Number(order.hold_expires_at) - shop.now().getTime()) / 1000
  if (!(await sendCallbacks(event, secondsLeft, outcome?.plan))) return say(reply, shop, 503, 'unreachable')
  const back = returnUrl(shop, order.id, outcome ? outcome.returns !== 'failed' : action === 'pay')
  if (outcome?.returns === null)
    return send(reply, shop, 200, messagePage(found.page.shopName, outcome.message, back, found.page))
  return reply.redirect(back, 303)
}

/** The outcome that a form asks the pay lab for; null for an ordinary payment, and without a lab. */
const labOutcome = (
  { hasLab }: TestBank,
  { action = 'pay', lab = '', upi = '' }: z.output<typeof Form>,
): LabOutcome | null => (hasLab && action === 'pay' ? (outcomeOf(lab) ?? outcomeOf(upi)) : null)

interface Transaction {
  Params: { transactionId: string }
}

interface FoundPayment {
  order: OrderRow
  payment: PaymentRow
  state: State
  page: PayPage
}

async function findPayment(shop: Shop, transactionId: string): Promise<FoundPayment | null> {
  const payment = await findPaymentByReference(shop.db, { transactionId })
  const order = payment && (await findOrderRow(shop.db, payment.order_id))
  if (!order) return null
  const { shop_name: shopName, upi_apps: upiApps } = await readSettings(shop.db)
  const { order_number: orderNumber } = order
  const page = { shopName, transactionId, orderNumber, amount: payment.amount, upiApps }
  return { order, payment, state: stateOf(order, payment, shop.now()), page }
}

function stateOf(order: OrderRow, { state }: PaymentRow, now: Date): State {
  if (state === 'PAID') return 'paid'
  if (state === 'FAILED') return 'failed'
  if (order.status === 'CANCELLED') return 'ended'
  return isPayable(order, now) ? 'open' : 'expired'
}

/** One event id per payment and state, so that a repeated click repeats the event. */
const eventOf = (payment: PaymentRow, state: PaymentEvent['state']): PaymentEvent => ({
  event_id: `${payment.transaction_id}_${state}`,
  merchantOrderId: payment.merchant_order_id,
  transactionId: payment.transaction_id,
  state,
  amount: payment.amount,
})

const returnUrl = (shop: Shop, orderId: number, success: boolean): string =>
  `${shop.config.publicUrl}/ordersummary?payment_status=${success ? 'success' : 'failed'}&order_id=${orderId}`

const send = (reply: FastifyReply, shop: Shop, status: number, html: string): FastifyReply =>
  reply
    .status(status)
    .header('content-security-policy', contentPolicy(new URL(shop.config.publicUrl).origin))
    .type('text/html; charset=utf-8')
    .send(html)

/** @param found the payment that the message is about */
async function say(
  reply: FastifyReply,
  shop: Shop,
  status: number,
  message: keyof typeof MESSAGES,
  found?: FoundPayment,
): Promise<FastifyReply> {
  const { shop_name } = await readSettings(shop.db)
  const back = found ? returnUrl(shop, found.order.id, message === 'paid') : `${shop.config.publicUrl}/`
  return send(reply, shop, status, messagePage(shop_name, MESSAGES[message], back, found?.page))
}
