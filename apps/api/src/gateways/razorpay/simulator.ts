/** A Razorpay for tests and for trying out: the published calls, with state in memory. No money moves. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  acceptBodies,
  type Answer,
  createSimulation,
  serveControl,
  type SimulatorOptions,
} from '../simulation.ts'
import { sendBack, sendChoice } from '../simulator-page.ts'
import { RAZORPAY_OUTCOMES } from './outcomes.ts'
import type { RazorpayKeys } from './razorpay.ts'
import { createRazorpayPayments, type RazorpayPayments, refused } from './simulated-payments.ts'

const Control = z.object({
  /** Paise that refunds may use. */
  balance: z.optional(z.int()),
  /** Signs new events. */
  webhookSecret: z.optional(z.string()),
  /** A genuine event of any name. */
  event: z.optional(z.string()),
})
const Checkout = z.object({
  key_id: z.string(),
  order_id: z.string(),
  amount: z.string(),
  currency: z.literal('INR'),
  callback_url: z.url(),
  cancel_url: z.url(),
})

interface WithId {
  Params: { id: string }
}
type IdRequest = FastifyRequest<WithId>

/** Registers the simulator, and its control, under the path of `url`. */
export async function razorpaySimulator(
  app: FastifyInstance,
  options: SimulatorOptions & { keys: RazorpayKeys },
): Promise<void> {
  const { keys, now, url } = options
  const simulation = createSimulation(options, (status) => refused('The request failed', status).body)
  const secrets = { webhook: keys.webhook_secrets[0] ?? '', api: keys.key_secret }
  const payments = createRazorpayPayments(simulation, now, secrets)

  const change = async (body: unknown): Promise<void> => {
    const { balance, webhookSecret, event } = Control.parse(body)
    if (balance !== undefined) payments.limit(balance)
    secrets.webhook = webhookSecret ?? secrets.webhook
    if (event !== undefined) await payments.send(event, {})
  }

  await app.register(
    async (scope) => {
      acceptBodies(scope)
      simulation.start(scope)
      registerCalls(scope, simulation, payments, keys)
      serveControl(scope, simulation, payments, change)
      registerPage(scope, payments, keys, url)
    },
    { prefix: new URL(url).pathname },
  )
}

function registerCalls(
  scope: FastifyInstance,
  { serve }: ReturnType<typeof createSimulation>,
  payments: RazorpayPayments,
  { key_id, key_secret }: RazorpayKeys,
): void {
  const expected = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
  const guarded =
    (handle: (request: IdRequest) => Answer) =>
    (request: IdRequest): Answer =>
      request.headers.authorization === expected ? handle(request) : refused('Authentication failed', 401)
  const get = (call: string, path: string, handle: (id: string) => Answer) =>
    scope.get<WithId>(
      path,
      serve(
        call,
        guarded(({ params }) => handle(params.id)),
      ),
    )
  const post = (call: string, path: string, handle: (request: IdRequest) => Answer) =>
    scope.post<WithId>(path, serve(call, guarded(handle)))
  post('createOrder', '/orders', ({ body }) => payments.createOrder(body))
  get('orders', '/orders', payments.listOrders)
  get('order', '/orders/:id', payments.order)
  get('payments', '/orders/:id/payments', payments.paymentsOf)
  get('payment', '/payments/:id', payments.payment)
  post('capture', '/payments/:id/capture', ({ params, body }) => payments.capture(params.id, body))
  post('refund', '/payments/:id/refund', ({ params, body, headers }) =>
    payments.refund(params.id, body, headers['x-refund-idempotency']?.toString()),
  )
  get('refunds', '/payments/:id/refunds', payments.refundsOf)
  get('refundStatus', '/refunds/:id', payments.refundStatus)
}

function registerPage(
  scope: FastifyInstance,
  payments: RazorpayPayments,
  { key_id }: RazorpayKeys,
  url: string,
): void {
  scope.post('/checkout/embedded', async (request, reply) => {
    const form = Checkout.safeParse(request.body).data
    const order = payments.find(form?.order_id ?? '')
    if (!form || !order || form.key_id !== key_id || form.amount !== String(order.amount))
      return reply.status(400).send(refused('The form is invalid').body)
    if (order.status === 'paid') return reply.status(400).send(refused('The order is paid already').body)
    payments.open(order, form)
    const links = { action: `${url}/checkout/${order.id}`, shop: form.callback_url }
    const title = order.receipt ?? order.id
    return sendChoice(reply, 'Razorpay', { title, amount: order.amount }, RAZORPAY_OUTCOMES, links)
  })
  scope.post<WithId & { Body: { outcome?: string } }>('/checkout/:id', async (request, reply) => {
    const order = payments.find(request.params.id)
    const back = order && (await payments.finish(order, request.body.outcome))
    if (back === undefined) return reply.status(404).send(refused('The outcome is unknown').body)
    return sendBack(reply, 'Razorpay', back, back?.url ?? url)
  })
}
