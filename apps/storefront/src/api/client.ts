import { t } from '@lingui/core/macro'
import type { Endpoint, Parts, Reply } from '@haat/contract/endpoint'
import type { FailureCode, FailureData } from '@haat/contract/failures'
import type { StoredReplies } from '@haat/contract/page-rendering'
import { store } from '../lib/device-storage.ts'
import { listen } from '../lib/listen.ts'
import { setServerTime } from '../lib/use-now.ts'
import { endSession, readSession, type Session } from './session.ts'
import { decode, encode, encodeQuery, type EndpointPlan, isRecord, type Planned } from './wire.ts'

import { failurePlans } from 'virtual:wire-plan'

export { contract } from 'virtual:wire-plan'

/** A failed call. `message` is for the log; `messageOf` gives the text for the shopper. */
export class ApiError extends Error {
  /** HTTP status and its phrase; 0 and empty without a reply. */
  readonly status: number
  readonly statusText: string
  /** The server's explanation, null when it sent none. */
  readonly reason: string | null
  /** Whether the body is neither empty nor JSON, as in the error page of a proxy. */
  readonly isNotJson: boolean
  /** The machine-readable reason, for example `OUT_OF_STOCK`. */
  readonly code: string | undefined
  readonly errors: readonly { path: string; message: string }[]
  /** The whole reply as it is on the wire, for codes that carry data, for example `available`. */
  readonly body: Record<string, unknown>

  /** @param reply the parsed body, `NOT_JSON`, or undefined without one */
  constructor(response?: { status: number; statusText: string }, reply?: unknown) {
    const body = isRecord(reply) ? reply : {}
    const reason = typeof body['message'] === 'string' && body['message'] !== '' ? body['message'] : null
    const status = response?.status ?? 0
    super(
      reason ??
        (response ? t`The server answered ${status} without a reason.` : t`Could not connect to the server.`),
    )
    this.name = 'ApiError'
    this.status = status
    this.statusText = response?.statusText ?? ''
    this.reason = reason
    this.isNotJson = reply === NOT_JSON
    this.body = body
    this.code = typeof body['code'] === 'string' ? body['code'] : undefined
    this.errors = Array.isArray(body['errors']) ? body['errors'] : []
  }
}

/** The text to show for a failed call: the server's reason, else `fallback`; `network` where no reply arrived. */
export function messageOf(error: unknown, fallback: string, network = fallback): string {
  if (isUnreached(error)) return network
  return (error instanceof ApiError && error.reason) || fallback
}

export const isUnreached = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** Whether the server looked at the call and refused it: it does not when a session has ended or calls are too many. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status)

/** Whether there is no such thing: the server refuses what is no id. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** The data that a refusal with this code carries, in code's form; null for any other failure. */
export function failureData<Code extends FailureCode>(error: unknown, code: Code): FailureData<Code> | null {
  if (!(error instanceof ApiError) || error.code !== code) return null
  return decode(error.body, failurePlans[code]) as FailureData<Code>
}

type OptionalIfEmpty<T> = Record<never, never> extends T ? [parts?: T] : [parts: T]
type MayBeLeftOut<T> = Extract<Record<never, never> | undefined, T> extends never ? false : true
type Needed<P> = { [Part in keyof P as MayBeLeftOut<P[Part]> extends true ? never : Part]: P[Part] }

/** What an endpoint takes: paise, booleans, Dates. Optional when every part is. */
export type CallParts<E extends Endpoint> = OptionalIfEmpty<
  Needed<Parts<E>> & Partial<Parts<E>> & { signal?: AbortSignal }
>

type AnyParts = Partial<Record<keyof Parts<Endpoint>, unknown>> & { signal?: AbortSignal }

const NOT_JSON = Symbol('not JSON')

const bearerOf = (session: Session | null): string | null => session && `Bearer ${session.accessToken}`

const addressOf = ({ path, query }: EndpointPlan, parts: AnyParts): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(Object(parts.params)[name]))) +
  encodeQuery(parts.query, query)

type Stored = StoredReplies[string] & {
  /** The body as a call returns it, once one has. */
  decoded?: unknown
}
type Source = (address: string) => Stored | Promise<Stored> | undefined

let source: Source | undefined

/** Lets `stored` answer GET calls: on the server always, in a browser the calls of the first view. */
export function answerFrom(stored: Source | undefined): void {
  source = stored
}

function requestOf(plan: EndpointPlan, parts: AnyParts): Request {
  const url = addressOf(plan, parts)
  const headers = new Headers({ accept: 'application/json' })
  for (const [name, value] of Object.entries(Object(parts.headers))) headers.set(name, String(value))
  const authorization = plan.access === 'customer' ? bearerOf(readSession()) : null
  if (authorization !== null) headers.set('authorization', authorization)
  const hasBody = plan.method !== 'GET' && parts.body !== undefined
  // Headers of the call itself say what a file is.
  const isFile = ArrayBuffer.isView(parts.body)
  if (hasBody && !isFile) headers.set('content-type', 'application/json')
  return new Request(new URL(url, window.location.href), {
    method: plan.method,
    headers,
    body: isFile
      ? (parts.body as Uint8Array<ArrayBuffer>)
      : hasBody
        ? JSON.stringify(encode(parts.body, plan.body))
        : undefined,
    signal: parts.signal,
  })
}

async function send<T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> {
  try {
    const response = await fetch(request)
    followClock(response.headers)
    return await read(response)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new ApiError()
  }
}

/** With the QA tools on, every reply carries the shop's time, which a tester may have moved or frozen. */
function followClock(headers: Headers): void {
  const moment = headers.get('x-haat-now')
  if (moment !== null) setServerTime(new Date(moment), headers.get('x-haat-frozen') === 'true')
}

const readJson = async (response: Response) => ({ response, body: parse(await response.text()) })

/** Parses a body: undefined for an empty one, `NOT_JSON` for any other that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim() === '' ? undefined : NOT_JSON
  }
}

const CHANGE = 'customerChange'

/** The browser reports the new value to the other tabs. */
const tellOtherTabs = (): void => store(CHANGE, String(Math.random()))

/** Calls `listener` when another tab has changed something of the customer; returns the unsubscribe function. */
export const onChangeElsewhere = (listener: () => void) =>
  listen(window, ['storage'], ({ key }: StorageEvent) => key === CHANGE && listener())

/**
 * Calls an endpoint of the contract: the reply has paise, booleans and Dates.
 *
 * @throws ApiError when the server refuses, fails or cannot be reached
 */
export async function call<E extends Endpoint>(
  plan: Planned<E>,
  ...[parts]: CallParts<E>
): Promise<Reply<E>> {
  const stored = source && plan.method === 'GET' && (await source(addressOf(plan, parts ?? {})))
  if (stored) {
    if (stored.status === 200) return (stored.decoded ??= decode(stored.body, plan.reply)) as Reply<E>
    throw new ApiError({ status: stored.status, statusText: '' }, stored.body)
  }
  const request = requestOf(plan, parts ?? {})
  const { response, body } = await send(request, readJson)
  const isRead = body !== undefined && body !== NOT_JSON
  const isRefused = isRecord(body) && body['success'] === false
  if (response.ok && isRead && !isRefused) {
    if (plan.method !== 'GET' && plan.access === 'customer') tellOtherTabs()
    return decode(body, plan.reply) as Reply<E>
  }
  throw refusal(request, response, body)
}

/** Calls an endpoint whose reply is a file. @throws ApiError as `call` does */
export async function download<E extends Endpoint>(
  plan: Planned<E>,
  ...[parts]: CallParts<E>
): Promise<Blob> {
  const request = requestOf(plan, parts ?? {})
  const reply = await send(request, async (response) =>
    response.ok ? response.blob() : await readJson(response),
  )
  if (reply instanceof Blob) return reply
  throw refusal(request, reply.response, reply.body)
}

export const sessionEnded = (): string => t`Your session has ended. Please login again.`

/** The error for a refusal. A 401 to a customer's call also ends the session, unless another one has begun since. */
function refusal(request: Request, response: Response, body: unknown): ApiError {
  const sent = request.headers.get('authorization')
  const current = bearerOf(readSession())
  const isNewer = current !== null && current !== sent
  if (response.status !== 401 || sent === null || isNewer) return new ApiError(response, body)
  // Another call may have ended it.
  if (current !== null) endSession('refused')
  return new ApiError(response, { ...(isRecord(body) && body), message: sessionEnded() })
}
