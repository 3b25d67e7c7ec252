import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LIMITS, PATTERNS, tenDigits } from './rules.ts'
import { Id, Moment, ok, PrintedLine } from './wire.ts'

/** An e-mail address, trimmed, lower-cased and normalised (NFKC). Quoted local parts are refused. */
export const Email = z
  .string(/*i18n*/ 'Email is required')
  .check(
    z.trim(),
    z.normalize('NFKC'),
    z.toLowerCase(),
    z.minLength(1, /*i18n*/ 'Email is required'),
    z.maxLength(254, /*i18n*/ 'Email is too long'),
    z.regex(PATTERNS.email, /*i18n*/ 'Email is invalid'),
  )

/** Of a customer. */
export const FullName = PrintedLine(
  100,
  1,
  /*i18n*/ 'Full name is required',
  /*i18n*/ 'Full name must have 100 characters at most',
)

export const Phone = z
  .string(/*i18n*/ 'Phone number is required')
  .check(
    z.trim(),
    z.minLength(1, /*i18n*/ 'Phone number is required'),
    z.overwrite(tenDigits),
    z.regex(PATTERNS.phone, /*i18n*/ 'Phone number must be 10 digits'),
  )

// PostgreSQL refuses text with NUL, and other libraries may cut it off there.
const noNul = z.regex(/^[^\0]*$/, /*i18n*/ 'Must not contain control characters')

/** A password to check, of any length up to the maximum. */
export const Password = (required = /*i18n*/ 'Password is required') =>
  z
    .string(required)
    .check(z.minLength(1, required), z.maxLength(LIMITS.password_max, /*i18n*/ 'Password is too long'), noNul)

/** A password to set, of at least `min` characters. */
export const NewPassword = (min: number, required: string, tooShort: string) =>
  z
    .string(required)
    .check(
      z.minLength(min, tooShort),
      z.maxLength(LIMITS.password_max, /*i18n*/ 'Password is too long'),
      noNul,
    )

const TOO_SHORT = /*i18n*/ 'Password must be at least 6 characters'
const OTP_REQUIRED = /*i18n*/ 'A valid 6-digit OTP is required'

export const Otp = z.string(OTP_REQUIRED).check(z.trim(), z.regex(PATTERNS.otp, OTP_REQUIRED))

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** Equals `phone_number`. */
  phone: z.string(),
  created_at: Moment,
})
export type User = z.output<typeof User>

const SessionReply = ok({ message: z.string(), user: User, accessToken: z.string(), expiresAt: Moment })
const Message = ok({ message: z.string() })

/** Either e-mail or phone. Neither is validated: a malformed one is refused like that of an unknown account. */
export const Credentials = z
  .object({
    email: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.normalize('NFKC'),
          z.toLowerCase(),
          z.maxLength(254, /*i18n*/ 'Email is too long'),
          noNul,
        ),
    ),
    phone_number: z.optional(z.string().check(z.trim(), z.maxLength(20), noNul, z.overwrite(tenDigits))),
    password: Password(),
  })
  .check(
    z.refine(
      (body) => (body.email === undefined) !== (body.phone_number === undefined),
      /*i18n*/ 'Send either email or phone_number',
    ),
  )

export const auth = {
  login: endpoint('POST /api/auth/login', {
    access: 'public',
    summary: 'Log in with e-mail or phone number',
    body: Credentials,
    reply: SessionReply,
    limit: 'logins',
    events: { 200: 'login', 401: 'login_failed', 429: 'login_locked' },
  }),
  signup: endpoint('POST /api/auth/signup', {
    access: 'public',
    summary: 'Create an account; the reply is a session',
    body: z.object({
      name: FullName,
      email: Email,
      phone_number: Phone,
      password: NewPassword(LIMITS.password_min, /*i18n*/ 'Password is required', TOO_SHORT),
    }),
    reply: SessionReply,
    status: 201,
    limit: 'signups',
    events: { 201: 'signup' },
  }),
  sendPhoneOtp: endpoint('POST /api/auth/phone/send', {
    access: 'public',
    summary: 'Send an OTP to a mobile number, whether or not an account has it',
    body: z.object({ phone_number: Phone }),
    reply: Message,
    limit: 'codeRequests',
    events: { 200: 'otp_requested' },
  }),
  phoneLogin: endpoint('POST /api/auth/phone/login', {
    access: 'public',
    summary:
      'Log in with an OTP to the phone. A number that no account has proven needs a name too, and gets a new account: 409 NAME_NEEDED or PHONE_UNPROVEN without',
    body: z.object({
      phone_number: Phone,
      otp: Otp,
      name: z.optional(FullName),
    }),
    reply: SessionReply,
    status: 201,
    limit: 'codesTyped',
    events: { 200: 'login', 201: 'signup', 400: 'otp_wrong' },
  }),
  logout: endpoint('POST /api/auth/logout', {
    access: 'customer',
    summary: 'End this session',
    reply: Message,
    events: { 200: 'logout' },
  }),
  forgotPassword: endpoint('POST /api/auth/forgot-password', {
    access: 'public',
    summary: 'Mail an OTP; answers the same whether or not the account exists',
    body: z.object({ email: Email }),
    reply: Message,
    limit: 'codeRequests',
    events: { 200: 'otp_requested' },
  }),
  verifyOtp: endpoint('POST /api/auth/verify-otp', {
    access: 'public',
    summary: 'Check an OTP without consuming it',
    body: z.object({ email: Email, otp: Otp }),
    reply: Message,
    limit: 'codesTyped',
    events: { 400: 'otp_wrong' },
  }),
  resetPassword: endpoint('POST /api/auth/reset-password', {
    access: 'public',
    summary: 'Set a new password with an OTP; ends all sessions',
    body: z.object({
      email: Email,
      otp: Otp,
      newPassword: NewPassword(LIMITS.password_min, /*i18n*/ 'New password required', TOO_SHORT),
    }),
    reply: Message,
    limit: 'codesTyped',
    events: { 200: 'password_reset', 400: 'password_reset_refused' },
  }),
}
