/** A PhonePe for tests and for trying out: the published calls, with state in memory. No money moves. */
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  acceptBodies,
  type Answer,
  createSimulation,
  ok,
  randomId,
  serveControl,
  type SimulatorOptions,
} from '../simulation.ts'
import { sendBack, sendChoice } from '../simulator-page.ts'
import { PHONEPE_OUTCOMES } from './outcomes.ts'
import type { PhonePeKeys } from './phonepe.ts'
import { createPhonePePayments, type PhonePePayments, refused } from './simulated-payments.ts'

const Control = z.object({
  /** Seconds that the next tokens live. */
  tokenLife: z.optional(z.int()),
  /** No token of before is accepted any more. */
  revoke: z.optional(z.boolean()),
})

interface WithId {
  Params: { id: string }
  Querystring: { details?: string }
}
type IdRequest = FastifyRequest<WithId>

const TOKEN_LIFE = 7 * 24 * 3600
const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'AUTHORIZATION_FAILED',
  429: 'TOO_MANY_REQUESTS',
}
const errorBody = (status: number): unknown =>
  status === 503 ? 'R999' : refused(status, CODES[status] ?? 'INTERNAL_SERVER_ERROR').body

/** Registers the simulator, and its control, under the path of `url`. */
export async function phonepeSimulator(
  app: FastifyInstance,
  options: SimulatorOptions & { keys: PhonePeKeys },
): Promise<void> {
  const { keys, now, url } = options
  const simulation = createSimulation(options, errorBody)
  const header = hash('sha256', `${keys.webhook_user}:${keys.webhook_password}`)
  const payments = createPhonePePayments(simulation, now, url, header)
  const tokens = createTokens(keys, now)

  const change = (body: unknown): void => {
    const { tokenLife, revoke } = Control.parse(body)
    if (tokenLife !== undefined) tokens.live(tokenLife)
    if (revoke) tokens.revoke()
  }

  await app.register(
    async (scope) => {
      acceptBodies(scope)
      simulation.start(scope)
      const { serve } = simulation
      const guarded =
        <Request extends FastifyRequest>(handle: (request: Request) => Answer) =>
        (request: Request): Answer =>
          tokens.accept(request) ? handle(request) : refused(401, 'AUTHORIZATION_FAILED')
      const status = ({ params, query }: IdRequest) => payments.status(params.id, query.details === 'true')
      const refundStatus = ({ params }: IdRequest) => payments.refundStatus(params.id)
      scope.post('/v1/oauth/token', serve('token', tokens.issue))
      const pay = ({ body }: FastifyRequest) => payments.pay(body)
      const refund = ({ body }: FastifyRequest) => payments.refund(body)
      scope.post('/checkout/v2/pay', serve('pay', guarded(pay)))
      scope.get<WithId>('/checkout/v2/order/:id/status', serve('status', guarded(status)))
      scope.post('/payments/v2/refund', serve('refund', guarded(refund)))
      scope.get<WithId>('/payments/v2/refund/:id/status', serve('refundStatus', guarded(refundStatus)))
      serveControl(scope, simulation, payments, change)
      registerPage(scope, payments, url)
    },
    { prefix: new URL(url).pathname },
  )
}

function createTokens(keys: PhonePeKeys, now: () => Date) {
  const ends = new Map<string, number>()
  let life = TOKEN_LIFE
  return {
    live: (seconds: number) => void (life = seconds),
    revoke: () => ends.clear(),
    accept: ({ headers: { authorization = '' } }: FastifyRequest): boolean =>
      now().getTime() < (ends.get(authorization.replace(/^O-Bearer /, '')) ?? 0) * 1000,
    issue({ body }: FastifyRequest): Answer {
      const { client_id, client_version, client_secret, grant_type } = body as Record<string, string>
      const isKnown =
        client_id === keys.client_id &&
        client_version === keys.client_version &&
        client_secret === keys.client_secret &&
        grant_type === 'client_credentials'
      if (!isKnown) return refused(400, 'INVALID_CLIENT')
      const access_token = randomId(40)
      const issued_at = Math.floor(now().getTime() / 1000)
      const expires_at = issued_at + life
      ends.set(access_token, expires_at)
      return ok({ access_token, expires_in: null, issued_at, expires_at, token_type: 'O-Bearer' })
    },
  }
}

function registerPage(scope: FastifyInstance, payments: PhonePePayments, url: string): void {
  const find = ({ params }: FastifyRequest<WithId>) => payments.find(params.id)
  const unknown = (reply: FastifyReply) => reply.status(404).send(refused(404, 'NOT_FOUND').body)
  scope.get<WithId>('/page/:id', (request, reply) => {
    const order = find(request)
    if (!order) return unknown(reply)
    const { merchantOrderId: title, orderId, amount, redirectUrl } = order
    const links = { action: `${url}/page/${orderId}`, shop: redirectUrl }
    return sendChoice(reply, 'PhonePe', { title, amount }, PHONEPE_OUTCOMES, links)
  })
  scope.post<WithId & { Body: { outcome?: string } }>('/page/:id', async (request, reply) => {
    const order = find(request)
    const returns = order && (await payments.finish(order, request.body.outcome))
    if (!order || returns === undefined) return unknown(reply)
    const back = { method: 'GET', url: order.redirectUrl, fields: {} } as const
    return sendBack(reply, 'PhonePe', returns ? back : null, order.redirectUrl)
  })
}
