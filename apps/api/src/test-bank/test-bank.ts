/**
 * The built-in test bank. It moves no money and says so, and it calls the shop back the way a gateway does: server
 * to server, signed, and again when the shop does not answer.
 */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@haat/contract'
import { TextLine } from '@haat/contract/wire'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { PaymentProvider, PaymentProviders } from '../adapters/payment-provider.ts'
import { equalDigests } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { TEST_BANK } from '../features/payments/payments.ts'

/** How far the timestamp of a callback may be off, in seconds. */
const TOLERANCE = 300
/** Pauses before another attempt, in ms, when the shop does not answer or answers with a 5xx. */
const RETRY_MS = [200, 1000]
const ANSWER_WITHIN_MS = 10_000
/** How often waiting callbacks are compared with the shop's clock, which may be moved. */
const POLL_MS = 250

export const CallbackBody = z.object({
  event_id: TextLine(100, 1),
  merchantOrderId: TextLine(63, 1),
  transactionId: TextLine(63, 1),
  state: z.enum(['COMPLETED', 'FAILED', 'PENDING']),
  amount: z.int(),
})

export type BankEvent = z.output<typeof CallbackBody>

/** One callback of the bank to the shop. */
export interface ScheduledCallback {
  event: BankEvent
  /** Seconds until it is sent, by the shop's clock; 0 is before the payer leaves the bank. */
  delay: number
  /** Whether its signature is made with another secret. */
  forged: boolean
}

/**
 * The callbacks that report a payment; the pay lab has plans for everything that can go wrong.
 *
 * @param secondsLeft until the time to pay is over
 */
export type CallbackPlan = (event: BankEvent, secondsLeft: number) => ScheduledCallback[]

/** One genuine callback, sent immediately. */
export const sendOnce: CallbackPlan = (event) => [{ event, delay: 0, forged: false }]

/** An outcome of a payment other than pay, decline and cancel. */
export interface LabOutcome {
  state: 'COMPLETED' | 'FAILED'
  plan: CallbackPlan
  /** The result that the browser returns to the shop with; null to keep it at the bank. */
  returns: 'success' | 'failed' | null
  /** Shown when the browser stays. */
  message: { title: string; text: string }
}

export type TestBank = ReturnType<typeof testBank>

export const findTestBank = ({ all }: PaymentProviders): TestBank | undefined =>
  all.find((provider): provider is TestBank => provider.name === TEST_BANK)

/**
 * The signature of a callback: `sha256=` and the hex HMAC-SHA256 of `timestamp.rawBody`.
 *
 * @param timestamp epoch seconds
 */
export function signCallback(rawBody: string, timestamp: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')}`
}

export function testBank(config: Pick<Config, 'publicUrl' | 'paymentSecret' | 'dev'>) {
  const isGenuine = (rawBody: string, timestamp: unknown, signature: unknown, now: Date): boolean => {
    if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
    if (!/^\d{1,12}$/.test(timestamp)) return false
    if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE) return false
    return equalDigests(signature, signCallback(rawBody, timestamp, config.paymentSecret))
  }
  const start: PaymentProvider['start'] = async ({ transactionId }) => ({
    paymentUrl: `${config.publicUrl}/pay/${transactionId}`,
  })
  return {
    name: TEST_BANK,
    label: 'UPI or card',
    marks: ['UPI', 'Cards'],
    simulated: true,
    /** Replaced by tests of late, lost, repeated or wrong callbacks. */
    plan: sendOnce,
    /** Whether the pay lab offers testers more ways to end a payment: with the QA tools. */
    hasLab: config.dev,
    /** Sends the callbacks that are due by the shop's clock; resolves when the shop has answered. */
    sendDue: async (): Promise<void> => undefined,
    start,
    /** The headers that make a callback genuine, or with `forged` not. */
    sign(rawBody: string, now: Date, forged: boolean): Record<string, string> {
      const timestamp = String(Math.floor(now.getTime() / 1000))
      const secret = forged ? `not ${config.paymentSecret}` : config.paymentSecret
      return {
        'x-haat-timestamp': timestamp,
        'x-haat-signature': signCallback(rawBody, timestamp, secret),
      }
    },
    async parseCallback({ headers, rawBody }, now) {
      if (!isGenuine(rawBody, headers['x-haat-timestamp'], headers['x-haat-signature'], now)) return undefined
      const event = CallbackBody.safeParse(JSON.parse(rawBody)).data
      return event && { payment: { ...event, providerPaymentId: null, fee: null } }
    },
  } satisfies PaymentProvider & Record<string, unknown>
}

/**
 * Sends the callbacks of a payment that are due immediately and schedules the others.
 *
 * @param plan the bank's own when left out
 * @returns false when the shop could not be reached
 */
export type SendCallbacks = (event: BankEvent, secondsLeft: number, plan?: CallbackPlan) => Promise<boolean>

/** Scheduled callbacks are dropped when the server closes. */
export function createCallbackSender(app: FastifyInstance, shop: Shop, bank: TestBank): SendCallbacks {
  const waiting = new Map<ScheduledCallback, number>()
  bank.sendDue = async () => {
    const now = shop.now().getTime()
    const due = [...waiting].filter(([, at]) => at <= now).map(([callback]) => callback)
    for (const callback of due) waiting.delete(callback)
    for (const callback of due) await deliver(app, shop, bank, callback)
  }
  const timer = setInterval(() => void bank.sendDue(), POLL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return async (event, secondsLeft, plan = bank.plan) => {
    const callbacks = plan(event, secondsLeft)
    const now = shop.now().getTime()
    for (const callback of callbacks) {
      if (callback.delay > 0) waiting.set(callback, now + callback.delay * 1000)
    }
    for (const callback of callbacks.filter(({ delay }) => delay <= 0)) {
      if (!(await deliver(app, shop, bank, callback))) return false
    }
    return true
  }
}

async function deliver(
  app: FastifyInstance,
  shop: Shop,
  bank: TestBank,
  { event, forged }: ScheduledCallback,
): Promise<boolean> {
  const body = JSON.stringify(event)
  for (const pause of [...RETRY_MS, null]) {
    const headers = { 'content-type': 'application/json', ...bank.sign(body, shop.now(), forged) }
    const status = await post(app, body, headers).catch(() => 503)
    if (status < 500) return true
    if (pause !== null) await sleep(pause)
  }
  return false
}

/** Over the network where the server listens, as a gateway calls it. */
async function post(app: FastifyInstance, body: string, headers: Record<string, string>): Promise<number> {
  const { method, path } = contract.payments.callback
  const address = app.server.address()
  if (address === null || typeof address === 'string')
    return (await app.inject({ method, url: path, headers, payload: body })).statusCode
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address
  const host = address.family === 'IPv6' ? `[${name}]` : name
  const { status } = await fetch(`http://${host}:${address.port}${path}`, {
    method,
    body,
    // One that is kept alive would delay the closing of the server.
    headers: { ...headers, connection: 'close' },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  return status
}
