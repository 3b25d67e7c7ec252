/**
 * What the simulated gateways share: answers that fail on purpose, things that happen later by an injected clock, and
 * webhooks that are sent over HTTP until their receiver accepts them.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

export interface SimulatorOptions {
  /** Address of the simulator as browsers and the shop reach it, with its path and without a slash at the end. */
  url: string
  webhookUrl: string
  now: () => Date
  /** How long the receiver of a webhook may take, in ms; 5 s when left out. */
  answerWithinMs?: number
  /** Refuses who may not control it. */
  guard?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/**
 * How a call fails once: with this status, without an answer, with a broken connection; or it is carried out and then
 * its answer takes half a second, is lost, or never comes.
 */
const Fault = z.union([z.int(), z.enum(['slow', 'hang', 'reset', 'lost', 'silent'])])
type Fault = z.output<typeof Fault>
/** By call: how its next ones fail, in this order. */
const Faults = z.record(z.string(), z.array(Fault))

export interface Answer {
  status: number
  body: unknown
}
export const ok = (body: unknown): Answer => ({ status: 200, body })

interface Delivery {
  /** Such as `order.paid`. */
  event: string
  headers: Record<string, string>
  body: string
  sentAt: number
  /** Status of each attempt; 0 without an answer in time. */
  answers: number[]
}

/** In seconds; each further pause is twice as long, until a day is over. */
const FIRST_RETRY = 10
const RETRY_FOR_MS = 24 * 3_600_000
/** How often the clock, which may be moved, is looked at. */
const POLL_MS = 250
const SLOW_MS = 500

export type Simulation = ReturnType<typeof createSimulation>

/** @param errorBody what the gateway answers with a status from 400 up */
export function createSimulation(
  { now, webhookUrl, answerWithinMs = 5000, guard }: SimulatorOptions,
  errorBody: (status: number) => unknown,
) {
  const faults: Record<string, Fault[]> = {}
  const calls: Record<string, number> = {}
  const deliveries: Delivery[] = []
  let waiting: { at: number; act: () => Promise<void> }[] = []
  /** A webhook that nobody accepts for a day is switched off. */
  let disabled = false
  let running: Promise<unknown> = Promise.resolve()

  const later = (seconds: number, act: () => Promise<void>): void => {
    waiting.push({ at: now().getTime() + seconds * 1000, act })
  }

  /** Goes on while calls are answered, as the shop may ask for the order that a webhook is about. */
  const background = (work: Promise<unknown>): void => void (running = Promise.all([running, work]))

  /** Does what is due: changes at once, webhooks one after the other. */
  function runDue(): void {
    const at = now().getTime()
    const due = waiting.filter((entry) => entry.at <= at).sort((a, b) => a.at - b.at)
    waiting = waiting.filter((entry) => entry.at > at)
    for (const { act } of due) background(act())
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const { headers, body, sentAt, answers } = delivery
    const init = { method: 'POST', headers: { ...headers, connection: 'close' }, body }
    const signal = AbortSignal.timeout(answerWithinMs)
    const status = await fetch(webhookUrl, { ...init, redirect: 'manual', signal }).then(
      (reply) => reply.status,
      () => 0,
    )
    answers.push(status)
    if (status >= 200 && status < 300) return
    if (now().getTime() - sentAt >= RETRY_FOR_MS) disabled = true
    else later(FIRST_RETRY * 2 ** (answers.length - 1), () => attempt(delivery))
  }

  /** Resolves after the first attempt. @param times copies that are sent at once */
  async function deliver(
    event: string,
    headers: Record<string, string>,
    body: string,
    times = 1,
  ): Promise<void> {
    if (disabled) return
    const sent = { 'content-type': 'application/json', ...headers }
    const copies = Array.from({ length: times }, (): Delivery => ({
      event,
      headers: sent,
      body,
      sentAt: now().getTime(),
      answers: [],
    }))
    deliveries.push(...copies)
    await Promise.all(copies.map(attempt))
  }

  return {
    guard,
    later,
    background,
    deliver,
    /** What happens now has happened when this resolves, with the first attempt of its webhooks. */
    async play<Step extends { after?: number }>(
      steps: readonly Step[],
      act: (step: Step) => Promise<void>,
    ): Promise<void> {
      for (const step of steps) {
        if (step.after) later(step.after, () => act(step))
        else await act(step)
      }
    },
    /** Does what is due, and resolves when every webhook so far is answered. */
    async settle(): Promise<void> {
      runDue()
      await running
    },
    /** Sends everything again as it was sent first. */
    async replay(): Promise<void> {
      disabled = false
      for (const delivery of [...deliveries]) await attempt(delivery)
    },
    fail(added: z.output<typeof Faults>): void {
      for (const [call, list] of Object.entries(added)) faults[call] = [...(faults[call] ?? []), ...list]
    },
    report: () => ({
      calls,
      webhooks: deliveries.map(({ event, answers }) => ({ event, answers })),
      webhook_disabled: disabled,
    }),
    /** A handler that counts its calls and fails as it was told to. */
    serve:
      <Request extends FastifyRequest>(
        call: string,
        handle: (request: Request) => Answer | Promise<Answer>,
      ) =>
      async (request: Request, reply: FastifyReply) => {
        calls[call] = (calls[call] ?? 0) + 1
        runDue()
        const fault = faults[call]?.shift()
        if (typeof fault === 'number') return reply.status(fault).send(errorBody(fault))
        if (fault === 'hang') return reply.hijack()
        if (fault === 'reset') return reset(reply)
        const { status, body } = await handle(request)
        if (fault === 'lost') return reset(reply)
        if (fault === 'slow') await sleep(SLOW_MS)
        if (fault === 'silent') return reply.hijack()
        return reply.status(status).send(body ?? errorBody(status))
      },
    /** Runs until the server closes. */
    start(app: FastifyInstance): void {
      const timer = setInterval(runDue, POLL_MS).unref()
      app.addHook('onClose', async () => clearInterval(timer))
    },
  }
}

const Control = z.object({
  /** What the shop or the gateway calls it. */
  order: z.optional(z.string()),
  outcome: z.optional(z.string()),
  /** Paise of it that go back, as if its merchant paid them back at the gateway's dashboard. */
  refundByHand: z.optional(z.int()),
  /** How the next refunds end. */
  refunds: z.optional(z.string()),
  /** Sends all webhooks again. */
  replay: z.optional(z.boolean()),
  /** Of the calls that the routes name. */
  faults: z.optional(Faults),
})

/** The payments of a simulated gateway, as they are controlled. */
interface Controlled<Order> {
  find: (name: string) => Order | undefined
  /** @returns how the browser goes back; undefined for an unknown outcome */
  finish: (order: Order, outcome: string | undefined) => Promise<unknown>
  refundByHand: (order: Order, amount: number) => Promise<void>
  /** Without effect for an unknown outcome. */
  refundWith: (outcome: string) => void
  /** All state. */
  report: () => object
}

/**
 * Serves `POST /control`: chooses outcomes and faults, moves on what is due, and answers with all state.
 *
 * @param change takes what only this gateway has of the body
 */
export function serveControl<Order>(
  scope: FastifyInstance,
  simulation: Simulation,
  payments: Controlled<Order>,
  change: (body: unknown) => unknown,
): void {
  const control = async ({ body }: FastifyRequest): Promise<Answer> => {
    const { order: name, outcome, refundByHand, refunds, replay, faults = {} } = Control.parse(body)
    const order = name === undefined ? undefined : payments.find(name)
    if (refunds !== undefined) payments.refundWith(refunds)
    simulation.fail(faults)
    await change(body)
    await simulation.settle()
    const returns = order && (await payments.finish(order, outcome))
    if (outcome !== undefined && returns === undefined)
      return { status: 400, body: 'No such order or outcome' }
    if (order && refundByHand !== undefined) await payments.refundByHand(order, refundByHand)
    if (replay) await simulation.replay()
    return ok({ ...simulation.report(), ...payments.report(), returns })
  }
  const { guard } = simulation
  scope.post('/control', { ...(guard && { onRequest: guard }) }, simulation.serve('control', control))
}

function reset(reply: FastifyReply): FastifyReply {
  reply.raw.socket?.destroy()
  return reply.hijack()
}

/** Reads JSON and forms, which have no field twice. */
export function acceptBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const json = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, json)
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
/** @param alphabet the signs to choose from */
export const randomId = (length: number, alphabet = ALPHABET): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
