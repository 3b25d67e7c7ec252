import * as z from 'zod/mini'
import { Email, FullName, NewPassword, Otp, Password, Phone, User } from './auth.ts'
import { type Download, endpoint } from './endpoint.ts'
import { LIMITS, PATTERNS, tenDigits } from './rules.ts'
import { Flag, FlagOrBoolean, Id, IdText, Moment, PrintedLine, TextLine, ok } from './wire.ts'

export const Address = z.object({
  id: Id,
  full_name: z.string(),
  phone: z.string(),
  address_line1: z.string(),
  address_line2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  pincode: z.string(),
  is_default: Flag,
})
export type Address = z.output<typeof Address>

const required = (max: number) => PrintedLine(max, 1, /*i18n*/ 'Please fill all required fields')

/**
 * If absent, `full_name` and `phone` are those of the profile, and `country` is India. `state` is a name, usual
 * spelling or code in `indian-states.ts`, and must fit the PIN code.
 */
export const AddressBody = z.object({
  full_name: z.optional(PrintedLine(100)),
  phone: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.overwrite(tenDigits),
        z.regex(/^(\d{10})?$/, /*i18n*/ 'Phone number must be 10 digits'),
      ),
  ),
  address_line1: required(200),
  address_line2: z.optional(z.nullable(TextLine(200))),
  city: required(100),
  state: required(100),
  country: z.optional(TextLine(100)),
  pincode: z
    .string(/*i18n*/ 'Please fill all required fields')
    .check(
      z.trim(),
      z.minLength(1, /*i18n*/ 'Please fill all required fields'),
      z.regex(PATTERNS.pincode, /*i18n*/ 'Pincode must be 6 digits, the first not 0'),
    ),
  is_default: z.optional(FlagOrBoolean),
})
export type AddressBody = z.output<typeof AddressBody>

/** One login of a customer. */
export const DeviceSession = z.object({
  id: Id,
  /** Browser and system in words, such as `Chrome on an Android phone`. */
  device: z.string(),
  /** Whether it is the session that sends the request. */
  is_current: Flag,
  created_at: Moment,
  /** To about ten minutes; now for the current session. */
  last_used_at: Moment,
})
export type DeviceSession = z.output<typeof DeviceSession>

const Message = ok({ message: z.string() })
const OtherPassword = NewPassword(
  LIMITS.password_change_min,
  /*i18n*/ 'New password is required',
  /*i18n*/ 'New password must be at least 8 characters',
)
const byId = z.object({ id: IdText })

export const profile = {
  get: endpoint('GET /api/users/profile', {
    access: 'customer',
    summary: "The caller's profile",
    reply: ok({
      user: z.extend(User, {
        order_count: z.int(),
        /** Whether an OTP to the phone opens the account. */
        is_phone_verified: Flag,
        /** Whether the e-mail address is not verified yet, and the shop can mail it an OTP. */
        can_verify_email: Flag,
        /** False until the owner of an account that began with a phone number sets one. */
        has_password: Flag,
      }),
    }),
  }),
  sendEmailOtp: endpoint('POST /api/users/verify-email/send', {
    access: 'customer',
    summary: "Mail an OTP to the account's e-mail address, which a first order may need",
    reply: ok({ message: z.string(), email: z.string() }),
    limit: 'codeRequests',
    events: { 200: 'otp_requested' },
  }),
  verifyEmail: endpoint('POST /api/users/verify-email/confirm', {
    access: 'customer',
    summary: 'Verify the e-mail address with an OTP',
    body: z.object({ otp: Otp }),
    reply: ok({ message: z.string(), user: User }),
    limit: 'codesTyped',
    events: { 200: 'email_verified', 400: 'otp_wrong' },
  }),
  sendPhoneOtp: endpoint('POST /api/users/verify-phone/send', {
    access: 'customer',
    summary: "Send an OTP to the account's phone number",
    reply: ok({ message: z.string(), phone_number: z.string() }),
    limit: 'codeRequests',
    events: { 200: 'otp_requested' },
  }),
  verifyPhone: endpoint('POST /api/users/verify-phone/confirm', {
    access: 'customer',
    summary: 'Verify the phone number with an OTP, which opens the account from then on',
    body: z.object({ otp: Otp }),
    reply: ok({ message: z.string(), user: User }),
    limit: 'codesTyped',
    events: { 200: 'phone_verified', 400: 'otp_wrong' },
  }),
  setPassword: endpoint('POST /api/users/verify-phone/password', {
    access: 'customer',
    summary:
      'Set a password with an OTP to the phone, and an e-mail address for an account without one; ends all other sessions',
    body: z.object({
      otp: Otp,
      email: z.optional(Email),
      newPassword: OtherPassword,
    }),
    reply: ok({ message: z.string(), user: User }),
    limit: 'codesTyped',
    events: { 200: 'password_changed', 400: 'password_change_refused' },
  }),
  changeEmail: endpoint('POST /api/users/verify-email/change', {
    access: 'customer',
    summary: 'Correct the e-mail address of an account that is not verified; voids its OTP',
    body: z.object({ email: Email, password: Password() }),
    reply: ok({ message: z.string(), user: User }),
    events: { 200: 'email_changed', 400: 'email_change_refused' },
  }),
  update: endpoint('PUT /api/users/profile', {
    access: 'customer',
    summary:
      'Change name and phone number. Another phone number needs the password, unless the account had none; see decision 016',
    body: z.object({
      name: FullName,
      phone_number: Phone,
      password: z.optional(Password()),
    }),
    reply: ok({ message: z.string(), user: User }),
  }),
  addresses: endpoint('GET /api/users/addresses', {
    access: 'customer',
    summary: 'Shipping addresses, the default first',
    reply: ok({ addresses: z.array(Address), message: z.string() }),
  }),
  addAddress: endpoint('POST /api/users/addresses', {
    access: 'customer',
    summary: 'Add an address; at most five',
    body: AddressBody,
    reply: ok({ message: z.string(), address: Address }),
    status: 201,
  }),
  updateAddress: endpoint('PUT /api/users/addresses/{id}', {
    access: 'customer',
    summary: 'Replace an address',
    params: byId,
    body: AddressBody,
    reply: ok({ message: z.string(), address: Address }),
  }),
  deleteAddress: endpoint('DELETE /api/users/addresses/{id}', {
    access: 'customer',
    summary: 'Delete an address; orders keep their own copy',
    params: byId,
    reply: Message,
  }),
  setDefaultAddress: endpoint('PUT /api/users/addresses/{id}/default', {
    access: 'customer',
    summary: 'Make an address the default',
    params: byId,
    reply: Message,
  }),
  changePassword: endpoint('PUT /api/users/change-password', {
    access: 'customer',
    summary: 'Change the password; ends all other sessions',
    limit: 'passwordChanges',
    body: z.object({
      currentPassword: Password(/*i18n*/ 'Current password is required'),
      newPassword: OtherPassword,
    }),
    reply: Message,
    events: { 200: 'password_changed', 400: 'password_change_refused' },
  }),
  sessions: endpoint('GET /api/users/sessions', {
    access: 'customer',
    summary: 'Where the customer is logged in: this session first, then the last used; at most 100',
    reply: ok({ sessions: z.array(DeviceSession) }),
  }),
  endSession: endpoint('DELETE /api/users/sessions/{id}', {
    access: 'customer',
    summary: 'End a session of the caller',
    params: byId,
    reply: Message,
    events: { 200: 'logout' },
  }),
  endOtherSessions: endpoint('DELETE /api/users/sessions', {
    access: 'customer',
    summary: 'End all sessions of the caller but this one',
    reply: Message,
    events: { 200: 'logout' },
  }),
}

/** What the law on personal data gives every customer. */
export const ownData = {
  get: endpoint('GET /api/users/data', {
    access: 'customer',
    summary: 'All that the shop keeps about the caller, as a JSON file; amounts in paise',
    file: 'application/json',
    reply: z.custom<Download>(),
    limit: 'invoices',
  }),
  erase: endpoint('POST /api/users/erase', {
    access: 'customer',
    summary:
      'Delete the account for good; orders and their papers stay, as tax law asks. 409 while orders or returns are open',
    /** The password; for an account without one, an OTP to its phone. */
    body: z.object({ password: z.optional(Password()), otp: z.optional(Otp) }),
    reply: Message,
    limit: 'codesTyped',
    events: { 200: 'account_erased', 400: 'account_erase_refused' },
  }),
}
