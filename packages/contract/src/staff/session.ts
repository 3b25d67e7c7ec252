/** How the staff get in: login, second factor, sessions, and links that are good once. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdText, Moment } from '../wire.ts'
import { PERMISSIONS } from './permissions.ts'

/** The header of every call that writes: what `me` hands out, so that no other site's page can make the call. */
export const CSRF_HEADER = 'x-haat-desk'
/** The header of a reply to an act that wrote something: its entry in the audit, which `audit.undo` takes. */
export const ENTRY_HEADER = 'x-haat-entry'
/** Of a reply that shows one thing: what its next change sends as `If-Match`. A change since then is 409 `STALE`. */
export const VERSION_HEADER = 'etag'

const Email = z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254))
const Password = z.string().check(z.minLength(1), z.maxLength(200))
const NewPassword = z.string().check(z.minLength(10), z.maxLength(200))
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** Six digits of an authenticator app, or a recovery code. */
const SecondFactor = z.string().check(z.trim(), z.minLength(6), z.maxLength(20))
const Done = z.object({ success: z.literal(true) })

const Me = z.object({
  staff: z.object({
    id: Id,
    name: z.string(),
    email: z.string(),
    role: z.string(),
    has_second_factor: z.boolean(),
  }),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** For the header CSRF_HEADER. */
  csrf: z.string(),
  shop_name: z.string(),
})
export type Me = z.output<typeof Me>

const token = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) })

export const staffSession = {
  login: endpoint('POST /api/desk/session', {
    access: 'public',
    summary: 'Log in; 401 with code SECOND_FACTOR asks for `code` too',
    body: z.object({
      email: Email,
      password: Password,
      code: z.optional(SecondFactor),
      /** Stay logged in on this device for 30 days instead of 12 idle hours. */
      remember: z.prefault(z.boolean(), false),
    }),
    reply: Me,
    limit: 'logins',
    events: { 200: 'staff_login', 401: 'staff_login_failed', 429: 'login_locked' },
  }),
  me: endpoint('GET /api/desk/session', {
    access: 'staff',
    summary: 'Who is logged in, and what they may do',
    reply: Me,
  }),
  logout: endpoint('DELETE /api/desk/session', {
    access: 'staff',
    summary: 'Log out',
    reply: Done,
  }),
  sessions: endpoint('GET /api/desk/sessions', {
    access: 'staff',
    summary: 'The open sessions of who is logged in',
    reply: z.array(
      z.object({
        id: Id,
        device: z.string(),
        ip: z.string(),
        created_at: Moment,
        last_used_at: Moment,
        is_current: z.boolean(),
      }),
    ),
  }),
  endSession: endpoint('DELETE /api/desk/sessions/{id}', {
    access: 'staff',
    summary: 'End one of your own sessions',
    params: z.object({ id: IdText }),
    reply: Done,
  }),
  changePassword: endpoint('POST /api/desk/password', {
    access: 'staff',
    summary: 'Change your own password; ends your other sessions',
    body: z.object({ current: Password, password: NewPassword }),
    reply: Done,
  }),
  link: endpoint('GET /api/desk/links/{token}', {
    access: 'public',
    summary: 'What a link is for; 404 when it was used or is too old',
    params: token,
    reply: z.object({
      kind: z.enum(['owner', 'invitation', 'password']),
      email: z.string(),
      name: z.string(),
      shop_name: z.string(),
    }),
  }),
  acceptLink: endpoint('POST /api/desk/links/{token}', {
    access: 'public',
    summary: 'Use a link: makes the account, or sets a new password, and logs in; 401 as in `login`',
    params: token,
    /** `email` only for the first owner, `code` for a new password where there is a second factor. */
    body: z.object({
      name: z.optional(Name),
      email: z.optional(Email),
      password: NewPassword,
      code: z.optional(SecondFactor),
    }),
    reply: Me,
    limit: 'logins',
    events: { 200: 'staff_login', 401: 'staff_login_failed', 429: 'login_locked' },
  }),
  forgotPassword: endpoint('POST /api/desk/forgot-password', {
    access: 'public',
    summary: 'Mails a link for a new password, if the address is one of the staff',
    body: z.object({ email: Email }),
    reply: Done,
    limit: 'codeRequests',
  }),
  startSecondFactor: endpoint('POST /api/desk/second-factor', {
    access: 'staff',
    summary: 'A new secret for an authenticator app; it counts once it is confirmed',
    body: z.object({ password: Password }),
    reply: z.object({
      secret: z.string(),
      /** `otpauth://…`, to be shown as a QR code. */
      uri: z.string(),
    }),
  }),
  confirmSecondFactor: endpoint('POST /api/desk/second-factor/confirm', {
    access: 'staff',
    summary: 'Turns the second factor on; replies the recovery codes, once',
    body: z.object({ code: SecondFactor }),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  endSecondFactor: endpoint('DELETE /api/desk/second-factor', {
    access: 'staff',
    summary: 'Turns the second factor off',
    body: z.object({ password: Password }),
    reply: Done,
  }),
}
export type StaffSession = typeof staffSession
