/** A simulated gateway and a receiver of its webhooks, over real HTTP on loopback, with a clock that tests move. */
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import type {
  Callback,
  PaymentProvider,
  PaymentRequest,
  StartedPayment,
} from '../src/adapters/payment-provider.ts'
import type { SimulatorOptions } from '../src/gateways/simulation.ts'

const START = Date.UTC(2026, 10, 27, 10)

/** A signal for a call that is expected to end. */
export const soon = () => AbortSignal.timeout(10_000)

/** @param open registers the simulator and returns the provider that talks to it */
export async function aSimulatedGateway<Provider extends PaymentProvider>(
  open: (app: FastifyInstance, options: SimulatorOptions, publicUrl: string) => Promise<Provider>,
) {
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const url = `${publicUrl}/dev/gateway/v1`
  let time = START
  const now = () => new Date(time)
  const app = fastify({ forceCloseConnections: true })
  /** What each webhook was taken for. */
  const heard: (Callback | undefined)[] = []
  /** How the receiver answers; `null`: as a shop does. */
  const receiver = { status: null as number | null, delayMs: 0 }
  const options = { url, webhookUrl: `${publicUrl}/hook`, now, answerWithinMs: 1000 }
  const provider = await open(app, options, publicUrl)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post('/hook', async ({ headers, body }, reply) => {
      await sleep(receiver.delayMs)
      if (receiver.status !== null) return reply.status(receiver.status).send()
      const callback = await provider.parseCallback?.({ headers, rawBody: String(body) }, now(), soon())
      heard.push(callback)
      return reply.status(callback === undefined ? 400 : 200).send()
    })
  })
  await app.listen({ host: '127.0.0.1', port: Number(new URL(publicUrl).port) })
  onTestFinished(() => app.close())

  let orders = 0
  return {
    provider,
    url,
    publicUrl,
    heard,
    receiver,
    /** How the webhooks about payments and refunds were taken, such as `COMPLETED`, `forged` or `ignored`. */
    states: () =>
      heard.map((callback) => {
        if (!callback) return callback === undefined ? 'forged' : 'ignored'
        return 'payment' in callback ? callback.payment.state : `refund ${callback.refund.state}`
      }),
    control: async (body: object) => {
      const reply = await app.inject({ method: 'POST', url: `${new URL(url).pathname}/control`, body })
      if (reply.statusCode >= 400) throw new Error(reply.body)
      return reply.json<Record<string, unknown>>()
    },
    /** What is due by then happens when the simulator is asked next. */
    advance: (seconds: number) => void (time += seconds * 1000),
    /** Opens a payment of ₹500 that waits for 15 minutes. */
    async begin(changed: Partial<PaymentRequest> = {}) {
      orders += 1
      const transactionId = `t-${orders}`
      const request: PaymentRequest = {
        merchantOrderId: `HAAT-${orders}-a1`,
        transactionId,
        amount: 50_000,
        orderNumber: `BCDFGHJKL${orders}`,
        customer: { name: 'Asha', phone: '9876543210', email: null },
        returnUrl: `${publicUrl}/pay/${transactionId}/return`,
        expiresAt: new Date(time + 900_000),
        ...changed,
      }
      const { paymentUrl, providerReference = null } = await provider.start(request, soon())
      const { merchantOrderId, amount } = request
      const payment: StartedPayment = {
        merchantOrderId,
        transactionId: request.transactionId,
        providerReference,
        providerPaymentId: null,
        amount,
      }
      return { request, payment, paymentUrl, order: merchantOrderId }
    },
  }
}

/** The error of a call that fails. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => {
      throw new Error('The call did not fail')
    },
    (error: unknown) => error as Error,
  )
}
