import { LIMITS, PATTERNS } from '@haat/contract/rules'
import { ApiError, messageOf } from '../../api/client.ts'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

/** Why login or signup failed. */
export const loginMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? messageOf(error, fallback) : UNEXPECTED

/** Why a step of the forgotten password failed. */
export function forgotMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return UNEXPECTED
  const refused = error.status < 500 ? fallback : 'An API error occurred.'
  return messageOf(error, refused, 'Could not connect to the server.')
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
