import * as z from 'zod/mini'
import type { RateLimit } from './rate-limits.ts'
import type { SecurityEvent } from './security-events.ts'

/**
 * Who may call: anyone, a logged-in customer (bearer token), the payment provider (signed body), or somebody of the staff
 * (session cookie).
 */
export type Access = 'public' | 'customer' | 'signed' | 'staff'

type Schema = z.ZodMiniType

/** One call of the API. The server serves it, the client calls it, the tests exercise it, OpenAPI describes it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces: `/api/products/{id}`. */
  path: `/${string}`
  access: Access
  /** One line for the API documentation. */
  summary: string
  params?: Schema
  query?: Schema
  headers?: Schema
  body?: Schema
  /** Media type of a body that is a file; JSON when absent. */
  takes?: string
  reply: Schema
  /** Media type of a reply that is a file, which the handler returns as a `Download`; JSON when absent. */
  file?: string
  /** Success status; 200 when absent. A handler may still reply 200, with `answer(200, …)`. */
  status?: 201 | 202
  /** How often one caller may call. */
  limit?: RateLimit
  /** What happened, by the status of the reply: see `security-events.ts`. */
  events?: Partial<Record<number, SecurityEvent>>
}

/** A reply that is a file. */
export interface Download {
  /** File name, in ASCII. */
  name: string
  bytes: Uint8Array
}

type Route = `${Endpoint['method']} ${Endpoint['path']}`
type PartsOf<R extends Route> =
  R extends `${infer M extends Endpoint['method']} ${infer P extends Endpoint['path']}`
    ? { method: M; path: P }
    : never

/** Declares an endpoint, such as `endpoint('GET /api/products/{id}', { … })`, and keeps its literal types. */
export function endpoint<const R extends Route, const E extends Omit<Endpoint, 'method' | 'path'>>(
  route: R,
  definition: E,
): PartsOf<R> & E {
  const [method, path] = route.split(' ')
  return { method, path, ...definition } as PartsOf<R> & E
}

/** Of an endpoint by which a customer adds a photo. */
export const photoUpload = {
  access: 'customer',
  /** Of the photo. */
  headers: z.object({ 'content-type': z.string() }),
  body: z.custom<Uint8Array>((body) => ArrayBuffer.isView(body), /*i18n*/ 'Send the photo as the body'),
  takes: 'image/*',
  status: 201,
  limit: 'photos',
} as const

type Decoded<S> = S extends Schema ? z.output<S> : undefined

/** The parts of a request in code: paise, Dates, booleans, numbers. */
export interface Parts<E extends Endpoint> {
  params: Decoded<E['params']>
  query: Decoded<E['query']>
  headers: Decoded<E['headers']>
  body: Decoded<E['body']>
}

/** The reply in code. */
export type Reply<E extends Endpoint> = z.output<E['reply']>
