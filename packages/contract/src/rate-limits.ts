/**
 * Who may try what how often. The server counts before it tries, in the database, so that parallel calls and several
 * servers count together. Counting begins with the first attempt and starts again `seconds` later. A wrong password or
 * code beyond its limit is not compared at all. See decision 017.
 *
 * A code has limits of its own: `LIMITS.otp_tries` and `LIMITS.otp_minutes`.
 */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** At most `max` in `seconds`. */
export interface Limit {
  max: number
  seconds: number
  /**
   * What is counted together: calls of a network address (IPv6: of its /64), of a logged-in customer, or all that names
   * one account, by its e-mail address or by its phone number; or everybody's calls.
   */
  by: 'shop' | 'address' | 'customer' | 'account' | 'account and address'
}

export const RATE_LIMITS = {
  // Passwords. A right one, and a reset, forget the wrong ones.
  logins: { max: 30, seconds: MINUTE, by: 'address' },
  wrongPasswords: { max: 5, seconds: 15 * MINUTE, by: 'account and address' },
  /** From all addresses together. Known browsers are not counted here, so nobody locks them out. */
  wrongPasswordsOfAll: { max: 30, seconds: 15 * MINUTE, by: 'account' },
  /** Those of browsers that have logged in to the account before. */
  wrongPasswordsOfKnownBrowsers: { max: 5, seconds: 15 * MINUTE, by: 'account' },
  /** The current password, which a logged-in customer gives to change something. */
  wrongCurrentPasswords: { max: 5, seconds: 15 * MINUTE, by: 'customer' },

  // Codes by mail or text message, counted by where they go, whoever asks; to a phone, its account's own browsers and sessions are
  // counted apart. Ten a day with five tries each are fifty guesses of a million.
  codeRequests: { max: 20, seconds: HOUR, by: 'address' },
  codesInAnHour: { max: 5, seconds: HOUR, by: 'account' },
  codesInADay: { max: 10, seconds: DAY, by: 'account' },
  /** Codes to phones in the whole shop: what a flood of requests may cost. */
  phoneCodesOfAll: { max: 500, seconds: HOUR, by: 'shop' },
  codesTyped: { max: 30, seconds: MINUTE, by: 'address' },

  signups: { max: 20, seconds: MINUTE, by: 'address' },
  /** Each is mailed to the account's address. */
  passwordChanges: { max: 10, seconds: HOUR, by: 'customer' },
  emailChanges: { max: 5, seconds: DAY, by: 'customer' },
  couponCodes: { max: 20, seconds: MINUTE, by: 'customer' },
  cartMerges: { max: 10, seconds: MINUTE, by: 'customer' },
  orders: { max: 10, seconds: MINUTE, by: 'customer' },
  /** Requests that are accepted: whoever corrects one is not counted. */
  returns: { max: 10, seconds: MINUTE, by: 'customer' },
  reviews: { max: 20, seconds: MINUTE, by: 'customer' },
  photos: { max: 20, seconds: MINUTE, by: 'customer' },
  invoices: { max: 20, seconds: MINUTE, by: 'customer' },
  trackedOrders: { max: 60, seconds: MINUTE, by: 'address' },
} as const satisfies Record<string, Limit>

export type RateLimit = keyof typeof RATE_LIMITS
