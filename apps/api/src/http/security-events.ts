/** Logs security events: lines that a merchant counts and searches. At most one per request. */
import type { SecurityEvent } from '@haat/contract/security-events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'
import { DESK_COOKIE } from './staff-guard.ts'

/** Refusals that mean the same on every endpoint, by their code. */
const BY_CODE: Partial<Record<string, SecurityEvent | null>> = {
  TOO_MANY_COD_ORDERS: 'cod_order_refused',
  ACCOUNT_BLOCKED: 'blocked_customer_refused',
  // The first of the two steps of a login.
  SECOND_FACTOR: null,
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the reply is sent. */
    securityEvent: SecurityEvent | null
    /** A refusal of a handler, not of the request's form: a form that is filled in wrongly is no event. */
    refusal: Failure | null
  }
}

/** Must come before the routes. */
export function logSecurityEvents(app: FastifyInstance): void {
  app.decorateRequest('securityEvent', null)
  app.decorateRequest('refusal', null)
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof Failure && error.extra.code !== 'INVALID_REQUEST') request.refusal = error
    done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const event = eventOf(request, statusCode)
    request.securityEvent = event
    if (event !== null) logEvent(request, event, statusCode)
    done()
  })
}

function eventOf({ headers, refusal, routeOptions }: FastifyRequest, status: number): SecurityEvent | null {
  const byCode = BY_CODE[refusal?.extra.code ?? '']
  if (byCode !== undefined) return byCode
  const named = routeOptions.config.events?.[status]
  if (named && (status < 400 || refusal !== null)) return named
  // A request without a token is no event: its caller is not logged in.
  if (routeOptions.url?.startsWith('/api/desk/'))
    if (status === 403 || (status === 401 && headers.cookie?.includes(DESK_COOKIE))) return 'staff_refused'
  if (status === 401 && headers.authorization !== undefined) return 'session_refused'
  if (status === 403) return 'access_refused'
  return status === 429 ? 'rate_limited' : null
}

function logEvent(request: FastifyRequest, event: SecurityEvent, status: number): void {
  const { method, routeOptions, ip, caller, staff } = request
  const route = `${method} ${routeOptions.url ?? ''}`
  const who = { ...(caller && { customer_id: caller.customerId }), ...(staff && { staff_id: staff.id }) }
  const line = { event, route, status, ip, ...who }
  request.log[status < 400 ? 'info' : 'warn'](line, 'security event')
}
