import type { Endpoint, Parts, Reply } from '@haat/contract/endpoint'
import { setServerTime } from '../lib/use-now.ts'
import { ApiError } from './api-error.ts'
import type { Planned } from './contract.ts'
import { endSession, readSession } from './session.ts'
import type { EndpointPlan } from './wire.ts'
import { decode, encode, encodeQuery } from './wire.ts'

type OptionalIfEmpty<T> = Record<never, never> extends T ? [parts?: T] : [parts: T]
type Present<E extends Endpoint> = {
  [
    Part in keyof Parts<E> as Parts<E>[Part] extends undefined
      ? never
      : Record<never, never> extends Parts<E>[Part]
        ? never
        : Part
  ]: Parts<E>[Part]
} & {
  [Part in keyof Parts<E> as Parts<E>[Part] extends undefined ? never : Part]?: Parts<E>[Part]
}

/** The parts an endpoint takes, in code's form: paise, booleans, Dates. Left out when all may be absent. */
export type CallParts<E extends Endpoint> = OptionalIfEmpty<Present<E> & { signal?: AbortSignal }>

interface AnyParts {
  params?: Record<string, unknown>
  query?: unknown
  headers?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
}

const SERVER_ERROR = 'Server error occurred'

const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

function requestOf(plan: EndpointPlan, parts: AnyParts): Request {
  const url = fillPath(plan.path, parts.params) + encodeQuery(parts.query, plan.query)
  const headers = new Headers({ accept: 'application/json' })
  for (const [name, value] of Object.entries(parts.headers ?? {})) headers.set(name, String(value))
  const token = plan.access === 'customer' ? readSession()?.accessToken : undefined
  if (token) headers.set('authorization', `Bearer ${token}`)
  const hasBody = plan.method !== 'GET' && parts.body !== undefined
  if (hasBody) headers.set('content-type', 'application/json')
  return new Request(new URL(url, window.location.href), {
    method: plan.method,
    headers,
    body: hasBody ? JSON.stringify(encode(parts.body, plan.body)) : undefined,
    signal: parts.signal,
  })
}

async function send(request: Request): Promise<{ status: number; ok: boolean; body: unknown }> {
  try {
    const response = await fetch(request)
    followClock(response.headers.get('x-haat-now'))
    const text = await response.text()
    return { status: response.status, ok: response.ok, body: parse(text) }
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new ApiError('network', 0, 'Could not connect to the server.')
  }
}

/** Under the QA tools every reply carries the shop's time, which may have been moved. */
function followClock(moment: string | null): void {
  if (moment !== null) setServerTime(new Date(moment))
}

/** Undefined for what is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Calls an endpoint of the contract.
 *
 * @returns the reply in code's form
 * @throws ApiError when the server refuses, fails or cannot be reached
 */
export async function call<E extends Endpoint>(
  plan: Planned<E>,
  ...[parts]: CallParts<E>
): Promise<Reply<E>> {
  const request = requestOf(plan, parts ?? {})
  const { status, ok, body } = await send(request)
  const failure = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (ok && body !== undefined && failure['success'] !== false) return decode(body, plan.reply) as Reply<E>
  if (status === 401 && request.headers.has('authorization')) endSession('refused')
  const message = typeof failure['message'] === 'string' ? failure['message'] : SERVER_ERROR
  throw new ApiError('http', status, message, failure)
}
