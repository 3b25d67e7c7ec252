/** `/dev/faults`: calls that go wrong on purpose, by path and method. The tools themselves never do. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Failure } from '../http/failure.ts'
import { PRESETS } from './fault-presets.ts'
import { tool, type Tools } from './tools.ts'

const DELAY_MAX_MS = 60_000

/** What happens to a call instead of its answer. */
export const KINDS = ['failure', 'text', 'empty', 'cut', 'lost', 'none'] as const

export const Fault = z.strictObject({
  /** `*` stands for anything, `{id}` for one step of the path. */
  path: z
    .string()
    .check(z.regex(/^\/(?!dev\b)[\w\-./{}*]{0,200}$/, 'Must be a path such as /api/cart or /api/*')),
  method: z.prefault(z.enum(['*', 'GET', 'POST', 'PUT', 'DELETE']), '*'),
  /**
   * `failure` answers `status` and `message` in the API's shape; `text` answers HTML, `empty` nothing; `cut` ends
   * the connection before the shop hears of the call, `lost` after it has done what was asked; `none` only delays.
   */
  kind: z.prefault(z.enum(KINDS), 'failure'),
  status: z.prefault(z.int().check(z.minimum(200), z.maximum(599)), 500),
  /** Without words the storefront says what it has for such cases. */
  message: z.prefault(z.string().check(z.maxLength(500)), 'Server error occurred'),
  delay_ms: z.prefault(z.int().check(z.minimum(0), z.maximum(DELAY_MAX_MS)), 0),
  /** How many calls it takes; null: all until it is taken away. */
  times: z.prefault(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))), null),
})
export type Fault = z.output<typeof Fault>

interface Standing extends Fault {
  /** How many calls it has taken. */
  hits: number
}

const FAULTS_MAX = 100
export const FaultList = z.strictObject({ faults: z.array(Fault).check(z.maxLength(FAULTS_MAX)) })

/** The faults that stand. The first that fits a call takes it. */
export class Faults {
  #standing: Standing[] = []

  get list(): Standing[] {
    return this.#standing
  }

  replace(faults: Fault[]): void {
    this.#standing = faults.map((fault) => ({ ...fault, hits: 0 }))
  }

  take(method: string, path: string): Fault | null {
    const found = this.#standing.find(
      (fault) =>
        (fault.times === null || fault.hits < fault.times) &&
        (fault.method === '*' || fault.method === method) &&
        patternOf(fault.path).test(path),
    )
    if (found) found.hits += 1
    return found ?? null
  }
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/(.)\/$/, '$1')
    .replaceAll(/[.-]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll(/\{\w*\}/g, '[^/]+')
  return new RegExp(`^${source.replaceAll(/[{}]/g, String.raw`\$&`)}/?$`)
}

export function registerFaults({ app }: Pick<Tools, 'app'>, faults: Faults): void {
  const shown = () => ({ faults: faults.list })
  tool(app, { method: 'GET', url: '/dev/faults', handle: async () => ({ ...shown(), presets: PRESETS }) })
  tool(app, {
    method: 'PUT',
    url: '/dev/faults',
    body: FaultList,
    handle: async ({ body }) => {
      faults.replace(body.faults)
      return shown()
    },
  })
  tool(app, {
    method: 'DELETE',
    url: '/dev/faults',
    handle: async () => {
      faults.replace([])
      return shown()
    },
  })
}

/** Stands in front of every route of the shop. */
export function standInFront(app: FastifyInstance, faults: Faults): void {
  const losing = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/dev(\/|$)/.test(path)) return
    const fault = faults.take(request.method, path)
    if (!fault) return
    if (fault.delay_ms > 0) await sleep(fault.delay_ms, undefined, { ref: false })
    if (fault.kind === 'lost') losing.add(request)
    else return answerWith(fault, request, reply)
  })
  app.addHook('onSend', async (request) => {
    if (!losing.has(request)) return
    request.raw.socket.destroy()
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
