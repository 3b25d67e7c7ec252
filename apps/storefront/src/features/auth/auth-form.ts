import { t } from '@lingui/core/macro'
import type { Contract } from '@haat/contract'
import type { Parts } from '@haat/contract/endpoint'
import { PATTERNS, tenDigits } from '@haat/contract/rules'
import { ApiError, call, contract, messageOf } from '../../api/client.ts'
import { endSession, readSession, startSession } from '../../api/session.ts'

/** The navigation state that the views of the auth screen pass to each other. */
export interface AuthState {
  /** The storefront address to open after login. */
  from?: string
  /** How far that screen was scrolled, in CSS pixels. */
  fromY?: number
  isSessionLost?: boolean
  isSignedUp?: boolean
  isClosed?: boolean
  /** Whether the screen leads on from the cart of a guest. */
  isGuest?: boolean
  /** Whether the guest has just put something into the cart. */
  isAdded?: boolean
  /** Prefills the next form. */
  email?: string
  /** The mobile number that an OTP was sent to. It survives a reload: on a phone people leave to read the message. */
  phone?: string
  /**
   * The step of the forgotten password: an OTP was mailed, or the shop's support gave one. It survives a reload, since
   * people leave to read the mail.
   */
  step?: 'otp' | 'given-otp'
}

const isInside = (address = ''): boolean => /^\/(?![/\\])/.test(address) && !address.startsWith('/auth')

/** The navigation state, whose address is one of the storefront. */
export function readAuthState(state: unknown): AuthState {
  const { from, ...rest } = Object(state) as AuthState
  return isInside(from) ? { from, ...rest } : rest
}

/** Tells a shopper without a session who comes from the bank. */
export const paymentIsSafe = (): string =>
  t`Your payment is safe with us: it belongs to your order. Login, and you see at once what became of it.`

/** Whether the bank says that the shopper who logs in has paid. */
export const hasPaid = (from = ''): boolean =>
  new URLSearchParams(from.split('?')[1]).get('payment_status') === 'success'

export async function login(identifier: string, password: string): Promise<void> {
  const name = identifier.trim()
  const body = name.includes('@') ? { email: name, password } : { phone_number: name, password }
  begin(await call(contract.auth.login, { body }))
}

/** Logs in with a code to the phone. A new number also needs a name. */
export async function loginByPhone(phone_number: string, otp: string, name?: string): Promise<void> {
  begin(await call(contract.auth.phoneLogin, { body: { phone_number, otp, name } }))
}

function begin(reply: Parameters<typeof startSession>[0]): void {
  // A new account has a session already, which would stay open unused.
  if (readSession()) void call(contract.auth.logout).catch(() => undefined)
  startSession(reply)
}

/** Signs up. The reply starts a session, yet the screen leads to login, as specified. */
export const signUp = async (body: Parts<Contract['auth']['signup']>['body']): Promise<void> =>
  startSession(await call(contract.auth.signup, { body }))

/** Sets the new password. The server ends every session of the account, so this one ends too. */
export async function resetPassword(email: string, otp: string, newPassword: string): Promise<void> {
  await call(contract.auth.resetPassword, { body: { email, otp, newPassword } })
  if (readSession()) endSession('logout')
}

/** Settles as the call does. @param onOtpFault called when the server refuses it because of the OTP */
export const whileOtpHolds = (sending: Promise<void>, onOtpFault: () => void): Promise<void> =>
  sending.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'OTP_INVALID') onOtpFault()
    throw error
  })

const unexpected = (): string => t`An unexpected error occurred. Please try again.`

export const loginMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? messageOf(error, fallback) : unexpected()

/** Why a step of the forgotten password failed. Only here does a reply that is not JSON have a text of its own. */
export function forgotMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return unexpected()
  if (error.isNotJson) return t`Server error occurred`
  const refused = error.status < 500 ? fallback : t`An API error occurred.`
  return messageOf(error, refused, t`Could not connect to the server.`)
}

export const emailRules = {
  validate: (email: string) => {
    if (email.trim() === '') return t`Email is required`
    return PATTERNS.email.test(email.trim()) || t`Email is invalid`
  },
}

export const identifierRules = {
  validate: (typed: string) => {
    if (typed.trim() === '') return t`Email or username is required`
    return !typed.includes('@') || emailRules.validate(typed)
  },
}

export const phoneField = { start: '+91', type: 'tel', autoComplete: 'tel-national' } as const

export const phoneRules = {
  validate: (phone: string) => {
    if (phone.trim() === '') return t`Phone number is required`
    return PATTERNS.phone.test(tenDigits(phone.trim())) || t`Phone number must be 10 digits`
  },
}

export const nameField = { autoComplete: 'name', maxLength: 100 } as const

export const nameRules = {
  validate: (name: string) => name.trim() !== '' || t`Full name is required`,
}

export const otpRules = {
  validate: (otp: string) => PATTERNS.otp.test(otp) || t`A valid 6-digit OTP is required`,
}
