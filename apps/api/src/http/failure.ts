/** The error replies of the API: the refusals that handlers throw, and the error handler. */
import { FAILURE_DATA, type FailureCode, type FailureData } from '@haat/contract/failures'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { speaking, t, translated } from '#say'
import { isOverloaded, isUnavailable } from '../db/errors.ts'
import { languageOf } from './language.ts'

interface Extra {
  code?: string
  /** What the message is about: a form shows it there. */
  field?: string
  errors?: { path: string; message: string }[]
  [key: string]: unknown
}

const RETRY_SECONDS = 2

/** A refusal with its status; `message` is shown to the caller, `cause` only in the log. */
export class Failure extends Error {
  readonly status: number
  readonly extra: Extra
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    { field, ...extra }: Extra = {},
    retryAfter?: number,
    cause?: unknown,
  ) {
    super(message, { cause })
    this.status = status
    this.extra = field === undefined ? extra : { ...extra, errors: [{ path: field, message }] }
    this.retryAfter = retryAfter
  }
}

/** For `catch`: says what a refusal is about. */
export const ofField = (path: string) => (error: unknown) => {
  if (error instanceof Failure) error.extra.errors ??= [{ path, message: error.message }]
  throw error
}

export const badRequest = (message: string, extra?: Extra) => new Failure(400, message, extra)
export const unauthorized = (message = /*i18n*/ 'Unauthorized') => new Failure(401, message)
export const forbidden = (message = /*i18n*/ 'Not allowed', extra?: Extra) => new Failure(403, message, extra)
/**
 * Also for rows of another customer, so that a reply does not reveal that they exist. `extra.remedy` says what to type on the
 * command line instead.
 */
export const noSuch = (message: string, extra?: Extra) => new Failure(404, message, extra)
export const conflict = (message: string, extra?: Extra) => new Failure(409, message, extra)
/** A refusal that carries data. It is encoded for the wire here. */
export const conflictWith = <Code extends FailureCode>(
  code: Code,
  message: string,
  data: FailureData<Code>,
): Failure => conflict(message, { code, ...(z.encode<z.ZodMiniType>(FAILURE_DATA[code], data) as object) })
/** @param name of the key, as the caller knows it */
export const keyReused = (name = 'Idempotency-Key') =>
  new Failure(422, t`This ${name} was used with another request.`, { code: 'IDEMPOTENCY_KEY_REUSED' })
export const tooMany = (retryAfter: number) =>
  new Failure(429, t`Too many requests. Please try again later.`, { code: 'RATE_LIMITED' }, retryAfter)
/** @param cause what went wrong, for the log */
export const unavailable = (
  cause?: unknown,
  message = /*i18n*/ 'Service temporarily unavailable',
  code = 'UNAVAILABLE',
) => new Failure(503, message, { code }, RETRY_SECONDS, cause)

/** A refusal of work that the server could do a moment later. */
export const overloaded = () =>
  new Failure(503, 'Service temporarily unavailable', { code: 'UNAVAILABLE' }, 1)

const PLAIN: Record<number, string> = {
  400: /*i18n*/ 'Invalid request',
  404: /*i18n*/ 'Not found',
  405: /*i18n*/ 'Method not allowed',
  408: /*i18n*/ 'Request timed out',
  413: /*i18n*/ 'Request is too large',
  414: 'Request is too large',
  415: /*i18n*/ 'Content type must be application/json',
  431: 'Request is too large',
}

/** Turns any error into a failure. An unexpected error becomes a generic 500. */
function toFailure(error: unknown, { raw }: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  // The client has hung up within its body: nobody reads this.
  if (error instanceof Error && raw.errored === error) return badRequest('Invalid request')
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? /*i18n*/ 'Invalid input',
    }))
    return new Failure(400, errors[0]?.message ?? 'Invalid request', { code: 'INVALID_REQUEST', errors })
  }
  if (isOverloaded(error)) return overloaded()
  if (isUnavailable(error)) return unavailable(error)
  // Anything can be thrown, null too.
  const status = (error as Partial<FastifyError> | null | undefined)?.statusCode ?? 500
  const plain = PLAIN[status]
  if (plain !== undefined) return new Failure(status, plain)
  return status >= 400 && status < 500
    ? new Failure(status, 'Invalid request')
    : new Failure(500, /*i18n*/ 'Server error occurred', { code: 'SERVER_ERROR' })
}

/** Fastify's error handler: replies in the failure shape and logs what the shop has to fix. */
export function replyWithFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toFailure(error, request)
  // A deliberate refusal, such as 503 under load, is expected: a warning, with its cause where it has one.
  const isExpected = error instanceof Failure || isOverloaded(error)
  if (isExpected && (failure.status > 500 || failure.cause !== undefined))
    request.log.warn(failure.cause === undefined ? {} : { err: failure.cause }, failure.message)
  else if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
  if (failure.retryAfter !== undefined) void reply.header('retry-after', String(failure.retryAfter))
  const trace = failure.status === 500 ? { request_id: request.id } : {}
  // A remedy names commands of the server's own machine.
  const { remedy: _remedy, errors: _errors, ...extra } = failure.extra
  void reply
    .status(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send({ success: false, ...speaking(languageOf(request), () => wordsOf(failure)), ...extra, ...trace })
}

const wordsOf = ({ message, extra: { errors } }: Failure) => ({
  message: translated(message),
  ...(errors && { errors: errors.map((error) => ({ ...error, message: translated(error.message) })) }),
})
