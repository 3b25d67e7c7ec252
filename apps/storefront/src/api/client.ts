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

/** Sends it and reads the answer to its end. */
async function send<T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> {
  try {
    const response = await fetch(request)
    followClock(response.headers.get('x-haat-now'))
    return await read(response)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new ApiError('network', 0, 'Could not connect to the server.')
  }
}

/** Under the QA tools every reply carries the shop's time, which may have been moved. */
function followClock(moment: string | null): void {
  if (moment !== null) setServerTime(new Date(moment))
}

const readJson = async (response: Response) => ({
  status: response.status,
  ok: response.ok,
  body: parse(await response.text()),
})

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
  const { status, ok, body } = await send(request, readJson)
  const isRefused = typeof body === 'object' && body !== null && 'success' in body && body.success === false
  if (ok && body !== undefined && !isRefused) return decode(body, plan.reply) as Reply<E>
  throw refusal(request, status, body)
}

/**
 * Fetches an endpoint whose reply is a file.
 *
 * @throws ApiError as `call` does
 */
export async function download<E extends Endpoint>(
  plan: Planned<E>,
  ...[parts]: CallParts<E>
): Promise<Blob> {
  const request = requestOf(plan, parts ?? {})
  const found = await send(request, async (response) =>
    response.ok ? response.blob() : await readJson(response),
  )
  if (found instanceof Blob) return found
  throw refusal(request, found.status, found.body)
}

/** What a refusal says; a session that is over ends here too. */
function refusal(request: Request, status: number, body: unknown): ApiError {
  const failure = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (status === 401 && request.headers.has('authorization')) endSession('refused')
  const message = typeof failure['message'] === 'string' ? failure['message'] : SERVER_ERROR
  return new ApiError('http', status, message, failure)
}
