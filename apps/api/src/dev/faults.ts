/** `/dev/faults` makes calls fail, by path and method. Calls of the QA tools are exempt. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import * as z from 'zod/mini'
import presets from './fault-presets.json' with { type: 'json' }
import { badRequest, Failure } from '../http/failure.ts'
import { isOwnCall } from '../http/storefront.ts'
import { tool, type Tools } from './tools.ts'

const Fault = z.strictObject({
  /** As in `patternOf`. Each `*` multiplies the work. */
  path: z
    .string()
    .check(
      z.maxLength(200),
      z.regex(
        /^\/(?!dev\b)(?:[\w\-./*]|\{\w+\})*$/,
        'Must be a path such as /api/cart, /api/* or /api/products/{id}',
      ),
      z.regex(/^[^*]*(\*[^*]*){0,3}$/, 'May have at most three *'),
    ),
  method: z.prefault(z.enum(['*', 'GET', 'POST', 'PUT', 'DELETE']), '*'),
  /**
   * `failure` replies with `status` and `message` in the API's shape, `text` with HTML, `empty` with nothing; `cut`
   * closes the connection before the shop gets the call, `lost` after it was carried out; `none` only delays.
   */
  kind: z.prefault(z.enum(['failure', 'text', 'empty', 'cut', 'lost', 'none']), 'failure'),
  status: z.prefault(z.int().check(z.minimum(200), z.maximum(599)), 500),
  /** When empty, the storefront shows its own text. */
  message: z.prefault(z.string().check(z.maxLength(500)), 'Server error occurred'),
  delay_ms: z.prefault(z.int().check(z.minimum(0), z.maximum(60_000)), 0),
  /** How many calls fail; null: all until the fault is removed. */
  times: z.prefault(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))), null),
})
type Fault = z.output<typeof Fault>

interface ActiveFault extends Fault {
  /** How many calls have failed. */
  hits: number
}

export const FaultList = z.strictObject({ faults: z.array(Fault).check(z.maxLength(100)) })

/** What the presets of `fault-presets.json` do to a call. */
const PRESET_KINDS: Record<string, Partial<Fault>> = {
  cut: { kind: 'cut' },
  html: { kind: 'text', status: 502 },
  lost: { kind: 'lost', times: 1 },
  missing: { kind: 'failure', status: 404, message: 'Order not found' },
  /** A refusal without a message and without an error status. */
  refused: { kind: 'failure', status: 200, message: '' },
  /** The storefront shows its own text. */
  silent: { kind: 'failure', status: 500, message: '' },
  unauthorized: { kind: 'failure', status: 401, message: 'Unauthorized', times: 1 },
}

/** Faults that show each message of the storefront's error catalogue: what the shopper reads, and on which screen. */
export const PRESETS = presets.map(([name = '', method, path, shows = '', where = '']) => ({
  shows,
  where,
  fault: { path, method, ...PRESET_KINDS[name] },
}))

const CALLS: Endpoint[] = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group))

/** The active faults. The first that matches a call applies. */
export class Faults {
  #active: ActiveFault[] = []

  get list(): ActiveFault[] {
    return this.#active
  }

  replace(faults: Fault[]): void {
    this.#active = faults.map((fault) => ({ ...fault, hits: 0 }))
  }

  /** The fault that the next such call will meet. */
  find(method: string, path: string): ActiveFault | null {
    const applies = (fault: ActiveFault): boolean =>
      (fault.times === null || fault.hits < fault.times) &&
      (fault.method === '*' || fault.method === method) &&
      matchesPath(fault.path, path)
    return this.#active.find(applies) ?? null
  }

  take(method: string, path: string): Fault | null {
    const found = this.find(method, path)
    if (found) found.hits += 1
    return found
  }
}

/** Whether the API has a call that the fault covers. Patterns with `*`, and pages, are not checked. */
function matchesCall({ path, method }: Fault): boolean {
  if (!path.startsWith('/api/') || path.includes('*')) return true
  const example = path.replaceAll(/\{\w+\}/g, '1')
  return CALLS.some((call) => (method === '*' || method === call.method) && matchesPath(call.path, example))
}

/** `*` covers any characters, `{id}` a segment of digits, any other name in braces a segment. */
const patternOf = (path: string): URLPattern =>
  new URLPattern({
    pathname: path.replaceAll(/\{(\w+)\}/g, (_, name, at) => `:at${at}${name === 'id' ? '(\\d+)' : ''}`),
  })

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '')

/** Whether the path of a fault covers another, up to a slash at the end. */
export const matchesPath = (pattern: string, path: string): boolean =>
  [path, withoutSlash(path)].some((pathname) => patternOf(withoutSlash(pattern)).test({ pathname }))

export function registerFaults({ app }: Pick<Tools, 'app'>, faults: Faults): void {
  const current = () => ({ faults: faults.list })
  tool(app, 'GET /dev/faults', {}, async () => ({ ...current(), presets: PRESETS }))
  tool(app, 'PUT /dev/faults', { body: FaultList }, async ({ body }) => {
    const useless = body.faults.find((fault) => !matchesCall(fault))
    if (useless) throw badRequest(`The API has no call ${useless.method} ${useless.path}.`)
    faults.replace(body.faults)
    return current()
  })
  tool(app, 'DELETE /dev/faults', {}, async () => {
    faults.replace([])
    return current()
  })
}

/** Applies the faults to every route registered after this. */
export function injectFaults(app: FastifyInstance, faults: Faults): void {
  const lost = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/dev(\/|$)/.test(path)) return
    if (isOwnCall(request)) {
      // Then the browser renders the page, and its call meets the fault.
      if (faults.find(request.method, path)) throw new Failure(503, 'A fault is set.')
      return
    }
    const fault = faults.take(request.method, path)
    if (!fault) return
    if (fault.delay_ms > 0) await sleep(fault.delay_ms, undefined, { ref: false })
    if (fault.kind === 'lost') lost.add(request)
    else return answerWith(fault, request, reply)
  })
  app.addHook('onSend', async (request) => {
    if (lost.has(request)) request.raw.socket.destroy()
  })
}

function answerWith({ kind, status, message }: Fault, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('cache-control', 'no-store')
  if (kind === 'failure') throw new Failure(status, message)
  if (kind === 'text')
    return reply.status(status).type('text/html; charset=utf-8').send('<h1>Bad gateway</h1>')
  if (kind === 'empty') return reply.status(status).send()
  if (kind === 'none') return undefined
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}
