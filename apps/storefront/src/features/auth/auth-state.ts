/** What the auth screen carries from view to view in its navigation state. */
export interface AuthState {
  /** Where the shopper goes after login: an address of the storefront. */
  from?: string
  /** Filled into the next form. */
  email?: string
  /** Step of the forgotten password; survives a reload, since people look for the mail in between. */
  step?: 'otp'
}

const isInside = (address: unknown): address is string =>
  typeof address === 'string' && /^\/(?![/\\])/.test(address) && !address.startsWith('/auth')

/** Reads the navigation state, whoever wrote it. */
export function readAuthState(state: unknown): AuthState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, email, step } = state as Record<string, unknown>
  return {
    ...(isInside(from) && { from }),
    ...(typeof email === 'string' && { email }),
    ...(step === 'otp' && { step }),
  }
}
