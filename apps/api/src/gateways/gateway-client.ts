/**
 * Calls to a gateway's server. Errors are sentences for the log and the staff: they hold no header, and of an answer
 * only its status, its code and its explanation without what could be an address, a number or a key.
 */
import * as z from 'zod/mini'
// A destructured `z` would keep all of zod in the bundle.
import { catch as orElse } from 'zod/mini'
import { ProviderRefused } from '../adapters/payment-provider.ts'

export interface Answer {
  status: number
  /** Parsed; null when it is no JSON. */
  body: unknown
}

export interface GatewayRequest {
  url: string
  headers: Record<string, string>
  /** A form, or what is sent as JSON; without it the request is a GET. */
  body?: URLSearchParams | object
}

/**
 * @param gateway its name in errors
 * @throws Error when there is no answer: nobody knows then whether the request was carried out
 */
export async function send(
  gateway: string,
  { url, headers, body }: GatewayRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const init: RequestInit = { headers, redirect: 'manual', signal }
  if (body !== undefined) {
    const isForm = body instanceof URLSearchParams
    init.method = 'POST'
    init.body = isForm ? body : JSON.stringify(body)
    if (!isForm) init.headers = { ...headers, 'content-type': 'application/json' }
  }
  try {
    const reply = await fetch(url, init)
    return { status: reply.status, body: parseJson(await reply.text()) }
  } catch (error) {
    throw failure(gateway, error as Error, signal)
  }
}

/** Without its cause, which may quote a header. */
function failure(gateway: string, { cause }: Error, signal: AbortSignal): Error {
  const { code } = (cause ?? {}) as { code?: string }
  const reason = signal.aborted ? 'does not answer in time' : `cannot be reached${code ? ` (${code})` : ''}`
  return new Error(`${gateway} ${reason}.`)
}

/** @returns null when the text is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The gateway refused the request before it did anything. Not 408, 409 and 5xx: the request may be under way. */
const NOT_DONE = new Set([400, 401, 403, 404, 410, 417, 422, 429])

/**
 * @param Body what a successful answer must hold; more is ignored
 * @throws ProviderRefused when the answer means "not done"
 * @throws Error for every other answer
 */
export function readAnswer<Body extends z.core.$ZodType>(
  gateway: string,
  { status, body }: Answer,
  Body: Body,
): z.output<Body> {
  if (status >= 200 && status < 300) {
    const read = z.safeParse(Body, body)
    if (read.success) return read.data
    throw new Error(`${gateway} answers with something else than it publishes.`)
  }
  const message = `${gateway} answers ${status}${explanation(body)}.`
  throw NOT_DONE.has(status) ? new ProviderRefused(message) : new Error(message)
}

/** What does not look as published counts as missing. */
export const lenient = <Value extends z.core.$ZodType>(Value: Value) => orElse(z.nullish(Value), null)

const text = lenient(z.string())
const Problem = z.object({ code: text, errorCode: text, message: text, description: text })
/** `{code, message}`, `{errorCode, message}`, or `{error: {code, description}}`. */
const ErrorBody = z.union([z.object({ error: Problem }), Problem])
/** A word that could be an e-mail or UPI address, a phone or account number, or a key. */
const PRIVATE = /@|\d{6}|[\w-]{40}/

/** ` (CODE: message)`, or nothing. */
function explanation(body: unknown): string {
  const read = z.safeParse(ErrorBody, body).data
  const { code, errorCode, message, description } = (read && 'error' in read ? read.error : read) ?? {}
  const said = [code ?? errorCode, description ?? message].filter(Boolean).join(': ').slice(0, 200)
  const shown = said.split(' ').map((word) => (PRIVATE.test(word) ? '*' : word))
  return said === '' ? '' : ` (${shown.join(' ')})`
}
