import { LIMITS, PATTERNS } from '@haat/contract/rules'
import { ApiError } from '../../api/api-error.ts'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

const serverMessage = (error: ApiError): string | null =>
  typeof error.body['message'] === 'string' && error.body['message'] !== '' ? error.body['message'] : null

/** Why login or signup failed: the server's word, otherwise `fallback`. */
export function refusalText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return UNEXPECTED
  return serverMessage(error) ?? fallback
}

/** Why a step of the forgotten password failed; `fallback` for an answer that says no and not why. */
export function forgotText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return UNEXPECTED
  if (error.kind === 'network') return 'Could not connect to the server.'
  if (Object.keys(error.body).length === 0) return 'Server error occurred'
  return serverMessage(error) ?? (error.status >= 400 ? 'An API error occurred.' : fallback)
}

const trimmed = (text: string): string => text.trim()

/** What a new password must be like; `required` when it is empty. */
export const newPasswordRules = (required: string) => ({
  required,
  minLength: { value: LIMITS.password_min, message: 'Password must be at least 6 characters' },
})

export const emailRules = {
  validate: (email: string) => {
    if (trimmed(email) === '') return 'Email is required'
    return PATTERNS.email.test(trimmed(email)) || 'Email is invalid'
  },
}

export const phoneRules = {
  validate: (phone: string) => {
    if (trimmed(phone) === '') return 'Phone number is required'
    return PATTERNS.phone.test(trimmed(phone)) || 'Phone number must be 10 digits'
  },
}

/** For a field that must not be empty or blank. */
export const requiredRules = (message: string) => ({
  validate: (text: string) => trimmed(text) !== '' || message,
})

export const otpRules = {
  validate: (otp: string) => PATTERNS.otp.test(otp) || 'A valid 6-digit OTP is required',
}

export const matchRules = (password: () => string) => ({
  validate: (confirmation: string) => confirmation === password() || 'Passwords do not match',
})
