/** Security events: named lines of the log, which a merchant counts and searches. At most one per request. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Every event with its meaning, as the guide to production lists them. */
export const SECURITY_EVENTS = {
  login: 'Somebody logged in.',
  login_failed: 'An account does not exist, or its password is wrong.',
  login_locked: 'Too many wrong passwords: none is tried for some minutes.',
  signup: 'An account was created.',
  logout: 'A customer ended a session, or all but one.',
  otp_requested: 'Somebody asked for a code, to reset a password or to verify an e-mail address.',
  otp_wrong: 'A code is wrong, expired or used up.',
  email_verified: 'A customer has proven an e-mail address.',
  email_changed: 'A customer has corrected an e-mail address that was not verified.',
  email_change_refused: 'The password is wrong, so the e-mail address stays.',
  password_reset: 'A code replaced a password; all sessions of the account ended.',
  password_reset_refused: 'The code is wrong, expired or used up, or the new password is not allowed.',
  password_changed: 'A customer changed the password; the other sessions ended.',
  password_change_refused: 'The current password is wrong, or the new one is not allowed.',
  session_refused: 'A token is forged or expired, or its session has ended.',
  access_refused: 'A request names another customer, or comes from another site.',
  rate_limited: 'Too many requests of one address or customer.',
  cod_order_refused: 'A customer or a phone number has too many undelivered cash on delivery orders.',
  blocked_customer_refused: 'A blocked customer gave the right password, or tried to order.',
  payment_callback_refused: 'A callback has no valid signature, or does not match its order.',
} as const
export type SecurityEvent = keyof typeof SECURITY_EVENTS

/** Events of a day's work, logged as information; the others are warnings. */
const USUAL: ReadonlySet<SecurityEvent> = new Set([
  'login',
  'signup',
  'logout',
  'otp_requested',
  'email_verified',
  'email_changed',
  'password_reset',
  'password_changed',
])

/** Events by route and status. */
const BY_ROUTE: Partial<Record<string, Partial<Record<number, SecurityEvent>>>> = {
  'POST /api/auth/login': { 200: 'login', 401: 'login_failed', 429: 'login_locked' },
  'POST /api/auth/signup': { 201: 'signup' },
  'POST /api/auth/logout': { 200: 'logout' },
  'DELETE /api/users/sessions': { 200: 'logout' },
  'DELETE /api/users/sessions/:id': { 200: 'logout' },
  'POST /api/auth/forgot-password': { 200: 'otp_requested' },
  'POST /api/auth/verify-otp': { 400: 'otp_wrong' },
  'POST /api/auth/reset-password': { 200: 'password_reset', 400: 'password_reset_refused' },
  'POST /api/users/verify-email/send': { 200: 'otp_requested' },
  'POST /api/users/verify-email/confirm': { 200: 'email_verified', 400: 'otp_wrong' },
  'POST /api/users/verify-email/change': { 200: 'email_changed', 400: 'email_change_refused' },
  'PUT /api/users/change-password': { 200: 'password_changed', 400: 'password_change_refused' },
  'POST /api/payments/callback': { 400: 'payment_callback_refused', 409: 'payment_callback_refused' },
}

/** Events by the code of a refusal. */
const BY_CODE: Partial<Record<string, SecurityEvent>> = {
  TOO_MANY_COD_ORDERS: 'cod_order_refused',
  ACCOUNT_BLOCKED: 'blocked_customer_refused',
}

export const eventOfCode = (code: string | undefined): SecurityEvent | null => BY_CODE[code ?? ''] ?? null

/** Events of every other route. A request without a token is no event: its caller is not logged in. */
function byStatus(status: number, { headers }: FastifyRequest): SecurityEvent | undefined {
  if (status === 401 && headers.authorization !== undefined) return 'session_refused'
  if (status === 403) return 'access_refused'
  return status === 429 ? 'rate_limited' : undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the reply is sent, unless the rate limiter has refused the request or the refusal has an event of its own. */
    securityEvent: SecurityEvent | null
    /** Whether it has passed validation: a form that is filled in wrongly is no event. */
    isValid: boolean
  }
}

/** Logs the security event of each request, if it is one. Must come before the routes. */
export function logSecurityEvents(app: FastifyInstance): void {
  app.decorateRequest('securityEvent', null)
  app.decorateRequest('isValid', false)
  app.addHook('preHandler', (request, _reply, done) => {
    request.isValid = true
    done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    // A read that succeeds is none: the most of all requests.
    if (request.method !== 'GET' || statusCode >= 400) logEvent(request, statusCode)
    done()
  })
}

function logEvent(request: FastifyRequest, status: number): void {
  const { method, routeOptions, ip, caller } = request
  const route = `${method} ${routeOptions.url ?? ''}`
  if (status === 400 && !request.isValid) return
  const event = request.securityEvent ?? BY_ROUTE[route]?.[status] ?? byStatus(status, request)
  if (event === undefined) return
  request.securityEvent = event
  const line = { event, route, status, ip, ...(caller && { customer_id: caller.customerId }) }
  request.log[USUAL.has(event) ? 'info' : 'warn'](line, 'security event')
}
