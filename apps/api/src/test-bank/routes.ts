/** The test bank's page at `/pay/{transactionId}`: exists only where payments are simulated. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { PaymentEvent } from '../features/payments/provider.ts'
import type { Ending, TestBank } from './test-bank.ts'
import type { Shop } from '../shop.ts'
import type { OrderRow } from '../features/orders/orders.store.ts'
import { readSettings } from '../features/settings/shop-settings.ts'
import { findByTransaction, findSettlement } from '../features/payments/payments.store.ts'
import { openSettlement, type Settlement } from './settlement.ts'
import { closedPage, contentPolicy, openPage, type PayPage, plainPage, type Said } from './page.ts'

const PAID = {
  title: 'Payment received',
  text: 'This payment is complete. There is nothing left to do here.',
}
const FAILED = {
  title: 'Payment failed',
  text: 'This payment was declined or cancelled. No money was taken.',
}
const EXPIRED = { title: 'Payment link expired', text: 'The time to pay is over. Please order again.' }
const UNKNOWN = { title: 'Payment not found', text: 'There is no payment at this address.' }
const INVALID = {
  title: 'Payment not possible',
  text: 'This form was changed on its way. Nothing has happened.',
}
const GET_PAYS_NOTHING = { title: 'Not like this', text: 'A payment is made with the buttons of its page.' }
const UNREACHABLE = {
  title: 'The shop does not answer',
  text: 'Nothing has happened. Please try again in a minute.',
}

const BODY_LIMIT = 2048
/** Declining and cancelling are both a failure to the shop. */
const STATES = { pay: 'COMPLETED', decline: 'FAILED', cancel: 'FAILED' } as const
const Form = z.object({
  action: z.optional(z.enum(['pay', 'decline', 'cancel'])),
  amount: z.optional(z.string()),
  /** A choice of the pay lab, or a UPI id that means one. */
  lab: z.optional(z.string()),
  upi: z.optional(z.string()),
})

type State = 'open' | 'paid' | 'failed' | 'expired'

export async function registerTestBank(app: FastifyInstance, shop: Shop, bank: TestBank): Promise<void> {
  await app.register(async (scope) => {
    const settlement = openSettlement(scope, shop, bank)
    acceptForms(scope)
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    })
    scope.get<Transaction>('/pay/:transactionId', (request, reply) => showPayment(shop, bank, request, reply))
    scope.post<Transaction>('/pay/:transactionId', (request, reply) =>
      completePayment({ shop, bank, settlement }, request, reply),
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
  if (!found) return sendPlain(reply, shop, 404, UNKNOWN)
  if ('action' in request.query) {
    return sendPlain(reply.header('allow', 'POST'), shop, 405, GET_PAYS_NOTHING)
  }
  return found.state === 'open'
    ? send(reply, shop, 200, openPage(found.page, bank.lab?.choices ?? []))
    : sendClosed(reply, shop, 200, found)
}

async function completePayment(
  { shop, bank, settlement }: { shop: Shop; bank: TestBank; settlement: Settlement },
  request: FastifyRequest<Transaction>,
  reply: FastifyReply,
) {
  const found = await findPayment(shop, request.params.transactionId)
  if (!found) return sendPlain(reply, shop, 404, UNKNOWN)
  const { order, state } = found
  if (state === 'expired') return sendClosed(reply, shop, 409, found)
  if (state !== 'open') return reply.redirect(returnUrl(shop, order.id, state === 'paid'), 303)
  const form = Form.safeParse(request.body)
  if (!form.success || !amountFits(form.data.amount, order)) return sendPlain(reply, shop, 400, INVALID)
  const ending = labEnding(bank, form.data, order, shop.now())
  const action = form.data.action ?? (ending ? 'pay' : null)
  if (action === null) return sendPlain(reply, shop, 400, INVALID)
  const told = await settlement.settle(eventOf(order, ending?.state ?? STATES[action]), ending?.plan)
  if (!told) return sendPlain(reply, shop, 503, UNREACHABLE)
  const back = returnUrl(shop, order.id, ending ? ending.returns !== 'failed' : action === 'pay')
  if (ending?.returns === null) return send(reply, shop, 200, closedPage(found.page, ending.said, back))
  return reply.redirect(back, 303)
}

/** What the pay lab makes of a form; null for an ordinary payment, and always where there is no lab. */
function labEnding(
  { lab }: TestBank,
  { action = 'pay', lab: choice, upi }: z.output<typeof Form>,
  { hold_expires_at }: OrderRow,
  now: Date,
): Ending | null {
  if (!lab || action !== 'pay') return null
  const secondsLeft = hold_expires_at === null ? 0 : (hold_expires_at.getTime() - now.getTime()) / 1000
  return lab.endingOf(choice ?? '', secondsLeft) ?? lab.endingOf(upi ?? '', secondsLeft)
}

interface Transaction {
  Params: { transactionId: string }
  Querystring: { action?: string }
}

interface Payment {
  order: OrderRow
  state: State
  page: PayPage
}

async function findPayment(shop: Shop, transactionId: string): Promise<Payment | null> {
  const order = await findByTransaction(shop.db, transactionId)
  if (!order) return null
  const settings = await readSettings(shop.db)
  const state = stateOf(order, await findSettlement(shop.db, order.id), shop.now())
  const { shop_name: shopName, upi_apps: upiApps } = settings
  return {
    order,
    state,
    page: { shopName, transactionId, orderId: order.id, amount: order.total_amount, upiApps },
  }
}

function stateOf(order: OrderRow, settled: PaymentEvent['state'] | undefined, now: Date): State {
  if (settled === 'COMPLETED') return 'paid'
  if (settled === 'FAILED') return 'failed'
  const open = order.status === 'PENDING' && order.hold_expires_at !== null && now < order.hold_expires_at
  return open ? 'open' : 'expired'
}

const amountFits = (claimed: string | undefined, order: OrderRow): boolean =>
  claimed === undefined || claimed === String(order.total_amount)

/** A payment ends in one way once, so that a repeated click is a repeated message. */
const eventOf = (order: OrderRow, state: PaymentEvent['state']): PaymentEvent => ({
  event_id: `${order.transaction_id}_${state}`,
  merchantOrderId: order.merchant_order_id ?? '',
  transactionId: order.transaction_id ?? '',
  state,
  amount: order.total_amount,
})

const returnUrl = (shop: Shop, orderId: number, success: boolean): string =>
  `${shop.config.publicUrl}/ordersummary?payment_status=${success ? 'success' : 'failed'}&order_id=${orderId}`

const send = (reply: FastifyReply, shop: Shop, status: number, html: string): FastifyReply =>
  reply
    .status(status)
    .header('content-security-policy', contentPolicy(new URL(shop.config.publicUrl).origin))
    .type('text/html; charset=utf-8')
    .send(html)

const sendClosed = (reply: FastifyReply, shop: Shop, status: number, { state, order, page }: Payment) => {
  const said = { paid: PAID, failed: FAILED, expired: EXPIRED, open: FAILED }[state]
  return send(reply, shop, status, closedPage(page, said, returnUrl(shop, order.id, state === 'paid')))
}

async function sendPlain(reply: FastifyReply, shop: Shop, status: number, said: Said): Promise<FastifyReply> {
  const { shop_name } = await readSettings(shop.db)
  return send(reply, shop, status, plainPage(shop_name, said, `${shop.config.publicUrl}/`))
}
