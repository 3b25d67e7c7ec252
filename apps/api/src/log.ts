/** The log: one line of JSON for each event, without credentials and without values from the database. */
import type { EventEmitter } from 'node:events'
import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { currentRequestId } from './request-id.ts'

/** @param stream where lines go; standard output by default */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: describeError, req: describeRequest },
    // The log of a request names it already.
    mixin: (_line, _level, logger) => (logger === log ? { reqId: currentRequestId() } : {}),
  }
  const log: Logger = stream ? pino(options, stream) : pino(options)
  return log
}

/**
 * Logs errors that nothing has caught, and calls `stop` at the first: what they leave behind is unknown. Without this
 * Node prints them with the values of failed queries.
 */
export function stopOnUncaughtErrors(
  program: EventEmitter,
  log: Pick<Logger, 'fatal'>,
  stop: () => void,
): void {
  let isStopping = false
  const report = (error: unknown): void => {
    log.fatal({ err: error }, 'an error was not caught, and the server stops')
    if (!isStopping) stop()
    isStopping = true
  }
  program.on('uncaughtException', report).on('unhandledRejection', report)
}

const describeRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: loggedUrl(url),
  host,
  remoteAddress: ip,
  remotePort: socket.remotePort,
})

/** An e-mail address, encoded or not, or a phone number. */
const CONTACT = /@|%(25)?40|(?<![\da-z])\d{10,13}(?![\da-z])/i

/**
 * An address without its query, which may hold search words or tokens, and without parts of its path that may be contact
 * data or a transaction id, which lets anyone pay or decline an order at the test bank.
 */
export function loggedUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const segments = path.split('/').map((segment) => (CONTACT.test(segment) ? '*' : segment))
  const shown = segments.join('/').replace(/^(\/+pay\/+).+/i, '$1*')
  return query === undefined ? shown : `${shown}?*`
}

/** Own properties of errors that never hold values: a driver's `detail` and `where` quote whole rows. */
const SAFE = ['code', 'statusCode', 'constraint', 'table', 'column', 'routine'] as const

interface DescribedError extends Partial<Record<(typeof SAFE)[number], unknown>> {
  type: string
  message: string
  stack: string
  cause?: DescribedError
}

/**
 * An error as it is logged or printed: a failed query without its parameters, which may be a customer's e-mail
 * address, phone number or password hash.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const message = messageOf(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const described: DescribedError = {
    type: error.constructor.name,
    message,
    stack: [`${error.name}: ${message}`, ...frames].join('\n'),
  }
  const own: Partial<Record<string, unknown>> = { ...error }
  for (const name of SAFE) if (own[name] !== undefined) described[name] = own[name]
  if (error.cause !== undefined) described.cause = describeError(error.cause)
  return described
}

function messageOf(error: Error): string {
  if ('query' in error && 'params' in error) return `Failed query: ${String(error.query)}`
  // PostgreSQL's data errors quote the value: `invalid input syntax for type integer: "…"`.
  const isDataError = 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code))
  return isDataError ? error.message.replace(/[:"].*$/s, '').trim() : error.message
}
